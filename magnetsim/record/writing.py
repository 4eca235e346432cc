"""Writing a record: while the match is played, or all that was played at once."""

from __future__ import annotations

import time
from contextlib import suppress
from itertools import chain, count
from pathlib import Path
from types import TracebackType
from typing import Self, TextIO

from magnetsim.errors import MagnetsimError, OutputError, naming_file, reason
from magnetsim.language import Phrase, message
from magnetsim.match import Turn
from magnetsim.record.lines import SealedLines, all_lines
from magnetsim.rules.base import Outcome
from magnetsim.session import AnySession, AnyStep

UNFINISHED = ".part"
"""What is added to a record's name until it is complete."""

PAUSES = 0.05, 0.1, 0.2, 0.4, 0.8
"""s between attempts to rename: a virus scanner or an indexer on Windows holds new files for a moment."""


class NameTakenError(OutputError):
    """The name of a record, while nothing is wrong with the folder that it is to be in."""


class RecordWriter:
    """Writes each turn when it is over, so that what has been played is not lost when the program dies.

    Until the outcome is written the file bears a name of its own, which ends in `.part` and which one writer alone can
    have. It takes the place of an older record of the same name only when it is complete, and only of a record that
    begins with the same header: what that says gives the same bytes again, where no person plays.

    turns : how many are written
    """

    def __init__(self, path: str | Path, session: AnySession) -> None:
        """Begin the record of a match that is about to be played.

        OutputError when it cannot be written there; NameTakenError when that is because another file has its name, or
        an unfinished record.
        """
        self.path = Path(path)
        self.unfinished = _unfinished(self.path)
        self.turns = 0
        self._session = session
        self._steps: list[AnyStep] = []
        self._lines = SealedLines(session)
        header = self._lines.header()
        self._file = _begun(self.path)
        try:
            # Looked at now that no other writer can put a record there.
            with naming_file(self.path):
                # What people decided is written nowhere else, and the same header says nothing of it.
                repeats = all(player.strategy != "person" for player in session.scenario.players)
                if held := _what_is_in_the_way(self.path, header if repeats else None):
                    raise _taken(self.path, held)
            self._write_line(header)
        except OutputError:
            self._drop()
            raise
        for step in session.match.steps:
            self.watch(step)

    @classmethod
    def beside(cls, path: Path, session: AnySession) -> Self:
        """Begin the record under this name, or under the first of `NAME-2`, `NAME-3`, … where nothing is in the way."""
        numbered = (path.with_name(f"{path.stem}-{number}{path.suffix}") for number in count(2))
        for one in chain([path], numbered):
            try:
                return cls(one, session)
            except NameTakenError:
                continue
        raise AssertionError("counting does not end")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the file; an error of our own that ended the match is noted in it, after all moves that were made."""
        if self._file.closed:
            return
        if isinstance(error, MagnetsimError) and not isinstance(error, OutputError):
            if self._steps:
                self._write_turn()
            self._write_line(self._lines.stopped(error))
        elif self.turns == 0:
            self._drop()
            return
        # Every line was written out at once: what cannot be now has been complained of.
        with suppress(OSError):
            self._file.close()

    def rewrite(self) -> None:
        """Write all anew, from the moves that the match holds now: some were taken back. OutputError as of watch."""
        self.turns, self._steps, self._lines = 0, [], SealedLines(self._session)
        with naming_file(self.unfinished):
            self._file.seek(0)
            self._file.truncate()
        self._write_line(self._lines.header())
        for step in self._session.match.steps:
            self.watch(step)

    def watch(self, step: AnyStep) -> None:
        """Take in a move that was made; the turn is written when it was its last. OutputError when it cannot be."""
        self._steps.append(step)
        if self._session.match.game.turn(step.after) != step.turn:
            self._write_turn()

    def finish(self, outcome: Outcome) -> None:
        """Write the last turn and the outcome, and give the file its name; OutputError when that cannot be."""
        if self._steps:
            self._write_turn()
        self._write_line(self._lines.outcome(outcome))
        with naming_file(self.unfinished):
            self._file.close()
        try:
            rename(self.unfinished, self.path)
        except OSError as error:
            text = Phrase(
                "{path}: the record cannot be given this name: {reason}; it is whole in {unfinished}",
                path=self.path,
                reason=reason(error),
                unfinished=self.unfinished,
            )
            raise OutputError(text) from error

    def _write_turn(self) -> None:
        self._write_line(self._lines.turn(Turn(self._steps[0].turn, tuple(self._steps))))
        self._steps = []
        self.turns += 1

    def _write_line(self, line: str) -> None:
        with naming_file(self.unfinished):
            self._file.write(line + "\n")
            self._file.flush()

    def _drop(self) -> None:
        """Close the file and take it away: no turn is in it."""
        with suppress(OSError):
            self._file.close()
        with suppress(OSError):
            self.unfinished.unlink()


def save(path: Path, session: AnySession) -> None:
    """Write a match as it stands, the moves of a turn that is not over among them; OutputError when it cannot be.

    What was there is replaced in one go, so that a failure leaves it as it was.
    """
    unfinished = _unfinished(path)
    file = _begun(path)
    try:
        with naming_file(path):
            with file:
                file.writelines(line + "\n" for line in all_lines(session))
            rename(unfinished, path)
    except BaseException:
        with suppress(OSError):
            unfinished.unlink()
        raise


def _unfinished(path: Path) -> Path:
    return path.with_name(path.name + UNFINISHED)


def _begun(path: Path) -> TextIO:
    """The file in which a record of this name begins, empty and this writer's alone."""
    unfinished = _unfinished(path)
    with naming_file(path):
        try:
            return unfinished.open("x", encoding="utf-8", newline="\n")
        except FileExistsError:
            raise _taken(unfinished, message("an unfinished record is there")) from None


def _taken(path: Path, held: str) -> NameTakenError:
    text = Phrase("{path}: {held}; name another file, or move this one away", path=path, held=Phrase(held))
    return NameTakenError(text)


def _what_is_in_the_way(path: Path, header: str | None) -> str:
    """What a record with this header would overwrite here; an empty text when nothing would be lost.

    header : None: of a match that nothing gives again
    """
    if path.is_dir():
        return message("a folder is there")
    if not path.exists():
        return ""
    if not path.is_file():
        return message("a device is there")
    with path.open("rb") as file:
        first = file.readline().rstrip(b"\n")
    if first == b"" or (header is not None and first == header.encode()):
        return ""
    if first.startswith(b'{"line":"header",'):
        return message("the record of another match, seed or version is there")
    return message("a file that is no record is there")


def rename(old: Path, new: Path) -> None:
    """Give a file another name, in place of what has it; OSError when the system refuses that for long."""
    for pause in PAUSES:
        try:
            old.replace(new)
        except PermissionError:
            time.sleep(pause)
        else:
            return
    old.replace(new)
