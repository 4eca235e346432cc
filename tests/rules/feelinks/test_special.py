"""The special rules: F4; and what a seat may see."""

from itertools import product

import pytest

from magnetsim.rules.base import CHANCE
from magnetsim.rules.feelinks import game
from magnetsim.rules.feelinks.moves import SAME, Pick, Predict, Redraw, Swap
from magnetsim.rules.feelinks.state import HIDDEN, Phase


@pytest.mark.rule("F4.1")
def test_after_a_swap_all_choose_from_the_new_eight(table):
    seat = table(4)
    seat.to_swap()
    seat.make(Swap(0, 4))
    new = seat.state.board.emotions
    seat.to_swap([4] * 4, [SAME] * 4)
    assert seat.state.history[1].emotions == new
    assert seat.state.history[1].emotions[3] != seat.state.history[0].emotions[3]


@pytest.mark.rule("F3.5", "F4.4")
@pytest.mark.parametrize("players", range(3, 9))
def test_a_beginners_round_has_neither_partners_nor_points(table, players):
    seat = table(players, host=1, beginners_round=True)
    assert seat.state.is_beginners_round
    assert seat.state.counted == 0
    seat.read()
    for picker in seat.seats[:-1]:
        seat.make(Pick(picker, 2))
    events = seat.make(Pick(seat.seats[-1], 2))
    assert [(event.clause, event.name) for event in events] == [
        ("F3.4", "picked"),
        *[("F3.7", "showed")] * players,
        ("F4.4", "beginners"),
    ]
    assert seat.state.phase is Phase.SWAP
    assert seat.state.scores == (0,) * players
    assert seat.state.history[0].picks == (2,) * players
    seat.make(Swap(1, 1))
    assert not seat.state.is_beginners_round
    assert (seat.state.counted, seat.state.round.host, game.turn(seat.state)) == (1, 2 % players, 2)
    seat.to_swap()
    assert len(seat.named("scored")) == 1


@pytest.mark.rule("F4.4", "F5.1")
def test_a_beginners_round_does_not_count(table):
    seat = table(5, beginners_round=True)
    for _ in range(5):
        seat.play_round()
        assert game.outcome(seat.state) is None
    seat.play_round()
    assert game.outcome(seat.state) is not None
    assert [event.seat for event in seat.named("host")] == [0, 1, 2, 3, 4, 0]


@pytest.mark.rule("F4.4")
def test_without_the_option_there_is_no_beginners_round(table):
    assert not table(4).state.is_beginners_round
    seat = table(4, beginners_round=True)
    seat.play_round()
    assert not seat.state.is_beginners_round


@pytest.mark.rule("F4.5")
def test_a_redraw_leaves_next_rounds_host_one_as_well(table):
    seat = table(4)
    seat.make(Redraw(0))
    seat.play_round()
    assert not seat.state.round.redrawn
    seat.make(Redraw(1))


@pytest.mark.rule("F4.6")
def test_removed_emotions_never_return(table):
    seat = table(4, rounds=12)
    gone = []
    for position in (1, 2, 5, 3, 6, 3):
        seat.to_swap()
        seat.make(Swap(seat.state.round.host, position))
        gone.append(seat.named("swapped")[-1].data["removed"])
        assert seat.state.board.removed == tuple(gone)
        lying = {*seat.state.board.emotions, *(card for pile in seat.state.stock.piles for card in pile)}
        assert not lying & set(gone)
    assert seat.refused(Swap(seat.state.round.host, 1)).name == "wrong-phase"


@pytest.mark.rule("F4.7")
def test_there_is_no_move_of_talk_and_points_come_from_votes_alone(table):
    first, second = table(4), table(4, host=2)
    for seat in (first, second):
        seat.to_swap([1, 2, 3, 4], [2, 1, 5, 5], (0, 0, 1, 1))
    assert first.state.scores == second.state.scores == (3, 3, 0, 0)


# Secrets


def hidden_votes(players, picks, signs, predictions, table, upto):
    """A state in which all have voted up to a point, and some votes are secret."""
    seat = table(players)
    seat.read()
    for picker in seat.seats[: min(upto, players)]:
        seat.make(Pick(picker, picks[picker]))
    if upto > players:
        seat.deal(signs)
        for predictor in seat.seats[: upto - players]:
            seat.make(Predict(predictor, predictions[predictor]))
    return seat.state


@pytest.mark.rule("F3.4", "F3.6")
@pytest.mark.parametrize("upto", range(1, 8))
def test_a_view_is_the_same_whatever_others_have_voted(table, upto):
    votes = [(1, 2, 3, 4), (1, 5, 6, 7), (1, 1, 1, 1)]
    predictions = [(8, 8, 8, 8), (8, SAME, 2, SAME)]
    seen = {
        game.view(hidden_votes(4, picks, (0, 1, 0, 1), predicted, table, upto), 0)._replace(setup=None)
        for picks, predicted in product(votes, predictions)
    }
    assert len(seen) == 1


@pytest.mark.rule("F3.4", "F3.6")
def test_a_view_has_the_own_votes_and_who_has_voted(table):
    state = hidden_votes(4, (5, 6, 7, 8), (0, 1, 0, 1), (1, SAME, 3, 4), table, 6)
    assert [game.view(state, seat).round.picks for seat in range(4)] == [
        (5, HIDDEN, HIDDEN, HIDDEN),
        (HIDDEN, 6, HIDDEN, HIDDEN),
        (HIDDEN, HIDDEN, 7, HIDDEN),
        (HIDDEN, HIDDEN, HIDDEN, 8),
    ]
    assert game.view(state, 0).round.predictions == (1, HIDDEN, None, None)
    assert game.view(state, 1).round.predictions == (HIDDEN, SAME, None, None)
    assert game.view(state, 3).round.predictions == (HIDDEN, HIDDEN, None, None)


def test_a_view_changes_nothing_but_what_it_hides(table):
    for upto in range(8):
        state = hidden_votes(4, (5, 6, 7, 8), (0, 1, 0, 1), (1, SAME, 3, 4), table, upto)
        for seat in range(4):
            view = game.view(state, seat)
            votes = {"picks": view.round.picks, "predictions": view.round.predictions}
            assert view == state._replace(stock=view.stock, round=state.round._replace(**votes))


def test_what_lies_face_down_is_seen_by_nobody(table):
    state = table(4, host=1).state
    for seat in range(4):
        view = game.view(state, seat)
        assert view.stock.deck == (HIDDEN,) * 3
        assert view.stock.piles == ((HIDDEN,), (HIDDEN,) * 2, (HIDDEN,) * 3)
        assert view.round.card == (0 if seat == 1 else HIDDEN)
        assert view.board == state.board


def test_after_the_reveal_all_is_seen(table):
    seat = table(4)
    seat.to_swap([1, 2, 3, 4], [5] * 4)
    for other in range(4):
        view = game.view(seat.state, other)
        assert view.round == seat.state.round
        assert view.history == seat.state.history


def test_a_card_that_was_read_is_seen_by_all(table):
    seat = table(4)
    seat.read()
    assert all(game.view(seat.state, other).round.card == 0 for other in range(4))


def test_an_empty_deck_gives_nothing_away(table, cards):
    seat = table(3, cards=cards(cards=1))
    seat.play_round()
    assert game.to_move(seat.state) == CHANCE
    assert game.view(seat.state, 0).round.card is None
