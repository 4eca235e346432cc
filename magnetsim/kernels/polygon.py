"""Simple polygons as (k, 2) arrays of corners in m: area, centroid, perimeter, moments, crossings, symmetry."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


def cross(a: Floats, b: Floats) -> Floats:
    """The z component of a × b: (…,) of vectors (…, 2), one of which may be a single one (2,)."""
    product: Floats = a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
    return product


def area_and_centroid(corners: Floats) -> tuple[float, Floats]:
    """Signed area (m²), positive when counter-clockwise, and centroid (2,) in m; of no area, the mean of the corners.

    corners : (k, 2) m
    """
    middle = corners.mean(axis=0)
    start = corners - middle
    end = np.roll(start, -1, axis=0)
    twice = cross(start, end)
    area = float(twice.sum()) / 2
    if area == 0:
        return 0.0, middle
    return area, middle + (twice[:, None] * (start + end)).sum(axis=0) / (6 * area)


def perimeter(corners: Floats) -> float:
    """The length (m) of the border of corners (k, 2) in m."""
    return float(np.hypot(*(np.roll(corners, -1, axis=0) - corners).T).sum())


def holds_point(corners: Floats, x: float, y: float) -> bool:
    """Whether a point lies in the polygon; one on the border does.

    corners : (k, 2) m        x, y : m
    Plain, so that it can be called as it is and compiled into a loop.
    """
    odd = False
    previous = len(corners) - 1
    for corner in range(len(corners)):
        ax, ay, bx, by = corners[previous, 0], corners[previous, 1], corners[corner, 0], corners[corner, 1]
        side = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        if side == 0.0 and min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by):
            return True
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            odd = not odd
        previous = corner
    return odd


def second_moment(corners: Floats) -> float:
    """∫ r² dA (m⁴) about the origin, of counter-clockwise corners (k, 2) in m."""
    start, end = corners, np.roll(corners, -1, axis=0)
    squares = (start * start + start * end + end * end).sum(axis=1)
    return float((cross(start, end) * squares).sum()) / 12


def integral_of_radius(corners: Floats) -> float:
    """∫ |r| dA (m³) about the origin, of counter-clockwise corners (k, 2) in m.

    Each edge makes a triangle with the origin. In polar coordinates about it, with the edge at distance h and
    its ends at s along it from the foot, the integral is h³/3 ∫ sec³φ dφ = (h/6) [s √(h²+s²) + h² asinh(s/h)].
    """
    total = 0.0
    for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        along = (end - start) / np.hypot(*(end - start))
        h = float(cross(start, along))
        if h == 0:
            continue
        for point, sign in ((end, 1.0), (start, -1.0)):
            s = float(point @ along)
            total += sign * h / 6 * (s * np.hypot(h, s) + h * h * np.arcsinh(s / abs(h)))
    return float(total)


def repeated_corner(corners: Floats) -> int | None:
    """The index of a corner of (k, 2) that the next one repeats, or None; 1e-9 of the extent apart is the same."""
    length = np.hypot(*(np.roll(corners, -1, axis=0) - corners).T)
    shortest = int(np.argmin(length))
    return shortest if length[shortest] <= 1e-9 * _extent(corners) else None


def spike(corners: Floats) -> int | None:
    """The index of a corner of (k, 2), none repeated, at which the edges turn straight back, or None."""
    edge = np.roll(corners, -1, axis=0) - corners
    direction = edge / np.hypot(edge[:, 0], edge[:, 1])[:, None]
    cosine = (direction * np.roll(direction, 1, axis=0)).sum(axis=1)
    sharpest = int(np.argmin(cosine))
    return sharpest if cosine[sharpest] < -1 + 1e-12 else None


def crossing_edges(corners: Floats) -> tuple[int, int] | None:
    """Two edges that cross or touch though they are not neighbours, by the indices of their first corners, or None.

    corners : (k, 2) m
    """
    n = len(corners)
    edge = np.roll(corners, -1, axis=0) - corners
    slack = 1e-13 * _extent(corners) ** 2
    for i in range(n - 2):
        others = np.arange(i + 2, n if i > 0 else n - 1)
        met = segment_meets(corners[i], edge[i], corners[others], edge[others], slack)
        if met.any():
            return i, int(others[np.flatnonzero(met)[0]])
    return None


def segment_meets(start: Floats, along: Floats, starts: Floats, alongs: Floats, slack: float) -> npt.NDArray[np.bool_]:
    """Whether the segment start + [0, 1] along meets each of n others: (n,).

    start, along : (2,) m        starts, alongs : (n, 2) m        slack : m², turns a near miss into a touch
    """
    end, ends = start + along, starts + alongs
    a, b = cross(along, starts - start), cross(along, ends - start)
    c, d = cross(alongs, start - starts), cross(alongs, end - starts)
    apart = (np.minimum(a, b) > slack) | (np.maximum(a, b) < -slack)
    apart |= (np.minimum(c, d) > slack) | (np.maximum(c, d) < -slack)
    beyond = np.maximum(starts, ends) < np.minimum(start, end)
    beyond |= np.minimum(starts, ends) > np.maximum(start, end)
    met: npt.NDArray[np.bool_] = ~(apart | beyond.any(axis=1))
    return met


def mirror_sum(corners: Floats) -> int | None:
    """The c for which corners i and (c - i) mod k of (k, 2) are each other's mirror image in the x axis, or None."""
    n = len(corners)
    mirrored = corners * (1.0, -1.0)
    near = 1e-9 * _extent(corners)
    for partner in np.flatnonzero(np.hypot(*(corners - mirrored[0]).T) < near):
        if np.hypot(*(corners[(int(partner) - np.arange(n)) % n] - mirrored).T).max() < near:
            return int(partner)
    return None


def _extent(corners: Floats) -> float:
    return float(np.ptp(corners, axis=0).max())
