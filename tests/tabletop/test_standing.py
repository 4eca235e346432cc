"""Magnets put on a table and taken off: what that moves, by the quick look and by the physics."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from magnetsim.clusters import touching_pairs
from magnetsim.outline import disc_outline
from magnetsim.physics import settle
from magnetsim.rules.xinxin.game import (
    Spot,
)
from magnetsim.shot import Settled
from magnetsim.table import Placed, lay, magnet_kind, with_arrays
from magnetsim.tabletop.footing import stands_well
from magnetsim.tabletop.standing import as_it_lies, moved, stand, take_off


@pytest.mark.rule("X3.1", "X3.5")
def test_what_leaned_on_the_lifted_one_is_woken_although_its_load_is_the_same(scene):
    """Two hearts, drawn against a disc that is no magnet by a third, pinned beyond it: the disc is taken."""
    disc = magnet_kind(
        "disc", disc_outline(0.004), height=0.007, density=4900, remanence=0.0, restitution=0.3, friction=0.3
    )
    placed = [
        Placed(0, 0, (-0.0155, 0.0), 0.0),
        Placed(1, 0, (0.0, 0.0), 0.0),
        Placed(2, 1, (0.0105, 0.0), 0.0, pinned_position=True, pinned_angle=True),
        Placed(3, 0, (0.0265, 0.0), 0.0, pinned_position=True, pinned_angle=True),
    ]
    table = settle(lay(scene.square, (scene.heart, disc), placed), None, scene.physics).table
    assert {(0, 1), (1, 2)} <= set(touching_pairs(table))
    settled, stirred = take_off(table, [2], scene.physics)
    assert stirred == (0, 1)
    assert (1, 3) in settled.bonds_made


def test_a_magnet_that_only_turns_has_moved(scene, snapped):
    settled = settle(snapped, None, scene.physics)
    angle = snapped.angle.copy()
    angle[snapped.row(3)] = np.nextafter(angle[snapped.row(3)], 2.0)
    assert moved(snapped, settled) == ()
    assert moved(snapped, replace(settled, table=with_arrays(snapped, angle=angle))) == (3,)


def test_a_held_magnet_may_be_light(scene):
    """35 mm before a heavy magnet a light one would slide; held by a hand it may stand there."""
    heavy, light = (
        magnet_kind(
            "heart", scene.heart.outline, height=0.007, density=density, remanence=0.15, restitution=0.3, friction=0.3
        )
        for density in (20_000, 1_000)
    )
    table = lay(scene.square, (heavy,), [Placed(0, 0, (0.0, 0.0), 0.0)])
    assert not stands_well(table, light, 0.3e-3)(0.035, 0.0, 0.0)
    assert stands_well(table, light, 0.3e-3, held=True)(0.035, 0.0, 0.0)
    assert not stands_well(table, light, 0.3e-3, held=True)(0.020, 0.0, 0.0)


@pytest.mark.parametrize("held", [False, True], ids=["free", "held"])
def test_the_quick_look_never_likes_what_physics_stirs(scene, snapped, held):
    """Spots all over the table: what looks good is good; nearly all that is good looks so."""
    generator = np.random.default_rng(3)
    looks_good = stands_well(snapped, scene.heart, scene.physics.criteria.touch_gap, held=held)
    good, liked = 0, 0
    for _ in range(150):
        x, y = generator.uniform(-0.2, 0.2, 2).tolist()
        angle = float(generator.uniform(-math.pi, math.pi))
        spot, _ = stand(snapped, Placed(90, 0, (x, y), angle), scene.physics, held=held)
        if looks_good(x, y, angle):
            liked += 1
            assert spot == Spot()
        good += spot == Spot()
    assert good > 50
    assert liked >= 0.9 * good


@pytest.mark.rule("X3.2")
def test_a_cluster_that_the_time_limit_stops_stays_as_it_lies(scene, snapped):
    table = with_arrays(snapped, rest_load=np.full_like(snapped.rest_load, np.nan))
    stopped = as_it_lies(Settled(table, False, 0.1, 200, (), (), (), (), settle(table, None, scene.physics).trajectory))
    again = settle(stopped.table, None, scene.physics)
    assert scene.same_bits(snapped, again.table, range(5))
    assert again.at_rest


def test_an_unsettled_group_lets_no_spot_look_good(scene, snapped):
    rest_load = snapped.rest_load.copy()
    rest_load[snapped.row(1)] = np.nan
    table = with_arrays(snapped, rest_load=rest_load)
    assert touching_pairs(table)
    assert not stands_well(table, scene.heart, 0.3e-3)(-0.2, -0.2, 0.0)


def test_without_friction_only_what_nothing_pulls_stands(scene):
    """And nothing is divided by the friction that is not there."""
    slippery = replace(scene.square, friction_static=0.0, friction_kinetic=0.0)
    table = lay(slippery, (scene.heart,), [Placed(0, 0, (0.0, 0.0), 0.0)])
    assert not stands_well(table, scene.heart, 0.3e-3)(0.2, 0.1, 0.4)
    wood = replace(scene.heart, moment=0.0)
    assert stands_well(table, wood, 0.3e-3)(0.2, 0.1, 0.4)
