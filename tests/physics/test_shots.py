"""What a hand does: flick, push, delivery; and where a magnet leaves the table."""

from __future__ import annotations

import math

import numpy as np
import pytest

from magnetsim.physics import Physics, settle
from magnetsim.physics.state import FARTHEST
from magnetsim.rim import rim_depth
from magnetsim.shot import Delivery, Flick, Push, Settled, Shot
from magnetsim.table import Board, Placed, Table, lay
from tests.physics.scenes import disc, heart, square, wide

STEP = Physics().step
DIRECTIONS = [0.0, 0.7, math.pi / 2, 3.0, -2.0]


def every_step(duration: float | None = None) -> Physics:
    return Physics(duration=duration, sample_rate=1 / STEP)


def alone(board: Board, *, angle: float = 0.3, place: tuple[float, float] = (0.0, 0.0)) -> Table:
    return lay(board, (heart(0.0),), [Placed(0, 0, place, angle)])


def along(direction: float) -> np.ndarray:
    return np.array([math.cos(direction), math.sin(direction)])


# Flick


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("offset", [0.0, 4e-3, -4e-3])
def test_a_flick_gives_the_speed_and_by_its_lever_the_spin(direction: float, offset: float) -> None:
    table = alone(wide(0.0, 0.0))
    end = settle(table, Flick(0, direction, 0.8, offset), Physics(duration=0.05)).table
    kind = table.kinds[0]
    assert end.velocity[0] == pytest.approx(0.8 * along(direction), abs=1e-12)
    # Struck left of the middle it turns clockwise.
    assert end.spin[0] == pytest.approx(-kind.mass * 0.8 * offset / kind.inertia, rel=1e-12)
    assert end.position[0] == pytest.approx(0.04 * along(direction), abs=1e-9)
    assert end.angle[0] == pytest.approx(0.3 + 0.05 * end.spin[0], abs=1e-9)


def test_a_flick_moves_only_its_magnet() -> None:
    table = lay(wide(), (heart(0.0),), [Placed(i, 0, (0.1 * i, 0.0), 0.0) for i in range(3)])
    end = settle(table, Flick(1, math.pi / 2, 0.5)).table
    assert (end.position[[0, 2]] == table.position[[0, 2]]).all()
    assert end.position[1, 1] > 0.04


@pytest.mark.parametrize(("place", "turn"), [(True, True), (True, False), (False, True)])
def test_nothing_moves_what_is_pinned(place: bool, turn: bool) -> None:
    held = Placed(0, 0, (0.0, 0.0), 0.3, (0.5, 0.0), 20.0, pinned_position=place, pinned_angle=turn)
    end = settle(lay(square(), (heart(0.0),), [held]), Flick(0, 0.7, 0.3, 2e-3)).table
    assert (end.position[0] == (0.0, 0.0)).all() == place
    assert (end.angle[0] == 0.3) == turn
    assert not end.velocity.any()
    assert not end.spin.any()


def test_a_shot_of_an_absent_magnet_is_refused() -> None:
    with pytest.raises(ValueError, match=r"Flick\.magnet: expected one on the table, of 0, got 7"):
        settle(alone(wide()), Flick(7, 0.0, 1.0))


def test_a_fast_flick_shortens_the_step() -> None:
    table = alone(wide())
    assert settle(table, Flick(0, 0.0, 1.6), Physics(duration=0.05)).steps == 100
    fast = settle(table, Flick(0, 0.0, 10.0), Physics(duration=0.05))
    outline = table.kinds[0].outline
    assert fast.steps == math.ceil(0.05 * 10.0 / (FARTHEST * outline.area / outline.perimeter)) == 218
    assert fast.duration == pytest.approx(0.05)
    # The way is that of friction all the same.
    assert fast.table.position[0, 0] == pytest.approx(10.0 * 0.05 - 0.5 * 0.24 * 9.81 * 0.05**2, rel=1e-4)


# Push


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_a_push_drives_at_the_speed_of_the_finger_and_lets_go(direction: float) -> None:
    table, speed, stroke = alone(wide(), angle=direction), 0.5, 0.03
    settled = settle(table, Push(0, direction, speed, stroke), every_step())
    assert settled.at_rest
    way = settled.trajectory
    forward = way.position[:, 0] @ along(direction)
    pace = np.diff(forward) / STEP
    driven = way.time < stroke / speed
    middle = (way.time[1:] > 0.2 * stroke / speed) & (way.time[1:] < 0.95 * stroke / speed)
    assert pace[middle] == pytest.approx(speed, rel=0.02)
    assert forward[driven][-1] == pytest.approx(stroke, abs=1.5e-3)
    # After that it slides on, with the finger's speed.
    slid = forward[-1] - forward[driven][-1]
    assert slid == pytest.approx(speed**2 / (2 * 0.24 * 9.81), rel=0.05)
    assert (np.diff(pace[way.time[1:] > stroke / speed + 2 * STEP]) <= 1e-9).all(), "driven on after the stroke"


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("speed", [0.1, 0.5, 2.0, 5.0])
def test_a_pushed_magnet_never_runs_ahead_of_the_finger(direction: float, speed: float) -> None:
    table = alone(wide(), angle=direction)
    settled = settle(table, Push(0, direction, speed, 0.1), Physics(sample_rate=1e5))
    way, step = settled.trajectory, settled.duration / settled.steps
    pace = np.diff(way.position[:, 0] @ along(direction)) / step
    # One step until the finger touches, one until the touch has become a motion.
    driven = pace[2 : math.floor(0.1 / speed / step)]
    assert driven.max() <= speed * (1 + 1e-3)
    assert driven.min() >= speed * (1 - 1e-3) - 0.24 * 9.81 * step


