"""Where a magnet may be put or shot from: what is tried, in order, and the search for a legal spot."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import islice

import numpy as np

from magnetsim.physics import Physics
from magnetsim.rim import rim_depth, rim_point
from magnetsim.rules.xinxin.game import Options, Shoot, State, Way, legal, reach_of
from magnetsim.shot import Delivery, Flick, Push, Shot
from magnetsim.table import Board, Kind, Placed
from magnetsim.tabletop.footing import stands_well
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
PLAIN_SPEED = 1.0
"""m/s of a shot that only shows that one can shoot from there."""
TRIALS = 20
"""Spots that look good and are tried in earnest before a search gives up."""


def plain_shots(state: State, magnet: int) -> Iterator[Shoot]:
    """Legal shots of the player whose turn it is, straight in from all along the reach, the middle of the seat first.

    Central, without spin, of a middling speed, in each way that is allowed; where they start, a better one may.
    """
    options, seat, board = state.options, state.seats[state.seat], state.table.board
    kind = state.laid.kind_of(magnet)
    steps = math.floor(reach_of(state) / 2 / ARC_STEP * (1 - 1e-9))
    for way in options.ways:
        depth = start_depth(options, kind, way)
        for step in sorted(range(-steps, steps + 1), key=abs):
            (x, y), (inward_x, inward_y) = rim_point(board, seat.middle + step * ARC_STEP)
            direction = math.atan2(inward_y, inward_x)
            shot = plain_shot(options, way, magnet, direction, min(PLAIN_SPEED, options.speed_limit), depth)
            for pose in turned((x + depth * inward_x, y + depth * inward_y)):
                move = Shoot(pose[:2], pose[2], shot)
                if legal(state, move) is None:
                    yield move


def plain_shot(options: Options, way: Way, magnet: int, direction: float, speed: float, depth: float) -> Shot:
    """A central shot without spin: direction in rad, speed in m/s, from so deep (m) inside the rim."""
    match way:
        case Way.FLICK:
            return Flick(magnet, direction, speed)
        case Way.PUSH:
            return Push(magnet, direction, speed, longest_stroke(options, depth))
        case Way.DELIVER:
            return Delivery(magnet, direction, speed)


def start_depth(options: Options, kind: Kind, way: Way) -> float:
    """How deep (m) inside the rim a magnet stands to be shot: whole on the table if it may; negative behind the rim."""
    depth = min(options.start_depth, kind.outline.bounding_radius + INWARD)
    match way:
        case Way.FLICK:
            return depth
        case Way.PUSH:
            return min(depth, options.rim_zone / 2)
        case Way.DELIVER:
            return -depth


def longest_stroke(options: Options, depth: float) -> float:
    """A stroke (m) straight in from so deep (m) inside the rim that ends well within the rim's zone."""
    return min(options.stroke_limit, 0.9 * (options.rim_zone - depth))


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


def turned(point: tuple[float, float]) -> Iterator[Pose]:
    """A point in each of the angles in which a magnet is tried there."""
    for turn in range(TURNS):
        yield (*point, turn * 2 * math.pi / TURNS)


def find_start(state: State, physics: Physics) -> Pose | None:
    """A pose from which the player whose turn it is can legally shoot; None when none is found."""
    magnet = state.hand[state.seat]
    if magnet is None:
        return None
    kind, gap = state.laid.kind_of(magnet), physics.criteria.touch_gap
    looks_good = {held: stands_well(state.table, kind, gap, held=held) for held in (False, True)}
    good = (
        (shoot, held)
        for shoot in plain_shots(state, magnet)
        if looks_good[held := isinstance(shoot.shot, Delivery)](*shoot.position, shoot.angle)
    )
    for shoot, held in islice(good, TRIALS):
        pose = (*shoot.position, shoot.angle)
        if _is_free(state, magnet, pose, physics, held=held):
            return pose
    return None


def find_put_back(state: State, magnet: int, physics: Physics) -> Pose | None:
    """A pose anywhere on the table where a fallen magnet can legally be put; None when none is found."""
    kind = state.laid.kind_of(magnet)
    looks_good = stands_well(state.table, kind, physics.criteria.touch_gap)
    good = (pose for pose in table_poses(state.table.board, kind) if looks_good(*pose))
    return next((pose for pose in islice(good, TRIALS) if _is_free(state, magnet, pose, physics)), None)


def _is_free(state: State, magnet: int, pose: Pose, physics: Physics, *, held: bool = False) -> bool:
    """Whether a magnet that stands there touches and moves nothing, tried in earnest."""
    kind = int(state.laid.kind[state.laid.row(magnet)])
    spot, _ = stand(state.table, Placed(magnet, kind, pose[:2], pose[2]), physics, held=held)
    return not spot.touches and not spot.moves
