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
from functools import cache, lru_cache
from operator import add
from typing import Any

import numpy as np

from magnetsim.errors import IllegalShot
from magnetsim.rules.base import CHANCE, Event, Outcome, Player, next_seat
from magnetsim.rules.feelinks.cards import CardSet, check_layout
from magnetsim.rules.feelinks.ending import outcome_of, termination_after_round, told_end
from magnetsim.rules.feelinks.legal import legal, legal_votes
from magnetsim.rules.feelinks.moves import Deal, Keep, Move, Pick, Predict, Read, Redraw, Reshuffle, Shuffle, Swap
from magnetsim.rules.feelinks.options import Options, check_options, fixed_rounds
from magnetsim.rules.feelinks.partners import (
    clockwise,
    groups_of,
    is_leftwards,
    partner_cards,
    predictors_of,
    targets_of,
)
from magnetsim.rules.feelinks.scoring import points_of, right_predictions
from magnetsim.rules.feelinks.seen import view
from magnetsim.rules.feelinks.state import Board, Phase, Revealed, Round, Setup, State, Stock, Termination

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
_Votes = tuple[int | None, ...]
_History = tuple[Revealed, ...]
_Told = list[Event]
"""What has happened so far at a move; each part of the machine adds its own."""


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
    told: _Told = []
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
        told = list(_cast_by_all("F3.4", "picked", host, len(votes)))
        return _all_picked(state, votes, told), tuple(told)
    told = list(_cast_by_all("F3.6", "predicted", host, len(votes)))
    return _reveal(state, state.round.picks, votes, told), tuple(told)


def outcome(state: State) -> Outcome | None:
    """How it ended, None while it goes on."""
    return outcome_of(state)


# What each move does


def _shuffle(state: State, move: Shuffle, told: _Told) -> State:
    """The piles give the eight positions their emotions (F1.3)."""
    piles = [list(pile) for pile in move.piles]
    emotions = tuple(piles[symbol].pop(0) for symbol in state.setup.cards.positions)
    stock = Stock(tuple(tuple(pile) for pile in piles), move.deck)
    board = Board(emotions, tuple(range(1, len(emotions) + 1)))
    told += (Event("F1.3", "laid-out", None, {"emotions": emotions}), Event("F1.7", "first-host", move.host))
    return _begin_round(state, stock, board, 1, move.host, told)


def _reshuffle(state: State, move: Reshuffle, told: _Told) -> State:
    """The discards become the deck; a card that was to be put at its bottom goes there (F3.3)."""
    told.append(Event("F3.3", "reshuffled", None, {"cards": len(move.deck)}))
    now = state.round
    stock = _put_under(state.stock._replace(deck=move.deck), now.card)
    return _draw(state, stock, state.board._replace(discards=()), now.turn, now.host, told, redrawn=now.redrawn)


def _redraw(state: State, move: Redraw, told: _Told) -> State:
    now = state.round
    told.append(Event("F4.5", "redrew", move.seat))
    if not state.stock.deck:
        return _in_round(state, now._replace(phase=Phase.RESHUFFLE, to_move=CHANCE, redrawn=True))
    return _draw(state, _put_under(state.stock, now.card), state.board, now.turn, now.host, told, redrawn=True)


def _read(state: State, move: Read, told: _Told) -> State:
    turn, host, _, _, card, redrawn, _, picks, _, _, _ = state.round
    told.append(Event("F3.3", "read", host, {"card": card, "situation": move.situation}))
    return _in_round(state, Round(turn, host, Phase.PICK, host, card, redrawn, move.situation, picks))


def _pick(state: State, move: Pick, told: _Told) -> State:
    now = state.round
    told.append(_cast("F3.4", "picked", move.seat))
    picks, following = _voted(now.picks, move)
    if following != now.host:
        return _in_round(state, now._replace(to_move=following, picks=picks))
    return _all_picked(state, picks, told)


def _all_picked(state: State, picks: _Votes, told: _Told) -> State:
    """Partners are dealt; three need no cards (F3.5); beginners go on to the reveal (F4.4)."""
    if state.is_beginners_round:
        return _reveal(state, picks, (), told)
    if len(picks) == 3:
        return _partners(state, picks, ((0, 1, 2),), told)
    turn, host, _, _, card, redrawn, situation, _, _, _, _ = state.round
    return _in_round(state, Round(turn, host, Phase.PARTNERS, CHANCE, card, redrawn, situation, picks))


