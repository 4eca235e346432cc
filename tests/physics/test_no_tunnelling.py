"""A fast shooter never passes through what lies in its way."""

from __future__ import annotations

import numpy as np
import pytest

from magnetsim.kernels.gap import Shapes, flat_shapes, pair_gap
from magnetsim.physics import Physics, settle
from magnetsim.shot import Flick
from magnetsim.table import Kind, Placed, Table, lay
from tests.physics.scenes import disc, heart, wide

RADIUS = 9e-3
DEEPEST = 2.5e-3
"""m that the fastest magnet moves in a step: no two may ever overlap by more."""
TARGETS = {"disc": disc(0.0), "heart": heart(0.0)}
SPEEDS = np.linspace(0.5, 10.0, 50)


def scene(target: Kind, offset: float, back: float, angle: float) -> tuple[Table, Shapes]:
    """A disc to be fired along +x, its line at an offset (m) from the target's middle; no magnetism, no friction."""
    kinds = (disc(0.0), target)
    table = lay(wide(0.0, 0.0), kinds, [Placed(0, 0, (-back, offset), 0.0), Placed(1, 1, (0.0, 0.0), angle)])
    outlines = [kind.outline for kind in kinds]
    shapes = flat_shapes(
        [one.parts for one in outlines],
        [one.rounding for one in outlines],
        [one.bounding_radius for one in outlines],
    )
    return table, shapes


def least_gap(shapes: Shapes, shooter: np.ndarray, target: np.ndarray, angle: np.ndarray) -> float:
    """The smallest gap (m) between the two outlines over some poses."""
    return min(
        pair_gap(shapes, 0, x, y, 0.0, 1, u, v, turn, 0.05)[0]
        for (x, y), (u, v), turn in zip(shooter.tolist(), target.tolist(), angle.tolist(), strict=True)
    )


def fire(target: Kind, speed: float, offset: float, back: float, angle: float) -> None:
    table, shapes = scene(target, offset, back, angle)
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
    if unhindered < -DEEPEST:
        before = way.position[at, 0, 0] - way.position[at, 1, 0]
        assert before < 0, f"met it only on its far side: {shot}"
    depth = least_gap(shapes, way.position[at - 1 :, 0], way.position[at - 1 :, 1], way.angle[at - 1 :, 1])
    assert depth > -DEEPEST - 0.1e-3, f"went in too deep: {shot}"


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
