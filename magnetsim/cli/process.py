"""The process that a command runs in: its streams and its signals."""

from __future__ import annotations

import codecs
import io
import signal
import sys


def prepare_process() -> None:
    """Make output work in any code page, and end without a word when its reader has seen enough."""
    codecs.register_error("magnetsim", _replace)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="magnetsim")
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)


def _replace(error: UnicodeError) -> tuple[str | bytes, int]:
    """A question mark for what the code page has not; undecoded bytes of file names as they came."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    character = error.object[error.start]
    undecoded = "\udc80" <= character <= "\udcff"
    return character.encode("ascii", "surrogateescape") if undecoded else "?", error.start + 1
