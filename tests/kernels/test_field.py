from __future__ import annotations

from typing import Any

import magpylib
import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from magnetsim.kernels.field import DIPOLE_FROM, dipole_field, finite_field, flat_walls
from magnetsim.outline import heart_outline
from tests.kernels.exact_prisms import disc_corners, rectangle
from tests.kernels.heart_mesh import heart_mesh

MM = 1e-3
HEIGHT = 7 * MM
MU_0 = 4e-7 * np.pi
HEART = heart_outline().corners
WALLS = flat_walls([HEART, rectangle(20 * MM, 17 * MM), disc_corners(9 * MM, 720)], [HEIGHT] * 3)
KINDS = {"heart": 0, "cuboid": 1, "disc": 2}
# Points within, beside and between, and some far off.
NEAR = np.random.default_rng(3).uniform(-28 * MM, 28 * MM, (400, 2))


def finite(x: Any, y: Any, angle: Any, moment: Any, mz: Any, kind: Any, at: np.ndarray) -> np.ndarray:
    arrays = [np.array(values, dtype=float) for values in (x, y, np.cos(angle), np.sin(angle), moment, mz)]
    field = np.full((len(at), 3), np.nan)
    finite_field(*arrays, np.array(kind, dtype=np.int64), WALLS, at, field)
    return field


def dipoles(x: Any, y: Any, angle: Any, moment: Any, mz: Any, at: np.ndarray) -> np.ndarray:
    along = np.array(moment) * np.cos(angle), np.array(moment) * np.sin(angle)
    arrays = [np.array(values, dtype=float) for values in (x, y, *along, mz)]
    field = np.full((len(at), 3), np.nan)
    dipole_field(*arrays, at, field)
    return field


def in_space(at: np.ndarray) -> np.ndarray:
    return np.column_stack([at, np.zeros(len(at))])


@pytest.mark.parametrize("name", KINDS)
def test_magpylib_agrees_about_finite_magnets(name: str) -> None:
    polarisation = 0.2
    turn = Rotation.from_rotvec([0, 0, 0.7])
    place = (3 * MM, -2 * MM, 0)
    magnet = magpylib.magnet
    source: Any = {
        "heart": lambda: heart_mesh(HEART, HEIGHT, polarisation),
        "cuboid": lambda: magnet.Cuboid(dimension=(20 * MM, 17 * MM, HEIGHT), polarization=(polarisation, 0, 0)),
        "disc": lambda: magnet.Cylinder(dimension=(18 * MM, HEIGHT), polarization=(polarisation, 0, 0)),
    }[name]()
    source.position, source.orientation = place, turn
    kind = KINDS[name]
    moment = polarisation / MU_0 * WALLS.area[kind] * HEIGHT
    found = finite([place[0]], [place[1]], [0.7], [moment], [0.0], [kind], NEAR)
    expected = source.getB(in_space(NEAR))
    # A disc's polygon is not the disc: next to its border they differ.
    allowed = 1e-6 if name != "disc" else 2e-3
    off = np.abs(np.hypot(*(NEAR - place[:2]).T) - 9 * MM) > 0.3 * MM
    chosen = off if name == "disc" else np.ones(len(NEAR), dtype=bool)
    np.testing.assert_allclose(found[chosen], expected[chosen], rtol=0, atol=allowed * polarisation)


def test_magpylib_agrees_about_dipoles() -> None:
    random = np.random.default_rng(4)
    x, y = random.uniform(-0.1, 0.1, (2, 5))
    angle, moment, mz = random.uniform(-3, 3, 5), random.uniform(0.1, 0.2, 5), random.uniform(-0.1, 0.1, 5)
    expected = np.zeros((len(NEAR), 3))
    for i in range(5):
        size = (moment[i] * np.cos(angle[i]), moment[i] * np.sin(angle[i]), mz[i])
        expected += magpylib.misc.Dipole(moment=size, position=(x[i], y[i], 0)).getB(in_space(NEAR))
    found = dipoles(x, y, angle, moment, mz, NEAR)
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-12)


def test_fields_add_up() -> None:
    x, y, angle = [0, 30 * MM, -20 * MM], [0, 5 * MM, 25 * MM], [0.3, -2.0, 1.0]
    moment, mz, kind = [0.2, 0.1, 0.0], [0.0, 0.0, 0.15], [0, 1, 2]
    every = finite(x, y, angle, moment, mz, kind, NEAR)
    each = [
        finite(x[i : i + 1], y[i : i + 1], angle[i : i + 1], moment[i : i + 1], mz[i : i + 1], kind[i : i + 1], NEAR)
        for i in range(3)
    ]
    np.testing.assert_allclose(every, sum(each), rtol=0, atol=1e-12)
    assert (every[:, 2] != 0).all()


def test_from_afar_a_magnet_is_a_dipole() -> None:
    reach = WALLS.reach[0]
    turn = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    ring = np.column_stack([np.cos(turn), np.sin(turn)])
    for distance, allowed in ((DIPOLE_FROM * 0.999, 0.04), (DIPOLE_FROM * 1.001, 0.0)):
        at = ring * distance * reach
        one, point = finite([0], [0], [0.4], [0.2], [0], [0], at), dipoles([0], [0], [0.4], [0.2], [0], at)
        assert np.abs(one - point).max() <= allowed * np.abs(point).max() + 1e-15


def test_no_magnets_no_field() -> None:
    assert (finite([], [], [], [], [], [], NEAR) == 0).all()
    assert (dipoles([], [], [], [], [], NEAR) == 0).all()


def test_on_a_wall_and_at_a_corner_nothing_is_nan() -> None:
    on_wall = np.array([[10 * MM, 0.0], [0.0, 8.5 * MM], [3 * MM, -8.5 * MM]])
    assert np.isfinite(finite([0], [0], [0], [0.2], [0], [1], on_wall)).all()
