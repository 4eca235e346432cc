"""X2.2, X2.3, X3.6, X5: when it is over, who has won, who plays again."""

from dataclasses import replace

import numpy as np
import pytest

from magnetsim.errors import ScenarioError
from magnetsim.rules.base import CHANCE
from magnetsim.rules.xinxin import game as xinxin
from magnetsim.rules.xinxin.game import LaidOut, LayOut, Phase, Termination


def ended(play):
    return next(event for event in play.events if event.name == "ended")


@pytest.mark.rule("X2.2", "X5.1", "X5.2")
def test_it_stops_at_once_when_the_last_magnet_on_the_table_is_collected(game):
    play = game.start(4).shoot(bonds=[(0, 2), (2, 3)]).collect(0, 2, 3)
    result = xinxin.outcome(play.state)
    assert xinxin.to_move(play.state) is None
    assert result is not None
    # Seat 1's shooter was never shot: it counts for nobody.
    assert (result.termination, result.winners, result.scores) == ("collected", (0,), (3, 0))
    assert ended(play).clause == "X5.1"
    assert play.state.hand == (None, 1)


@pytest.mark.rule("X5.1")
def test_there_is_no_further_shot(game):
    play = game.start(4).shoot(bonds=[(0, 2), (2, 3)]).collect(0, 2, 3)
    reason = xinxin.legal(play.state, game.flick(replace(play.state, seat=1)))
    assert reason is not None
    assert reason.name == "wrong-phase"


@pytest.mark.rule("X2.2", "X5.1", "X4.4")
def test_what_fell_or_is_set_aside_counts_as_on_the_table(game):
    play = game.start(5).shoot(bonds=[(0, 2), (2, 3)], falls=(4,)).catch(None).collect(0, 2, 3)
    assert play.state.phase is Phase.PUT_BACK
    play.set_aside(4)
    assert xinxin.outcome(play.state) is None
    assert (play.state.seat, play.state.phase) == (1, Phase.RETURN)


@pytest.mark.rule("X5.1", "X4.4")
def test_a_catch_of_the_last_magnet_ends_it(game):
    play = game.start(5).shoot(bonds=[(0, 2), (2, 3)], falls=(4,)).catch(1).collect(0, 2, 3)
    result = xinxin.outcome(play.state)
    assert result is not None
    assert (result.termination, result.winners, result.scores) == ("collected", (0,), (3, 1))


@pytest.mark.rule("X5.2")
def test_clusters_and_catches_count_alike_and_what_is_left_for_nobody(game):
    play = game.start(6).shoot(bonds=[(0, 2), (2, 3)], falls=(5,)).catch(1).collect(0, 2, 3)
    # 4 is left for seat 0 to take, 1 is in seat 1's hand.
    play.shoot(bonds=[(1, 4)]).collect(1, 4)
    result = xinxin.outcome(play.state)
    assert result is None
    assert play.state.termination is Termination.COLLECTED
    assert play.state.scores == (3, 3)


@pytest.mark.rule("X5.2", "X3.6")
def test_a_game_ends_when_fewer_than_two_magnets_are_on_or_for_the_table(game):
    play = game.start(5).shoot().shoot(bonds=[(0, 1), (1, 2), (2, 3)]).collect(0, 1, 2, 3)
    result = xinxin.outcome(play.state)
    assert result is not None
    assert (result.termination, result.scores) == ("too-few", (0, 4))
    assert ended(play).clause == "X3.6"
    # With a shooter in hand there is still something to shoot, and to shoot at.
    play = game.start(5).shoot(bonds=[(0, 2), (2, 3)]).collect(0, 2, 3)
    assert xinxin.outcome(play.state) is None


@pytest.mark.rule("X3.6")
def test_a_game_ends_when_nobody_can_shoot(game):
    # All that is left was set aside, and found no spot when the next turn started.
    play = game.start(6).shoot(falls=(0, 4)).catch(None, None).set_aside(0).set_aside(4)
    play.set_aside(0).set_aside(4).shoot(bonds=[(1, 2), (2, 3), (3, 5)]).collect(1, 2, 3, 5)
    assert (play.state.seat, play.state.phase) == (0, Phase.RETURN)
    play.set_aside(0).set_aside(4)
    result = xinxin.outcome(play.state)
    assert result is not None
    assert (result.termination, result.winners, result.scores) == ("no-shooter", (1,), (0, 4))


