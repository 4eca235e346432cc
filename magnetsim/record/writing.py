"""Writing a record while the match is played."""

from __future__ import annotations

import time
from itertools import chain, count
from pathlib import Path
from types import TracebackType
from typing import Self

from magnetsim.errors import MagnetsimError, RecordError
from magnetsim.match import Turn
from magnetsim.record.lines import header_data, outcome_data, sealed, turn_data
from magnetsim.record.plain import Data
from magnetsim.rules.base import Outcome
from magnetsim.session import Session, XinxinStep

UNFINISHED = ".part"
"""What is added to a record's name until it is complete."""

PAUSES = 0.05, 0.1, 0.2, 0.4, 0.8
"""s between attempts to rename: a virus scanner or an indexer on Windows holds new files for a moment."""


class RecordWriter:
    """Writes each turn when it is over, so that what has been played is not lost when the program dies.

    Until the outcome is written the file bears a name of its own, which ends in `.part`; it takes the place of an
    older record of the same name only when it is complete, and only of a record that begins with the same header:
    what that says gives the same bytes again.

    turns : how many are written
    """

    def __init__(self, path: str | Path, session: Session) -> None:
        """Begin the record of a match that is about to be played.

        RecordError when another file has its name; OSError when it cannot be written there.
        """
        self.path = Path(path)
        self.unfinished = _unfinished(self.path)
        self.turns = 0
        self._session = session
        self._state = session.match.start
        self._steps: list[XinxinStep] = []
        header, self._seal = sealed(header_data(session), "")
        for taken in (self.path, self.unfinished):
            if held := _what_is_in_the_way(taken, header):
                raise RecordError(f"{taken}: {held}; name another file, or move this one away")
        self._file = self.unfinished.open("w", encoding="utf-8", newline="\n")
        self._write_line(header)
        for step in session.match.steps:
            self.watch(step)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the file; an error of our own that ended the match is noted in it."""
        if isinstance(error, MagnetsimError) and not self._file.closed:
            self._write({"line": "stopped", "error": type(error).__name__, "message": str(error)})
        self._file.close()

    def watch(self, step: XinxinStep) -> None:
        """Take in a move that was made; the turn is written when it was its last."""
        self._steps.append(step)
        if self._session.match.game.turn(step.after) != step.turn:
            self._write_turn()

    def finish(self, outcome: Outcome) -> None:
        """Write the last turn and the outcome, and give the file its name."""
        if self._steps:
            self._write_turn()
        self._write(outcome_data(self._session, outcome))
        self._file.close()
        _rename(self.unfinished, self.path)

    def _write_turn(self) -> None:
        turn = Turn(self._steps[0].turn, tuple(self._steps))
        self._write(turn_data(turn, self._state))
        self._state = turn.after
        self._steps = []
        self.turns += 1

    def _write(self, data: Data) -> None:
        line, self._seal = sealed(data, self._seal)
        self._write_line(line)

    def _write_line(self, line: str) -> None:
        self._file.write(line + "\n")
        self._file.flush()


def free_path(path: Path, session: Session) -> Path:
    """The path, or the first of `NAME-2`, `NAME-3`, … where recording this match takes nothing else's place."""
    header, _ = sealed(header_data(session), "")
    numbered = (path.with_name(f"{path.stem}-{number}{path.suffix}") for number in count(2))
    free = (
        one
        for one in chain([path], numbered)
        if not _what_is_in_the_way(one, header) and not _what_is_in_the_way(_unfinished(one), header)
    )
    return next(free)


def _unfinished(path: Path) -> Path:
    return path.with_name(path.name + UNFINISHED)


def _what_is_in_the_way(path: Path, header: str) -> str:
    """What a record with this header would overwrite here; an empty text when nothing would be lost."""
    if path.is_dir():
        return "expected a file to write a record to, got a folder"
    if not path.exists() or not path.is_file():
        return ""
    with path.open("rb") as file:
        first = file.readline().rstrip(b"\n")
    if first in (b"", header.encode()):
        return ""
    if first.startswith(b'{"line":"header",'):
        return "the record of another match, seed or version is there"
    return "a file that is no record is there"


def _rename(old: Path, new: Path) -> None:
    for pause in PAUSES:
        try:
            old.replace(new)
        except PermissionError:
            time.sleep(pause)
        else:
            return
    old.replace(new)
