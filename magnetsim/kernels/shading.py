"""Pictures of prisms on a table, pixel by pixel: distances to outlines give edges, bevels, shadows and halos alike.

The view is a pinhole's that is tilted about x alone, so that one row of pixels sees one y of any level plane. A view is
(x, y, z, sine, cosine, focal, u, v): the pinhole's place (m), the tilt from the vertical, the focal length (px) and
the pixel that it looks along. Colours are 0…255 in arrays (height, width, 3) of uint8, which are drawn upon.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from magnetsim.kernels.jit import jit

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Pixels = npt.NDArray[np.uint8]
Distances = npt.NDArray[np.float32]
View = tuple[float, float, float, float, float, float, float, float]

MAP_REACH = 1.35
"""How far a distance map reaches from the centroid, in bounding radii."""
LIGHT = (-0.42, 0.50, 0.757)
"""The direction to the light, of unit length: from the left, behind."""


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
            out[i, j] = _polygon_distance(corners, k, x, y) - rounding


@jit(counted=False)
def _polygon_distance(corners: Floats, k: int, x: float, y: float) -> float:
    """The distance of a point to a polygon's edges, negative within it; of one corner, to that corner."""
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


@jit(counted=False)
def _row_plane(view: View, row: int, z: float) -> tuple[float, float, float]:
    """What a row of pixels sees of the plane at height z: y (m), x (m) at the first pixel, m a pixel; 0 if nothing."""
    slope = (view[7] - row - 0.5) / view[5]
    down = view[4] - slope * view[3]
    if down <= 1e-3:
        return 0.0, 0.0, 0.0
    reach = (view[2] - z) / down
    step = reach / view[5]
    return view[1] + reach * (view[3] + slope * view[4]), view[0] + (0.5 - view[6]) * step, step


@jit(counted=False)
def _noise(x: float, y: float) -> float:
    """A number in 0…1 that looks random, the same for the same cell of the unit grid."""
    i, j = int(np.floor(x)), int(np.floor(y))
    h = (i * 374761393 + j * 668265263) & 0xFFFFFFFF
    h = ((h ^ (h >> 13)) * 1274126177) & 0xFFFFFFFF
    return ((h ^ (h >> 16)) & 0xFFFF) / 65535.0


@jit(counted=False)
def _smooth_noise(x: float, y: float) -> float:
    fx, fy = x - np.floor(x), y - np.floor(y)
    fx, fy = fx * fx * (3.0 - 2.0 * fx), fy * fy * (3.0 - 2.0 * fy)
    low = _noise(x, y) * (1.0 - fx) + _noise(x + 1.0, y) * fx
    high = _noise(x, y + 1.0) * (1.0 - fx) + _noise(x + 1.0, y + 1.0) * fx
    value: float = low * (1.0 - fy) + high * fy
    return value


@jit(counted=False)
def _step(edge: float, x: float, width: float) -> float:
    """0 below the edge, 1 above it, smooth over a width."""
    t = min(1.0, max(0.0, (x - edge) / width + 0.5))
    return t * t * (3.0 - 2.0 * t)


