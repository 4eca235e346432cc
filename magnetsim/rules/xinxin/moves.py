"""The moves of 《心心相引》. Chance makes LayOut, Deal and Catch; the player whose turn it is makes the others."""

from __future__ import annotations

from dataclasses import dataclass

from magnetsim.shot import Shot
from magnetsim.table import Cluster


@dataclass(frozen=True, slots=True)
class LayOut:
    """A whole new game among the tied (X2.3), laid out from this seed."""

    seed: int


@dataclass(frozen=True, slots=True)
class Deal:
    """The draw of shooters, by place in `playing` (X1.3), and of the starting seat (X1.5).

    lying : of the shooters, those that were shot before and stay on the table, where a game is taken up in its middle
    """

    shooters: tuple[int, ...]
    start: int
    lying: tuple[int, ...] = ()

    @property
    def into_hands(self) -> tuple[int, ...]:
        """The shooters that are taken up at once."""
        return tuple(magnet for magnet in self.shooters if magnet not in self.lying)


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
