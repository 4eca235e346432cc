"""X1.6 and X4.5: which shots are refused, why, and that nothing changes by it."""

import math
from dataclasses import replace

import numpy as np
import pytest

from magnetsim.errors import IllegalShot
from magnetsim.rules.xinxin import game as xinxin
from magnetsim.rules.xinxin.game import Deal, Forfeit, LiftShooter, Options, Phase, Shoot, ShotResult, Spot, Way
from magnetsim.shot import Delivery, Flick, Push
from magnetsim.table import Board


def refusal(state, move, facts=None):
    reason = xinxin.legal(state, move, facts)
    return None if reason is None else reason.name


def push(state, *, stroke=0.05, depth=0.02, turn=0.0, speed=0.5, offset=0.0):
    position, inward = xinxin.start_point(state, state.seat, 0.0, depth)
    direction = math.atan2(inward[1], inward[0]) + turn
    return Shoot(position, 0.0, Push(state.hand[state.seat], direction, speed, stroke, offset))


def deliver(state, *, depth=-0.02, turn=0.0, speed=1.0, spin=0.0, share=0.0):
    position, inward = xinxin.start_point(state, state.seat, share, depth)
    direction = math.atan2(inward[1], inward[0]) + turn
    return Shoot(position, 0.0, Delivery(state.hand[state.seat], direction, speed, spin))


@pytest.mark.rule("X1.6")
def test_three_ways_chosen_anew_every_turn(game):
    play = game.start()
    ways = []
    for make in (game.flick, push, deliver, push):
        play.ready()
        move = make(play.state)
        assert refusal(play.state, move) is None
        play.make(move, play.shot_facts())
        ways.append(play.named("shot")[0].data["way"])
    assert ways == ["flick", "push", "deliver", "push"]


@pytest.mark.rule("X1.6")
def test_a_way_that_was_not_agreed_is_refused(game):
    state = game.start(ways=(Way.FLICK, Way.PUSH)).state
    assert refusal(state, game.flick(state)) is None
    reason = xinxin.legal(state, deliver(state))
    assert reason is not None
    assert (reason.name, reason.clause) == ("way-not-allowed", "X1.6")
    assert "flick, push; got deliver" in reason.message


@pytest.mark.rule("X1.7", "X4.6")
@pytest.mark.parametrize("way", list(Way))
def test_one_way_agreed_before_the_start_binds_all_for_the_whole_game(game, way):
    play = game.start(players=3, ways=(way,), stalemate_rounds=3)
    made = {Way.FLICK: game.flick, Way.PUSH: push, Way.DELIVER: deliver}
    for _ in range(6):
        before = play.ready().state
        for other, make in made.items():
            reason = xinxin.legal(before, make(before))
            if other is way:
                assert reason is None
                continue
            assert (reason.name, reason.clause) == ("not-agreed-way", "X1.7")
            assert f"one way, {way.value}, was agreed for the whole game; got {other.value}" in reason.message
            with pytest.raises(IllegalShot) as caught:
                play.make(make(before), play.shot_facts())
            assert caught.value.reason == "not-agreed-way"
            assert play.state is before
        play.make(made[way](before), play.shot_facts())


@pytest.mark.rule("X1.6")
def test_a_push_has_a_bounded_stroke_that_ends_in_the_rim_zone(game):
    state = game.start(stroke_limit=0.1, rim_zone=0.1, start_depth=0.03).state
    assert refusal(state, push(state, stroke=0.07, depth=0.02)) is None
    assert refusal(state, push(state, stroke=0.09, depth=0.02)) == "stroke-end"
    assert refusal(state, push(state, stroke=0.101, depth=0.02, turn=1.2)) == "stroke"
    assert refusal(state, push(state, stroke=0.1, depth=0.02, turn=1.2)) is None
    assert refusal(state, push(state, stroke=0.0)) == "stroke"
    assert refusal(state, push(state, stroke=math.nan)) == "not-finite"


@pytest.mark.rule("X4.5")
@pytest.mark.parametrize(
    ("depth", "expected"),
    [(0.0, None), (0.03, None), (0.031, "not-at-rim"), (-0.001, "not-at-rim"), (0.2, "not-at-rim")],
)
def test_a_flick_starts_just_inside_the_rim(game, depth, expected):
    state = game.start(start_depth=0.03).state
    assert refusal(state, game.flick(state, depth=depth)) == expected


@pytest.mark.rule("X4.5", "X1.6")
@pytest.mark.parametrize(
    ("depth", "expected"), [(0.001, "not-at-rim"), (-0.001, None), (-0.029, None), (-0.031, "not-at-rim")]
)
def test_a_delivery_starts_just_behind_the_rim(game, depth, expected):
    state = game.start(start_depth=0.03).state
    assert refusal(state, deliver(state, depth=depth)) == expected


