"""Reference cases of finite magnets: the dipole kernel, the exact prisms of the tests, and the charge clouds."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from magnetsim.kernels.finite import finite_pair, flat_clouds
from tests.charges.fits import corners, fit
from tests.kernels.dipoles_in_space import dipole_pair_force
from tests.kernels.exact_prisms import exact_pair

Case = dict[str, Any]
MM = 1e-3


def magnet(case: Case) -> tuple[str, float]:
    """The name of the shape and the height in mm."""
    given = case["inputs"]
    if given["shape"] == "cuboid":
        length, width, height = given["dims_mm"]
        return f"cuboid {length} x {width}", height
    if given["shape"] == "cylinder":
        return f"disc {given['dims_mm']['d']}", given["dims_mm"]["h"]
    return "heart 20", given["height_mm"]


def pose(case: Case) -> tuple[float, float, float]:
    """Where the second lies in the frame of the first, whose moment is along its x; m and rad."""
    given = case["inputs"]
    x, y = (offset * MM for offset in given["centre_offset_mm"][:2])
    if "angle_deg" in given:  # the cases' hearts are magnetised along y
        return y, -x, np.radians(given["angle_deg"])
    return x, y, np.pi if "antiparallel" in given["configuration"] else 0.0


def expected_force(case: Case) -> np.ndarray:
    """The force on the second in the frame of the first."""
    if "F_on_2_N" in case["expected"]:
        x, y = case["expected"]["F_on_2_N"]
        return np.array([y, -x])
    x, y, _ = pose(case)
    return case["expected"]["F_on_2_along_line_N"] * np.array([x, y]) / np.hypot(x, y)


def along_line(case: Case, force: Any) -> np.ndarray:
    """The force as far as the case knows it: of a pair on one line only what is along it."""
    if "F_on_2_N" in case["expected"]:
        return np.asarray(force, dtype=float)
    line = np.array(pose(case)[:2]) / np.hypot(*pose(case)[:2])
    return (np.asarray(force, dtype=float) @ line) * line


@pytest.mark.reference("b_finite_magnet", "b_heart", holds="point_dipole_F_N")
def test_as_point_dipoles(case: Case) -> None:
    x, y, angle = pose(case)
    m = case["inputs"]["moment_Am2"]
    force = np.array(dipole_pair_force(x, y, m, 0.0, 0.0, m * np.cos(angle), m * np.sin(angle), 0.0))
    given = case["expected"]["point_dipole_F_N"]
    expected = np.array([given[1], -given[0]]) if isinstance(given, list) else given * np.array([x, y]) / np.hypot(x, y)
    assert along_line(case, force) == pytest.approx(expected, abs=1e-6 * np.hypot(*expected))


@pytest.mark.reference("b_finite_magnet", "b_heart")
def test_as_exact_prisms(case: Case) -> None:
    """The tests' own standard of exactness; a disc is a polygon there, and good to 1e-5."""
    name, height = magnet(case)
    border = corners(name, 512)
    finest = 0.05 * MM if case["inputs"]["gap_mm"] == 0 else 0.5 * MM
    exact = exact_pair(border, border, height * MM, pose(case), finest)
    scale = case["inputs"]["moment_Am2"] ** 2
    expected = expected_force(case)
    allowed = max(case["tolerance"]["rel"], 1e-5 if "disc" in name else 2e-6) * np.hypot(*expected)
    assert along_line(case, scale * exact.force) == pytest.approx(expected, abs=allowed)
    if "tau_on_2_Nm" in case["expected"]:
        assert scale * exact.torque2 == pytest.approx(case["expected"]["tau_on_2_Nm"], abs=allowed * 10 * MM)


@pytest.mark.reference("b_finite_magnet", "b_heart")
def test_as_charge_clouds(case: Case) -> None:
    x, y, angle = pose(case)
    cloud = fit(*magnet(case)).cloud
    clouds = flat_clouds([cloud])
    scale = case["inputs"]["moment_Am2"] ** 2
    fx, fy, _, torque, _ = finite_pair(clouds, 0, 0, x, y, np.cos(angle), np.sin(angle))
    expected = expected_force(case)
    tolerance = case["sim_tolerance"]
    allowed = tolerance.get("F_rel", tolerance.get("rel")) * np.hypot(*expected)
    assert along_line(case, scale * np.array([fx, fy])) == pytest.approx(expected, abs=allowed)
    if "tau_on_2_Nm" in case["expected"]:
        assert scale * torque == pytest.approx(case["expected"]["tau_on_2_Nm"], abs=allowed * 10 * MM)
