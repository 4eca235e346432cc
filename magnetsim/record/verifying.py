"""Playing a record again: every move from the state in which it was recorded, decided and computed anew."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from magnetsim.match import Match
from magnetsim.record.facts import facts_data
from magnetsim.record.moves import move_data
from magnetsim.record.plain import first_difference, plain
from magnetsim.record.reading import Record
from magnetsim.rules.xinxin.game import Facts, LaidOut, PutDown, Rested, ShotResult, State
from magnetsim.scenario import laid_out
from magnetsim.session import XinxinStep
from magnetsim.table import Table


@dataclass(frozen=True, slots=True)
class Difference:
    """The first thing in a turn that playing it again does not confirm.

    turn : its number; None for the layout, before the first
    magnet : whose it is; None when it is no magnet's
    field : what differs
    recorded, found : plain values
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
    scenario, match = session.scenario, session.match
    yield None, _table_difference(None, match.start.table, laid_out(scenario, scenario.seed))
    again = replace(session, match=Match(match.game, match.start, match.seed))
    for turn in match.turns:
        found = None
        for step in turn.steps:
            if found is None:
                found = _step_difference(step, again.match.state, again.advance())
                again.match.steps.pop()
            again.match.steps.append(step)
        yield turn.number, found


def _step_difference(recorded: XinxinStep, before: State, found: XinxinStep) -> Difference | None:
    """What differs first in a move: who made it, what was meant and made, what was refused, what came of it."""
    for field in ("mover", "aim", "move", "refused", "facts", "events"):
        table = _tables(recorded.facts, found.facts) if field == "facts" else None
        difference = _table_difference(recorded.turn, *table) if table else None
        if difference is not None:
            return difference
        first = first_difference(_step_data(recorded, field, before), _step_data(found, field, before), field)
        if first is not None:
            path, one, other = first
            return Difference(recorded.turn, None, path, one, other, _off_by(one, other))
    return None


def _step_data(step: XinxinStep, field: str, before: State) -> Any:
    match field:
        case "aim" | "move":
            return move_data(getattr(step, field))
        case "refused":
            return [[move_data(one.move), plain(one.reason)] for one in step.refused]
        case "facts":
            return facts_data(step.facts, before)
        case _:
            return plain(getattr(step, field))


def _tables(recorded: Facts | None, found: Facts | None) -> tuple[Table, Table] | None:
    """The tables of two facts, when both have one."""
    tables = [_table_of(recorded), _table_of(found)]
    first, second = tables
    return None if first is None or second is None else (first, second)


def _table_of(facts: Facts | None) -> Table | None:
    match facts:
        case LaidOut() | PutDown():
            return facts.table
        case Rested():
            return facts.settled.table
        case ShotResult():
            return None if facts.settled is None else facts.settled.table
        case _:
            return None


def _table_difference(turn: int | None, recorded: Table, found: Table) -> Difference | None:
    """The first magnet, and its first field, in which two tables differ."""
    numbers, others = recorded.magnet.tolist(), found.magnet.tolist()
    if numbers != others:
        magnet = min(set(numbers) ^ set(others))
        here, there = ("on the table" if magnet in lying else "not on the table" for lying in (numbers, others))
        return Difference(turn, magnet, "table", here, there, None)
    for row, magnet in enumerate(numbers):
        for field in ("kind", "position", "angle", "velocity", "spin", "rest_load"):
            one, other = (np.atleast_1d(getattr(table, field)[row]) for table in (recorded, found))
            if not np.array_equal(one, other, equal_nan=one.dtype.kind == "f"):
                off_by = float(np.abs(one - other).max())
                return Difference(turn, magnet, field, one.tolist(), other.tolist(), off_by)
    return None


def _off_by(one: Any, other: Any) -> float | None:
    numbers = (int, float)
    if isinstance(one, numbers) and isinstance(other, numbers):
        return abs(float(one) - float(other))
    return None