@pytest.mark.rule("X3.6")
def test_set_aside_magnets_get_one_more_chance_before_nobody_can_shoot(game):
    play = game.start(6).shoot(falls=(0, 4)).catch(None, None).set_aside(0).set_aside(4)
    play.set_aside(0).set_aside(4).shoot(bonds=[(1, 2), (2, 3), (3, 5)]).collect(1, 2, 3, 5)
    play.put_back(0).set_aside(4)
    assert (play.state.seat, play.state.phase) == (0, Phase.TAKE)


@pytest.mark.rule("X3.6")
@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("rounds", [1, 4])
def test_full_rounds_without_a_new_cluster_or_a_catch_end_it(game, players, rounds):
    play = game.start(12, players, stalemate_rounds=rounds, replays=0)
    turns = 0
    while xinxin.to_move(play.state) is not None:
        play.ready().shoot()
        turns += 1
    assert turns == rounds * players
    assert ended(play).data["termination"] == "stalemate"


@pytest.mark.rule("X3.6")
@pytest.mark.parametrize("event", ["new cluster", "declined", "catch"])
def test_a_new_cluster_or_a_catch_starts_the_count_anew(game, event):
    play = game.start(12, 3, stalemate_rounds=1, replays=0).shoot()
    if event == "catch":
        play.shoot(falls=(9,)).catch(2)
    elif event == "declined":
        play.shoot(bonds=[(3, 4)]).decline()
    else:
        play.shoot(bonds=[(3, 4)]).collect(3, 4)
    turns = 0
    while xinxin.to_move(play.state) is not None:
        play.ready().shoot(clusters=[])
        turns += 1
    assert turns == 3


@pytest.mark.rule("X3.6")
def test_a_game_of_declined_clusters_ends_at_the_turn_limit(game):
    play = game.start(12, turn_limit=7, replays=0)
    turns = 0
    while xinxin.to_move(play.state) is not None:
        seat = play.state.seat
        play.ready().shoot(bonds=[(seat, 5)]).decline()
        turns += 1
    assert turns == 7
    assert ended(play).data["termination"] == "turn-limit"
    assert play.state.termination is Termination.UNDECIDED


@pytest.mark.rule("X5.3", "X2.2")
def test_the_one_with_most_magnets_wins(game):
    play = game.start(8, 3, stalemate_rounds=1).shoot(bonds=[(5, 6)]).collect(5, 6)
    play.shoot(bonds=[(1, 3), (3, 4)]).collect(1, 3, 4)
    for _ in range(3):
        if play.state.phase is Phase.TAKE and play.state.shooter[play.state.seat] is None:
            play.take(play.state.offered_shooters(play.state.seat)[0])
        play.ready().shoot()
    result = xinxin.outcome(play.state)
    assert result is not None
    assert (result.termination, result.winners, result.scores) == ("stalemate", (1,), (2, 3, 0))
    assert [(event.clause, event.seat) for event in play.named("won")] == [("X5.3", 1)]


def tied(game, players=2, replays=20, **options):
    """A game that ends tied: the first two have two magnets each, the others none."""
    play = game.start(12, players, stalemate_rounds=1, replays=replays, **options)
    play.shoot(bonds=[(8, 9)]).collect(8, 9).shoot(bonds=[(10, 11)]).collect(10, 11)
    while xinxin.to_move(play.state) not in (None, CHANCE):
        play.ready().shoot()
    return play


