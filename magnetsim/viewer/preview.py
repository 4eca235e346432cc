"""What a shot would do, computed beside the window: the same world that the match asks, so it cannot disagree."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from magnetsim.errors import MagnetsimError
from magnetsim.match import Hand
from magnetsim.rules.base import Reason
from magnetsim.rules.xinxin import game as xinxin
from magnetsim.rules.xinxin.game import Move, Shoot, ShotResult, State
from magnetsim.shot import Settled
from magnetsim.tabletop import World

FAN = 32
"""Shots with a hand's error from which chances are told."""


@dataclass(frozen=True, slots=True, eq=False)
class Foreseen:
    """What one shot would do: the motion, or why it is refused."""

    move: Shoot
    settled: Settled | None
    reason: Reason | None


@dataclass(frozen=True, slots=True)
class Odds:
    """Of so many shots with a hand's error: how many took how many magnets, how many made one fall.

    taken : by number of magnets in the largest new cluster        fell, refused : shots
    """

    shots: int
    taken: tuple[tuple[int, int], ...]
    fell: int
    refused: int


class Preview:
    """Computes the newest wish in a thread of its own; what an older one would show is never shown."""

    def __init__(self, world: World) -> None:
        self.foreseen: Foreseen | None = None
        self.odds: Odds | None = None
        self._world = world
        self._wish: tuple[State, Shoot, Hand[Move] | None] | None = None
        self._number = 0
        self._changed = threading.Condition()
        self._going = True
        self._thread = threading.Thread(target=self._work, name="preview", daemon=True)
        self._thread.start()

    def wish(self, state: State, move: Shoot, hand: Hand[Move] | None = None) -> None:
        """Ask for a shot's outcome, and with a hand that errs for the chances of a fan of shots about it."""
        with self._changed:
            self._number += 1
            self._wish, self.foreseen, self.odds = (state, move, hand), None, None
            self._changed.notify()

    def clear(self) -> None:
        """Forget what was foreseen, and what is being computed."""
        with self._changed:
            self._number += 1
            self._wish, self.foreseen, self.odds = None, None, None

    def close(self) -> None:
        """End the thread."""
        with self._changed:
            self._going = False
            self._number += 1
            self._changed.notify()

    def _newest(self, number: int) -> bool:
        return number == self._number

    def _work(self) -> None:
        while True:
            with self._changed:
                while self._wish is None and self._going:
                    self._changed.wait()
                if not self._going or self._wish is None:
                    return
                (state, move, hand), number = self._wish, self._number
                self._wish = None
            seen = foresee(self._world, state, move)
            with self._changed:
                if self._newest(number):
                    self.foreseen = seen
            if hand is None:
                continue
            odds = odds_of(self._world, state, move, hand, wanted=partial(self._newest, number))
            with self._changed:
                if self._newest(number):
                    self.odds = odds


def foresee(world: World, state: State, move: Shoot) -> Foreseen:
    """What a shot would do from a state."""
    reason = xinxin.legal(state, move)
    if reason is not None:
        return Foreseen(move, None, reason)
    try:
        facts = world(state, move)
    except MagnetsimError:
        return Foreseen(move, None, None)
    settled = facts.settled if isinstance(facts, ShotResult) else None
    return Foreseen(move, settled, xinxin.legal(state, move, facts))


def odds_of(
    world: World,
    state: State,
    move: Shoot,
    hand: Hand[Move],
    shots: int = FAN,
    wanted: Callable[[], bool] = lambda: True,
) -> Odds:
    """What becomes of a shot in a hand that errs: seeded, so that the same shot has the same odds.

    wanted : asked before each shot; False ends the fan there
    """
    taken: Counter[int] = Counter()
    fell = refused = 0
    for seed in range(shots):
        if not wanted():
            break
        one = hand(move, np.random.default_rng(seed))
        if not isinstance(one, Shoot) or xinxin.legal(state, one) is not None:
            refused += 1
            continue
        try:
            facts = world(state, one)
        except MagnetsimError:
            refused += 1
            continue
        if xinxin.legal(state, one, facts) is not None:
            refused += 1
            continue
        after, _ = xinxin.apply(state, one, facts)
        fell += bool(after.falling or after.waiting)
        taken[max((len(cluster) for cluster in after.on_offer), default=0)] += 1
    return Odds(shots, tuple(sorted(taken.items())), fell, refused)
