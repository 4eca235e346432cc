"""A quadtree over points of a plane, and which of its cells meet directly and which from afar.

Two cells of one level that touch, and hold so many points that it pays, are both divided, and their quarters are looked
at in turn; all others are done with: directly, or by expansions where they do not touch. So every two points meet in
exactly one pair of cells, all pairs are of one level, and a cell is divided only for the sake of a crowded
neighbourhood, however the points are spread (Greengard & Rokhlin 1987, with the pair of cells, not the cell, deciding).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from magnetsim.kernels.jit import inner, jit

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Indices = npt.NDArray[np.int32]

REACH = 3
"""How many cells off, along x or y, a cell may be whose parent touches one's own parent."""
SIDE = 2 * REACH + 1
"""A place is SIDE (j + REACH) + i + REACH: of a cell that lies i cells further along x and j along y."""
PLACES = SIDE * SIDE
DEEPEST = 30
"""The level whose cells are the whole over 2^30, so that coordinates of both axes go into one integer of 64 bits."""
FIRST, LAST, PARENT, QUARTER, CHILD, COLUMN, ROW, LEVEL = range(8)
"""Columns of the table of cells: where a cell's points begin and end; its parent, -1 of the whole; which quarter it is,
right + 2 upper; the first of its quarters, which follow each other, -1 where it is not divided; where it lies."""


class Quadtree(NamedTuple):
    """Cells from the whole downward, level by level, and what is between them; c cells over n points.

    order : (n,) which point is the i-th; a cell's points follow each other
    cells : (c, 8) of FIRST to LEVEL        levels : (l + 1,) where the cells of each level begin, and the last ones end
    centre_x, centre_y, half : (c,) m, the latter half a cell's width
    far, near : (c, PLACES) the cell at a place that acts by expansions, or directly; -1 where none does
    """

    order: Integers
    cells: Integers
    levels: Integers
    centre_x: Floats
    centre_y: Floats
    half: Floats
    far: Indices
    near: Indices


def quadtree(x: Floats, y: Floats, crowd: int, enough: Integers) -> Quadtree:
    """The tree over one or more points at finite x, y (n,) in m.

    crowd : pairs of points in two cells that touch, above which both are divided
    enough : (PLACES,) pairs of points in two cells that do not touch, above which they meet by expansions
    """
    left, low = x.min(), y.min()
    largest = max(abs(left), abs(low), abs(x.max()), abs(y.max()))
    extent = max(x.max() - left, y.max() - low, 2.0**-20 * largest, 2.0**-900)
    # Of a power of two, from an origin that is a multiple of it: so the centres of cells are exact numbers.
    grain = 2.0 ** (np.floor(np.log2(1.001 * extent)) + 1 - DEEPEST)
    column, row = np.floor(x / grain), np.floor(y / grain)
    left, low = column.min(), row.min()
    code = np.empty(len(x), dtype=np.int64)
    _interleave(column - left, row - low, code)
    order = np.argsort(code, kind="stable")
    code = code[order]

    capacity, count = 64 + len(x) // 32, -1
    levels = np.zeros(DEEPEST + 3, dtype=np.int64)
    while count < 0:
        cells = np.empty((capacity, 8), dtype=np.int64)
        open_, far, near = (np.empty((capacity, places), dtype=np.int32) for places in (9, PLACES, PLACES))
        count = _grow(code, crowd, enough, cells, levels, open_, far, near)
        capacity *= 2
    cells = cells[:count]
    width = np.ldexp(grain, DEEPEST - cells[:, LEVEL])
    return Quadtree(
        order,
        cells,
        levels[: cells[-1, LEVEL] + 2],
        centre_x=left * grain + width * (cells[:, COLUMN] + 0.5),
        centre_y=low * grain + width * (cells[:, ROW] + 0.5),
        half=0.5 * width,
        far=far[:count],
        near=near[:count],
    )


