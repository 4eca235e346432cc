"""Position and shot codes: a table at rest before a shot, and a shot, as one line each to paste into a bug report.

To read a code gives, to the last bit, what it was made from. How a code is written is told in `plain/codes.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from magnetsim.errors import CodeError, MagnetsimError
from magnetsim.language import Phrase
from magnetsim.plain.codes import decoded, encoded
from magnetsim.plain.values import Data, compare, entry, mismatch, read
from magnetsim.record.moves import move_data, read_move
from magnetsim.rules.xinxin.game import Move, Phase, Shoot, State
from magnetsim.scenario import Scenario, parse_scenario
from magnetsim.session import Session, XinxinMatch, position_data, taken_up


def position_code(scenario: Scenario, state: State) -> str:
    """The code of a state in which a player is to shoot, of a match of this scenario.

    It holds the table with its bonds, kinds and board, the shooter in hand, options and scores, names, strategies and
    the seed, and nothing of what was played before.
    """
    return encoded("position", _position_data(scenario, state))


def shot_code(shoot: Shoot) -> str:
    """The code of a shot."""
    return encoded("shot", move_data(shoot))


def read_position(code: str) -> Session:
    """A match that begins with the position of a code; CodeError when it is none."""
    data = decoded("position", code)
    with _means("position"):
        scenario = parse_scenario(read(dict[str, Any], entry(data, "scenario", "position"), "scenario"), "scenario")
        if not isinstance(scenario, Scenario):
            raise mismatch("scenario.game", '"xinxin"', f'"{scenario.game}"')
        session = taken_up(scenario, data)
        compare(_position_data(scenario, session.match.state), data)
        return session


def read_shot(code: str) -> Shoot:
    """The shot of a code; CodeError when it is none."""
    data = decoded("shot", code)
    with _means("shot"):
        move = read_move(data, "shot")
        compare(move_data(move), data)
        return _shot(move)


def codes_of_turn(scenario: Scenario, match: XinxinMatch, turn: int) -> tuple[str, str] | None:
    """The codes of the position and the shot of a turn that was played; None when there was no shot in it."""
    before = match.start
    for step in match.steps:
        if step.turn == turn and isinstance(step.move, Shoot):
            return position_code(scenario, before), shot_code(step.move)
        before = step.after
    return None


def _position_data(scenario: Scenario, state: State) -> Data:
    if state.phase is not Phase.AIM:
        raise ValueError(f"a position is a state in which a player is to shoot, got the phase {state.phase.value}")
    return {"scenario": _scenario_data(scenario), **position_data(state)}


def _shot(move: Move) -> Shoot:
    if not isinstance(move, Shoot):
        raise TypeError(f"expected a shot, got another move, {type(move).__name__}")
    return move


@contextmanager
def _means(form: str) -> Iterator[None]:
    """CodeError for what goes wrong inside: a content that fits its check may still have been made by hand."""
    try:
        yield
    except (MagnetsimError, ValueError, LookupError, TypeError, ArithmeticError) as error:
        text = Phrase("{form} code: expected a {form}, got something else: {error}", form=form, error=error)
        raise CodeError(text) from error


def _scenario_data(scenario: Scenario) -> Data:
    """What of a scenario goes on to hold; a script is over, and greedy decides in its place."""
    elsewhere = {"about", "expect", "position"}
    data = scenario.model_dump(mode="json", by_alias=True, exclude_defaults=True, exclude=elsewhere)
    for player in data["players"]:
        if player.pop("shots", None) is not None:
            player["strategy"] = "greedy"
    return data
