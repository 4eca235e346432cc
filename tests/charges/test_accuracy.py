"""Charge clouds against the exact loads of the prisms that they stand for."""

from __future__ import annotations

import numpy as np
import pytest

from magnetsim.charges import GapError, cloud_errors
from magnetsim.charges.cloud import to_units
from magnetsim.charges.poses import low_poses, poses_at, prism, random_poses
from magnetsim.kernels.finite import Clouds, finite_pair, flat_clouds
from tests.charges.fits import corners, fit, outline
from tests.kernels.exact_prisms import exact_pair

MM = 1e-3
HEIGHT = 7.0
GAPS = (0.1, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 40.0)
LOW_GAPS = (0.05, 0.1, 0.5)
ARM = 10 * MM
WORST = 0.15


def allowed(gap: float) -> float:
    """The root mean square of errors that a gap (m) may have, over that of the forces."""
    return float(np.interp(gap, [0.1 * MM, 0.5 * MM, 2 * MM], [0.05, 0.03, 0.01]))


def check(errors: tuple[GapError, ...], factor: float = 1.0) -> None:
    table = "\n".join(str(error) for error in errors)
    for error in errors:
        limit = factor * allowed(error.gap)
        assert error.force <= limit, table
        assert error.torque <= limit, table
        assert error.worst_force <= factor * WORST, table
        assert error.worst_torque <= factor * WORST, table


def errors_of(one: str, two: str, count: int, seed: int) -> tuple[GapError, ...]:
    first, second = ((outline(name), HEIGHT * MM, fit(name, HEIGHT).cloud) for name in (one, two))
    gaps, low_gaps = (tuple(gap * MM for gap in some) for some in (GAPS, LOW_GAPS))
    return cloud_errors(first, second, gaps, low_gaps, count, np.random.default_rng(seed))


def flat(*names: str) -> Clouds:
    clouds = [fit(name, HEIGHT).cloud for name in names]
    return flat_clouds([one.near for one in clouds], [one.far for one in clouds], [one.reach for one in clouds])


@pytest.mark.parametrize("name", ["heart 20", "disc 18"])
def test_a_sample_of_poses(name: str) -> None:
    check(errors_of(name, name, 25, 11))


def test_a_sample_of_poses_of_two_kinds() -> None:
    check(errors_of("heart 20", "disc 18", 25, 12), factor=2.0)


def test_a_tip_in_a_notch() -> None:
    one = prism(outline("heart 20"), HEIGHT * MM, 1.0)
    clouds = flat("heart 20", "heart 20")
    for gap in (0.02, 0.1, 0.3, 0.5):
        turns = np.array([[0.0, 0.0], [0.05, 0.1], [-0.1, 0.05], [0.02, -0.1]])
        for pose in poses_at(one, one, turns, gap * MM):
            exact = exact_pair(one.corners, one.corners, HEIGHT * MM, tuple(pose), 0.2 * MM)
            found = finite_pair(clouds, 0, 0, pose[0], pose[1], np.cos(pose[2]), np.sin(pose[2]))
            size = np.hypot(*exact.force)
            assert np.hypot(*(found[:2] - exact.force)) <= 0.05 * size
            assert abs(found[3] - exact.torque2) <= 0.05 * size * ARM


@pytest.mark.slow
@pytest.mark.parametrize(
    ("one", "two", "factor", "count"),
    [
        ("heart 20", "heart 20", 1.0, 500),
        ("disc 18", "disc 18", 1.0, 60),
        ("heart 20", "disc 18", 2.0, 60),
        ("heart 20", "heart 14", 2.0, 60),
        ("cuboid 20 x 17", "heart 20", 2.0, 60),
    ],
)
def test_all_poses_against_the_slow_exact_loads(one: str, two: str, factor: float, count: int) -> None:
    """So many random poses a gap and the contacts of low energy; rms over that of the force, worst over its own."""
    first, second = prism(outline(one), HEIGHT * MM, 1.0), prism(outline(two), HEIGHT * MM, 1.0)
    clouds = flat(one, two)
    as_fitted = [to_units(fit(name, HEIGHT).cloud.near, 1.0) for name in (one, two)]
    random = np.random.default_rng(2024)
    sets = [(gap, random_poses(first, second, gap * MM, count, random)) for gap in GAPS]
    sets += [(gap, low_poses(first, second, *as_fitted, gap * MM, min(count, 60), random)) for gap in LOW_GAPS]
    for gap, loads in sets:
        force, miss, twist = [], [], []
        for pose in loads.poses:
            exact = exact_pair(corners(one, 96), corners(two, 96), HEIGHT * MM, tuple(pose), max(2 * gap, 0.4) * MM)
            found = finite_pair(clouds, 0, 1, pose[0], pose[1], np.cos(pose[2]), np.sin(pose[2]))
            force.append(np.hypot(*exact.force))
            miss.append(np.hypot(*(found[:2] - exact.force)))
            twist.append(max(abs(found[2] - exact.torque1), abs(found[3] - exact.torque2)) / ARM)
        limit = factor * allowed(gap * MM) * np.sqrt(np.mean(np.square(force)))
        print(f"{one} on {two} at {gap} mm: force {_percent(miss, force)}, torque {_percent(twist, force)}")  # noqa: T201
        assert np.sqrt(np.mean(np.square(miss))) <= limit
        assert np.sqrt(np.mean(np.square(twist))) <= limit
        assert np.max(np.divide(miss, force)) <= factor * WORST
        assert np.max(np.divide(twist, force)) <= factor * WORST


def _percent(miss: list[float], force: list[float]) -> str:
    mean = np.sqrt(np.mean(np.square(miss)) / np.mean(np.square(force)))
    return f"{100 * mean:.2f} % rms, {100 * np.max(np.divide(miss, force)):.1f} % worst"
