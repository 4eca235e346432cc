"""What a table of 《心心相引》 agrees on before the start: ways of shooting, options, seats, teams. SI throughout."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from magnetsim.language import Phrase
from magnetsim.shot import Delivery, Flick, Push, Shot
from magnetsim.table import TOUCH_GAP


class Way(Enum):
    """How a shooter is sent in (X1.6)."""

    FLICK = "flick"
    PUSH = "push"
    DELIVER = "deliver"


def way_of(shot: Shot) -> Way:
    """The way that a shot is."""
    match shot:
        case Flick():
            return Way.FLICK
        case Push():
            return Way.PUSH
        case Delivery():
            return Way.DELIVER


@dataclass(frozen=True, slots=True)
class Options:
    """What a table agrees on before the start.

    ways : the ways of shooting that are allowed; one only is the way agreed for the whole game (X1.7)
    teams : two who sit opposite each other play together (X4.6)
    free_movement : everybody may shoot from anywhere on the rim, not from the own seat only (X4.6)
    only_largest : house rule: of several new clusters only the largest may be taken (X4.2)
    changed_is_new : house rule: a cluster that changed in any way counts as new (X4.3)
    must_take : house rule: who made a new cluster must take one (X3.3)
    falls_to_next : house rule: what falls is the next player's, uncaught, and who let it fall takes no cluster (X4.4)
    reach : m, the length of rim that a seated player reaches, half of it to either hand
    seat_width : m of rim that a player needs to sit at
    start_depth : m, how far from the rim a shooter's centre may stand at the start, inside or, to be delivered, outside
    rim_zone : m from the rim within which a push must let go
    stroke_limit : m, the longest push
    speed_limit : m/s        spin_limit : rad/s, of a delivery
    catch_reach : m along the rim from the seat's middle within which a player tries to catch
    refusals : refused moves in a turn after which it is forfeited
    stalemate_rounds : full rounds without a new cluster or a catch that end a game; a bound of our own
    turn_limit : turns that end a game whatever happens; a bound of our own
    replays : tied games played again before the match is undecided
    touch_gap : m, at most this far apart magnets touch at the start (X1.2)
    """

    ways: tuple[Way, ...] = (Way.FLICK, Way.PUSH, Way.DELIVER)
    teams: bool = False
    free_movement: bool = False
    only_largest: bool = False
    changed_is_new: bool = False
    must_take: bool = False
    falls_to_next: bool = False
    reach: float = 0.40
    seat_width: float = 0.30
    start_depth: float = 0.03
    rim_zone: float = 0.12
    stroke_limit: float = 0.10
    speed_limit: float = 5.0
    spin_limit: float = 60.0
    catch_reach: float = 0.35
    refusals: int = 3
    stalemate_rounds: int = 10
    turn_limit: int = 1000
    replays: int = 20
    touch_gap: float = TOUCH_GAP


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the rim.

    middle : m, arc length of its middle (see rim.py)
    catch_skill : chance in 0…1 that the player catches a magnet that falls within reach
    """

    middle: float
    catch_skill: float = 0.3


def teams_of(players: int) -> tuple[tuple[int, int], ...]:
    """The teams of two who sit opposite each other, by seat (X4.6); ValueError when so many do not divide."""
    if players < 4 or players % 2:
        raise ValueError(Phrase("teams of two need an even number of players, 4 or more; got {got}", got=players))
    half = players // 2
    return tuple((seat, seat + half) for seat in range(half))
