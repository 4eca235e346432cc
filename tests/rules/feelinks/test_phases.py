"""The nine phases of a round: F3; and that no move is made out of its phase, turn or number."""

import numpy as np
import pytest

from magnetsim.errors import IllegalShot
from magnetsim.rules.base import CHANCE
from magnetsim.rules.feelinks import game
from magnetsim.rules.feelinks.legal import _MOVES
from magnetsim.rules.feelinks.moves import (
    SAME,
    Deal,
    Keep,
    Pick,
    Predict,
    Read,
    Redraw,
    Reshuffle,
    Shuffle,
    Swap,
)
from magnetsim.rules.feelinks.state import NUMBERS, Phase

MOVES = [
    Shuffle((), (), 0),
    Reshuffle(()),
    Redraw(0),
    Read(0, 1),
    Pick(0, 1),
    Deal(()),
    Predict(0, 1),
    Swap(0, 1),
    Keep(0),
]


def states(table):
    """A state of each phase in which somebody or chance moves, the host being seat 0 of four."""
    seat = table(4)
    yield game.new_game(seat.cards, ("Ann", "Bob", "Cid", "Dee"))
    yield seat.state
    seat.read()
    yield seat.state
    seat.pick([1] * 4)
    yield seat.state
    seat.deal()
    yield seat.state
    seat.predict([2] * 4)
    yield seat.state
    empty = table(4, cards=None)
    for _ in range(4):
        empty.play_round()
    yield empty.state


def test_phases_are_numbered_as_in_the_rulebook():
    numbered = [(NUMBERS[phase], phase.name) for phase in Phase if phase in NUMBERS and phase is not Phase.RESHUFFLE]
    assert numbered == [
        (1, "HOST"),
        (2, "INTRODUCE"),
        (3, "SITUATION"),
        (4, "PICK"),
        (5, "PARTNERS"),
        (6, "PREDICT"),
        (7, "REVEAL"),
        (8, "SCORE"),
        (9, "SWAP"),
    ]
    assert NUMBERS[Phase.RESHUFFLE] == 3


def test_every_move_out_of_its_phase_is_refused_and_named(table):
    reached = set()
    for state in states(table):
        reached.add(state.phase)
        for move in MOVES:
            phase, clause, _ = _MOVES[type(move)]
            if phase is state.phase:
                continue
            reason = game.legal(state, move)
            assert (reason.name, reason.clause) == ("wrong-phase", clause)
            number = NUMBERS.get(state.phase)
            where = "set-up" if number is None else f"phase {number} ({state.phase.value})"
            who = "Ann" if hasattr(move, "seat") else "chance"
            assert reason.message.startswith(f"{where}, {who}: expected ")
            assert reason.message.endswith(f", got {type(move).__name__} ({clause})")
    assert reached == {
        Phase.SHUFFLE,
        Phase.SITUATION,
        Phase.PICK,
        Phase.PARTNERS,
        Phase.PREDICT,
        Phase.SWAP,
        Phase.RESHUFFLE,
    }


def test_a_refusal_says_what_was_expected_instead(table):
    seat = table(4)
    assert "expected Redraw or Read, got Pick" in seat.refused(Pick(0, 3)).message
    seat.read()
    assert "phase 4 (own emotion), Ann: expected Pick, got Predict" in seat.refused(Predict(0, 3)).message


def test_a_move_of_the_wrong_player_is_refused_and_named(table):
    seat = table(4)
    for move in (Read(1, 1), Redraw(3)):
        reason = seat.refused(move)
        assert reason.name == "wrong-player"
        assert reason.message.startswith(f"phase 3 (situation), {'Bob' if move.seat == 1 else 'Dee'}: ")
        assert "expected Ann to move" in reason.message
    seat.read()
    reason = seat.refused(Pick(2, 1))
    assert reason.message == "phase 4 (own emotion), Cid: expected Ann to move, got Cid (F3.4)"
    assert seat.refused(Pick(4, 1)).message.endswith("expected Ann to move, got seat 4 (F3.4)")
    assert seat.refused(Pick(-3, 1)).name == "wrong-player"
    seat.pick([1] * 4)
    seat.deal()
    assert seat.refused(Predict(3, 2)).name == "wrong-player"
    seat.predict([2] * 4)
    assert seat.refused(Keep(1)).message == "phase 9 (swap), Bob: expected Ann to move, got Bob (F3.9)"
    assert seat.refused(Swap(2, 1)).name == "wrong-player"


