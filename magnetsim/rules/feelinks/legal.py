"""What a move is refused for; every refusal names the phase and the player."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import eq
from typing import Any

from magnetsim.rules.base import CHANCE, Reason
from magnetsim.rules.feelinks.cards import POSITIONS, SITUATIONS
from magnetsim.rules.feelinks.moves import (
    SAME,
    Deal,
    Keep,
    Move,
    Pick,
    Predict,
    Read,
    Redraw,
    Reshuffle,
    Shuffle,
    Swap,
    picked,
    predicted,
)
from magnetsim.rules.feelinks.partners import clockwise, partner_cards
from magnetsim.rules.feelinks.state import NUMBERS, Phase, State

_PICKS = frozenset(range(1, POSITIONS + 1))
_PREDICTIONS = _PICKS | {SAME}


def legal(state: State, move: Move, facts: None = None) -> Reason | None:  # noqa: ARG001 - no world reports here
    """Why the move is refused, None when it is not."""
    now, kind = state.round, type(move)
    phase, clause, check = _MOVES[kind]
    if now.phase is not phase:
        return _refused(state, move, "wrong-phase", clause, f"expected {_expected(state)}, got {kind.__name__}")
    if now.to_move != getattr(move, "seat", CHANCE):
        return _wrong_player(state, move, clause)
    return check(state, move)


def legal_votes(state: State, votes: Sequence[int]) -> Reason | None:
    """Why all votes of a phase, by seat, are refused: the first refused one's reason, from the host on, clockwise."""
    now, picking = state.round, state.phase is Phase.PICK
    allowed = _PICKS if picking else _PREDICTIONS if now.phase is Phase.PREDICT else frozenset[int]()
    if now.to_move == now.host and allowed.issuperset(votes) and not any(map(eq, votes, now.picks)):
        return None
    # One by one, to say which is wrong.
    vote: Callable[[int, int], Move] = picked if picking else predicted
    check: _Check = _pick if picking else _predict
    seats = clockwise(len(votes), now.host)
    reason = legal(state, vote(now.host, votes[now.host]))
    others = (check(state, vote(seat, votes[seat])) for seat in seats[1:])
    return reason or next(filter(None, others), None)


def _wrong_player(state: State, move: Move, clause: str) -> Reason:
    seat: int = getattr(move, "seat", CHANCE)
    votes = state.round.picks if isinstance(move, Pick) else state.round.predictions
    done = isinstance(move, Pick | Predict) and 0 <= seat < len(votes) and votes[seat] is not None
    if done:
        text = f"expected one vote of each player, got another of {_player(state, seat)}"
        return _refused(state, move, "twice", clause, text)
    text = f"expected {_player(state, state.round.to_move)} to move, got {_player(state, seat)}"
    return _refused(state, move, "wrong-player", clause, text)


def _shuffle(state: State, move: Shuffle) -> Reason | None:
    cards, players = state.setup.cards, len(state.setup.players)
    if tuple([tuple(sorted(pile)) for pile in move.piles]) != cards.piles:
        return _refused(state, move, "not-the-piles", "F1.3", "expected each pile to hold its symbol's emotions, once")
    if sorted(move.deck) != list(range(len(cards.cards))):
        return _refused(state, move, "not-the-deck", "F1.5", "expected the deck to hold every situation card once")
    if not 0 <= move.host < players:
        text = f"expected a first host from 0 to {players - 1}, got {move.host}"
        return _refused(state, move, "no-such-seat", "F1.7", text)
    return None


def _reshuffle(state: State, move: Reshuffle) -> Reason | None:
    if sorted(move.deck) != sorted(state.board.discards):
        return _refused(state, move, "not-the-deck", "F3.3", "expected the discards, each of them once")
    return None


