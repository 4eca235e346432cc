"""Forces on very many dipoles: time, error and growth, beside the sum over all pairs and the fast multipole method of
fmm3dpy, where that is installed: `python -m benchmarks.bench_large`.

Times are medians of calls made in turns, on as many threads as numba and OpenMP take: ms by the clock, and of all
processors together, which tells more on a machine that others use. Errors are those of a random
sample of magnets against the sum over all pairs; rms is the root mean square of the error of the force over that of the
force, worst is the largest error of a force over the sum of the sizes of 3k m m/r⁴ of all pairs of its magnet.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec

import numba
import numpy as np
import numpy.typing as npt

from magnetsim.kernels.dipole import dipole_forces
from magnetsim.kernels.multipole import multipole_forces
from tests.kernels.large_tables import SPACING, dipoles

Floats = npt.NDArray[np.float64]
Kernel = Callable[..., None]

SAMPLE = 100
OTHERS_UP_TO, EACH = 100_000, 1.0
"""Magnets up to which the other kernels are timed; s for which each is timed, one call at least."""


def of_pairs(given: Floats, row: int) -> Floats:
    """What each puts on one of them: fx, fy, torque, 3k m m/r⁴, k m m/r³, r (6, n)."""
    x, y, mx, my, mz = given
    dx, dy = x[row] - x, y[row] - y
    r2 = dx * dx + dy * dy
    r2[row] = np.inf
    inverse3, size = r2**-1.5, np.sqrt(mx * mx + my * my + mz * mz)
    inverse5 = inverse3 / r2
    along, on_row = mx * dx + my * dy, mx[row] * dx + my[row] * dy
    radial = inverse5 * (mx[row] * mx + my[row] * my + mz[row] * mz - 5.0 * along * on_row / r2)
    field_x, field_y = 3.0 * along * inverse5 * dx - inverse3 * mx, 3.0 * along * inverse5 * dy - inverse3 * my
    return np.array(
        [
            3e-7 * (inverse5 * (along * mx[row] + on_row * mx) + radial * dx),
            3e-7 * (inverse5 * (along * my[row] + on_row * my) + radial * dy),
            1e-7 * (mx[row] * field_y - my[row] * field_x),
            3e-7 * size[row] * size / r2**2,
            1e-7 * size[row] * size * inverse3,
            np.sqrt(r2),
        ]
    )


class Sample:
    """The sums over all pairs for some of the magnets."""

    def __init__(self, given: Floats, count: int = SAMPLE) -> None:
        n = given.shape[1]
        self.rows = np.random.default_rng(3).choice(n, min(n, count), replace=False)
        self.sums = np.array([of_pairs(given, row)[:5].sum(axis=1) for row in self.rows]).T

    def errors(self, loads: Floats) -> tuple[float, float]:
        """The error's rms, and the worst."""
        off = np.hypot(*(loads[:2, self.rows] - self.sums[:2]))
        return root_mean_square(off) / root_mean_square(np.hypot(*self.sums[:2])), float((off / self.sums[3]).max())


def root_mean_square(values: Floats) -> float:
    return float(np.sqrt((values * values).mean()))


def lfmm3d(
    accuracy: float,
    x: Floats,
    y: Floats,
    mx: Floats,
    my: Floats,
    mz: Floats,
    fx: Floats,
    fy: Floats,
    torque: Floats,
) -> None:
    """The same by fmm3dpy: one call with all dipoles as sources gives slope and Hessian of the potential at each."""
    import fmm3dpy

    places, moments = np.array([x, y, np.zeros(len(x))]), np.array([mx, my, mz])
    found = fmm3dpy.lfmm3d(eps=accuracy, sources=places, dipvec=moments, pg=3)
    # Of m·r/4πr³; the Hessian is xx, yy, zz, xy, xz, yz.
    field, slope = -4e-7 * np.pi * found.grad, -4e-7 * np.pi * found.hess
    fx[:] = mx * slope[0] + my * slope[3] + mz * slope[4]
    fy[:] = mx * slope[3] + my * slope[1] + mz * slope[5]
    torque[:] = mx * field[1] - my * field[0]


def all_pairs() -> Kernel:
    """The sum over all pairs, on all threads where there is such a kernel."""
    if find_spec("magnetsim.kernels.dipole_parallel") is None:
        return dipole_forces
    from magnetsim.kernels.dipole_parallel import dipole_forces_parallel

    return dipole_forces_parallel


