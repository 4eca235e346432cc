"""The facts that the moves of 《心心相引》 need from the world, always for the state *before* the move.

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

from magnetsim.shot import Settled
from magnetsim.table import Cluster, Table


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


def table_of(facts: Facts | None) -> Table | None:
    """The table that facts tell of; None where they tell of none."""
    match facts:
        case LaidOut() | PutDown():
            return facts.table
        case Rested():
            return facts.settled.table
        case ShotResult():
            return None if facts.settled is None else facts.settled.table
        case _:
            return None