def test_voting_twice_is_refused_and_named(table):
    seat = table(4)
    seat.read()
    seat.make(Pick(0, 5))
    reason = seat.refused(Pick(0, 6))
    assert reason.name == "twice"
    assert reason.message == "phase 4 (own emotion), Ann: expected one vote of each player, got another of Ann (F3.4)"
    for other in (1, 2, 3):
        seat.make(Pick(other, 5))
    seat.deal()
    seat.make(Predict(0, SAME))
    assert seat.refused(Predict(0, 2)).name == "twice"


def test_nothing_can_be_done_when_it_is_over(table):
    seat = table(3)
    for _ in range(6):
        seat.play_round()
    assert seat.state.phase is Phase.OVER
    assert game.to_move(seat.state) is None
    reason = seat.refused(Pick(0, 1))
    assert reason.message == "the end, Ann: expected no more moves, got Pick (F3.4)"


@pytest.mark.rule("F3.2")
def test_what_is_new_is_introduced(table):
    seat = table(4)
    assert seat.named("introduced")[0].data == {"positions": (1, 2, 3, 4, 5, 6, 7, 8)}
    assert seat.named("introduced")[0].clause == "F3.2"
    assert seat.state.board.fresh == (1, 2, 3, 4, 5, 6, 7, 8)
    seat.to_swap()
    assert seat.state.board.fresh == ()
    seat.make(Swap(0, 3))
    assert seat.state.board.fresh == (3,)
    seat.play_round()
    assert [event.data["positions"] for event in seat.named("introduced")[1:]] == [(3,), ()]
    assert [event.seat for event in seat.named("introduced")] == [0, 1, 2]


@pytest.mark.rule("F3.3")
def test_the_host_draws_and_reads_one_of_three(table):
    seat = table(4)
    assert (seat.state.round.card, seat.state.stock.deck) == (0, (1, 2, 3))
    for situation in (0, 4, -1):
        reason = seat.refused(Read(0, situation))
        assert (reason.name, reason.clause) == ("no-such-situation", "F3.3")
        assert f"expected one of the situations 1 to 3, got {situation}" in reason.message
    events = seat.read(3)
    assert [(event.name, event.clause, event.seat, event.data) for event in events] == [
        ("read", "F3.3", 0, {"card": 0, "situation": 3})
    ]
    assert (seat.state.round.card, seat.state.round.situation) == (0, 3)
    assert game.to_move(seat.state) == 0


@pytest.mark.rule("F3.3", "F4.5")
def test_one_redraw_a_round_to_the_bottom(table):
    seat = table(4)
    events = seat.make(Redraw(0))
    assert [(event.name, event.clause) for event in events] == [("redrew", "F4.5"), ("drew", "F3.3")]
    assert (seat.state.round.card, seat.state.stock.deck) == (1, (2, 3, 0))
    reason = seat.refused(Redraw(0))
    assert (reason.name, reason.clause) == ("redrawn", "F4.5")
    assert reason.message.startswith("phase 3 (situation), Ann: expected at most one redraw a round")
    seat.play_round()
    assert seat.state.board.discards == (1,)
    seat.make(Redraw(1))
    assert (seat.state.round.card, seat.state.stock.deck) == (3, (0, 2))


