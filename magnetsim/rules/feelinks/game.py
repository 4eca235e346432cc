"""The game of 《同感》: the machine of its nine phases.

| phase     | who moves             | moves        | what follows                                        |
|-----------|-----------------------|--------------|-----------------------------------------------------|
| SHUFFLE   | chance                | Shuffle      | HOST of the first round                             |
| HOST      | passes by itself      |              | INTRODUCE                                           |
| INTRODUCE | passes by itself      |              | SITUATION; RESHUFFLE when the deck is empty         |
| RESHUFFLE | chance                | Reshuffle    | SITUATION                                           |
| SITUATION | the host              | Redraw, Read | itself or RESHUFFLE after a Redraw; PICK            |
| PICK      | all, from the host on | Pick         | PARTNERS; with three players PREDICT; for beginners REVEAL |
| PARTNERS  | chance                | Deal         | PREDICT                                             |
| PREDICT   | all, from the host on | Predict      | REVEAL                                              |
| REVEAL    | passes by itself      |              | SCORE; for beginners SWAP                           |
| SCORE     | passes by itself      |              | SWAP; OVER when a marker reaches an open end        |
| SWAP      | the host              | Swap, Keep   | HOST of the next round; OVER after the last         |
| OVER      | nobody                |              |                                                     |
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from magnetsim.errors import IllegalShot
from magnetsim.rules.base import CHANCE, Event, Outcome, Player
from magnetsim.rules.feelinks.cards import CardSet, check_layout
from magnetsim.rules.feelinks.ending import outcome_of
from magnetsim.rules.feelinks.legal import legal, legal_votes
from magnetsim.rules.feelinks.moves import Deal, Keep, Move, Pick, Predict, Read, Redraw, Reshuffle, Shuffle, Swap
from magnetsim.rules.feelinks.options import Options, check_options, fixed_rounds
from magnetsim.rules.feelinks.partners import partner_cards
from magnetsim.rules.feelinks.round import (
    Told,
    all_picked,
    cast_by_all,
    deal,
    keep,
    pick,
    predict,
    read,
    redraw,
    reshuffle,
    reveal,
    shuffle,
    swap,
)
from magnetsim.rules.feelinks.seen import view
from magnetsim.rules.feelinks.state import Board, Phase, Round, Setup, State, Stock

__all__ = [
    "apply",
    "apply_votes",
    "chance",
    "forfeit",
    "legal",
    "new_game",
    "outcome",
    "to_move",
    "turn",
    "view",
]

_Next = tuple[State, tuple[Event, ...]]


def new_game(cards: CardSet, names: Sequence[str], options: Options | None = None) -> State:
    """A game ready to be shuffled; ScenarioError when it cannot be played (F1.1-F1.7)."""
    options = Options() if options is None else options
    check_options(options, len(names))
    check_layout(cards, "cards")
    setup = Setup(options, tuple(Player(name) for name in names), cards, fixed_rounds(options, len(names)))
    return State(setup, Stock((), ()), Board(), Round(1, 0, Phase.SHUFFLE, CHANCE), (0,) * len(names))


def to_move(state: State) -> int | None:
    """The seat that acts next, CHANCE when nobody decides, None when the game is over."""
    return state.round.to_move


def turn(state: State) -> int:
    """The number of the round, from 1, a beginner's round included."""
    return state.round.turn


def chance(state: State, generator: np.random.Generator) -> Move:
    """The draw that is due: the set-up, an empty deck's discards, or the partner cards."""
    cards, players = state.setup.cards, len(state.setup.players)
    if state.phase is Phase.SHUFFLE:
        piles = tuple([_shuffled(pile, generator) for pile in cards.piles])
        deck = _shuffled(range(len(cards.cards)), generator)
        return Shuffle(piles, deck, int(generator.integers(players)))
    if state.phase is Phase.RESHUFFLE:
        return Reshuffle(_shuffled(state.board.discards, generator))
    return Deal(_shuffled(partner_cards(players), generator))


def forfeit(state: State, refusals: int) -> Move | None:
    """None: whoever makes a refused move is asked again."""
    return None


def apply(state: State, move: Move, facts: None) -> _Next:
    """The next state and what happened; IllegalShot for a refused move."""
    reason = legal(state, move, facts)
    if reason is not None:
        raise IllegalShot(reason.name, reason.message)
    told: Told = []
    return _MADE[type(move)](state, move, told), tuple(told)


def apply_votes(state: State, votes: tuple[int, ...]) -> _Next:
    """What comes of all players' picks, or predictions, each made in turn; votes : by seat.

    For games that nobody watches vote by vote. IllegalShot when one is refused, and nothing has changed.
    """
    reason = legal_votes(state, votes)
    if reason is not None:
        raise IllegalShot(reason.name, reason.message)
    host = state.round.host
    if state.round.phase is Phase.PICK:
        told = list(cast_by_all("F3.4", "picked", host, len(votes)))
        return all_picked(state, votes, told), tuple(told)
    told = list(cast_by_all("F3.6", "predicted", host, len(votes)))
    return reveal(state, state.round.picks, votes, told), tuple(told)


def outcome(state: State) -> Outcome | None:
    """How it ended, None while it goes on."""
    return outcome_of(state)


_MADE: dict[type[Move], Callable[[State, Any, Told], State]] = {
    Shuffle: shuffle,
    Reshuffle: reshuffle,
    Redraw: redraw,
    Read: read,
    Pick: pick,
    Deal: deal,
    Predict: predict,
    Swap: swap,
    Keep: keep,
}
"""What each kind of move does."""


def _shuffled(cards: Sequence[int], generator: np.random.Generator) -> tuple[int, ...]:
    order = list(cards)
    generator.shuffle(order)
    return tuple(order)
