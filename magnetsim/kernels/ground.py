"""The ground of a picture: the room, the wooden rim of the table, the cloth within. Views as in pixels.py."""

from __future__ import annotations

import numpy as np

from magnetsim.kernels.jit import inner, jit
from magnetsim.kernels.pixels import Floats, Pixels, View, polygon_distance, row_plane, smooth_step

_EDGE = 1.3
"""How far into the cloth its edge is shaded, in breadths of the wood."""


@inner()
def _noise(x: float, y: float) -> float:
    """A number in 0…1 that looks random, the same for the same cell of the unit grid."""
    i, j = int(np.floor(x)), int(np.floor(y))
    h = (i * 374761393 + j * 668265263) & 0xFFFFFFFF
    h = ((h ^ (h >> 13)) * 1274126177) & 0xFFFFFFFF
    return ((h ^ (h >> 16)) & 0xFFFF) / 65535.0


@inner()
def _smooth_noise(x: float, y: float) -> float:
    fx, fy = x - np.floor(x), y - np.floor(y)
    fx, fy = fx * fx * (3.0 - 2.0 * fx), fy * fy * (3.0 - 2.0 * fy)
    low = _noise(x, y) * (1.0 - fx) + _noise(x + 1.0, y) * fx
    high = _noise(x, y + 1.0) * (1.0 - fx) + _noise(x + 1.0, y + 1.0) * fx
    value: float = low * (1.0 - fy) + high * fy
    return value


@inner()
def _line(x: float, step: float) -> float:
    """How much of a pixel lies on the lines every 100 mm, 0.5 mm broad or one pixel."""
    off = abs(x - 0.1 * np.floor(x / 0.1 + 0.5))
    return 1.0 - smooth_step(max(0.00025, 0.5 * step), off, step)


@jit(fast_sums=True)
def shade_ground(out: Pixels, view: View, rim: Floats, radius: float, band: float, palette: Floats) -> None:
    """Draw the room, the rim as a band of wood, and the cloth within.

    rim : (k, 2) m, counter-clockwise, or none and the radius (m) of a round table
    band : m, how broad the wood is        palette : (3, 3) colours of cloth, wood and room
    """
    k = rim.shape[0]
    height, width = out.shape[0], out.shape[1]
    for row in range(height):
        y, first, step = row_plane(view, row, 0.0)
        line_of_row = _line(y, step) if step > 0.0 else 0.0
        along = (row - 0.5 * height) / height
        # No point's distance differs from a neighbour's by more than they are apart: deep in the cloth, and far from
        # the table, it is not looked at again for as many pixels as that allows.
        d, free = 0.0, 0
        # The shadow on the floor is so smooth that every eighth pixel's is enough, and a line between them.
        dark, more, smooth = 0.0, 0.0, 0
        for column in range(width):
            x = first + column * step
            across = (column - 0.5 * width) / width
            room = 1.0 - 0.9 * (across * across + along * along)
            r, g, b = palette[2, 0] * room, palette[2, 1] * room, palette[2, 2] * room
            if step > 0.0:
                if free > 0:
                    free -= 1
                elif smooth == 0:
                    d = np.hypot(x, y) - radius if radius > 0.0 else polygon_distance(rim, k, x, y)
                    spare = max(-d - _EDGE * band, d - 9.0 * band) - step
                    free = int(min(spare / step, 1e6)) if spare > 0.0 else 0
                if smooth > 0:
                    dark, smooth = dark + more, smooth - 1
                    r, g, b = r * (1.0 - dark), g * (1.0 - dark), b * (1.0 - dark)
                elif d < -_EDGE * band - step and d < -0.7 * step:
                    # Cloth and nothing else.
                    lit = _lit(x, y, step, band) * (1.0 + 0.07 * max(_line(x, step), line_of_row))
                    r, g, b = palette[0, 0] * lit, palette[0, 1] * lit, palette[0, 2] * lit
                else:
                    # The table's shadow on the floor, wide and soft.
                    if band < d < 9.0 * band:
                        dark = 0.55 * np.exp(-((d - band) / (1.4 * band)))
                        if d > band + 10.0 * step:
                            far = x + 8.0 * step
                            there = np.hypot(far, y) - radius if radius > 0.0 else polygon_distance(rim, k, far, y)
                            more = (0.55 * np.exp(-((there - band) / (1.4 * band))) - dark) / 8.0
                            smooth = 7
                        r, g, b = r * (1.0 - dark), g * (1.0 - dark), b * (1.0 - dark)
                    wood = 1.0 - smooth_step(band, d, 1.4 * step)
                    if wood > 0.0:
                        t = min(1.0, max(0.0, d / band))
                        grain = 0.10 * (_smooth_noise(400.0 * x, 60.0 * y) + _smooth_noise(60.0 * x, 400.0 * y) - 1.0)
                        shine = 0.80 + grain + 0.34 * np.sin(3.14159 * t)
                        r += wood * (palette[1, 0] * shine - r)
                        g += wood * (palette[1, 1] * shine - g)
                        b += wood * (palette[1, 2] * shine - b)
                    cloth = 1.0 - smooth_step(0.0, d, 1.4 * step)
                    if cloth > 0.0:
                        lit = _lit(x, y, step, band)
                        # The rim stands a little above the cloth and shades its edge.
                        if d > -_EDGE * band:
                            lit *= 1.0 - 0.45 * np.exp(d / (0.25 * band))
                        lit *= 1.0 + 0.07 * max(_line(x, step), line_of_row)
                        r += cloth * (palette[0, 0] * lit - r)
                        g += cloth * (palette[0, 1] * lit - g)
                        b += cloth * (palette[0, 2] * lit - b)
            out[row, column, 0] = np.uint8(min(255.0, max(0.0, r)))
            out[row, column, 1] = np.uint8(min(255.0, max(0.0, g)))
            out[row, column, 2] = np.uint8(min(255.0, max(0.0, b)))


@inner(fast_sums=True)
def _lit(x: float, y: float, step: float, band: float) -> float:
    """How bright the cloth is at a point, its weave included."""
    weave = 0.035 * (_noise(1500.0 * x, 1500.0 * y) - 0.5) * min(1.0, 0.0005 / step)
    glow = 1.0 - 0.42 * ((x + 0.05) ** 2 + (y - 0.05) ** 2) / (0.25 + 0.15 * band)
    value: float = max(0.55, glow) + weave
    return value
