from __future__ import annotations

from typing import Any

import magpylib
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from magnetsim.kernels.dipole import dipole_energy, dipole_forces, dipole_pair_loads
from tests.kernels.dipoles_in_space import dipole_pair_in_space

MU_0_OVER_4_PI = 1e-7

# Compiled code says nothing; under NUMBA_DISABLE_JIT numpy warns of the overflow that the test is about.
without_warnings = pytest.mark.filterwarnings("ignore::RuntimeWarning")


class Magnets:
    """Dipoles on the table, and what the kernel says of them."""

    def __init__(self, position: Any, moment: Any) -> None:
        self.position = np.array(position, dtype=float).reshape(-1, 2)
        self.moment = np.array(moment, dtype=float).reshape(-1, 3)
        self.arrays = [column.copy() for column in (*self.position.T, *self.moment.T)]
        n = len(self.position)
        fx, fy, self.torque = (np.full(n, np.nan) for _ in range(3))
        dipole_forces(*self.arrays, fx, fy, self.torque)
        self.force = np.column_stack([fx, fy])

    @property
    def energy(self) -> float:
        return float(dipole_energy(*self.arrays))


def scattered(n: int, seed: int) -> Magnets:
    """Unequal magnets in random directions, none nearer than 15 mm to the next."""
    random = np.random.default_rng(seed)
    side = int(np.ceil(np.sqrt(n)))
    grid = np.array([(i % side, i // side) for i in range(n)]) * 0.025
    return Magnets(grid + random.uniform(-0.005, 0.005, (n, 2)), random.normal(0.0, 0.2, (n, 3)))


seeds = st.integers(0, 2**32 - 1)
counts = st.integers(2, 40)


@given(counts, seeds)
def test_loads_of_pairs_agree_with_the_definition(n: int, seed: int) -> None:
    magnets = scattered(n, seed)
    first, second = np.tril_indices(n, -1)
    pairs, loads = np.full((len(first), 2, 3), np.nan), np.full((n, n, 3), np.nan)
    dipole_pair_loads(first, second, *magnets.arrays, pairs)
    loads[first, second], loads[second, first] = pairs[:, 0], pairs[:, 1]
    for i in range(n):
        for j in range(i):
            r = np.append(magnets.position[i] - magnets.position[j], 0.0)
            on_i, torque_j, torque_i, _ = dipole_pair_in_space(r, magnets.moment[j], magnets.moment[i])
            scale = np.linalg.norm(on_i) + 1e-12
            np.testing.assert_allclose(loads[i, j, :2], on_i[:2], atol=1e-9 * scale)
            np.testing.assert_allclose(loads[j, i, :2], -on_i[:2], atol=1e-9 * scale)
            np.testing.assert_allclose([loads[i, j, 2], loads[j, i, 2]], [torque_i[2], torque_j[2]], atol=1e-12)


@given(counts, seeds)
def test_forces_agree_with_the_definition(n: int, seed: int) -> None:
    magnets = scattered(n, seed)
    force, torque, energy = np.zeros((n, 3)), np.zeros(n), 0.0
    for i in range(n):
        for j in range(i):
            r = np.append(magnets.position[i] - magnets.position[j], 0.0)
            on_i, torque_j, torque_i, u = dipole_pair_in_space(r, magnets.moment[j], magnets.moment[i])
            force[i] += on_i
            force[j] -= on_i
            torque[i] += torque_i[2]
            torque[j] += torque_j[2]
            energy += u
    np.testing.assert_allclose(magnets.force, force[:, :2], rtol=0, atol=1e-12 * np.abs(force).max())
    np.testing.assert_allclose(magnets.torque, torque, rtol=0, atol=1e-12 * np.abs(torque).max())
    assert magnets.energy == pytest.approx(energy, rel=1e-9, abs=1e-15)


@given(counts, seeds)
def test_forces_cancel_and_torques_balance(n: int, seed: int) -> None:
    """Nothing drives a group as a whole."""
    magnets = scattered(n, seed)
    size = np.abs(magnets.force).sum()
    assert np.abs(magnets.force.sum(axis=0)).max() < 1e-12 * size
    x, y = magnets.position.T
    moments = x * magnets.force[:, 1] - y * magnets.force[:, 0]
    assert abs(moments.sum() + magnets.torque.sum()) < 1e-12 * (np.abs(moments).sum() + np.abs(magnets.torque).sum())


@given(seeds)
def test_force_and_torque_are_the_slope_of_the_energy(seed: int) -> None:
    magnets = scattered(4, seed)
    h = 1e-6
    for axis in (0, 1):
        moved = np.zeros((4, 2))
        moved[1, axis] = h
        above = Magnets(magnets.position + moved, magnets.moment).energy
        below = Magnets(magnets.position - moved, magnets.moment).energy
        assert magnets.force[1, axis] == pytest.approx(
            (below - above) / (2 * h), abs=2e-6 * np.abs(magnets.force).max()
        )

    def turned(angle: float) -> Magnets:
        moment = magnets.moment.copy()
        moment[1] = Rotation.from_rotvec([0, 0, angle]).apply(moment[1])
        return Magnets(magnets.position, moment)

    slope = (turned(-h).energy - turned(h).energy) / (2 * h)
    assert magnets.torque[1] == pytest.approx(slope, abs=2e-6 * np.abs(magnets.torque).max())


@given(seeds, st.floats(-np.pi, np.pi))
def test_turning_everything_turns_the_forces(seed: int, angle: float) -> None:
    magnets = scattered(6, seed)
    turn = Rotation.from_rotvec([0, 0, angle])
    turned = Magnets(turn.apply(np.pad(magnets.position, ((0, 0), (0, 1))))[:, :2], turn.apply(magnets.moment))
    expected = turn.apply(np.pad(magnets.force, ((0, 0), (0, 1))))[:, :2]
    np.testing.assert_allclose(turned.force, expected, rtol=0, atol=1e-11 * np.abs(expected).max())
    np.testing.assert_allclose(turned.torque, magnets.torque, rtol=0, atol=1e-11 * np.abs(magnets.torque).max())


@given(seeds)
def test_a_mirror_image_has_mirrored_forces(seed: int) -> None:
    """A moment is an axial vector: its part along the mirror's normal stays, the rest is reversed."""
    magnets = scattered(6, seed)
    mirrored = Magnets(magnets.position * [1, -1], magnets.moment * [-1, 1, -1])
    np.testing.assert_allclose(
        mirrored.force, magnets.force * [1, -1], rtol=0, atol=1e-12 * np.abs(magnets.force).max()
    )
    np.testing.assert_allclose(mirrored.torque, -magnets.torque, rtol=0, atol=1e-12 * np.abs(magnets.torque).max())


@given(seeds, st.floats(1.1, 30.0))
def test_force_falls_with_the_fourth_power_and_torque_with_the_third(seed: int, scale: float) -> None:
    near = scattered(5, seed)
    far = Magnets(near.position * scale, near.moment)
    np.testing.assert_allclose(far.force * scale**4, near.force, rtol=0, atol=1e-11 * np.abs(near.force).max())
    np.testing.assert_allclose(far.torque * scale**3, near.torque, rtol=0, atol=1e-11 * np.abs(near.torque).max())


def test_magpylib_agrees() -> None:
    magnets = scattered(6, 20)
    place = np.pad(magnets.position, ((0, 0), (0, 1)))
    dipoles = [magpylib.misc.Dipole(moment=m, position=p) for m, p in zip(magnets.moment, place, strict=True)]
    for i, dipole in enumerate(dipoles):
        others = [other for other in dipoles if other is not dipole]
        force, torque = magpylib.getFT(others, dipole)
        assert magnets.force[i] == pytest.approx(
            np.reshape(force, (-1, 3)).sum(axis=0)[:2], abs=1e-4 * np.abs(magnets.force).max()
        )
        field = magpylib.getB(others, place[i], sumup=True)
        assert magnets.torque[i] == pytest.approx(np.cross(magnets.moment[i], field)[2], rel=1e-9)
        assert magnets.torque[i] == pytest.approx(
            np.reshape(torque, (-1, 3)).sum(axis=0)[2], abs=1e-4 * np.abs(magnets.torque).max()
        )


@pytest.mark.parametrize("r", [0.020, 0.040])
def test_textbook_forces(r: float) -> None:
    """Head to tail 3 µ0 m²/(2π r⁴), side by side half of it, in newtons."""
    m = 0.25
    mu_0 = 4 * np.pi * MU_0_OVER_4_PI
    textbook = 3 * mu_0 * m**2 / (2 * np.pi * r**4)
    in_line = Magnets([[0, 0], [r, 0]], [[m, 0, 0], [m, 0, 0]])
    beside = Magnets([[0, 0], [r, 0]], [[0, m, 0], [0, -m, 0]])
    upright = Magnets([[0, 0], [r, 0]], [[0, 0, m], [0, 0, m]])
    assert in_line.force[1] == pytest.approx((-textbook, 0), rel=1e-9)
    assert beside.force[1] == pytest.approx((-textbook / 2, 0), rel=1e-9)
    assert upright.force[1] == pytest.approx((textbook / 2, 0), rel=1e-9)


def test_a_needle_turns_along_the_field() -> None:
    source, needle = [0.25, 0, 0], [0, 0.25, 0]
    magnets = Magnets([[0, 0], [0.05, 0]], [source, needle])
    assert magnets.torque[1] < 0
    assert Magnets([[0, 0], [0.05, 0]], [source, [0.25, 0, 0]]).torque[1] == pytest.approx(0, abs=1e-18)


@without_warnings
def test_one_magnet_or_none_feels_nothing() -> None:
    """The self-force is zero to the last bit, wherever the magnet lies."""
    for position in ([0, 0], [1e-300, 0], [0.3, -7.1], [1e150, 1e150]):
        alone = Magnets([position], [[0.2, -0.1, 0.3]])
        assert alone.force.tolist() == [[0.0, 0.0]]
        assert alone.torque.tolist() == [0.0]
        assert alone.energy == 0.0
    nobody = Magnets([], [])
    assert nobody.force.shape == (0, 2)
    assert nobody.energy == 0.0


@without_warnings
@pytest.mark.parametrize("distance", [0.0, 1e-300, 1e-200])
def test_two_magnets_in_one_place_are_not_finite(distance: float) -> None:
    """No cap, no silence; a third magnet, which feels them as well, stays what it is."""
    magnets = Magnets([[0, 0], [distance, 0], [0.05, 0.02]], [[0.2, 0.1, 0], [0.1, 0.2, 0.1], [0.2, 0, 0]])
    assert not np.isfinite(magnets.force[:2]).any()
    assert not np.isfinite(magnets.torque[:2]).any()
    assert np.isfinite(magnets.force[2]).all()
    assert not np.isfinite(magnets.energy)


@without_warnings
@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_a_magnet_nowhere_shows_in_all_that_feel_it(bad: float) -> None:
    """nan goes in, nan comes out."""
    magnets = Magnets([[0, 0], [bad, 0]], [[0.2, 0.1, 0], [0.1, 0.2, 0.1]])
    assert np.isnan(magnets.force).any(axis=1).all()
    assert np.isnan(magnets.torque).all()


def test_close_magnets_are_not_softened() -> None:
    near = Magnets([[0, 0], [1e-12, 0]], [[0.2, 0, 0], [0.2, 0, 0]])
    assert near.force[1, 0] == pytest.approx(-6 * MU_0_OVER_4_PI * 0.04 / 1e-48, rel=1e-12)


def test_same_bits_every_time() -> None:
    for n in (2, 3, 25, 33):
        first, again = scattered(n, 5), scattered(n, 5)
        assert first.force.tobytes() == again.force.tobytes()
        assert first.torque.tobytes() == again.torque.tobytes()
