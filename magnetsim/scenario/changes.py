"""Values put into a scenario's plain data by key path, before anything is checked: what a batch sets and sweeps."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from magnetsim.errors import ScenarioError
from magnetsim.language import Phrase
from magnetsim.scenario.problems import mismatch, of_source, path_text, shown

_STEP = re.compile(r'(?:^|\.)(?:"([^"]+)"|([^."\[\]]+))|\[(\d+)\]')
"""One step of a key path: a key, bare or between quotes, or a place in a list."""


def changed(data: Mapping[str, Any], changes: Mapping[str, Any], source: str) -> dict[str, Any]:
    """The data with these values by key path, such as "table.friction_static" or "players[0].strategy".

    Tables that are not there are made. ScenarioError, calling the data `source`, for what is no key path, and for one
    that leads into something that is neither a table nor a list that long.
    """
    for path, value in changes.items():
        data = _put(data, _steps(path, source), value, source, ())
    return dict(data)


def _steps(path: str, source: str) -> tuple[int | str, ...]:
    steps: list[int | str] = []
    at = 0
    while at < len(path) and (found := _STEP.match(path, at)):
        quoted, bare, place = found.groups()
        steps.append(quoted or bare or int(place))
        at = found.end()
    if at < len(path) or not steps or isinstance(steps[0], int):
        text = Phrase("expected a key path such as table.friction_static or players[0].hand, got {got}", got=repr(path))
        raise ScenarioError(of_source(source, text))
    return tuple(steps)


def _put(data: Any, steps: tuple[int | str, ...], value: Any, source: str, above: tuple[int | str, ...]) -> Any:
    """The data with a value put where the steps lead."""
    if not steps:
        return value
    step, below = steps[0], steps[1:]
    if isinstance(step, int):
        if not isinstance(data, list | tuple) or step >= len(data):
            raise _astray(above, Phrase("a list of more than {count}", count=step), data, source)
        return [_put(one, below, value, source, (*above, i)) if i == step else one for i, one in enumerate(data)]
    if not isinstance(data, Mapping):
        raise _astray(above, Phrase("a table"), data, source)
    return {**data, step: _put(data.get(step, {}), below, value, source, (*above, step))}


def _astray(above: tuple[int | str, ...], expected: Phrase, got: Any, source: str) -> ScenarioError:
    problem = mismatch(path_text(above), expected, Phrase("nothing") if got == {} else shown(got))
    return ScenarioError(of_source(source, problem.phrase()))
