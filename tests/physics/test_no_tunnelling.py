"""A fast shooter never passes through what lies in its way, nor deeper into it than it moves in a step."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from magnetsim.clusters import overlaps, touching_pairs
from magnetsim.kernels.gap import Shapes, flat_shapes, pair_gap
from magnetsim.outline import polygon_outline
from magnetsim.physics import Physics, settle
from magnetsim.physics.state import farthest
from magnetsim.shot import Flick
from magnetsim.table import Kind, Placed, Table, lay, with_arrays
from tests.physics.scenes import disc, heart, packed, same_bits, wide

RADIUS = 9e-3
TARGETS = {"disc": disc(0.0), "heart": heart(0.0)}
SPEEDS = np.linspace(0.5, 10.0, 50)


def scene(target: Kind, offset: float, back: float, angle: float) -> tuple[Table, Shapes]:
    """A disc to be fired along +x, its line at an offset (m) from the target's middle; no magnetism, no friction."""
    kinds = (disc(0.0), target)
    table = lay(wide(0.0, 0.0), kinds, [Placed(0, 0, (-back, offset), 0.0), Placed(1, 1, (0.0, 0.0), angle)])
    return table, flat_shapes(kind.outline for kind in kinds)


def least_gap(shapes: Shapes, shooter: np.ndarray, target: np.ndarray, angle: np.ndarray) -> float:
    """The smallest gap (m) between the two outlines over some poses."""
    return min(
        pair_gap(shapes, 0, x, y, 0.0, 1, u, v, turn, 0.05)[0]
        for (x, y), (u, v), turn in zip(shooter.tolist(), target.tolist(), angle.tolist(), strict=True)
    )


def fire(target: Kind, speed: float, offset: float, back: float, angle: float) -> None:
    table, shapes = scene(target, offset, back, angle)
    deepest = farthest(table)
    line = np.column_stack([np.arange(-0.025, 0.025, 0.2e-3), np.full(250, offset)])
    unhindered = least_gap(shapes, line, np.zeros((250, 2)), np.full(250, angle))
    settled = settle(table, Flick(0, 0.0, speed), Physics(duration=2 * back / speed, sample_rate=2e4))
    way = settled.trajectory
    shot = f"{speed:.2f} m/s, offset {offset * 1e3:.2f} mm, from {back * 1e3:.2f} mm, turned {angle:.2f}"
    if unhindered > 0.1e-3:
        assert not settled.contacts, shot
        return
    if unhindered > -0.1e-3:
        return  # may touch or not
    assert settled.contacts, f"passed through: {shot}"
    at = int(np.searchsorted(way.time, settled.contacts[0].time - 1e-9))
    if unhindered < -deepest:
        before = way.position[at, 0, 0] - way.position[at, 1, 0]
        assert before < 0, f"met it only on its far side: {shot}"
    depth = least_gap(shapes, way.position[at - 1 :, 0], way.position[at - 1 :, 1], way.angle[at - 1 :, 1])
    assert depth > -deepest - 0.1e-3, f"went in too deep: {shot}"


def fire_grid(target: str, speeds: np.ndarray, offsets: int) -> None:
    kind = TARGETS[target]
    random = np.random.default_rng(1)
    reach = RADIUS + kind.outline.bounding_radius
    for speed in speeds:
        for offset in np.linspace(-1.05, 1.05, offsets) * reach:
            # From anywhere, so that it does not depend on where the steps fall.
            fire(kind, float(speed), float(offset), 0.03 + random.uniform(0, 5e-3), random.uniform(-np.pi, np.pi))


@pytest.mark.parametrize("target", TARGETS)
def test_nothing_passes_through(target: str) -> None:
    fire_grid(target, SPEEDS[::7], 8)


@pytest.mark.slow
@pytest.mark.parametrize("target", TARGETS)
def test_nothing_passes_through_at_any_speed_and_offset(target: str) -> None:
    fire_grid(target, SPEEDS, 20)


def test_nothing_passes_through_a_row_of_hearts() -> None:
    wall = [Placed(i, 0, (0.0, 0.021 * (i - 4)), 0.0) for i in range(9)]
    for speed in (1.0, 3.0, 6.0, 10.0):
        for offset in (0.0, 4e-3, 10e-3):
            table = lay(wide(), (heart(0.0),), [*wall, Placed(9, 0, (-0.05, offset), 1.0)])
            settled = settle(table, Flick(9, 0.0, speed), Physics(duration=0.05 / speed + 0.02))
            # What it drives before it may go far, but it stays behind that.
            assert settled.table.position[9, 0] < settled.table.position[:9, 0].max()
            assert any(9 in contact.pair for contact in settled.contacts)


