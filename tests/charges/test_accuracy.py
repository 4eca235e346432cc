"""Charge clouds against the exact loads of the prisms that they stand for."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from magnetsim.charges import GapError, cloud_errors, kept_fit
from magnetsim.charges.cloud import to_units
from magnetsim.charges.poses import CHAINS, Prism, low_poses, poses_at, prism, random_poses
from magnetsim.kernels.finite import Clouds, finite_pair, flat_clouds
from magnetsim.kernels.prism import outline_walls
from magnetsim.outline import disc_outline
from tests.charges.fits import corners, fit, outline
from tests.kernels.exact_prisms import exact_pair

MM = 1e-3
HEIGHT = 7.0
GAPS = (0.1, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 40.0, 100.0, 200.0, 300.0, 600.0)
"""mm; as far as magnets on a table are from each other, for torque falls off more slowly than force."""
LOW_GAPS = (0.05, 0.1, 0.5)
ARM = 10 * MM
WORST = 0.15


def magnet(name: str) -> Prism:
    """In m, its walls cut as short as a fit's are."""
    whole = prism(outline(name), HEIGHT * MM, 1.0)
    return replace(whole, walls=outline_walls(whole.corners, 1.4 * MM))


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
    return flat_clouds(clouds)


@pytest.mark.parametrize("name", ["heart 20", "disc 18"])
def test_a_sample_of_poses(name: str) -> None:
    check(errors_of(name, name, 25, 11))


def test_a_sample_of_poses_of_two_kinds() -> None:
    check(errors_of("heart 20", "disc 18", 25, 12), factor=2.0)


def test_a_sample_of_poses_of_two_heights() -> None:
    """They stand on one plane, so that their middles are apart."""
    shapes = (outline("heart 20"), HEIGHT * MM), (disc_outline(5 * MM), 5 * MM)
    first, second = ((border, height, kept_fit(border, height).cloud) for border, height in shapes)
    gaps = (0.1 * MM, 0.5 * MM, 2 * MM, 10 * MM)
    check(cloud_errors(first, second, gaps, (0.1 * MM,), 25, np.random.default_rng(13)), factor=2.0)


def test_a_tip_in_a_notch() -> None:
    one = magnet("heart 20")
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
    ("one", "two", "factor"),
    [
        ("heart 20", "heart 20", 1.0),
        ("disc 18", "disc 18", 1.0),
        ("heart 20", "disc 18", 2.0),
        ("heart 20", "heart 14", 2.0),
        ("cuboid 20 x 17", "heart 20", 2.0),
    ],
)
def test_all_poses_against_the_exact_loads(one: str, two: str, factor: float) -> None:
    """500 random poses a gap and all contacts of low energy; rms over that of the force, worst over its own.

    Exact by the compiled sum over pieces of wall; at every fiftieth pose that is held against the tests' own.
    """
    first, second = magnet(one), magnet(two)
    clouds = flat(one, two)
    as_fitted = [to_units(fit(name, HEIGHT).cloud.near, 1.0) for name in (one, two)]
    random = np.random.default_rng(2024)
    sets = [("", gap, random_poses(first, second, gap * MM, 500, random)) for gap in GAPS]
    sets += [("low ", gap, low_poses(first, second, *as_fitted, gap * MM, CHAINS, random)) for gap in LOW_GAPS]
    print(f"\n{one} on {two}: force rms, worst; torque rms, worst; %")  # noqa: T201
    for which, gap, loads in sets:
        exact = loads.exact * 1e-7
        for pose, load in list(zip(loads.poses, exact, strict=True))[::50]:
            slow = exact_pair(corners(one, 128), corners(two, 128), HEIGHT * MM, tuple(pose), max(2 * gap, 0.2) * MM)
            assert load[:2] == pytest.approx(slow.force, abs=1e-4 * np.hypot(*slow.force))
            assert load[2:] == pytest.approx((slow.torque1, slow.torque2), abs=1e-4 * np.hypot(*slow.force) * ARM)
        found = [finite_pair(clouds, 0, 1, x, y, np.cos(angle), np.sin(angle))[:4] for x, y, angle in loads.poses]
        miss = np.array(found) - exact
        force, wrong = np.hypot(*exact[:, :2].T), np.hypot(*miss[:, :2].T)
        twist = np.abs(miss[:, 2:]).max(axis=1) / ARM
        mean = [np.sqrt(np.mean(each**2) / np.mean(force**2)) for each in (wrong, twist)]
        worst = [np.max(each / force) for each in (wrong, twist)]
        row = [100 * number for number in (mean[0], worst[0], mean[1], worst[1])]
        print(f"{which:>4}{gap:6.2f} mm" + "".join(f"{number:8.2f}" for number in row))  # noqa: T201
        assert max(mean) <= factor * allowed(gap * MM)
        assert max(worst) <= factor * WORST
