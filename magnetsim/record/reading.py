"""Reading a record back: the match is rebuilt from it by the rules alone, and held against every line.

What a line means is written again and compared with the line, so that nothing in it can be other than it was.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from magnetsim.errors import MagnetsimError, RecordError, reason
from magnetsim.language import Phrase
from magnetsim.match import Refusal, Turn
from magnetsim.plain.values import Data, compare, entry, mismatch, read, shown
from magnetsim.record.forms import Form, form_of
from magnetsim.record.lines import SCHEMA, outcome_data, turn_data, unsealed
from magnetsim.rules.base import Outcome, Reason
from magnetsim.scenario import parse_scenario
from magnetsim.session import AnyMatch, AnySession


@dataclass(frozen=True, slots=True, eq=False)
class Record:
    """A match that was played, and how far.

    versions : what computed it
    session : the match as it was recorded, and all that it takes to play it again
    outcome : how it ended; None when the record breaks off before the end
    stopped : the error that ended it; None when none did
    """

    path: Path
    versions: dict[str, str]
    session: AnySession
    outcome: Outcome | None
    stopped: str | None

    @property
    def match(self) -> AnyMatch:
        """The match, with every move and its facts; ways on which magnets moved are not kept."""
        return self.session.match


def read_record(path: str | Path) -> Record:
    """The record in a file; RecordError when it is damaged, and says in which line, what, expected and got.

    A record that breaks off after some of its turns, or within a last line that was not written whole, is no damaged
    one: its outcome is None.
    """
    lines = _lines(Path(path))
    number, header, intact = next(lines)
    with _placed(path, number, intact=intact):
        versions, session = _begun(header)
    outcome, stopped = None, None
    for number, data, intact in lines:
        with _placed(path, number, intact=intact):
            if outcome is not None or stopped is not None:
                raise ValueError(Phrase("expected the end of the file, got another line"))
            match entry(data, "line", "the line"):
                case "turn":
                    _add_turn(session.match, data)
                case "outcome":
                    outcome = _ended(session, data)
                case "stopped":
                    stopped = f"{entry(data, 'error', 'stopped')}: {entry(data, 'message', 'stopped')}"
                case other:
                    raise mismatch("line", Phrase("one of {names}", names="turn, outcome, stopped"), shown(other))
    return Record(Path(path), versions, session, outcome, stopped)


@contextmanager
def _placed(path: str | Path, number: int, *, intact: bool) -> Iterator[None]:
    """Says of what goes wrong inside in which line of which file it is; intact: whether the line's hash fits."""
    try:
        yield
    except RecordError:
        raise
    except (MagnetsimError, ValueError, LookupError, TypeError, ArithmeticError) as error:
        # What the line holds may break any assumption of the rules; the file is wrong, not the program.
        problem: object = error
        if not intact:
            problem = Phrase(
                "{problem}; the hash does not fit either: this line, or one before it, is not as it was written",
                problem=error,
            )
        raise _in_line(path, number, problem) from error


def _in_line(path: str | Path, number: int, problem: object) -> RecordError:
    return RecordError(Phrase("{path}, line {number}: {problem}", path=path, number=number, problem=problem))


def _refused_file(path: Path, problem: Phrase) -> RecordError:
    return RecordError(Phrase("{path}: {problem}", path=path, problem=problem))


def _lines(path: Path) -> Iterator[tuple[int, Data, bool]]:
    """Each line's number and data, and whether its hash fits; one that does not is refused when it has been used.

    What else is wrong with a line says more. A last line without an end is one that was being written when the program
    died, and is left out, unless nothing but the end is missing.
    """
    try:
        content = path.read_bytes()
    except (OSError, ValueError) as error:
        raise _refused_file(path, Phrase("cannot be read: {reason}", reason=reason(error))) from error
    if not content:
        raise _refused_file(path, Phrase("expected a record, got an empty file"))
    *whole, rest = content.split(b"\n")
    seal = ""
    for number, line in enumerate(whole, start=1):
        text = _text(line, path, number)
        data_text, bears, seal = unsealed(text, seal)
        data = _decoded(data_text, path, number)
        yield number, data, bears == seal
        if bears != seal:
            problem = Phrase(
                "hash: expected {seal}, got {bears}; this line, or one before it, is not as it was written",
                seal=seal,
                bears=bears or Phrase("none"),
            )
            raise _in_line(path, number, problem)
    if not whole or rest:
        yield from _unended(rest, seal, path, len(whole) + 1)