@pytest.mark.rule("F3.3")
def test_used_cards_come_back_shuffled_when_the_deck_is_empty(table, cards):
    seat = table(4, cards=cards(cards=3))
    for used in range(3):
        assert seat.state.board.discards == tuple(range(used))
        seat.play_round()
    assert seat.state.phase is Phase.RESHUFFLE
    assert game.to_move(seat.state) == CHANCE
    assert seat.state.board.discards == (0, 1, 2)
    orders = {game.chance(seat.state, np.random.default_rng(seed)).deck for seed in range(40)}
    assert len(orders) == 6
    for wrong in ((0, 1), (0, 1, 1), (0, 1, 2, 3)):
        reason = seat.refused(Reshuffle(wrong))
        assert (reason.name, reason.clause) == ("not-the-deck", "F3.3")
        assert "phase 3 (empty deck), chance: " in reason.message
    events = seat.make(Reshuffle((2, 0, 1)))
    assert [(event.name, event.data) for event in events] == [("reshuffled", {"cards": 3}), ("drew", {})]
    assert (seat.state.round.card, seat.state.stock.deck, seat.state.board.discards) == (2, (0, 1), ())
    assert (seat.state.round.host, game.to_move(seat.state), game.turn(seat.state)) == (3, 3, 4)


@pytest.mark.rule("F3.3", "F4.5")
def test_a_redraw_from_an_empty_deck_shuffles_the_others_over_the_card(table, cards):
    seat = table(4, cards=cards(cards=3))
    seat.play_round()
    seat.play_round()
    assert (seat.state.round.card, seat.state.stock.deck) == (2, ())
    seat.make(Redraw(2))
    assert seat.state.phase is Phase.RESHUFFLE
    assert seat.state.round.redrawn
    seat.make(Reshuffle((1, 0)))
    assert (seat.state.round.card, seat.state.stock.deck) == (1, (0, 2))
    assert seat.refused(Redraw(2)).name == "redrawn"


@pytest.mark.rule("F3.3")
def test_without_another_card_there_is_no_redraw(table, cards):
    seat = table(3, cards=cards(cards=1))
    reason = seat.refused(Redraw(0))
    assert (reason.name, reason.clause) == ("no-other-card", "F3.3")
    seat.play_round()
    assert seat.state.phase is Phase.RESHUFFLE
    seat.read()
    assert seat.state.round.card == 0


@pytest.mark.rule("F3.4", "F4.1")
def test_everyone_picks_one_of_the_eight(table):
    seat = table(4, host=1)
    seat.read()
    for vote in (0, 9, -1):
        reason = seat.refused(Pick(1, vote))
        assert (reason.name, reason.clause) == ("no-such-emotion", "F4.1")
        assert f"expected one of 1 to 8, got {vote}" in reason.message
    for picker, vote in ((1, 8), (2, 8), (3, 1)):
        assert game.to_move(seat.state) == picker
        events = seat.make(Pick(picker, vote))
        assert [(event.name, event.clause, event.seat, event.data) for event in events] == [
            ("picked", "F3.4", picker, {})
        ]
    assert seat.state.phase is Phase.PICK
    assert seat.named("showed") == []
    seat.make(Pick(0, 8))
    assert seat.state.phase is Phase.PARTNERS
    assert seat.state.round.picks == (8, 8, 8, 1)


@pytest.mark.rule("F3.5")
def test_partners_are_dealt_to_all_and_shown_at_once(table):
    seat = table(4, host=3)
    seat.read()
    seat.pick([1, 2, 3, 4])
    seat.deal((1, 0, 0, 1))
    event = seat.named("partners")[0]
    assert (event.clause, event.seat) == ("F3.5", None)
    assert event.data == {"groups": ((1, 2), (0, 3)), "targets": (3, 2, 1, 0)}
    assert seat.state.round.groups == ((1, 2), (0, 3))
    assert seat.state.round.targets == (3, 2, 1, 0)
    assert game.to_move(seat.state) == 3


@pytest.mark.rule("F3.5")
def test_three_players_need_no_cards(table):
    seat = table(3)
    seat.read()
    seat.pick([1, 2, 3])
    assert seat.state.phase is Phase.PREDICT
    assert seat.state.round.groups == ((0, 1, 2),)
    assert game.to_move(seat.state) == 0


