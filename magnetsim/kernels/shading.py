"""Prisms on a table, shaded: distances to outlines give edges, bevels, shadows and halos. Views as in pixels.py."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from magnetsim.kernels.jit import inner, jit
from magnetsim.kernels.pixels import (
    MAP_REACH,
    Distances,
    Floats,
    Pixels,
    View,
    blend,
    distance_at,
    row_plane,
    smooth_step,
    window,
)

Integers = npt.NDArray[np.int64]

LIGHT = (-0.42, 0.50, 0.757)
"""The direction to the light, of unit length: from the left, behind."""


@jit(fast_sums=True)
def shade_halo(
    out: Pixels,
    view: View,
    members: Integers,
    pose: Floats,
    kind: Integers,
    maps: Distances,
    half: Floats,
    near: float,
    broad: float,
    colour: Floats,
) -> None:
    """Draw a band round some magnets together, on the table, and a tint within it.

    members : (m,) rows        pose : (n, 4) x, y (m), angle (rad), height of the foot (m)        kind : (n,)
    maps : (kinds, g, g) distance maps of half the extent half (kinds,) m
    near, broad : m, the band's middle from the outlines, and its breadth        colour : (5,) r, g, b, shares of
        band and tint
    """
    reach = 0.0
    x0, x1, y0, y1 = np.inf, -np.inf, np.inf, -np.inf
    for m in members:
        reach = max(reach, half[kind[m]])
        x0, x1 = min(x0, pose[m, 0]), max(x1, pose[m, 0])
        y0, y1 = min(y0, pose[m, 1]), max(y1, pose[m, 1])
    around = reach + near + broad + 0.5 * max(x1 - x0, y1 - y0)
    shape = (out.shape[0], out.shape[1])
    top, bottom, left, right = window(view, 0.5 * (x0 + x1), 0.5 * (y0 + y1), around, 0.0, 0.0, shape)
    for row in range(top, bottom):
        y, first, step = row_plane(view, row, 0.0)
        if step <= 0.0:
            continue
        for column in range(left, right):
            x = first + column * step
            nearest = np.inf
            for m in members:
                dx, dy = x - pose[m, 0], y - pose[m, 1]
                h = half[kind[m]]
                if dx * dx + dy * dy < (2.0 * h + near + broad) ** 2:
                    c, s = np.cos(pose[m, 2]), np.sin(pose[m, 2])
                    nearest = min(nearest, distance_at(maps[kind[m]], h, c * dx + s * dy, c * dy - s * dx))
            edge = 1.0 - smooth_step(0.5 * broad, abs(nearest - near), 1.2 * step)
            within = 1.0 - smooth_step(near, nearest, 1.2 * step)
            share = max(edge * colour[3], within * colour[4])
            if share > 0.004:
                blend(out, row, column, colour[0], colour[1], colour[2], share)


@jit(fast_sums=True)
def shade_shadows(
    out: Pixels, view: View, pose: Floats, opacity: Floats, kind: Integers, tall: Floats, maps: Distances, half: Floats
) -> None:
    """Draw the shadows of prisms on the table, softer the higher they are held.

    pose : (n, 4) x, y (m), angle (rad), height of the foot (m)        opacity : (n,) 0…1
    kind : (n,)        tall : (kinds,) m        maps, half : as of shade_halo
    """
    shape = (out.shape[0], out.shape[1])
    for n in range(pose.shape[0]):
        if opacity[n] <= 0.0:
            continue
        h, lift = half[kind[n]], pose[n, 3]
        soft = 0.0022 + 0.35 * lift
        away = 0.55 * tall[kind[n]] + lift
        x0, y0 = pose[n, 0] - LIGHT[0] * away, pose[n, 1] - LIGHT[1] * away
        top, bottom, left, right = window(view, x0, y0, h / MAP_REACH + 1.7 * soft, 0.0, 0.0, shape)
        c, s = np.cos(pose[n, 2]), np.sin(pose[n, 2])
        for row in range(top, bottom):
            y, first, step = row_plane(view, row, 0.0)
            if step <= 0.0:
                continue
            dy = y - y0
            for column in range(left, right):
                dx = first + column * step - x0
                d = distance_at(maps[kind[n]], h, c * dx + s * dy, c * dy - s * dx)
                share = 0.50 * opacity[n] * (1.0 - smooth_step(0.4 * soft, d, 2.4 * soft + step)) * 0.0022 / soft
                if share > 0.004:
                    blend(out, row, column, 6.0, 14.0, 18.0, share)


@jit(fast_sums=True)
def shade_prisms(
    out: Pixels,
    view: View,
    order: Integers,
    pose: Floats,
    opacity: Floats,
    kind: Integers,
    tall: Floats,
    pole: Integers,
    maps: Distances,
    half: Floats,
    size: Floats,
    palette: Floats,
) -> None:
    """Draw prisms with lit edges and poles in two tones, in the given order: the farthest first.

    pose, opacity, kind, tall, maps, half : as of shade_shadows        size : (kinds,) m, an inner radius
    pole : (kinds,) 0 along +x of the body, 1 upward, -1 downward, 2 none
    palette : (3, 3) colours of the north pole, the south pole, and of what has none
    """
    shape = (out.shape[0], out.shape[1])
    for n in order:
        k = kind[n]
        h, lift, share = half[k], pose[n, 3], opacity[n]
        if share <= 0.0:
            continue
        top, bottom, left, right = window(view, pose[n, 0], pose[n, 1], h / MAP_REACH, lift, lift + tall[k], shape)
        c, s = np.cos(pose[n, 2]), np.sin(pose[n, 2])
        for row in range(top, bottom):
            y, first, step = row_plane(view, row, lift + tall[k])
            foot_y, foot_first, foot_step = row_plane(view, row, lift)
            if step <= 0.0:
                continue
            dy, along_y = y - pose[n, 1], foot_y - y
            for column in range(left, right):
                x = first + column * step
                dx, along_x = x - pose[n, 0], foot_first + column * foot_step - x
                u, v = c * dx + s * dy, c * dy - s * dx
                d = distance_at(maps[k], h, u, v)
                cover = min(1.0, max(0.0, 0.5 - d / step))
                if cover < 1.0:
                    way_u, way_v = c * along_x + s * along_y, c * along_y - s * along_x
                    nearest, at = _nearest_on_way(maps[k], h, u, v, way_u, way_v, d, 0.25 * step)
                    wall = min(1.0, max(0.0, 0.5 - nearest / step))
                    if wall > 0.0:
                        r, g, b = _tone(palette, pole[k], _north(pole[k], u + at * way_u, step))
                        dim = 0.56 - 0.24 * at
                        blend(out, row, column, dim * r, dim * g, dim * b, share * wall)
                if cover > 0.0:
                    r, g, b = _tone(palette, pole[k], _north(pole[k], u, step))
                    lit, shine = _lit(maps[k], h, size[k], view, u, v, d, c, s)
                    mark = _mark(pole[k], u, v, size[k], step)
                    r, g, b = r + mark * (30.0 - r), g + mark * (30.0 - g), b + mark * (36.0 - b)
                    blend(out, row, column, lit * r + shine, lit * g + shine, lit * b + shine, share * cover)


@inner()
def _nearest_on_way(
    distances: Distances, half: float, u: float, v: float, way_u: float, way_v: float, d: float, close: float
) -> tuple[float, float]:
    """How near a line of sight comes to an outline, and where on its way from top to foot (0…1) it first does.

    It goes on by as much as the distance allows, as nothing can be nearer.
    """
    length = np.hypot(way_u, way_v)
    nearest, at, share = d, 0.0, 0.0
    while length > 0.0 and d > 0.0 and share < 1.0:
        before, behind = share, d
        share = min(1.0, share + max(d, close) / length)
        d = distance_at(distances, half, u + share * way_u, v + share * way_v)
        if d < nearest:
            nearest = d
            at = share if d >= 0.0 else before + (share - before) * behind / (behind - d)
    return (nearest, at) if nearest >= 0.0 else (nearest - close, at)


@inner()
def _north(pole: int, u: float, step: float) -> float:
    """How much of a pixel shows the north pole."""
    if pole == 0:
        return smooth_step(0.0, u, step)
    return 1.0 if pole == 1 else 0.0


@inner()
def _tone(palette: Floats, pole: int, north: float) -> tuple[float, float, float]:
    if pole == 2:
        return palette[2, 0], palette[2, 1], palette[2, 2]
    south = 1.0 - north
    return (
        palette[0, 0] * north + palette[1, 0] * south,
        palette[0, 1] * north + palette[1, 1] * south,
        palette[0, 2] * north + palette[1, 2] * south,
    )


@inner()
def _mark(pole: int, u: float, v: float, size: float, step: float) -> float:
    """The inlay of an upright magnet: a dot where north looks up, a cross where south does."""
    if pole == 1:
        return 1.0 - smooth_step(0.26 * size, np.hypot(u, v), step)
    if pole == -1:
        off = min(abs(u + v), abs(u - v))
        return (1.0 - smooth_step(0.10 * size, off, step)) * (1.0 - smooth_step(0.5 * size, np.hypot(u, v), step))
    return 0.0


@inner()
def _lit(
    distances: Distances, half: float, size: float, view: View, u: float, v: float, d: float, c: float, s: float
) -> tuple[float, float]:
    """How bright the top face is at a point, and how much it shines: a bevel near the edge, else level."""
    bevel = 0.34 * size
    slope = min(1.0, max(0.0, 1.0 + d / bevel))
    if slope == 0.0:
        return _shade(view, 0.0, 0.0, 1.0)
    slope = 0.95 * slope * slope
    e = 0.04 * size + 2.0 * half / distances.shape[0]
    gu = distance_at(distances, half, u + e, v) - distance_at(distances, half, u - e, v)
    gv = distance_at(distances, half, u, v + e) - distance_at(distances, half, u, v - e)
    norm = np.hypot(gu, gv) + 1e-12
    gu, gv = gu / norm, gv / norm
    return _shade(view, slope * (c * gu - s * gv), slope * (s * gu + c * gv), 1.0)


@inner()
def _shade(view: View, nx: float, ny: float, nz: float) -> tuple[float, float]:
    """Brightness, and shine of 0…255, of a face with this normal; the eye is where the view's middle comes from."""
    n = np.sqrt(nx * nx + ny * ny + nz * nz)
    diffuse = max(0.0, (nx * LIGHT[0] + ny * LIGHT[1] + nz * LIGHT[2]) / n)
    hx, hy, hz = LIGHT[0], LIGHT[1] - view[3], LIGHT[2] + view[4]
    length = np.sqrt(hx * hx + hy * hy + hz * hz)
    gleam = max(0.0, (nx * hx + ny * hy + nz * hz) / (n * length))
    return 0.34 + 0.82 * diffuse, 105.0 * gleam**56