@pytest.mark.rule("X4.5")
def test_the_bounds_of_a_start_belong_to_it(game):
    # In halves of halves, so that nothing is rounded.
    board = Board(np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]), 0.0, 0.3, 0.24)
    options = Options(start_depth=1 / 32, stroke_limit=1 / 8, rim_zone=1 / 8, speed_limit=4.0, spin_limit=8.0)
    play = game.play(xinxin.new_game(game.grid(8, board), ["a", "b"], options)).deal([0, 1], 0)
    north = math.pi / 2
    for y in (-0.5, -0.5 + 1 / 32):
        assert refusal(play.state, Shoot((0.0, y), 0.0, Flick(0, north, 4.0))) is None
    for y in (-0.5, -0.5 - 1 / 32):
        assert refusal(play.state, Shoot((0.0, y), 0.0, Delivery(0, north, 4.0, 8.0))) is None
        assert refusal(play.state, Shoot((0.0, y), 0.0, Delivery(0, north, 4.0, -8.0))) is None
    assert refusal(play.state, Shoot((0.0, -0.5), 0.0, Push(0, north, 4.0, 1 / 8, 0.01))) is None
    assert refusal(play.state, Shoot((0.0, -0.5), 0.0, Push(0, north, 4.0, 1 / 8 + 1 / 1024))) == "stroke"
    assert refusal(play.state, Shoot((0.0, -0.5 + 1 / 64), 0.0, Push(0, north, 4.0, 1 / 8))) == "stroke-end"


@pytest.mark.rule("X4.5", "X1.4")
@pytest.mark.parametrize("board", ["square", "round"])
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_shot_starts_within_seated_reach(game, board, seat):
    table = game.grid(8) if board == "square" else game.grid(8, Board(np.zeros((0, 2)), 0.4, 0.3, 0.24))
    play = game.play(xinxin.new_game(table, ["a", "b", "c"], Options(reach=0.3))).deal([0, 1, 2], seat)
    for share, expected in [(-1.0, None), (0.5, None), (1.0, None), (1.1, "out-of-reach"), (-1.1, "out-of-reach")]:
        assert refusal(play.state, game.flick(play.state, share=share)) == expected
        assert refusal(play.state, deliver(play.state, share=share)) == expected
    # Inward is meant from wherever the rim runs.
    for turn, expected in [(0.0, None), (1.5, None), (-1.5, None), (1.65, "not-inward"), (-1.65, "not-inward")]:
        assert refusal(play.state, game.flick(play.state, turn=turn)) == expected


@pytest.mark.rule("X4.6")
@pytest.mark.parametrize("board", ["square", "round"])
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_with_free_movement_every_point_of_the_rim_is_within_everybodys_reach(game, board, seat):
    table = game.grid(8) if board == "square" else game.grid(8, Board(np.zeros((0, 2)), 0.4, 0.3, 0.24))
    options = Options(reach=0.3, free_movement=True)
    play = game.play(xinxin.new_game(table, ["a", "b", "c"], options)).deal([0, 1, 2], seat)
    places = set()
    for share in np.linspace(-1, 1, 37).tolist():
        for make in (game.flick, deliver):
            move = make(play.state, share=share)
            assert refusal(play.state, move) is None
        places.add((round(move.position[0], 6), round(move.position[1], 6)))
    # From one's own back, round the whole table, to it again.
    assert len(places) == 36
    seated = game.play(xinxin.new_game(table, ["a", "b", "c"], Options(reach=0.3))).deal([0, 1, 2], seat)
    assert refusal(seated.state, game.flick(play.state, share=0.7)) == "out-of-reach"
    # All else that is asked of a start still is.
    assert refusal(play.state, game.flick(play.state, share=0.7, depth=0.031)) == "not-at-rim"
    assert refusal(play.state, game.flick(play.state, share=0.7, turn=math.pi)) == "not-inward"


@pytest.mark.rule("X4.5")
def test_in_a_corner_inward_is_away_from_either_side(game):
    options = Options(free_movement=True)
    play = game.play(xinxin.new_game(game.grid(8), ["a", "b"], options)).deal([0, 1], 0)
    start = game.flick(play.state)
    for inside in (0.010, 0.020, 0.029):
        # 20 mm from the near side, and nearer, as near or not so near to the left one.
        corner = (-0.3 + inside, -0.3 + 0.020)
        for turn, expected in [(0, None), (45, None), (90, None), (135, None), (225, "not-inward")]:
            shot = replace(start.shot, direction=math.radians(turn))
            assert refusal(play.state, replace(start, position=corner, shot=shot)) == expected


