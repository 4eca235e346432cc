"""From dipoles to moments of cells, from cell to cell, and from coefficients to the field at dipoles; compiled.

The potentials are φ = Σ m·∇'(1/r) of moments in the plane, and ψ = Σ mz/r³ of upright ones, both without mu0/4π.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from magnetsim.kernels.chebyshev import MARGIN, MOST_DEGREES, MOST_TERMS, Tables
from magnetsim.kernels.jit import inner, jit
from magnetsim.kernels.lanes import LANES, stack_array, widest_vectors
from magnetsim.kernels.quadtree import FIRST, LAST, Quadtree

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Indices = npt.NDArray[np.int32]

_lanes, _degrees, _terms = stack_array(LANES), stack_array(LANES * MOST_DEGREES), stack_array(LANES * MOST_TERMS)


@inner(fast_sums=True)
def _at(row: int, lane: int) -> int:
    """Where a lane of a row stands; unsigned, else numba asks of each whether it is counted from the end."""
    return np.uint64(row) * np.uint64(LANES) + np.uint64(lane)  # type: ignore[return-value]


@inner(fast_sums=True)
def _fill_polynomials(order: int, t: Floats, value: Floats, slope: Floats, bend: Floats) -> None:
    """Fill T_p, T_p', T_p'' (order + 1, LANES) at t (LANES,)."""
    for lane in range(LANES):
        value[_at(0, lane)], slope[_at(0, lane)], bend[_at(0, lane)] = 1.0, 0.0, 0.0
        value[_at(1, lane)], slope[_at(1, lane)], bend[_at(1, lane)] = t[lane], 1.0, 0.0
    for p in range(2, order + 1):
        for lane in range(LANES):
            twice, now, one, two = 2.0 * t[lane], _at(p, lane), _at(p - 1, lane), _at(p - 2, lane)
            value[now] = twice * value[one] - value[two]
            slope[now] = 2.0 * value[one] + (twice * slope[one] - slope[two])
            bend[now] = 4.0 * slope[one] + (twice * bend[one] - bend[two])


@jit(fused=True, counted=False)
def fill_moments(
    begin: int,
    end: int,
    leaves: Integers,
    tree: Quadtree,
    dipoles: Floats,
    some_upright: bool,
    term: Integers,
    moments: Floats,
) -> None:
    """Fill the moments of the leaves from begin to end.

    leaves : (l,) cells that are not divided        dipoles : (5, n) x, y (m), mx, my, mz (A·m²) in the tree's order
    some_upright : whether any mz is not 0        term : as of Expansion
    moments : (2, c, width), of φ in A·m and of ψ in A·m², filled
    """
    widest_vectors()
    order = term.shape[0] - 1
    tx, ty, mx, my, mz, by_slope, by_value = _lanes(), _lanes(), _lanes(), _lanes(), _lanes(), _lanes(), _lanes()
    value_x, slope_x, bend_x = _degrees(), _degrees(), _degrees()
    value_y, slope_y, bend_y = _degrees(), _degrees(), _degrees()
    lying, upright = _terms(), _terms()
    for leaf in range(begin, end):
        cell = leaves[leaf]
        inverse, last = 1.0 / (MARGIN * tree.half[cell]), tree.cells[cell, LAST]
        for place in range(LANES * moments.shape[2]):
            lying[place] = upright[place] = 0.0
        for start in range(tree.cells[cell, FIRST], last, LANES):
            for lane in range(LANES):
                # Lanes beyond the last dipole have no moment.
                i, there = min(start + lane, last - 1), 1.0 if start + lane < last else 0.0
                tx[lane] = (dipoles[0, i] - tree.centre_x[cell]) * inverse
                ty[lane] = (dipoles[1, i] - tree.centre_y[cell]) * inverse
                mx[lane], my[lane] = there * inverse * dipoles[2, i], there * inverse * dipoles[3, i]
                mz[lane] = there * dipoles[4, i]
            _fill_polynomials(order, tx, value_x, slope_x, bend_x)
            _fill_polynomials(order, ty, value_y, slope_y, bend_y)
            for p in range(order + 1):
                for lane in range(LANES):
                    by_value[lane] = mx[lane] * slope_x[_at(p, lane)]
                    by_slope[lane] = my[lane] * value_x[_at(p, lane)]
                for q in range(order + 1):
                    if term[p, q] < 0:
                        break
                    for lane in range(LANES):
                        place = _at(term[p, q], lane)
                        lying[place] += by_value[lane] * value_y[_at(q, lane)] + by_slope[lane] * slope_y[_at(q, lane)]
                if some_upright:
                    for q in range(order + 1):
                        if term[p, q] < 0:
                            break
                        for lane in range(LANES):
                            product = value_x[_at(p, lane)] * value_y[_at(q, lane)]
                            upright[_at(term[p, q], lane)] += mz[lane] * product
        for place in range(moments.shape[2]):
            moments[0, cell, place] = moments[1, cell, place] = 0.0
            for lane in range(LANES):
                moments[0, cell, place] += lying[_at(place, lane)]
                moments[1, cell, place] += upright[_at(place, lane)]