@pytest.mark.rule("F3.6")
def test_a_prediction_is_a_number_or_same_but_not_the_own(table):
    seat = table(4)
    seat.read()
    seat.pick([5, 2, 3, 4])
    seat.deal()
    reason = seat.refused(Predict(0, 5))
    assert (reason.name, reason.clause) == ("own-number", "F3.6")
    assert (
        'phase 6 (prediction), Ann: card 5 lies before its owner already: expected another, or "same"' in reason.message
    )
    for vote in (-1, 9):
        reason = seat.refused(Predict(0, vote))
        assert (reason.name, reason.clause) == ("no-such-emotion", "F4.1")
    events = seat.make(Predict(0, SAME))
    assert [(event.name, event.clause, event.seat, event.data) for event in events] == [("predicted", "F3.6", 0, {})]
    seat.make(Predict(1, 8))
    seat.make(Predict(2, 1))
    assert seat.named("turned") == []
    seat.make(Predict(3, 2))
    assert seat.state.round.predictions == (SAME, 8, 1, 2)


@pytest.mark.rule("F3.6", "F4.3")
def test_with_three_players_the_direction_turns_every_round(table):
    seat = table(3)
    for _ in range(6):
        seat.play_round()
    left, right = (1, 2, 0), (2, 0, 1)
    assert [event.data["targets"] for event in seat.named("partners")] == [left, right, left, right, left, right]


@pytest.mark.rule("F3.6", "F4.4")
def test_a_beginners_round_does_not_turn_the_direction(table):
    seat = table(3, beginners_round=True)
    for _ in range(4):
        seat.play_round()
    assert [event.data["targets"] for event in seat.named("partners")] == [(1, 2, 0), (2, 0, 1), (1, 2, 0)]


@pytest.mark.rule("F3.6", "F4.3")
def test_a_trio_at_a_larger_table_predicts_clockwise_always(table):
    seat = table(5)
    for _ in range(3):
        seat.to_swap(None, None, (1, 0, 0, 1, 0))
        seat.keep()
    assert {event.data["targets"] for event in seat.named("partners")} == {(3, 2, 4, 0, 1)}
    seat = table(7)
    seat.to_swap(None, None, (2, 0, 1, 0, 2, 1, 0))
    assert seat.state.round.targets == (4, 3, 5, 6, 0, 2, 1)


@pytest.mark.rule("F3.7")
def test_the_reveal_goes_twice_round_from_the_host(table):
    seat = table(4, host=2)
    events = seat.to_swap([1, 2, 3, 4], [2, 1, 1, SAME], (0, 0, 1, 1))
    told = [(event.name, event.seat, dict(event.data)) for event in events if event.clause == "F3.7"]
    assert told == [
        ("showed", 2, {"vote": 3}),
        ("showed", 3, {"vote": 4}),
        ("showed", 0, {"vote": 1}),
        ("showed", 1, {"vote": 2}),
        ("turned", 2, {"by": 3, "vote": SAME, "right": False}),
        ("turned", 3, {"by": 2, "vote": 1, "right": False}),
        ("turned", 0, {"by": 1, "vote": 1, "right": True}),
        ("turned", 1, {"by": 0, "vote": 2, "right": True}),
    ]


@pytest.mark.rule("F3.7")
def test_in_a_trio_each_turns_what_was_predicted_of_them(table):
    seat = table(3, host=1)
    events = seat.to_swap([1, 2, 3], [2, 4, 1])
    turned = [(event.seat, event.data["by"], event.data["right"]) for event in events if event.name == "turned"]
    assert turned == [(1, 0, True), (2, 1, False), (0, 2, True)]


@pytest.mark.rule("F3.7", "F4.2")
@pytest.mark.parametrize(("other", "right"), [(6, True), (5, False)])
def test_same_is_right_only_when_the_picks_are_equal(table, other, right):
    seat = table(4)
    events = seat.to_swap([6, other, 1, 1], [SAME, 8, 2, 2], (0, 0, 1, 1))
    turned = next(event for event in events if event.name == "turned" and event.seat == 1)
    assert turned.data == {"by": 0, "vote": SAME, "right": right}
    assert seat.state.scores == ((1, 1, 0, 0) if right else (0, 0, 0, 0))


@pytest.mark.rule("F3.7")
def test_a_reveal_is_remembered(table):
    seat = table(4)
    seat.to_swap([1, 2, 3, 4], [5] * 4)
    (shown,) = seat.state.history
    assert (shown.card, shown.situation, shown.picks) == (0, 1, (1, 2, 3, 4))
    assert shown.emotions == seat.state.board.emotions


