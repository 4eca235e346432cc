"""The rim as a line: arc length, points on it, and how far within it a point lies.

Arc length is in m, counter-clockwise as seen from above: from the first corner of a polygon, from the
point at +x of a round table. It is taken modulo the rim's length.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from magnetsim.kernels.polygon import holds_point
from magnetsim.table import Board

Point = tuple[float, float]


def rim_length(board: Board) -> float:
    """The rim's length in m."""
    if board.radius:
        return 2 * math.pi * board.radius
    return sum(math.dist(first, second) for first, second in _sides(board))


def rim_point(board: Board, arc: float) -> tuple[Point, Point]:
    """The point of the rim at an arc length (m), and the unit normal there that points inward."""
    if board.radius:
        x, y = math.cos(arc / board.radius), math.sin(arc / board.radius)
        return (board.radius * x, board.radius * y), (-x, -y)
    left = arc % rim_length(board)
    *sides, last = _sides(board)
    for first, second in sides:
        length = math.dist(first, second)
        if left < length:
            break
        left -= length
    else:
        # Rounding may leave a hair beyond the last corner.
        first, second = last
    (x1, y1), (x2, y2), length = first, second, math.dist(first, second)
    along_x, along_y = (x2 - x1) / length, (y2 - y1) / length
    return (x1 + along_x * left, y1 + along_y * left), (-along_y, along_x)


def rim_arc(board: Board, point: Point) -> float:
    """The arc length (m) of the rim's point that is nearest to a point."""
    if board.radius:
        return math.atan2(point[1], point[0]) % (2 * math.pi) * board.radius
    start, nearest, arc = 0.0, math.inf, 0.0
    for first, second in _sides(board):
        along, distance = _nearest(first, second, point)
        if distance < nearest:
            nearest, arc = distance, start + along
        start += math.dist(first, second)
    return arc % start


def rim_depth(board: Board, point: Point) -> float:
    """How far (m) within the rim a point lies; negative beyond it."""
    if board.radius:
        return board.radius - math.hypot(*point)
    distance = min(_nearest(first, second, point)[1] for first, second in _sides(board))
    return distance if holds_point(board.rim, *point) else -distance


def leads_in(board: Board, point: Point, ahead: Point, near: float) -> bool:
    """Whether who starts at a point (m) of the rim's neighbourhood and goes ahead (a vector) goes in from the rim.

    On the table, that is in from any side at most `near` (m) away: in a corner from either. Behind the rim it is in
    over the nearest, and beyond a corner over both.
    """
    if board.radius:
        return ahead[0] * point[0] + ahead[1] * point[1] < 0.0
    sides = list(_sides(board))
    distances = [_nearest(first, second, point)[1] for first, second in sides]
    within = holds_point(board.rim, *point) or min(distances) == 0.0
    reach = near if within else min(distances) + 1e-12
    ways = []
    for ((x1, y1), (x2, y2)), distance in zip(sides, distances, strict=True):
        in_front = (x2 - x1) * (point[1] - y1) - (y2 - y1) * (point[0] - x1) >= 0.0
        if distance <= reach and in_front == within:
            ways.append((x2 - x1) * ahead[1] - (y2 - y1) * ahead[0] > 0.0)
    return any(ways) if within else bool(ways) and all(ways)


def arc_between(board: Board, first: float, second: float) -> float:
    """The length (m) of the shorter way along the rim between two arc lengths."""
    length = rim_length(board)
    way = (first - second) % length
    return min(way, length - way)


def _sides(board: Board) -> Iterator[tuple[Point, Point]]:
    """The two ends of each side, counter-clockwise."""
    corners = board.rim.tolist()
    return zip(corners, corners[1:] + corners[:1], strict=True)


def _nearest(first: Point, second: Point, point: Point) -> tuple[float, float]:
    """How far (m) along a side its point nearest to a point lies, and how far off (m) that is."""
    (x1, y1), (x2, y2), (x, y) = first, second, point
    length = math.dist(first, second)
    share = ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length**2
    share = min(1.0, max(0.0, share))
    return share * length, math.hypot(x - x1 - share * (x2 - x1), y - y1 - share * (y2 - y1))
