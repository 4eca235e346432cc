from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from magnetsim.charges import ChargeCloud
from magnetsim.kernels.dipole import dipole_energy, dipole_forces
from magnetsim.kernels.finite import Clouds, finite_forces, finite_pair, finite_pair_loads, flat_clouds

MM = 1e-3

# Compiled code says nothing; under NUMBA_DISABLE_JIT numpy warns of the overflow that the test is about.
without_warnings = pytest.mark.filterwarnings("ignore::RuntimeWarning")


def cloud(seed: int, pairs: int, on_axis: int, size: float) -> np.ndarray:
    """Mirror-symmetric charges of no particular magnet: their sum is 0, their moment 1."""
    random = np.random.default_rng(seed)
    x, y, charge = random.uniform(-size, size, (3, pairs + on_axis))
    y[pairs:] = 0.0
    softening = random.uniform(0.1 * size, 0.5 * size, pairs + on_axis)
    half = np.column_stack([x, y, charge, softening])
    charges = np.concatenate([half, half[:pairs] * (1, -1, 1, 1)])
    charges[:, 2] -= charges[:, 2].mean()
    charges[:, 2] /= charges[:, 2] @ charges[:, 0]
    return charges


NONE = np.empty((0, 4))
CLOUDS = flat_clouds(
    [
        ChargeCloud(cloud(1, 5, 2, 9 * MM), cloud(3, 2, 1, 9 * MM), reach=9 * MM, height=7 * MM),
        ChargeCloud(cloud(2, 4, 1, 6 * MM), cloud(4, 2, 0, 6 * MM), reach=6 * MM, height=4 * MM),
        ChargeCloud(NONE, NONE, reach=0.0, height=0.0),
    ]
)
UPRIGHT = 2
"""The kind that has no charges: its moment is upright."""


class Magnets:
    """Magnets on the table, and what the kernel says of them."""

    def __init__(
        self,
        position: Any,
        angle: Any,
        moment: Any,
        kind: Any,
        moving: Any = None,
        resting: bool = False,
        clouds: Clouds = CLOUDS,
    ) -> None:
        self.position = np.array(position, dtype=float).reshape(-1, 2)
        n = len(self.position)
        self.angle = np.broadcast_to(np.array(angle, dtype=float), n)
        self.kind = np.array(np.broadcast_to(kind, n), dtype=np.int64)
        size = np.broadcast_to(np.array(moment, dtype=float), n)
        self.moment, self.upright = np.where(self.kind == UPRIGHT, [[0.0], [1.0]], [[1.0], [0.0]]) * size
        self.moving = np.ones(n, dtype=bool) if moving is None else np.array(moving)
        self.clouds, self.resting = clouds, resting
        self.arrays = [*self.position.T.copy(), np.cos(self.angle), np.sin(self.angle), self.moment, self.upright]
        fx, fy, self.torque = (np.full(n, np.nan) for _ in range(3))
        self.energy = finite_forces(*self.arrays, self.kind, self.moving, resting, clouds, fx, fy, self.torque)
        self.force = np.column_stack([fx, fy])

    def moved(self, position: Any = (0.0, 0.0), angle: Any = 0.0) -> Magnets:
        return Magnets(
            self.position + position, self.angle + angle, self.moment + self.upright, self.kind, clouds=self.clouds
        )


