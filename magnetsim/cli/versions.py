"""--version: the versions that matter for reproducing a result."""

from __future__ import annotations

import typer

from magnetsim.cli.output import say


def show_versions(asked: bool) -> None:
    """Print the versions and leave, when asked to."""
    if not asked:
        return
    from magnetsim.versions import versions

    for name, version in versions().items():
        say(f"{name} {version}")
    raise typer.Exit
