"""How long the kernels take: `python benchmarks/bench_kernels.py`.

Ratios within one run tell more than the times themselves.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable

import numba
import numpy as np
import numpy.typing as npt

from magnetsim.clusters import BondCriteria, find_bonds, find_clusters
from magnetsim.kernels.dipole import dipole_energy, dipole_forces
from magnetsim.kernels.finite import finite_forces, flat_clouds
from magnetsim.kernels.friction import look_up_sliding, sliding_table
from magnetsim.kernels.gap import flat_shapes, near_pairs
from magnetsim.outline import heart_outline
from magnetsim.scenario.kinds import as_finite
from magnetsim.table import Board, Placed, Table, lay, magnet_kind

Floats = npt.NDArray[np.float64]

HEARTS = 25


def numpy_forces(
    x: Floats, y: Floats, mx: Floats, my: Floats, mz: Floats, fx: Floats, fy: Floats, torque: Floats
) -> None:
    """The same forces by whole-array operations."""
    dx, dy = x[:, None] - x, y[:, None] - y
    r2 = dx * dx + dy * dy
    np.fill_diagonal(r2, np.inf)
    inverse3 = r2**-1.5
    inverse5 = inverse3 / r2
    along_j, along_i = mx * dx + my * dy, mx[:, None] * dx + my[:, None] * dy
    dot = mx[:, None] * mx + my[:, None] * my + mz[:, None] * mz
    radial = inverse5 * dot - 5 * along_i * along_j * inverse5 / r2
    fx[:] = 3e-7 * (inverse5 * (along_j * mx[:, None] + along_i * mx) + radial * dx).sum(axis=1)
    fy[:] = 3e-7 * (inverse5 * (along_j * my[:, None] + along_i * my) + radial * dy).sum(axis=1)
    field_x = (3 * along_j * inverse5 * dx - inverse3 * mx).sum(axis=1)
    field_y = (3 * along_j * inverse5 * dy - inverse3 * my).sum(axis=1)
    torque[:] = 1e-7 * (mx * field_y - my * field_x)


def microseconds(call: Callable[[int], object], repeats: int) -> float:
    """The best of five runs, for one of the repeats, after one to warm up."""
    call(1)
    best = math.inf
    for _ in range(5):
        start = time.perf_counter()
        call(repeats)
        best = min(best, time.perf_counter() - start)
    return best / repeats * 1e6


def dipoles(count: int) -> tuple[Floats, ...]:
    """Positions on a grid of 25 mm, moments in random directions, and arrays to fill."""
    random = np.random.default_rng(1)
    side = math.ceil(math.sqrt(count))
    x, y = (np.array([(i % side, i // side) for i in range(count)]) * 0.025).T.copy()
    angle = random.uniform(-np.pi, np.pi, count)
    return x, y, 0.18 * np.cos(angle), 0.18 * np.sin(angle), np.zeros(count), *np.empty((3, count))


def looped(kernel: Callable[..., None]) -> Callable[..., None]:
    """A kernel called many times from compiled code, so that the call itself costs next to nothing."""

    @numba.njit
    def repeat(
        times: int, x: Floats, y: Floats, mx: Floats, my: Floats, mz: Floats, fx: Floats, fy: Floats, torque: Floats
    ) -> None:
        for _ in range(times):
            kernel(x, y, mx, my, mz, fx, fy, torque)

    return repeat


def packed_hearts() -> Table:
    """25 hearts in rows, each tip just in the next one's notch."""
    heart = magnet_kind(
        "heart", heart_outline(), height=0.007, density=4900, remanence=0.15, restitution=0.3, friction=0.3
    )
    board = Board(np.array([[-0.3, -0.3], [0.3, -0.3], [0.3, 0.3], [-0.3, 0.3]]), 0.0, 0.3, 0.24)
    return lay(board, (heart,), [Placed(i, 0, (i % 5 * 0.0142, i // 5 * 0.0202), 0.0) for i in range(HEARTS)])


def bench_dipoles() -> None:
    source = dipole_forces.py_func
    variants = {
        "dipole_forces": dipole_forces,
        "same, sums in order": numba.njit(source, error_model="numpy"),
        "same, division checked": numba.njit(source),
    }
    print(f"{'dipole forces, us':<28}" + "".join(f"{count:>10}" for count in (2, HEARTS, 100)))
    expected = dipoles(HEARTS)
    numpy_forces(*expected)
    for name, kernel in variants.items():
        arrays = dipoles(HEARTS)
        kernel(*arrays)
        np.testing.assert_allclose(arrays[5:], expected[5:], rtol=0, atol=1e-12 * np.abs(expected[5]).max())
        repeat = looped(kernel)
        row = [
            microseconds(lambda times, c=count, r=repeat: r(times, *dipoles(c)), 200_000 // count)
            for count in (2, HEARTS, 100)
        ]
        print(f"  {name:<26}" + "".join(f"{value:10.2f}" for value in row))
    row = []
    for count in (2, HEARTS, 100):
        arrays = dipoles(count)
        row.append(microseconds(lambda times, a=arrays: [numpy_forces(*a) for _ in range(times)], 300))
    print(f"  {'numpy, whole arrays':<26}" + "".join(f"{value:10.2f}" for value in row))


def bench_finite() -> None:
    """One magnet among 24 at one distance, by how far that is; and a whole table."""
    kind = as_finite(packed_hearts().kinds[0])
    assert kind.charges is not None
    clouds = flat_clouds([kind.charges.near], [kind.charges.far], [kind.charges.reach])
    random = np.random.default_rng(1)

    @numba.njit
    def repeat(times, x, y, cosine, sine, moment, mz, which, moving, clouds, fx, fy, torque):  # type: ignore[no-untyped-def]
        for _ in range(times):
            finite_forces(x, y, cosine, sine, moment, mz, which, moving, False, clouds, fx, fy, torque)

    print("\nfinite forces, us")
    turn = np.arange(24) * 2 * np.pi / 24
    rings = {
        f"24 pairs at {distance} mm": distance * 1e-3 * np.column_stack([np.cos(turn), np.sin(turn)])
        for distance in (22, 40, 80)
    }
    grid = np.array([(i % 5, i // 5) for i in range(HEARTS)]) * 0.055
    rows = {name: (np.concatenate([np.zeros((1, 2)), ring]), True) for name, ring in rings.items()}
    for name, (place, alone) in {**rows, "25 at 55 mm, one moves": (grid, True), "25 at 55 mm": (grid, False)}.items():
        angle = random.uniform(-3, 3, len(place))
        moving = np.arange(len(place)) == 0 if alone else np.ones(len(place), dtype=bool)
        arrays = (*place.T.copy(), np.cos(angle), np.sin(angle), np.full(len(place), 0.18), np.zeros(len(place)))
        rest = (np.zeros(len(place), dtype=np.int64), moving, clouds, *np.zeros((3, len(place))))
        print(f"  {name:<26}{microseconds(lambda times, a=(*arrays, *rest): repeat(times, *a), 2000):10.2f}")


def bench_others() -> None:
    arrays = dipoles(HEARTS)[:5]
    sliding = sliding_table()
    table = packed_hearts()
    shapes = flat_shapes([table.kinds[0].outline])
    poses = (table.kind.copy(), *table.position.T.copy(), table.angle.copy())
    criteria = BondCriteria()
    bonds = find_bonds(table, criteria)

    @numba.njit
    def look_up(times: int) -> float:
        total = 0.0
        for i in range(times):
            total += look_up_sliding(sliding, 0.1, i * 1e-6)[0]
        return total

    rows: dict[str, tuple[Callable[[int], object], int]] = {
        "dipole_energy, 25": (lambda times: [dipole_energy(*arrays) for _ in range(times)], 2000),
        "look_up_sliding": (look_up, 1_000_000),
        "near_pairs, 25 packed": (lambda times: [near_pairs(shapes, *poses, 0.6e-3) for _ in range(times)], 200),
        "find_bonds, 25 packed": (lambda times: [find_bonds(table, criteria) for _ in range(times)], 100),
        "find_clusters, 25 packed": (lambda times: [find_clusters(table, bonds, criteria) for _ in range(times)], 100),
    }
    print("\nothers, us")
    for name, (call, repeats) in rows.items():
        print(f"  {name:<26}{microseconds(call, repeats):10.3f}")
    print(f"  ({len(bonds)} bonds, {len(find_clusters(table, bonds, criteria))} clusters)")


if __name__ == "__main__":
    bench_dipoles()
    bench_finite()
    bench_others()
