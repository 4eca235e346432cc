"""Laws that settle keeps whatever the table: symmetry, momentum, convergence, the same bits, and what it refuses."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from magnetsim.errors import PhysicsError
from magnetsim.physics import OutsideForce, Physics, settle
from magnetsim.shot import Flick, Push, Settled
from magnetsim.table import Board, Placed, Table, lay, with_arrays
from tests.physics.scenes import bits, disc, heart, laid_out, packed, resting, same_bits, seeded_flick, square, wide

STEP = Physics().step


def strewn(board: Board, seed: int, *, count: int = 12, speed: float = 0.0) -> Table:
    """Hearts and discs so far apart that they pull each other but do not meet."""
    random = np.random.default_rng(seed)
    placed = [
        Placed(
            i,
            i % 2,
            (
                0.07 * (i % 4) - 0.1 + random.uniform(-0.006, 0.006),
                0.07 * (i // 4) - 0.07 + random.uniform(-0.006, 0.006),
            ),
            random.uniform(-math.pi, math.pi),
            tuple(random.uniform(-speed, speed, 2)),
            speed * random.uniform(-20, 20),
        )
        for i in range(count)
    ]
    return lay(board, (heart(), disc()), placed)


def moved(table: Table, turn: np.ndarray, angle: float, shift: tuple[float, float] = (0.0, 0.0)) -> Table:
    """The table under a turn or a mirror (2, 2), with its angle (rad), and a shift (m)."""
    hand = np.linalg.det(turn)
    return with_arrays(
        table,
        position=table.position @ turn.T + shift,
        velocity=table.velocity @ turn.T,
        angle=hand * table.angle + angle,
        spin=hand * table.spin,
        rest_load=table.rest_load * np.nan,
    )


QUARTER = np.array([(0.0, -1.0), (1.0, 0.0)])
MIRROR = np.array([(1.0, 0.0), (0.0, -1.0)])
WAYS = {
    "turned": (QUARTER, math.pi / 2, (0.0, 0.0)),
    "shifted": (np.eye(2), 0.0, (0.25, -0.125)),
    "mirrored": (MIRROR, 0.0, (0.0, 0.0)),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("seed", range(4))
def test_a_flick_that_touches_nothing_knows_no_place_and_no_direction(way: str, seed: int) -> None:
    turn, angle, shift = WAYS[way]
    table = strewn(wide(), seed)
    hand = float(np.linalg.det(turn))
    # Straight out, so that it passes others and meets none.
    shot = Flick(3, 0.3, 0.8, 2e-3)
    image = Flick(3, hand * shot.direction + angle, shot.speed, hand * shot.offset)
    settled = settle(table, shot)
    assert not settled.contacts
    other = settle(moved(table, turn, angle, shift), image)
    expected = moved(settled.table, turn, angle, shift)
    assert other.steps == settled.steps
    assert other.table.position == pytest.approx(expected.position, abs=1e-9)
    assert other.table.angle == pytest.approx(expected.angle, abs=1e-9)


def test_the_order_of_numbers_does_not_matter_in_flight() -> None:
    table = strewn(wide(0.0, 0.0), 1, speed=0.1)
    back = len(table) - 1
    reordered = lay(
        table.board,
        table.kinds,
        [
            Placed(
                back - i,
                int(table.kind[i]),
                tuple(table.position[i]),
                table.angle[i],
                tuple(table.velocity[i]),
                table.spin[i],
            )
            for i in range(len(table))
        ],
    )
    physics = Physics(duration=0.05)
    first, second = settle(table, None, physics).table, settle(reordered, None, physics).table
    assert second.position[::-1] == pytest.approx(first.position, abs=1e-12)
    assert second.angle[::-1] == pytest.approx(first.angle, abs=1e-11)


@pytest.mark.parametrize("seed", range(3))
def test_halving_the_step_quarters_the_error_in_flight(seed: int) -> None:
    table = strewn(wide(0.0, 0.0), seed, count=6, speed=0.3)
    ends = [settle(table, None, Physics(step=step, duration=0.08)).table for step in (1e-3, 5e-4, 2.5e-4, 1.25e-4)]
    changes = [np.abs(a.position - b.position).max() for a, b in pairwise(ends)]
    turns = [np.abs(a.angle - b.angle).max() for a, b in pairwise(ends)]
    for steps in (changes, turns):
        assert 3.0 < steps[0] / steps[1] < 5.0
        assert 3.0 < steps[1] / steps[2] < 5.0


def centre(kinds: Any, positions: np.ndarray) -> np.ndarray:
    """The centre of mass (t, 2) of magnets at (t, n, 2)."""
    mass = np.array([kind.mass for kind in kinds])
    return np.asarray(np.einsum("m,tmi->ti", mass, positions) / mass.sum())


def test_without_friction_momentum_is_kept_through_strikes() -> None:
    random = np.random.default_rng(5)
    placed = [
        Placed(
            i,
            i % 2,
            (0.03 * (i % 4), 0.03 * (i // 4)),
            random.uniform(-3, 3),
            tuple(random.uniform(-0.2, 0.2, 2)),
            random.uniform(-5, 5),
        )
        for i in range(10)
    ]
    table = lay(wide(0.0, 0.0), (heart(), disc(0.1)), placed)
    settled = settle(table, None, Physics(duration=1.0, sample_rate=100))
    assert len(settled.contacts) > 10
    kinds, way = [table.kinds[kind] for kind in table.kind], settled.trajectory
    ((start_x, start_y),) = centre(kinds, table.velocity[None])
    glide = way.time[:, None] * (start_x, start_y)
    assert centre(kinds, way.position) - centre(kinds, table.position[None]) == pytest.approx(glide, abs=1e-12)


def test_the_centre_of_ten_unequal_magnets_stays_where_it_is() -> None:
    random = np.random.default_rng(7)
    kinds = tuple(disc(remanence) for remanence in random.uniform(0.02, 0.2, 10))
    placed = [Placed(i, i, (0.04 * (i % 4), 0.04 * (i // 4)), random.uniform(-3, 3)) for i in range(10)]
    table = lay(square(2.0, 0.0, 0.0), kinds, placed)
    way = settle(table, None, Physics(duration=10.0, sample_rate=10)).trajectory
    middle = centre(kinds, way.position)
    assert np.abs(middle - middle[0]).max() <= 1e-12


def test_a_circular_orbit_keeps_its_radius_and_its_energy() -> None:
    # An upright pair, one held: the pull is 3k m²/r⁴ towards it, so that v² = 3k m²/(M r³) keeps it on a circle.
    up, down = (replace(disc(), moment=0.0, moment_z=sign * 0.18) for sign in (1.0, -1.0))
    radius = 0.05
    speed = math.sqrt(3e-7 * 0.18**2 / (up.mass * radius**3))
    period = 2 * math.pi * radius / speed
    placed = [
        Placed(0, 0, (0.0, 0.0), 0.0, pinned_position=True, pinned_angle=True),
        Placed(1, 1, (radius, 0.0), 0.0, (0.0, speed)),
    ]
    table = lay(wide(0.0, 0.0), (up, down), placed)
    # Such an orbit is unstable, an error grows as exp(t v/r): three quarters of a turn suffice to see a false method.
    way = settle(table, None, Physics(step=1e-3, duration=0.75 * period, sample_rate=1000)).trajectory
    assert np.linalg.norm(way.position[:, 1], axis=1) == pytest.approx(radius, rel=0.01)
    energy = way.kinetic + way.magnetic
    assert np.ptp(energy) <= 1e-3 * way.kinetic[0]


@pytest.mark.parametrize("step", [5e-4, 1e-3])
def test_a_pair_that_meets_askew_ends_touching_at_rest(step: float) -> None:
    table = lay(wide(), (heart(),), [Placed(0, 0, (0.0, 0.0), 0.0), Placed(1, 0, (0.03, 0.003), 0.0)])
    settled = settle(table, None, Physics(step=step))
    assert settled.at_rest
    assert settled.duration < 1.0
    assert settled.bonds_made == ((0, 1),)
    assert np.linalg.norm(settled.table.position[1] - settled.table.position[0]) < 0.021


@pytest.mark.parametrize("parts", [1, 2, 4, 8])
def test_the_acceleration_does_not_depend_on_how_time_is_cut(parts: int) -> None:
    force, kind = 0.02, disc(0.0)
    table = lay(wide(0.0, 0.0), (kind,), [Placed(0, 0, (0.0, 0.0), 0.0)])
    outside = OutsideForce(np.array([(force, 0.0)]), np.zeros(1), np.zeros((1, 2)), np.zeros(1))
    for step in (STEP, STEP / parts):
        settled = settle(table, None, Physics(step=step, duration=parts * 20 * STEP), outside)
        assert settled.table.velocity[0, 0] == pytest.approx(force / kind.mass * settled.duration, rel=1e-9)
        assert settled.table.position[0, 0] == pytest.approx(force / kind.mass * settled.duration**2 / 2, rel=1e-2)


# The same bits


def a_shot() -> Settled:
    return settle(*seeded_flick(laid_out("classic", 0), 3))


def test_the_same_bits_twice() -> None:
    table, shot = seeded_flick(laid_out("mixed-discs-hearts", 1), 11)
    first = settle(table, shot)
    settle(*seeded_flick(laid_out("classic", 1), 12))
    assert same_bits(first, settle(table, shot))
    crowd = packed(25, 0.032, square(), 2)
    assert same_bits(settle(crowd), settle(crowd))
    push = Push(int(table.magnet[0]), 0.5, 0.6, 0.05)
    assert same_bits(settle(table, push), settle(table, push))


def test_the_same_bits_in_other_threads() -> None:
    cases = [seeded_flick(laid_out("classic", seed), 20 + seed) for seed in range(6)]
    alone = [bits(settle(*case)) for case in cases]
    with ThreadPoolExecutor(3) as threads:
        assert list(threads.map(lambda case: bits(settle(*case)), cases)) == alone


PROGRAM = """
import hashlib
from tests.physics.scenes import bits, laid_out, packed, seeded_flick, square
from magnetsim.physics import settle
sum = hashlib.sha256()
for seed in range(3):
    sum.update(repr(bits(settle(*seeded_flick(laid_out("classic", seed), seed)))).encode())
