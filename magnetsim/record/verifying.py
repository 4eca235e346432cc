"""Playing a record again: every move from the state in which it was recorded, decided and computed anew."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from magnetsim.errors import MagnetsimError
from magnetsim.plain.tables import COLUMNS
from magnetsim.plain.values import first_difference, plain
from magnetsim.record.forms import Form, form_of
from magnetsim.record.reading import Record
from magnetsim.session import AnySession, AnyStep
from magnetsim.table import Table


@dataclass(frozen=True, slots=True)
class Difference:
    """The first thing in a turn that playing it again does not confirm.

    turn : its number; None for the layout, before the first
    magnet : whose it is; None when it is no magnet's
    field : what differs
    recorded, found : plain values; an error as found is why it could not be computed again
    off_by : by how much, of a number, or by how much at most, of several
    """

    turn: int | None
    magnet: int | None
    field: str
    recorded: Any
    found: Any
    off_by: float | None


def verify(record: Record) -> Iterator[tuple[int | None, Difference | None]]:
    """Play every turn again, each move from the state in which it was recorded.

    Yields the layout (None) and then the number of each turn, with the first difference in it or None.
    """
    session = record.session
    match = session.match
    yield None, _start_difference(session)
    again = session.anew()
    steps: list[AnyStep] = again.match.steps
    for turn in match.turns:
        found = None
        for step in turn.steps:
            if found is None:
                found = _again(step, again)
            steps.append(step)
        yield turn.number, found


def _start_difference(session: AnySession) -> Difference | None:
    """What differs first in what was laid on the table, or that it cannot be laid any more."""
    start: Any = session.match.start
    form = form_of(start)
    try:
        found = form.started_anew(session)
    except MagnetsimError as error:
        return Difference(None, None, "table", "laid out", error, None)
    if isinstance(found, Table):
        return _table_difference(None, start.table, found)
    first = first_difference(form.start_data(start), plain(found), "cards")
    return None if first is None else Difference(None, None, *first, None)


def _again(recorded: AnyStep, session: AnySession) -> Difference | None:
    """What differs first in a move when it is made again, or that it cannot be made any more; the match stays."""
    before = session.match.state
    try:
        found = form_of(before).made_anew(session, recorded)
    except MagnetsimError as error:
        return Difference(recorded.turn, None, "facts", "reported", error, None)
    session.match.steps.pop()
    return _step_difference(recorded, before, found)


def _step_difference(recorded: AnyStep, before: Any, found: AnyStep) -> Difference | None:
    """What differs first in a move: who made it, what was meant and made, what was refused, what came of it."""
    for field in ("mover", "aim", "move", "refused", "facts", "events"):
        table = _tables(form_of(before), recorded.facts, found.facts) if field == "facts" else None
        difference = _table_difference(recorded.turn, *table) if table else None
        if difference is not None:
            return difference
        first = first_difference(_step_data(recorded, field, before), _step_data(found, field, before), field)
        if first is not None:
            path, one, other = first
            return Difference(recorded.turn, None, path, one, other, _off_by(one, other))
    return None


def _step_data(step: AnyStep, field: str, before: Any) -> Any:
    form = form_of(before)
    match field:
        case "aim" | "move":
            return form.move_data(getattr(step, field))
        case "refused":
            return [[form.move_data(one.move), plain(one.reason)] for one in step.refused]
        case "facts":
            return form.facts_data(step.facts, before)
        case _:
            return plain(getattr(step, field))


def _tables(form: Form, recorded: Any, found: Any) -> tuple[Table, Table] | None:
    """The tables of two facts, when both have one."""
    first, second = form.table_of(recorded), form.table_of(found)
    return None if first is None or second is None else (first, second)


def _table_difference(turn: int | None, recorded: Table, found: Table) -> Difference | None:
    """The first magnet, and its first field, in which two tables differ."""
    numbers, others = recorded.magnet.tolist(), found.magnet.tolist()
    if numbers != others:
        magnet = min(set(numbers) ^ set(others))
        here, there = ("on the table" if magnet in lying else "not on the table" for lying in (numbers, others))
        return Difference(turn, magnet, "table", here, there, None)
    for row, magnet in enumerate(numbers):
        for field in COLUMNS:
            one, other = (np.atleast_1d(getattr(table, field)[row]) for table in (recorded, found))
            if not np.array_equal(one, other, equal_nan=one.dtype.kind == "f"):
                off_by = None if one.dtype.kind == "b" else float(np.abs(one - other).max())
                return Difference(turn, magnet, field, one.tolist(), other.tolist(), off_by)
    if recorded.bonds != found.bonds:
        return Difference(turn, None, "bonds", sorted(recorded.bonds), sorted(found.bonds), None)
    return None


def _off_by(one: Any, other: Any) -> float | None:
    numbers = (int, float)
    if isinstance(one, numbers) and isinstance(other, numbers):
        return abs(float(one) - float(other))
    return None
