"""What a game of 《心心相引》 is made of: the state, the moves, and the facts they need.

SI throughout; magnets go by number, players by seat. The machine that moves the state is xinxin.py.

Which facts the world makes for which move, always for the state *before* the move:

| move                     | facts        | what the world does for it                                       |
|--------------------------|--------------|------------------------------------------------------------------|
| LayOut(seed)             | `LaidOut`    | lays a whole new game's magnets, from the seed                   |
| Deal, LiftShooter        | `Rested`     | takes those magnets off the table, lets the others come to rest  |
| TakeShooter, Collect     | `Rested`     | the same                                                         |
| Shoot                    | `ShotResult` | stands the shooter at its spot; if that is good, shoots, settles |
| NoStart, SetAside        | `Searched`   | looks for a legal spot                                           |
| PutBack                  | `PutDown`    | stands the magnet there; says what touches and what moves        |
| Catch, Decline, Forfeit  | None         | nothing                                                          |

In every table that the world hands back, `bonds` are the bonds at that moment (with their hysteresis).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from magnetsim.rules.base import Player
from magnetsim.rules.xinxin_options import Options, Seat, teams_of
from magnetsim.shot import Exit, Settled, Shot
from magnetsim.table import Bond, Table

Cluster = frozenset[int]


class Phase(Enum):
    """Where a turn stands; the table at the top of xinxin.py says what follows what."""

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


# Moves. Chance makes LayOut, Deal and Catch; the player whose turn it is makes the others.


@dataclass(frozen=True, slots=True)
class LayOut:
    """A whole new game among the tied (X2.3), laid out from this seed."""

    seed: int


@dataclass(frozen=True, slots=True)
class Deal:
    """The draw of shooters, by place in `playing` (X1.3), and of the starting seat (X1.5)."""

    shooters: tuple[int, ...]
    start: int


@dataclass(frozen=True, slots=True)
class Catch:
    """Who catches each falling magnet, in the order in which they fell; None: nobody (X4.4)."""

    catchers: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class LiftShooter:
    """Take up the own shooter from the table (X3.1)."""


@dataclass(frozen=True, slots=True)
class TakeShooter:
    """Take a magnet from the table as new shooter, the old one having been collected (X3.5)."""

    magnet: int


@dataclass(frozen=True, slots=True)
class Shoot:
    """Stand the shooter at the rim and send it in (X3.1, X1.6).

    position : (x, y) m of its centroid; inside the rim, or outside to be delivered
    angle : rad        shot : whose magnet is the shooter
    """

    position: tuple[float, float]
    angle: float
    shot: Shot


@dataclass(frozen=True, slots=True)
class NoStart:
    """There is no legal spot to shoot from within reach: the turn passes (X3.1)."""


@dataclass(frozen=True, slots=True)
class Collect:
    """Take one of the new clusters, whole (X3.3)."""

    cluster: Cluster


@dataclass(frozen=True, slots=True)
class Decline:
    """Take none of the new clusters (X3.3)."""


@dataclass(frozen=True, slots=True)
class PutBack:
    """Put a waiting magnet on the table (X4.4): position (x, y) m, angle rad."""

    magnet: int
    position: tuple[float, float]
    angle: float


@dataclass(frozen=True, slots=True)
class SetAside:
    """There is no legal spot for a waiting magnet: it stays beside the table for now (X4.4)."""

    magnet: int


@dataclass(frozen=True, slots=True)
class Forfeit:
    """The turn is lost after too many refused moves (X4.5); the match makes this move, not the player."""


Move = (
    LayOut
    | Deal
    | Catch
    | LiftShooter
    | TakeShooter
    | Shoot
    | NoStart
    | Collect
    | Decline
    | PutBack
    | SetAside
    | Forfeit
)


# Facts


@dataclass(frozen=True, slots=True, eq=False)
class LaidOut:
    """For LayOut: as many magnets as the first game had, at rest, none touching."""

    table: Table


@dataclass(frozen=True, slots=True, eq=False)
class Rested:
    """For Deal, LiftShooter, TakeShooter, Collect: the table without the magnets taken, at rest again.

    settled.table.bonds holds bonds made meanwhile, which are old and nobody's; settled.exits, falls.
    moved : numbers of the magnets that moved
    """

    settled: Settled
    moved: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Spot:
    """What a magnet does by standing at a spot.

    touches : magnets that it touches or overlaps there
    moves : magnets that move when it stands there, itself included. A shooter to be delivered is held
        behind the rim, so it never moves itself.
    """

    touches: tuple[int, ...] = ()
    moves: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class ShotResult:
    """For Shoot: the start spot; and if it is good, what the shot did. Else settled is None.

    clusters : all clusters of settled.table, whether new or old
    """

    spot: Spot
    settled: Settled | None = None
    clusters: tuple[Cluster, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class PutDown:
    """For PutBack: the spot; and if it is good, the table at rest with the magnet on it. Else table is None."""

    spot: Spot
    table: Table | None = None


@dataclass(frozen=True, slots=True)
class Searched:
    """For NoStart: a legal spot within reach, if the world finds one; for SetAside: one anywhere on the table.

    found : (x, y) m and angle rad; None when there is none
    """

    found: tuple[float, float, float] | None


Facts = LaidOut | Rested | ShotResult | PutDown | Searched
