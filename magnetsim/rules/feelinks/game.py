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
from functools import cache
from typing import Any

import numpy as np

from magnetsim.errors import IllegalShot
from magnetsim.rules.base import CHANCE, Event, Outcome, Player, next_seat
from magnetsim.rules.feelinks.cards import CardSet, check_layout
from magnetsim.rules.feelinks.ending import outcome_of, termination_after_round, told_end
from magnetsim.rules.feelinks.legal import legal, legal_votes
from magnetsim.rules.feelinks.moves import Deal, Keep, Move, Pick, Predict, Read, Redraw, Reshuffle, Shuffle, Swap
from magnetsim.rules.feelinks.options import Options, check_options, fixed_rounds
from magnetsim.rules.feelinks.partners import clockwise, groups_of, is_leftwards, partner_cards, targets_of
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
    return _MADE[type(move)](state, move)


def apply_votes(state: State, votes: tuple[int, ...]) -> _Next:
    """What comes of all players' picks, or predictions, each made in turn; votes : by seat.

    For games that nobody watches vote by vote. IllegalShot when one is refused, and nothing has changed.
    """
    reason = legal_votes(state, votes)
    if reason is not None:
        raise IllegalShot(reason.name, reason.message)
    now = state.round
    if now.phase is Phase.PICK:
        picked = _in_round(state, _voted(now, now.host, votes, now.predictions))
        return _after(_told_of_all("F3.4", "picked", now.host, len(votes)), _all_picked(picked))
    predicted = _in_round(state, _voted(now, now.host, now.picks, votes))
    return _after(_told_of_all("F3.6", "predicted", now.host, len(votes)), _reveal(predicted))


def outcome(state: State) -> Outcome | None:
    """How it ended, None while it goes on."""
    return outcome_of(state)


# What each move does


def _shuffle(state: State, move: Shuffle) -> _Next:
    """The piles give the eight positions their emotions (F1.3)."""
    piles = [list(pile) for pile in move.piles]
    emotions = tuple(piles[symbol].pop(0) for symbol in state.setup.cards.positions)
    stock = Stock(tuple(tuple(pile) for pile in piles), move.deck)
    board = Board(emotions, tuple(range(1, len(emotions) + 1)))
    events = (Event("F1.3", "laid-out", None, {"emotions": emotions}), Event("F1.7", "first-host", move.host))
    return _after(events, _begin_round(state._replace(stock=stock, board=board), 1, move.host))


def _reshuffle(state: State, move: Reshuffle) -> _Next:
    """The discards become the deck; a card that was to be put at its bottom goes there (F3.3)."""
    under = () if state.round.card is None else (state.round.card,)
    stock = state.stock._replace(deck=(*move.deck, *under))
    event = Event("F3.3", "reshuffled", None, {"cards": len(move.deck)})
    return _after((event,), _draw(state._replace(stock=stock, board=state.board._replace(discards=()))))


def _redraw(state: State, move: Redraw) -> _Next:
    event = Event("F4.5", "redrew", move.seat)
    again = state._replace(round=state.round._replace(redrawn=True))
    if not state.stock.deck:
        return _in_phase(again, Phase.RESHUFFLE, CHANCE), (event,)
    under = () if state.round.card is None else (state.round.card,)
    stock = state.stock._replace(deck=(*state.stock.deck, *under))
    return _after((event,), _draw(again._replace(stock=stock)))


def _read(state: State, move: Read) -> _Next:
    turn, host, _, _, card, redrawn, _, picks, _, _, _ = state.round
    event = Event("F3.3", "read", host, {"card": card, "situation": move.situation})
    return _in_round(state, Round(turn, host, Phase.PICK, host, card, redrawn, move.situation, picks)), (event,)


def _pick(state: State, move: Pick) -> _Next:
    now, seat = state.round, move.seat
    picks = (*now.picks[:seat], move.vote, *now.picks[seat + 1 :])
    following = seat + 1 if seat + 1 < len(picks) else 0
    picked = _in_round(state, _voted(now, following, picks, now.predictions))
    if following != now.host:
        return picked, _PICKED[seat]
    return _after(_PICKED[seat], _all_picked(picked))


