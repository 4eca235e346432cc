"""What a seat may see: all that lies open, and of what lies face down only its own."""

from __future__ import annotations

from functools import lru_cache

from magnetsim.rules.feelinks.state import HIDDEN, Phase, Round, State, Stock

_SECRET_VOTES = (Phase.PICK, Phase.PARTNERS, Phase.PREDICT)


def view(state: State, seat: int) -> State:
    """The state as that seat may see it; a card that lies face down is HIDDEN.

    Hidden are the piles and the deck, the drawn card from all but the host until a situation is read (F3.3), and what
    others have picked and predicted until it is revealed (F3.4, F3.6).
    """
    stock, now = state.stock, state.round
    if now.phase in _SECRET_VOTES:
        turn, host, phase, mover, card, redrawn, situation, picks, groups, targets, predictions = now
        picks, predictions = _own(picks, seat), _own(predictions, seat)
        now = Round(turn, host, phase, mover, card, redrawn, situation, picks, groups, targets, predictions)
    elif now.situation is None and now.card is not None and seat != now.host:
        now = now._replace(card=HIDDEN)
    hidden = _face_down(tuple(map(len, stock.piles)), len(stock.deck))
    return State(state.setup, hidden, state.board, now, state.scores, state.history, state.termination)


def _own(votes: tuple[int | None, ...], seat: int) -> tuple[int | None, ...]:
    """The votes, those of others face down."""
    if votes.count(None) == len(votes):
        return votes
    hidden: list[int | None] = [HIDDEN] * len(votes)
    if None in votes:
        hidden = [None if vote is None else HIDDEN for vote in votes]
    hidden[seat] = votes[seat]
    return tuple(hidden)


@lru_cache(maxsize=4096)
def _face_down(piles: tuple[int, ...], deck: int) -> Stock:
    return Stock(tuple((HIDDEN,) * cards for cards in piles), (HIDDEN,) * deck)
