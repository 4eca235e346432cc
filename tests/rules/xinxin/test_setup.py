"""X1: what is laid, who sits where, who draws what and who begins."""

from dataclasses import replace

import numpy as np
import pytest

from magnetsim.errors import IllegalShot, ScenarioError
from magnetsim.rim import rim_point
from magnetsim.rules.base import CHANCE
from magnetsim.rules.xinxin import game as xinxin
from magnetsim.rules.xinxin.game import Deal, Options, Phase, Way
from magnetsim.table import Board, Placed, lay, with_arrays
from tests.rules.xinxin.counting import magnets_accounted_for


def new(game, count=8, players=2, **options):
    return xinxin.new_game(game.grid(count), [f"player {seat}" for seat in range(players)], Options(**options))


@pytest.mark.rule("X1.1")
def test_twenty_five_magnets_shooters_included(game):
    state = new(game, 25)
    assert len(state.laid) == 25
    play = game.play(state).deal([3, 21])
    assert len(play.state.table) == 23
    assert magnets_accounted_for(play.state) == tuple(range(25))


@pytest.mark.rule("X1.2")
def test_magnets_that_touch_are_refused_with_both_names(game):
    far = Placed(7, 0, (0.2, 0.0), 0.0)
    table = lay(game.square, (game.disc,), [Placed(4, 0, (0.0, 0.0), 0.0), Placed(5, 0, (0.0201, 0.0), 0.0), far])
    with pytest.raises(ScenarioError, match="magnets 4 and 5 touch"):
        xinxin.new_game(table, ["a", "b"])
    # How near that is, is said where the game is set up.
    assert xinxin.new_game(table, ["a", "b"], Options(touch_gap=0.05e-3)).laid is table


@pytest.mark.rule("X1.2")
def test_magnets_that_move_are_refused(game):
    table = game.grid(5)
    velocity = np.zeros((5, 2))
    velocity[3, 0] = 1e-6
    with pytest.raises(ScenarioError, match="magnet 3 moves"):
        xinxin.new_game(with_arrays(table, velocity=velocity), ["a", "b"])


@pytest.mark.rule("X1.2")
def test_nothing_moves_when_the_shooters_are_drawn(game):
    play = game.play(new(game))
    with pytest.raises(
        ScenarioError, match=r"but 2, 5 moved; lay them farther apart, or raise friction_static \(X1.2\)$"
    ):
        play.make(Deal((0, 1), 0), play.rest([0, 1], moved=(5, 2)))
    with pytest.raises(ScenarioError, match="but 4 moved"):
        play.make(Deal((0, 1), 0), play.rest([0, 1], falls=(4,)))
    assert play.state.phase is Phase.DEAL


@pytest.mark.rule("X1.3")
def test_each_player_draws_a_shooter_and_the_rest_are_targets(game):
    play = game.play(new(game, 8, 3)).deal([4, 0, 7], start=1)
    assert play.state.shooter == play.state.hand == (4, 0, 7)
    assert play.state.table.magnet.tolist() == [1, 2, 3, 5, 6]
    assert [(event.seat, event.data["magnet"]) for event in play.named("drew-shooter")] == [(0, 4), (1, 0), (2, 7)]


@pytest.mark.rule("X1.3")
@pytest.mark.parametrize("shooters", [(1,), (1, 1), (1, 8), (1, 2, 3)])
def test_a_deal_gives_each_player_one_magnet_of_the_table(game, shooters):
    play = game.play(new(game))
    reason = xinxin.legal(play.state, Deal(shooters, 0))
    assert reason is not None
    assert (reason.name, reason.clause) == ("not-one-each", "X1.3")
    with pytest.raises(IllegalShot):
        play.make(Deal(shooters, 0), play.rest([]))


@pytest.mark.rule("X1.3", "X1.5")
def test_the_draw_follows_the_seed_and_reaches_every_magnet_and_seat(game):
    state = new(game, 8, 3)
    assert xinxin.to_move(state) == CHANCE
    deals = [xinxin.chance(state, np.random.default_rng(seed)) for seed in range(200)]
    assert deals[:5] == [xinxin.chance(state, np.random.default_rng(seed)) for seed in range(5)]
    assert all(xinxin.legal(state, deal) is None for deal in deals)
    assert {magnet for deal in deals for magnet in deal.shooters} == set(range(8))
    assert {deal.start for deal in deals} == {0, 1, 2}


@pytest.mark.rule("X1.4")
@pytest.mark.parametrize("players", [0, 1])
def test_fewer_than_two_players_are_refused(game, players):
    with pytest.raises(ScenarioError, match=f"2 or more, got {players}"):
        new(game, players=players)