def _all_picked(state: State) -> _Next:
    """Partners are dealt; three need no cards (F3.5); beginners go on to the reveal (F4.4)."""
    if state.is_beginners_round:
        return _reveal(state)
    if len(state.scores) == 3:
        return _partners(state, ((0, 1, 2),))
    return _in_phase(state, Phase.PARTNERS, CHANCE), ()


def _deal(state: State, move: Deal) -> _Next:
    return _partners(state, groups_of(move.signs))


def _partners(state: State, groups: tuple[tuple[int, ...], ...]) -> _Next:
    turn, host, _, _, card, redrawn, situation, picks, _, _, _ = state.round
    players = len(picks)
    targets = targets_of(groups, leftwards=is_leftwards(players, state.counted))
    nobody = (None,) * players
    known = Round(turn, host, Phase.PREDICT, host, card, redrawn, situation, picks, groups, targets, nobody)
    return _in_round(state, known), (Event("F3.5", "partners", None, {"groups": groups, "targets": targets}),)


def _predict(state: State, move: Predict) -> _Next:
    now, seat = state.round, move.seat
    predictions = (*now.predictions[:seat], move.vote, *now.predictions[seat + 1 :])
    following = seat + 1 if seat + 1 < len(predictions) else 0
    predicted = _in_round(state, _voted(now, following, now.picks, predictions))
    if following != now.host:
        return predicted, _PREDICTED[seat]
    return _after(_PREDICTED[seat], _reveal(predicted))


def _swap(state: State, move: Swap) -> _Next:
    """The replacement comes from the pile of the same symbol to the same position (F3.9)."""
    board, piles, at = state.board, state.stock.piles, move.position - 1
    symbol = state.setup.cards.positions[at]
    old, new = board.emotions[at], piles[symbol][0]
    emotions = (*board.emotions[:at], new, *board.emotions[at + 1 :])
    swapped = Board(emotions, (move.position,), (*board.removed, old), board.discards)
    stock = Stock((*piles[:symbol], piles[symbol][1:], *piles[symbol + 1 :]), state.stock.deck)
    event = Event("F3.9", "swapped", move.seat, {"position": move.position, "removed": old, "emotion": new})
    return _after((event,), _end_round(State(state.setup, stock, swapped, state.round, state.scores, state.history)))


def _keep(state: State, move: Keep) -> _Next:
    return _after((Event("F3.9", "kept", move.seat),), _end_round(state))


# The phases that pass by themselves


def _begin_round(state: State, number: int, host: int) -> _Next:
    """The host is set (F3.1) and goes through the emotions (F3.2); a card is drawn (F3.3)."""
    begun = (
        Event("F3.1", "host", host, {"turn": number}),
        Event("F3.2", "introduced", host, {"positions": state.board.fresh}),
    )
    nobody = (None,) * len(state.scores)
    fresh = _in_round(state, Round(number, host, Phase.RESHUFFLE, CHANCE, picks=nobody))
    return _after(begun, _draw(fresh)) if state.stock.deck else (fresh, begun)


def _draw(state: State) -> _Next:
    """The host draws a card (F3.3)."""
    (piles, deck), (turn, host, _, _, _, redrawn, _, picks, _, _, _) = state.stock, state.round
    drawn = Round(turn, host, Phase.SITUATION, host, deck[0], redrawn, None, picks)
    drew = Event("F3.3", "drew", host)
    return State(state.setup, Stock(piles, deck[1:]), state.board, drawn, state.scores, state.history), (drew,)


def _reveal(state: State) -> _Next:
    """Own picks, host first, then clockwise; then, in the same order, the predictions made about each (F3.7)."""
    now, board = state.round, state.board
    if now.card is None or now.situation is None:
        raise ValueError("a round is revealed after a situation was read, and this one was not")
    order = clockwise(len(now.picks), now.host)
    events = [_showed(seat, now.picks[seat]) for seat in order]
    shown = Revealed(now.card, now.situation, board.emotions, now.picks)
    seen = State(state.setup, state.stock, board, now, state.scores, (*state.history, shown))
    if state.is_beginners_round:
        return _after((*events, Event("F4.4", "beginners")), _ask_host(seen))
    right = right_predictions(now.picks, now.targets, now.predictions)
    by = {target: seat for seat, target in enumerate(now.targets)}
    events += [_turned(seat, by[seat], now.predictions[by[seat]], right=right[by[seat]]) for seat in order]
    return _after(tuple(events), _score(seen, right))


