"""The rim as a line: arc length, points on it, and how far within it a point lies.

Arc length is in m, counter-clockwise as seen from above: from the first corner of a polygon, from the
point at +x of a round table. It is taken modulo the rim's length.
"""

from __future__ import annotations

import math

import numpy as np

from magnetsim.table import Board, Floats

Point = tuple[float, float]


def rim_length(board: Board) -> float:
    """The rim's length in m."""
    if board.radius:
        return 2 * math.pi * board.radius
    return float(_sides(board)[1].sum())


def rim_point(board: Board, arc: float) -> tuple[Point, Point]:
    """The point of the rim at an arc length (m), and the unit normal there that points inward."""
    arc = arc % rim_length(board)
    if board.radius:
        angle = arc / board.radius
        x, y = math.cos(angle), math.sin(angle)
        return (board.radius * x, board.radius * y), (-x, -y)
    along, length, start = _sides(board)
    side = int(np.searchsorted(start, arc, side="right")) - 1
    tangent = along[side] / length[side]
    point = board.rim[side] + tangent * (arc - start[side])
    return (float(point[0]), float(point[1])), (-float(tangent[1]), float(tangent[0]))


def rim_arc(board: Board, point: Point) -> float:
    """The arc length (m) of the rim's point that is nearest to a point."""
    if board.radius:
        return math.atan2(point[1], point[0]) % (2 * math.pi) * board.radius
    _, length, start = _sides(board)
    along, distance = _nearest(board, point)
    side = int(np.argmin(distance))
    return float(start[side] + along[side] * length[side]) % rim_length(board)


def rim_depth(board: Board, point: Point) -> float:
    """How far (m) within the rim a point lies; negative beyond it."""
    if board.radius:
        return board.radius - math.hypot(*point)
    distance = float(_nearest(board, point)[1].min())
    return distance if _inside(board, point) else -distance


def arc_between(board: Board, first: float, second: float) -> float:
    """The length (m) of the shorter way along the rim between two arc lengths."""
    length = rim_length(board)
    way = (first - second) % length
    return min(way, length - way)


def _sides(board: Board) -> tuple[Floats, Floats, Floats]:
    """Each side as a vector (k, 2), its length (k,), and the arc length at which it starts (k,)."""
    along = np.roll(board.rim, -1, axis=0) - board.rim
    length = np.hypot(along[:, 0], along[:, 1])
    return along, length, np.concatenate(([0.0], np.cumsum(length)[:-1]))


def _nearest(board: Board, point: Point) -> tuple[Floats, Floats]:
    """For each side: where along it, in 0…1, its point nearest to a point lies, and how far off (m) it is."""
    along, length, _ = _sides(board)
    offset = np.asarray(point) - board.rim
    share = np.clip((offset * along).sum(axis=1) / length**2, 0.0, 1.0)
    gap = offset - share[:, None] * along
    return share, np.hypot(gap[:, 0], gap[:, 1])


def _inside(board: Board, point: Point) -> bool:
    """Whether a point lies within the polygon, by the number of sides that a ray to +x crosses."""
    x, y = point
    x1, y1 = board.rim[:, 0], board.rim[:, 1]
    x2, y2 = np.roll(x1, -1), np.roll(y1, -1)
    straddles = (y1 > y) != (y2 > y)
    rise = np.where(straddles, y2 - y1, 1.0)
    crosses = straddles & (x < x1 + (y - y1) * (x2 - x1) / rise)
    return bool(crosses.sum() % 2)
