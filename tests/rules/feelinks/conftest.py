"""A small set of cards, and a table at which a game of 《同感》 is played move by move."""

from __future__ import annotations

import pytest

from magnetsim.errors import IllegalShot
from magnetsim.rules.base import CHANCE
from magnetsim.rules.feelinks import game
from magnetsim.rules.feelinks.cards import CardSet, Emotion, Situation, SituationCard, Wording
from magnetsim.rules.feelinks.moves import Deal, Keep, Pick, Predict, Read, Reshuffle, Shuffle
from magnetsim.rules.feelinks.options import Options
from magnetsim.rules.feelinks.partners import partner_cards
from magnetsim.rules.feelinks.state import Phase

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal")
POSITIONS = (0, 1, 2, 0, 1, 2, 0, 1)


def wording(text):
    return Wording(f"{text}中", text)


def small_cards(spare=(1, 2, 3), cards=4, positions=POSITIONS):
    """So many emotions of each symbol beyond what the positions take, and so many situation cards."""
    emotions = [
        Emotion(wording(f"e{symbol}.{i}"), wording(f"meaning {symbol}.{i}"), symbol)
        for symbol in range(3)
        for i in range(positions.count(symbol) + spare[symbol])
    ]
    deck = [
        SituationCard("family", tuple(Situation(wording(f"card {i}, {k}")) for k in (1, 2, 3))) for i in range(cards)
    ]
    symbols = tuple(wording(name) for name in ("sun", "rain", "cloud"))
    return CardSet(symbols, positions, tuple(emotions), (("family", wording("Family")),), tuple(deck))


class Table:
    """A game that is played by hand; cards lie in their own order unless a test says otherwise."""

    def __init__(self, players, host=0, cards=None, **options):
        self.cards = small_cards() if cards is None else cards
        self.state = game.new_game(self.cards, NAMES[:players], Options(**options))
        self.events = []
        self.host = host
        self.make(self.shuffle())

    @property
    def players(self):
        return len(self.state.scores)

    @property
    def seats(self):
        """All seats, the host first."""
        host = self.state.round.host
        return [(host + i) % self.players for i in range(self.players)]

    def shuffle(self):
        piles = self.cards.piles
        return Shuffle(piles, tuple(range(len(self.cards.cards))), self.host)

    def make(self, move):
        self.state, events = game.apply(self.state, move, None)
        self.events += events
        return events

    def refused(self, move):
        """The reason why a move is refused, which changes nothing."""
        before = self.state
        reason = game.legal(self.state, move)
        with pytest.raises(IllegalShot) as caught:
            game.apply(self.state, move, None)
        assert (caught.value.reason, str(caught.value)) == (reason.name, reason.message)
        assert self.state is before
        return reason

    def read(self, situation=1):
        if self.state.phase is Phase.RESHUFFLE:
            self.make(Reshuffle(self.state.board.discards))
        return self.make(Read(self.state.round.host, situation))

    def pick(self, votes):
        """Everyone's own emotion, by seat."""
        for seat in self.seats:
            events = self.make(Pick(seat, votes[seat]))
        return events

    def deal(self, signs=None):
        if game.to_move(self.state) == CHANCE:
            self.make(Deal(partner_cards(self.players) if signs is None else signs))

    def predict(self, votes):
        for seat in self.seats:
            events = self.make(Predict(seat, votes[seat]))
        return events

    def keep(self):
        return self.make(Keep(self.state.round.host))

    def to_swap(self, picks=None, predictions=None, signs=None):
        """From the situation to phase 9; all pick 1 and predict 2, which is wrong, unless told otherwise."""
        self.read()
        self.pick([1] * self.players if picks is None else picks)
        if not self.state.is_beginners_round:
            self.deal(signs)
            return self.predict([2] * self.players if predictions is None else predictions)
        return ()

    def play_round(self, *args):
        self.to_swap(*args)
        if self.state.phase is Phase.SWAP:
            self.keep()

    def named(self, name):
        return [event for event in self.events if event.name == name]


@pytest.fixture
def table():
    """What sets a table."""
    return Table


@pytest.fixture
def cards():
    """What makes small sets of cards."""
    return small_cards
