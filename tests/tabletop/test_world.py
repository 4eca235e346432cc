from __future__ import annotations

import math
from dataclasses import replace

import pytest

from magnetsim.clusters import touching_pairs
from magnetsim.rules.xinxin import game as xinxin
from magnetsim.rules.xinxin.game import (
    Catch,
    Collect,
    Deal,
    Decline,
    Forfeit,
    LayOut,
    LiftShooter,
    NoStart,
    Options,
    Phase,
    PutBack,
    SetAside,
    Shoot,
    TakeShooter,
    Way,
)
from magnetsim.shot import Delivery, Flick, Push
from magnetsim.tabletop import tabletop

UP = math.pi / 2


def world(scene, lay_out=None):
    return tabletop(lay_out or (lambda seed: scene.resting([(0.0, 0.0, 0.0)])), scene.physics)


def flick_at(target, *, position=(0.0, -0.288), speed=1.2, magnet=90):
    direction = math.atan2(target[1] - position[1], target[0] - position[0])
    return Shoot(position, direction, Flick(magnet, direction, speed))


@pytest.mark.rule("X3.1", "X3.5")
def test_lifting_a_lone_magnet_moves_nothing(scene, snapped):
    state = replace(scene.aiming(snapped), shooter=(3, 91), hand=(None, 91), phase=Phase.TAKE)
    facts = world(scene)(state, LiftShooter())
    assert facts.moved == ()
    assert facts.settled.table.magnet.tolist() == [0, 1, 2, 4]
    assert scene.same_bits(snapped, facts.settled.table, [0, 1, 2, 4])
    assert facts.settled.table.bonds == snapped.bonds


@pytest.mark.rule("X3.1")
def test_lifting_a_member_of_a_cluster_detaches_it_and_wakes_its_mates(scene, snapped):
    state = replace(scene.aiming(snapped), shooter=(1, 91), hand=(None, 91), phase=Phase.TAKE)
    facts = world(scene)(state, LiftShooter())
    table = facts.settled.table
    assert 1 not in table.magnet
    assert all(1 not in bond for bond in table.bonds)
    assert facts.settled.at_rest
    assert scene.same_bits(snapped, table, [3, 4])
    assert set(facts.moved) <= {0, 2}


@pytest.mark.rule("X3.1", "X3.5")
def test_what_was_held_apart_by_the_lifted_one_falls_together(scene):
    """The ends of a chain, tip in notch, whose middle is taken, are within reach of each other."""
    table = scene.resting([(0.0, 0.0, 0.0), (0.0185, 0.0, 0.0), (0.037, 0.0, 0.0)])
    assert touching_pairs(table) == ((0, 1), (1, 2))
    facts = world(scene)(scene.aiming(table), TakeShooter(1))
    assert facts.moved == (0, 2)
    assert facts.settled.bonds_made == ((0, 2),)
    assert facts.settled.table.bonds == frozenset({(0, 2)})


@pytest.mark.rule("X3.3")
def test_collecting_a_cluster_takes_it_whole_and_lets_the_rest_lie(scene, snapped):
    facts = world(scene)(scene.aiming(snapped), Collect(frozenset({0, 1, 2})))
    assert facts.settled.table.magnet.tolist() == [3, 4]
    assert facts.moved == ()
    assert facts.settled.table.bonds == frozenset()


@pytest.mark.rule("X5.1")
def test_the_last_cluster_leaves_an_empty_table(scene):
    table = scene.resting([(0.0, 0.0, 0.0), (0.024, 0.0, 0.0)])
    facts = world(scene)(scene.aiming(table), Collect(frozenset({0, 1})))
    assert len(facts.settled.table) == 0
    assert facts.settled.at_rest


@pytest.mark.rule("X1.3")
def test_a_deal_takes_the_shooters_off(scene, snapped):
    facts = world(scene)(scene.aiming(snapped), Deal((3, 4), 0))
    assert facts.settled.table.magnet.tolist() == [0, 1, 2]
    assert facts.moved == ()


def test_a_layout_is_settled_and_made_from_the_seed(scene):
    seeds = []

    def lay_out(seed):
        seeds.append(seed)
        return scene.resting([(0.0, 0.0, 0.0), (0.1, 0.0, 0.0)])

    facts = world(scene, lay_out)(scene.aiming(scene.resting([(0.0, 0.0, 0.0)])), LayOut(17))
    assert seeds == [17]
    assert facts.table.magnet.tolist() == [0, 1]


