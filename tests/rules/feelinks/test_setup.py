"""Set-up of 《同感》: F1."""

from dataclasses import replace

import numpy as np
import pytest

from magnetsim.errors import ScenarioError
from magnetsim.rules.base import CHANCE
from magnetsim.rules.feelinks import game
from magnetsim.rules.feelinks.cards import POSITIONS
from magnetsim.rules.feelinks.moves import SAME, Deal, Shuffle
from magnetsim.rules.feelinks.options import Options
from magnetsim.rules.feelinks.partners import GROUPS, groups_of, partner_cards
from magnetsim.rules.feelinks.state import Phase

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal")


@pytest.mark.rule("F1.1")
@pytest.mark.parametrize("players", range(3, 9))
def test_three_to_eight_play(cards, players):
    state = game.new_game(cards(), NAMES[:players])
    assert [player.name for player in state.setup.players] == list(NAMES[:players])
    assert game.outcome(state) is None


@pytest.mark.rule("F1.1")
@pytest.mark.parametrize("players", [0, 2, 9])
def test_fewer_and_more_are_refused(cards, players):
    names = [f"P{i}" for i in range(players)]
    with pytest.raises(ScenarioError, match=rf"^players: expected 3 to 8, got {players} \(F1\.1\)$"):
        game.new_game(cards(), names)


@pytest.mark.rule("F1.2")
def test_all_markers_stand_on_the_start_cell(table):
    assert table(5).state.scores == (0, 0, 0, 0, 0)
    assert Options().track == 30
    assert table(3, track=12).state.setup.options.track == 12
    assert table(3, track=1).state.setup.options.track == 1
    with pytest.raises(ScenarioError, match=r"track: expected at least 1 cell behind the start, got 0"):
        table(3, track=0)


@pytest.mark.rule("F1.3")
def test_each_position_takes_the_top_card_of_its_symbol(cards):
    made = cards()
    piles = tuple(tuple(reversed(made.piles[symbol])) for symbol in range(3))
    state = game.new_game(made, NAMES[:4])
    after, events = game.apply(state, Shuffle(piles, (0, 1, 2, 3), 2), None)
    firsts = [list(pile) for pile in piles]
    assert after.board.emotions == tuple(firsts[symbol].pop(0) for symbol in made.positions)
    assert [made.emotions[i].symbol for i in after.board.emotions] == list(made.positions)
    assert after.stock.piles == tuple(map(tuple, firsts))
    assert after.board.removed == after.board.discards == ()
    assert (events[0].name, events[0].clause, events[0].seat) == ("laid-out", "F1.3", None)
    assert events[0].data == {"emotions": after.board.emotions}


@pytest.mark.rule("F1.3")
def test_piles_that_cannot_fill_the_positions_are_refused(cards):
    with pytest.raises(
        ScenarioError, match=r'cards: emotions with the symbol "cloud": expected at least 2.*got 1.*F1.3'
    ):
        game.new_game(cards(spare=(0, 0, -1)), NAMES[:3])
    game.new_game(cards(spare=(0, 0, 0)), NAMES[:3])


@pytest.mark.rule("F1.3")
def test_a_shuffle_holds_each_card_once(table):
    fresh = table(4)
    state = game.new_game(fresh.cards, NAMES[:4])
    good = fresh.shuffle()
    for piles in (good.piles[:2], (good.piles[1], good.piles[0], good.piles[2]), (good.piles[0][1:], *good.piles[1:])):
        reason = game.legal(state, replace(good, piles=piles))
        assert (reason.name, reason.clause) == ("not-the-piles", "F1.3")
        assert reason.message.startswith("set-up, chance: ")
    for deck in ((0, 1, 2), (0, 1, 2, 2), (0, 1, 2, 4)):
        assert game.legal(state, replace(good, deck=deck)).name == "not-the-deck"
    for host in (-1, 4):
        reason = game.legal(state, replace(good, host=host))
        assert (reason.name, reason.clause) == ("no-such-seat", "F1.7")
        assert "from 0 to 3" in reason.message
    assert game.legal(state, replace(good, host=3)) is None
    assert game.legal(state, replace(good, host=0)) is None


@pytest.mark.rule("F1.4")
def test_votes_are_the_eight_positions_and_same():
    assert POSITIONS == 8
    assert SAME not in range(1, 9)


@pytest.mark.rule("F1.5")
def test_the_deck_is_shuffled_whole(cards):
    state = game.new_game(cards(cards=9), NAMES[:3])
    decks = {game.chance(state, np.random.default_rng(seed)).deck for seed in range(20)}
    assert len(decks) > 15
    assert all(sorted(deck) == list(range(9)) for deck in decks)


@pytest.mark.rule("F1.6")
def test_groups_by_head_count():
    assert GROUPS == {3: (3,), 4: (2, 2), 5: (3, 2), 6: (2, 2, 2), 7: (3, 2, 2), 8: (2, 2, 2, 2)}
    for players, sizes in GROUPS.items():
        assert sum(sizes) == players
        assert partner_cards(players) == tuple(sign for sign, size in enumerate(sizes) for _ in range(size))
        assert [len(group) for group in groups_of(partner_cards(players))] == list(sizes)
    assert groups_of((1, 0, 1, 0)) == ((1, 3), (0, 2))


@pytest.mark.rule("F1.6")
def test_partner_cards_are_dealt_anew_each_round(table):
    seat = table(6)
    seat.read()
    seat.pick([1] * 6)
    assert game.to_move(seat.state) == CHANCE
    deals = {game.chance(seat.state, np.random.default_rng(seed)).signs for seed in range(60)}
    assert len(deals) > 30
    assert all(sorted(signs) == [0, 0, 1, 1, 2, 2] for signs in deals)


@pytest.mark.rule("F1.6")
def test_a_wrong_deal_is_refused(table):
    seat = table(5)
    seat.read()
    seat.pick([1] * 5)
    reason = seat.refused(Deal((0, 0, 1, 1, 1)))
    assert (reason.name, reason.clause) == ("not-the-cards", "F1.6")
    assert reason.message.startswith(
        "phase 5 (partners), chance: expected the partner cards [0, 0, 0, 1, 1] in any order"
    )
    assert seat.refused(Deal((0, 0, 0, 1))).name == "not-the-cards"
    seat.deal((1, 0, 1, 0, 0))


@pytest.mark.rule("F1.7")
def test_the_first_host_is_random(cards):
    state = game.new_game(cards(), NAMES[:4])
    hosts = {game.chance(state, np.random.default_rng(seed)).host for seed in range(40)}
    assert hosts == {0, 1, 2, 3}


@pytest.mark.rule("F1.7", "F3.1")
def test_hosts_go_clockwise_from_the_first(table):
    seat = table(4, host=2)
    assert seat.named("first-host")[0].seat == 2
    for _ in range(8):
        seat.play_round()
    assert [event.seat for event in seat.named("host")] == [2, 3, 0, 1, 2, 3, 0, 1]
    assert [event.data["turn"] for event in seat.named("host")] == list(range(1, 9))
    assert all(event.clause == "F3.1" for event in seat.named("host"))


def test_nothing_but_the_shuffle_can_come_first(cards):
    state = game.new_game(cards(), NAMES[:3])
    assert state.phase is Phase.SHUFFLE
    assert (state.stock, state.board, state.history) == (((), ()), ((), (), (), ()), ())
    assert game.to_move(state) == CHANCE
    assert game.turn(state) == 1
    assert game.forfeit(state, 1000) is None
