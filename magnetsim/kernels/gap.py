"""Gaps between outlines: convex parts with a rounding, in poses on one plane.

The gap is the least distance between two outlines, negative where they overlap: then the depth of the deepest
pair of parts, by the separating axis that needs the least way out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from magnetsim.kernels.bundle import Bundle
from magnetsim.kernels.jit import inner, jit
from magnetsim.kernels.lengths import squared_length

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Approach = tuple[float, float, float, float, float]


@dataclass(frozen=True, eq=False)
class Shapes(Bundle):
    """The convex parts of k kinds of outline in flat arrays.

    corners : (c, 2) m, of all parts of all kinds        part : (p + 1,) where each part begins in corners
    kind : (k + 1,) where each kind begins in part       rounding, bounding : (k,) m
    """

    corners: Floats
    part: Integers
    kind: Integers
    rounding: Floats
    bounding: Floats


@dataclass(frozen=True, eq=False)
class Room(Bundle):
    """Where two outlines are placed to be compared; each thread has its own.

    corners1, corners2 : (c, 2) m        boxes1, boxes2 : (p, 4) m
    """

    corners1: Floats
    boxes1: Floats
    corners2: Floats
    boxes2: Floats


@dataclass(frozen=True, eq=False)
class Outlines(Bundle):
    """Outlines in their poses, among which pairs are sought.

    kind : (n,)        x, y : (n,) m        angle : (n,) rad        order : (n,) along x
    start, first : (n + 1,) where each one's begin in corners (c, 2) and boxes (p, 4), in which they are placed
    """

    kind: Integers
    x: Floats
    y: Floats
    angle: Floats
    order: Integers
    start: Integers
    first: Integers
    corners: Floats
    boxes: Floats


class ContactShape(Protocol):
    """What contact needs of an outline: convex counter-clockwise parts, each (c, 2) m; rounding and bounding radius, m.

    The bounding radius is of the circle about the origin that holds all, rounding included.
    """

    @property
    def parts(self) -> Sequence[Floats]: ...  # noqa: D102
    @property
    def rounding(self) -> float: ...  # noqa: D102
    @property
    def bounding_radius(self) -> float: ...  # noqa: D102


def flat_shapes(outlines: Iterable[ContactShape]) -> Shapes:
    """The shapes of some kinds of outline, in this order."""
    kinds = list(outlines)
    every = [part for one in kinds for part in one.parts]
    return Shapes(
        corners=np.concatenate([*every, np.empty((0, 2))]),
        part=np.cumsum([0, *(len(part) for part in every)], dtype=np.int64),
        kind=np.cumsum([0, *(len(one.parts) for one in kinds)], dtype=np.int64),
        rounding=np.array([one.rounding for one in kinds], dtype=np.float64),
        bounding=np.array([one.bounding_radius for one in kinds], dtype=np.float64),
    )


@inner()
def _place(shapes: Shapes, kind: int, x: float, y: float, angle: float, corners: Floats, boxes: Floats) -> None:
    """Fill the corners of one kind, (c, 2) m, turned by the angle (rad) and moved to x, y (m), and its boxes.

    boxes : (p, 4) least x, least y, greatest x and greatest y of each part, rounding included
    """
    first, last, rounding = shapes.kind[kind], shapes.kind[kind + 1], shapes.rounding[kind]
    start = shapes.part[first]
    cosine, sine = np.cos(angle), np.sin(angle)
    for p in range(first, last):
        least_x, least_y, most_x, most_y = np.inf, np.inf, -np.inf, -np.inf
        for k in range(shapes.part[p], shapes.part[p + 1]):
            u, v = shapes.corners[k, 0], shapes.corners[k, 1]
            corner_x, corner_y = x + cosine * u - sine * v, y + sine * u + cosine * v
            corners[k - start, 0], corners[k - start, 1] = corner_x, corner_y
            least_x, least_y = min(least_x, corner_x), min(least_y, corner_y)
            most_x, most_y = max(most_x, corner_x), max(most_y, corner_y)
        boxes[p - first, 0], boxes[p - first, 1] = least_x - rounding, least_y - rounding
        boxes[p - first, 2], boxes[p - first, 3] = most_x + rounding, most_y + rounding


@inner()
def _least_separation(a: Floats, b: Floats, enough: float) -> Approach:
    """How far b lies beyond that edge of a which parts them most, or beyond any by enough.

    Separation, outward normal, point of b; separation -inf when a has no edges.
    """
    most, most_x, most_y, point_x, point_y = -np.inf, 1.0, 0.0, 0.0, 0.0
    n = a.shape[0]
    if n < 3:
        return most, most_x, most_y, point_x, point_y
    for i in range(n):
        j = i + 1 if i + 1 < n else 0
        along_x, along_y = a[j, 0] - a[i, 0], a[j, 1] - a[i, 1]
        length = np.sqrt(along_x * along_x + along_y * along_y)
        normal_x, normal_y = along_y / length, -along_x / length
        nearest, at = np.inf, 0
        for k in range(b.shape[0]):
            beyond = (b[k, 0] - a[i, 0]) * normal_x + (b[k, 1] - a[i, 1]) * normal_y
            if beyond < nearest:
                nearest, at = beyond, k
        if nearest > most:
            most, most_x, most_y, point_x, point_y = nearest, normal_x, normal_y, b[at, 0], b[at, 1]
            if most > enough:
                break
    return most, most_x, most_y, point_x, point_y


@inner()
def _nearest_points(a: Floats, b: Floats) -> tuple[float, float, float, float, float]:
    """Square of the least distance from a corner of a to the border of b, and the two points."""
    least, from_x, from_y, to_x, to_y = np.inf, 0.0, 0.0, 0.0, 0.0
    n = b.shape[0]
    for i in range(n):
        j = i + 1 if i + 1 < n else 0
        along_x, along_y = b[j, 0] - b[i, 0], b[j, 1] - b[i, 1]
        square = along_x * along_x + along_y * along_y
        for k in range(a.shape[0]):
            off_x, off_y = a[k, 0] - b[i, 0], a[k, 1] - b[i, 1]
            share = 0.0
            if square > 0.0:
                share = min(max((off_x * along_x + off_y * along_y) / square, 0.0), 1.0)
            miss_x, miss_y = off_x - share * along_x, off_y - share * along_y
            distance = miss_x * miss_x + miss_y * miss_y
            if distance < least:
                least, from_x, from_y = distance, a[k, 0], a[k, 1]
                to_x, to_y = b[i, 0] + share * along_x, b[i, 1] + share * along_y
    return least, from_x, from_y, to_x, to_y


@inner()
def part_gap(a: Floats, b: Floats, rounding_a: float, rounding_b: float, limit: float) -> Approach:
    """Gap, unit normal from a to b and a point between two placed convex parts; inf when over the limit."""
    rounding = rounding_a + rounding_b
    enough = limit + rounding
    apart, normal_x, normal_y, point_x, point_y = _least_separation(a, b, enough)
    if apart <= enough:
        other, other_x, other_y, other_px, other_py = _least_separation(b, a, enough)
        if other > apart:
            apart, normal_x, normal_y, point_x, point_y = other, -other_x, -other_y, other_px, other_py
    if apart > enough:
        return np.inf, normal_x, normal_y, point_x, point_y
    if -np.inf < apart <= 0.0:
        return apart - rounding, normal_x, normal_y, point_x, point_y
    square, ax, ay, bx, by = _nearest_points(a, b)
    back, back_bx, back_by, back_ax, back_ay = _nearest_points(b, a)
    if back < square:
        square, ax, ay, bx, by = back, back_ax, back_ay, back_bx, back_by
    distance = np.sqrt(square)
    if distance > 0.0:
        normal_x, normal_y = (bx - ax) / distance, (by - ay) / distance
    middle_x = (ax + rounding_a * normal_x + bx - rounding_b * normal_x) / 2
    middle_y = (ay + rounding_a * normal_y + by - rounding_b * normal_y) / 2
    return distance - rounding, normal_x, normal_y, middle_x, middle_y


@inner()
def _placed_gap(
    shapes: Shapes,
    kind1: int,
    corners1: Floats,
    boxes1: Floats,
    kind2: int,
    corners2: Floats,
    boxes2: Floats,
    limit: float,
) -> Approach:
    best = (np.inf, 1.0, 0.0, 0.0, 0.0)
    first1, first2 = shapes.kind[kind1], shapes.kind[kind2]
    zero1, zero2 = shapes.part[first1], shapes.part[first2]
    for p in range(first1, shapes.kind[kind1 + 1]):
        a = corners1[shapes.part[p] - zero1 : shapes.part[p + 1] - zero1]
        for q in range(first2, shapes.kind[kind2 + 1]):
            enough = min(limit, best[0])
            one, other = boxes1[p - first1], boxes2[q - first2]
            if max(one[0] - other[2], other[0] - one[2], one[1] - other[3], other[1] - one[3]) > enough:
                continue
            b = corners2[shapes.part[q] - zero2 : shapes.part[q + 1] - zero2]
            found = part_gap(a, b, shapes.rounding[kind1], shapes.rounding[kind2], enough)
            if found[0] < best[0]:
                best = found
    return best


def room_for_a_pair(shapes: Shapes) -> Room:
    """Room for any two of some kinds."""
    corners = int(np.diff(shapes.part[shapes.kind]).max(initial=0))
    parts = int(np.diff(shapes.kind).max(initial=0))
    return Room(*(np.empty(shape) for shape in ((corners, 2), (parts, 4)) * 2))


@inner()
def pair_gap_in(
    room: Room,
    shapes: Shapes,
    kind1: int,
    x1: float,
    y1: float,
    angle1: float,
    kind2: int,
    x2: float,
    y2: float,
    angle2: float,
    limit: float,
) -> Approach:
    """As pair_gap, in a compiled function that has room for a pair."""
    _place(shapes, kind1, x1, y1, angle1, room.corners1, room.boxes1)
    _place(shapes, kind2, x2, y2, angle2, room.corners2, room.boxes2)
    return _placed_gap(shapes, kind1, room.corners1, room.boxes1, kind2, room.corners2, room.boxes2, limit)


def pair_gap(
    shapes: Shapes,
    kind1: int,
    x1: float,
    y1: float,
    angle1: float,
    kind2: int,
    x2: float,
    y2: float,
    angle2: float,
    limit: float = np.inf,
) -> Approach:
    """Gap (m), unit normal from 1 to 2 and a point (m) between two outlines in their poses (m, rad).

    Beyond the limit (m) the gap is given as inf.
    """
    kind = np.array([kind1, kind2], dtype=np.int64)
    x, y, angle = (np.array(values, dtype=np.float64) for values in ((x1, x2), (y1, y2), (angle1, angle2)))
    _, approaches = near_pairs(shapes, kind, x, y, angle, limit)
    return tuple(approaches[0].tolist()) if len(approaches) else (np.inf, 1.0, 0.0, 0.0, 0.0)


def near_pairs(
    shapes: Shapes, kind: Integers, x: Floats, y: Floats, angle: Floats, reach: float
) -> tuple[Integers, Floats]:
    """All pairs of n outlines whose gap is at most reach (m), in order.

    kind : (n,)        x, y : (n,) m        angle : (n,) rad
    Gives (m, 2) the pair's rows, the smaller first, and (m, 5) gap, normal from the first to the second, point.
    """
    n = len(x)
    begin = np.zeros((2, n + 1), dtype=np.int64)
    np.cumsum(np.diff(shapes.part[shapes.kind])[kind], out=begin[0, 1:])
    np.cumsum(np.diff(shapes.kind)[kind], out=begin[1, 1:])
    order = np.argsort(x, kind="stable").astype(np.int64)
    outlines = Outlines(
        kind=np.ascontiguousarray(kind),
        x=np.ascontiguousarray(x),
        y=np.ascontiguousarray(y),
        angle=np.ascontiguousarray(angle),
        order=order,
        start=begin[0],
        first=begin[1],
        corners=np.empty((begin[0, n], 2)),
        boxes=np.empty((begin[1, n], 4)),
    )
    pairs, approaches = np.empty((4 * n, 2), dtype=np.int64), np.empty((4 * n, 5))
    found = _sweep(shapes, outlines, reach, pairs, approaches)
    if found > len(pairs):
        pairs, approaches = np.empty((found, 2), dtype=np.int64), np.empty((found, 5))
        _sweep(shapes, outlines, reach, pairs, approaches)
    pairs, approaches = pairs[:found], approaches[:found]
    sequence = np.lexsort((pairs[:, 1], pairs[:, 0]))
    return pairs[sequence], approaches[sequence]


@jit(counted=False)
def _sweep(shapes: Shapes, outlines: Outlines, reach: float, pairs: Integers, approaches: Floats) -> int:
    """Fill what near_pairs gives, in the order of a sweep along x, as far as there is room; how many there are."""
    kind, x, y, order = outlines.kind, outlines.x, outlines.y, outlines.order
    start, first, corners, boxes = outlines.start, outlines.first, outlines.corners, outlines.boxes
    n = x.shape[0]
    widest = 0.0
    for i in range(n):
        widest = max(widest, shapes.bounding[kind[i]])
        own = corners[start[i] : start[i + 1]]
        _place(shapes, kind[i], x[i], y[i], outlines.angle[i], own, boxes[first[i] : first[i + 1]])
    found = 0
    for p in range(n):
        for q in range(p + 1, n):
            if x[order[q]] - x[order[p]] > shapes.bounding[kind[order[p]]] + widest + reach:
                break
            i, j = min(order[p], order[q]), max(order[p], order[q])
            far = shapes.bounding[kind[i]] + shapes.bounding[kind[j]] + reach
            if squared_length(x[i] - x[j], y[i] - y[j]) > far * far:
                continue
            gap, normal_x, normal_y, point_x, point_y = _placed_gap(
                shapes,
                kind[i],
                corners[start[i] : start[i + 1]],
                boxes[first[i] : first[i + 1]],
                kind[j],
                corners[start[j] : start[j + 1]],
                boxes[first[j] : first[j + 1]],
                reach,
            )
            if gap > reach:
                continue
            if found < pairs.shape[0]:
                pairs[found, 0], pairs[found, 1] = i, j
                approaches[found, 0] = gap
                approaches[found, 1], approaches[found, 2] = normal_x, normal_y
                approaches[found, 3], approaches[found, 4] = point_x, point_y
            found += 1
    return found
