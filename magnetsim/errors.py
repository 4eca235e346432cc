"""The few kinds of error; whose fault it is shows in the type.

MagnetsimError
├── ScenarioError   the file is wrong: the user's to mend (exit 2)
├── RecordError     a record is damaged
├── ResultsError    the tables of a batch cannot be read: not there, or damaged (exit 2)
├── CodeError       a position or shot code is not as it was written
├── OutputError     results cannot be written where they should be: the user's to mend (exit 2)
├── IllegalShot     a move the rules refuse; nothing has changed
├── PhysicsError    a state left the finite numbers: never scored
└── DisplayError    there is no screen to open a window on, or a picture cannot be made

What one package alone raises is defined there: UsageError in cli/, EngineError in batch/, KernelError in benchmark/.

Notice is no error but a warning: all works, only not as well as it might.
"""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from magnetsim.language import Phrase, message


class MagnetsimError(Exception):
    """Any error that magnetsim raises on purpose; made from a Phrase, so that it can be told in any language."""

    def __init__(self, text: Phrase) -> None:
        super().__init__(text)


class Notice(RuntimeWarning):
    """What works, but not as well as it might; made from a Phrase, so that it can be told in any language."""

    def __init__(self, text: Phrase) -> None:
        super().__init__(text)


class ScenarioError(MagnetsimError):
    """A scenario that cannot be used; says file, key path, what was expected and what was found."""


class RecordError(MagnetsimError):
    """A record that cannot be read; says file, line, what was expected and what was found."""


class ResultsError(MagnetsimError):
    """Tables of a batch that cannot be read; says folder or file, and what was expected."""


class OutputError(MagnetsimError):
    """A place where results cannot be written: taken by something else, not there, full, forbidden."""


class CodeError(MagnetsimError):
    """A position or shot code that cannot be read."""


class IllegalShot(MagnetsimError):
    """A move the rules refuse; the state is as before.

    reason : short name of the refusal, one of the game's own reasons
    """

    def __init__(self, reason: str, text: Phrase | str) -> None:
        # Who refuses says why in the rules' own words; whoever tells a player goes by the reason's name.
        Exception.__init__(self, text)
        self.reason = reason


class PhysicsError(MagnetsimError):
    """A state that is no longer finite, or that never could be played.

    step : number of the step in which it was seen, from 0
    magnet : the number of the magnet
    """

    def __init__(self, text: Phrase, *, step: int = 0, magnet: int | None = None) -> None:
        super().__init__(text)
        self.step = step
        self.magnet = magnet


class DisplayError(MagnetsimError):
    """A window or a picture that cannot be made here; says what is missing and what to do instead."""


_REASONS = {
    errno.EACCES: message("permission denied"),
    errno.EEXIST: message("it is there already"),
    errno.EINVAL: message("the system does not take such a name"),
    errno.EIO: message("the device failed"),
    errno.EISDIR: message("it is a folder"),
    errno.ELOOP: message("its links go round in a circle"),
    errno.EMFILE: message("too many files are open"),
    errno.ENAMETOOLONG: message("its name is too long"),
    errno.ENOENT: message("there is no such file or folder"),
    errno.ENOSPC: message("no space is left on the device"),
    errno.ENOTDIR: message("a part of its path is no folder"),
    errno.EPERM: message("permission denied"),
    errno.EPIPE: message("nobody reads it any more"),
    errno.EROFS: message("the device is read-only"),
}


def reason(error: OSError | ValueError) -> Phrase | str:
    """Why the system refused a file, in a few words; a ValueError is what Python says of a name with a zero in it."""
    if isinstance(error, OSError):
        words = _REASONS.get(error.errno or 0)
        return Phrase(words) if words else error.strerror or str(error)
    return Phrase(_REASONS[errno.EINVAL])


@contextmanager
def naming_file(path: Path) -> Iterator[None]:
    """What the system refuses inside is an OutputError, which names the file and says why."""
    try:
        yield
    except OSError as error:
        text = Phrase("{path}: cannot be written: {reason}", path=path, reason=reason(error))
        raise OutputError(text) from error
