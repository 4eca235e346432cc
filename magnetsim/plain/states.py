"""States between two moves as plain data, and back."""

from __future__ import annotations

from dataclasses import fields, replace
from functools import cache
from typing import Any, get_type_hints

from magnetsim.plain.tables import read_table, table_data
from magnetsim.plain.values import Data, entry, plain, read
from magnetsim.rules.xinxin.game import State

_SAID_ELSEWHERE = ("options", "players", "seats", "laid", "table")
"""Of a state: what follows from the scenario, and what has a form of its own."""


def state_data(state: State) -> Data:
    """A state but for what the scenario says of it."""
    return {**{key: plain(getattr(state, key)) for key in _kinds()}, "table": table_data(state.table)}


def read_state(data: Any, start: State, what: str) -> State:
    """The state that the data means; ValueError, calling it `what`, when it means none.

    start : one of the same match, which says what the scenario does
    """
    known = {key: read(kind, entry(data, key, what), f"{what}.{key}") for key, kind in _kinds().items()}
    board, kinds = start.laid.board, start.laid.kinds
    return replace(start, **known, table=read_table(entry(data, "table", what), board, kinds, f"{what}.table"))


@cache
def _kinds() -> dict[str, Any]:
    """The fields of a state that are told, each with its type."""
    hints = get_type_hints(State)
    return {field.name: hints[field.name] for field in fields(State) if field.name not in _SAID_ELSEWHERE}