sum.update(repr(bits(settle(packed(16, 0.032, square(), 1)))).encode())
print(sum.hexdigest())
"""


def test_the_same_bits_in_other_processes() -> None:
    def told(seed: str) -> str:
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=Path(__file__).parents[2],
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout

    first = told("0")
    assert len(first) == 65
    assert told("1") == first


def test_a_run_leaves_its_input_and_its_recording_alone() -> None:
    table, shot = seeded_flick(laid_out("classic", 0), 3)
    before = bits(table)
    settled = settle(table, shot)
    assert bits(table) == before
    # Frames are copies: the moving magnet is somewhere else in each.
    way = settled.trajectory.position[:, table.row(shot.magnet)]
    assert len(np.unique(way[:10], axis=0)) == 10
    recorded = bits(settled)
    settle(settled.table, Flick(int(settled.table.magnet[0]), 0.0, 1.0))
    assert bits(settled) == recorded
    with pytest.raises(ValueError, match="read-only"):
        settled.trajectory.position[0, 0, 0] = 1.0
    with pytest.raises(ValueError, match="read-only"):
        settled.table.position[0, 0] = 1.0


# What is refused


def test_magnets_in_one_place_are_reported_with_step_and_magnet() -> None:
    placed = [Placed(3, 0, (0.1, 0.1), 0.0)]
    placed += [Placed(number, 0, (0.0, 0.0), 0.0, touchable=False) for number in (5, 8)]
    with pytest.raises(PhysicsError, match=r"magnet 5: the force on it is not finite in step 0") as refused:
        settle(lay(wide(), (heart(),), placed))
    assert refused.value.step == 0
    assert refused.value.magnet == 5


def towards_a_ghost(moment: float, aside: float, speed: float) -> Table:
    """A magnet held in place, and one without a contact shape that flies past it at a distance (m)."""
    placed = [
        Placed(4, 0, (0.0, 0.0), 0.0, pinned_position=True, pinned_angle=True),
        Placed(6, 0, (2.0**-4, aside), 0.0, (-speed, 0.0), touchable=False),
    ]
    return lay(wide(0.0, 0.0), (replace(disc(), moment=moment),), placed)


def test_point_dipoles_that_meet_are_reported_in_the_step_in_which_they_would() -> None:
    # So weak that it does not change the other's way: 2⁻¹² m a step, 62.5 mm away.
    physics = Physics(step=2.0**-11, duration=1.0)
    with pytest.raises(PhysicsError, match=r"magnets 6 and 4: their centres come nearer than 1 mm in step 251") as met:
        settle(towards_a_ghost(1e-30, 0.0, 0.5), None, physics)
    assert (met.value.step, met.value.magnet) == (251, 6)
    assert 2.0**-4 - 252 * 2.0**-12 < 1e-3 <= 2.0**-4 - 251 * 2.0**-12


@pytest.mark.parametrize("speed", [0.5, 37.0])
def test_point_dipoles_that_pass_are_judged_by_how_near_they_come(speed: float) -> None:
    """Also when a step takes one from far on this side to far on the other."""
    physics = Physics(duration=0.1 / speed)
    assert settle(towards_a_ghost(1e-30, 1.01e-3, speed), None, physics).table.position[1, 0] < -0.03
    with pytest.raises(PhysicsError, match="come nearer than 1 mm"):
        settle(towards_a_ghost(1e-30, 0.99e-3, speed), None, physics)
    # What has no moment may pass through.
    assert settle(towards_a_ghost(0.0, 0.0, speed), None, physics).table.position[1, 0] < -0.03


def test_point_dipoles_that_fall_into_each_other_are_refused() -> None:
    placed = [Placed(number, 0, (0.03 * number, 0.0), 0.0, touchable=False) for number in (1, 2)]
    with pytest.raises(PhysicsError, match=r"magnets 1 and 2: .* expected a contact shape on both"):
        settle(lay(wide(0.0, 0.0), (disc(),), placed))


@pytest.mark.parametrize("part", ["position", "angle", "velocity", "spin"])
@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_a_table_that_is_not_finite_is_refused(part: str, value: float) -> None:
    table = strewn(wide(), 0)
    broken = getattr(table, part).copy()
    broken[4] = value
    with pytest.raises(PhysicsError, match=f"magnet 4: its {part} is not finite") as refused:
        settle(with_arrays(table, **{part: broken}))
    assert refused.value.magnet == 4


def test_an_outside_force_that_is_not_finite_is_refused() -> None:
    table = strewn(wide(), 0)
    force = np.zeros((len(table), 2))
    force[7, 1] = math.nan
    outside = OutsideForce(force, np.zeros(len(table)), np.zeros((len(table), 2)), np.zeros(len(table)))
    with pytest.raises(PhysicsError, match="magnet 7: its outside force is not finite") as refused:
        settle(table, None, Physics(duration=0.1), outside)
    assert refused.value.magnet == 7


@pytest.mark.parametrize("share", [0.3, 0.9, 1.0])
def test_overlapping_magnets_are_refused_by_both_names(share: float) -> None:
    apart = 0.018 * (1 - share)
    placed = [Placed(0, 0, (0.1, 0.1), 0.0), Placed(2, 0, (0.0, 0.0), 0.0), Placed(9, 0, (apart, 0.0), 0.0)]
    with pytest.raises(PhysicsError, match=r"magnets 2 and 9 overlap by more than 1 mm at the start"):
        settle(lay(wide(), (disc(),), placed))


def test_a_slight_overlap_is_parted_without_a_start() -> None:
    table = lay(wide(), (disc(0.0),), [Placed(0, 0, (0.0, 0.0), 0.0), Placed(1, 0, (0.0178, 0.0), 0.0)])
    settled = settle(table, None, Physics(sample_rate=1 / STEP))
    assert settled.at_rest
    assert np.abs(settled.table.position - table.position).max() < 0.15e-3
    assert settled.table.position[1, 0] - settled.table.position[0, 0] == pytest.approx(0.018, abs=0.03e-3)
    assert settled.trajectory.kinetic.max() <= 1e-12


def test_an_empty_table_is_at_rest() -> None:
    settled = settle(lay(wide(), (heart(),), []))
    assert settled.at_rest
    assert settled.steps == 0
    assert len(resting(settled.table)) == 0
