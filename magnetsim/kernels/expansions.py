"""From dipoles to moments of cells, from cell to cell, and from coefficients to the field at dipoles; compiled.

The potentials are φ = Σ m·∇'(1/r) of moments in the plane, and ψ = Σ mz/r³ of upright ones, both without mu0/4π.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from magnetsim.kernels.chebyshev import MARGIN, Tables
from magnetsim.kernels.jit import jit
from magnetsim.kernels.quadtree import FIRST, LAST, Quadtree

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Indices = npt.NDArray[np.int32]

BATCH = 64
"""Dipoles whose polynomials are worked out together."""


@jit(fast_sums=True, counted=False)
def fill_moments(
    begin: int,
    end: int,
    leaves: Integers,
    tree: Quadtree,
    dipoles: Floats,
    term: Integers,
    moments: Floats,
    scratch: Floats,
) -> None:
    """Fill the moments of the leaves from begin to end.

    leaves : (l,) cells that are not divided        dipoles : (5, n) x, y (m), mx, my, mz (A·m²) in the tree's order
    term : as of Expansion        moments : (2, c, width), of φ and of ψ, zeros before
    scratch : (6, order + 1, BATCH)
    """
    order = term.shape[0] - 1
    for leaf in range(begin, end):
        cell = leaves[leaf]
        inverse = 1.0 / (MARGIN * tree.half[cell])
        for start in range(tree.cells[cell, FIRST], tree.cells[cell, LAST], BATCH):
            count = min(BATCH, tree.cells[cell, LAST] - start)
            _fill_polynomials(start, count, cell, tree, dipoles, order, scratch)
            for p in range(order + 1):
                for i in range(count):
                    scratch[1, p, i] *= dipoles[2, start + i] * inverse
                    scratch[2, p, i] = scratch[0, p, i] * dipoles[3, start + i] * inverse
                    scratch[0, p, i] *= dipoles[4, start + i]
                for q in range(order + 1):
                    if term[p, q] < 0:
                        break
                    lying = upright = 0.0
                    for i in range(count):
                        lying += scratch[1, p, i] * scratch[3, q, i] + scratch[2, p, i] * scratch[4, q, i]
                        upright += scratch[0, p, i] * scratch[3, q, i]
                    moments[0, cell, term[p, q]] += lying
                    moments[1, cell, term[p, q]] += upright


@jit(fast_sums=True, counted=False)
def translate(
    begin: int, end: int, givers: Indices, tables: Tables, scale: Floats, given: Floats, received: Floats
) -> None:
    """Add to the expansions of the cells from begin to end what comes from other cells.

    givers : (c, p) the cells that give, -1 where none does        scale : (c,)        given, received : (c, width)
    """
    for place in range(givers.shape[1]):
        width = tables.width[place]
        # Eight rows at once, and these for all the cells: so the sums, and the table, are fetched seldom.
        for row in range(0, width, 8):
            at = tables.first[place] + row * width
            entries = tables.entries[at : at + 8 * width]
            for cell in range(begin, end):
                giver = givers[cell, place]
                if giver < 0:
                    continue
                factor, total = scale[cell], received[cell]
                g0, g1 = factor * given[giver, row], factor * given[giver, row + 1]
                g2, g3 = factor * given[giver, row + 2], factor * given[giver, row + 3]
                g4, g5 = factor * given[giver, row + 4], factor * given[giver, row + 5]
                g6, g7 = factor * given[giver, row + 6], factor * given[giver, row + 7]
                for k in range(width):
                    total[k] += (
                        (g0 * entries[k] + g1 * entries[width + k])
                        + (g2 * entries[2 * width + k] + g3 * entries[3 * width + k])
                        + (g4 * entries[4 * width + k] + g5 * entries[5 * width + k])
                        + (g6 * entries[6 * width + k] + g7 * entries[7 * width + k])
                    )


@jit(fast_sums=True, counted=False, inlined=True)
def add_far_field(
    start: int,
    count: int,
    cell: int,
    tree: Quadtree,
    dipoles: Floats,
    term: Integers,
    coefficients: Floats,
    scratch: Floats,
    field: Floats,
) -> None:
    """Add slopes and bends of the potentials of a leaf's expansions at count of its dipoles from start on.

    coefficients : (2, c, width), of φ and of ψ        scratch : (6, order + 1, BATCH)
    field : (12, BATCH), φx, φy, φxx, φxy, φyy, ψx, ψy, and five rows to work in
    """
    order = term.shape[0] - 1
    inverse = 1.0 / (MARGIN * tree.half[cell])
    square = inverse * inverse
    _fill_polynomials(start, count, cell, tree, dipoles, order, scratch)
    for p in range(order + 1):
        for i in range(count):
            field[7, i] = field[8, i] = field[9, i] = field[10, i] = field[11, i] = 0.0
        for q in range(order + 1):
            if term[p, q] < 0:
                break
            lying, upright = coefficients[0, cell, term[p, q]], coefficients[1, cell, term[p, q]]
            for i in range(count):
                field[7, i] += lying * scratch[3, q, i]
                field[8, i] += lying * scratch[4, q, i]
                field[9, i] += lying * scratch[5, q, i]
            if upright != 0.0:
                for i in range(count):
                    field[10, i] += upright * scratch[3, q, i]
                    field[11, i] += upright * scratch[4, q, i]
        for i in range(count):
            value, slope, bend = scratch[0, p, i], scratch[1, p, i], scratch[2, p, i]
            field[0, i] += inverse * slope * field[7, i]
            field[1, i] += inverse * value * field[8, i]
            field[2, i] += square * bend * field[7, i]
            field[3, i] += square * slope * field[8, i]
            field[4, i] += square * value * field[9, i]
            field[5, i] += inverse * slope * field[10, i]
            field[6, i] += inverse * value * field[11, i]


@jit(fast_sums=True, counted=False, inlined=True)
def _fill_polynomials(
    start: int, count: int, cell: int, tree: Quadtree, dipoles: Floats, order: int, scratch: Floats
) -> None:
    """Fill T_p, T_p', T_p'' of x, and of y (6, order + 1, BATCH), over a cell at count of its dipoles from start on."""
    inverse = 1.0 / (MARGIN * tree.half[cell])
    for axis in range(2):
        value, slope, bend = scratch[3 * axis], scratch[3 * axis + 1], scratch[3 * axis + 2]
        centre = tree.centre_x[cell] if axis == 0 else tree.centre_y[cell]
        for i in range(count):
            value[0, i], slope[0, i], bend[0, i] = 1.0, 0.0, 0.0
            value[1, i], slope[1, i], bend[1, i] = (dipoles[axis, start + i] - centre) * inverse, 1.0, 0.0
        for p in range(2, order + 1):
            for i in range(count):
                twice = 2.0 * value[1, i]
                value[p, i] = twice * value[p - 1, i] - value[p - 2, i]
                slope[p, i] = 2.0 * value[p - 1, i] + twice * slope[p - 1, i] - slope[p - 2, i]
                bend[p, i] = 4.0 * slope[p - 1, i] + twice * bend[p - 1, i] - bend[p - 2, i]