@pytest.mark.rule("X1.4")
def test_the_rim_seats_as_many_as_it_has_room_for(game):
    assert len(new(game, 9, 8).seats) == 8
    with pytest.raises(ScenarioError, match="at most 8 at a rim of 2400 mm, 300 mm a seat, got 9; take fewer players"):
        new(game, 25, 9)
    assert len(new(game, 25, 9, seat_width=0.25).seats) == 9


@pytest.mark.rule("X1.4")
def test_at_least_one_target_is_left(game):
    assert len(new(game, 3, 2).laid) == 3
    with pytest.raises(ScenarioError, match="at least 4, a shooter for each of 3 players and a target, got 3"):
        new(game, 3, 3)


@pytest.mark.rule("X1.4", "X1.5")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("shape", ["square", "round"])
def test_seats_lie_at_equal_distances_clockwise_from_the_near_side(game, players, shape):
    board = game.square if shape == "square" else Board(np.zeros((0, 2)), 0.4, 0.3, 0.24)
    seats = xinxin.seats_around(board, players, Options())
    points = [np.array(rim_point(board, seat.middle)[0]) for seat in seats]
    assert points[0] == pytest.approx((0.0, points[0][1]), abs=1e-12)
    assert points[0][1] < 0
    turns = [a[0] * b[1] - a[1] * b[0] for a, b in zip(points, points[1:] + points[:1], strict=True)]
    # The left hand of who faces the middle is the next seat clockwise: each turn is to the right.
    assert all(turn < 1e-12 for turn in turns)
    if players == 4 and shape == "square":
        assert np.round(points, 6).tolist() == [[0, -0.3], [-0.3, 0], [0, 0.3], [0.3, 0]]


@pytest.mark.rule("X1.4")
def test_a_wide_seat_is_told_to_the_millimetre(game):
    with pytest.raises(ScenarioError, match="at most 1 at a rim of 2400 mm, 1700 mm a seat, got 2"):
        new(game, 25, 2, seat_width=1.7)


@pytest.mark.rule("X1.4")
def test_the_reach_runs_from_the_players_right_to_the_left(game):
    state = new(game, 9, 2, reach=0.4)
    # Seat 0 looks towards +y, seat 1 towards -y.
    for share, depth, points in [
        (0.0, 0.02, [(0.0, -0.28), (0.0, 0.28)]),
        (1.0, 0.0, [(-0.2, -0.3), (0.2, 0.3)]),
        (-0.5, -0.01, [(0.1, -0.31), (-0.1, 0.31)]),
    ]:
        for seat, point in enumerate(points):
            start, inward = xinxin.start_point(state, seat, share, depth)
            assert start == pytest.approx(point)
            assert inward == pytest.approx((0.0, 1.0 if seat == 0 else -1.0))


@pytest.mark.rule("X1.4")
def test_skills_go_with_their_seats(game):
    state = xinxin.new_game(game.grid(5), ["a", "b"], skills=[0.1, 0.9])
    assert [seat.catch_skill for seat in state.seats] == [0.1, 0.9]
    for skills in ([0.1], [0.1, 0.9, 0.5]):
        with pytest.raises(ValueError, match="argument 2 is"):
            xinxin.new_game(game.grid(5), ["a", "b"], skills=skills)


@pytest.mark.rule("X1.5")
def test_play_starts_with_the_one_drawn_and_goes_to_the_left(game):
    play = game.start(9, 4, start=2)
    order = []
    for _ in range(6):
        order.append(play.state.seat)
        play.ready().shoot()
    assert order == [2, 3, 0, 1, 2, 3]
    assert [event.seat for event in play.log if event.name == "starts"] == [2]


@pytest.mark.rule("X1.5")
def test_a_seat_that_does_not_play_cannot_start(game):
    play = game.play(new(game))
    reason = xinxin.legal(play.state, Deal((0, 1), 2))
    assert reason is not None
    assert reason.name == "not-playing"


def test_all_lies_open(game):
    state = game.start().state
    assert xinxin.view(state, 1) is state
    assert xinxin.view(replace(state, turn=5), 0).turn == 5


@pytest.mark.rule("X2.3", "X3.6", "X4.5", "X1.6")
def test_bounds_that_the_clauses_name_are_the_defaults():
    options = Options()
    assert (options.replays, options.stalemate_rounds, options.refusals) == (20, 10, 3)
    assert set(options.ways) == set(Way)


def test_before_the_deal_nobody_has_anything(game):
    state = xinxin.new_game(game.grid(6), ["小红", "小明", "小兰"])
    assert [player.name for player in state.players] == ["小红", "小明", "小兰"]
    assert (state.shooter, state.hand, state.collected) == ((None,) * 3, (None,) * 3, ((),) * 3)
    assert (state.phase, state.seat, state.turn, state.game_turn) == (Phase.DEAL, 0, 1, 0)
    assert (state.falling, state.waiting, state.aside, state.on_offer, state.clusters) == ((),) * 5
