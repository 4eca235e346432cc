"""States between two moves as plain data, and back."""

from __future__ import annotations

from dataclasses import fields, replace
from functools import cache
from typing import Any, get_type_hints

from magnetsim.language import Phrase
from magnetsim.plain.tables import read_table, table_data
from magnetsim.plain.values import Data, entry, mismatch, plain, read, shown
from magnetsim.rules.xinxin.game import Phase, State
from magnetsim.rules.xinxin.soundness import first_problem

_SAID_ELSEWHERE = ("options", "players", "seats", "laid", "table")
"""Of a state: what follows from the scenario, and what has a form of its own."""


def state_data(state: State) -> Data:
    """A state but for what the scenario says of it."""
    return {**{key: plain(getattr(state, key)) for key in _kinds()}, "table": table_data(state.table)}


def read_state(data: Any, start: State, what: str) -> State:
    """The state, in which a player is to shoot, that the data means; ValueError, calling it `what`, when it means none.

    start : one of the same match, which says what the scenario does
    """
    known = {key: read(kind, entry(data, key, what), f"{what}.{key}") for key, kind in _kinds().items()}
    board, kinds = start.laid.board, start.laid.kinds
    state = replace(start, **known, table=read_table(entry(data, "table", what), board, kinds, f"{what}.table"))
    if state.phase is not Phase.AIM:
        raise mismatch(f"{what}.phase", Phase.AIM.value, state.phase.value)
    problem = first_problem(state)
    if problem is not None:
        path, expected, got = problem
        raise mismatch(f"{what}.{path}", expected, got if isinstance(got, Phrase) else shown(got))
    return state


@cache
def _kinds() -> dict[str, Any]:
    """The fields of a state that are told, each with its type."""
    hints = get_type_hints(State)
    return {field.name: hints[field.name] for field in fields(State) if field.name not in _SAID_ELSEWHERE}