def test_a_push_beside_the_middle_turns_the_magnet() -> None:
    table = lay(wide(), (disc(0.0),), [Placed(0, 0, (0.0, 0.0), 0.0)])
    left = settle(table, Push(0, 0.0, 0.4, 0.02, offset=4e-3)).table
    right = settle(table, Push(0, 0.0, 0.4, 0.02, offset=-4e-3)).table
    # Pushed on its left side it turns clockwise and goes off to the right.
    assert left.angle[0] < -0.1
    assert left.position[0, 1] < -1e-4
    assert right.angle[0] == pytest.approx(-left.angle[0], rel=1e-6)
    assert right.position[0] == pytest.approx(left.position[0] * (1, -1), rel=1e-6)


def test_a_push_ends_at_the_first_contact() -> None:
    kind = disc(0.0)
    table = lay(wide(), (kind,), [Placed(0, 0, (0.0, 0.0), 0.0), Placed(1, 0, (0.04, 0.0), 0.0)])
    settled = settle(table, Push(0, 0.0, 0.5, 0.5), every_step())
    (strike, *_) = settled.contacts
    assert strike.pair == (0, 1)
    assert strike.time == pytest.approx((0.04 - 0.018) / 0.5, abs=4 * STEP)
    # The finger has no part in the strike: both together keep the momentum that there was.
    pace = np.diff(settled.trajectory.position[:, :, 0], axis=0) / STEP
    after = pace[settled.trajectory.time[1:] > strike.time + STEP][0]
    assert after == pytest.approx([0.5 * (0.5 - 0.15), 0.5 * (0.5 + 0.15)], rel=0.03)
    assert settled.at_rest


def test_others_act_on_a_magnet_while_it_is_pushed() -> None:
    apart, aside = 0.06, 0.03
    placed = [
        Placed(0, 0, (0.0, 0.0), 0.0),
        Placed(1, 0, (apart, aside), 0.0, pinned_position=True, pinned_angle=True),
    ]
    push = Push(0, 0.0, 0.3, apart)
    ends = [settle(lay(wide(), (disc(remanence),), placed), push).table for remanence in (0.0, 0.15)]
    assert ends[0].position[0, 1] == pytest.approx(0.0, abs=1e-6)
    assert ends[1].position[0, 1] > 1e-3, "not drawn towards the other"


@pytest.mark.parametrize("speed", [0.2, 0.8, 1.5])
@pytest.mark.parametrize("offset", [0.0, 5e-3])
def test_a_push_adds_no_energy_once_it_has_let_go(speed: float, offset: float) -> None:
    placed = [Placed(0, 0, (0.0, 0.0), 0.4), Placed(1, 0, (0.09, 0.012), 2.0), Placed(2, 0, (0.0, -0.06), 1.0)]
    table = settle(lay(wide(), (heart(),), placed)).table
    settled = settle(table, Push(0, 0.0, speed, 0.03, offset), every_step())
    way = settled.trajectory
    energy = way.kinetic + way.magnetic
    peak = int(np.argmax(energy))
    released = energy[peak] - energy[-1]
    assert way.time[peak] <= 0.03 / speed + 2 * STEP
    late = way.time > 0.03 / speed + 2 * STEP
    assert np.maximum(np.diff(energy[late]), 0.0).sum() <= 0.02 * released
    # What the finger did is counted as work from outside.
    assert np.diff(way.dissipated).min() >= -2e-3 * released


# Delivery


def test_a_delivered_magnet_is_free_of_friction_until_it_is_over_the_table() -> None:
    table = alone(square(), place=(-0.32, 0.0))
    settled = settle(table, Delivery(0, 0.0, 0.5, spin=3.0), every_step())
    assert settled.at_rest
    assert not settled.exits
    way = settled.trajectory
    steps = np.diff(way.position[:, 0, 0])
    outside = way.position[1:, 0, 0] < -0.3
    assert steps[outside] == pytest.approx(0.5 * STEP, rel=1e-12)
    assert np.diff(way.angle[:, 0])[outside] == pytest.approx(3.0 * STEP, rel=1e-12)
    assert (np.diff(steps[way.position[1:, 0, 0] > -0.3 + 0.5 * STEP]) < 0.0).all()
    # Spinning as well, it slides a little farther on.
    slid = settled.table.position[0, 0] + 0.3
    assert slid == pytest.approx(0.5**2 / (2 * 0.24 * 9.81), rel=0.02)