@pytest.mark.rule("F3.8")
def test_all_markers_move_at_once(table):
    seat = table(4)
    events = seat.to_swap([1, 2, 3, 4], [2, 1, 4, 5], (0, 0, 1, 1))
    assert seat.state.scores == (3, 3, 1, 1)
    assert [(event.clause, event.seat, event.data) for event in events if event.name == "scored"] == [
        ("F3.8", None, {"points": (3, 3, 1, 1), "scores": (3, 3, 1, 1)})
    ]
    seat.keep()
    events = seat.to_swap([1, 2, 3, 4], [5, 1, 5, 5], (0, 0, 1, 1))
    assert [event.data for event in events if event.name == "scored"] == [
        {"points": (1, 1, 0, 0), "scores": (4, 4, 1, 1)}
    ]


@pytest.mark.rule("F3.9", "F4.6")
def test_a_swap_stays_within_the_symbol_and_the_position(table):
    seat = table(4)
    seat.to_swap(None, [SAME] * 4)
    before, scores = seat.state, seat.state.scores
    events = seat.make(Swap(0, 2))
    old, new = before.board.emotions[1], before.stock.piles[1][0]
    assert (events[0].name, events[0].clause, events[0].seat) == ("swapped", "F3.9", 0)
    assert events[0].data == {"position": 2, "removed": old, "emotion": new}
    board = seat.state.board
    assert board.emotions == (before.board.emotions[0], new, *before.board.emotions[2:])
    assert board.removed == (old,)
    assert seat.state.stock.piles == (before.stock.piles[0], before.stock.piles[1][1:], before.stock.piles[2])
    assert seat.state.scores == scores == (3, 3, 3, 3)
    assert (seat.state.phase, seat.state.round.host) == (Phase.SITUATION, 1)


@pytest.mark.rule("F3.9")
def test_one_swap_at_most_and_none_is_allowed(table):
    seat = table(4)
    seat.to_swap()
    for position in (0, 9):
        reason = seat.refused(Swap(0, position))
        assert (reason.name, reason.clause) == ("no-such-emotion", "F3.9")
        assert f"expected one of the positions 1 to 8, got {position}" in reason.message
    seat.make(Swap(0, 8))
    assert seat.refused(Swap(0, 1)).name == "wrong-phase"
    seat.to_swap()
    before = seat.state.board
    events = seat.keep()
    assert (events[0].name, events[0].clause, events[0].seat) == ("kept", "F3.9", 1)
    assert seat.state.board.emotions == before.emotions
    assert seat.state.stock.piles[1] == seat.cards.piles[1][4:]


@pytest.mark.rule("F3.9", "F4.6")
def test_an_empty_pile_means_no_swap_for_its_symbol(table, cards):
    seat = table(4, cards=cards(spare=(1, 0, 0)))
    seat.to_swap()
    for position in (2, 3, 5, 6, 8):
        reason = seat.refused(Swap(0, position))
        assert (reason.name, reason.clause) == ("empty-pile", "F3.9")
    assert 'there is no card left with the symbol "rain"' in seat.refused(Swap(0, 8)).message
    seat.make(Swap(0, 7))
    seat.to_swap()
    assert 'the symbol "sun"' in seat.refused(Swap(1, 7)).message
    seat.keep()


@pytest.mark.rule("F3.4", "F3.6")
@pytest.mark.parametrize("players", range(3, 9))
def test_all_votes_at_once_are_each_in_turn(table, players):
    at = table(players, host=1)
    at.read()
    for kind, votes in ((Pick, (8, 1, 3, 3, 5, 6, 7, 2)[:players]), (Predict, (0, 2, 1, 8, 0, 5, 6, 7)[:players])):
        before, told = at.state, []
        for seat in at.seats:
            told += at.make(kind(seat, votes[seat]))
        assert game.apply_votes(before, votes) == (at.state, tuple(told))
        at.deal()


