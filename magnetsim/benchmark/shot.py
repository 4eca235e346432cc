"""How long a flick of a full table takes to rest.

25 hearts at the spacing of the classic game; one is lifted, put at the rim, and flicked at some other.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np

from magnetsim.benchmark.hearts import HEARTS, hearts_on, square_grid
from magnetsim.benchmark.measure import Measure, processor_clock, spread_of
from magnetsim.errors import MagnetsimError
from magnetsim.language import Phrase
from magnetsim.physics import settle
from magnetsim.scenario.kinds import as_finite
from magnetsim.shot import Flick
from magnetsim.table import Placed, Table, with_magnet, without

FLICKS, RUNS = 100, 3
SPACING, HALF = 0.055, 0.3


def shots(watch: Callable[[float], None]) -> Iterator[Measure]:
    """A flick to rest, of points and of finite magnets: the spread is that of different flicks."""
    random = np.random.default_rng(1)
    tables = [_start(random) for _ in range(10)]
    points = [_flick(tables[i % 10], random) for i in range(FLICKS)]
    bodies = [(_as_bodies(table), shot) for table, shot in points]
    for each in (points, bodies):
        settle(*each[0])
    taken: dict[str, list[float]] = {"points": [], "finite magnets": []}
    for number, both in enumerate(zip(points, bodies, strict=True)):
        for name, (table, shot) in zip(taken, both, strict=True):
            taken[name].append(min(_timed(table, shot) for _ in range(RUNS)))
        watch((number + 1) / FLICKS)
    for name, seconds in taken.items():
        yield Measure("shot", f"flick to rest, {name}", HEARTS, spread_of(seconds))


def _timed(table: Table, shot: Flick) -> float:
    """Seconds of the processor."""
    begun = processor_clock()
    settled = settle(table, shot)
    used = processor_clock() - begun
    if not settled.at_rest:
        raise MagnetsimError(
            Phrase(
                "a flick that is timed did not come to rest: what is computed is not what was released; make test tells"
            )
        )
    return used


def _start(random: np.random.Generator) -> Table:
    """25 hearts on a jittered grid, at rest."""
    position = square_grid(SPACING) + random.uniform(-5e-3, 5e-3, (HEARTS, 2))
    return settle(hearts_on(HALF, position, random.uniform(-math.pi, math.pi, HEARTS))).table


def _flick(table: Table, random: np.random.Generator) -> tuple[Table, Flick]:
    """The table with a shooter at the rim, and its shot."""
    magnet = int(random.integers(HEARTS))
    shooter = Placed(magnet, 0, (random.uniform(-0.2, 0.2), 0.012 - HALF), random.uniform(-math.pi, math.pi))
    ready = settle(with_magnet(without(table, [magnet]), shooter)).table
    row = ready.row(magnet)
    target = ready.position[random.choice(np.delete(np.arange(HEARTS), row))] - ready.position[row]
    return ready, Flick(magnet, math.atan2(target[1], target[0]), random.uniform(0.2, 1.6))


def _as_bodies(table: Table) -> Table:
    """The table of finite magnets, at rest."""
    return settle(replace(table, kinds=tuple(as_finite(kind) for kind in table.kinds))).table