@pytest.mark.rule("X1.6", "X3.2", "X4.1")
@pytest.mark.parametrize(
    ("shot", "position"),
    [
        (Flick(90, UP, 1.25), (0.0, -0.288)),
        (Push(90, UP, 1.1, 0.06), (0.0, -0.288)),
        (Delivery(90, UP, 1.2), (0.0, -0.31)),
    ],
    ids=["flick", "push", "deliver"],
)
def test_each_way_sends_the_shooter_into_a_target_and_bonds(scene, shot, position):
    # Head to tail with the target ahead of it.
    table = scene.resting([(0.0, 0.0, UP), (0.15, 0.15, 0.0)])
    state = scene.aiming(table)
    move = Shoot(position, UP, shot)
    assert xinxin.legal(state, move) is None
    facts = world(scene)(state, move)
    assert facts.spot == xinxin.Spot()
    assert facts.settled.at_rest
    assert (0, 90) in facts.settled.bonds_made
    assert facts.settled.table.bonds == frozenset({(0, 90)})
    assert facts.clusters == (frozenset({0, 90}),)
    assert scene.same_bits(table, facts.settled.table, [1])


@pytest.mark.rule("X4.3")
def test_old_clusters_are_told_with_the_new(scene, snapped):
    facts = world(scene)(scene.aiming(snapped), flick_at((0.28, -0.25), position=(0.15, -0.288), speed=0.3))
    assert facts.clusters == (frozenset({0, 1, 2}),)
    assert facts.settled.bonds_made == ()
    assert scene.same_bits(snapped, facts.settled.table, range(5))


@pytest.mark.rule("X4.4")
def test_a_shot_across_the_rim_is_an_exit(scene):
    table = scene.resting([(0.2, 0.2, 0.0)])
    facts = world(scene)(scene.aiming(table), flick_at((-0.29, -0.1), position=(-0.1, -0.288), speed=1.5))
    assert [fallen.magnet for fallen in facts.settled.exits] == [90]
    assert facts.settled.table.magnet.tolist() == [0]


@pytest.mark.rule("X3.1")
@pytest.mark.parametrize(("near", "touches"), [(0.018, (0,)), (0.005, (0,))], ids=["touching", "overlapping"])
def test_a_spot_that_touches_is_reported_and_nothing_shot(scene, near, touches):
    table = scene.resting([(0.0, -0.27, UP)])
    facts = world(scene)(scene.aiming(table), Shoot((near, -0.27), UP, Flick(90, UP, 1.0)))
    assert facts.spot.touches == touches
    assert facts.settled is None
    assert facts.clusters == ()


@pytest.mark.rule("X3.1")
def test_a_spot_where_magnets_would_move_is_reported(scene):
    # Head to tail 27 mm apart: nearer than the 30.9 mm at which friction gives way.
    table = scene.resting([(0.0, -0.26, UP)])
    facts = world(scene)(scene.aiming(table), Shoot((0.0, -0.287), UP, Flick(90, UP, 1.0)))
    assert facts.spot.touches == ()
    assert set(facts.spot.moves) == {0, 90}
    assert facts.settled is None


@pytest.mark.rule("X3.1")
def test_a_delivered_shooter_is_held_but_what_it_stirs_counts(scene):
    table = scene.resting([(0.0, -0.275, UP)])
    far = world(scene)(scene.aiming(table), Shoot((0.2, -0.31), UP, Delivery(90, UP, 1.0)))
    assert far.spot == xinxin.Spot()
    # 27 mm behind it: near enough to move it, had it not the hand that moves only the other.
    near = world(scene)(scene.aiming(table), Shoot((0.0, -0.302), UP, Delivery(90, UP, 1.0)))
    assert near.spot == xinxin.Spot(moves=(0,))


def test_a_delivered_shooter_is_free_again_once_sent(scene):
    table = scene.resting([(0.2, 0.2, 0.0)])
    facts = world(scene)(scene.aiming(table), Shoot((0.0, -0.31), UP, Delivery(90, UP, 0.8)))
    after = facts.settled.table
    assert not after.pinned_position.any()
    assert not after.pinned_angle.any()
    # The stopping distance of 0.8 m/s is 136 mm, counted from the rim.
    assert after.position[after.row(90), 1] == pytest.approx(-0.3 + 0.8**2 / (2 * 0.24 * 9.81), abs=2e-3)


@pytest.mark.rule("X4.4")
def test_a_put_back_magnet_is_still_and_where_it_was_put(scene):
    """A magnet that fell fast and spinning comes back without either."""
    table = scene.resting([(0.0, 0.0, 0.0), (0.15, 0.15, 0.0)])
    state = scene.aiming(table)
    shot = Shoot((-0.1, -0.288), 0.0, Flick(90, math.radians(150), 1.6, 0.004))
    fallen = world(scene)(state, shot).settled
    assert fallen.exits[0].magnet == 90
    assert abs(fallen.exits[0].spin) > 5
    after = replace(state, table=fallen.table, hand=(None, 91), waiting=(90,), phase=Phase.PUT_BACK)
    put = world(scene)(after, PutBack(90, (-0.1, 0.1), 0.5))
    assert put.spot == xinxin.Spot()
    row = put.table.row(90)
    assert put.table.velocity[row].tolist() == [0.0, 0.0]
    assert put.table.spin[row] == 0.0
    assert put.table.position[row].tolist() == [-0.1, 0.1]
    assert scene.same_bits(table, put.table, [0, 1])
    # It is found at the new place: a magnet beside it touches it there, and not where it left the table.
    beside = world(scene)(replace(after, table=put.table, waiting=(91,)), PutBack(91, (-0.1, 0.118), 0.5))
    assert beside.spot.touches == (90,)
    old = fallen.exits[0].position
    there = world(scene)(replace(after, table=put.table, waiting=(91,)), PutBack(91, (old[0] + 0.02, old[1]), 0.5))
    assert there.spot.touches == ()


