"""The keys in which the scenarios of a batch differ: each becomes a column of the table of games."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Value = str | bool | int | float

_NAMED_ELSEWHERE = ("schema", "name", "about", "seed", "expect")
"""Keys with a column of their own, and keys that say nothing of how a game goes."""

_GAME = "game"
"""The key that says which keys there are; it has a column of its own."""

_LARGEST = 2**63 - 1
"""Of the whole numbers that a column holds."""


def scenario_parameters(data: Mapping[str, Any]) -> dict[str, Value]:
    """A scenario's plain data as values by key path, such as "table.size_mm", "players[0].hand".

    A list is one value, told as JSON; but that of players is gone through.
    """
    own = {key: value for key, value in data.items() if key not in _NAMED_ELSEWHERE}
    return dict(_leaves(own, ""))


def varying_parameters(scenarios: Sequence[Mapping[str, Value]]) -> dict[str, str]:
    """The key paths in which scenarios of the same game differ, in order, with the kind of their column.

    A key that one has not is a difference where that one has others beside it: else it has no such thing at all.
    """
    paths = sorted({path for one in scenarios for path in one} - {_GAME})
    tables = [_tables(one) for one in scenarios]
    found: dict[str, str] = {}
    for path in paths:
        seen: dict[Value | None, set[tuple[str, str]]] = {}
        for one, has in zip(scenarios, tables, strict=True):
            if path in one or path.rpartition(".")[0] in has:
                seen.setdefault(one.get(_GAME), set()).add(_same(one.get(path)))
        if any(len(values) > 1 for values in seen.values()):
            found[path] = _kind([one[path] for one in scenarios if path in one])
    return found


def parameter_row(own: Mapping[str, Value], varying: Mapping[str, str]) -> dict[str, Value | None]:
    """A scenario's values of these parameters, each as its column holds it."""
    return {path: _held(own[path], kind) if path in own else None for path, kind in varying.items()}


def _tables(scenario: Mapping[str, Value]) -> set[str]:
    """The paths of all tables that a scenario has something in; "" is the whole."""
    return {path[:end] for path in scenario for end in range(len(path)) if path[end] == "."} | {""}


def _leaves(data: Any, path: str) -> Iterator[tuple[str, Value]]:
    if isinstance(data, Mapping):
        for key, value in data.items():
            yield from _leaves(value, f"{path}.{key}" if path else str(key))
    elif path == "players":
        for number, player in enumerate(data):
            yield from _leaves(player, f"players[{number}]")
    elif isinstance(data, list):
        yield path, json.dumps(data, ensure_ascii=False)
    elif data is not None:
        yield path, data


def _same(value: Value | None) -> tuple[str, str]:
    """What two values that are the same have in common: true is not 1, but 1 is 1.0."""
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return ("number", repr(float(value))) if number and value is not None else (type(value).__name__, repr(value))


def _kind(values: Sequence[Value]) -> str:
    if all(isinstance(value, bool) for value in values):
        return "yes or no"
    if all(isinstance(value, int | float) and not isinstance(value, bool) for value in values):
        whole = all(isinstance(value, int) and abs(value) <= _LARGEST for value in values)
        return "whole number" if whole else "number"
    return "text"


def _held(value: Value, kind: str) -> Value:
    if kind == "number":
        return float(value)
    return json.dumps(value) if kind == "text" and not isinstance(value, str) else value
