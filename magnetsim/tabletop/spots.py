"""Where a magnet may be put: spots in the order in which they are tried, and the search for a legal one."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from itertools import islice

import numpy as np

from magnetsim.physics import Physics
from magnetsim.rim import rim_depth, rim_point
from magnetsim.rules.xinxin import Options, Seat, State, Way
from magnetsim.table import Board, Kind, Placed
from magnetsim.tabletop.footing import StandsWell, stands_well
from magnetsim.tabletop.standing import stand

Pose = tuple[float, float, float]
"""x, y in m and angle in rad."""

ARC_STEP = 0.01
"""m of rim between two spots to shoot from."""
GRID_STEP = 0.02
"""m between two spots of the table."""
TURNS = 8
"""In how many angles a magnet is tried at a spot."""
INWARD = 1e-3
"""m that a shooter stands further in than it must."""
TRIALS = 20
"""Spots that look good and are tried in earnest before a search gives up."""


def start_poses(board: Board, seat: Seat, options: Options, kind: Kind, *, behind: bool) -> Iterator[Pose]:
    """Poses at a seat's rim to shoot a magnet of a kind from, from the seat's middle outward.

    behind : behind the rim, as for a delivery; else on the table, whole if it may stand that far in
    """
    depth = min(options.start_depth, kind.outline.bounding_radius + INWARD)
    steps = math.floor(options.reach / 2 / ARC_STEP * (1 - 1e-9))
    for step in sorted(range(-steps, steps + 1), key=abs):
        yield from turned(at_rim(board, seat.middle + step * ARC_STEP, -depth if behind else depth))


def table_poses(board: Board, kind: Kind) -> Iterator[Pose]:
    """Poses all over the table in which a magnet of a kind is on it whole."""
    if board.radius:
        low, high = np.full(2, -board.radius), np.full(2, board.radius)
    else:
        low, high = board.rim.min(axis=0), board.rim.max(axis=0)
    for y in np.arange(low[1] + GRID_STEP / 2, high[1], GRID_STEP).tolist():
        for x in np.arange(low[0] + GRID_STEP / 2, high[0], GRID_STEP).tolist():
            if rim_depth(board, (x, y)) >= kind.outline.bounding_radius:
                yield from turned((x, y))


def at_rim(board: Board, arc: float, depth: float) -> tuple[float, float]:
    """The point (m) so deep (m) inside the rim, outside where negative, at an arc length (m)."""
    (x, y), (inward_x, inward_y) = rim_point(board, arc)
    return x + depth * inward_x, y + depth * inward_y


def turned(point: tuple[float, float]) -> Iterator[Pose]:
    """A point in each of the angles in which a magnet is tried there."""
    for turn in range(TURNS):
        yield (*point, turn * 2 * math.pi / TURNS)


def find_start(state: State, physics: Physics) -> Pose | None:
    """A pose from which the player whose turn it is can legally shoot; None when none is found."""
    magnet = state.hand[state.seat]
    if magnet is None:
        return None
    kind = state.laid.kind_of(magnet)
    ways = set(state.options.ways)
    sides = [behind for behind, one in ((False, ways - {Way.DELIVER}), (True, ways & {Way.DELIVER})) if one]
    for behind in sides:
        poses = start_poses(state.table.board, state.seats[state.seat], state.options, kind, behind=behind)
        found = _first_legal(state, magnet, poses, physics, held=behind)
        if found is not None:
            return found
    return None


def find_put_back(state: State, magnet: int, physics: Physics) -> Pose | None:
    """A pose anywhere on the table where a fallen magnet can legally be put; None when none is found."""
    poses = table_poses(state.table.board, state.laid.kind_of(magnet))
    return _first_legal(state, magnet, poses, physics, held=False)


def good_poses(poses: Iterable[Pose], looks_good: StandsWell) -> Iterator[Pose]:
    """Those that look good."""
    return (pose for pose in poses if looks_good(*pose))


def _first_legal(state: State, magnet: int, poses: Iterable[Pose], physics: Physics, *, held: bool) -> Pose | None:
    kind = int(state.laid.kind[state.laid.row(magnet)])
    looks_good = stands_well(state.table, state.laid.kind_of(magnet), physics.criteria.touch_gap, held=held)
    for x, y, angle in islice(good_poses(poses, looks_good), TRIALS):
        spot, _ = stand(state.table, Placed(magnet, kind, (x, y), angle), physics, held=held)
        if not spot.touches and not spot.moves:
            return x, y, angle
    return None
