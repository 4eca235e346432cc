"""The magnetic flux density in the plane half way up the magnets, for pictures.

A prism magnetised along its +x bears magnetic charge only on its side walls, M·n̂ to the area. A wall of charge s to
the area, of height h, from a to b along itself as seen from a point at distance d before it, gives there

    away from it       2s [atan(u h/2 / (d √(u² + d² + h²/4)))] between u = a and u = b
    along it           2s [asinh(h/2 / √(u² + d²))] between u = a and u = b

in units of µ0/4π; within the prism its magnetisation is added. What stands upright is a point dipole here too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from magnetsim.kernels.jit import inner, jit
from magnetsim.kernels.prism import outline_walls

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

DIPOLE_FROM = 6.0
"""Distance from the centre, over the farthest corner's, from which on a magnet is a point: within some per cent."""


class Walls(NamedTuple):
    """The side walls of k kinds.

    walls : (w, 5) m and A/m, of outline_walls        first : (k + 1,) where those of each kind begin
    height, area, reach : (k,) m, m², m to the farthest corner
    """

    walls: Floats
    first: Integers
    height: Floats
    area: Floats
    reach: Floats


def flat_walls(corners: Sequence[Floats], height: Sequence[float]) -> Walls:
    """The walls of prisms over polygons, each (k, 2) m, counter-clockwise about the centroid, and so high (m)."""
    walls = [outline_walls(border, 4 * float(np.abs(border).max())) for border in corners]  # none is so long: uncut
    area = [
        float(border[:, 0] @ np.roll(border[:, 1], -1) - border[:, 1] @ np.roll(border[:, 0], -1)) / 2
        for border in corners
    ]
    return Walls(
        walls=np.concatenate([*walls, np.empty((0, 5))]),
        first=np.cumsum([0, *(len(some) for some in walls)], dtype=np.int64),
        height=np.array(height, dtype=np.float64),
        area=np.array(area, dtype=np.float64),
        reach=np.array([np.hypot(border[:, 0], border[:, 1]).max() for border in corners], dtype=np.float64),
    )


@jit(fast_sums=True)
def dipole_field(x: Floats, y: Floats, mx: Floats, my: Floats, mz: Floats, at: Floats, field: Floats) -> None:
    """Fill the flux density (p, 3) in T of n point dipoles at points (p, 2) in m; nan at a dipole.

    x, y : (n,) m        mx, my, mz : (n,) A·m²
    """
    for p in range(at.shape[0]):
        bx = by = bz = 0.0
        for i in range(x.shape[0]):
            one = _of_dipole(at[p, 0] - x[i], at[p, 1] - y[i], mx[i], my[i], mz[i])
            bx, by, bz = bx + one[0], by + one[1], bz + one[2]
        field[p, 0], field[p, 1], field[p, 2] = bx, by, bz


@jit(fast_sums=True)
def finite_field(
    x: Floats,
    y: Floats,
    cosine: Floats,
    sine: Floats,
    moment: Floats,
    mz: Floats,
    kind: Integers,
    walls: Walls,
    at: Floats,
    field: Floats,
) -> None:
    """Fill the flux density (p, 3) in T of n magnets at points (p, 2) in m, also within them.

    x, y : (n,) m        cosine, sine : (n,) of the angles of the bodies        kind : (n,) of the walls
    moment, mz : (n,) A·m², along the body's +x and out of the table
    """
    for p in range(at.shape[0]):
        bx = by = bz = 0.0
        for i in range(x.shape[0]):
            dx, dy = at[p, 0] - x[i], at[p, 1] - y[i]
            far = dx * dx + dy * dy > (DIPOLE_FROM * walls.reach[kind[i]]) ** 2
            if far or moment[i] == 0.0:
                one = _of_dipole(dx, dy, moment[i] * cosine[i], moment[i] * sine[i], mz[i])
                bx, by, bz = bx + one[0], by + one[1], bz + one[2]
                continue
            along, across = _of_prism(walls, kind[i], cosine[i] * dx + sine[i] * dy, cosine[i] * dy - sine[i] * dx)
            bx += moment[i] * (cosine[i] * along - sine[i] * across)
            by += moment[i] * (sine[i] * along + cosine[i] * across)
        field[p, 0], field[p, 1], field[p, 2] = bx, by, bz


@inner(fast_sums=True)
def _of_dipole(dx: float, dy: float, mx: float, my: float, mz: float) -> tuple[float, float, float]:
    inverse2 = 1.0 / (dx * dx + dy * dy)
    inverse3 = 1e-7 * inverse2 * np.sqrt(inverse2)
    along = 3.0 * (mx * dx + my * dy) * inverse2
    return inverse3 * (along * dx - mx), inverse3 * (along * dy - my), -inverse3 * mz


@inner(fast_sums=True)
def _of_prism(walls: Walls, kind: int, x: float, y: float) -> tuple[float, float]:
    """Flux density (T) of a prism of 1 A·m² at a point (m) of its own frame."""
    half = walls.height[kind] / 2
    bx = by = 0.0
    inside = False
    for w in range(walls.first[kind], walls.first[kind + 1]):
        x0, y0, x1, y1 = walls.walls[w, 0], walls.walls[w, 1], walls.walls[w, 2], walls.walls[w, 3]
        length = np.sqrt((x1 - x0) ** 2 + (y1 - y0) ** 2)
        along_x, along_y = (x1 - x0) / length, (y1 - y0) / length
        # From the foot of the point on the wall's line, whose outward side is on the right.
        u0, u1 = along_x * (x0 - x) + along_y * (y0 - y), along_x * (x1 - x) + along_y * (y1 - y)
        d = along_y * (x - x0) - along_x * (y - y0)
        near0, near1 = u0 * u0 + d * d, u1 * u1 + d * d
        away = 0.0
        if d != 0.0:
            away = np.arctan(u1 * half / (d * np.sqrt(near1 + half * half)))
            away -= np.arctan(u0 * half / (d * np.sqrt(near0 + half * half)))
        along = np.arcsinh(half / np.sqrt(near1)) - np.arcsinh(half / np.sqrt(near0))
        strength = 2e-7 * walls.walls[w, 4] / walls.height[kind]
        bx += strength * (away * along_y + along * along_x)
        by += strength * (-away * along_x + along * along_y)
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) / (y1 - y0) * (x1 - x0):
            inside = not inside
    if inside:
        bx += 4e-7 * np.pi / (walls.area[kind] * walls.height[kind])
    return bx, by
