"""What a game of 《心心相引》 is made of at one moment. SI; magnets go by number, players by seat."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from magnetsim.rules.base import Event, Player
from magnetsim.rules.xinxin.options import Options, Seat, teams_of
from magnetsim.shot import Exit
from magnetsim.table import Bond, Cluster, Table


class Phase(Enum):
    """Where a turn stands; the table at the top of game.py says what follows what."""

    LAY_OUT = "lay-out"
    DEAL = "deal"
    RETURN = "return"
    TAKE = "take"
    AIM = "aim"
    CATCH = "catch"
    CHOOSE = "choose"
    PUT_BACK = "put-back"
    OVER = "over"


class Termination(Enum):
    """Why a game ended."""

    COLLECTED = "collected"
    NO_SHOOTER = "no-shooter"
    TOO_FEW = "too-few"
    STALEMATE = "stalemate"
    TURN_LIMIT = "turn-limit"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True, eq=False)
class State:
    """One moment of a match, between two moves.

    Every magnet of the game is in exactly one of: table, hand, collected, falling, waiting, aside.

    players, seats : of the whole match, by seat, clockwise
    playing : the seats that take part in this game; all but in a replay
    laid : the table as the game was laid out; says of which kind each magnet is
    table : what lies on the table now, at rest, with its bonds
    seat : whose turn it is        turn : its number, from 1, over the whole match
    shooter : by seat, the magnet that is that player's current shooter; None once it is collected
    hand : by seat, the shooter while it is held, not yet or no longer on the table
    collected : by seat, in the order in which they came
    falling : left the table, not yet decided whether they are caught
    waiting : to be put on the table now, by the player whose turn it is
    aside : found no spot; tried again at every turn's start
    bonds_before : the bonds just before the shooter was released
    clusters : all clusters, old and new, as the last shot left them
    on_offer : those of them that may be taken, while one may be
    then : the phase that follows on CATCH
    game_turn : the number of the turn within this game, from 0, skipped ones included
    lively_turn : that of the last turn with a new cluster or a catch, -1 before any
    earlier : scores by seat of the tied games before
    termination : why the game ended
    """

    options: Options
    players: tuple[Player, ...]
    seats: tuple[Seat, ...]
    playing: tuple[int, ...]
    laid: Table
    table: Table
    phase: Phase
    seat: int
    turn: int
    shooter: tuple[int | None, ...]
    hand: tuple[int | None, ...]
    collected: tuple[tuple[int, ...], ...]
    falling: tuple[Exit, ...] = ()
    waiting: tuple[int, ...] = ()
    aside: tuple[int, ...] = ()
    bonds_before: frozenset[Bond] = frozenset()
    clusters: tuple[Cluster, ...] = ()
    on_offer: tuple[Cluster, ...] = ()
    then: Phase = Phase.AIM
    game_turn: int = 0
    lively_turn: int = -1
    earlier: tuple[tuple[int, ...], ...] = ()
    termination: Termination | None = None

    @property
    def scores(self) -> tuple[int, ...]:
        """By seat: magnets collected in this game; who does not play keeps what the last own game gave."""
        before = self.earlier[-1] if self.earlier else (0,) * len(self.players)
        return tuple(
            len(self.collected[seat]) if seat in self.playing else before[seat] for seat in range(len(self.players))
        )

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats whose magnets are added up and compared: each by itself, or as teams (X5.4)."""
        if not self.options.teams:
            return tuple((seat,) for seat in self.playing)
        return tuple(team for team in teams_of(len(self.players)) if team[0] in self.playing)

    def holds_magnet(self, seat: int) -> bool:
        """Whether a player has a magnet in hand to catch with: the own shooter, or any collected (X4.4)."""
        return self.hand[seat] is not None or bool(self.collected[seat])

    def offered_shooters(self, seat: int) -> tuple[int, ...]:
        """The magnets on the table that a player without a shooter may take as one (X3.5)."""
        if self.shooter[seat] is not None:
            return ()
        return tuple(int(magnet) for magnet in self.table.magnet if int(magnet) not in self.shooter)

    def can_shoot(self, seat: int) -> bool:
        """Whether a player has, or can take, something to shoot (X3.6)."""
        shooter = self.shooter[seat]
        if shooter is None:
            return bool(self.offered_shooters(seat))
        return self.hand[seat] is not None or shooter in self.table.magnet


Next = tuple[State, tuple[Event, ...]]
"""What a move leads to: the next state, and what happened."""
