"""What a strategy is given, and what it owes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from magnetsim.match import Request
from magnetsim.rules.xinxin.game import Facts, Move, Shoot, State

OWN = -1
"""In a script, for the number of a magnet: whatever is the player's shooter then."""


class Ask:
    """What would a move do? Answered by physics on a copy: nothing changes but how often it was asked.

    times : as often
    """

    def __init__(self, world: Callable[[State, Move], Facts | None]) -> None:
        self._world = world
        self.times = 0

    def __call__(self, state: State, move: Move) -> Facts | None:
        """The facts of a move that a state allows."""
        self.times += 1
        return self._world(state, move)


@dataclass(frozen=True, slots=True)
class Tools:
    """What a strategy is made from.

    touch_gap : m, nearer than which magnets count as touching
    ask : physics, for a strategy that wants to know what a shot would do
    shots : of a script, in order; OWN stands for the shooter of the moment
    """

    touch_gap: float
    ask: Ask
    shots: tuple[Shoot, ...] = ()


class Strategist(Protocol):
    """A strategy for 《心心相引》."""

    def choose(self, request: Request[State, Move], generator: np.random.Generator) -> Move:
        """The move that is meant; all chance comes from the generator."""