@jit(fast_sums=True)
def shade_ground(out: Pixels, view: View, rim: Floats, radius: float, band: float, palette: Floats) -> None:
    """Draw the room, the rim as a band of wood, and the cloth within.

    rim : (k, 2) m, counter-clockwise, or none and the radius (m) of a round table
    band : m, how broad the wood is        palette : (3, 3) colours of cloth, wood and room
    """
    k = rim.shape[0]
    height, width = out.shape[0], out.shape[1]
    for row in range(height):
        y, first, step = _row_plane(view, row, 0.0)
        line_of_row = _line(y, step) if step > 0.0 else 0.0
        for column in range(width):
            x = first + column * step
            across, along = (column - 0.5 * width) / width, (row - 0.5 * height) / height
            room = 1.0 - 0.9 * (across * across + along * along)
            r, g, b = palette[2, 0] * room, palette[2, 1] * room, palette[2, 2] * room
            if step > 0.0:
                d = np.hypot(x, y) - radius if radius > 0.0 else _polygon_distance(rim, k, x, y)
                # The table's shadow on the floor, wide and soft.
                if band < d < 9.0 * band:
                    dark = 0.55 * np.exp(-((d - band) / (1.4 * band)))
                    r, g, b = r * (1.0 - dark), g * (1.0 - dark), b * (1.0 - dark)
                wood = 1.0 - _step(band, d, 1.4 * step)
                if wood > 0.0:
                    t = min(1.0, max(0.0, d / band))
                    grain = 0.10 * (_smooth_noise(400.0 * x, 60.0 * y) + _smooth_noise(60.0 * x, 400.0 * y) - 1.0)
                    lit = 0.80 + grain + 0.34 * np.sin(3.14159 * t)
                    r += wood * (palette[1, 0] * lit - r)
                    g += wood * (palette[1, 1] * lit - g)
                    b += wood * (palette[1, 2] * lit - b)
                cloth = 1.0 - _step(0.0, d, 1.4 * step)
                if cloth > 0.0:
                    weave = 0.035 * (_noise(1500.0 * x, 1500.0 * y) - 0.5) * min(1.0, 0.0005 / step)
                    glow = 1.0 - 0.42 * ((x + 0.05) ** 2 + (y - 0.05) ** 2) / (0.25 + 0.15 * band)
                    lit = max(0.55, glow) + weave
                    # The rim stands a little above the cloth and shades its edge.
                    if d > -2.0 * band:
                        lit *= 1.0 - 0.45 * np.exp(d / (0.25 * band))
                    lines = max(_line(x, step), line_of_row)
                    lit *= 1.0 + 0.07 * lines
                    r += cloth * (palette[0, 0] * lit - r)
                    g += cloth * (palette[0, 1] * lit - g)
                    b += cloth * (palette[0, 2] * lit - b)
            out[row, column, 0] = np.uint8(min(255.0, max(0.0, r)))
            out[row, column, 1] = np.uint8(min(255.0, max(0.0, g)))
            out[row, column, 2] = np.uint8(min(255.0, max(0.0, b)))


@jit(counted=False)
def _line(x: float, step: float) -> float:
    """How much of a pixel lies on the lines every 100 mm, 0.5 mm broad or one pixel."""
    off = abs(x - 0.1 * np.floor(x / 0.1 + 0.5))
    return 1.0 - _step(max(0.00025, 0.5 * step), off, step)


@jit(counted=False)
def _lookup(distances: Distances, half: float, u: float, v: float) -> float:
    """The distance at a point of the body's frame; beyond the grid, that at its edge and the way to it."""
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


@jit(counted=False)
def _blend(out: Pixels, row: int, column: int, r: float, g: float, b: float, share: float) -> None:
    for channel, value in ((0, r), (1, g), (2, b)):
        before = float(out[row, column, channel])
        out[row, column, channel] = np.uint8(min(255.0, max(0.0, before + share * (value - before) + 0.5)))


@jit(counted=False)
def _window(
    view: View, x: float, y: float, reach: float, low: float, high: float, shape: tuple[int, int]
) -> tuple[int, int, int, int]:
    """The rows and columns (first, end, first, end) that can see a level circle's column between two heights."""
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
    top, bottom, left, right = _window(view, 0.5 * (x0 + x1), 0.5 * (y0 + y1), around, 0.0, 0.0, shape)
    for row in range(top, bottom):
        y, first, step = _row_plane(view, row, 0.0)
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
                    nearest = min(nearest, _lookup(maps[kind[m]], h, c * dx + s * dy, c * dy - s * dx))
            edge = 1.0 - _step(0.5 * broad, abs(nearest - near), 1.2 * step)
            inner = 1.0 - _step(near, nearest, 1.2 * step)
            share = max(edge * colour[3], inner * colour[4])
            if share > 0.004:
                _blend(out, row, column, colour[0], colour[1], colour[2], share)


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
        top, bottom, left, right = _window(view, x0, y0, h / MAP_REACH + 1.7 * soft, 0.0, 0.0, shape)
        c, s = np.cos(pose[n, 2]), np.sin(pose[n, 2])
        for row in range(top, bottom):
            y, first, step = _row_plane(view, row, 0.0)
            if step <= 0.0:
                continue
            dy = y - y0
            for column in range(left, right):
                dx = first + column * step - x0
                d = _lookup(maps[kind[n]], h, c * dx + s * dy, c * dy - s * dx)
                share = 0.50 * opacity[n] * (1.0 - _step(0.4 * soft, d, 2.4 * soft + step)) * 0.0022 / soft
                if share > 0.004:
                    _blend(out, row, column, 6.0, 14.0, 18.0, share)


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
        top, bottom, left, right = _window(view, pose[n, 0], pose[n, 1], h / MAP_REACH, lift, lift + tall[k], shape)
        c, s = np.cos(pose[n, 2]), np.sin(pose[n, 2])
        for row in range(top, bottom):
            y, first, step = _row_plane(view, row, lift + tall[k])
            foot_y, foot_first, foot_step = _row_plane(view, row, lift)
            if step <= 0.0:
                continue
            dy, along_y = y - pose[n, 1], foot_y - y
            for column in range(left, right):
                x = first + column * step
                dx, along_x = x - pose[n, 0], foot_first + column * foot_step - x
                u, v = c * dx + s * dy, c * dy - s * dx
                d = _lookup(maps[k], h, u, v)
                cover = min(1.0, max(0.0, 0.5 - d / step))
                if cover < 1.0:
                    way_u, way_v = c * along_x + s * along_y, c * along_y - s * along_x
                    nearest, at = _nearest_on_way(maps[k], h, u, v, way_u, way_v, d, 0.25 * step)
                    wall = min(1.0, max(0.0, 0.5 - nearest / step))
                    if wall > 0.0:
                        r, g, b = _tone(palette, pole[k], _north(pole[k], u + at * way_u, step))
                        dim = 0.56 - 0.24 * at
                        _blend(out, row, column, dim * r, dim * g, dim * b, share * wall)
                if cover > 0.0:
                    r, g, b = _tone(palette, pole[k], _north(pole[k], u, step))
                    lit, shine = _lit(maps[k], h, size[k], view, u, v, d, c, s)
                    mark = _mark(pole[k], u, v, size[k], step)
                    r, g, b = r + mark * (30.0 - r), g + mark * (30.0 - g), b + mark * (36.0 - b)
                    _blend(out, row, column, lit * r + shine, lit * g + shine, lit * b + shine, share * cover)


