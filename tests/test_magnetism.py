from __future__ import annotations

from dataclasses import replace

import magpylib
import numpy as np
import pytest

from magnetsim.magnetism import flux_density
from magnetsim.scenario.kinds import as_finite
from magnetsim.table import Placed, lay
from tests.physics.scenes import disc, heart, wide

POINTS = np.random.default_rng(1).uniform(-0.03, 0.05, (50, 2))
PLACED = [Placed(0, 0, (0.0, 0.0), 0.3), Placed(1, 1, (0.03, 0.01), -2.0)]


def test_the_field_of_points() -> None:
    table = lay(wide(), (disc(), replace(heart(), moment=0.0, moment_z=0.1)), PLACED)
    moment = disc().moment
    first = magpylib.misc.Dipole(moment=(moment * np.cos(0.3), moment * np.sin(0.3), 0))
    second = magpylib.misc.Dipole(moment=(0, 0, 0.1), position=(0.03, 0.01, 0))
    space = np.column_stack([POINTS, np.zeros(len(POINTS))])
    expected = first.getB(space) + second.getB(space)
    np.testing.assert_allclose(flux_density(table, POINTS), expected, rtol=1e-9, atol=1e-15)


def test_the_field_of_finite_magnets() -> None:
    table = lay(wide(), (as_finite(disc()), as_finite(heart())), PLACED[:1])
    source = magpylib.magnet.Cylinder(
        dimension=(0.018, 0.007), polarization=(0.15 * np.cos(0.3), 0.15 * np.sin(0.3), 0)
    )
    off = np.abs(np.hypot(*POINTS.T) - 0.009) > 1e-3
    expected = source.getB(np.column_stack([POINTS, np.zeros(len(POINTS))]))
    assert flux_density(table, POINTS)[off] == pytest.approx(expected[off], abs=0.15 * 3e-3)


def test_no_points() -> None:
    assert flux_density(lay(wide(), (disc(),), PLACED[:1]), np.empty((0, 2))).shape == (0, 3)
