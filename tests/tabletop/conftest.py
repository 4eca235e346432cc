"""Small tables of hearts for the world's tests, settled by the real physics."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from magnetsim.clusters import find_clusters
from magnetsim.outline import heart_outline
from magnetsim.physics import Physics, settle
from magnetsim.rules.xinxin import game as xinxin
from magnetsim.rules.xinxin.game import Options, Phase
from magnetsim.table import Board, Placed, lay, magnet_kind

SQUARE = Board(np.array([[-0.3, -0.3], [0.3, -0.3], [0.3, 0.3], [-0.3, 0.3]]), 0.0, 0.3, 0.24)
HEART = magnet_kind("heart", heart_outline(), height=0.007, density=4900, remanence=0.15, restitution=0.3, friction=0.3)
PHYSICS = Physics()


def resting(places, first=0):
    """Hearts `first`, `first` + 1, … at (x, y, angle), settled."""
    placed = [Placed(first + number, 0, (x, y), angle) for number, (x, y, angle) in enumerate(places)]
    return settle(lay(SQUARE, (HEART,), placed), None, PHYSICS).table


def aiming(table, *, options=None, seat=0):
    """Two players, magnets 90 and 91 in their hands, the seat about to shoot at what lies on the table."""
    spares = [Placed(90 + number, 0, (5.0 + number, 5.0), 0.0) for number in range(2)]
    own = [
        Placed(int(number), 0, tuple(place), float(angle))
        for number, place, angle in zip(table.magnet, table.position, table.angle, strict=True)
    ]
    laid = lay(SQUARE, (HEART,), [*own, *spares])
    start = xinxin.new_game(lay(SQUARE, (HEART,), [*_row(3), *spares]), ["a", "b"], options or Options())
    return replace(start, laid=laid, table=table, phase=Phase.AIM, seat=seat, shooter=(90, 91), hand=(90, 91))


def _row(count):
    return [Placed(number, 0, (0.1 * number - 0.2, 0.0), 0.0) for number in range(count)]


@pytest.fixture(scope="session")
def scene():
    """A board, a kind, the physics, and what makes tables and states."""
    return SimpleNamespace(
        square=SQUARE, heart=HEART, physics=PHYSICS, resting=resting, aiming=aiming, same_bits=same_bits
    )


def same_bits(first, second, magnets):
    """Whether these magnets lie in two tables in the same place, to the last bit."""
    return all(
        first.position[first.row(magnet)].tobytes() == second.position[second.row(magnet)].tobytes()
        and first.angle[first.row(magnet)].tobytes() == second.angle[second.row(magnet)].tobytes()
        for magnet in magnets
    )


@pytest.fixture(scope="session")
def snapped(scene):
    """Magnets 0, 1, 2 pulled together into one cluster; 3 and 4 lie alone."""
    places = [(0.0, 0.0, 0.0), (0.024, 0.0, 0.0), (0.048, 0.001, 0.0), (-0.15, 0.1, 1.0), (0.15, 0.1, 2.0)]
    table = scene.resting(places)
    assert [set(cluster) for cluster in find_clusters(table, table.bonds, scene.physics.criteria)] == [{0, 1, 2}]
    return table