@pytest.mark.rule("X2.3", "X5.3")
def test_only_the_tied_play_a_whole_new_game_in_the_same_order(game):
    play = tied(game, 4, shooters=(3, 0, 1, 2))
    assert play.state.phase is Phase.LAY_OUT
    assert xinxin.outcome(play.state) is None
    assert [event.data["seats"] for event in play.named("tied")] == [(0, 1)]
    last = max(event.data["turn"] for event in play.log if event.name == "turn")
    play.lay_out()
    assert (play.state.phase, play.state.playing, play.state.turn) == (Phase.DEAL, (0, 1), last + 1)
    assert len(play.state.table) == 12
    assert play.state.options == tied(game, 4).state.options
    assert (play.state.shooter, play.state.hand, play.state.collected) == ((None,) * 4, (None,) * 4, ((),) * 4)
    assert (play.state.seat, play.state.game_turn, play.state.lively_turn) == (0, 0, -1)
    play.deal([6, 7], start=1)
    assert play.state.shooter == (6, 7, None, None)
    play.shoot(bonds=[(2, 3)]).collect(2, 3)
    assert play.state.seat == 0
    assert play.state.scores == (0, 2, 0, 0)
    while xinxin.to_move(play.state) is not None:
        play.ready().shoot()
    result = xinxin.outcome(play.state)
    assert result is not None
    assert (result.termination, result.winners) == ("stalemate", (1,))
    assert (result.scores, result.earlier) == ((0, 2, 0, 0), ((2, 2, 0, 0),))


@pytest.mark.rule("X2.3")
def test_nothing_to_nothing_is_a_tie_too(game):
    play = game.start(12, 3, stalemate_rounds=1).shoot().shoot().shoot()
    assert play.state.phase is Phase.LAY_OUT
    assert play.lay_out().state.playing == (0, 1, 2)


@pytest.mark.rule("X2.3")
def test_a_replays_seed_is_drawn_from_the_games(game):
    state = tied(game).state
    assert xinxin.to_move(state) == CHANCE
    seeds = [xinxin.chance(state, np.random.default_rng(seed)) for seed in (1, 1, 2)]
    assert all(isinstance(move, LayOut) for move in seeds)
    assert seeds[0] == seeds[1] != seeds[2]


@pytest.mark.rule("X2.3")
@pytest.mark.parametrize("replays", [0, 1, 20])
def test_after_so_many_replays_the_match_is_undecided(game, replays):
    play = tied(game, replays=replays)
    played = 0
    while xinxin.to_move(play.state) is not None:
        play.lay_out().deal([0, 1])
        played += 1
        while xinxin.to_move(play.state) not in (None, CHANCE):
            play.ready().shoot()
    result = xinxin.outcome(play.state)
    assert played == replays
    assert result is not None
    assert (result.termination, result.winners) == ("undecided", ())
    assert len(result.earlier) == replays
    assert [event.clause for event in play.named("undecided")] == ["X2.3"]


@pytest.mark.rule("X2.3")
def test_a_tie_may_narrow_from_replay_to_replay(game):
    play = game.start(12, 3, stalemate_rounds=1).shoot().shoot().shoot().lay_out().deal([0, 1, 2])
    play.shoot(bonds=[(8, 9)]).collect(8, 9).shoot().shoot(bonds=[(10, 11)]).collect(10, 11)
    while xinxin.to_move(play.state) not in (None, CHANCE):
        play.ready().shoot()
    assert play.lay_out().state.playing == (0, 2)
    assert play.deal([4, 5], start=2).state.seat == 2
    assert play.shoot().state.seat == 0


@pytest.mark.rule("X2.3", "X1.1")
def test_a_replay_has_as_many_magnets_as_the_game(game):
    play = tied(game)
    with pytest.raises(ValueError, match="expected 12, got 11"):
        play.make(LayOut(1), LaidOut(game.grid(11)))


@pytest.mark.rule("X2.3", "X1.2")
def test_a_replays_layout_is_held_to_the_same_rules(game):
    play = tied(game)
    crowded = game.grid(12)
    position = crowded.position.copy()
    position[1] = position[0] + (0.0201, 0)
    with pytest.raises(ScenarioError, match="magnets 0 and 1 touch"):
        play.make(LayOut(1), LaidOut(replace(crowded, position=position)))