@jit(counted=False)
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
        d = _lookup(distances, half, u + share * way_u, v + share * way_v)
        if d < nearest:
            nearest = d
            at = share if d >= 0.0 else before + (share - before) * behind / (behind - d)
    return (nearest, at) if nearest >= 0.0 else (nearest - close, at)


@jit(counted=False)
def _north(pole: int, u: float, step: float) -> float:
    """How much of a pixel shows the north pole."""
    if pole == 0:
        return _step(0.0, u, step)
    return 1.0 if pole == 1 else 0.0


@jit(counted=False)
def _tone(palette: Floats, pole: int, north: float) -> tuple[float, float, float]:
    if pole == 2:
        return palette[2, 0], palette[2, 1], palette[2, 2]
    south = 1.0 - north
    return (
        palette[0, 0] * north + palette[1, 0] * south,
        palette[0, 1] * north + palette[1, 1] * south,
        palette[0, 2] * north + palette[1, 2] * south,
    )


@jit(counted=False)
def _mark(pole: int, u: float, v: float, size: float, step: float) -> float:
    """The inlay of an upright magnet: a dot where north looks up, a cross where south does."""
    if pole == 1:
        return 1.0 - _step(0.26 * size, np.hypot(u, v), step)
    if pole == -1:
        off = min(abs(u + v), abs(u - v))
        return (1.0 - _step(0.10 * size, off, step)) * (1.0 - _step(0.5 * size, np.hypot(u, v), step))
    return 0.0


@jit(counted=False)
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
    gu = _lookup(distances, half, u + e, v) - _lookup(distances, half, u - e, v)
    gv = _lookup(distances, half, u, v + e) - _lookup(distances, half, u, v - e)
    norm = np.hypot(gu, gv) + 1e-12
    gu, gv = gu / norm, gv / norm
    return _shade(view, slope * (c * gu - s * gv), slope * (s * gu + c * gv), 1.0)


@jit(counted=False)
def _shade(view: View, nx: float, ny: float, nz: float) -> tuple[float, float]:
    """Brightness, and shine of 0…255, of a face with this normal; the eye is where the view's middle comes from."""
    n = np.sqrt(nx * nx + ny * ny + nz * nz)
    diffuse = max(0.0, (nx * LIGHT[0] + ny * LIGHT[1] + nz * LIGHT[2]) / n)
    hx, hy, hz = LIGHT[0], LIGHT[1] - view[3], LIGHT[2] + view[4]
    length = np.sqrt(hx * hx + hy * hy + hz * hz)
    gleam = max(0.0, (nx * hx + ny * hy + nz * hz) / (n * length))
    return 0.34 + 0.82 * diffuse, 105.0 * gleam**56