def _unended(line: bytes, before: str, path: Path, number: int) -> Iterator[tuple[int, Data, bool]]:
    """The line, if nothing but its end is missing; the first line must be whole."""
    data_text, bears, seal = unsealed(line.decode("utf-8", "replace"), before)
    if bears == seal:
        yield number, _decoded(data_text, path, number), True
    elif number == 1:
        _decoded(_text(line, path, number), path, number)
        problem = Phrase("expected a whole line, got {count} bytes of one; the file was cut off there", count=len(line))
        raise _in_line(path, number, problem)


def _text(line: bytes, path: Path, number: int) -> str:
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError as error:
        problem = Phrase("expected text in UTF-8, got the byte {byte}", byte=f"0x{error.object[error.start]:02x}")
        raise _in_line(path, number, problem) from error


def _decoded(text: str, path: Path, number: int) -> Data:
    def refuse(name: str) -> NoReturn:
        raise ValueError(Phrase("{name} is no number of strict JSON", name=name))

    try:
        data = json.loads(text, parse_constant=refuse)
    except (ValueError, RecursionError) as error:
        if path.suffix == ".toml" and number == 1:
            problem = Phrase(
                "expected a record, got what is named as a scenario: magnetsim run {scenario}", scenario=path
            )
            raise _refused_file(path, problem) from error
        problem = Phrase("expected a line of strict JSON, got {got}: {error}", got=shown(text), error=error)
        raise _in_line(path, number, problem) from error
    if not isinstance(data, dict):
        raise _in_line(path, number, Phrase("expected a JSON object, got {got}", got=shown(data)))
    return data


def _begun(data: Data) -> tuple[dict[str, str], AnySession]:
    """The match before its first move, from the header."""
    if entry(data, "line", "the line") != "header":
        raise mismatch("line", "header", shown(data["line"]))
    schema = entry(data, "schema", "header")
    if type(schema) is not int or schema != SCHEMA:
        problem = Phrase(
            "schema: expected {expected}, got {got}; another version of magnetsim wrote this record",
            expected=SCHEMA,
            got=shown(schema),
        )
        raise ValueError(problem)
    scenario = parse_scenario(read(dict[str, Any], entry(data, "scenario", "header"), "scenario"), "scenario")
    if entry(data, "seed", "header") != scenario.seed:
        raise mismatch("seed", Phrase("the scenario's, {seed}", seed=scenario.seed), shown(data["seed"]))
    start = entry(data, "start", "header")
    versions = read(dict[str, str], entry(data, "versions", "header"), "versions")
    return versions, form_of(scenario).begun(scenario, start)


def _add_turn(match: AnyMatch, data: Data) -> None:
    """Make the moves of a turn, with the facts as recorded, and hold what the rules make of them against the line."""
    before, steps, form = match.state, [], form_of(match.state)
    found = read(list[Any], entry(data, "steps", "turn"), "steps")
    if not found:
        raise ValueError(Phrase("steps: expected at least one move, got none"))
    for at, step in enumerate(found):
        what = f"steps[{at}]"
        facts = form.read_facts(entry(step, "facts", what), match.state, f"{what}.facts")
        aim, move = (form.read_move(entry(step, key, what), f"{what}.{key}") for key in ("aim", "move"))
        steps.append(match.make(move, facts, aim=aim, refused=_refused(form, step, what)))
    written = turn_data(Turn(steps[0].turn, tuple(steps)), before)
    compare(written, data)


def _refused(form: Form, step: Data, what: str) -> tuple[Refusal[Any], ...]:
    found = read(list[Any], entry(step, "refused", what), f"{what}.refused")
    return tuple(
        Refusal(
            form.read_move(entry(one, "move", f"{what}.refused[{at}]"), f"{what}.refused[{at}].move"),
            read(Reason, entry(one, "reason", f"{what}.refused[{at}]"), f"{what}.refused[{at}].reason"),
        )
        for at, one in enumerate(found)
    )


def _ended(session: AnySession, data: Data) -> Outcome:
    outcome = session.match.outcome
    if outcome is None:
        raise ValueError(Phrase("line: expected another turn, got an outcome; the match goes on"))
    compare({**outcome_data(session, outcome), **form_of(session.match.start).read_effort(data)}, data)
    return outcome
