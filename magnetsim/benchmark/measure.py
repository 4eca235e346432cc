"""Times taken in turns, so that what disturbs the machine disturbs all that is compared."""

from __future__ import annotations

import gc
import math
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np

Calls = Callable[[int], object]
"""Does a thing as many times as it is told."""

SLICE = 0.02
"""s that one turn of one thing is to last: long beside the clock's own cost, short beside a disturbance."""
FEWEST, MOST = 3, 61
"""Turns of each."""
PAUSE = 0.03
"""s for which threads that have ended their work are let go on spinning."""


FINE = 1e-5
"""s; a clock that ticks more slowly is none for this."""


def processor_clock() -> float:
    """Seconds that the processor has worked for this thread; where the system counts too coarsely, those on the wall.

    What others do on the machine counts little in it.
    """
    return time.thread_time() if _counts_finely() else time.perf_counter()


@cache
def _counts_finely() -> bool:
    return time.get_clock_info("thread_time").resolution <= FINE


@dataclass(frozen=True, slots=True)
class Spread:
    """Seconds for one call: the median of all turns, and the quartiles."""

    median: float
    low: float
    high: float
    turns: int


@dataclass(frozen=True, slots=True)
class Measure:
    """What was measured of one thing.

    bench, what, n : `kernels`, `step` and so on; whose time it is; of how many magnets
    error : of a kernel, against the definition, over the sum of the sizes of the pairs' forces
    compiled : s until the first call could begin to compute, apart from the time itself
    """

    bench: str
    what: str
    n: int
    time: Spread
    error: float | None = None
    compiled: float | None = None

    @property
    def key(self) -> str:
        """What it is called where it is compared."""
        return f"{self.bench}/{self.what}/{self.n}"


def spread_of(seconds: list[float]) -> Spread:
    """The median and the quartiles of some times."""
    low, median, high = np.quantile(seconds, [0.25, 0.5, 0.75]).tolist()
    return Spread(median, low, high, len(seconds))


def taken_in_turns(
    things: Mapping[str, Calls],
    *,
    seconds: float,
    watch: Callable[[float], None] = lambda _: None,
    clock: Callable[[], float] = processor_clock,
    slow: Collection[str] = (),
    pause: float = 0.0,
) -> dict[str, Spread]:
    """The time of one call of each thing; each has been called before.

    seconds : how long all of it may take, which FEWEST turns of slow things may exceed
    watch : is told what part is done        clock : the time that counts
    slow : names of those that last longer than SLICE        pause : s before each turn
    """
    calls = {name: 1 if name in slow else _calls_a_slice(thing, clock) for name, thing in things.items()}
    found: dict[str, list[float]] = {name: [] for name in things}
    begun = time.perf_counter()
    collecting = gc.isenabled()
    gc.disable()
    try:
        for turn in range(MOST):
            for name, thing in things.items():
                time.sleep(pause)
                start = clock()
                thing(calls[name])
                found[name].append((clock() - start) / calls[name])
            used = time.perf_counter() - begun
            watch(min(1.0, max((turn + 1) / MOST, used / seconds)))
            if turn + 1 >= FEWEST and used > seconds:
                break
    finally:
        if collecting:
            gc.enable()
    return {name: spread_of(times) for name, times in found.items()}


def _calls_a_slice(thing: Calls, clock: Callable[[], float]) -> int:
    """How many calls last for about SLICE."""
    calls = 1
    while True:
        start = clock()
        thing(calls)
        used = clock() - start
        if used >= SLICE / 4:
            return max(1, math.ceil(calls * SLICE / used))
        calls *= 4