def _score(state: State, right: tuple[bool, ...]) -> _Next:
    """All markers move at once (F3.8); the track has an end when the game has an open one (F5.2)."""
    options = state.setup.options
    points = (sum(right),) * len(right) if options.cooperative else points_of(right, state.round.targets)
    scores = tuple([score + won for score, won in zip(state.scores, points, strict=True)])
    if options.open_end:
        scores = tuple(min(score, options.track) for score in scores)
    event = Event("F3.8", "scored", None, {"points": points, "scores": scores})
    scored = State(state.setup, state.stock, state.board, state.round, scores, state.history)
    reached = options.open_end and max(scores) == options.track
    return _after((event,), _finish(scored, Termination.LAST_CELL) if reached else _ask_host(scored))


def _ask_host(state: State) -> _Next:
    """The host may swap an emotion (F3.9)."""
    board = state.board
    if board.fresh:
        board = Board(board.emotions, (), board.removed, board.discards)
    asked = _round_in(state.round, Phase.SWAP, state.round.host)
    return State(state.setup, state.stock, board, asked, state.scores, state.history), ()


def _end_round(state: State) -> _Next:
    """The card is used; the game is over, or the next host's round begins (F3.1, F3.3)."""
    now, board = state.round, state.board
    used = () if now.card is None else (now.card,)
    after = Board(board.emotions, board.fresh, board.removed, (*board.discards, *used))
    ended = State(state.setup, state.stock, after, now, state.scores, state.history)
    termination = termination_after_round(ended)
    if termination is not None:
        return _finish(ended, termination)
    return _begin_round(ended, now.turn + 1, next_seat(range(len(state.scores)), now.host))


def _finish(state: State, termination: Termination) -> _Next:
    ended = _in_phase(state._replace(termination=termination), Phase.OVER, None)
    return ended, told_end(ended)


# Small parts

_MADE: dict[type[Move], Callable[[State, Any], _Next]] = {
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


# There are few different votes, and every simulated game tells hundreds.


@cache
def _showed(seat: int, vote: int | None) -> Event:
    return Event("F3.7", "showed", seat, {"vote": vote})


@cache
def _turned(seat: int, by: int, vote: int | None, *, right: bool) -> Event:
    return Event("F3.7", "turned", seat, {"by": by, "vote": vote, "right": right})


# What is told of a vote face down is that it was cast.
_PICKED = tuple((Event("F3.4", "picked", seat),) for seat in range(8))
_PREDICTED = tuple((Event("F3.6", "predicted", seat),) for seat in range(8))


@cache
def _told_of_all(clause: str, name: str, host: int, players: int) -> tuple[Event, ...]:
    """What is told of each seat, the host's first, then clockwise."""
    return tuple(Event(clause, name, seat) for seat in clockwise(players, host))


def _in_phase(state: State, phase: Phase, mover: int | None) -> State:
    return _in_round(state, _round_in(state.round, phase, mover))


# Simulated games are made of such copies: written out, they take half the time of _replace.


def _round_in(now: Round, phase: Phase, mover: int | None) -> Round:
    turn, host, _, _, card, redrawn, situation, picks, groups, targets, predictions = now
    return Round(turn, host, phase, mover, card, redrawn, situation, picks, groups, targets, predictions)


def _in_round(state: State, now: Round) -> State:
    return State(state.setup, state.stock, state.board, now, state.scores, state.history, state.termination)


def _voted(now: Round, following: int, picks: _Votes, predictions: _Votes) -> Round:
    turn, host, phase, _, card, redrawn, situation, _, groups, targets, _ = now
    return Round(turn, host, phase, following, card, redrawn, situation, picks, groups, targets, predictions)


def _after(events: tuple[Event, ...], following: _Next) -> _Next:
    """What follows, with these events before its own."""
    state, later = following
    return state, (*events, *later)


def _shuffled(cards: Sequence[int], generator: np.random.Generator) -> tuple[int, ...]:
    return tuple([cards[i] for i in generator.permutation(len(cards)).tolist()])
