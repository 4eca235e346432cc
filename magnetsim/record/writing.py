"""Writing a record while the match is played."""

from __future__ import annotations

import time
from pathlib import Path
from types import TracebackType
from typing import Self

from magnetsim.errors import MagnetsimError
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
    older record of the same name only when it is complete.
    """

    def __init__(self, path: str | Path, session: Session) -> None:
        """Begin the record of a match that is about to be played; OSError when it cannot be written there."""
        self.path = Path(path)
        self.unfinished = self.path.with_name(self.path.name + UNFINISHED)
        self._session = session
        self._state = session.match.start
        self._steps: list[XinxinStep] = []
        self._seal = ""
        self._file = self.unfinished.open("w", encoding="utf-8", newline="\n")
        self._write(header_data(session))
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
        """Take in a move that was made."""
        if self._steps and step.turn != self._steps[-1].turn:
            self._write_turn()
        self._steps.append(step)

    def finish(self, outcome: Outcome) -> None:
        """Write the last turn and the outcome, and give the file its name."""
        self._write_turn()
        self._write(outcome_data(self._session, outcome))
        self._file.close()
        _rename(self.unfinished, self.path)

    def _write_turn(self) -> None:
        turn = Turn(self._steps[0].turn, tuple(self._steps))
        self._write(turn_data(turn, self._state))
        self._state = turn.after
        self._steps = []

    def _write(self, data: Data) -> None:
        line, self._seal = sealed(data, self._seal)
        self._file.write(line + "\n")
        self._file.flush()


def _rename(old: Path, new: Path) -> None:
    for pause in PAUSES:
        try:
            old.replace(new)
        except PermissionError:
            time.sleep(pause)
        else:
            return
    old.replace(new)