def timed(kernels: dict[str, Kernel], given: Floats) -> dict[str, tuple[str, Floats]]:
    """Median times in ms of each, by the clock and of processors, and the loads that it filled in."""
    loads = {name: np.empty((3, given.shape[1])) for name in kernels}
    taken: dict[str, list[tuple[float, float]]] = {name: [] for name in kernels}
    few = np.ascontiguousarray(given[:, : min(given.shape[1], 4_000)])
    for name, kernel in kernels.items():
        kernel(*few, *loads[name][:, : few.shape[1]].copy())
    while left := [name for name in kernels if sum(clock for clock, _ in taken[name]) < EACH and len(taken[name]) < 50]:
        for name in left:
            clock, work = time.perf_counter(), time.process_time()
            kernels[name](*given, *loads[name])
            taken[name].append((time.perf_counter() - clock, time.process_time() - work))
    medians = {name: [1e3 * statistics.median(times) for times in zip(*taken[name], strict=True)] for name in kernels}
    return {name: (f"{medians[name][0]:>9.1f} {medians[name][1]:>9.1f}", loads[name]) for name in kernels}


def growth(counts: list[int], kernels: dict[str, Kernel]) -> None:
    print("\nevenly spread, random directions")
    print(f"{'magnets':>9}  {'kernel':<16} {'ms':>9} {'ms work':>9} {'rms':>8} {'worst':>8}")
    for n in counts:
        given = dipoles("even", n)
        sample = Sample(given)
        chosen = {name: kernel for name, kernel in kernels.items() if n <= OTHERS_UP_TO or "multipole" in name}
        for name, (taken, loads) in timed(chosen, given).items():
            rms, worst = sample.errors(loads)
            print(f"{n:>9,}  {name:<16} {taken} {rms:>8.0e} {worst:>8.0e}", flush=True)


def spreads(n: int) -> None:
    print(f"\n{n:,} magnets, otherwise spread; all moments in one direction")
    print(f"{'table':<14} {'accuracy':<10} {'ms':>9} {'ms work':>9} {'rms':>8} {'worst':>8}")
    for table in ("even", "line", "clumps", "two gaps", "one far away", "scattered"):
        given = dipoles(table, n, aligned=True)
        sample = Sample(given)
        kernels = {f"{accuracy:g}": partial(multipole_forces, accuracy=accuracy) for accuracy in (1e-2, 1e-6)}
        for name, (taken, loads) in timed(kernels, given).items():
            rms, worst = sample.errors(loads)
            print(f"{table:<14} {name:<10} {taken} {rms:>8.0e} {worst:>8.0e}", flush=True)


def cut_off(n: int) -> None:
    """The error of leaving out all that is farther than a radius: rms of force and torque, over that of the whole."""
    print(f"\n{n:,} magnets {SPACING * 1e3:g} mm apart, those beyond a radius left out: rms error of force and torque")
    print(f"{'radius mm':>9} {'in it':>7} {'random: force':>14} {'torque':>8} {'aligned: force':>15} {'torque':>8}")
    radii = SPACING * np.array([2, 4, 8, 16, 32, 64])
    shares, inside = [], np.zeros(len(radii))
    for aligned in (False, True):
        given = dipoles("even", n, aligned=aligned)
        rows = np.random.default_rng(3).choice(n, 400, replace=False)
        loads, left = np.empty((400, 3)), np.empty((len(radii), 400, 3))
        for k, row in enumerate(rows):
            pairs = of_pairs(given, row)
            loads[k] = pairs[:3].sum(axis=1)
            for place, radius in enumerate(radii):
                beyond = (pairs[5] > radius) & np.isfinite(pairs[5])
                left[place, k] = pairs[:3, beyond].sum(axis=1)
                inside[place] += (n - beyond.sum()) / 800
        force, torque = root_mean_square(np.hypot(*loads.T[:2])), root_mean_square(loads[:, 2])
        shares.append(
            [(root_mean_square(np.hypot(*one.T[:2])) / force, root_mean_square(one[:, 2]) / torque) for one in left]
        )
    for radius, count, mixed, alike in zip(radii, inside, *shares, strict=True):
        errors = f"{mixed[0]:>14.1e} {mixed[1]:>8.1e} {alike[0]:>15.1e} {alike[1]:>8.1e}"
        print(f"{radius * 1e3:>9.0f} {count:>7.0f} {errors}")


def main() -> None:
    kernels: dict[str, Kernel] = {"all pairs": all_pairs()}
    for accuracy in (1e-2, 1e-4, 1e-6):
        kernels[f"multipole {accuracy:g}"] = partial(multipole_forces, accuracy=accuracy)
    if find_spec("fmm3dpy") is not None:
        for accuracy in (1e-3, 1e-6):
            kernels[f"lfmm3d {accuracy:g}"] = partial(lfmm3d, accuracy)
    print(f"threads: {numba.get_num_threads()}")
    counts = [int(word) for word in sys.argv[1:]] or [1_000, 2_000, 3_000, 10_000, 30_000, 100_000, 1_000_000]
    growth(counts, kernels)
    spreads(min(100_000, max(counts)))
    cut_off(10_000)


if __name__ == "__main__":
    main()
