"""X4.4: magnets that fall, who catches them, and how they come back."""

import re

import numpy as np
import pytest

from magnetsim.errors import IllegalShot
from magnetsim.rules.base import CHANCE
from magnetsim.rules.xinxin import game as xinxin
from magnetsim.rules.xinxin.falls import catching_order
from magnetsim.rules.xinxin.game import Catch, Forfeit, Options, Phase, PutBack, PutDown, SetAside, Spot
from magnetsim.table import without

pytestmark = pytest.mark.rule("X4.4")


def refusal(state, move, facts=None):
    reason = xinxin.legal(state, move, facts)
    return None if reason is None else reason.name


def test_a_caught_magnet_is_the_catchers(game):
    play = game.start().shoot(falls=(4,))
    assert xinxin.to_move(play.state) == CHANCE
    play.catch(1)
    assert play.state.scores == (0, 1)
    assert [(event.seat, event.data["magnet"]) for event in play.named("caught")] == [(1, 4)]
    assert play.state.seat == 1


def test_what_is_not_caught_scores_for_nobody_and_goes_back(game):
    play = game.start().shoot(falls=(4,)).catch(None)
    assert play.state.scores == (0, 0)
    assert xinxin.to_move(play.state) == 0
    assert play.state.waiting == (4,)
    play.put_back(4, (0.2, 0.1))
    row = play.state.table.row(4)
    assert play.state.table.position[row].tolist() == [0.2, 0.1]
    assert not play.state.table.velocity[row].any()
    assert play.state.table.spin[row] == 0
    assert play.state.seat == 1


def test_several_falls_of_one_shot_each_go_their_own_way(game):
    play = game.start(12, 3).shoot(falls=(4, 5, 6)).catch(2, None, 1)
    assert play.state.collected == ((), (6,), (4,))
    assert play.state.waiting == (5,)
    assert [event.name for event in play.events[:3]] == ["caught", "dropped", "caught"]


def test_who_shot_never_catches_and_nobody_with_a_bare_hand(game):
    play = game.start(12, 3).shoot().shoot().shoot().lift().shoot(falls=(4,))
    assert refusal(play.state, Catch((0,))) == "not-another"
    assert refusal(play.state, Catch((3,))) == "not-another"
    assert refusal(play.state, Catch((1,))) == "bare-hand"
    assert refusal(play.state, Catch(())) == "not-one-each"
    assert refusal(play.state, Catch((None, None))) == "not-one-each"
    assert refusal(play.state, Catch((None,))) is None


def test_every_catcher_of_several_is_looked_at(game):
    play = game.start(12, 3).shoot(falls=(4, 5))
    assert refusal(play.state, Catch((None, 1))) is None
    assert refusal(play.state, Catch((None, 0))) == "not-another"
    assert refusal(play.state, Catch((1, 3))) == "not-another"


def test_a_collected_magnet_in_hand_catches_after_the_first_lap(game):
    play = game.start(12).shoot().shoot(bonds=[(4, 5)]).collect(4, 5).lift().shoot(falls=(6,)).catch(1)
    assert play.state.collected == ((), (4, 5, 6))


def draws(state, count=400):
    return [xinxin.chance(state, np.random.default_rng(seed)) for seed in range(count)]


def falling(game, skills, place, players=3, **options):
    state = xinxin.new_game(game.grid(12), ["a", "b", "c", "d"][:players], Options(**options), skills)
    play = game.play(state).deal(range(players))
    return play.shoot(falls={8: place}).state


def test_each_fall_has_a_luck_of_its_own(game):
    state = xinxin.new_game(game.grid(12), ["a", "b"], Options(catch_reach=1.3), [0.5, 0.5])
    play = game.play(state).deal([0, 1]).shoot(falls={8: (0.0, 0.3), 9: (0.0, 0.3)})
    caught = [draw.catchers for draw in draws(play.state)]
    for pair in [(1, 1), (1, None), (None, 1), (None, None)]:
        assert caught.count(pair) / 400 == pytest.approx(0.25, abs=0.08)


