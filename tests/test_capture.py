"""How near another magnet is pulled in: the engine is asked whether it goes, and the law of points how far it is."""

import numpy as np
import pytest

from magnetsim.capture import DIRECTIONS, capture
from magnetsim.outline import disc_outline, heart_outline
from magnetsim.physics import settle
from magnetsim.scenario import load_scenario
from magnetsim.session import empty_table
from magnetsim.table import Board, Placed, lay, magnet_kind

RIM = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
FRICTION = 0.3


def kind(outline, *, upright=False, remanence=0.15):
    return magnet_kind(
        "one",
        outline,
        height=0.007,
        density=4900.0,
        remanence=remanence,
        restitution=0.3,
        friction=0.3,
        upright=upright,
    )


@pytest.fixture(scope="module")
def heart():
    """Of finite magnets."""
    table = empty_table(load_scenario("scenarios/classic.toml"))
    return table.kinds[0]


def gone(one, share, direction, found):
    """How far another has gone that lay at a share of the reach in a direction, turned as it says."""
    turn = 2 * np.pi * direction / DIRECTIONS
    place = share * found.reach[direction] * np.array([np.cos(turn), np.sin(turn)])
    placed = [
        Placed(0, 0, (0.0, 0.0), 0.0, pinned_position=True, pinned_angle=True),
        Placed(1, 0, (float(place[0]), float(place[1])), float(found.turn[direction])),
    ]
    settled = settle(lay(Board(RIM, 0.0, FRICTION, 0.24), (one,), placed))
    return float(np.hypot(*(settled.table.position[1] - place))), float(np.hypot(*settled.table.position[1]))


@pytest.mark.parametrize("direction", range(0, DIRECTIONS, 11))
def test_the_engine_pulls_in_what_lies_within_and_leaves_what_lies_without(heart, direction):
    found = capture(heart, heart, FRICTION)
    way, away = gone(heart, 0.98, direction, found)
    assert way > 0.003
    assert away < 0.75 * found.reach[direction]
    assert gone(heart, 1.02, direction, found)[0] < 1e-5


def test_points_follow_the_law_of_two_dipoles():
    """In line they pull with 3 mu0 m² / 2 pi r⁴, side by side and turned against each other with half of that."""
    disc = kind(disc_outline(0.005))
    found = capture(disc, disc, FRICTION)
    in_line = (6e-7 * disc.moment**2 / (FRICTION * disc.weight)) ** 0.25
    assert found.reach[0] == pytest.approx(in_line, rel=1e-3)
    assert found.reach[DIRECTIONS // 4] == pytest.approx(in_line / 2**0.25, rel=1e-3)
    assert found.turn[0] == 0
    assert found.turn[DIRECTIONS // 4] == pytest.approx(np.pi)


def test_more_friction_and_weaker_magnets_reach_less_far():
    disc, weak = kind(disc_outline(0.005)), kind(disc_outline(0.005), remanence=0.1)
    usual = capture(disc, disc, FRICTION).reach
    assert (capture(disc, disc, 2 * FRICTION).reach < usual).all()
    assert (capture(weak, weak, FRICTION).reach < usual).all()


@pytest.mark.parametrize(
    "one",
    [kind(heart_outline(), upright=True), kind(heart_outline(), remanence=0.0), kind(heart_outline(), remanence=1e-4)],
)
def test_what_pulls_nothing_in_has_no_reach(one):
    assert not capture(one, one, FRICTION).reach.any()
