"""Energy, in the accounting that a trajectory carries: it is kept in flight, and lost, never gained, on the table."""

from __future__ import annotations

import math

import numpy as np
import pytest

from magnetsim.physics import OutsideForce, Physics, settle
from magnetsim.shot import Settled
from magnetsim.table import Board, Placed, Table, lay
from tests.physics.scenes import disc, heart, laid_out, packed, seeded_flick, square, wide

EVERY_STEP = Physics(sample_rate=1 / Physics().step)
SUM_OF_RISES, LARGEST_RISE = 0.02, 0.002
"""Shares of the energy released."""


def rises(settled: Settled) -> tuple[float, float]:
    """The sum of all rises of the energy from step to step, and the largest one, as shares of what was released.

    Steps in which a magnet left are no part of it: it takes its energy with it.
    """
    way = settled.trajectory
    assert len(way.time) == settled.steps + 1, "not every step was sampled"
    lost = np.diff(way.dissipated)[(way.present[1:] == way.present[:-1]).all(axis=1)]
    risen = np.maximum(-lost, 0.0)
    return risen.sum() / lost.sum(), risen.max() / lost.sum()


def hold_energy(settled: Settled) -> None:
    assert settled.at_rest
    total, largest = rises(settled)
    assert total <= SUM_OF_RISES
    assert largest <= LARGEST_RISE


def thrown(seed: int, count: int) -> Table:
    """Magnets that fly about each other on a table without friction; none can strike another."""
    random = np.random.default_rng(seed)
    side = math.ceil(math.sqrt(count))
    placed = [
        Placed(
            i,
            i % 2,
            (0.06 * (i % side) + random.uniform(-0.01, 0.01), 0.06 * (i // side) + random.uniform(-0.01, 0.01)),
            random.uniform(-math.pi, math.pi),
            tuple(random.uniform(-0.3, 0.3, 2)),
            random.uniform(-20, 20),
        )
        for i in range(count)
    ]
    return lay(wide(0.0, 0.0), (heart(), disc()), placed)


@pytest.mark.parametrize("seed", range(8))
def test_flight_without_friction_keeps_its_energy(seed: int) -> None:
    physics = Physics(step=1e-3, sample_rate=1e3, duration=1.0)
    way = settle(thrown(seed, 2 + seed), None, physics).trajectory
    # Up to where two come so near that they will strike.
    apart = np.linalg.norm(way.position[:, :, None] - way.position[:, None], axis=-1)
    near = (apart + np.eye(apart.shape[1])).min(axis=(1, 2)) < 0.030
    flown = int(np.argmax(near)) if near.any() else len(near)
    assert flown > 50
    energy = (way.kinetic + way.magnetic)[:flown]
    assert np.abs(energy - energy[0]).max() <= 1e-4 * way.kinetic[:flown].max()


@pytest.mark.parametrize("block", range(4))
def test_flicks_never_gain_energy(block: int) -> None:
    for seed in range(10 * block, 10 * (block + 1)):
        hold_energy(settle(*seeded_flick(laid_out("classic", seed % 5), seed), EVERY_STEP))


@pytest.mark.slow
def test_two_hundred_flicks_never_gain_energy() -> None:
    for seed in range(200):
        hold_energy(settle(*seeded_flick(laid_out("classic", seed % 10), seed), EVERY_STEP))


@pytest.mark.parametrize("seed", [0, 1, 2, 8])
def test_a_collapse_never_gains_energy(seed: int) -> None:
    hold_energy(settle(packed(25, 0.032, square(), seed), None, EVERY_STEP))


@pytest.mark.slow
def test_twenty_collapses_never_gain_energy() -> None:
    for seed in range(20):
        settled = settle(packed(25, 0.032, square(), seed), None, EVERY_STEP)
        hold_energy(settled)
        assert settled.duration <= 1.5


def test_what_friction_takes_is_the_way_times_its_force() -> None:
    kind = disc()
    settled = settle(lay(wide(), (kind,), [Placed(0, 0, (0.0, 0.0), 0.0, (0.5, 0.0))]), None, EVERY_STEP)
    way = settled.trajectory
    kinetic = 0.5 * kind.mass * 0.5**2
    # Energies are those of half a step later, when friction has acted for as long.
    assert way.kinetic[0] == pytest.approx(kinetic, rel=3e-3)
    assert way.kinetic[-1] == 0.0
    assert way.dissipated == pytest.approx(0.24 * kind.weight * way.position[:, 0, 0], abs=4e-3 * kinetic)
    assert way.dissipated[-1] == way.kinetic[0]


def test_work_from_outside_is_counted() -> None:
    kind, force, spin = disc(), 0.02, 3e-4
    table = lay(wide(0.0, 0.0), (kind,), [Placed(0, 0, (0.0, 0.0), 0.0)])
    outside = OutsideForce(np.array([(force, 0.0)]), np.array([spin]), np.zeros((1, 2)), np.zeros(1))
    way = settle(table, None, Physics(duration=0.1), outside).trajectory
    gained = force**2 * 0.1**2 / (2 * kind.mass) + spin**2 * 0.1**2 / (2 * kind.inertia)
    assert way.kinetic[-1] == pytest.approx(gained, rel=1e-2)
    assert np.abs(way.dissipated).max() <= 1e-9 * gained


def test_a_magnet_that_left_has_no_energy_here() -> None:
    board = Board(square(0.05).rim, 0.0, 0.3, 0.24)
    table = lay(board, (heart(),), [Placed(0, 0, (0.0, 0.0), 0.0, (1.5, 0.0)), Placed(1, 0, (-0.045, 0.0), 0.0)])
    settled = settle(table, None, EVERY_STEP)
    assert [gone.magnet for gone in settled.exits] == [0]
    assert settled.trajectory.magnetic[-1] == 0.0
    assert settled.trajectory.kinetic[-1] == 0.0
