"""What near dipoles do to those of a leaf of the tree, pair by pair, and the loads from near and far; compiled."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from magnetsim.kernels.expansions import BATCH, add_far_field
from magnetsim.kernels.jit import jit
from magnetsim.kernels.quadtree import FIRST, LAST, PARENT, PLACES, Quadtree

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

LANES = 16
"""What acts is filled up with dipoles of no moment to a multiple of this: no vector loop ends in single steps."""


@jit(counted=False)
def count_near(tree: Quadtree, count: Integers) -> None:
    """Fill in how many dipoles act directly on each of a cell's (c,), by its own list and those of all it lies in."""
    for cell in range(len(tree.cells)):
        count[cell] = count[tree.cells[cell, PARENT]] if cell > 0 else 0
        for place in range(PLACES):
            other = tree.near[cell, place]
            if other >= 0:
                count[cell] += tree.cells[other, LAST] - tree.cells[other, FIRST]


@jit(fast_sums=True, counted=False)
def fill_loads(
    begin: int,
    end: int,
    leaves: Integers,
    tree: Quadtree,
    dipoles: Floats,
    term: Integers,
    coefficients: Floats,
    loads: Floats,
    acting: Floats,
    scratch: Floats,
    field: Floats,
) -> None:
    """Fill the loads (3, n) in N, N, N·m on the dipoles of the leaves from begin to end.

    leaves : (l,) cells that are not divided        dipoles : (5, n) x, y (m), mx, my, mz (A·m²) in the tree's order
    term, coefficients, scratch, field : as of add_far_field, but no coefficients (2, 0, 0) where nothing is far
    acting : (5, a) room for all that act directly on a leaf, filled up to a multiple of LANES
    """
    for leaf in range(begin, end):
        cell = leaves[leaf]
        first, last = tree.cells[cell, FIRST], tree.cells[cell, LAST]
        count, own = _gather(cell, tree, dipoles, acting)
        for start in range(first, last, BATCH):
            batch = min(BATCH, last - start)
            for part in range(7):
                for i in range(batch):
                    field[part, i] = 0.0
            if coefficients.shape[1] > 0:
                add_far_field(start, batch, cell, tree, dipoles, term, coefficients, scratch, field)
            _add_near_field(start, batch, own + start - first, count, dipoles, acting, field)
            for i in range(batch):
                mx, my, mz = dipoles[2, start + i], dipoles[3, start + i], dipoles[4, start + i]
                loads[0, start + i] = -1e-7 * (mx * field[2, i] + my * field[3, i] + mz * field[5, i])
                loads[1, start + i] = -1e-7 * (mx * field[3, i] + my * field[4, i] + mz * field[6, i])
                loads[2, start + i] = 1e-7 * (my * field[0, i] - mx * field[1, i])


@jit(counted=False)
def _gather(cell: int, tree: Quadtree, dipoles: Floats, acting: Floats) -> tuple[int, int]:
    """Copy what acts directly on a cell; how many these are, filled up, and where among them the cell's own begin."""
    count, own, around = 0, 0, cell
    while around >= 0:
        for place in range(PLACES):
            other = tree.near[around, place]
            if other < 0:
                continue
            first, last = tree.cells[other, FIRST], tree.cells[other, LAST]
            if other == around:
                own = count + tree.cells[cell, FIRST] - first
            for part in range(5):
                for i in range(last - first):
                    acting[part, count + i] = dipoles[part, first + i]
            count += last - first
        around = tree.cells[around, PARENT]
    while count % LANES != 0:
        acting[0, count], acting[1, count] = tree.centre_x[cell] + 4.0 * tree.half[cell], tree.centre_y[cell]
        acting[2, count] = acting[3, count] = acting[4, count] = 0.0
        count += 1
    return count, own


@jit(fast_sums=True, counted=False, inlined=True)
def _add_near_field(
    start: int, batch: int, own: int, count: int, dipoles: Floats, acting: Floats, field: Floats
) -> None:
    """Add slopes and bends of the potentials of what acts at a batch of dipoles, which are among them from own on."""
    for i in range(batch):
        x, y, itself = dipoles[0, start + i], dipoles[1, start + i], own + i
        gx = gy = hxx = hxy = hyy = zx = zy = 0.0
        for j in range(count):
            dx, dy = x - acting[0, j], y - acting[1, j]
            # Infinitely far from itself, as in dipole_forces.
            r2 = dx * dx + dy * dy if j != itself else np.inf
            inverse2 = 1.0 / r2
            inverse3 = inverse2 * np.sqrt(inverse2)
            inverse5 = 3.0 * inverse3 * inverse2
            mx, my = acting[2, j], acting[3, j]
            along = mx * dx + my * dy
            five = 5.0 * along * inverse2
            gx += inverse3 * mx - inverse5 * along * dx
            gy += inverse3 * my - inverse5 * along * dy
            hxx += inverse5 * (dx * (five * dx - 2.0 * mx) - along)
            hxy += inverse5 * (dx * (five * dy - my) - mx * dy)
            hyy += inverse5 * (dy * (five * dy - 2.0 * my) - along)
            upright = inverse5 * acting[4, j]
            zx -= upright * dx
            zy -= upright * dy
        field[0, i] += gx
        field[1, i] += gy
        field[2, i] += hxx
        field[3, i] += hxy
        field[4, i] += hyy
        field[5, i] += zx
        field[6, i] += zy
