"""What rests, stays, to the last bit; what moves, comes to rest; and only what is touched or loaded wakes."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from magnetsim.clusters import touching_groups
from magnetsim.physics import OutsideForce, Physics, settle
from magnetsim.physics.settling import steps_a_block
from magnetsim.rim import rim_length
from magnetsim.shot import Flick, Settled
from magnetsim.table import Kind, Placed, Table, lay, with_magnet, without
from tests.physics.scenes import FIVE_TABLES, at_rim, disc, heart, laid_out, packed, resting, seeded_flick, square, wide

SHOOTER = 99
STEP = Physics().step


def poses(table: Table, magnets: list[int]) -> bytes:
    rows = [table.row(magnet) for magnet in magnets]
    return table.position[rows].tobytes() + table.angle[rows].tobytes()


def still(before: Table, after: Table) -> set[int]:
    """The magnets that did not move by a single bit."""
    return {int(magnet) for magnet in after.magnet if poses(before, [magnet]) == poses(after, [magnet])}


def with_a_far_cluster() -> Table:
    """Magnets 0 to 8 for a shooter to strike at; a cluster, 10 to 15, and lone ones, 20 to 23, far away from them."""
    near = [Placed(i, 0, (0.06 * (i % 3) - 0.25, 0.06 * (i // 3) - 0.25), 0.7 * i) for i in range(9)]
    cluster = [Placed(10 + i, 0, (0.2 + 0.024 * (i % 3), 0.2 + 0.024 * (i // 3)), 1.1 * i) for i in range(6)]
    lone = [Placed(20 + i, 0, (0.25, -0.25 + 0.06 * i), 1.3 * i) for i in range(4)]
    return resting(lay(square(), (heart(),), [*near, *cluster, *lone]))


def free_arc(table: Table, random: np.random.Generator) -> float:
    """A place on the lower rim with nothing near it."""
    while True:
        arc = random.uniform(0.01, 0.25)
        if np.linalg.norm(table.position - (arc - 0.3, -0.288), axis=1).min() > 0.03:
            return float(arc)


def test_what_nothing_disturbs_keeps_every_bit_for_fifty_turns() -> None:
    table = with_a_far_cluster()
    far = [*range(10, 16), *range(20, 24)]
    assert sum(len(group) for group in touching_groups(table) if group <= set(range(10, 16))) >= 4
    start, random = poses(table, far), np.random.default_rng(1)
    for turn in range(50):
        shooter = int(random.choice(table.magnet[table.magnet < 9]))
        # From the lower left, and so gently that the far corner is out of reach.
        ready, _ = at_rim(table, shooter, free_arc(without(table, [shooter]), random))
        direction = random.uniform(0.4 * math.pi, 0.7 * math.pi)
        settled = settle(ready, Flick(shooter, direction, random.uniform(0.2, 0.9)))
        assert settled.at_rest
        table = settled.table
        assert poses(table, far) == start, f"turn {turn}"


@pytest.mark.parametrize("name", FIVE_TABLES)
def test_a_resting_table_takes_no_step(name: str) -> None:
    table = settle(*seeded_flick(laid_out(name, 0), 5)).table
    again = settle(table)
    assert again.at_rest
    assert again.steps == 0
    assert again.duration == 0.0
    assert (again.contacts, again.exits, again.bonds_made, again.bonds_broken) == ((), (), (), ())
    for part in ("magnet", "position", "angle", "velocity", "spin", "rest_load"):
        assert getattr(again.table, part).tobytes() == getattr(table, part).tobytes(), part
    assert again.table.bonds == table.bonds


def test_a_resting_cluster_that_is_laid_anew_with_its_loads_stays() -> None:
    table = resting(packed(25, 0.032, square(), 3))
    for _ in range(3):
        # A lone magnet far off comes and goes.
        wider = settle(with_magnet(table, Placed(SHOOTER, 0, (0.28, -0.28), 0.0))).table
        assert still(table, without(wider, [SHOOTER])) == set(table.magnet.tolist())
        table = settle(without(wider, [SHOOTER])).table


def comes_to_rest(name: str, count: int) -> None:
    for seed in range(count):
        settled = settle(*seeded_flick(laid_out(name, seed % 10), seed))
        assert settled.at_rest, f"{name}, flick {seed}"
        assert settled.duration < 0.5 * Physics().time_limit
        assert (settled.table.velocity == 0.0).all()
        assert (settled.table.spin == 0.0).all()
        assert settle(settled.table).steps == 0, f"{name}, flick {seed}: not at rest after all"


@pytest.mark.parametrize("name", FIVE_TABLES)
def test_flicks_come_to_rest(name: str) -> None:
    comes_to_rest(name, 12)


@pytest.mark.slow
@pytest.mark.parametrize("name", FIVE_TABLES)
def test_four_hundred_flicks_come_to_rest(name: str) -> None:
    comes_to_rest(name, 400)


@pytest.mark.parametrize("kind", [heart(), disc(), heart(0.2)], ids=["hearts", "discs", "strong hearts"])
@pytest.mark.parametrize("seed", range(3))
def test_a_ring_of_eight_comes_to_rest(kind: Kind, seed: int) -> None:
    random = np.random.default_rng(seed)
    turn = np.arange(8) * math.pi / 4
    ring = [
        Placed(i, 0, (0.025 * math.cos(turn[i]), 0.025 * math.sin(turn[i])), random.uniform(-math.pi, math.pi))
        for i in range(8)
    ]
    # Eight hearts have no room on a ring of 25 mm: let it be as wide as holds them apart.
    scale = max(1.0, kind.outline.bounding_radius / (0.025 * math.sin(math.pi / 8)) * 1.02)
    ring = [replace(one, position=(one.position[0] * scale, one.position[1] * scale)) for one in ring]
    settled = settle(lay(square(), (kind,), ring))
    assert settled.at_rest
    assert settled.duration < 2.0
    assert settle(settled.table).steps == 0


def test_a_straight_flick_that_hits_nothing_comes_to_rest() -> None:
    table = lay(wide(), (heart(),), [Placed(0, 0, (0.0, 0.0), 0.0), Placed(1, 0, (0.0, 0.3), 0.0)])
    settled = settle(table, Flick(0, 0.0, 1.0))
    assert settled.at_rest
    assert still(table, settled.table) == {1}
    assert not settled.contacts


@pytest.mark.parametrize("mu", [0.2, 0.24])
def test_friction_stops_a_sliding_disc_where_it_should(mu: float) -> None:
    kind = disc(0.0)

    def slide(speed: float, spin: float = 0.0) -> tuple[float, float]:
        start = Placed(0, 0, (0.0, 0.0), 0.0, (speed, 0.0), spin)
        settled = settle(lay(wide(mu, mu), (kind,), [start]))
        assert settled.at_rest
        assert settled.table.velocity.tobytes() == np.zeros((1, 2)).tobytes()
        way = np.diff(settled.trajectory.position[:, 0, 0])
        assert (way >= 0).all(), "friction turned the motion round"
        return float(settled.table.position[0, 0]), settled.duration

    distance, time = slide(0.5)
    assert distance == pytest.approx(0.5**2 / (2 * mu * 9.81), rel=2e-3)
    assert time == pytest.approx(0.5 / (mu * 9.81), abs=Physics().step)
    assert slide(1.0)[0] == pytest.approx(4 * distance, rel=2e-3)
    assert slide(0.5, 40.0)[0] > 1.1 * distance, "a spinning disc slides farther"


def test_a_magnet_that_leaves_fast_is_gone_at_once() -> None:
    table = lay(square(), (heart(),), [Placed(0, 0, (0.25, 0.0), 0.0), Placed(1, 0, (-0.1, 0.0), 0.0)])
    settled = settle(table, Flick(0, 0.0, 5.0))
    (gone,) = settled.exits
    assert gone.magnet == 0
    assert gone.time == settled.duration
    assert gone.time == pytest.approx(0.05 / 5.0, abs=2 * Physics().step)
    assert gone.position[0] == pytest.approx(0.3, abs=2.6e-3)
    assert gone.position[0] > 0.3
    assert gone.velocity[0] == pytest.approx(5.0, rel=0.01)
    assert settled.table.magnet.tolist() == [1]
    assert still(table, settled.table) == {1}
    assert settled.at_rest


def test_a_magnet_that_has_left_pulls_no_more() -> None:
    # On a slippery table the other would be drawn along for as long as the one that left acted on it.
    table = lay(square(0.3, 0.0, 0.0), (heart(),), [Placed(0, 0, (0.28, 0.0), 0.0), Placed(1, 0, (0.2, 0.0), 0.0)])
    settled = settle(table, Flick(0, 0.0, 1.0), Physics(duration=0.1, sample_rate=2000))
    (gone,) = settled.exits
    way = settled.trajectory
    after = way.position[way.time > gone.time + Physics().step, 1, 0]
    steps = np.diff(after)
    assert len(steps) > 50
    assert np.ptp(steps) < 1e-15, "it is still pulled"
    assert steps[0] != 0.0


def test_only_what_is_touched_or_loaded_wakes() -> None:
    placed = [
        Placed(0, 0, (-0.2, 0.0), 0.0),
        Placed(1, 0, (0.0, 0.0), 0.0),  # in the way
        Placed(2, 0, (0.0, 0.2), 0.0),  # out of it
        Placed(3, 0, (-0.1, 0.0215), 0.0),  # passed by
    ]
    table = resting(lay(square(), (disc(0.0),), placed))
    settled = settle(table, Flick(0, 0.0, 1.0))
    assert {contact.pair for contact in settled.contacts} == {(0, 1)}
    assert still(table, settled.table) == {2, 3}


def test_a_cluster_that_is_struck_wakes_whole_and_another_does_not() -> None:
    pair = [Placed(1, 0, (0.0, 0.0), 0.0), Placed(2, 0, (0.0186, 0.0), 0.0)]
    other = [Placed(3, 0, (0.0, 0.2), 0.0), Placed(4, 0, (0.0186, 0.2), 0.0)]
    table = resting(lay(square(), (disc(),), [Placed(0, 0, (-0.2, 0.0), 0.0), *pair, *other]))
    settled = settle(table, Flick(0, 0.0, 1.0))
    assert still(table, settled.table) == {3, 4}


@pytest.mark.parametrize("direction", [0.0, 1.0, 2.5])
def test_a_lone_magnet_is_released_at_its_static_limit(direction: float) -> None:
    kind = heart(0.0)
    table = lay(wide(0.30, 0.24), (kind,), [Placed(0, 0, (0.0, 0.0), 0.4)])
    along = np.array([[math.cos(direction), math.sin(direction)]])
    limit = 0.30 * kind.weight

    def pulled(force: float, torque: float = 0.0) -> bool:
        outside = OutsideForce(force * along, np.array([torque]), np.zeros((1, 2)), np.zeros(1))
        return still(table, settle(table, None, Physics(duration=0.01), outside).table) == set()

    for share in (0.0, 0.6, 0.9):
        # Force and torque together, as an ellipse.
        torque = share * limit * kind.outline.mean_radius
        edge = limit * math.sqrt(1 - share**2)
        assert not pulled(edge * (1 - 1e-9), torque)
        assert pulled(edge * (1 + 1e-9), torque)


def test_a_lone_magnet_is_released_in_the_step_in_which_a_growing_load_reaches_the_limit() -> None:
    kind, rate = disc(0.0), 0.1
    table = lay(wide(), (kind,), [Placed(0, 0, (0.0, 0.0), 0.0)])
    outside = OutsideForce(np.zeros((1, 2)), np.zeros(1), np.array([(rate, 0.0)]), np.zeros(1))
    way = settle(table, None, Physics(duration=0.5, sample_rate=2000), outside).trajectory
    moved = way.time[np.argmax(way.position[:, 0, 0] > 0.0)]
    # The velocity changes in the step after, the place in the one after that.
    assert moved == pytest.approx(0.30 * kind.weight / rate, abs=2.5 * Physics().step)


def test_nothing_counts_as_rest_while_a_load_grows() -> None:
    kind = disc(0.0)
    table = lay(wide(), (kind,), [Placed(0, 0, (0.0, 0.0), 0.0)])

    def run(force: float = 0.0, torque: float = 0.0, limit: float = 0.5, start: Table = table) -> Settled:
        rates = np.array([(force, 0.0)]), np.array([torque])
        return settle(start, None, Physics(time_limit=limit), OutsideForce(np.zeros((1, 2)), np.zeros(1), *rates))

    limit = 0.30 * kind.weight
    slid = run(force=0.1, limit=0.5)
    assert not slid.at_rest
    assert slid.duration == pytest.approx(0.5)
    assert slid.table.position[0, 0] > 0.0
    turned = run(torque=10 * limit * kind.outline.mean_radius, limit=0.15)
    assert turned.table.angle[0] > 0.0
    # Below the limit until the time is over: it lies, but not for ever.
    assert run(force=0.01, limit=0.5).duration == pytest.approx(0.5)
    # What is pinned does not care; nor does a table without rates.
    pinned = lay(wide(), (kind,), [Placed(0, 0, (0.0, 0.0), 0.0, pinned_position=True, pinned_angle=True)])
    assert run(force=0.1, torque=0.1, start=pinned).steps == 0
    assert run().steps == 0


def test_at_the_end_velocities_are_those_of_the_time_of_the_positions() -> None:
    """Also of magnets that touch: two that one force drives together have the energy that it gave them."""
    kind, force = disc(0.0), 0.02
    placed = [Placed(0, 0, (0.0, 0.0), 0.0), Placed(1, 0, (2 * kind.outline.rounding, 0.0), 0.0)]
    outside = OutsideForce(np.array([(force, 0.0), (0.0, 0.0)]), np.zeros(2), np.zeros((2, 2)), np.zeros(2))
    for duration in (0.01, 0.05):
        settled = settle(lay(wide(0.0, 0.0), (kind,), placed), None, Physics(duration=duration), outside)
        assert settled.contacts == ()
        gained = math.sqrt(force * settled.table.position[0, 0] / kind.mass)
        assert settled.table.velocity[:, 0] == pytest.approx([gained, gained], rel=1e-3)
        # They start half a step late, for what touches gets no half kick.
        assert gained == pytest.approx(force * (settled.duration - STEP / 2) / (2 * kind.mass), rel=1e-3)
    # With friction as well, and alone.
    start = Placed(0, 0, (0.0, 0.0), 0.0, (0.5, 0.0))
    end = settle(lay(wide(), (kind,), [start]), None, Physics(duration=0.05)).table
    assert end.velocity[0, 0] == pytest.approx(0.5 - 0.24 * 9.81 * 0.05, rel=1e-9)


def test_just_after_a_strike_velocities_are_those_after_it() -> None:
    kind = disc(0.0, restitution=1.0, friction=0.0)
    placed = [Placed(0, 0, (-0.0185, 0.0), 0.0, (1.0, 0.0)), Placed(1, 0, (0.0, 0.0), 0.0)]
    table = lay(wide(0.0, 0.0), (kind,), placed)
    strike = settle(table, None, Physics(duration=0.01)).contacts[0].time
    end = settle(table, None, Physics(duration=strike)).table
    assert end.velocity[:, 0] == pytest.approx([0.0, 1.0], abs=1e-6)


def test_ctrl_c_is_heard_as_soon_with_many_magnets_as_with_few() -> None:
    """A step costs the square of the number, so that many steps of few take as long as few steps of many."""
    assert steps_a_block(25) == 1000
    assert steps_a_block(0) == 1000
    for n in (100, 500, 1000, 3000):
        assert steps_a_block(n) * n * n <= 10_000_000
    assert steps_a_block(5000) == 1


def test_a_table_at_the_time_limit_is_read_as_it_lies() -> None:
    table = lay(wide(), (heart(),), [Placed(0, 0, (0.0, 0.0), 0.0)])
    settled = settle(table, Flick(0, 0.0, 1.0), Physics(time_limit=0.1))
    assert not settled.at_rest
    assert settled.duration == pytest.approx(0.1)
    again = settle(table, Flick(0, 0.0, 1.0), Physics(time_limit=0.1))
    assert again.table.position.tobytes() == settled.table.position.tobytes()


def test_a_lift_frees_what_only_the_lifted_one_held() -> None:
    # Two hearts pull a third from both sides; without one of them the load is more than friction holds.
    kind = heart()
    apart = 0.0285
    placed = [Placed(i, 0, (apart * (i - 1), 0.0), 0.0, pinned_position=i != 1, pinned_angle=i != 1) for i in range(3)]
    table = resting(lay(wide(), (kind,), placed))
    assert still(lay(wide(), (kind,), placed), table) == {0, 1, 2}
    settled = settle(without(table, [2]))
    assert still(table, settled.table) == {0}
    assert settled.at_rest
    assert settled.contacts[0].pair == (0, 1)


def test_turns_round_the_whole_rim_leave_a_table_that_rests() -> None:
    table = laid_out("round-table", 4)
    random = np.random.default_rng(4)
    for _ in range(10):
        magnet = int(random.choice(table.magnet))
        ready, inward = at_rim(table, magnet, random.uniform(0, rim_length(table.board)))
        table = settle(ready, Flick(magnet, inward + random.uniform(-1, 1), random.uniform(0.2, 1.4))).table
        assert settle(table).steps == 0


@pytest.mark.parametrize("gap", [0.05e-3, 0.15e-3, 0.25e-3])
def test_a_magnet_that_stops_just_short_of_another_wakes_nobody_later(gap: float) -> None:
    kind, shot = disc(0.01), Flick(0, 0.0, 0.5)
    start = [Placed(0, 0, (0.0, 0.0), 0.0), Placed(1, 0, (0.0, 0.25), 0.0)]
    way = settle(lay(wide(), (kind,), start), shot).table.position[0, 0]
    # So near that they count as touching from now on.
    near = Placed(1, 0, (way + 2 * kind.outline.bounding_radius + gap, 0.0), math.pi / 2)
    settled = settle(resting(lay(wide(), (kind,), [start[0], near])), shot)
    assert not settled.contacts
    assert touching_groups(settled.table) == (frozenset({0, 1}),)
    assert settle(settled.table).steps == 0


@pytest.mark.parametrize("force", [0.5, 2.0])
def test_a_strikes_impulse_is_that_of_its_first_two_milliseconds(force: float) -> None:
    """Then it is pressing, however long: the momentum that was stopped, and five steps of the force behind it."""
    kind = disc(0.0, restitution=0.0, friction=0.0)
    placed = [
        Placed(0, 0, (-0.019, 0.0), 0.0, (0.5, 0.0)),
        Placed(1, 0, (0.0, 0.0), 0.0, pinned_position=True, pinned_angle=True),
    ]
    outside = OutsideForce(np.array([(force, 0.0), (0.0, 0.0)]), np.zeros(2), np.zeros((2, 2)), np.zeros(2))
    for duration in (0.01, 0.1):
        settled = settle(lay(wide(0.0, 0.0), (kind,), placed), None, Physics(duration=duration), outside)
        (strike,) = settled.contacts
        stopped = kind.mass * 0.5 + force * (strike.time - STEP / 2)
        assert strike.impulse == pytest.approx(stopped + 5 * force * STEP, rel=1e-3)
