"""Votes at random, of all that is allowed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from magnetsim.match import Request
from magnetsim.rules.feelinks.cards import POSITIONS, SITUATIONS
from magnetsim.rules.feelinks.moves import SAME, Keep, Move, Pick, Predict, Read, Redraw, Swap
from magnetsim.rules.feelinks.state import Phase, State


@dataclass(frozen=True, slots=True)
class RandomVotes:
    """The strategy `random`."""

    def choose(self, request: Request[State, Move], generator: np.random.Generator) -> Move:
        """Any of the moves that are allowed, all as likely as each other."""
        allowed = [move for move in _moves(request.view.phase, request.seat) if request.legal(move) is None]
        return allowed[int(generator.integers(len(allowed)))]


def _moves(phase: Phase, seat: int) -> list[Move]:
    """All moves of a phase, whether or not they are allowed."""
    votes = range(1, POSITIONS + 1)
    if phase is Phase.SITUATION:
        return [Redraw(seat), *(Read(seat, 1 + i) for i in range(SITUATIONS))]
    if phase is Phase.PICK:
        return [Pick(seat, vote) for vote in votes]
    if phase is Phase.PREDICT:
        return [Predict(seat, vote) for vote in (SAME, *votes)]
    return [Keep(seat), *(Swap(seat, position) for position in votes)]