@jit(fused=True, counted=False)
def translate(
    begin: int, end: int, givers: Indices, tables: Tables, scale: Floats, given: Floats, received: Floats
) -> None:
    """Add to the expansions of the cells from begin to end what comes from other cells.

    givers : (c, p) the cells that give, -1 where none does        tables : of the p places
    scale : (c,) by what a table is multiplied for a cell that receives: 1, or m⁻¹ of φ and m⁻³ of ψ
    given, received : (c, width), moments as of fill_moments or coefficients as of fill_far_field
    """
    widest_vectors()
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


@inner(fast_sums=True)
def fill_far_field(
    cell: int,
    tree: Quadtree,
    x: Floats,
    y: Floats,
    some_upright: bool,
    term: Integers,
    coefficients: Floats,
    gx: Floats,
    gy: Floats,
    hxx: Floats,
    hxy: Floats,
    hyy: Floats,
    zx: Floats,
    zy: Floats,
) -> None:
    """Fill slopes and bends of the potentials of a leaf's expansions at some places in it; all places (LANES,).

    x, y : m        some_upright, term : as of fill_moments
    coefficients : (2, c, width), of φ in A and of ψ in A/m
    gx, gy, hxx, hxy, hyy, zx, zy : φx, φy in A/m, φxx, φxy, φyy, ψx, ψy in A/m², filled
    """
    order = term.shape[0] - 1
    tx, ty = _lanes(), _lanes()
    sums, slopes, bends, up_sums, up_slopes = _lanes(), _lanes(), _lanes(), _lanes(), _lanes()
    value_x, slope_x, bend_x = _degrees(), _degrees(), _degrees()
    value_y, slope_y, bend_y = _degrees(), _degrees(), _degrees()
    inverse = 1.0 / (MARGIN * tree.half[cell])
    for lane in range(LANES):
        tx[lane], ty[lane] = (x[lane] - tree.centre_x[cell]) * inverse, (y[lane] - tree.centre_y[cell]) * inverse
        gx[lane] = gy[lane] = hxx[lane] = hxy[lane] = hyy[lane] = zx[lane] = zy[lane] = 0.0
    _fill_polynomials(order, tx, value_x, slope_x, bend_x)
    _fill_polynomials(order, ty, value_y, slope_y, bend_y)
    for p in range(order + 1):
        for lane in range(LANES):
            sums[lane] = slopes[lane] = bends[lane] = up_sums[lane] = up_slopes[lane] = 0.0
        for q in range(order + 1):
            if term[p, q] < 0:
                break
            lying, upright = coefficients[0, cell, term[p, q]], coefficients[1, cell, term[p, q]]
            for lane in range(LANES):
                sums[lane] += lying * value_y[_at(q, lane)]
                slopes[lane] += lying * slope_y[_at(q, lane)]
                bends[lane] += lying * bend_y[_at(q, lane)]
            if some_upright:
                for lane in range(LANES):
                    up_sums[lane] += upright * value_y[_at(q, lane)]
                    up_slopes[lane] += upright * slope_y[_at(q, lane)]
        for lane in range(LANES):
            value, slope, bend = value_x[_at(p, lane)], slope_x[_at(p, lane)], bend_x[_at(p, lane)]
            gx[lane] += inverse * slope * sums[lane]
            gy[lane] += inverse * value * slopes[lane]
            hxx[lane] += inverse * inverse * bend * sums[lane]
            hxy[lane] += inverse * inverse * slope * slopes[lane]
            hyy[lane] += inverse * inverse * value * bends[lane]
            zx[lane] += inverse * slope * up_sums[lane]
            zy[lane] += inverse * value * up_slopes[lane]
