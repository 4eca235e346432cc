"""A round of 《同感》: what each move does, and what happens in the phases that pass by themselves (F3.1-F3.9)."""

from __future__ import annotations

from functools import cache, lru_cache
from operator import add

from magnetsim.rules.base import CHANCE, Event, next_seat
from magnetsim.rules.feelinks.ending import termination_after_round, told_end
from magnetsim.rules.feelinks.moves import Deal, Keep, Pick, Predict, Read, Redraw, Reshuffle, Shuffle, Swap
from magnetsim.rules.feelinks.partners import clockwise, groups_of, is_leftwards, predictors_of, targets_of
from magnetsim.rules.feelinks.scoring import points_of, right_predictions
from magnetsim.rules.feelinks.state import Board, Phase, Revealed, Round, State, Stock, Termination

Told = list[Event]
"""What has happened so far at a move; each part of the machine adds its own."""
_Votes = tuple[int | None, ...]
_History = tuple[Revealed, ...]


def shuffle(state: State, move: Shuffle, told: Told) -> State:
    """The piles give the eight positions their emotions (F1.3)."""
    piles = [list(pile) for pile in move.piles]
    emotions = tuple(piles[symbol].pop(0) for symbol in state.setup.cards.positions)
    stock = Stock(tuple(tuple(pile) for pile in piles), move.deck)
    board = Board(emotions, tuple(range(1, len(emotions) + 1)))
    told += (Event("F1.3", "laid-out", None, {"emotions": emotions}), Event("F1.7", "first-host", move.host))
    return _begin_round(state, stock, board, 1, move.host, told)


def reshuffle(state: State, move: Reshuffle, told: Told) -> State:
    """The discards become the deck; a card that was to be put at its bottom goes there (F3.3)."""
    told.append(Event("F3.3", "reshuffled", None, {"cards": len(move.deck)}))
    now = state.round
    stock = _put_under(state.stock._replace(deck=move.deck), now.card)
    return _draw(state, stock, state.board._replace(discards=()), now.turn, now.host, told, redrawn=now.redrawn)


def redraw(state: State, move: Redraw, told: Told) -> State:
    """The card goes under the deck, and another is drawn (F4.5)."""
    now = state.round
    told.append(Event("F4.5", "redrew", move.seat))
    if not state.stock.deck:
        return _in_round(state, now._replace(phase=Phase.RESHUFFLE, to_move=CHANCE, redrawn=True))
    return _draw(state, _put_under(state.stock, now.card), state.board, now.turn, now.host, told, redrawn=True)


def read(state: State, move: Read, told: Told) -> State:
    """The host reads a situation out; all pick (F3.3)."""
    now = state.round
    told.append(Event("F3.3", "read", now.host, {"card": now.card, "situation": move.situation}))
    read_out = Round(now.turn, now.host, Phase.PICK, now.host, now.card, now.redrawn, move.situation, now.picks)
    return _in_round(state, read_out)


def pick(state: State, move: Pick, told: Told) -> State:
    """An own emotion is voted for, face down (F3.4)."""
    now = state.round
    told.append(_cast("F3.4", "picked", move.seat))
    picks, following = _voted(now.picks, move)
    if following != now.host:
        return _in_round(state, now._replace(to_move=following, picks=picks))
    return all_picked(state, picks, told)


def all_picked(state: State, picks: _Votes, told: Told) -> State:
    """Partners are dealt; three need no cards (F3.5); beginners go on to the reveal (F4.4)."""
    if state.is_beginners_round:
        return reveal(state, picks, (), told)
    if len(picks) == 3:
        return _partners(state, picks, ((0, 1, 2),), told)
    now = state.round
    voted = Round(now.turn, now.host, Phase.PARTNERS, CHANCE, now.card, now.redrawn, now.situation, picks)
    return _in_round(state, voted)


def deal(state: State, move: Deal, told: Told) -> State:
    """The partner cards say who predicts whom (F3.5)."""
    return _partners(state, state.round.picks, groups_of(move.signs), told)


