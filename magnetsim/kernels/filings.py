"""Iron filings on the table: short strokes along the field, the brighter the stronger it is. Views as in pixels.py."""

from __future__ import annotations

import numpy as np

from magnetsim.kernels.jit import inner, jit
from magnetsim.kernels.pixels import Floats, Pixels, View, blend


@jit(fast_sums=True)
def shade_filings(
    out: Pixels, view: View, at: Floats, field: Floats, length: float, weakest: float, strongest: float, colour: Floats
) -> None:
    """Draw a stroke at each point, along the field in the plane.

    at : (p, 2) m        field : (p, 3) T        length : m, of a stroke where the field is strongest
    weakest, strongest : T, from where on a stroke is seen, and where it is seen best        colour : (3,)
    """
    rows, columns = out.shape[0], out.shape[1]
    scale = 1.0 / np.log(strongest / weakest)
    for p in range(at.shape[0]):
        bx, by = field[p, 0], field[p, 1]
        b = np.hypot(bx, by)
        if not b > weakest:
            continue
        share = min(1.0, np.log(b / weakest) * scale)
        half = 0.5 * length * (0.45 + 0.55 * share) / b
        u0, v0, s0 = _seen(view, at[p, 0] - half * bx, at[p, 1] - half * by)
        u1, v1, s1 = _seen(view, at[p, 0] + half * bx, at[p, 1] + half * by)
        if s0 <= 0.0 or s1 <= 0.0:
            continue
        broad = max(0.55, 0.0005 * s0)
        left, right = int(min(u0, u1) - broad - 1.0), int(max(u0, u1) + broad + 2.0)
        top, bottom = int(min(v0, v1) - broad - 1.0), int(max(v0, v1) + broad + 2.0)
        du, dv = u1 - u0, v1 - v0
        square = max(1e-12, du * du + dv * dv)
        for row in range(max(0, top), min(rows, bottom)):
            for column in range(max(0, left), min(columns, right)):
                x, y = column + 0.5 - u0, row + 0.5 - v0
                along = min(1.0, max(0.0, (x * du + y * dv) / square))
                away = np.hypot(x - along * du, y - along * dv)
                cover = min(1.0, max(0.0, 0.5 + broad - away))
                if cover > 0.0:
                    blend(out, row, column, colour[0], colour[1], colour[2], cover * (0.12 + 0.78 * share))


@inner()
def _seen(view: View, x: float, y: float) -> tuple[float, float, float]:
    """The pixel at which a point of the table (m) is seen, and pixels a metre there; 0 behind the eye."""
    dx, dy, down = x - view[0], y - view[1], -view[2]
    depth = dy * view[3] - down * view[4]
    if depth <= 1e-6:
        return 0.0, 0.0, 0.0
    scale = view[5] / depth
    return view[6] + scale * dx, view[7] - scale * (dy * view[4] + down * view[3]), scale
