"""position: the code of a place in the middle of a game, from which a scenario takes the game up."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import ValidationError

from magnetsim.errors import CodeError, ScenarioError
from magnetsim.language import Phrase
from magnetsim.plain.codes import decoded
from magnetsim.scenario.model import Scenario
from magnetsim.scenario.problems import Problem, mismatch, of_source

SETTLED = ("magnetism", "table", "kinds", "layout", "magnets", "physics", "deal")
"""Keys that the position says, so that a file cannot say them otherwise."""


def with_position(data: Mapping[str, Any], source: str) -> Mapping[str, Any]:
    """The data with all that its position says where the file says nothing; as it is, where there is no position.

    ScenarioError, calling the data `source`, when its position cannot be read.
    """
    code = data.get("position")
    return {**_scenario_of(code, source), **data} if isinstance(code, str) else data


def position_content(scenario: Scenario) -> Any:
    """The data of a scenario's position; ScenarioError when it has none that can be read."""
    return _content(scenario.position or "", scenario.name)


def position_problems(scenario: Scenario) -> Iterator[Problem]:
    """What a scenario with a position says otherwise than the position does."""
    if scenario.position is None:
        return
    try:
        own = Scenario.model_validate_json(json.dumps(_scenario_of(scenario.position, scenario.name)))
    except ValidationError as error:
        yield Problem("position", Phrase("expected the code of a position, got one of nothing: {error}", error=error))
        return
    for key in SETTLED:
        if getattr(scenario, key) != getattr(own, key):
            yield Problem(key, Phrase("is said by the position and cannot be said otherwise beside it"))
    if len(scenario.players) != len(own.players):
        expected = Phrase("{count}, as many as in the position", count=len(own.players))
        yield mismatch("players", expected, str(len(scenario.players)))


def _scenario_of(code: str, source: str) -> Mapping[str, Any]:
    data = _content(code, source)
    found = data.get("scenario") if isinstance(data, dict) else None
    if not isinstance(found, dict) or found.get("game") != "xinxin" or "position" in found:
        problem = Phrase("position: expected the code of a position of 《心心相引》, got another one")
        raise ScenarioError(of_source(source, problem))
    return found


def _content(code: str, source: str) -> Any:
    try:
        return decoded("position", code)
    except CodeError as error:
        raise ScenarioError(of_source(source, Phrase("{problem}", problem=error))) from error
