"""What near dipoles do to those of a leaf of the tree, pair by pair, and the loads from near and far; compiled."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from magnetsim.kernels.dipole import inverse_root
from magnetsim.kernels.expansions import fill_far_field
from magnetsim.kernels.jit import jit
from magnetsim.kernels.lanes import LANES, stack_array, widest_vectors
from magnetsim.kernels.quadtree import FIRST, LAST, PARENT, PLACES, Quadtree

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

_lanes = stack_array(LANES)


@jit(counted=False)
def count_near(tree: Quadtree, count: Integers) -> None:
    """Fill in how many dipoles act directly on each of a cell's (c,), by its own list and those of all it lies in."""
    for cell in range(len(tree.cells)):
        count[cell] = count[tree.cells[cell, PARENT]] if cell > 0 else 0
        for place in range(PLACES):
            other = tree.near[cell, place]
            if other >= 0:
                count[cell] += tree.cells[other, LAST] - tree.cells[other, FIRST]


@jit(fused=True, counted=False)
def fill_loads(
    begin: int,
    end: int,
    leaves: Integers,
    tree: Quadtree,
    dipoles: Floats,
    some_upright: bool,
    term: Integers,
    coefficients: Floats,
    loads: Floats,
) -> None:
    """Fill the loads (3, n) in N, N, N·m on the dipoles of the leaves from begin to end.

    leaves : (l,) cells that are not divided        dipoles : (5, n) x, y (m), mx, my, mz (A·m²) in the tree's order
    some_upright, term, coefficients : as of fill_far_field
    """
    widest_vectors()
    x, y = _lanes(), _lanes()
    gx, gy, hxx, hxy, hyy, zx, zy = _lanes(), _lanes(), _lanes(), _lanes(), _lanes(), _lanes(), _lanes()
    for leaf in range(begin, end):
        cell = leaves[leaf]
        last = tree.cells[cell, LAST]
        for start in range(tree.cells[cell, FIRST], last, LANES):
            for lane in range(LANES):
                # Lanes beyond the last dipole do its work again.
                x[lane], y[lane] = dipoles[0, min(start + lane, last - 1)], dipoles[1, min(start + lane, last - 1)]
            fill_far_field(cell, tree, x, y, some_upright, term, coefficients, gx, gy, hxx, hxy, hyy, zx, zy)
            around = cell
            while around >= 0:
                for place in range(PLACES):
                    other = tree.near[around, place]
                    if other < 0:
                        continue
                    for j in range(tree.cells[other, FIRST], tree.cells[other, LAST]):
                        xj, yj, mx, my, mz = dipoles[0, j], dipoles[1, j], dipoles[2, j], dipoles[3, j], dipoles[4, j]
                        itself = j - start
                        for lane in range(LANES):
                            dx, dy = x[lane] - xj, y[lane] - yj
                            inverse = inverse_root(dx * dx + dy * dy)
                            # Infinitely far from itself, as in dipole_forces.
                            inverse = inverse if lane != itself else 0.0
                            inverse2 = inverse * inverse
                            inverse3 = inverse2 * inverse
                            inverse5 = 3.0 * inverse3 * inverse2
                            along = mx * dx + my * dy
                            five = 5.0 * along * inverse2
                            gx[lane] += inverse3 * mx - inverse5 * along * dx
                            gy[lane] += inverse3 * my - inverse5 * along * dy
                            hxx[lane] += inverse5 * (dx * (five * dx - 2.0 * mx) - along)
                            hxy[lane] += inverse5 * (dx * (five * dy - my) - mx * dy)
                            hyy[lane] += inverse5 * (dy * (five * dy - 2.0 * my) - along)
                            upright = inverse5 * mz
                            zx[lane] -= upright * dx
                            zy[lane] -= upright * dy
                around = tree.cells[around, PARENT]
            for lane in range(min(LANES, last - start)):
                i = start + lane
                mx, my, mz = dipoles[2, i], dipoles[3, i], dipoles[4, i]
                loads[0, i] = -1e-7 * (mx * hxx[lane] + my * hxy[lane] + mz * zx[lane])
                loads[1, i] = -1e-7 * (mx * hxy[lane] + my * hyy[lane] + mz * zy[lane])
                loads[2, i] = 1e-7 * (my * gx[lane] - mx * gy[lane])
