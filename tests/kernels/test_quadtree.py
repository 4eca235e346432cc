"""Every two points meet exactly once, cells are what they say, and the work grows as the number of points."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from magnetsim.kernels.chebyshev import far_tables
from magnetsim.kernels.multipole import ENTRY, plan
from magnetsim.kernels.quadtree import (
    CHILD,
    COLUMN,
    DEEPEST,
    FIRST,
    LAST,
    LEVEL,
    PARENT,
    PLACES,
    QUARTER,
    REACH,
    ROW,
    SIDE,
    Quadtree,
    quadtree,
)
from tests.kernels.large_tables import TABLES, places

Floats = npt.NDArray[np.float64]


def tree_of(position: Floats, crowd: int = 20, enough: int = 5) -> Quadtree:
    x, y = position
    return quadtree(x.copy(), y.copy(), crowd, np.full(PLACES, enough))


def meetings(tree: Quadtree) -> npt.NDArray[np.int64]:
    """How often the i-th point is acted upon by the j-th, (n, n)."""
    n = len(tree.order)
    times = np.zeros((n, n), dtype=np.int64)
    for lists in (tree.far, tree.near):
        for cell, place in np.argwhere(lists >= 0):
            other = lists[cell, place]
            on = tree.order[tree.cells[cell, FIRST] : tree.cells[cell, LAST]]
            by = tree.order[tree.cells[other, FIRST] : tree.cells[other, LAST]]
            times[np.ix_(on, by)] += 1
    return times


@pytest.mark.parametrize("name", TABLES)
def test_every_two_points_meet_once(name: str) -> None:
    assert (meetings(tree_of(places(name, 400, seed=1))) == 1).all()


@pytest.mark.parametrize("name", TABLES)
def test_points_lie_in_their_cells_and_cells_where_their_place_says(name: str) -> None:
    position = places(name, 400, seed=2)
    tree = tree_of(position)
    centre = np.array([tree.centre_x, tree.centre_y])
    for cell, row in enumerate(tree.cells):
        own = position[:, tree.order[row[FIRST] : row[LAST]]]
        assert own.shape[1] > 0
        assert (abs(own - centre[:, cell, None]) <= tree.half[cell]).all()
        if cell > 0:
            side = np.array([row[QUARTER] & 1, row[QUARTER] >> 1]) * 2 - 1
            assert tree.half[row[PARENT]] == 2.0 * tree.half[cell]
            assert (centre[:, cell] == centre[:, row[PARENT]] + side * tree.half[cell]).all()
    for lists in (tree.far, tree.near):
        for cell, place in np.argwhere(lists >= 0):
            other = lists[cell, place]
            assert tree.cells[other, LEVEL] == tree.cells[cell, LEVEL]
            assert tree.cells[other, COLUMN] - tree.cells[cell, COLUMN] == place % SIDE - REACH
            assert tree.cells[other, ROW] - tree.cells[cell, ROW] == place // SIDE - REACH


def test_levels_follow_each_other() -> None:
    tree = tree_of(places("clumps", 400, seed=3))
    assert tree.levels[0] == 0
    assert tree.levels[-1] == len(tree.cells)
    for level, (begin, end) in enumerate(zip(tree.levels[:-1], tree.levels[1:], strict=True)):
        assert begin < end
        assert (tree.cells[begin:end, LEVEL] == level).all()


def test_points_in_one_place_end_in_one_cell_of_the_last_level() -> None:
    position = np.concatenate([np.full((2, 30), 0.1), [[0.3], [0.2]]], axis=1)
    tree = tree_of(position)
    assert (meetings(tree) == 1).all()
    assert tree.cells[:, LEVEL].max() == DEEPEST


@pytest.mark.parametrize("position", [np.zeros((2, 5)), np.full((2, 5), -7e300), np.full((2, 1), 1e-310)])
def test_without_any_extent(position: Floats) -> None:
    assert (meetings(tree_of(position)) == 1).all()


def work(n: int, name: str) -> float:
    """Pairs of dipoles, and entries of tables by what they cost in pairs, for each dipole."""
    x, y = places(name, n, seed=4)
    tree = plan(x.copy(), y.copy(), 1e-2)
    count = tree.cells[:, LAST] - tree.cells[:, FIRST]
    pairs = np.where(tree.near >= 0, count[:, None] * count[tree.near], 0).sum()
    entries = np.where(tree.far >= 0, far_tables(1e-2, 1).width ** 2, 0).sum()
    assert (tree.cells[:, CHILD] < 0).sum() < n / 4
    return float(pairs + ENTRY * entries) / n


@pytest.mark.parametrize("name", TABLES)
def test_work_grows_as_the_number_of_points(name: str) -> None:
    """For eight times as many, the dense kernel has eight times as much to do for each; this has as much as before."""
    # How full cells are swings by up to four from one depth of the tree to the next.
    assert work(128_000, name) < 1.3 * max(work(n, name) for n in (8_000, 11_000, 16_000))