@pytest.mark.rule("F3.4", "F3.6", "F4.1")
def test_votes_at_once_are_refused_as_the_first_of_them_would_be(table):
    at = table(4, host=2)
    with pytest.raises(IllegalShot) as caught:
        game.apply_votes(at.state, (1, 1, 1, 1))
    assert caught.value.reason == "wrong-phase"
    at.read()
    for votes, name in (((1, 0, 1, 9), "Dee"), ((1, 0, 1, 1), "Bob"), ((0, 1, 9, 1), "Cid")):
        with pytest.raises(IllegalShot, match=f", {name}: expected one of 1 to 8") as caught:
            game.apply_votes(at.state, votes)
        assert caught.value.reason == "no-such-emotion"
    at.make(Pick(2, 4))
    with pytest.raises(IllegalShot) as caught:
        game.apply_votes(at.state, (1, 1, 1, 1))
    assert caught.value.reason == "twice"
    for seat in (3, 0, 1):
        at.make(Pick(seat, 5))
    at.deal()
    for votes, name in (((5, 0, 0, 5), "Dee"), ((0, 5, 0, 0), "Bob")):
        with pytest.raises(IllegalShot, match=f", {name}: card 5 lies") as caught:
            game.apply_votes(at.state, votes)
        assert caught.value.reason == "own-number"


def moves_of_a_round(at):
    """The next round, move by move: in all but the fourth a card is put back, and from the third on emotions go."""
    turn, host = at.state.round.turn, at.state.round.host
    if at.state.phase is Phase.RESHUFFLE:
        yield Reshuffle(at.state.board.discards)
    if turn != 4:
        yield Redraw(host)
    if at.state.phase is Phase.RESHUFFLE:
        yield Reshuffle(at.state.board.discards)
    yield Read(host, 2)
    yield from (Pick(seat, (3, 3, 5, 8)[seat]) for seat in at.seats)
    if at.state.phase is Phase.PARTNERS:
        yield Deal((0, 0, 1, 1))
    if at.state.phase is Phase.PREDICT:
        yield from (Predict(seat, (SAME, 4, 8, 5)[seat]) for seat in at.seats)
    if at.state.phase is Phase.SWAP:
        there = [1 + i for i, symbol in enumerate(at.cards.positions) if at.state.stock.piles[symbol]]
        yield Swap(host, there[0]) if there and turn > 2 else Keep(host)


@pytest.mark.rule("F3.3", "F3.9", "F5.1", "F5.2")
@pytest.mark.parametrize(
    "options", [{}, {"open_end": True, "track": 20}, {"beginners_round": True, "cooperative": True}]
)
def test_what_a_move_does_not_concern_stays_as_it_was(table, options):
    """To the end no card is lost, nor what rounds have shown, nor what the round has come to."""
    at = table(4, host=1, **options)
    while at.state.phase is not Phase.OVER:
        host = at.state.round.host
        for move in moves_of_a_round(at):
            before = at.state
            told = at.make(move)
            after, stock, board = at.state.round, at.state.stock, at.state.board
            emotions = [*sum(stock.piles, ()), *board.emotions, *board.removed]
            assert sorted(emotions) == list(range(len(at.cards.emotions)))
            assert {*stock.deck, *board.discards, after.card} - {None} == set(range(len(at.cards.cards)))
            assert at.state.history[: len(before.history)] == before.history
            if after.turn == before.round.turn:
                assert after.redrawn >= before.round.redrawn
                assert isinstance(after.redrawn, bool)
                for kept, was in zip(after.picks, before.round.picks, strict=True):
                    assert was in (None, kept)
                assert before.round.groups in ((), after.groups)
                assert before.round.targets in ((), after.targets)
            else:
                assert after.picks == (None,) * 4
            assert len(after.predictions) in (0, 4)
            assert [event.seat for event in told if event.name == "redrew"] == [host] * isinstance(move, Redraw)
            assert {event.seat for event in told if event.name == "drew"} <= {after.host}
            assert {event.clause for event in told if event.name in ("reshuffled", "drew")} <= {"F3.3"}
    assert len(at.state.history) == at.state.round.turn
    assert at.state.board.removed
