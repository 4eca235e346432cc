"""X4.6 and X5.4: teams of two who sit opposite each other."""

from itertools import pairwise

import pytest

from magnetsim.errors import ScenarioError
from magnetsim.rim import arc_between, rim_length
from magnetsim.rules.base import CHANCE
from magnetsim.rules.xinxin import game as xinxin
from magnetsim.rules.xinxin.game import Options, Phase


def to_the_end(play):
    """Shots that do nothing, until the game is over or to be played again."""
    while xinxin.to_move(play.state) not in (None, CHANCE):
        if play.state.phase is Phase.TAKE and play.state.shooter[play.state.seat] is None:
            play.take(play.state.offered_shooters(play.state.seat)[0])
        play.ready().shoot(clusters=[])
    return play


def four(game, *taken, players=4, **options):
    """A game of teams in which the players, in turn, take that many magnets each; then nothing happens any more."""
    play = game.start(30, players, stalemate_rounds=1, teams=True, **options)
    free = 10
    for count in taken:
        if not count:
            play.ready().shoot(clusters=[])
            continue
        chain = [free + one for one in range(count)]
        free += count
        play.ready().shoot(bonds=list(pairwise(chain)), clusters=[chain]).collect(*chain)
    return to_the_end(play)


@pytest.mark.rule("X4.6")
@pytest.mark.parametrize("players", [2, 3, 5, 7])
def test_players_who_do_not_divide_into_teams_are_refused(game, players):
    names = [f"player {seat}" for seat in range(players)]
    with pytest.raises(ScenarioError, match=f"even number of players, 4 or more; got {players}.*X4.6"):
        xinxin.new_game(game.grid(12), names, Options(teams=True))


@pytest.mark.rule("X4.6", "X1.4")
@pytest.mark.parametrize("players", [4, 6, 8])
def test_team_mates_sit_opposite_each_other(game, players):
    state = game.start(20, players, teams=True).state
    length = rim_length(state.table.board)
    assert len(state.sides) == players // 2
    assert sorted(seat for side in state.sides for seat in side) == list(range(players))
    for first, second in state.sides:
        between = arc_between(state.table.board, state.seats[first].middle, state.seats[second].middle)
        assert between == pytest.approx(length / 2)


@pytest.mark.rule("X5.4", "X4.6")
def test_the_sums_of_teams_are_compared(game):
    play = four(game, 3, 2, 0, 2)
    result = xinxin.outcome(play.state)
    assert result is not None
    # The player with most magnets is on the team with fewer.
    assert (result.winners, result.scores, result.teams) == ((1, 3), (3, 2, 0, 2), ((0, 2), (1, 3)))
    assert [
        (event.clause, event.seat, event.data["seats"], event.data["score"]) for event in play.named("team-won")
    ] == [("X5.4", None, (1, 3), 4)]
    assert not play.named("won")


@pytest.mark.rule("X5.4", "X2.3")
def test_team_mates_alone_at_the_top_do_not_play_against_each_other(game):
    play = four(game, 3, 0, 3, 2)
    assert xinxin.outcome(play.state).winners == (0, 2)


@pytest.mark.rule("X5.4", "X2.3")
def test_teams_that_are_tied_for_first_play_again_whole(game):
    play = four(game, 3, 2, 3, 0, 2, 0, players=6)
    # Teams 0+3 and 1+4 and 2+5 have 3, 4, 3.
    assert xinxin.outcome(play.state).winners == (1, 4)
    play = four(game, 4, 2, 3, 0, 2, 0, players=6)
    assert play.state.phase is Phase.LAY_OUT
    assert [(event.clause, event.data["seats"]) for event in play.named("tied")] == [("X5.4", (0, 1, 3, 4))]
    play.lay_out()
    assert play.state.playing == (0, 1, 3, 4)
    assert play.state.sides == ((0, 3), (1, 4))
    play.deal([0, 1, 2, 3], start=1)
    seats = []
    for _ in range(3):
        seats.append(play.state.seat)
        play.ready().shoot(clusters=[])
    # The order stays, so that a team never has two turns running.
    assert seats == [1, 3, 4]
    play.shoot(bonds=[(10, 11)], clusters=[(10, 11)]).collect(10, 11)
    result = xinxin.outcome(to_the_end(play).state)
    assert (result.winners, result.scores) == ((0, 3), (2, 0, 3, 0, 0, 0))
    assert (result.earlier, result.teams) == (((4, 2, 3, 0, 2, 0),), ((0, 3), (1, 4), (2, 5)))


@pytest.mark.rule("X5.4", "X2.3")
def test_teams_that_stay_tied_are_undecided(game):
    play = four(game, replays=0)
    result = xinxin.outcome(play.state)
    assert (result.termination, result.winners, result.scores) == ("undecided", (), (0, 0, 0, 0))


@pytest.mark.rule("X4.4", "X4.6")
def test_a_team_mate_may_catch_and_collects_it(game):
    play = game.start(12, 4, teams=True).shoot(falls=(9,)).catch(2)
    assert play.state.scores == (0, 0, 1, 0)
    reason = xinxin.legal(game.start(12, 4, teams=True).shoot(falls=(9,)).state, xinxin.Catch((0,)))
    assert reason.name == "not-another"


@pytest.mark.rule("X2.3")
def test_without_teams_each_is_a_side_of_its_own(game):
    state = game.start(12, 4).state
    assert state.sides == ((0,), (1,), (2,), (3,))
