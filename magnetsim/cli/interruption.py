"""What Ctrl-C does: as long as nothing is loaded, while a command runs, and when it is over; and what SIGTERM does."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

INTERRUPTED = 130
"""The exit code."""
TERMINATED = 143
"""The exit code where SIGTERM is answered."""


class Terminated(KeyboardInterrupt):
    """SIGTERM, where it is answered as Ctrl-C is."""


def end_when_interrupted() -> None:
    """Let Ctrl-C end the process at once: before a command runs there is nothing to keep or to tell.

    An exception could be lost in what is imported then. Where Ctrl-C is ignored, as in the background of a script, it
    stays so.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end)


@contextmanager
def raising_when_interrupted() -> Iterator[None]:
    """Let Ctrl-C raise KeyboardInterrupt inside, and do nothing afterwards: the process is about to end."""
    if signal.getsignal(signal.SIGINT) is _end:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def raising_when_terminated() -> Iterator[None]:
    """Let SIGTERM raise Terminated inside, once; who has other plans with it keeps them."""
    if signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL:
        yield
        return
    signal.signal(signal.SIGTERM, _terminate)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _terminate(number: int, frame: FrameType | None) -> NoReturn:  # noqa: ARG001  called with both
    # What is tidied up now is not to be disturbed by a second one.
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise Terminated


def _end(number: int, frame: FrameType | None) -> None:  # noqa: ARG001  called with both
    os._exit(INTERRUPTED)
