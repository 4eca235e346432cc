"""Whether pictures can be drawn."""

from __future__ import annotations

from importlib.util import find_spec

from magnetsim.cli.usage import UsageError
from magnetsim.language import Phrase


def check_matplotlib(option: str) -> None:
    """UsageError, which says how to install it, when matplotlib is not there; option : that asks for a picture."""
    if find_spec("matplotlib") is None:
        wanted = "pip install 'magnetsim[plot]'"
        text = Phrase(
            "{option} draws with matplotlib, which is not installed: {command}", option=option, command=wanted
        )
        raise UsageError(text)
