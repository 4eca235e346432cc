from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from magnetsim.match import Refusal, Request
from magnetsim.players import STRATEGIES
from magnetsim.players.greedy import Greedy, drawn_angle, stopping_speed
from magnetsim.players.scripted import Scripted
from magnetsim.players.tools import OWN
from magnetsim.rim import rim_arc
from magnetsim.rules.base import Reason
from magnetsim.rules.xinxin import game as xinxin
from magnetsim.rules.xinxin.game import (
    Collect,
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
from magnetsim.table import magnet_kind
from magnetsim.tabletop.footing import stands_well

PAIR_AND_LONER = [(0.10, 0.0, 0.0), (0.145, 0.0, 0.0), (-0.15, 0.0, 0.0)]

DECIDING = ("random", "greedy", "scripted")
"""Those that need nobody."""


HEART_REACH = 0.012133
"""m: bounding radius of a heart, and a millimetre."""
ROUGH = {"restitution": 0.3, "friction": 0.3}


def rng(seed=0):
    return np.random.default_rng(seed)


def chosen(scene, name, state, tools, seed=0, refused=()):
    script = (Shoot((0.0, -0.285), 0.0, Flick(OWN, math.pi / 2, 0.7)),)
    player = STRATEGIES[name](replace(tools, shots=script))
    return player.choose(scene.request(state, refused), rng(seed))


def beside(move, place):
    """How far (m) a place lies off the line of a shot."""
    x, y = place - np.array(move.position)
    return abs(math.cos(move.shot.direction) * y - math.sin(move.shot.direction) * x)


def test_the_strategies_of_a_scenario_are_there_by_name():
    assert set(STRATEGIES) == {*DECIDING, "person"}


@pytest.mark.parametrize("name", DECIDING)
def test_the_same_seed_makes_the_same_choice(scene, name, tools):
    state = scene.aiming(PAIR_AND_LONER)
    assert chosen(scene, name, state, tools, 7) == chosen(scene, name, state, tools, 7)


@pytest.mark.parametrize("name", DECIDING)
def test_a_shot_is_chosen_without_asking_physics(scene, name, tools):
    player = STRATEGIES[name](tools)
    assert isinstance(player.choose(scene.request(scene.aiming(PAIR_AND_LONER)), rng()), Shoot)
    assert tools.ask.times == 0


@pytest.mark.parametrize("name", ["random", "greedy"])
@pytest.mark.parametrize("board", ["square", "round"])
@pytest.mark.parametrize("ways", [(Way.FLICK,), (Way.PUSH,), (Way.DELIVER,), tuple(Way)], ids=str)
@pytest.mark.rule("X1.6", "X3.1", "X4.5")
def test_what_is_aimed_is_legal_from_every_seat(scene, name, board, ways, tools):
    for players in (2, 3, 5):
        for seat in range(players):
            setting = {"board": getattr(scene, board), "options": Options(ways=ways), "players": players, "seat": seat}
            state = scene.aiming(PAIR_AND_LONER, **setting)
            move = chosen(scene, name, state, tools, seed=seat)
            assert isinstance(move, Shoot)
            assert xinxin.legal(state, move) is None
            assert xinxin.way_of(move.shot) in ways


def test_random_uses_all_ways_and_the_whole_range(scene, tools):
    state = scene.aiming(PAIR_AND_LONER)
    moves = [chosen(scene, "random", state, tools, seed) for seed in range(300)]
    ways = Counter(type(move.shot) for move in moves)
    assert min(ways[Flick], ways[Push], ways[Delivery]) > 50
    speeds = [move.shot.speed for move in moves]
    assert 0.2 <= min(speeds) < 0.35
    assert 1.45 < max(speeds) <= 1.6
    assert np.ptp([move.position[0] for move in moves]) > 0.35
    assert len({move.angle for move in moves}) == 300


def test_random_draws_differ_from_seed_to_seed(scene, tools):
    state = scene.aiming(PAIR_AND_LONER)
    assert len({chosen(scene, "random", state, tools, seed) for seed in range(200)}) == 200


def test_greedy_goes_for_the_pair_when_the_way_is_as_far(scene, tools):
    state = scene.aiming([(0.10, 0.0, 0.0), (0.10, 0.035, 0.0), (-0.10, 0.0, 0.0)])
    move = chosen(scene, "greedy", state, tools)
    assert min(beside(move, place) for place in state.table.position[:2]) < 1e-9


def test_greedy_shoots_past_what_is_in_the_way(scene, tools):
    # The pair is right behind a lone magnet, seen from the seat's middle.
    state = scene.aiming([(0.0, 0.10, 0.0), (0.0, 0.14, 0.0), (0.0, -0.15, 0.0)])
    move = chosen(scene, "greedy", state, tools)
    assert beside(move, state.table.position[2]) > 2 * scene.heart.outline.bounding_radius


def test_greedy_does_not_shoot_across_a_bay_of_the_rim(scene, tools):
    """A table like a U: what lies in the other arm cannot be reached in a straight line."""
    corners = [(-0.3, -0.3), (0.3, -0.3), (0.3, 0.3), (0.1, 0.3), (0.1, -0.1), (-0.1, -0.1), (-0.1, 0.3), (-0.3, 0.3)]
    board = replace(scene.square, rim=np.array(corners))
    # The first seat is at the near side; the second at the end of an arm, where the way to the pair is a bay.
    state = scene.aiming([(-0.2, 0.2, 0.0), (-0.2, 0.255, 0.0), (0.2, -0.1, 0.0)], board=board, seat=1)
    end_of_arm = replace(state.seats[1], middle=rim_arc(board, (0.2, 0.3)))
    state = replace(state, seats=(state.seats[0], end_of_arm))
    assert beside(chosen(scene, "greedy", state, tools), state.table.position[2]) < 1e-9


def test_the_stopping_speed_is_that_of_friction():
    # 1 m/s slides 212 mm at a kinetic friction of 0.24.
    assert stopping_speed(0.2124, 0.24) == pytest.approx(1.0, rel=1e-3)
    assert stopping_speed(-0.1, 0.24) == 0.0


def test_greedy_strikes_with_the_strength_that_gets_it_there(scene, tools):
    state = scene.aiming([(0.0, 0.0, 0.0)], options=Options(ways=(Way.FLICK,)))
    move = chosen(scene, "greedy", state, tools)
    distance = math.dist(move.position, (0.0, 0.0))
    assert move.shot.speed == pytest.approx(stopping_speed(distance, 0.24))


@pytest.mark.parametrize(
    ("way", "free"),
    [(Way.FLICK, 0.0), (Way.PUSH, 0.9 * (0.12 - HEART_REACH)), (Way.DELIVER, HEART_REACH)],
    ids=["flick", "push", "deliver"],
)
@pytest.mark.rule("X1.6")
def test_each_way_has_its_own_part_without_friction(scene, tools, way, free):
    """The finger drives a push for its stroke; a delivery slides on the table only from the rim on."""
    state = scene.aiming([(0.0, 0.0, 0.0)], options=Options(ways=(way,), reach=0.001))
    move = chosen(scene, "greedy", state, tools)
    distance = math.dist(move.position, (0.0, 0.0))
    assert move.shot.speed == pytest.approx(stopping_speed(distance - free, 0.24))
    if way is Way.PUSH:
        assert move.shot.stroke == pytest.approx(free, rel=1e-5)


@pytest.mark.rule("X4.6")
@pytest.mark.parametrize("board", ["square", "round"])
def test_with_free_movement_greedy_goes_round_to_the_nearest_rim(scene, tools, board):
    place = (0.05, 0.2, 0.0)
    for options in (Options(), Options(free_movement=True)):
        state = scene.aiming([place], board=getattr(scene, board), options=options)
        move = chosen(scene, "greedy", state, tools)
        assert xinxin.legal(state, move) is None
        # Seat 0 is at the near side.
        assert (move.position[1] > 0) == options.free_movement
    assert math.dist(move.position, place[:2]) < 0.16


@pytest.mark.rule("X4.6")
def test_with_free_movement_random_shoots_from_all_sides(scene, tools):
    state = scene.aiming(PAIR_AND_LONER, options=Options(free_movement=True))
    moves = [chosen(scene, "random", state, tools, seed) for seed in range(60)]
    assert all(xinxin.legal(state, move) is None for move in moves)
    sides = {max(((x, "right"), (-x, "left"), (y, "far"), (-y, "near")))[1] for x, y in (m.position for m in moves)}
    assert sides == {"right", "left", "far", "near"}


def test_greedy_takes_the_nearer_of_two_that_are_worth_as_much(scene, tools):
    state = scene.aiming([(0.1, 0.1, 0.0), (0.1, -0.1, 0.0)])
    assert beside(chosen(scene, "greedy", state, tools), state.table.position[1]) < 1e-9


def test_greedy_shoots_no_harder_than_is_allowed(scene, tools):
    state = scene.aiming([(0.0, 0.2, 0.0), (0.01, 0.15, 0.0), (0.0, -0.15, 0.0)], options=Options(speed_limit=0.9))
    move = chosen(scene, "greedy", state, tools)
    assert move.shot.speed <= 0.9
    assert beside(move, state.table.position[2]) < 1e-9


def test_a_shooter_is_not_stood_where_it_would_slide(scene, tools):
    """A light magnet before a heavy one: the heavy one stays, the light one would not."""
    heavy, light = (
        magnet_kind("heart", scene.heart.outline, height=0.007, density=density, remanence=0.15, **ROUGH)
        for density in (20_000, 1_000)
    )
    for ahead, expected in ((0.035, NoStart), (0.08, Shoot)):
        state = scene.aiming([(0.0, -0.288 + ahead, 1.0)], options=Options(ways=(Way.FLICK,), reach=0.02))
        kinds = (heavy, light)
        laid = replace(state.laid, kinds=kinds, kind=np.array([0, 1, 1]))
        state = replace(state, laid=laid, table=replace(state.table, kinds=kinds))
        assert isinstance(chosen(scene, "greedy", state, tools), expected)


@pytest.mark.parametrize(("bearing", "moment", "best"), [(0.0, 0.0, 0.0), (0.0, math.pi / 2, -math.pi / 2)])
def test_a_magnet_is_drawn_best_head_to_tail_and_side_by_side_antiparallel(bearing, moment, best):
    assert drawn_angle(bearing, moment) == pytest.approx(best)


@pytest.mark.rule("X1.6")
@pytest.mark.parametrize("name", ["random", "greedy"])
def test_where_the_rims_zone_is_narrow_pushes_start_nearer_to_the_rim_and_are_short(scene, name, tools):
    state = scene.aiming(PAIR_AND_LONER, options=Options(ways=(Way.PUSH,), rim_zone=0.006))
    move = chosen(scene, name, state, tools)
    assert xinxin.legal(state, move) is None
    assert move.shot.stroke < 0.006


@pytest.mark.rule("X3.1")
@pytest.mark.parametrize("name", ["random", "greedy"])
def test_without_a_spot_to_stand_at_there_is_no_start(scene, name, tools):
    crowd = [(0.022 * column - 0.23, -0.287 + 0.022 * row, 0.0) for row in range(2) for column in range(22)]
    state = scene.aiming(crowd, options=Options(ways=(Way.FLICK,)))
    assert chosen(scene, name, state, tools) == NoStart()


def test_a_refused_spot_is_not_tried_again(scene, tools):
    state = scene.aiming(PAIR_AND_LONER)
    first = chosen(scene, "greedy", state, tools)
    refusal = Refusal(first, Reason("disturbs", "X3.1", "no"))
    second = chosen(scene, "greedy", state, tools, refused=(refusal,))
    assert (second.position, second.angle) != (first.position, first.angle)


@pytest.mark.parametrize("name", DECIDING)
@pytest.mark.rule("X3.5")
def test_the_own_shooter_is_lifted_or_another_taken(scene, name, tools):
    state = replace(scene.aiming(PAIR_AND_LONER), phase=Phase.TAKE, hand=(None, None))
    assert chosen(scene, name, state, tools) == LiftShooter()
    collected = replace(state, shooter=(None, 1))
    taken = {chosen(scene, name, collected, tools, seed) for seed in range(30)}
    # Magnet 1 is another's shooter; greedy takes the one that lies alone.
    expected = {TakeShooter(0), TakeShooter(2)} if name == "random" else {TakeShooter(2)}
    assert taken == expected
    assert all(xinxin.legal(collected, move) is None for move in taken)


@pytest.mark.rule("X3.3", "X4.2")
def test_one_cluster_is_taken_the_largest_by_greedy_any_by_random(scene, tools):
    offer = (frozenset({0, 1}), frozenset({2, 3, 4}), frozenset({5, 6, 7}))
    state = replace(scene.aiming(PAIR_AND_LONER), phase=Phase.CHOOSE, on_offer=offer)
    assert chosen(scene, "greedy", state, tools) == Collect(offer[1])
    assert chosen(scene, "scripted", state, tools) == Collect(offer[1])
    assert {chosen(scene, "random", state, tools, seed) for seed in range(40)} == {Collect(one) for one in offer}


@pytest.mark.rule("X4.4")
@pytest.mark.parametrize("name", DECIDING)
def test_a_fallen_magnet_goes_back_where_it_stirs_nothing(scene, name, tools):
    state = scene.aiming(PAIR_AND_LONER)
    state = replace(state, phase=Phase.PUT_BACK, waiting=(4,), hand=(3, None))
    move = chosen(scene, name, state, tools)
    assert isinstance(move, PutBack)
    assert move.magnet == 4
    assert xinxin.legal(state, move) is None
    assert stands_well(state.table, scene.heart, 0.3e-3)(*move.position, move.angle)


@pytest.mark.rule("X4.4")
def test_greedy_puts_back_near_its_own_seat_and_not_twice_in_one_place(scene, tools):
    for seat, side in ((0, -1), (1, 1)):
        state = replace(scene.aiming(PAIR_AND_LONER, seat=seat), phase=Phase.PUT_BACK, waiting=(4,), hand=(3, None))
        first = chosen(scene, "greedy", state, tools)
        assert side * first.position[1] > 0.25
        assert abs(first.position[0]) < 0.02
        refusal = Refusal(first, Reason("disturbs", "X4.4", "no"))
        second = chosen(scene, "greedy", state, tools, refused=(refusal,))
        assert (second.position, second.angle) != (first.position, first.angle)


@pytest.mark.rule("X4.4")
@pytest.mark.parametrize("name", DECIDING)
def test_a_fallen_magnet_without_a_spot_is_set_aside(scene, name, tools):
    side = [0.022 * step - 0.286 for step in range(27)]
    state = replace(
        scene.aiming([(x, y, 0.0) for x in side for y in side]), phase=Phase.PUT_BACK, waiting=(len(side) ** 2 + 1,)
    )
    assert chosen(scene, name, state, tools) == SetAside(len(side) ** 2 + 1)


def script():
    return tuple(Shoot((0.1 * turn, -0.285), 0.0, Flick(OWN, math.pi / 2, 0.5 + 0.1 * turn)) for turn in range(2))


def test_a_script_is_played_a_shot_a_turn_with_the_shooter_of_the_moment(scene, tools):
    player = Scripted(replace(tools, shots=script()))
    for game_turn, expected in ((0, 0), (1, 0), (2, 1), (3, 1)):
        state = replace(scene.aiming(PAIR_AND_LONER, seat=game_turn % 2), game_turn=game_turn)
        move = player.choose(scene.request(state), rng())
        assert move.position == script()[expected].position
        assert move.shot == replace(script()[expected].shot, magnet=state.hand[state.seat])


@pytest.mark.rule("X3.1")
def test_a_script_may_name_another_magnet_which_the_rules_refuse(scene, tools):
    state = scene.aiming(PAIR_AND_LONER)
    others = (replace(script()[0], shot=replace(script()[0].shot, magnet=state.hand[1])),)
    move = Scripted(replace(tools, shots=others)).choose(scene.request(state), rng())
    assert move == others[0]
    assert xinxin.legal(state, move).name == "not-own-shooter"


def test_an_impossible_shot_of_a_script_is_not_bettered(scene, tools):
    far = (Shoot((0.0, 0.0), 0.0, Flick(OWN, math.pi / 2, 0.5)),)
    player = Scripted(replace(tools, shots=far))
    state = scene.aiming(PAIR_AND_LONER)
    move = player.choose(scene.request(state), rng())
    reason = xinxin.legal(state, move)
    assert reason is not None
    assert player.choose(scene.request(state, (Refusal(move, reason),)), rng()) == move


def test_after_its_script_and_in_a_replay_a_player_is_greedy(scene, tools):
    player, greedy = Scripted(replace(tools, shots=script())), Greedy(tools)
    for state in (
        replace(scene.aiming(PAIR_AND_LONER), game_turn=4),
        replace(scene.aiming(PAIR_AND_LONER), earlier=((0, 0),)),
    ):
        assert player.choose(scene.request(state), rng()) == greedy.choose(scene.request(state), rng())


def test_what_a_strategy_asks_of_physics_is_what_the_shot_then_does(classic):
    session = classic
    while session.match.state.phase is not Phase.AIM:
        session.advance()
    state = session.match.state
    position, angle = state.table.position.copy(), state.table.angle.copy()
    player = session.participants[state.seat].strategy
    move = player.choose(Request(state.seat, state, lambda move: xinxin.legal(state, move)), rng())
    answer = player.tools.ask(state, move)
    assert session.match.state is state
    assert [ask.times for ask in session.asks] == [int(seat == state.seat) for seat in range(2)]
    assert np.array_equal(state.table.position, position)
    assert np.array_equal(state.table.angle, angle)
    session.match.make(move, session.world(state, move))
    after = session.match.steps[-1].facts.settled.table
    assert answer.settled.table.position.tobytes() == after.position.tobytes()
    assert answer.settled.table.bonds == after.bonds


def test_an_empty_table_leaves_plain_shots(scene, tools):
    state = replace(scene.aiming([(0.0, 0.0, 0.0)]), table=scene.heart_table([]))
    assert isinstance(chosen(scene, "greedy", state, tools), Shoot)
