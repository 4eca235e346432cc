"""Greedy: sends its shooter at the magnet whose capture looks best, by geometry alone; it asks physics nothing."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

import numpy as np

from magnetsim.match import Request
from magnetsim.players.tools import Tools
from magnetsim.players.turn import decide
from magnetsim.rim import Point, rim_depth
from magnetsim.rules.xinxin.game import Cluster, Move, Shoot, State, Way, reach_of, start_point
from magnetsim.table import GRAVITY, Floats, Table
from magnetsim.tabletop.spots import Pose, longest_stroke, plain_shot, plain_shots, start_depth

STARTS = 21
"""Places at the rim that are weighed up, at least."""
START_STEP = 0.02
"""m of rim between two of them, at most."""
NEIGHBOURHOOD = 3.0
"""A magnet counts as near another within so many times the sum of their bounding radii."""
BLOCKED = 2.0
"""How many magnets near the target a line that is not clear costs."""
WAY_MARKS = tuple(share / 8 for share in range(2, 8))
"""Parts of the way at which it is looked whether there is table: not so at the start, which may be behind the rim."""
LEAST_SPEED = 0.2
"""m/s, where there is no friction to overcome."""
TURNS = tuple(math.radians(30 * k) for k in (0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6))
"""What the shooter is turned by, off the way that the target draws it best, where it could not stand so."""


@dataclass(frozen=True, slots=True)
class Greedy:
    """The strategy `greedy`."""

    tools: Tools

    def choose(self, request: Request[State, Move], generator: np.random.Generator) -> Move:
        """The move that looks best; nothing is drawn."""
        return decide(self, request, generator, self.tools.touch_gap)

    def shots(self, view: State, magnet: int, generator: np.random.Generator) -> Iterator[Shoot]:
        """Shots at the targets, from where they are reached best, the best first."""
        way = next(one for one in (Way.FLICK, Way.PUSH, Way.DELIVER) if one in view.options.ways)
        yield from _aimed(view, magnet, way)
        yield from plain_shots(view, magnet)

    def new_shooter(self, view: State, magnets: Sequence[int], generator: np.random.Generator) -> int:
        """The one with the fewest others near it: what lies together is worth more as a target."""
        rows = [view.table.row(magnet) for magnet in magnets]
        crowd = _crowd(view.table)[rows]
        return magnets[int(np.argmin(crowd))]

    def cluster(self, clusters: Sequence[Cluster], generator: np.random.Generator) -> Cluster:
        """The largest; of equal ones the first."""
        return max(clusters, key=len)

    def put_back(self, view: State, poses: Sequence[Pose], generator: np.random.Generator) -> Iterable[Pose]:
        """As near to the own seat as can be."""
        (x, y), _ = start_point(view, view.seat, 0.0, 0.0)
        return sorted(poses, key=lambda pose: math.hypot(pose[0] - x, pose[1] - y))


def stopping_speed(distance: float, friction_kinetic: float) -> float:
    """The speed in m/s from which friction alone stops a magnet after a distance in m: √(2 µ g d)."""
    return math.sqrt(2 * friction_kinetic * GRAVITY * max(distance, 0.0))


def drawn_angle(bearing: float, moment_angle: float) -> float:
    """The angle (rad) in which a moment is drawn best to a magnet at this bearing (rad) with this moment angle (rad).

    It is the direction of the target's field there: B ∝ 3 (m·n) n − m.
    """
    along = math.cos(moment_angle - bearing)
    return math.atan2(
        3 * along * math.sin(bearing) - math.sin(moment_angle), 3 * along * math.cos(bearing) - math.cos(moment_angle)
    )


def _aimed(view: State, magnet: int, way: Way) -> Iterator[Shoot]:
    """Shots in one way at every target from every start, the best looking first."""
    table = view.table
    kind = view.laid.kind_of(magnet)
    depth = start_depth(view.options, kind, way)
    count = max(STARTS, math.ceil(reach_of(view) / START_STEP) + 1)
    starts = [start_point(view, view.seat, share, depth)[0] for share in np.linspace(-1.0, 1.0, count).tolist()]
    for position, row in _by_value(table, starts, kind.outline.bounding_radius):
        x, y = (table.position[row] - position).tolist()
        distance, direction = math.hypot(x, y), math.atan2(y, x)
        speed = _speed(view, way, distance, depth)
        if speed > view.options.speed_limit:
            continue
        angle = drawn_angle(direction, float(table.angle[row]))
        for turn in TURNS:
            yield Shoot(position, angle + turn, plain_shot(view.options, way, magnet, direction, speed, depth))


def _speed(view: State, way: Way, distance: float, depth: float) -> float:
    """The speed (m/s) that carries a shooter to a distance (m) away: to the target's middle, so that it strikes.

    depth : m, how deep inside the rim it starts
    """
    sliding = distance
    if way is Way.PUSH:
        sliding -= longest_stroke(view.options, depth)
    elif way is Way.DELIVER:
        sliding += depth
    return max(stopping_speed(sliding, view.table.board.friction_kinetic), LEAST_SPEED)


def _by_value(table: Table, starts: Sequence[Point], radius: float) -> Iterator[tuple[Point, int]]:
    """Each start (m) with each target's row, the best looking first, for a shooter of this bounding radius (m).

    What lies near a target counts one each, a line that is not clear costs BLOCKED, the way as much of one as it
    takes of the table. Lines are looked at as late as can be: most never matter.
    """
    size = 2 * float(np.abs(table.board.rim).max()) if len(table.board.rim) else 2 * table.board.radius
    crowd = _crowd(table)
    waiting = []
    for start, position in enumerate(starts):
        away = table.position - position
        worth = crowd - np.hypot(away[:, 0], away[:, 1]) / size
        waiting += [(-value, start, row, False) for row, value in enumerate(worth.tolist())]
    heapify(waiting)
    while waiting:
        cost, start, row, looked_at = heappop(waiting)
        if looked_at or _is_clear(table, starts[start], row, radius):
            yield starts[start], row
        else:
            heappush(waiting, (cost + BLOCKED, start, row, True))


def _is_clear(table: Table, start: Point, row: int, radius: float) -> bool:
    """Whether a shooter gets to a target in a straight line, past all others and on the table all the way."""
    away = table.position - start
    distance = float(np.hypot(*away[row]))
    x, y = (away[row] / distance).tolist()
    along = away[:, 0] * x + away[:, 1] * y
    beside = np.abs(away[:, 1] * x - away[:, 0] * y)
    if ((along > 0) & (along < distance - 1e-9) & (beside < _radii(table) + radius)).any():
        return False
    ways = [share * distance for share in WAY_MARKS]
    return all(rim_depth(table.board, (start[0] + way * x, start[1] + way * y)) > 0 for way in ways)


def _crowd(table: Table) -> Floats:
    """How many others lie near each magnet (n,) on the table."""
    position, radius = table.position, _radii(table)
    near = [
        np.hypot(position[:, 0] - x, position[:, 1] - y) < NEIGHBOURHOOD * (radius + own)
        for (x, y), own in zip(position.tolist(), radius.tolist(), strict=True)
    ]
    return np.array([row.sum() - 1.0 for row in near])


def _radii(table: Table) -> Floats:
    return np.array([kind.outline.bounding_radius for kind in table.kinds])[table.kind]
