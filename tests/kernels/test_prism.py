from __future__ import annotations

from typing import Any

import magpylib
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from magnetsim.kernels.meeting import border_distance, meeting_distance
from magnetsim.kernels.prism import outline_walls, prism_pair
from magnetsim.outline import heart_outline
from tests.kernels.exact_prisms import disc_corners, exact_pair, rectangle
from tests.kernels.heart_mesh import heart_mesh

MM = 1e-3
HEIGHT = 7 * MM
POLARISATION = 0.2
MU_0 = 4e-7 * np.pi
HEART = heart_outline().corners
CUBOID = rectangle(20 * MM, 17 * MM)
DISC = disc_corners(9 * MM)[::4] * 1.0002
SHAPES = {"heart": HEART, "cuboid": CUBOID, "disc": DISC}

names = st.sampled_from(list(SHAPES))
turns = st.floats(-np.pi, np.pi)


def pair(one: np.ndarray, two: np.ndarray, pose: Any, height1: float = HEIGHT, height2: float = HEIGHT) -> Any:
    walls1, walls2 = outline_walls(one, 1.4 * MM), outline_walls(two, 1.4 * MM)
    return np.array(prism_pair(walls1, height1, walls2, height2, *pose))


def meet(corners1: np.ndarray, corners2: np.ndarray, direction: float, angle: float, gap: float) -> Any:
    distance = meeting_distance(corners1, corners2, direction, angle, gap)
    return distance * np.cos(direction), distance * np.sin(direction), angle


@settings(max_examples=12)
@given(names, names, turns, turns, st.sampled_from([0.1, 0.5, 2.0, 10.0, 40.0]))
def test_two_ways_to_integrate_agree(name1: str, name2: str, direction: float, angle: float, gap: float) -> None:
    one, two = SHAPES[name1], SHAPES[name2]
    pose = meet(one, two, direction, angle, gap * MM)
    assert border_distance(one, two, *pose) == pytest.approx(gap * MM, abs=1e-6)
    exact = exact_pair(one, two, HEIGHT, pose, 0.5 * MM)
    fx, fy, torque1, torque2 = pair(one, two, pose)
    size = np.hypot(*exact.force)
    assert (fx, fy) == pytest.approx(tuple(exact.force), abs=3e-5 * size)
    assert (torque1, torque2) == pytest.approx((exact.torque1, exact.torque2), abs=3e-5 * size * 10 * MM)


def test_force_is_the_slope_of_the_energy() -> None:
    pose, step = (21.5 * MM, 4 * MM, 0.3), 1e-6
    exact = exact_pair(HEART, HEART, HEIGHT, pose, 0.5 * MM)
    for axis, expected in enumerate((*exact.force, exact.torque2)):
        above, below = list(pose), list(pose)
        above[axis] += step
        below[axis] -= step
        higher = exact_pair(HEART, HEART, HEIGHT, tuple(above), 0.3 * MM).energy
        lower = exact_pair(HEART, HEART, HEIGHT, tuple(below), 0.3 * MM).energy
        assert (lower - higher) / (2 * step) == pytest.approx(expected, rel=1e-5)


