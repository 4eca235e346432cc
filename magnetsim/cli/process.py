"""The process that a command runs in: its streams, its warnings, its compiler."""

from __future__ import annotations

import codecs
import gc
import io
import os
import re
import signal
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn, cast

from magnetsim.cli.interruption import INTERRUPTED
from magnetsim.cli.output import BAD_INPUT, note, silence
from magnetsim.errors import MagnetsimError, Notice
from magnetsim.language import Phrase, Words, message, told

UNCACHED = message(
    "no folder to keep compiled code in: every start compiles anew (set NUMBA_CACHE_DIR to a writable folder)"
)
"""What the compiler's part warns of, in its own words."""


def prepare_process() -> None:
    """Make output work in any code page, also to nowhere, and end without a word when its reader has seen enough."""
    _open_streams()
    codecs.register_error("magnetsim", _replace)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="magnetsim")
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)


def outlive_readers() -> None:
    """From here on nobody's leaving ends the process: what it is about is written elsewhere as well."""
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_IGN)


def finish_process(code: int) -> NoReturn:
    """Write out what waits in the streams, and leave with this exit code, or bad input's if that cannot be written."""
    for stream, failed in ((sys.stdout, BAD_INPUT), (sys.stderr, 0)):
        try:
            stream.flush()
        except OSError:
            silence(stream)
            code = code or failed
    if code == INTERRUPTED:
        # Where an interruption came from within exec, Python would not leave with the code but die by the signal.
        os._exit(code)
    # As it ends, Python would look for rubbish among all that was loaded, several times: a tenth of a first start.
    gc.freeze()
    sys.exit(code)


@contextmanager
def warnings_noted(words: Words) -> Iterator[None]:
    """Say notices, and what the compiler's part warns of, in a line each, also where warnings are made errors."""
    with warnings.catch_warnings():
        warnings.filterwarnings("always", re.escape(UNCACHED))
        warnings.filterwarnings("always", category=Notice)
        show = warnings.showwarning

        def showwarning(text: Warning | str, *where: Any) -> None:
            if str(text) == UNCACHED:
                note(words.gettext(UNCACHED))
            elif isinstance(text, Notice):
                note(told(text, words))
            else:
                show(text, *where)

        warnings.showwarning = cast(Any, showwarning)
        yield


def check_threads() -> None:
    """MagnetsimError where the compiler is asked for a number of threads that is none: it would not even be loaded."""
    asked = os.environ.get("NUMBA_NUM_THREADS")
    if asked is None:
        return
    try:
        fine = int(asked) >= 1
    except ValueError:
        fine = False
    if not fine:
        text = Phrase(
            "NUMBA_NUM_THREADS in the environment: expected a whole number from 1 on, got {got}; change or unset it",
            got=repr(asked),
        )
        raise MagnetsimError(text)


def check_compiler() -> None:
    """MagnetsimError where the compiler is switched off: the loops of physics are written for it alone."""
    check_threads()
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        raise MagnetsimError(
            Phrase("NUMBA_DISABLE_JIT is set, and nothing can be computed without the compiler; unset it")
        )


def _open_streams() -> None:
    """Open what the process was started without, as a closed stream or no console, to nowhere.

    Else the next file that is opened would take the stream's number, and what is written to the stream.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115  open to the end


def _replace(error: UnicodeError) -> tuple[str | bytes, int]:
    """A question mark for what the code page has not; undecoded bytes of file names as they came."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    character = error.object[error.start]
    undecoded = "\udc80" <= character <= "\udcff"
    return character.encode("ascii", "surrogateescape") if undecoded else "?", error.start + 1
