"""How long a flick of a full table takes to rest: `python benchmarks/bench_shot.py [--json]`.

25 hearts at the spacing of the classic game; one is lifted, put at the rim, and flicked at some other.
"""

from __future__ import annotations

import json
import math
import statistics
import sys
import time
from dataclasses import replace

import numpy as np

from magnetsim.outline import heart_outline
from magnetsim.physics import settle
from magnetsim.scenario.kinds import as_finite
from magnetsim.shot import Flick
from magnetsim.table import Board, Placed, Table, lay, magnet_kind, with_magnet, without

FLICKS = 100
SPACING = 0.055
HALF = 0.3


def start(random: np.random.Generator) -> Table:
    """25 hearts on a jittered grid, at rest."""
    kind = magnet_kind(
        "heart", heart_outline(), height=0.007, density=4900, remanence=0.15, restitution=0.3, friction=0.3
    )
    board = Board(np.array([[-HALF, -HALF], [HALF, -HALF], [HALF, HALF], [-HALF, HALF]]), 0.0, 0.3, 0.24)
    grid = np.array([(i % 5 - 2, i // 5 - 2) for i in range(25)]) * SPACING + random.uniform(-5e-3, 5e-3, (25, 2))
    angle = random.uniform(-math.pi, math.pi, 25)
    return settle(lay(board, (kind,), [Placed(i, 0, (x, y), angle[i]) for i, (x, y) in enumerate(grid)])).table


def flick(table: Table, random: np.random.Generator) -> tuple[Table, Flick]:
    """The table with a shooter at the rim, and its shot."""
    magnet = int(random.integers(25))
    shooter = Placed(magnet, 0, (random.uniform(-0.2, 0.2), 0.012 - HALF), random.uniform(-math.pi, math.pi))
    ready = settle(with_magnet(without(table, [magnet]), shooter)).table
    row = ready.row(magnet)
    target = ready.position[random.choice(np.delete(np.arange(25), row))] - ready.position[row]
    return ready, Flick(magnet, math.atan2(target[1], target[0]), random.uniform(0.2, 1.6))


def as_bodies(table: Table) -> Table:
    """The table of finite magnets, at rest."""
    return settle(replace(table, kinds=tuple(as_finite(kind) for kind in table.kinds))).table


def measure(*, finite: bool) -> dict[str, float]:
    """Milliseconds of processor time a flick, and what a step of it costs in microseconds."""
    random = np.random.default_rng(1)
    tables = [start(random) for _ in range(10)]
    shots = [flick(tables[i % 10], random) for i in range(FLICKS)]
    if finite:
        shots = [(as_bodies(table), shot) for table, shot in shots]
    settle(*shots[0])
    times, steps = [], []
    for table, shot in shots:
        runs = []
        for _ in range(3):
            begin = time.thread_time()
            settled = settle(table, shot)
            runs.append(time.thread_time() - begin)
        times.append(min(runs) * 1e3)
        steps.append(settled.steps)
        assert settled.at_rest
    return {
        "median_ms": statistics.median(times),
        "mean_ms": statistics.mean(times),
        "worst_ms": max(times),
        "median_steps": statistics.median(steps),
        "us_a_step": sum(times) / sum(steps) * 1e3,
    }


def main() -> None:
    results = {"dipole": measure(finite=False), "finite": measure(finite=True)}
    if "--json" in sys.argv[1:]:
        print(json.dumps(results))
        return
    print(f"{'a flick of 25 to rest':<24}" + "".join(f"{name:>14}" for name in results["dipole"]))
    for model, result in results.items():
        print(f"  {model:<22}" + "".join(f"{value:14.1f}" for value in result.values()))


if __name__ == "__main__":
    main()