@pytest.mark.rule("X4.4")
def test_a_put_back_spot_that_disturbs_has_no_table(scene, snapped):
    state = replace(scene.aiming(snapped), waiting=(90,), phase=Phase.PUT_BACK)
    touching = world(scene)(state, PutBack(90, (0.15, 0.112), 2.0))
    assert touching.table is None
    assert touching.spot.touches == (4,)
    near = world(scene)(state, PutBack(90, (0.076, 0.001), 0.0))
    assert near.table is None
    assert near.spot.touches == ()
    assert near.spot.moves == (0, 1, 2)


@pytest.mark.rule("X3.1")
@pytest.mark.parametrize("ways", [(Way.FLICK,), (Way.DELIVER,), tuple(Way)], ids=str)
def test_a_start_that_is_found_is_one(scene, snapped, ways):
    state = scene.aiming(snapped, options=Options(ways=ways))
    found = world(scene)(state, NoStart()).found
    assert found is not None
    x, y, angle = found
    shot = Delivery(90, UP, 1.0) if ways == (Way.DELIVER,) else Flick(90, UP, 1.0)
    move = Shoot((x, y), angle, shot)
    assert xinxin.legal(state, move) is None
    assert xinxin.legal(state, move, world(scene)(state, move)) is None


@pytest.mark.rule("X3.1")
def test_no_start_is_found_where_none_is(scene):
    spots = [(0.0225 * column - 0.2475, -0.2875 + 0.0225 * row) for row in range(2) for column in range(23)]
    crowd = scene.resting([(x, y, 0.0) for x, y in spots])
    state = scene.aiming(crowd, options=Options(ways=(Way.FLICK,)))
    assert world(scene)(state, NoStart()).found is None


@pytest.mark.rule("X4.4")
def test_a_put_back_spot_that_is_found_is_one(scene, snapped):
    state = replace(scene.aiming(snapped), waiting=(90,), hand=(None, 91), phase=Phase.PUT_BACK)
    x, y, angle = world(scene)(state, SetAside(90)).found
    put = world(scene)(state, PutBack(90, (x, y), angle))
    assert put.table is not None
    assert scene.same_bits(snapped, put.table, range(5))


def test_what_needs_no_physics_has_no_facts(scene, snapped):
    for move in (Catch((None,)), Decline(), Forfeit()):
        assert world(scene)(scene.aiming(snapped), move) is None


def test_facts_are_the_same_bits_each_time_and_hold_no_buffer_of_the_engine(scene, snapped):
    """A table kept from one shot is not changed by later ones, and cannot be written to."""
    state, move = scene.aiming(snapped), flick_at((0.0, 0.0))
    first = world(scene)(state, move)
    kept = {name: getattr(first.settled.table, name).tobytes() for name in ("position", "angle", "rest_load")}
    ways = first.settled.trajectory.position.tobytes()
    for speed in (0.4, 0.9, 1.4):
        world(scene)(state, flick_at((0.0, 0.0), speed=speed))
    again = world(scene)(state, move)
    for name, bits in kept.items():
        assert getattr(first.settled.table, name).tobytes() == bits
        assert getattr(again.settled.table, name).tobytes() == bits
    assert first.settled.trajectory.position.tobytes() == ways
    with pytest.raises(ValueError, match="read-only"):
        first.settled.table.position[0, 0] = 1.0


@pytest.mark.rule("X3.2")
def test_at_the_time_limit_the_table_is_read_as_it_lies_and_flagged(scene):
    """What still moves is stopped there; the next player can shoot, and nothing goes on by itself."""
    short = replace(scene.physics, time_limit=0.1)
    table = scene.resting([(0.0, 0.1, UP), (-0.2, 0.2, 0.0)])
    facts = tabletop(lambda seed: table, short)(scene.aiming(table), flick_at((0.0, 0.1), speed=1.5))
    assert not facts.settled.at_rest
    assert facts.settled.duration == pytest.approx(0.1)
    left = facts.settled.table
    assert not left.velocity.any()
    assert not left.spin.any()
    state = replace(scene.aiming(scene.resting([(0.0, 0.1, UP), (-0.2, 0.2, 0.0)])), table=left, hand=(None, 91))
    shot = Shoot((0.2, 0.285), 0.0, Flick(91, -UP, 0.3))
    after = world(scene)(replace(state, seat=1), shot)
    assert after.spot == xinxin.Spot()
    assert scene.same_bits(left, after.settled.table, [0, 1, 90])
