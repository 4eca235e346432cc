from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from magnetsim.players.hand import HANDS, HandError, hand
from magnetsim.rules.xinxin import game as xinxin
from magnetsim.rules.xinxin.game import LiftShooter, Options, Shoot
from magnetsim.shot import Delivery, Flick, Push

WILD = HandError(direction=3.0, speed=5.0, offset=0.05, spin=500.0)


def shoot(shot, position=(0.0, -0.285)):
    return Shoot(position, 0.0, shot)


def flick(direction=math.pi / 2, speed=1.0, offset=0.0):
    return shoot(Flick(2, direction, speed, offset))


def played(scene, error, move, seed=0, state=None):
    state = scene.aiming([(0, 0, 0), (0.1, 0, 0)]) if state is None else state
    return hand(error, state.options, state.laid)(move, np.random.default_rng(seed))


def test_a_perfect_hand_does_what_is_meant(scene):
    for move in (flick(), shoot(Push(2, 1.5, 0.5, 0.05, 0.001)), shoot(Delivery(2, 1.6, 0.5, 3.0), (0.0, -0.31))):
        assert played(scene, HANDS["perfect"], move) == move


def test_no_hand_errs_in_anything_but_a_shot(scene):
    assert played(scene, WILD, LiftShooter()) == LiftShooter()


def test_the_error_has_the_spread_that_is_said(scene):
    error = HandError(direction=0.05, speed=0.1, offset=0.5e-3)
    shots = [played(scene, error, flick(), seed).shot for seed in range(2000)]
    for values, mean, sigma in (
        ([shot.direction for shot in shots], math.pi / 2, 0.05),
        ([shot.speed for shot in shots], 1.0, 0.1),
        ([shot.offset for shot in shots], 0.0, 0.5e-3),
    ):
        # Four standard errors of 2000 draws.
        assert np.mean(values) == pytest.approx(mean, abs=4 * sigma / math.sqrt(2000))
        assert np.std(values) == pytest.approx(sigma, rel=4 / math.sqrt(4000))


def test_the_presets_go_from_sure_to_shaky():
    order = [HANDS[name] for name in ("perfect", "steady", "normal", "shaky")]
    for better, worse in pairwise(order):
        assert better.direction < worse.direction
        assert better.speed < worse.speed
        assert better.offset < worse.offset
        assert better.spin < worse.spin


def test_the_same_seed_errs_the_same_and_another_otherwise(scene):
    assert played(scene, HANDS["shaky"], flick(), 5) == played(scene, HANDS["shaky"], flick(), 5)
    assert played(scene, HANDS["shaky"], flick(), 5) != played(scene, HANDS["shaky"], flick(), 6)


@given(
    way=st.sampled_from(["flick", "push", "deliver"]),
    share=st.floats(-1, 1),
    depth=st.floats(0, 1),
    aside=st.floats(-1.5, 1.5),
    speed=st.floats(0.01, 5.0),
    seed=st.integers(0, 2**32),
    board=st.sampled_from(["square", "round"]),
    free=st.booleans(),
)
def test_what_was_legal_stays_legal_in_the_wildest_hand(scene, way, share, depth, aside, speed, seed, board, free):
    # With free movement the share is of the whole rim, corners included.
    options = Options(free_movement=free)
    state = scene.aiming([(0, 0, 0), (0.1, 0, 0)], board=getattr(scene, board), options=options)
    deep = depth * options.start_depth * (-1 if way == "deliver" else 1)
    position, inward = xinxin.start_point(state, 0, share, deep)
    direction = math.atan2(inward[1], inward[0]) + aside
    magnet = state.hand[0]
    shot = {
        "flick": Flick(magnet, direction, speed, 0.005),
        "push": Push(magnet, direction, speed, 0.08, -0.005),
        "deliver": Delivery(magnet, direction, speed, 50.0),
    }[way]
    meant = shoot(shot, position)
    if xinxin.legal(state, meant) is None:
        assert xinxin.legal(state, played(scene, WILD, meant, seed, state)) is None


def test_a_hand_never_pushes_beyond_the_zone(scene):
    meant = shoot(Push(2, math.pi / 2, 0.5, 0.10))
    state = replace(scene.aiming([(0, 0, 0), (0.1, 0, 0)]), options=Options(rim_zone=0.116))
    strokes = [played(scene, HandError(direction=0.5), replace(meant), seed, state).shot.stroke for seed in range(50)]
    assert max(strokes) <= 0.10
    assert min(strokes) > 0.05