@pytest.mark.parametrize("name", ["heart", "cuboid"])
@pytest.mark.parametrize("pose", [(26 * MM, 5 * MM, 0.4), (-3 * MM, 24 * MM, 2.5)])
def test_magpylib_agrees(name: str, pose: tuple[float, float, float]) -> None:
    """The field of magpylib's magnet on the charged walls of the other, by Gauss points on them."""
    corners = SHAPES[name]
    source = heart_mesh(HEART, HEIGHT, POLARISATION) if name == "heart" else None
    if source is None:
        source = magpylib.magnet.Cuboid(dimension=(20 * MM, 17 * MM, HEIGHT), polarization=(POLARISATION, 0, 0))
    at, weight = np.polynomial.legendre.leggauss(8)
    place = Rotation.from_rotvec([0, 0, pose[2]])
    force, torque = np.zeros(3), 0.0
    walls = outline_walls(corners, 3 * MM)
    for x0, y0, x1, y1, _ in walls:
        length = np.hypot(x1 - x0, y1 - y0)
        u, w = np.meshgrid((1 + at) / 2, at * HEIGHT / 2)
        points = np.column_stack([(x0 + u.ravel() * (x1 - x0)), y0 + u.ravel() * (y1 - y0), w.ravel()])
        points = place.apply(points) + np.array([pose[0], pose[1], 0])
        charge = POLARISATION / MU_0 * (y1 - y0) / length
        amount = charge * np.outer(weight, weight).ravel() * length * HEIGHT / 4
        pushes = amount[:, None] * source.getB(points)
        force += pushes.sum(axis=0)
        torque += (np.cross(points, pushes)[:, 2]).sum()
    area = (corners[:, 0] * np.roll(corners[:, 1], -1) - corners[:, 1] * np.roll(corners[:, 0], -1)).sum() / 2
    moment = POLARISATION / MU_0 * area * HEIGHT
    fx, fy, torque1, _ = pair(corners, corners, pose) * moment**2
    size = np.hypot(fx, fy)
    assert (fx, fy) == pytest.approx(tuple(force[:2]), abs=2e-5 * size)
    assert -torque1 == pytest.approx(torque, abs=2e-5 * size * 10 * MM)


def test_far_apart_they_are_dipoles() -> None:
    m = 1.0
    r = 3.0
    fx, fy, torque1, torque2 = pair(CUBOID, CUBOID, (r, 0, np.pi / 2))
    assert fy == pytest.approx(3e-7 * m * m / r**4, rel=1e-3)
    assert abs(fx) < 1e-3 * fy
    assert (torque1, torque2) == pytest.approx((-1e-7 / r**3, -2e-7 / r**3), rel=1e-3)


def test_unequal_heights() -> None:
    pose = (23 * MM, 6 * MM, 1.0)
    fx, fy, *_ = pair(HEART, CUBOID, pose, 7 * MM, 4 * MM)
    back = pair(CUBOID, HEART, back_again(pose), 4 * MM, 7 * MM)
    turn = Rotation.from_rotvec([0, 0, pose[2]]).apply([back[0], back[1], 0])
    assert (-fx, -fy) == pytest.approx((turn[0], turn[1]), rel=1e-6)
    equal = pair(HEART, CUBOID, pose, 4 * MM, 4 * MM)
    nearly = pair(HEART, CUBOID, pose, 4 * MM, 4.0001 * MM)
    assert nearly == pytest.approx(equal, rel=1e-4)
    # Of the same moment, the higher magnet has its charges further off.
    assert np.hypot(fx, fy) < np.hypot(*equal[:2])


def back_again(pose: tuple[float, float, float]) -> tuple[float, float, float]:
    x, y, angle = pose
    return -np.cos(angle) * x - np.sin(angle) * y, np.sin(angle) * x - np.cos(angle) * y, -angle


@settings(max_examples=12)
@given(names, names, turns, turns)
def test_the_other_way_round(name1: str, name2: str, direction: float, angle: float) -> None:
    pose = meet(SHAPES[name1], SHAPES[name2], direction, angle, 1 * MM)
    there, back = pair(SHAPES[name1], SHAPES[name2], pose), pair(SHAPES[name2], SHAPES[name1], back_again(pose))
    turn = Rotation.from_rotvec([0, 0, angle]).apply([back[0], back[1], 0])
    size = np.hypot(*there[:2])
    assert (-there[0], -there[1]) == pytest.approx((turn[0], turn[1]), abs=1e-5 * size)
    assert (there[2], there[3]) == pytest.approx((back[3], back[2]), abs=1e-5 * size * 10 * MM)
    assert there[2] + there[3] + pose[0] * there[1] - pose[1] * there[0] == pytest.approx(0, abs=1e-12 * size)