def _redraw(state: State, move: Redraw) -> Reason | None:
    if state.round.redrawn:
        text = "expected at most one redraw a round, got a second; read one of this card's situations"
        return _refused(state, move, "redrawn", "F4.5", text)
    if not state.stock.deck and not state.board.discards:
        return _refused(state, move, "no-other-card", "F3.3", "expected another card to draw, but there is none")
    return None


def _read(state: State, move: Read) -> Reason | None:
    if not 1 <= move.situation <= SITUATIONS:
        text = f"expected one of the situations 1 to {SITUATIONS}, got {move.situation}"
        return _refused(state, move, "no-such-situation", "F3.3", text)
    return None


def _pick(state: State, move: Pick) -> Reason | None:
    if move.vote not in _PICKS:
        return _refused(state, move, "no-such-emotion", "F4.1", f"expected one of 1 to {POSITIONS}, got {move.vote}")
    return None


def _deal(state: State, move: Deal) -> Reason | None:
    players = len(state.setup.players)
    if sorted(move.signs) != list(partner_cards(players)):
        text = f"expected the partner cards {list(partner_cards(players))} in any order, got {list(move.signs)}"
        return _refused(state, move, "not-the-cards", "F1.6", text)
    return None


def _predict(state: State, move: Predict) -> Reason | None:
    if move.vote not in _PREDICTIONS:
        text = f'expected one of 1 to {POSITIONS} or "same" ({SAME}), got {move.vote}'
        return _refused(state, move, "no-such-emotion", "F4.1", text)
    if move.vote == state.round.picks[move.seat]:
        text = f'card {move.vote} lies before its owner already: expected another, or "same" ({SAME})'
        return _refused(state, move, "own-number", "F3.6", text)
    return None


def _swap(state: State, move: Swap) -> Reason | None:
    if not 1 <= move.position <= POSITIONS:
        text = f"expected one of the positions 1 to {POSITIONS}, got {move.position}"
        return _refused(state, move, "no-such-emotion", "F3.9", text)
    symbol = state.setup.cards.positions[move.position - 1]
    if not state.stock.piles[symbol]:
        text = f'there is no card left with the symbol "{state.setup.cards.symbols[symbol].en}"'
        return _refused(state, move, "empty-pile", "F3.9", text)
    return None


def _keep(state: State, move: Keep) -> Reason | None:  # noqa: ARG001 - always allowed
    return None


_Check = Callable[[State, Any], Reason | None]

_MOVES: dict[type[Move], tuple[Phase, str, _Check]] = {
    Shuffle: (Phase.SHUFFLE, "F1.3", _shuffle),
    Reshuffle: (Phase.RESHUFFLE, "F3.3", _reshuffle),
    Redraw: (Phase.SITUATION, "F3.3", _redraw),
    Read: (Phase.SITUATION, "F3.3", _read),
    Pick: (Phase.PICK, "F3.4", _pick),
    Deal: (Phase.PARTNERS, "F3.5", _deal),
    Predict: (Phase.PREDICT, "F3.6", _predict),
    Swap: (Phase.SWAP, "F3.9", _swap),
    Keep: (Phase.SWAP, "F3.9", _keep),
}
"""The phase in which a move is made, its clause, and what else is asked of it."""


def _refused(state: State, move: Move, name: str, clause: str, text: str) -> Reason:
    number = NUMBERS.get(state.phase)
    where = state.phase.value if number is None else f"phase {number} ({state.phase.value})"
    return Reason(name, clause, f"{where}, {_player(state, getattr(move, 'seat', CHANCE))}: {text} ({clause})")


def _player(state: State, seat: int | None) -> str:
    if seat is None or seat == CHANCE:
        return "nobody" if seat is None else "chance"
    return state.setup.players[seat].name if 0 <= seat < len(state.setup.players) else f"seat {seat}"


def _expected(state: State) -> str:
    """The moves that the phase has, in words."""
    names = [kind.__name__ for kind, (phase, *_) in _MOVES.items() if phase is state.phase]
    return " or ".join(names) if names else "no more moves"