def test_a_delivered_magnet_is_drawn_while_it_is_outside() -> None:
    kinds = (heart(),)
    placed = [Placed(0, 0, (-0.33, 0.03), 0.0), Placed(1, 0, (-0.29, 0.0), 0.0, pinned_position=True)]
    way = settle(lay(square(), kinds, placed), Delivery(0, 0.0, 0.3), every_step()).trajectory
    assert way.position[-1, 0, 1] < 0.029


@pytest.mark.parametrize("direction", [math.pi, math.pi / 2])
def test_a_delivered_magnet_that_never_comes_over_the_table_falls(direction: float) -> None:
    settled = settle(alone(square(), place=(-0.32, 0.0)), Delivery(0, direction, 0.5))
    (gone,) = settled.exits
    assert gone.magnet == 0
    assert gone.position[0] < -0.3
    assert len(settled.table) == 0
    assert settled.at_rest


def test_a_delivered_magnet_that_crosses_the_table_falls_on_its_far_side() -> None:
    settled = settle(alone(square(0.05), place=(-0.06, 0.0)), Delivery(0, 0.0, 2.0))
    (gone,) = settled.exits
    assert gone.position[0] == pytest.approx(0.05, abs=2e-3)
    assert gone.velocity[0] == pytest.approx(math.sqrt(4.0 - 2 * 0.24 * 9.81 * 0.1), rel=2e-3)


# The rim


BOARDS = {
    "rectangle": square(0.1),
    "round": Board(np.zeros((0, 2)), 0.1, 0.3, 0.24),
    "triangle": Board(np.array([(-0.1, -0.1), (0.12, -0.08), (0.0, 0.11)]), 0.0, 0.3, 0.24),
    "with a notch": Board(np.array([(-0.1, -0.1), (0.1, -0.1), (0.1, 0.1), (0.0, 0.04), (-0.1, 0.1)]), 0.0, 0.3, 0.24),
}


def left(table: Table, shot: Shot) -> Settled:
    settled = settle(table, shot, every_step())
    assert len(settled.exits) == 1
    return settled


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("direction", [0.1, 1.4, math.pi / 2, 2.6, -1.9])
def test_a_magnet_leaves_where_its_centre_passes_the_rim(name: str, direction: float) -> None:
    board, speed = BOARDS[name], 1.3
    settled = left(alone(board, place=(0.005, -0.01)), Flick(0, direction, speed, 2e-3))
    (gone,) = settled.exits
    # In the step in which it passed: just outside, and just inside a step before.
    assert -speed * STEP <= rim_depth(board, gone.position) < 0.0
    before = np.array(gone.position) - STEP * np.array(gone.velocity)
    assert rim_depth(board, tuple(before)) >= -1e-6
    # Time, place and velocity are those of friction alone.
    brake = 0.24 * 9.81
    distance = float(np.linalg.norm(np.array(gone.position) - (0.005, -0.01)))
    assert gone.position == pytest.approx(np.array((0.005, -0.01)) + distance * along(direction), abs=1e-9)
    assert speed * gone.time - 0.5 * brake * gone.time**2 == pytest.approx(distance, rel=0.01)
    assert gone.velocity == pytest.approx((speed - brake * gone.time) * along(direction), abs=0.01 * speed)
    kind = heart(0.0)
    assert 0 < -gone.spin < kind.mass * speed * 2e-3 / kind.inertia
    assert settled.duration == gone.time
    assert len(settled.table) == 0
    # The recording keeps it where it was seen last.
    assert not settled.trajectory.present[-1, 0]
    assert tuple(settled.trajectory.position[-1, 0]) == gone.position


def test_a_magnet_that_stops_on_the_rim_stays() -> None:
    table = alone(square(0.1), place=(0.1, 0.0))
    settled = settle(table)
    assert settled.steps == 0
    assert len(settled.table) == 1
    # Half of it hangs over; its centre is what counts.
    settled = settle(alone(square(0.1), place=(0.0, 0.0)), Flick(0, 0.0, math.sqrt(2 * 0.24 * 9.81 * 0.099)))
    assert not settled.exits
    assert 0.098 < settled.table.position[0, 0] < 0.1


def test_two_magnets_leave_in_order_of_time() -> None:
    placed = [Placed(0, 0, (0.06, 0.05), 0.0, (1.0, 0.0)), Placed(1, 0, (0.08, -0.05), 0.0, (1.0, 0.0))]
    settled = settle(lay(square(0.1), (heart(0.0),), placed))
    assert [gone.magnet for gone in settled.exits] == [1, 0]
    assert settled.exits[0].time < settled.exits[1].time
    assert len(settled.table) == 0