def ahead_of(shooter: Kind, target: Kind, speed: float, offset: float) -> None:
    """Fire one disc at another, off the middle by a share of their reach; they must meet, and never deep."""
    small, large = sorted((shooter.outline.rounding, target.outline.rounding))
    reach = small + large
    # Not touching at the start: more than TOUCH_GAP away.
    back = reach + 0.37 * small + 0.35e-3
    table = lay(
        wide(0.0, 0.0), (shooter, target), [Placed(0, 0, (-back, offset * reach), 0.0), Placed(1, 1, (0, 0), 0)]
    )
    settled = settle(table, Flick(0, 0.0, speed), Physics(duration=2 * back / speed, sample_rate=1e6))
    assert settled.contacts, "passed through"
    apart = np.linalg.norm(settled.trajectory.position[:, 0] - settled.trajectory.position[:, 1], axis=1)
    assert apart.min() > reach - 0.7 * small, "went in too deep"
    # Struck on this side, the target is driven away, and the shooter stays behind it.
    end = settled.table
    assert end.velocity[1, 0] > 0.0
    assert end.position[0, 0] < end.position[1, 0]


@pytest.mark.parametrize("shooter", [0.5e-3, 2e-3, 9e-3])
@pytest.mark.parametrize("target", [0.5e-3, 2e-3, 9e-3])
@pytest.mark.parametrize("speed", [0.5, 2.0, 10.0])
def test_small_discs_are_not_passed_through_either(shooter: float, target: float, speed: float) -> None:
    """Radii in m: the step follows the smaller one and the speed."""
    for offset in (-0.7, -0.2, 0.0, 0.3, 0.6):
        ahead_of(disc(0.0, shooter), disc(0.0, target), speed, offset)


def test_a_turning_bar_is_not_passed_through() -> None:
    """Spun about its middle its end moves at 20 m/s, and the step follows that."""
    bar = replace(heart(0.0), outline=polygon_outline([(-0.04, -0.001), (0.04, -0.001), (0.04, 0.001), (-0.04, 0.001)]))
    placed = [Placed(0, 0, (0, 0), 0.0, (0, 0), 500.0), Placed(1, 1, (0.03, 0.02), 0.0)]
    settled = settle(lay(wide(0.0, 0.0), (bar, disc(0.0, 2e-3)), placed), None, Physics(duration=0.004))
    assert settled.contacts
    assert settled.contacts[0].time < 0.0015
    # Struck by the leading side, it is thrown the way the bar turns.
    assert settled.table.velocity[1] @ (-0.02, 0.03) > 0.0


@pytest.mark.parametrize("moment", [1.0, 4.0, 16.0])
@pytest.mark.parametrize("kind", [heart(), disc()], ids=["heart", "disc"])
def test_strong_magnets_do_not_collapse_into_each_other(kind: Kind, moment: float) -> None:
    """They snap together at up to 100 m/s."""
    strong = replace(kind, moment=moment)
    pair = with_arrays(packed(2, 0.05, wide(), 0, (strong,)), angle=np.zeros(2))
    together = settle(pair)
    assert together.at_rest
    assert touching_pairs(together.table) == ((0, 1),)
    heap = settle(packed(9, 0.06, wide(), 1, (strong,)), None, Physics(time_limit=0.5))
    for settled in (together, heap):
        assert not overlaps(settled.table, 0.5e-3)
    way = together.trajectory.position
    nearest = np.linalg.norm(way[:, 0] - way[:, 1], axis=1).min()
    assert nearest > 0.011, "one was in the other"


@pytest.mark.parametrize("remanence", [0.4, 0.8])
def test_magnets_that_snap_together_hard_make_no_energy(remanence: float) -> None:
    """The step shortens with the force: of what is released at most 2 % comes back."""
    for seed in range(3):
        way = settle(packed(9, 0.06, wide(), seed, (heart(remanence),)), None, Physics(sample_rate=2000)).trajectory
        energy = way.kinetic + way.magnetic
        assert np.maximum(np.diff(energy), 0.0).sum() <= 0.02 * np.ptp(energy)


def test_what_is_run_again_with_a_shorter_step_is_as_if_run_with_it_at_once() -> None:
    table = packed(4, 0.045, wide(), 2, (heart(0.6),))
    found = settle(table)
    step = found.duration / found.steps
    halvings = round(np.log2(Physics().step / step))
    assert halvings > 0
    assert same_bits(found, settle(table, None, Physics(step=Physics().step / 2**halvings)))