def scattered(n: int, seed: int, spacing: float = 25 * MM, kinds: tuple[int, ...] = (0, 1, UPRIGHT)) -> Magnets:
    """Unequal magnets of three kinds in random directions, near enough to touch."""
    random = np.random.default_rng(seed)
    side = int(np.ceil(np.sqrt(n)))
    grid = np.array([(i % side, i // side) for i in range(n)]) * spacing
    position = grid + random.uniform(-spacing / 5, spacing / 5, (n, 2))
    return Magnets(position, random.uniform(-4, 4, n), random.uniform(0.05, 0.3, n), random.choice(kinds, n))


def turned(points: np.ndarray, angle: float) -> np.ndarray:
    return points @ np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])


seeds = st.integers(0, 2**32 - 1)
counts = st.integers(2, 30)
turns = st.floats(-np.pi, np.pi)


@given(counts, seeds)
def test_forces_are_the_sums_of_the_pairs(n: int, seed: int) -> None:
    magnets = scattered(n, seed)
    force, torque, energy = np.zeros((n, 2)), np.zeros(n), 0.0
    for i in range(n):
        for j in range(n):
            if i == j:
                continue
            r = turned(magnets.position[j] - magnets.position[i], -magnets.angle[i])
            turn = magnets.angle[j] - magnets.angle[i]
            pair = finite_pair(
                CLOUDS, int(magnets.kind[i]), int(magnets.kind[j]), *r, float(np.cos(turn)), float(np.sin(turn))
            )
            scale = magnets.moment[i] * magnets.moment[j]
            force[j] += scale * turned(np.array(pair[:2]), magnets.angle[i])
            torque[j] += scale * pair[3]
            energy += scale * pair[4] / 2
    upright = np.column_stack([np.zeros((n, 2)), magnets.upright])
    fx, fy, nothing = np.zeros((3, n))
    dipole_forces(*magnets.position.T.copy(), *upright.T.copy(), fx, fy, nothing)
    force += np.column_stack([fx, fy])
    energy += dipole_energy(*magnets.position.T.copy(), *upright.T.copy())
    np.testing.assert_allclose(magnets.force, force, rtol=0, atol=1e-11 * np.abs(force).max())
    np.testing.assert_allclose(magnets.torque, torque, rtol=0, atol=1e-11 * max(np.abs(torque).max(), 1e-12))
    assert magnets.energy == pytest.approx(energy, rel=1e-9, abs=1e-15)


@given(counts, seeds)
def test_pairs_add_up_to_the_forces(n: int, seed: int) -> None:
    magnets = scattered(n, seed)
    first, second = np.triu_indices(n, 1)
    pairs, loads = np.full((len(first), 2, 3), np.nan), np.zeros((n, n, 3))
    finite_pair_loads(first, second, *magnets.arrays, magnets.kind, magnets.clouds, pairs)
    loads[first, second], loads[second, first] = pairs[:, 0], pairs[:, 1]
    assert (loads[:, :, :2] == -loads.transpose(1, 0, 2)[:, :, :2]).all()
    force, torque = loads.sum(axis=1)[:, :2], loads.sum(axis=1)[:, 2]
    np.testing.assert_allclose(force, magnets.force, rtol=0, atol=1e-12 * np.abs(force).max())
    np.testing.assert_allclose(torque, magnets.torque, rtol=0, atol=1e-12 * max(np.abs(torque).max(), 1e-12))


@given(counts, seeds)
def test_forces_cancel_and_torques_balance(n: int, seed: int) -> None:
    """S41: nothing drives a group as a whole."""
    magnets = scattered(n, seed)
    size = np.abs(magnets.force).sum()
    assert np.abs(magnets.force.sum(axis=0)).max() <= 1e-15 * size * n
    x, y = magnets.position.T
    moments = x * magnets.force[:, 1] - y * magnets.force[:, 0]
    arm = np.abs(moments).sum() + np.abs(magnets.torque).sum()
    assert abs(moments.sum() + magnets.torque.sum()) <= 1e-15 * arm * n


@given(seeds)
def test_two_magnets_pull_each_other_alike_to_the_last_bit(seed: int) -> None:
    pair = scattered(2, seed)
    assert (pair.force[0] == -pair.force[1]).all()


@given(seeds)
def test_force_and_torque_are_the_slope_of_the_energy(seed: int) -> None:
    magnets = scattered(4, seed, kinds=(0, 1))
    h = 1e-6
    for axis in (0, 1):
        step = np.zeros((4, 2))
        step[1, axis] = h
        slope = (magnets.moved(-step).energy - magnets.moved(step).energy) / (2 * h)
        assert magnets.force[1, axis] == pytest.approx(slope, abs=2e-5 * np.abs(magnets.force).max())
    step = np.array([0, h, 0, 0])
    slope = (magnets.moved(angle=-step).energy - magnets.moved(angle=step).energy) / (2 * h)
    assert magnets.torque[1] == pytest.approx(slope, abs=2e-5 * np.abs(magnets.torque).max())


@given(seeds, st.floats(0.8, 1.2), st.sampled_from(range(2)), turns, turns)
def test_no_seam_where_one_kind_of_cloud_takes_over_from_another(
    seed: int, share: float, zone: int, direction: float, angle: float
) -> None:
    """Through every blend force and torque are the slope of one energy: near to far clouds."""
    distance = share * CLOUDS.zones[zone, 0, 1]
    place = distance * np.array([np.cos(direction), np.sin(direction)])
    pair = Magnets([[0, 0], place], [seed % 7, angle], 0.2, [0, 1])
    h = 1e-6
    for axis in (0, 1):
        step = np.array([[0.0, 0.0], h * np.eye(2)[axis]])
        slope = (pair.moved(-step).energy - pair.moved(step).energy) / (2 * h)
        assert pair.force[1, axis] == pytest.approx(slope, abs=2e-5 * np.abs(pair.force).max())
    step = np.array([0, h])
    slope = (pair.moved(angle=-step).energy - pair.moved(angle=step).energy) / (2 * h)
    assert pair.torque[1] == pytest.approx(slope, abs=2e-5 * distance * np.abs(pair.force).max())


def test_zones_follow_one_another_and_do_not_ask_who_is_first() -> None:
    zones = CLOUDS.zones[:, :2, :2]
    assert (zones[1] > zones[0]).all()
    np.testing.assert_array_equal(zones, zones.transpose(0, 2, 1))


@given(seeds, turns, st.floats(-2, 2), st.floats(-2, 2))
def test_turning_and_shifting_the_table(seed: int, angle: float, x: float, y: float) -> None:
    magnets = scattered(6, seed)
    there = Magnets(
        turned(magnets.position, angle) + np.array([x, y]),
        magnets.angle + angle,
        magnets.moment + magnets.upright,
        magnets.kind,
    )
    allowed = 1e-11 * np.abs(magnets.force).max()
    np.testing.assert_allclose(there.force, turned(magnets.force, angle), rtol=0, atol=allowed)
    np.testing.assert_allclose(there.torque, magnets.torque, rtol=0, atol=allowed * 10 * MM)
    assert there.energy == pytest.approx(magnets.energy, rel=1e-8, abs=1e-15)


@given(seeds)
def test_a_mirror_image_has_mirrored_forces(seed: int) -> None:
    """Clouds are mirror-symmetric; a moment is axial: mirrored, it is reversed, and half a turn undoes that."""
    magnets = scattered(6, seed)
    flip = np.array([1.0, -1.0])
    mirrored = Magnets(magnets.position * flip, -magnets.angle, magnets.moment + magnets.upright, magnets.kind)
    allowed = 1e-12 * np.abs(magnets.force).max()
    np.testing.assert_allclose(mirrored.force, magnets.force * flip, rtol=0, atol=allowed)
    np.testing.assert_allclose(mirrored.torque, -magnets.torque, rtol=0, atol=allowed * 10 * MM)


@given(seeds, st.floats(-3, 3))
def test_forces_are_linear_in_each_moment(seed: int, factor: float) -> None:
    first = scattered(2, seed, kinds=(0, 1))
    scale = np.array([factor, 1.0])
    second = Magnets(first.position, first.angle, first.moment * scale, first.kind)
    np.testing.assert_allclose(second.force, factor * first.force, rtol=1e-12, atol=1e-30)
    np.testing.assert_allclose(second.torque, factor * first.torque, rtol=1e-12, atol=1e-30)
    assert second.energy == pytest.approx(factor * first.energy, rel=1e-12, abs=1e-30)


@given(seeds, st.floats(1.0, 5.0))
def test_far_apart_they_are_dipoles(seed: int, distance: float) -> None:
    """What is left falls with one or two powers more, so does the error: force as r⁻⁴, torque as r⁻³."""
    for scale in (1.0, 2.0):
        magnets = scattered(4, seed, spacing=scale * distance, kinds=(0, 1))
        moments = magnets.moment * np.array([np.cos(magnets.angle), np.sin(magnets.angle), np.zeros(4)])
        fx, fy, torque = np.zeros((3, 4))
        dipole_forces(*magnets.position.T.copy(), *moments, fx, fy, torque)
        size = np.hypot(fx, fy).max()
        allowed = 0.3 / (scale * distance)
        np.testing.assert_allclose(magnets.force, np.column_stack([fx, fy]), rtol=0, atol=allowed * size)
        np.testing.assert_allclose(magnets.torque, torque, rtol=0, atol=allowed * np.abs(torque).max())


def test_force_falls_with_the_fourth_power() -> None:
    near, far = (Magnets([[0, 0], [r, 0]], [0, 1], 0.2, 0) for r in (4.0, 8.0))
    assert far.force[1] * 16 == pytest.approx(near.force[1], rel=3e-2)
    assert far.torque * 8 == pytest.approx(near.torque, rel=3e-2)


def test_what_moves_and_what_rests_make_up_the_whole() -> None:
    """So the caller may keep what magnets at rest do to each other."""
    everything = scattered(25, 3)
    moving = np.random.default_rng(4).uniform(size=25) < 0.3
    held = np.flatnonzero(~moving)
    size = everything.moment + everything.upright
    some, others = (
        Magnets(everything.position, everything.angle, size, everything.kind, moving, resting)
        for resting in (False, True)
    )
    among = Magnets(everything.position[held], everything.angle[held], size[held], everything.kind[held])
    assert (others.force[moving] == 0).all()
    assert (others.torque[moving] == 0).all()
    np.testing.assert_array_equal(others.force[held], among.force)
    np.testing.assert_array_equal(others.torque[held], among.torque)
    allowed = 1e-13 * np.abs(everything.force).max()
    np.testing.assert_allclose(some.force + others.force, everything.force, rtol=0, atol=allowed)
    allowed = 1e-13 * np.abs(everything.torque).max()
    np.testing.assert_allclose(some.torque + others.torque, everything.torque, rtol=0, atol=allowed)
    assert some.energy + others.energy == pytest.approx(everything.energy, rel=1e-9)
    nobody = np.zeros(25, dtype=bool)
    assert (Magnets(everything.position, everything.angle, size, everything.kind, nobody).force == 0).all()


@without_warnings
def test_one_magnet_or_none_feels_nothing() -> None:
    """S13: the self-force is zero to the last bit, wherever the magnet lies."""
    for kind in (0, UPRIGHT):
        for position in ([0, 0], [1e-300, 0], [0.3, -7.1], [1e150, 1e150]):
            alone = Magnets([position], 0.3, 0.2, kind)
            assert alone.force.tolist() == [[0.0, 0.0]]
            assert alone.torque.tolist() == [0.0]
            assert alone.energy == 0.0
    nobody = Magnets(np.empty((0, 2)), 0.0, 0.2, 0)
    assert nobody.force.shape == (0, 2)
    assert nobody.energy == 0.0


@given(st.floats(0, 30 * MM), turns, turns)
def test_finite_in_every_pose(distance: float, direction: float, angle: float) -> None:
    """Charges are softened: even magnets in one place pull each other with a finite force."""
    place = distance * np.array([np.cos(direction), np.sin(direction)])
    pair = Magnets([[0, 0], place], [0, angle], 0.2, [0, 1])
    assert np.isfinite(pair.force).all()
    assert np.isfinite(pair.torque).all()
    assert np.isfinite(pair.energy)


@without_warnings
@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_a_magnet_nowhere_shows_in_all_that_feel_it(bad: float) -> None:
    """S14: nan goes in, nan comes out."""
    magnets = Magnets([[0, 0], [bad, 0]], [0.2, 0.1], 0.2, [0, 1])
    assert np.isnan(magnets.force).any(axis=1).all()
    assert np.isnan(magnets.torque).all()


def test_same_bits_every_time() -> None:
    for n in (2, 3, 25, 33):
        first, again = scattered(n, 5), scattered(n, 5)
        assert first.force.tobytes() == again.force.tobytes()
        assert first.torque.tobytes() == again.torque.tobytes()
        assert first.energy == again.energy
