"""Kernels that are compared are held to the contract and to the definition first."""

import shutil
from pathlib import Path

import numpy as np
import pytest

from magnetsim.benchmark.contenders import family, in_c
from magnetsim.benchmark.definition import dipoles, error_of
from magnetsim.benchmark.hearts import HEARTS, heart, hearts_on, square_grid
from magnetsim.benchmark.kernels import SAME, Contender, KernelError, checked, in_python
from magnetsim.kernels.dipole_numpy import dipole_forces_numpy
from magnetsim.scenario import load_scenario
from magnetsim.scenario.build import kinds_of


@pytest.mark.skipif(shutil.which("cc") is None, reason="needs a C compiler")
def test_the_loop_in_c_and_the_family_agree_on_the_forces():
    with in_c() as loops:
        (loop,) = loops
        given = dipoles(60, seed=4)
        found = np.full((3, 60), np.nan)
        loop.kernel(*given, *found)
    assert error_of(given, tuple(found)) <= SAME
    by_numpy = np.empty((3, 60))
    dipole_forces_numpy(*given, *by_numpy)
    np.testing.assert_allclose(found, by_numpy, rtol=0, atol=1e-11 * np.abs(by_numpy).max())


def test_of_each_kernel_it_is_known_how_far_it_may_be_off():
    allowed = {one.name: one.allowed for one in family()}
    assert allowed.pop("multipole 0.01") == 1e-2
    assert allowed.pop("multipole 1e-06") == 1e-6
    assert set(allowed.values()) == {SAME}


@pytest.mark.parametrize(("factor", "right"), [(1 + 1e-14, True), (1 + 1e-9, False), (-1.0, False)])
def test_a_kernel_is_right_to_the_last_digits_or_refused(factor, right):
    def kernel(x, y, mx, my, mz, fx, fy, torque):
        dipole_forces_numpy(x, y, mx, my, mz, fx, fy, torque)
        torque *= factor

    contender = Contender("scaled", kernel, in_python(kernel))
    if right:
        assert checked(contender, dipoles(9), first=True).error < SAME
    else:
        with pytest.raises(KernelError, match="scaled: wrong by"):
            checked(contender, dipoles(9), first=True)


def test_the_hearts_are_those_of_the_classic_game():
    classic = load_scenario(Path(__file__).parents[2] / "scenarios" / "classic.toml")
    (kind,) = kinds_of(classic)
    for name in ("mass", "moment", "restitution", "friction", "height"):
        assert getattr(heart(), name) == pytest.approx(getattr(kind, name), rel=1e-12), name
    np.testing.assert_allclose(heart().outline.corners, kind.outline.corners, rtol=0, atol=1e-15)
    table = hearts_on(0.3, square_grid(0.055), np.zeros(HEARTS))
    np.testing.assert_allclose(table.position.mean(axis=0), 0.0, atol=1e-12)
    assert np.ptp(table.position[:, 0]) == pytest.approx(0.22)