def test_skill_decides_and_the_seed_draws(game):
    state = falling(game, [1.0, 0.4, 0.0], (-0.3, 0.2), catch_reach=1.3)
    assert draws(state, 20) == draws(state, 20)
    share = sum(draw.catchers == (1,) for draw in draws(state)) / 400
    assert share == pytest.approx(0.4, abs=0.08)
    assert {draw.catchers for draw in draws(state)} == {(1,), (None,)}


def test_the_nearest_along_the_rim_tries_first(game):
    left, right = (-0.3, 0.1), (0.3, 0.1)
    assert {draw.catchers for draw in draws(falling(game, [1.0] * 3, left, catch_reach=2.4), 50)} == {(1,)}
    assert {draw.catchers for draw in draws(falling(game, [1.0] * 3, right, catch_reach=2.4), 50)} == {(2,)}
    # The nearest fails always, so the next one gets it.
    assert {draw.catchers for draw in draws(falling(game, [1, 0, 1], left, catch_reach=2.4), 50)} == {(2,)}


def test_beyond_reach_nobody_catches(game):
    place = (-0.3, -0.1)
    assert {draw.catchers for draw in draws(falling(game, [1.0] * 3, place, catch_reach=0.1), 50)} == {(None,)}


def test_reach_is_counted_to_its_end(game):
    # The seats' middles: 0 at the near side's, 1 at the far side's. From there to this place it is 0.5 m along the rim.
    for reach, order in [(0.499, ()), (0.5, (1,)), (0.7, (1,))]:
        state = falling(game, [1.0] * 2, (0.3, 0.1), players=2, catch_reach=reach)
        assert catching_order(state, state.falling[0]) == order


def test_who_may_catch_is_another_with_a_magnet_in_hand(game):
    # Seats 1 and 3 have shot and collected nothing; seat 2 holds its shooter; seat 0, who shoots, has collected.
    play = game.start(16, 4, catch_reach=2.4).shoot(bonds=[(8, 9)]).collect(8, 9).shoot()
    play.make(Forfeit(), None).shoot()
    play.lift().shoot(falls={10: (0.0, 0.3)})
    assert play.state.seat == 0
    assert catching_order(play.state, play.state.falling[0]) == (2,)


def test_what_was_decided_falls_no_more(game):
    play = game.start().shoot(falls=(4, 5)).catch(1, None)
    assert play.state.falling == ()


def test_a_catch_drawn_is_always_legal(game):
    state = falling(game, [0.5] * 4, (0.3, -0.1), players=4, catch_reach=2.4)
    for draw in draws(state, 100):
        assert refusal(state, draw) is None
        assert draw.catchers[0] != state.seat


def test_a_fallen_shooter_stays_its_owners(game):
    play = game.start().shoot(falls=(0,)).catch(None).put_back(0)
    assert play.state.shooter == (0, 1)
    play.shoot()
    assert (play.state.seat, play.state.phase) == (0, Phase.TAKE)
    play.lift()
    assert play.state.hand == (0, None)


@pytest.mark.rule("X3.5")
def test_a_shooter_that_is_caught_is_collected(game):
    play = game.start().shoot(falls=(0,)).catch(1)
    assert play.state.shooter == (None, 1)
    assert play.state.collected == ((), (0,))
    play.shoot()
    assert (play.state.seat, play.state.phase) == (0, Phase.TAKE)
    assert 0 not in play.state.offered_shooters(0)


@pytest.mark.parametrize(
    ("position", "spot", "expected"),
    [
        ((0.0, 0.29), Spot(), None),
        ((0.0, 0.3), Spot(), None),
        ((0.0, 0.31), Spot(), "off-table"),
        ((float("nan"), 0.0), Spot(), "not-finite"),
        ((0.0, 0.0), Spot(touches=(7,)), "touches"),
        ((0.0, 0.0), Spot(moves=(7,)), "disturbs"),
        ((0.0, 0.0), Spot(moves=(4,)), "disturbs"),
    ],
)
def test_it_goes_back_to_a_spot_where_it_touches_and_moves_nothing(game, position, spot, expected):
    play = game.start().shoot(falls=(4,)).catch(None)
    before = play.state
    if expected is None:
        assert play.put_back(4, position, spot).state.seat == 1
        return
    with pytest.raises(IllegalShot) as caught:
        play.put_back(4, position, spot)
    assert caught.value.reason == expected
    assert play.state is before