def _deal(state: State, move: Deal, told: _Told) -> State:
    return _partners(state, state.round.picks, groups_of(move.signs), told)


def _partners(state: State, picks: _Votes, groups: tuple[tuple[int, ...], ...], told: _Told) -> State:
    turn, host, _, _, card, redrawn, situation, _, _, _, _ = state.round
    targets = targets_of(groups, leftwards=is_leftwards(len(picks), state.counted))
    told.append(Event("F3.5", "partners", None, {"groups": groups, "targets": targets}))
    nobody = (None,) * len(picks)
    known = Round(turn, host, Phase.PREDICT, host, card, redrawn, situation, picks, groups, targets, nobody)
    return _in_round(state, known)


def _predict(state: State, move: Predict, told: _Told) -> State:
    now = state.round
    told.append(_cast("F3.6", "predicted", move.seat))
    predictions, following = _voted(now.predictions, move)
    if following != now.host:
        return _in_round(state, now._replace(to_move=following, predictions=predictions))
    return _reveal(state, now.picks, predictions, told)


def _swap(state: State, move: Swap, told: _Told) -> State:
    """The replacement comes from the pile of the same symbol to the same position (F3.9)."""
    (emotions, _, removed, discards), (piles, deck), at = state.board, state.stock, move.position - 1
    symbol = state.setup.cards.positions[at]
    old, new = emotions[at], piles[symbol][0]
    swapped = Board((*emotions[:at], new, *emotions[at + 1 :]), (move.position,), (*removed, old), discards)
    stock = Stock((*piles[:symbol], piles[symbol][1:], *piles[symbol + 1 :]), deck)
    told.append(Event("F3.9", "swapped", move.seat, {"position": move.position, "removed": old, "emotion": new}))
    return _end_round(state, stock, swapped, told)


def _keep(state: State, move: Keep, told: _Told) -> State:
    told.append(Event("F3.9", "kept", move.seat))
    return _end_round(state, state.stock, state.board, told)


# The phases that pass by themselves. What they change is handed on, and made a state of where somebody moves.


def _begin_round(state: State, stock: Stock, board: Board, turn: int, host: int, told: _Told) -> State:
    """The host is set (F3.1) and goes through the emotions (F3.2); a card is drawn (F3.3)."""
    told += _begun(turn, host, board.fresh)
    if stock.deck:
        return _draw(state, stock, board, turn, host, told)
    fresh = Round(turn, host, Phase.RESHUFFLE, CHANCE, picks=(None,) * len(state.scores))
    return State(state.setup, stock, board, fresh, state.scores, state.history)


def _draw(
    state: State, stock: Stock, board: Board, turn: int, host: int, told: _Told, *, redrawn: bool = False
) -> State:
    """The host draws a card (F3.3)."""
    piles, deck = stock
    told.append(_drew(host))
    drawn = Round(turn, host, Phase.SITUATION, host, deck[0], redrawn, None, (None,) * len(state.scores))
    return State(state.setup, Stock(piles, deck[1:]), board, drawn, state.scores, state.history)


def _reveal(state: State, picks: _Votes, predictions: _Votes, told: _Told) -> State:
    """Own picks, host first, then clockwise; then, in the same order, the predictions made about each (F3.7)."""
    turn, host, _, _, card, redrawn, situation, _, groups, targets, _ = state.round
    if card is None or situation is None:
        raise ValueError("a round is revealed after a situation was read, and this one was not")
    order = clockwise(len(picks), host)
    told += [_showed(seat, picks[seat]) for seat in order]
    history = (*state.history, Revealed(card, situation, state.board.emotions, picks))
    known = Round(turn, host, Phase.SWAP, host, card, redrawn, situation, picks, groups, targets, predictions)
    if state.is_beginners_round:
        told.append(Event("F4.4", "beginners"))
        return _ask_host(state, known, state.scores, history)
    right = right_predictions(picks, targets, predictions)
    by = predictors_of(targets)
    told += [_turned(seat, by[seat], predictions[by[seat]], right[by[seat]]) for seat in order]
    return _score(state, known, history, right, told)