def _partners(state: State, picks: _Votes, groups: tuple[tuple[int, ...], ...], told: Told) -> State:
    now = state.round
    targets = targets_of(groups, leftwards=is_leftwards(len(picks), state.counted))
    told.append(Event("F3.5", "partners", None, {"groups": groups, "targets": targets}))
    nobody = (None,) * len(picks)
    turn, host, card, redrawn, situation = now.turn, now.host, now.card, now.redrawn, now.situation
    paired = Round(turn, host, Phase.PREDICT, host, card, redrawn, situation, picks, groups, targets, nobody)
    return _in_round(state, paired)


def predict(state: State, move: Predict, told: Told) -> State:
    """A partner's emotion is predicted, face down (F3.6)."""
    now = state.round
    told.append(_cast("F3.6", "predicted", move.seat))
    predictions, following = _voted(now.predictions, move)
    if following != now.host:
        return _in_round(state, now._replace(to_move=following, predictions=predictions))
    return reveal(state, now.picks, predictions, told)


def swap(state: State, move: Swap, told: Told) -> State:
    """The replacement comes from the pile of the same symbol to the same position (F3.9)."""
    (emotions, _, removed, discards), (piles, deck), at = state.board, state.stock, move.position - 1
    symbol = state.setup.cards.positions[at]
    old, new = emotions[at], piles[symbol][0]
    swapped = Board((*emotions[:at], new, *emotions[at + 1 :]), (move.position,), (*removed, old), discards)
    stock = Stock((*piles[:symbol], piles[symbol][1:], *piles[symbol + 1 :]), deck)
    told.append(Event("F3.9", "swapped", move.seat, {"position": move.position, "removed": old, "emotion": new}))
    return _end_round(state, stock, swapped, told)


def keep(state: State, move: Keep, told: Told) -> State:
    """The host leaves the emotions as they are (F3.9)."""
    told.append(Event("F3.9", "kept", move.seat))
    return _end_round(state, state.stock, state.board, told)


# The phases that pass by themselves. What they change is handed on, and made a state of where somebody moves.


def _begin_round(state: State, stock: Stock, board: Board, turn: int, host: int, told: Told) -> State:
    """The host is set (F3.1) and goes through the emotions (F3.2); a card is drawn (F3.3)."""
    told += _begun(turn, host, board.fresh)
    if stock.deck:
        return _draw(state, stock, board, turn, host, told)
    fresh = Round(turn, host, Phase.RESHUFFLE, CHANCE, picks=(None,) * len(state.scores))
    return State(state.setup, stock, board, fresh, state.scores, state.history)


def _draw(
    state: State, stock: Stock, board: Board, turn: int, host: int, told: Told, *, redrawn: bool = False
) -> State:
    """The host draws a card (F3.3)."""
    piles, deck = stock
    told.append(_drew(host))
    drawn = Round(turn, host, Phase.SITUATION, host, deck[0], redrawn, None, (None,) * len(state.scores))
    return State(state.setup, Stock(piles, deck[1:]), board, drawn, state.scores, state.history)


def reveal(state: State, picks: _Votes, predictions: _Votes, told: Told) -> State:
    """Own picks, host first, then clockwise; then, in the same order, the predictions made about each (F3.7)."""
    now = state.round
    turn, host, card, redrawn, situation = now.turn, now.host, now.card, now.redrawn, now.situation
    groups, targets = now.groups, now.targets
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


def _score(state: State, known: Round, history: _History, right: tuple[bool, ...], told: Told) -> State:
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


def _end_round(state: State, stock: Stock, board: Board, told: Told) -> State:
    """The card is used; the game is over, or the next host's round begins (F3.1, F3.3)."""
    now, (emotions, fresh, removed, discards) = state.round, board
    used = discards if now.card is None else (*discards, now.card)
    board = Board(emotions, fresh, removed, used)
    termination = termination_after_round(state)
    if termination is not None:
        return _finish(state._replace(stock=stock, board=board), termination, told)
    return _begin_round(state, stock, board, now.turn + 1, next_seat(range(len(state.scores)), now.host), told)


def _finish(state: State, termination: Termination, told: Told) -> State:
    over = state.round._replace(phase=Phase.OVER, to_move=None)
    ended = state._replace(round=over, termination=termination)
    told += told_end(ended)
    return ended


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
def cast_by_all(clause: str, name: str, host: int, players: int) -> tuple[Event, ...]:
    """What is told when all vote, from the host on."""
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
