"""What a record of 《同感》 holds: the cards that were played with, moves, states."""

from __future__ import annotations

from typing import Any, get_args

from magnetsim.feelinks_session import FeelinksSession, FeelinksStep, feelinks_session
from magnetsim.language import Phrase, listed
from magnetsim.plain.values import Data, entry, mismatch, plain, read, shown
from magnetsim.rules.base import CHANCE
from magnetsim.rules.feelinks.cards import CardSet
from magnetsim.rules.feelinks.moves import Move
from magnetsim.rules.feelinks.state import State
from magnetsim.scenario.feelinks import FeelinksScenario, make_cards

_MOVES: dict[str, type[Move]] = {kind.__name__.lower(): kind for kind in get_args(Move)}


def move_data(move: Move) -> Data:
    """A move as plain data."""
    return {"move": type(move).__name__.lower(), **plain(move)}


def read_move(data: Any, what: str) -> Move:
    """The move that the data means; ValueError, calling it `what`, when it means none."""
    name = entry(data, "move", what)
    if not isinstance(name, str) or name not in _MOVES:
        raise mismatch(f"{what}.move", Phrase("one of {names}", names=listed(_MOVES)), shown(name))
    move: Move = read(_MOVES[name], {key: value for key, value in data.items() if key != "move"}, what)
    return move


def state_data(state: State) -> Data:
    """A state but for what the scenario and the cards say of it, and for what its earlier rounds have shown."""
    parts = {key: plain(getattr(state, key)) for key in ("stock", "board", "round")}
    return {**parts, "scores": plain(state.scores), "termination": plain(state.termination)}


def start_data(state: State) -> Data:
    """All cards of the game, so that a record plays without their files."""
    data: Data = plain(state.setup.cards)
    return data


def begun(scenario: FeelinksScenario, data: Any) -> FeelinksSession:
    """The match before its first move, with the cards that the data means."""
    return feelinks_session(scenario, read(CardSet, data, "start"))


def facts_data(facts: None, before: State) -> None:
    """None: cards have no physics."""


def read_facts(data: Any, before: State, what: str) -> None:  # noqa: ARG001
    """None; ValueError when there is anything."""
    if data is not None:
        raise mismatch(what, "nothing", shown(data))


def table_of(facts: None) -> None:
    """None: cards lie where the rules say."""


def effort_data(session: FeelinksSession) -> Data:  # noqa: ARG001
    """Nothing: friends ask nobody."""
    return {}


def read_effort(data: Any) -> Data:  # noqa: ARG001
    """Nothing."""
    return {}


def started_anew(session: FeelinksSession) -> CardSet:
    """The cards, read again from where the scenario says."""
    return make_cards(session.scenario)


def made_anew(session: FeelinksSession, recorded: FeelinksStep) -> FeelinksStep:
    """The next move: a person's as it was, any other decided again."""
    if recorded.mover != CHANCE and session.scenario.players[recorded.mover].strategy == "person":
        return session.match.make(recorded.move, None, aim=recorded.aim, refused=recorded.refused)
    return session.advance()
