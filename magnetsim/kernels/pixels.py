"""What pictures are made of, pixel by pixel: what a view sees of a level plane, distances to outlines, colours laid on.

The view is a pinhole's that is tilted about x alone, so that one row of pixels sees one y of any level plane. A view is
(x, y, z, sine, cosine, focal, u, v): the pinhole's place (m), the tilt from the vertical, the focal length (px) and
the pixel that it looks along. Colours are 0…255 in arrays (height, width, 3) of uint8, which are drawn upon.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from magnetsim.kernels.jit import inner, jit

Floats = npt.NDArray[np.float64]
Pixels = npt.NDArray[np.uint8]
Distances = npt.NDArray[np.float32]
View = tuple[float, float, float, float, float, float, float, float]

MAP_REACH = 1.35
"""How far a distance map reaches from the centroid, in bounding radii."""


@jit(fast_sums=True)
def distance_map(corners: Floats, rounding: float, half: float, out: Distances) -> None:
    """Fill a square grid with the signed distance (m) to an outline, negative within it.

    corners : (k, 2) m, counter-clockwise        rounding : m, added round them
    half : m, the grid reaches from -half to half, MAP_REACH times the bounding radius        out : (g, g), rows along y
    """
    g, k = out.shape[0], corners.shape[0]
    for i in range(g):
        y = half * (2.0 * i / (g - 1) - 1.0)
        for j in range(g):
            x = half * (2.0 * j / (g - 1) - 1.0)
            out[i, j] = polygon_distance(corners, k, x, y) - rounding


@inner()
def polygon_distance(corners: Floats, k: int, x: float, y: float) -> float:
    """The distance of a point to a polygon's edges, negative within it; of one corner, to that corner.

    corners : (k or more, 2) m, of which the first k count, counter-clockwise        x, y : m
    """
    nearest, inside = np.inf, False
    for e in range(k):
        ax, ay = corners[e, 0], corners[e, 1]
        bx, by = corners[(e + 1) % k, 0], corners[(e + 1) % k, 1]
        dx, dy = bx - ax, by - ay
        length = dx * dx + dy * dy
        share = 0.0
        if length > 0.0:
            share = min(1.0, max(0.0, ((x - ax) * dx + (y - ay) * dy) / length))
        ox, oy = x - ax - share * dx, y - ay - share * dy
        nearest = min(nearest, ox * ox + oy * oy)
        if (ay > y) != (by > y) and x < ax + (y - ay) * dx / dy:
            inside = not inside
    distance: float = np.sqrt(nearest)
    return -distance if inside else distance


@inner()
def row_plane(view: View, row: int, z: float) -> tuple[float, float, float]:
    """What a row of pixels sees of the plane at height z: y (m), x (m) at the first pixel, m a pixel; 0 if nothing."""
    slope = (view[7] - row - 0.5) / view[5]
    down = view[4] - slope * view[3]
    if down <= 1e-3:
        return 0.0, 0.0, 0.0
    reach = (view[2] - z) / down
    step = reach / view[5]
    return view[1] + reach * (view[3] + slope * view[4]), view[0] + (0.5 - view[6]) * step, step


@inner()
def smooth_step(edge: float, x: float, width: float) -> float:
    """0 below the edge, 1 above it, smooth over a width; all in one unit."""
    t = min(1.0, max(0.0, (x - edge) / width + 0.5))
    return t * t * (3.0 - 2.0 * t)


@inner()
def distance_at(distances: Distances, half: float, u: float, v: float) -> float:
    """The distance at a point of the body's frame; beyond the grid, that at its edge and the way to it.

    distances, half : (g, g) m and m, as of distance_map        u, v : m
    """
    g = distances.shape[0]
    a, b = (u / half + 1.0) * 0.5 * (g - 1), (v / half + 1.0) * 0.5 * (g - 1)
    ca, cb = min(max(a, 0.0), g - 1.001), min(max(b, 0.0), g - 1.001)
    i, j = int(cb), int(ca)
    fa, fb = ca - j, cb - i
    low = distances[i, j] * (1.0 - fa) + distances[i, j + 1] * fa
    high = distances[i + 1, j] * (1.0 - fa) + distances[i + 1, j + 1] * fa
    beyond = np.hypot(a - ca, b - cb) * 2.0 * half / (g - 1)
    distance: float = low * (1.0 - fb) + high * fb + beyond
    return distance


@inner()
def blend(out: Pixels, row: int, column: int, r: float, g: float, b: float, share: float) -> None:
    """Lay a colour, 0…255, on a pixel of out (height, width, 3), by a share of 0…1."""
    for channel, value in ((0, r), (1, g), (2, b)):
        before = float(out[row, column, channel])
        out[row, column, channel] = np.uint8(min(255.0, max(0.0, before + share * (value - before) + 0.5)))


@inner()
def window(
    view: View, x: float, y: float, reach: float, low: float, high: float, shape: tuple[int, int]
) -> tuple[int, int, int, int]:
    """The rows and columns (first, end, first, end) that can see a level circle's column between two heights.

    x, y, reach, low, high : m, the circle's middle and radius, and the heights        shape : (height, width) px
    """
    u0, u1, v0, v1 = np.inf, -np.inf, np.inf, -np.inf
    for z in (low, high):
        for sx in (-reach, reach):
            for sy in (-reach, reach):
                px, py, pz = x + sx - view[0], y + sy - view[1], z - view[2]
                depth = py * view[3] - pz * view[4]
                if depth <= 1e-6:
                    return 0, shape[0], 0, shape[1]
                u = view[6] + view[5] * px / depth
                v = view[7] - view[5] * (py * view[4] + pz * view[3]) / depth
                u0, u1, v0, v1 = min(u0, u), max(u1, u), min(v0, v), max(v1, v)
    top, bottom = max(0, int(np.floor(v0)) - 1), min(shape[0], int(np.ceil(v1)) + 2)
    left, right = max(0, int(np.floor(u0)) - 1), min(shape[1], int(np.ceil(u1)) + 2)
    return top, bottom, left, right