@pytest.mark.rule("X4.5")
def test_from_beyond_a_corner_a_delivery_goes_in_over_both_sides(game):
    options = Options(free_movement=True)
    play = game.play(xinxin.new_game(game.grid(8), ["a", "b"], options)).deal([0, 1], 0)
    start = deliver(play.state)
    x, y = -0.3 - 0.01, -0.3 - 0.01
    for turn, expected in [(45, None), (1, None), (89, None), (-1, "not-inward"), (91, "not-inward")]:
        shot = replace(start.shot, direction=math.radians(turn))
        assert refusal(play.state, replace(start, position=(x, y), shot=shot)) == expected


@pytest.mark.rule("X4.5")
def test_setting_the_shooter_into_the_group_is_refused_and_changes_nothing(game):
    play = game.start()
    before = play.state
    move = Shoot((0.0, 0.0), 0.0, game.flick(before).shot)
    with pytest.raises(IllegalShot, match=r"starts at most 30 mm inside the rim, got 300\.0 mm inside") as caught:
        play.make(move, play.shot_facts(bonds=[(0, 3)]))
    assert caught.value.reason == "not-at-rim"
    assert play.state is before


@pytest.mark.rule("X4.5")
@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"turn": 1.5}, None),
        ({"turn": 1.6}, "not-inward"),
        ({"turn": math.pi}, "not-inward"),
        ({"speed": 0.0}, "speed"),
        ({"speed": -1.0}, "speed"),
        ({"speed": 5.0}, None),
        ({"speed": 5.01}, "speed"),
        ({"speed": math.inf}, "not-finite"),
        ({"direction": math.nan}, "not-finite"),
        ({"offset": 0.01}, None),
        ({"offset": -0.0101}, "offset"),
        ({"magnet": 1}, "not-own-shooter"),
        ({"magnet": 4}, "not-own-shooter"),
    ],
)
def test_what_a_hand_may_do(game, changes, expected):
    state = game.start().state
    assert refusal(state, game.flick(state, **changes)) == expected


@pytest.mark.rule("X4.5")
def test_a_deliverys_spin_is_bounded(game):
    state = game.start(spin_limit=60.0).state
    assert refusal(state, deliver(state, spin=-60.0)) is None
    assert refusal(state, deliver(state, spin=-61.0)) == "spin"


@pytest.mark.rule("X3.1", "X4.5")
@pytest.mark.parametrize(
    ("spot", "expected"),
    [(Spot(touches=(5,)), "touches"), (Spot(moves=(4,)), "disturbs"), (Spot(moves=(0,)), "disturbs")],
)
def test_a_start_spot_that_touches_or_disturbs_is_refused_once_the_world_says_so(game, spot, expected):
    play = game.start()
    before, move = play.state, game.flick(play.state)
    assert refusal(before, move) is None
    assert refusal(before, move, ShotResult(spot)) == expected
    with pytest.raises(IllegalShot) as caught:
        play.make(move, ShotResult(spot))
    assert caught.value.reason == expected
    assert play.state is before


@pytest.mark.rule("X4.5")
def test_the_turn_is_forfeited_after_three_refusals(game):
    play = game.start()
    assert [xinxin.forfeit(play.state, refusals) for refusals in range(5)] == [None, None, None, Forfeit(), Forfeit()]
    assert xinxin.forfeit(game.start(refusals=1).state, 1) == Forfeit()
    play.make(Forfeit(), None)
    assert play.state.seat == 1
    assert play.state.hand == (0, 1)
    assert [(event.clause, event.seat) for event in play.named("forfeited")] == [("X4.5", 0)]


@pytest.mark.rule("X3.1", "X4.5")
def test_one_shot_a_turn_and_each_move_in_its_phase(game):
    play = game.start()
    assert refusal(play.state, LiftShooter()) == "wrong-phase"
    assert refusal(play.state, Deal((0, 1), 0)) == "wrong-phase"
    assert refusal(play.state, "shoot") == "wrong-phase"
    move = game.flick(play.state)
    play.make(move, play.shot_facts(bonds=[(2, 3)]))
    assert play.state.phase is Phase.CHOOSE
    assert refusal(play.state, move) == "wrong-phase"
    play.collect(2, 3)
    assert play.state.seat == 1
    assert refusal(play.state, move) == "not-own-shooter"


@pytest.mark.parametrize("facts", [None, "shot", Spot()])
def test_facts_of_the_wrong_kind_are_a_callers_mistake(game, facts):
    play = game.start()
    with pytest.raises(ValueError, match="Shoot needs other facts"):
        play.make(game.flick(play.state), facts)
