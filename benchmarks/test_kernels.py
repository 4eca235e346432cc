"""Kernels beside those of forces between points, which `magnetsim bench kernels` times."""

from __future__ import annotations

import numba
import numpy as np
import pytest

from magnetsim.benchmark.hearts import HEARTS, hearts_on
from magnetsim.clusters import BondCriteria, find_bonds, find_clusters
from magnetsim.kernels.finite import finite_forces, flat_clouds
from magnetsim.kernels.friction import look_up_sliding, sliding_table
from magnetsim.kernels.gap import flat_shapes, near_pairs
from magnetsim.scenario.kinds import as_finite


@pytest.fixture(scope="module")
def packed_hearts():
    """25 hearts in rows, each tip just in the next one's notch."""
    number = np.arange(HEARTS)
    return hearts_on(0.3, np.column_stack([number % 5 * 0.0142, number // 5 * 0.0202]), np.zeros(HEARTS))


def ring(distance):
    """One magnet that moves, and 24 around it."""
    turn = np.arange(HEARTS - 1) * 2 * np.pi / (HEARTS - 1)
    return np.concatenate([np.zeros((1, 2)), distance * np.column_stack([np.cos(turn), np.sin(turn)])])


GRID = np.column_stack([np.arange(HEARTS) % 5, np.arange(HEARTS) // 5]) * 0.055


@pytest.mark.parametrize(
    ("place", "moving"),
    [(ring(0.022), 1), (ring(0.040), 1), (ring(0.080), 1), (GRID, 1), (GRID, HEARTS)],
    ids=["24 pairs at 22 mm", "24 pairs at 40 mm", "24 pairs at 80 mm", "25 at 55 mm, one moves", "25 at 55 mm"],
)
def test_finite_forces(benchmark, packed_hearts, place, moving):
    kind = as_finite(packed_hearts.kinds[0])
    clouds = flat_clouds([kind.charges])
    angle = np.random.default_rng(1).uniform(-3, 3, HEARTS)
    arrays = (*place.T.copy(), np.cos(angle), np.sin(angle), np.full(HEARTS, 0.18), np.zeros(HEARTS))
    rest = np.zeros(HEARTS, dtype=np.int64), np.arange(HEARTS) < moving, False, clouds, *np.zeros((3, HEARTS))
    benchmark(finite_forces, *arrays, *rest)


def test_thousand_looks_at_the_law_of_sliding(benchmark):
    sliding = sliding_table()

    @numba.njit
    def look_up(times):
        total = 0.0
        for i in range(times):
            total += look_up_sliding(sliding, 0.1, i * 1e-6)[0]
        return total

    benchmark(look_up, 1000)


def test_near_pairs(benchmark, packed_hearts):
    shapes = flat_shapes([packed_hearts.kinds[0].outline])
    poses = packed_hearts.kind.copy(), *packed_hearts.position.T.copy(), packed_hearts.angle.copy()
    assert len(benchmark(near_pairs, shapes, *poses, 0.6e-3)) > 0


def test_find_bonds(benchmark, packed_hearts):
    assert len(benchmark(find_bonds, packed_hearts, BondCriteria())) > 0


def test_find_clusters(benchmark, packed_hearts):
    bonds = find_bonds(packed_hearts, BondCriteria())
    assert len(benchmark(find_clusters, packed_hearts, bonds, BondCriteria())) > 0
