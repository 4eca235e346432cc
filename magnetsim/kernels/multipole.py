"""Forces between many point dipoles on one plane, in a time that grows as their number.

A fast multipole method (Greengard & Rokhlin 1987) whose expansions are sums of Chebyshev polynomials (Fong & Darve
2009): dipoles near each other meet pair by pair, all others through expansions of their cells. docs/large_tables.md has
formulas, the bound and what it is worth.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numba
import numpy as np
import numpy.typing as npt

from magnetsim.kernels.chebyshev import ORDERS, expansion, far_tables
from magnetsim.kernels.expansions import fill_moments, translate
from magnetsim.kernels.near_field import count_near, fill_loads
from magnetsim.kernels.quadtree import CHILD, FIRST, LAST, PARENT, QUARTER, Quadtree, quadtree

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

ENTRY = 0.05
"""What one entry of a table costs when cells meet by expansions, over what a pair of dipoles costs."""
CELLS = 64
"""Cells that one thread takes at once."""


def multipole_forces(
    x: Floats,
    y: Floats,
    mx: Floats,
    my: Floats,
    mz: Floats,
    fx: Floats,
    fy: Floats,
    torque: Floats,
    *,
    accuracy: float = 1e-6,
) -> None:
    """Fill the in-plane force (N) and the yaw torque (N·m) on each of n dipoles; arguments as of dipole_forces.

    accuracy : 1e-7 to 1e-2; the error of the force on i is at most accuracy × Σ_j 3k |m_i| |m_j| / r⁴, and that of the
        torque at most accuracy × Σ_j k |m_i| |m_j| / r³
    Coincident dipoles get nan or inf, all do when an input is not finite. It takes as many threads as numba would, and
    gives the same bits with any number of them. ValueError for another accuracy.
    """
    kept = [known for known in ORDERS if known <= accuracy]
    if not kept or accuracy > max(ORDERS):
        raise ValueError(f"accuracy: expected {min(ORDERS):g} to {max(ORDERS):g}, got {accuracy:g}")
    given = np.array([x, y, mx, my, mz])
    if not np.isfinite(given).all():
        fx[:] = fy[:] = torque[:] = np.nan
    elif len(x) == 1:
        # No cell of one place has a width by which to divide.
        fx[:] = fy[:] = torque[:] = 0.0
    elif len(x) > 0:
        order, loads = _loads(given, max(kept), numba.get_num_threads())
        for load, out in zip(loads, (fx, fy, torque), strict=True):
            out[order] = load


def plan(x: Floats, y: Floats, accuracy: float) -> Quadtree:
    """The tree in which cells meet in the way that costs least.

    x, y : (n,) m, finite, n at least 1        accuracy : one of ORDERS
    """
    cost = ENTRY * far_tables(accuracy, 1).width ** 2
    # A cell of s dipoles, and the nine around it: 9 s² pairs. Their quarters: a quarter of the pairs, and four times
    # the tables of 27 of the 40 places that do not touch. From 0.4 Σ cost on that is less.
    return quadtree(x, y, int(0.4 * cost.sum()), cost.astype(np.int64))


def _loads(given: Floats, accuracy: float, threads: int) -> tuple[Integers, Floats]:
    """The loads (3, n) on dipoles (5, n), in the order of the tree, and that order."""
    tree, shape = plan(given[0], given[1], accuracy), expansion(accuracy)
    dipoles = np.take(given, tree.order, axis=1)
    leaves = np.flatnonzero(tree.cells[:, CHILD] < 0)
    near = np.empty(len(tree.cells), dtype=np.int64)
    count_near(tree, near)
    some_upright = bool(dipoles[4].any())
    loads = np.empty_like(dipoles[:3])
    with ThreadPoolExecutor(threads) as pool:

        def share(work: Callable[[int, int], None], bounds: Sequence[int]) -> None:
            # Where there is nothing to share, a pool only costs.
            over = map if threads == 1 or len(bounds) == 2 else pool.map
            for _ in over(work, bounds[:-1], bounds[1:]):
                pass

        coefficients = _far_coefficients(tree, leaves, dipoles, accuracy, share)

        def fill(begin: int, end: int) -> None:
            fill_loads(begin, end, leaves, tree, dipoles, some_upright, shape.term, coefficients, loads)

        pairs = np.cumsum((tree.cells[leaves, LAST] - tree.cells[leaves, FIRST]) * (near[leaves] + shape.width))
        cuts = np.searchsorted(pairs, np.linspace(0.0, pairs[-1], 8 * threads)[1:-1])
        share(fill, np.unique([0, *cuts.tolist(), len(leaves)]).tolist())
    return tree.order, loads


def _far_coefficients(
    tree: Quadtree,
    leaves: Integers,
    dipoles: Floats,
    accuracy: float,
    share: Callable[[Callable[[int, int], None], Sequence[int]], None],
) -> Floats:
    """The coefficients (2, c, width) of the potentials of all that is far, over each cell."""
    shape, count = expansion(accuracy), len(tree.cells)
    moments, coefficients = np.zeros((2, 2, count, shape.width))

    def fill(begin: int, end: int) -> None:
        fill_moments(begin, end, leaves, tree, dipoles, bool(dipoles[4].any()), shape.term, moments)

    share(fill, _steps(0, len(leaves)))
    parent, quarter = tree.cells[1:, PARENT], tree.cells[1:, QUARTER]
    quarters, wholes = np.full((2, count, 4), -1, dtype=np.int32)
    quarters[parent, quarter] = np.arange(1, count)
    wholes[np.arange(1, count), quarter] = parent
    levels = list(zip(tree.levels[:-1].tolist(), tree.levels[1:].tolist(), strict=True))
    for moment, coefficient, own, power in zip(moments, coefficients, (dipoles[2:4], dipoles[4]), (1, 3), strict=True):
        if own.any():
            # Cells without a width, or with next to none, are of dipoles whose loads are not finite either.
            with np.errstate(divide="ignore", over="ignore"):
                scale = tree.half**-power
            far, same = far_tables(accuracy, power), np.ones(count)
            upward = partial(translate, givers=quarters, tables=shape.upward, scale=same, given=moment, received=moment)
            across = partial(translate, givers=tree.far, tables=far, scale=scale, given=moment, received=coefficient)
            downward = partial(
                translate, givers=wholes, tables=shape.downward, scale=same, given=coefficient, received=coefficient
            )
            # A level takes only from the one below, or above, so that cells of one level can go at the same time.
            for begin, end in reversed(levels[:-1]):
                share(upward, _steps(begin, end))
            share(across, _steps(0, count))
            for begin, end in levels[1:]:
                share(downward, _steps(begin, end))
    return coefficients


def _steps(begin: int, end: int) -> list[int]:
    return [*range(begin, end, CELLS), end]
