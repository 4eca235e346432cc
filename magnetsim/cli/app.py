"""The commands, put together."""

from __future__ import annotations

from collections.abc import Sequence

import typer

app = typer.Typer(no_args_is_help=True, add_completion=False)


@app.callback()
def magnetsim() -> None:
    """Simulate the magnet game 《心心相引》."""


def start(arguments: Sequence[str]) -> int:
    """Run one command line; returns the exit code."""
    result = typer.main.get_command(app).main(list(arguments), prog_name="magnetsim", standalone_mode=False)
    return result if isinstance(result, int) else 0
