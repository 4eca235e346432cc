"""The state of a game of 《同感》: what was agreed, what lies open, what lies face down, what the round has come to.

Its parts are named tuples: a simulated game makes hundreds of them, and a changed copy takes half the time of a frozen
dataclass's.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from magnetsim.rules.base import Player
from magnetsim.rules.feelinks.cards import CardSet
from magnetsim.rules.feelinks.options import Options

HIDDEN = -1
"""In a view: a card that lies face down."""


class Phase(Enum):
    """The nine phases of a round, in their order; before them the set-up, after them the end."""

    SHUFFLE = "set-up"
    HOST = "host"
    INTRODUCE = "emotions"
    RESHUFFLE = "empty deck"
    SITUATION = "situation"
    PICK = "own emotion"
    PARTNERS = "partners"
    PREDICT = "prediction"
    REVEAL = "reveal"
    SCORE = "score"
    SWAP = "swap"
    OVER = "the end"


NUMBERS = {
    Phase.HOST: 1,
    Phase.INTRODUCE: 2,
    Phase.RESHUFFLE: 3,
    Phase.SITUATION: 3,
    Phase.PICK: 4,
    Phase.PARTNERS: 5,
    Phase.PREDICT: 6,
    Phase.REVEAL: 7,
    Phase.SCORE: 8,
    Phase.SWAP: 9,
}
"""The phases' numbers in the rulebook."""


class Termination(Enum):
    """Why a game ended."""

    ROUNDS = "rounds"
    LAST_CELL = "last-cell"
    ROUND_LIMIT = "round-limit"


@dataclass(frozen=True, slots=True)
class Setup:
    """What never changes; rounds : how many a game of fixed rounds has."""

    options: Options
    players: tuple[Player, ...]
    cards: CardSet
    rounds: int


class Stock(NamedTuple):
    """What lies face down: emotions by symbol and situation cards, top first."""

    piles: tuple[tuple[int, ...], ...]
    deck: tuple[int, ...]


class Board(NamedTuple):
    """What lies open.

    emotions : the emotion at each of the eight positions
    fresh : positions, from 1, whose emotions have not been introduced yet
    removed : emotions that have left the game        discards : situation cards that were used
    """

    emotions: tuple[int, ...] = ()
    fresh: tuple[int, ...] = ()
    removed: tuple[int, ...] = ()
    discards: tuple[int, ...] = ()


class Round(NamedTuple):
    """What the round that is being played has come to.

    turn : its number from 1, a beginner's round included
    to_move : the seat that acts next, CHANCE or None
    card : the situation card; redrawn : whether another was put back
    situation : which of the card's, from 1
    picks : each seat's own emotion, by position
    groups : seats of partners, clockwise; targets : whom each seat predicts
    predictions : what each seat predicts of its target
    """

    turn: int
    host: int
    phase: Phase
    to_move: int | None
    card: int | None = None
    redrawn: bool = False
    situation: int | None = None
    picks: tuple[int | None, ...] = ()
    groups: tuple[tuple[int, ...], ...] = ()
    targets: tuple[int, ...] = ()
    predictions: tuple[int | None, ...] = ()


class Revealed(NamedTuple):
    """What a round showed everybody: the situation, the emotions on the board, each seat's own."""

    card: int
    situation: int
    emotions: tuple[int, ...]
    picks: tuple[int | None, ...]


class State(NamedTuple):
    """A game of 《同感》.

    scores : each marker's cells from the start; with the co-operative option all stand on the same
    history : what the rounds so far have shown, the one that is being played included once it has
    """

    setup: Setup
    stock: Stock
    board: Board
    round: Round
    scores: tuple[int, ...]
    history: tuple[Revealed, ...] = ()
    termination: Termination | None = None

    @property
    def phase(self) -> Phase:
        """The phase of the round."""
        return self.round.phase

    @property
    def is_beginners_round(self) -> bool:
        """Whether this round is played without partners (F4.4)."""
        return self.round.turn == 1 and self.setup.options.beginners_round

    @property
    def counted(self) -> int:
        """The number of the round, from 1, a beginner's round not counted; 0 in it."""
        return self.round.turn - self.setup.options.beginners_round
