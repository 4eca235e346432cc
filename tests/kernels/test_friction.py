from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import quad
from scipy.special import ellipe, ellipk

from magnetsim.kernels.friction import (
    ENTRIES,
    complete_elliptic_integrals,
    friction_holds,
    look_up_sliding,
    sliding_factors,
    sliding_table,
)


@given(st.floats(0.0, 1 - 1e-9))
def test_elliptic_integrals_agree_with_scipy(parameter: float) -> None:
    k, e = complete_elliptic_integrals(parameter)
    assert k == pytest.approx(ellipk(parameter), rel=1e-12)
    assert e == pytest.approx(ellipe(parameter), rel=1e-12)


@pytest.mark.parametrize("ratio", [0.01, 0.029, 0.031, 0.4, 0.999, 1.0, 1.001, 3.0, 19.9, 20.1, 200.0])
def test_factors_are_the_mean_over_the_disc(ratio: float) -> None:
    """Friction against the local velocity, summed over a unit disc under uniform pressure.

    All points turn about one, at distance λ from the disc's centre. In polar coordinates (s, φ) about that point
    the radial integrals are elementary: a ray crosses the disc between the roots of s² + 2 s λ cos φ + λ² = 1.
    """

    def crossing(angle: float) -> tuple[float, float]:
        half = np.sqrt(max(1 - (ratio * np.sin(angle)) ** 2, 0.0))
        near, far = -ratio * np.cos(angle) - half, -ratio * np.cos(angle) + half
        return max(near, 0.0), max(far, 0.0)

    def force(angle: float) -> float:
        near, far = crossing(angle)
        return -np.cos(angle) * (far**2 - near**2) / 2

    def torque(angle: float) -> float:
        near, far = crossing(angle)
        return (far**3 - near**3) / 3 + ratio * np.cos(angle) * (far**2 - near**2) / 2

    low = 0.0 if ratio < 1 else np.pi - np.arcsin(1 / ratio)
    options = {"epsabs": 1e-13, "epsrel": 1e-11, "limit": 500}
    expected = [2 * quad(part, low, np.pi, **options)[0] / np.pi for part in (force, torque)]
    assert sliding_factors(ratio) == pytest.approx(expected, rel=1e-7)


def test_factors_at_the_ends() -> None:
    assert sliding_factors(0.0) == (0.0, 2 / 3)
    assert sliding_factors(1.0) == pytest.approx((8 / (3 * np.pi), 8 / (9 * np.pi)))
    assert sliding_factors(np.inf) == (1.0, 0.0)
    for ratio in (1e3, 1e6):
        assert sliding_factors(ratio)[1] * 4 * ratio == pytest.approx(1.0, abs=1e-6)


@pytest.mark.parametrize("seam", [0.03, 1.0, 20.0])
def test_factors_have_no_seam(seam: float) -> None:
    below, above = sliding_factors(seam * (1 - 1e-12)), sliding_factors(seam * (1 + 1e-12))
    assert below == pytest.approx(above, rel=1e-9)


@given(st.floats(1e-6, 20.0), st.floats(1e-6, 20.0))
def test_table_follows_the_closed_form(speed: float, rim_speed: float) -> None:
    found = look_up_sliding(sliding_table(), speed, rim_speed)
    assert found == pytest.approx(sliding_factors(speed / rim_speed), abs=3e-5)


def test_table() -> None:
    table = sliding_table()
    assert table.shape == (ENTRIES, 2)
    assert (np.diff(table[:, 0]) > 0).all()
    assert (np.diff(table[:, 1]) < 0).all()
    with pytest.raises(ValueError, match="read-only"):
        table[0, 0] = 1.0


def test_look_up_at_the_ends() -> None:
    table = sliding_table()
    assert look_up_sliding(table, 0.0, 0.0) == (0.0, 0.0)
    assert look_up_sliding(table, 0.7, 0.0) == (1.0, 0.0)
    assert look_up_sliding(table, 0.0, 0.7) == (0.0, 2 / 3)
    assert look_up_sliding(table, 5e-324, 0.0) == (1.0, 0.0)


@pytest.mark.parametrize(("speed", "rim_speed"), [(np.nan, 0.0), (0.0, np.nan), (np.inf, 1.0), (1.0, np.inf)])
def test_what_is_not_finite_stays_so(speed: float, rim_speed: float) -> None:
    assert np.isnan(look_up_sliding(sliding_table(), speed, rim_speed)).all()


@given(st.floats(0, 2), st.floats(-2, 2), st.floats(0.1, 3), st.floats(0.1, 3))
def test_friction_holds_what_lies_in_the_ellipse_of_its_limits(
    slide: float, turn: float, slide_limit: float, turn_limit: float
) -> None:
    share = (slide / slide_limit) ** 2 + (turn / turn_limit) ** 2
    if abs(share - 1) > 1e-9:
        assert friction_holds(slide**2, turn, slide_limit, turn_limit) == (share < 1)
    # Alone, force and torque are held up to their limits, these included.
    assert friction_holds(slide_limit**2, 0.0, slide_limit, turn_limit)
    assert friction_holds(0.0, -turn_limit, slide_limit, turn_limit)
    assert not friction_holds(np.nextafter(slide_limit, 9) ** 2 * (1 + 1e-15), 0.0, slide_limit, turn_limit)
    assert not friction_holds(0.0, turn_limit * (1 + 1e-12), slide_limit, turn_limit)


@pytest.mark.parametrize(("slide", "turn"), [(1e-9, 0.0), (0.0, 1e-9), (1.0, -1.0)])
def test_no_friction_holds_nothing_but_what_has_no_load(slide: float, turn: float) -> None:
    assert friction_holds(0.0, 0.0, 0.0, 0.0)
    assert not friction_holds(slide**2, turn, 0.0, 0.0)
    # What cannot slide holds a torque, and the other way round.
    assert friction_holds(0.0, turn, 0.0, 2.0)
    assert friction_holds(slide**2, 0.0, 2.0, 0.0)
