"""Two upright prisms with uniform in-plane magnetisation, exactly: their side walls as charged strips.

A prism magnetised along its +x carries magnetic charge only on its side walls, M·n̂ to the area. With the heights
integrated out, what is left of two prisms that stand on one plane is a double integral along their outlines, s and
s′ being charge to the area, ρ the distance in the plane, h1 and h2 the heights:

    dF = k s s′ p(ρ) ρ̂ dl dl′      p = [√(h1²+ρ²) + √(h2²+ρ²) − √((h1−h2)²+ρ²) − ρ]/ρ

which for equal heights is 2(√(h²+ρ²) − ρ)/ρ. It is summed over Gauss points on pieces of wall, cut finer where walls
come near each other. Far too slow for a game; the models of a game are fitted to it.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from magnetsim.kernels.jit import inner, jit

Floats = npt.NDArray[np.float64]
Load = tuple[float, float, float]
Piece = tuple[float, float, float, float]
Point = tuple[float, float]

NEAR, FAR = 1.5, 4.0
"""Distance over length of two pieces of wall: cut below the first; from the second on two Gauss points, else four."""
FINEST = 1e-4
"""Pieces shorter than this part of the first height are not cut."""
DEPTH = 48
"""Most pairs of pieces that wait to be cut."""
TWO_POINTS = ((0.21132486540518713, 0.5), (0.7886751345948129, 0.5))
FOUR_POINTS = (
    (0.06943184420297371, 0.17392742256872692),
    (0.33000947820757187, 0.3260725774312731),
    (0.6699905217924281, 0.3260725774312731),
    (0.9305681557970263, 0.17392742256872692),
)
"""Gauss points on [0, 1] and their weights."""


def outline_walls(corners: Floats, longest: float) -> Floats:
    """The walls of a prism over an outline, cut no longer than asked, (k, 5): each with its two ends and its charge.

    corners : (k, 2) m, counter-clockwise        longest : m; a sixth of the radius serves all distances
    The charge is that to the length of a prism of 1 A·m² and 1 m, in A/m; another's is moment/height times this.
    """
    along = np.roll(corners, -1, axis=0) - corners
    length = np.hypot(along[:, 0], along[:, 1])
    area = float((corners[:, 0] * along[:, 1] - corners[:, 1] * along[:, 0]).sum()) / 2
    counts = np.ceil(length / longest).astype(np.intp)
    side = np.repeat(np.arange(len(counts)), counts)
    number = np.arange(len(side)) - np.repeat(np.cumsum(counts) - counts, counts)
    part = along[side] / counts[side, None]
    start = corners[side] + number[:, None] * part
    return np.column_stack([start, start + part, along[side, 1] / (length[side] * area)])


@inner()
def _pull(rho2: float, height1: float, height2: float) -> float:
    """p(ρ)/ρ, with no difference of nearly equal numbers."""
    rho = np.sqrt(rho2)
    one = np.sqrt(height1 * height1 + rho2)
    if height1 == height2:
        return float(2.0 * height1 * height1 / ((one + rho) * rho2))
    other, apart = np.sqrt(height2 * height2 + rho2), np.sqrt((height1 - height2) ** 2 + rho2)
    return float((height1 * height1 / (one + rho) + height1 * (2.0 * height2 - height1) / (other + apart)) / rho2)


@inner()
def _pieces(one: Piece, two: Piece, points: tuple[Point, ...], height1: float, height2: float) -> Load:
    """Force and torque about the origin on the second piece, over the product of both charges and lengths."""
    fx = fy = torque = 0.0
    for at, weight in points:
        px, py = one[0] + at * (one[2] - one[0]), one[1] + at * (one[3] - one[1])
        for to, share in points:
            qx, qy = two[0] + to * (two[2] - two[0]), two[1] + to * (two[3] - two[1])
            pull = weight * share * _pull((qx - px) ** 2 + (qy - py) ** 2, height1, height2)
            fx += pull * (qx - px)
            fy += pull * (qy - py)
            torque += pull * (px * qy - py * qx)
    return fx, fy, torque


@inner()
def _distance(x1: float, y1: float, x2: float, y2: float) -> float:
    return float(np.sqrt((x2 - x1) ** 2 + (y2 - y1) ** 2))


@inner()
def _half(piece: Piece, number: int) -> Piece:
    x, y = (piece[0] + piece[2]) / 2, (piece[1] + piece[3]) / 2
    if number == 1:
        return x, y, piece[2], piece[3]
    return piece[0], piece[1], x, y


@jit()
def prism_pair(
    walls1: Floats, height1: float, walls2: Floats, height2: float, dx: float, dy: float, angle: float
) -> tuple[float, float, float, float]:
    """Force on 2 (N) and the torques on 1 and 2 about their own origins (N·m), of two prisms of 1 A·m² each.

    walls1, walls2 : (k, 5) of outline_walls        height1, height2 : m
    dx, dy, angle : place (m) and turn (rad) of 2 in the frame of 1
    """
    cosine, sine = np.cos(angle), np.sin(angle)
    ones, twos = np.empty((DEPTH, 4)), np.empty((DEPTH, 4))
    fx = fy = torque = 0.0
    for j in range(walls2.shape[0]):
        wall = walls2[j]
        two = (
            dx + cosine * wall[0] - sine * wall[1],
            dy + sine * wall[0] + cosine * wall[1],
            dx + cosine * wall[2] - sine * wall[3],
            dy + sine * wall[2] + cosine * wall[3],
        )
        if wall[4] == 0.0:
            continue
        for i in range(walls1.shape[0]):
            charge = walls1[i, 4] * wall[4] / (height1 * height2)
            ones[0], twos[0], waiting = walls1[i, :4], two, 1
            while charge != 0.0 and waiting > 0:
                waiting -= 1
                a = (ones[waiting, 0], ones[waiting, 1], ones[waiting, 2], ones[waiting, 3])
                b = (twos[waiting, 0], twos[waiting, 1], twos[waiting, 2], twos[waiting, 3])
                length1, length2 = _distance(a[0], a[1], a[2], a[3]), _distance(b[0], b[1], b[2], b[3])
                longer = max(length1, length2)
                distance = _distance(a[0] + a[2], a[1] + a[3], b[0] + b[2], b[1] + b[3]) / 2
                scale = charge * length1 * length2
                if distance > FAR * longer:
                    load = _pieces(a, b, TWO_POINTS, height1, height2)
                elif distance > NEAR * longer or longer < FINEST * height1 or waiting + 2 > DEPTH:
                    load = _pieces(a, b, FOUR_POINTS, height1, height2)
                else:
                    for half in (0, 1):
                        ones[waiting], twos[waiting] = a, b
                        if length1 >= length2:
                            ones[waiting] = _half(a, half)
                        else:
                            twos[waiting] = _half(b, half)
                        waiting += 1
                    continue
                fx += scale * load[0]
                fy += scale * load[1]
                torque += scale * load[2]
    fx, fy, torque = 1e-7 * fx, 1e-7 * fy, 1e-7 * torque
    return fx, fy, -torque, torque - (dx * fy - dy * fx)
