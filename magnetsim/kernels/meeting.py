"""Where two outlines meet: the distance of their borders, and how far to move together to a given gap."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from magnetsim.kernels.jit import jit

Floats = npt.NDArray[np.float64]

NEAR_ENOUGH = 1e-6
"""The error of a gap over the extent of the outlines."""
MOST_STEPS = 200


@jit()
def border_distance(corners1: Floats, corners2: Floats, dx: float, dy: float, angle: float) -> float:
    """The distance (m) of the borders of two polygons that do not cross.

    corners1, corners2 : (k, 2) m        dx, dy, angle : place (m) and turn (rad) of 2 in the frame of 1
    """
    cosine, sine = np.cos(angle), np.sin(angle)
    least = np.inf
    # From each corner of one to each edge of the other, in the frame of the other.
    for swapped in (False, True):
        points, edges = (corners1, corners2) if swapped else (corners2, corners1)
        for p in range(points.shape[0]):
            u, v = points[p, 0], points[p, 1]
            if swapped:
                x, y = cosine * (u - dx) + sine * (v - dy), cosine * (v - dy) - sine * (u - dx)
            else:
                x, y = dx + cosine * u - sine * v, dy + sine * u + cosine * v
            for e in range(edges.shape[0]):
                f = e + 1 if e + 1 < edges.shape[0] else 0
                along_x, along_y = edges[f, 0] - edges[e, 0], edges[f, 1] - edges[e, 1]
                off_x, off_y = x - edges[e, 0], y - edges[e, 1]
                share = (off_x * along_x + off_y * along_y) / (along_x * along_x + along_y * along_y)
                share = min(max(share, 0.0), 1.0)
                off_x, off_y = off_x - share * along_x, off_y - share * along_y
                least = min(least, off_x * off_x + off_y * off_y)
    return float(np.sqrt(least))


@jit()
def meeting_distance(corners1: Floats, corners2: Floats, direction: float, angle: float, gap: float) -> float:
    """How far from 1 the centre of 2 stops when it comes in along a direction, at this gap (m) of the borders.

    corners1, corners2 : (k, 2) m        direction, angle : rad, of the centre and of the body of 2 in the frame of 1
    """
    cosine, sine = np.cos(direction), np.sin(direction)
    reach1 = reach2 = 0.0
    for corner in corners1:
        reach1 = max(reach1, np.hypot(corner[0], corner[1]))
    for corner in corners2:
        reach2 = max(reach2, np.hypot(corner[0], corner[1]))
    reach = reach1 + reach2
    distance = reach + gap
    # A step by what the gap is too wide never goes too far.
    for _ in range(MOST_STEPS):
        spare = border_distance(corners1, corners2, distance * cosine, distance * sine, angle) - gap
        distance -= spare
        if spare < NEAR_ENOUGH * reach:
            break
    return float(distance)