@jit(counted=False)
def _interleave(column: Floats, row: Floats, code: Integers) -> None:
    """Fill the integers whose bits are those of row and column by turns: sorted, they go from quarter to quarter."""
    for i in range(len(code)):
        word = np.int64(0)
        for shift, axis in ((0, column[i]), (1, row[i])):
            bits = np.int64(axis)
            bits = (bits | bits << 16) & 0x0000FFFF0000FFFF
            bits = (bits | bits << 8) & 0x00FF00FF00FF00FF
            bits = (bits | bits << 4) & 0x0F0F0F0F0F0F0F0F
            bits = (bits | bits << 2) & 0x3333333333333333
            bits = (bits | bits << 1) & 0x5555555555555555
            word |= bits << shift
        code[i] = word


@jit(counted=False)
def _grow(
    code: Integers,
    crowd: int,
    enough: Integers,
    cells: Integers,
    levels: Integers,
    open_: Indices,
    far: Indices,
    near: Indices,
) -> int:
    """Fill in cells and what is between them; how many cells there are, or -1 when there is no room for them."""
    cells[0, FIRST], cells[0, LAST], cells[0, PARENT], cells[0, CHILD] = 0, len(code), -1, -1
    cells[0, QUARTER] = cells[0, COLUMN] = cells[0, ROW] = cells[0, LEVEL] = 0
    open_[0], far[0], near[0] = -1, -1, -1
    if len(code) ** 2 > crowd:
        open_[0, 4] = 0
    else:
        near[0, PLACES // 2] = 0
    level, levels[0], levels[1] = 0, 0, 1
    while levels[level] < levels[level + 1]:
        begin, end = levels[level], levels[level + 1]
        count = end
        for cell in range(begin, end):
            for beside in range(9):
                if open_[cell, beside] >= 0:
                    count = _divide(code, cells, cell, count)
                    break
            if count < 0:
                return -1
        for cell in range(end, count):
            open_[cell], far[cell], near[cell] = -1, -1, -1
            _meet(cells, cell, count, crowd, enough, open_, far, near)
        level += 1
        levels[level + 1] = count
    return int(levels[level])


@inner()
def _divide(code: Integers, cells: Integers, cell: int, count: int) -> int:
    """Add the quarters of a cell that hold points after the first count cells; how many there are then."""
    cells[cell, CHILD] = count
    shift = 2 * (DEEPEST - cells[cell, LEVEL] - 1)
    at, last = cells[cell, FIRST], cells[cell, LAST]
    for quarter in range(4):
        beyond = ((code[at] >> (shift + 2) << 2) + quarter + 1) << shift if at < last else 0
        stop, above = at, last
        while stop < above:
            middle = (stop + above) // 2
            if code[middle] < beyond:
                stop = middle + 1
            else:
                above = middle
        if stop > at:
            if count == len(cells):
                return -1
            cells[count, FIRST], cells[count, LAST], cells[count, PARENT] = at, stop, cell
            cells[count, QUARTER], cells[count, CHILD] = quarter, -1
            cells[count, COLUMN] = 2 * cells[cell, COLUMN] + (quarter & 1)
            cells[count, ROW] = 2 * cells[cell, ROW] + (quarter >> 1)
            cells[count, LEVEL] = cells[cell, LEVEL] + 1
            count += 1
        at = stop
    return count


@inner()
def _meet(
    cells: Integers, cell: int, count: int, crowd: int, enough: Integers, open_: Indices, far: Indices, near: Indices
) -> None:
    """Fill in how a cell meets the quarters of those that its parent left open."""
    parent = cells[cell, PARENT]
    points = cells[cell, LAST] - cells[cell, FIRST]
    for beside in range(9):
        uncle = open_[parent, beside]
        other = cells[uncle, CHILD] if uncle >= 0 else count
        while other < count and cells[other, PARENT] == uncle:
            i, j = cells[other, COLUMN] - cells[cell, COLUMN], cells[other, ROW] - cells[cell, ROW]
            place = SIDE * (j + REACH) + i + REACH
            pairs = points * (cells[other, LAST] - cells[other, FIRST])
            if abs(i) > 1 or abs(j) > 1:
                lists = far if pairs > enough[place] else near
                lists[cell, place] = other
            elif pairs > crowd and cells[cell, LEVEL] < DEEPEST:
                open_[cell, 3 * (j + 1) + i + 1] = other
            else:
                near[cell, place] = other
            other += 1
