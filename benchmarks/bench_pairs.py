"""What a pair of finite magnets costs, by how far apart the two are: `python benchmarks/bench_pairs.py`.

In nanoseconds of processor time, hearts upon hearts; and in microseconds all forces of whole tables.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numba
import numpy as np
import numpy.typing as npt

from magnetsim.benchmark.hearts import heart
from magnetsim.kernels.finite import finite_forces, flat_clouds
from magnetsim.scenario.kinds import as_finite

Floats = npt.NDArray[np.float64]


@numba.njit
def repeat(times, x, y, cosine, sine, moment, mz, which, moving, clouds, fx, fy, torque):  # type: ignore[no-untyped-def]
    for _ in range(times):
        finite_forces(x, y, cosine, sine, moment, mz, which, moving, False, clouds, fx, fy, torque)


def nanoseconds(call: Callable[[int], object], repeats: int = 2000) -> float:
    """The best of seven runs, for one of the repeats, after one to warm up."""
    call(1)
    runs = []
    for _ in range(7):
        start = time.thread_time()
        call(repeats)
        runs.append(time.thread_time() - start)
    return min(runs) / repeats * 1e9


def main() -> None:
    kind = as_finite(heart())
    assert kind.charges is not None
    clouds = flat_clouds([kind.charges])
    random = np.random.default_rng(1)
    near_until, far_from = clouds.zones[:, 0, 0] * 1e3
    distances = {
        "near clouds": near_until - 5,
        "near and far clouds": (near_until + far_from) / 2,
        "far clouds": far_from + 5,
    }

    def cost(place: Floats, *, alone: bool) -> float:
        angle = random.uniform(-3, 3, len(place))
        moving = np.arange(len(place)) == 0 if alone else np.ones(len(place), dtype=bool)
        arrays = (*place.T.copy(), np.cos(angle), np.sin(angle), np.full(len(place), 0.18), np.zeros(len(place)))
        rest = (np.zeros(len(place), dtype=np.int64), moving, clouds, *np.zeros((3, len(place))))
        return nanoseconds(lambda times: repeat(times, *arrays, *rest))

    turn = np.arange(24) * 2 * np.pi / 24
    ring = np.concatenate([np.zeros((1, 2)), np.column_stack([np.cos(turn), np.sin(turn)])])
    print(f"ns a pair ({len(kind.charges.near)} charges near, {len(kind.charges.far)} far)")
    for name, distance in distances.items():
        print(f"  {f'{name}, {distance:.0f} mm':<34}{cost(distance * 1e-3 * ring, alone=True) / 24:10.0f}")
    grid = np.array([(i % 5, i // 5) for i in range(25)]) * 0.055
    print("us for all forces")
    for name, alone in (("25 at 55 mm, one moves", True), ("25 at 55 mm", False)):
        print(f"  {name:<34}{cost(grid, alone=alone) / 1e3:10.2f}")


if __name__ == "__main__":
    main()
