"""Expansions of 1/r and 1/r³ in Chebyshev polynomials over square cells of a plane.

Over a cell with centre c and half width a, with t = (x − c)/(a MARGIN), functions are sums of T_p(t_x) T_q(t_y) with
p² + q² ≤ order², the set that serves every direction alike (Trefethen 2017). The moments of charges in a cell are the
sums of charge T_p T_q; between two cells that do not touch, the potential's coefficients are a table times the moments:
the black-box fast multipole method (Fong & Darve 2009), with coefficients in place of values at nodes. Between a cell
and its quarters they go without error, since T_p of half the width is a sum of T_0 … T_p.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from magnetsim.kernels.lanes import LANES
from magnetsim.kernels.quadtree import PLACES, REACH, SIDE

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

MARGIN = 1.05
"""How much wider than its cell an expansion is: near the ends of the interval derivatives of polynomials go wrong."""
ORDERS = {
    1e-2: (12, 11, 9, 8, 8, 7, 7),
    1e-3: (13, 13, 10, 9, 9, 9, 8),
    1e-4: (15, 14, 11, 11, 10, 10, 9),
    1e-5: (17, 16, 13, 12, 12, 11, 10),
    1e-6: (19, 18, 14, 13, 13, 12, 11),
    1e-7: (21, 20, 15, 14, 14, 13, 12),
}
"""By accuracy: the lowest orders at which, of 6,000 pairs of dipoles drawn in two cells (half of all coordinates at the
very edge), none showed half that error of a force, over 3k m1 m2/r⁴, or of a field, over p m1/r³; by how far APART."""
MOST_DEGREES, MOST_TERMS = 22, 368
"""The most that any of them has of degrees, and of coefficients, filled up."""
APART = ((2, 0), (2, 1), (2, 2), (3, 0), (3, 1), (3, 2), (3, 3))


class Tables(NamedTuple):
    """How expansions go from cell to cell, for each of p places of the cell that gives.

    entries : those of every place's square table [given, received], one after the other
    first, width : (p,) where a table begins, and how wide it is: 0 where nothing goes, else filled up with zeros to a
        multiple of LANES, so that no loop over vectors ends in single steps
    """

    entries: Floats
    first: Integers
    width: Integers


class Expansion(NamedTuple):
    """What an accuracy asks for.

    term : (order + 1, order + 1) where the coefficient of degrees p, q stands, sorted by p² + q²; -1 where none does
    width : how many coefficients, filled up
    upward, downward : moments to the whole from its quarters, right + 2 upper, and coefficients from the whole to them
    """

    term: Integers
    width: int
    upward: Tables
    downward: Tables


@lru_cache(maxsize=8)
def expansion(accuracy: float) -> Expansion:
    """The expansion for one of the accuracies of ORDERS."""
    order = max(ORDERS[accuracy])
    p, q = _degrees(order)
    term = np.full((order + 1, order + 1), -1)
    term[p, q] = np.arange(len(p))
    nodes, to_coefficients = _nodes(order, order + 1)
    # The whole's polynomials, over its left and its right half, as sums of the half's own.
    left, right = (
        np.tril(np.polynomial.chebyshev.chebvander(0.5 * (nodes + side / MARGIN), order).T @ to_coefficients.T)
        for side in (-1.0, 1.0)
    )
    quarters = [along_x[np.ix_(p, p)] * along_y[np.ix_(q, q)] for along_y in (left, right) for along_x in (left, right)]
    upward, downward = _flat([quarter.T for quarter in quarters]), _flat(quarters)
    return Expansion(term, int(upward.width[0]), upward, downward)


@lru_cache(maxsize=8)
def far_tables(accuracy: float, power: int) -> Tables:
    """From moments to coefficients of 1/r^power, for cells with a half width of 1, by place of the one that gives.

    accuracy : one of ORDERS        power : 1 or 3        Gives the tables of the PLACES of a quadtree, without units.
    """
    tables = [np.empty((0, 0))] * PLACES
    # Each of the seven ways to be apart is worked out once, and mirrored.
    for (across, along), order in zip(APART, ORDERS[accuracy], strict=True):
        p, q = _degrees(order)
        nodes, to_coefficients = _nodes(order, order + 4)
        both = (to_coefficients[p][:, :, None] * to_coefficients[q][:, None, :]).reshape(len(p), -1)
        x, y = (MARGIN * axis.ravel() for axis in np.meshgrid(nodes, nodes, indexing="ij"))
        square = (x[:, None] + 2 * across - x) ** 2 + (y[:, None] + 2 * along - y) ** 2
        table = both @ square ** (-0.5 * power) @ both.T
        swapped = np.lexsort((q, p))[np.argsort(np.lexsort((p, q)))]
        for i in (-across, across):
            for j in (-along, along):
                sign = (-1.0) ** (p * (i < 0) + q * (j < 0))
                mirrored = table * sign[:, None] * sign
                tables[SIDE * (j + REACH) + i + REACH] = mirrored
                tables[SIDE * (i + REACH) + j + REACH] = mirrored[np.ix_(swapped, swapped)]
    return _flat(tables)


def _flat(tables: list[Floats]) -> Tables:
    width = np.array([-(-len(table) // LANES) * LANES for table in tables])
    first = np.cumsum(width**2) - width**2
    entries = np.zeros(np.sum(width**2))
    for table, start, side in zip(tables, first.tolist(), width.tolist(), strict=True):
        entries[start : start + side * side].reshape(side, side)[: len(table), : len(table)] = table
    return Tables(entries, first, width)


def _degrees(order: int) -> tuple[Integers, Integers]:
    """The degrees p and q of each coefficient: those of a lower order come first."""
    p, q = np.divmod(np.arange((order + 1) ** 2), order + 1)
    chosen = np.argsort(p * p + q * q, kind="stable")[: np.count_nonzero(p * p + q * q <= order * order)]
    return p[chosen], q[chosen]


def _nodes(order: int, count: int) -> tuple[Floats, Floats]:
    """Chebyshev's nodes, and the matrix (order + 1, count) from values at them to coefficients."""
    angle = (np.arange(count) + 0.5) * np.pi / count
    degree = np.arange(order + 1)[:, None]
    return np.cos(angle), (2.0 - (degree == 0)) / count * np.cos(degree * angle)
