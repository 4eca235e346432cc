"""Whether pictures can be drawn."""

from __future__ import annotations

from importlib.util import find_spec

from magnetsim.cli.usage import UsageError
from magnetsim.language import Phrase


def check_matplotlib() -> None:
    """UsageError, which says how to install it, when matplotlib is not there."""
    if find_spec("matplotlib") is None:
        wanted = "pip install 'magnetsim[plot]'"
        raise UsageError(Phrase("--plots draws with matplotlib, which is not installed: {command}", command=wanted))