def _score(state: State, known: Round, history: _History, right: tuple[bool, ...], told: _Told) -> State:
    """All markers move at once (F3.8); the track has an end when the game has an open one (F5.2)."""
    options = state.setup.options
    points = (sum(right),) * len(right) if options.cooperative else points_of(right, known.targets)
    scores = tuple(map(add, state.scores, points))
    if options.open_end:
        scores = tuple(min(score, options.track) for score in scores)
    told.append(Event("F3.8", "scored", None, {"points": points, "scores": scores}))
    if options.open_end and max(scores) == options.track:
        scored = State(state.setup, state.stock, state.board, known, scores, history)
        return _finish(scored, Termination.LAST_CELL, told)
    return _ask_host(state, known, scores, history)


def _ask_host(state: State, known: Round, scores: tuple[int, ...], history: _History) -> State:
    """The host may swap an emotion (F3.9)."""
    board = state.board
    if board.fresh:
        board = Board(board.emotions, (), board.removed, board.discards)
    return State(state.setup, state.stock, board, known, scores, history)


def _end_round(state: State, stock: Stock, board: Board, told: _Told) -> State:
    """The card is used; the game is over, or the next host's round begins (F3.1, F3.3)."""
    now, (emotions, fresh, removed, discards) = state.round, board
    used = discards if now.card is None else (*discards, now.card)
    board = Board(emotions, fresh, removed, used)
    termination = termination_after_round(state)
    if termination is not None:
        return _finish(state._replace(stock=stock, board=board), termination, told)
    return _begin_round(state, stock, board, now.turn + 1, next_seat(range(len(state.scores)), now.host), told)


def _finish(state: State, termination: Termination, told: _Told) -> State:
    over = state.round._replace(phase=Phase.OVER, to_move=None)
    ended = state._replace(round=over, termination=termination)
    told += told_end(ended)
    return ended


# Small parts

_MADE: dict[type[Move], Callable[[State, Any, _Told], State]] = {
    Shuffle: _shuffle,
    Reshuffle: _reshuffle,
    Redraw: _redraw,
    Read: _read,
    Pick: _pick,
    Deal: _deal,
    Predict: _predict,
    Swap: _swap,
    Keep: _keep,
}


# What is told again and again in simulated games, and is one of few, is made once.


@lru_cache(maxsize=4096)
def _begun(turn: int, host: int, fresh: tuple[int, ...]) -> tuple[Event, ...]:
    hosted = Event("F3.1", "host", host, {"turn": turn})
    return hosted, Event("F3.2", "introduced", host, {"positions": fresh})


@cache
def _drew(host: int) -> Event:
    return Event("F3.3", "drew", host)


@cache
def _showed(seat: int, vote: int | None) -> Event:
    return Event("F3.7", "showed", seat, {"vote": vote})


@cache
def _turned(seat: int, by: int, vote: int | None, right: bool) -> Event:  # noqa: FBT001 - a key of the cache
    return Event("F3.7", "turned", seat, {"by": by, "vote": vote, "right": right})


@cache
def _cast(clause: str, name: str, seat: int) -> Event:
    """What is told of a vote face down."""
    return Event(clause, name, seat)


@cache
def _cast_by_all(clause: str, name: str, host: int, players: int) -> tuple[Event, ...]:
    return tuple(_cast(clause, name, seat) for seat in clockwise(players, host))


def _in_round(state: State, now: Round) -> State:
    setup, stock, board, _, scores, history, _ = state
    return State(setup, stock, board, now, scores, history)


def _voted(votes: _Votes, move: Pick | Predict) -> tuple[_Votes, int]:
    """The votes with this one, and who follows, clockwise."""
    seat = move.seat
    return (*votes[:seat], move.vote, *votes[seat + 1 :]), next_seat(range(len(votes)), seat)


def _put_under(stock: Stock, card: int | None) -> Stock:
    return stock if card is None else stock._replace(deck=(*stock.deck, card))


def _shuffled(cards: Sequence[int], generator: np.random.Generator) -> tuple[int, ...]:
    order = list(cards)
    generator.shuffle(order)
    return tuple(order)