def test_only_what_waits_is_put_back(game):
    play = game.start().shoot(falls=(4,)).catch(None)
    assert refusal(play.state, PutBack(5, (0.2, 0.2), 0.0)) == "not-waiting"
    assert refusal(play.state, SetAside(5)) == "not-waiting"


def test_it_is_set_aside_only_when_there_is_no_spot_and_placed_at_the_next_turns_start(game):
    play = game.start().shoot(falls=(4,)).catch(None)
    with pytest.raises(IllegalShot) as caught:
        play.set_aside(4, found=(0.1, 0.1, 0.0))
    assert caught.value.reason == "spot-exists"
    play.set_aside(4)
    assert (play.state.seat, play.state.phase, play.state.waiting) == (1, Phase.RETURN, (4,))
    play.set_aside(4)
    assert (play.state.phase, play.state.aside) == (Phase.AIM, (4,))
    play.shoot()
    assert (play.state.seat, play.state.phase) == (0, Phase.RETURN)
    play.put_back(4)
    assert (play.state.phase, play.state.aside, play.state.waiting) == (Phase.TAKE, (), ())


@pytest.mark.rule("X3.6")
def test_a_player_whose_shooter_is_set_aside_is_skipped(game):
    play = game.start().shoot(falls=(0,)).catch(None).set_aside(0).set_aside(0).shoot()
    assert (play.state.seat, play.state.phase) == (0, Phase.RETURN)
    play.set_aside(0)
    assert [event.seat for event in play.named("skipped")] == [0]
    assert (play.state.seat, play.state.phase) == (1, Phase.RETURN)
    assert play.state.shooter == (0, 1)
    play.put_back(0)
    play.ready().shoot()
    assert (play.state.seat, play.state.phase) == (0, Phase.TAKE)


@pytest.mark.rule("X4.5")
def test_a_forfeit_before_the_shot_still_has_what_fell_put_back(game):
    play = game.start().shoot().shoot().lift(falls=(4,)).catch(None).make(Forfeit(), None)
    assert (play.state.phase, play.state.seat) == (Phase.PUT_BACK, 0)
    play.put_back(4)
    assert play.state.seat == 1
    assert play.state.hand == (0, None)


@pytest.mark.rule("X4.5")
def test_a_forfeit_while_putting_back_sets_it_aside(game):
    play = game.start().shoot(falls=(4, 5)).catch(None, None).put_back(4).make(Forfeit(), None)
    assert play.state.seat == 1
    assert (play.state.phase, play.state.waiting) == (Phase.RETURN, (5,))


def test_what_is_set_aside_by_a_forfeit_waits_no_more_at_the_end(game):
    play = game.start(turn_limit=1, replays=0).shoot(falls=(4, 5)).catch(None, None).make(Forfeit(), None)
    assert play.state.phase is Phase.OVER
    assert (play.state.waiting, play.state.aside) == ((), (4, 5))


def test_the_world_must_say_how_a_good_spot_leaves_the_table(game):
    play = game.start().shoot(falls=(4,)).catch(None)
    expected = "the spot is good, so the facts must have the table with the magnet on it; got table=None"
    with pytest.raises(ValueError, match=f"^{expected}$"):
        play.make(PutBack(4, (0.2, 0.0), 0.0), PutDown(Spot()))


@pytest.mark.parametrize("falls", [(4, 9), (4, 44)])
def test_what_was_not_on_the_table_cannot_fall(game, falls):
    play = game.start(9)
    facts = play.shot_facts(falls=(4,))
    wrong = game.settled(facts.settled.table, falls)
    with pytest.raises(ValueError, match="not on the table"):
        play.make(play.flick(), type(facts)(facts.spot, wrong))


def test_a_magnet_that_is_lost_on_the_way_is_a_callers_mistake(game):
    play = game.start(6)
    facts = play.shot_facts()
    wrong = game.settled(without(facts.settled.table, [4]))
    expected = re.escape("the facts' table has magnets [0, 2, 3, 5], expected [0, 2, 3, 4, 5]")
    with pytest.raises(ValueError, match=f"^{expected}$"):
        play.make(play.flick(), type(facts)(facts.spot, wrong))
