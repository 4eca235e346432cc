"""Both ends of the game, and who wins: F5; and the co-operative option."""

import pytest

from magnetsim.errors import ScenarioError
from magnetsim.rules.base import Outcome
from magnetsim.rules.feelinks import game
from magnetsim.rules.feelinks.ending import told_end
from magnetsim.rules.feelinks.moves import SAME
from magnetsim.rules.feelinks.options import Options, fixed_rounds
from magnetsim.rules.feelinks.state import Phase


def play_to_the_end(seat, *args):
    rounds = 0
    while game.outcome(seat.state) is None:
        seat.play_round(*args)
        rounds += 1
    return rounds


@pytest.mark.rule("F5.1")
@pytest.mark.parametrize(("players", "rounds"), [(3, 6), (4, 8), (5, 5), (6, 6), (7, 7), (8, 8)])
def test_as_many_rounds_as_go_without_saying(table, players, rounds):
    seat = table(players)
    assert play_to_the_end(seat) == rounds == fixed_rounds(Options(), players)
    assert game.outcome(seat.state).termination == "rounds"
    ended = seat.named("ended")[0]
    assert (ended.clause, ended.seat, ended.data) == ("F5.1", None, {"termination": "rounds"})
    hosts = [event.seat for event in seat.named("host")]
    assert {hosts.count(other) for other in range(players)} == {rounds // players}


@pytest.mark.rule("F5.1")
def test_rounds_may_be_agreed_on_but_all_are_host(table):
    assert play_to_the_end(table(4, rounds=4)) == 4
    assert play_to_the_end(table(4, rounds=7)) == 7
    with pytest.raises(
        ScenarioError, match=r"^rounds: expected at least 4, so that each player is host once, got 3 \(F5\.1\)$"
    ):
        table(4, rounds=3)


@pytest.mark.rule("F5.1")
def test_in_fixed_rounds_the_last_cell_ends_nothing(table):
    seat = table(4, track=3, rounds=4)
    assert play_to_the_end(seat, None, [SAME] * 4) == 4
    assert seat.state.scores == (12, 12, 12, 12)
    assert len(seat.named("kept")) == 4


@pytest.mark.rule("F5.2")
def test_an_open_game_ends_in_the_scoring_that_reaches_the_last_cell(table):
    seat = table(4, open_end=True, track=7)
    picks, half = [1, 1, 2, 3], [SAME, SAME, 4, 2]
    seat.play_round(picks, half, (0, 0, 1, 1))
    seat.play_round(picks, half, (0, 0, 1, 1))
    assert seat.state.scores == (6, 6, 2, 2)
    assert game.outcome(seat.state) is None
    seat.to_swap([1, 1, 2, 3], [SAME, 5, 4, 2], (0, 0, 1, 1))
    assert seat.state.phase is Phase.OVER
    assert len(seat.named("kept")) == 2
    assert game.outcome(seat.state) == Outcome("last-cell", (0, 1), (7, 7, 3, 3))
    ended, won = seat.events[-2:]
    assert (ended.clause, ended.name, ended.data) == ("F5.2", "ended", {"termination": "last-cell"})
    assert (won.clause, won.name, won.data) == ("F5.2", "won", {"seats": (0, 1), "score": 7})


@pytest.mark.rule("F5.2")
def test_the_track_ends_at_the_last_cell(table):
    seat = table(4, open_end=True, track=4)
    seat.play_round([1, 1, 2, 3], [SAME, SAME, 4, 2], (0, 0, 1, 1))
    assert seat.state.scores == (3, 3, 1, 1)
    seat.to_swap([1, 1, 2, 3], [SAME, SAME, 3, 2], (0, 0, 1, 1))
    assert seat.state.scores == (4, 4, 4, 4)
    assert seat.named("scored")[-1].data == {"points": (3, 3, 3, 3), "scores": (4, 4, 4, 4)}
    assert game.outcome(seat.state).winners == (0, 1, 2, 3)


@pytest.mark.rule("F5.2")
def test_an_open_game_that_never_arrives_ends_after_max_rounds(table):
    seat = table(4, open_end=True, max_rounds=3)
    seat.play_round([1, 1, 2, 3], [SAME, SAME, 4, 4], (0, 0, 1, 1))
    assert play_to_the_end(seat) == 2
    assert game.outcome(seat.state) == Outcome("round-limit", (0, 1), (3, 3, 0, 0))
    assert [(event.clause, event.name) for event in seat.events[-2:]] == [("F5.2", "ended"), ("F5.3", "won")]
    assert len(seat.named("kept")) == 3


@pytest.mark.rule("F5.2")
def test_an_open_game_has_no_fixed_rounds(table):
    assert play_to_the_end(table(3, open_end=True, max_rounds=1)) == 1
    with pytest.raises(ScenarioError, match="rounds: expected none with an open end"):
        table(4, open_end=True, rounds=8)
    with pytest.raises(ScenarioError, match="max_rounds: expected at least 1, got 0"):
        table(4, open_end=True, max_rounds=0)


@pytest.mark.rule("F5.3")
def test_farthest_wins_and_equals_share(table):
    seat = table(4, rounds=4)
    for _ in range(3):
        seat.play_round()
    seat.play_round([1, 2, 3, 4], [2, 5, 4, 5], (0, 0, 1, 1))
    assert game.outcome(seat.state) == Outcome("rounds", (0, 1, 2, 3), (1, 1, 1, 1))
    assert seat.events[-1].data == {"seats": (0, 1, 2, 3), "score": 1}
    assert seat.events[-1].clause == "F5.3"


@pytest.mark.rule("F5.3")
def test_hits_are_no_tie_break(table):
    seat = table(3, rounds=3)
    # Seat 0 is right about seat 1, who predicts wrong: one point each, with and without a hit.
    seat.play_round([1, 2, 3], [2, 4, 4])
    for _ in range(2):
        seat.play_round()
    assert game.outcome(seat.state) == Outcome("rounds", (0, 1), (1, 1, 0))


def test_while_it_goes_on_there_is_no_end_to_tell(table):
    with pytest.raises(ValueError, match="goes on"):
        told_end(table(3).state)


# The co-operative option


def test_together_all_markers_move_by_the_right_predictions(table):
    seat = table(4, cooperative=True, rounds=4)
    seat.play_round([1, 2, 3, 4], [2, 1, 4, 5], (0, 0, 1, 1))
    assert seat.state.scores == (3, 3, 3, 3)
    assert seat.named("scored")[0].data == {"points": (3, 3, 3, 3), "scores": (3, 3, 3, 3)}
    for _ in range(3):
        seat.play_round([1] * 4, [SAME, SAME, 2, 2])
    assert game.outcome(seat.state) == Outcome("rounds", (0, 1, 2, 3), (9, 9, 9, 9))
    stars = seat.events[-1]
    assert (stars.clause, stars.name, stars.seat) == ("F5.3", "stars", None)
    assert stars.data == {"right": 9, "predictions": 16, "stars": 3}
    assert seat.named("won") == []


def test_together_goes_with_fixed_rounds_only(table):
    assert not Options().cooperative
    with pytest.raises(ScenarioError, match="cooperative: expected false with an open end"):
        table(4, cooperative=True, open_end=True)
