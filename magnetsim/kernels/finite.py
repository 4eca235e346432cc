"""Finite magnets on one plane as clouds of softened charges: forces, torques and energy.

A kind of magnet is a few charges q at places in its body, each with a softening ε; they stand for its charged side
walls. With the sum of q zero and the first moment of q one along the body's +x, a pair of moments m1 and m2 has

    U = k m1 m2 Σ q_i q_j / √(ρ² + (ε_i² + ε_j²)/2)        k = mu0/4π, ρ the distance in the plane

smooth everywhere, and a dipole from afar. Each kind has two clouds, one for near and one of fewer charges for far
magnets; between the two their energies are blended by a polynomial in the distance of the centres. Force and torque are
the exact slopes of that one energy. Upright moments are point dipoles: in the plane they and moments in the plane do
nothing to each other.

Point dipoles in place of far clouds would be quicker, and right in force, but torque falls off more slowly: from 200 to
400 mm that of two hearts would be 1 to 2 % of force times 10 mm off, where far clouds are 0.1 % off.

Each pair is counted once, so that forces cancel to the last bit of each; the second torque is what the balance
torque1 + torque2 + r × F = 0 leaves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from magnetsim.kernels.bundle import Bundle
from magnetsim.kernels.jit import inner, jit
from magnetsim.kernels.lanes import stack_array

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Unsigned = npt.NDArray[np.uint64]
Booleans = npt.NDArray[np.bool_]

NEAR_UNTIL, FAR_FROM = 1.5, 1.8
"""Distances of centres over the sum of both reaches: up to the first the near clouds act, from the second on the far
ones."""
NEAR_OFFSET, FAR_OFFSET = 1 / 6, 1 / 4
"""What the square of the difference of two heights adds to the softening of their charges: magnets that stand on one
plane have their middles half that difference apart, of which near ones feel less."""
MULTIPLE = 16
"""Charges of two clouds are paired in a list as long as a multiple of this, so that no vector loop over it ends in
single steps."""
X1, Y1, X2, Y2, CHARGE, SOFTNESS = range(6)
"""Rows of such a list: where the charges lie in their bodies (m), their product (1/m²), (ε1² + ε2²)/2 (m²)."""
AT_ONCE = 32
"""Pairs of which the loads are worked out before they are added up."""

_rows_at_once = stack_array(AT_ONCE, dtype=np.int64)
_loads_at_once = stack_array(AT_ONCE, 2, 3)


@dataclass(frozen=True, eq=False)
class Clouds(Bundle):
    """The charges of k kinds, every one of a kind paired with every one of a kind.

    pairs : (6, c) of X1 to SOFTNESS, of moments of 1 A·m²
    first, last : (2, k, k) where in pairs those of two kinds begin and end, of the near clouds and of the far ones
    zones : (2, k, k) m, distances of centres: near clouds alone to the first, far ones from the second on
    """

    pairs: Floats
    first: Unsigned
    last: Unsigned
    zones: Floats


class OneCloud(Protocol):
    """What flat_clouds takes of a kind: charges (c, 4), x and y in m, charge in 1/m, ε in m; and two lengths in m."""

    @property
    def near(self) -> Floats:
        """The charges that act near by."""

    @property
    def far(self) -> Floats:
        """Those that act farther off."""

    @property
    def reach(self) -> float:
        """Of the farthest corner."""

    @property
    def height(self) -> float:
        """Of the body."""


def flat_clouds(clouds: Sequence[OneCloud]) -> Clouds:
    """The clouds of some kinds, as the kernels take them; a kind without moment in the plane has no charges."""
    kinds = len(clouds)
    lists, end = [np.empty((6, 0))], 0
    first, last = np.zeros((2, 2, kinds, kinds), np.uint64)
    zones = np.zeros((2, kinds, kinds))
    for one, a in enumerate(clouds):
        for two, b in enumerate(clouds):
            zones[:, one, two] = np.array([NEAR_UNTIL, FAR_FROM]) * (a.reach + b.reach)
            square = (a.height - b.height) ** 2
            for zone, pairs in enumerate(
                (_paired(a.near, b.near, NEAR_OFFSET * square), _paired(a.far, b.far, FAR_OFFSET * square))
            ):
                lists.append(pairs)
                first[zone, one, two] = end
                end += pairs.shape[1]
                last[zone, one, two] = end
    return Clouds(np.ascontiguousarray(np.concatenate(lists, axis=1)), first, last, zones)


def _paired(one: Floats, two: Floats, offset: float) -> Floats:
    """Every charge of one cloud with every one of another, (6, c), filled up with such as do nothing.

    offset : m², added to the softness
    """
    count = len(one) * len(two)
    pairs = np.zeros((6, (count + MULTIPLE - 1) // MULTIPLE * MULTIPLE))
    pairs[SOFTNESS] = 1.0
    a, b = (index.ravel() for index in np.indices((len(one), len(two))))
    pairs[X1:X2, :count], pairs[X2:CHARGE, :count] = one[a, :2].T, two[b, :2].T
    pairs[CHARGE, :count] = one[a, 2] * two[b, 2]
    pairs[SOFTNESS, :count] = (one[a, 3] ** 2 + two[b, 3] ** 2) / 2 + offset
    return pairs


@jit(counted=False)
def finite_forces(
    x: Floats,
    y: Floats,
    cosine: Floats,
    sine: Floats,
    moment: Floats,
    mz: Floats,
    kind: Integers,
    moving: Booleans,
    resting: bool,
    clouds: Clouds,
    fx: Floats,
    fy: Floats,
    torque: Floats,
) -> float:
    """Fill the in-plane force (N) and the yaw torque (N·m) on each of n magnets; gives the pairs' magnetic energy in J.

    x, y : (n,) m        cosine, sine : (n,) of the angles of the bodies        fx, fy, torque : (n,), filled
    moment, mz : (n,) A·m², along the body's +x and out of the table        kind : (n,) of the clouds
    moving : (n,) pairs of which neither moves are left out        resting : those alone are taken
    What magnets at rest do to each other can so be kept, and only the rest worked out anew. The energy is that of the
    pairs taken, 0 when all are infinitely far apart.
    """
    n = x.shape[0]
    first, second, loads = _rows_at_once(), _rows_at_once(), _loads_at_once()
    energy = 0.0
    for i in range(n):
        fx[i] = fy[i] = torque[i] = 0.0
    for row in range(n):
        # All pairs of one that moves, but for those of movers before it; of those at rest each once.
        if moving[row] == resting:
            continue
        for block in range((n + AT_ONCE - 1) // AT_ONCE):
            count = 0
            for other in range(block * AT_ONCE, min((block + 1) * AT_ONCE, n)):
                if other == row or (other < row and (resting or moving[other])) or (resting and moving[other]):
                    continue
                first[count], second[count] = min(row, other), max(row, other)
                count += 1
            energy += finite_pair_loads(
                first[:count], second[:count], x, y, cosine, sine, moment, mz, kind, clouds, loads
            )
            for k in range(count):
                i, j = first[k], second[k]
                fx[i] += loads[k, 0, 0]
                fy[i] += loads[k, 0, 1]
                torque[i] += loads[k, 0, 2]
                fx[j] += loads[k, 1, 0]
                fy[j] += loads[k, 1, 1]
                torque[j] += loads[k, 1, 2]
    return energy


@jit(fast_sums=True, counted=False)
def finite_pair_loads(
    first: Integers,
    second: Integers,
    x: Floats,
    y: Floats,
    cosine: Floats,
    sine: Floats,
    moment: Floats,
    mz: Floats,
    kind: Integers,
    clouds: Clouds,
    loads: Floats,
) -> float:
    """Fill what the two of each pair do to each other: force x, y (N) and yaw torque (N·m); gives their energy in J.

    first, second : (m,) rows        loads : (m, 2, 3), filled, on the first and on the second
    The others as of finite_forces.
    """
    energy = 0.0
    for k in range(first.shape[0]):
        force_x, force_y, about1, about2, each = _pair_on_table(
            first[k], second[k], x, y, cosine, sine, moment, mz, kind, clouds
        )
        loads[k, 0, 0], loads[k, 0, 1], loads[k, 0, 2] = -force_x, -force_y, about1
        loads[k, 1, 0], loads[k, 1, 1], loads[k, 1, 2] = force_x, force_y, about2
        energy += each
    return energy


@inner(fast_sums=True)
def _pair_on_table(
    i: int,
    j: int,
    x: Floats,
    y: Floats,
    cosine: Floats,
    sine: Floats,
    moment: Floats,
    mz: Floats,
    kind: Integers,
    clouds: Clouds,
) -> tuple[float, float, float, float, float]:
    """Force on j (N), torques on i and j (N·m) and energy (J) of two of the table's magnets."""
    dx, dy = x[j] - x[i], y[j] - y[i]
    scale = moment[i] * moment[j]
    force_x = force_y = about1 = about2 = energy = 0.0
    if scale != 0.0:
        along, across, about1, about2, energy = _pair_in_frame(
            clouds,
            kind[i],
            kind[j],
            cosine[i] * dx + sine[i] * dy,
            cosine[i] * dy - sine[i] * dx,
            cosine[i] * cosine[j] + sine[i] * sine[j],
            cosine[i] * sine[j] - sine[i] * cosine[j],
        )
        force_x = scale * (cosine[i] * along - sine[i] * across)
        force_y = scale * (sine[i] * along + cosine[i] * across)
        energy *= scale
    if mz[i] != 0.0 and mz[j] != 0.0:
        inverse2 = 1.0 / (dx * dx + dy * dy)
        upright = 1e-7 * mz[i] * mz[j] * inverse2 * np.sqrt(inverse2)
        force_x += 3.0 * upright * inverse2 * dx
        force_y += 3.0 * upright * inverse2 * dy
        energy += upright
    return force_x, force_y, scale * about1, scale * about2, energy


@jit(fast_sums=True, counted=False)
def finite_pair(
    clouds: Clouds, kind1: int, kind2: int, dx: float, dy: float, cosine: float, sine: float
) -> tuple[float, float, float, float, float]:
    """Force on 2 (N), torques on 1 and 2 (N·m) and energy (J) of two magnets of 1 A·m² each.

    dx, dy : m, place of 2 in the frame of 1        cosine, sine : of the angle of 2 in that frame
    """
    return _pair_in_frame(clouds, kind1, kind2, dx, dy, cosine, sine)


@inner(fast_sums=True)
def _pair_in_frame(
    clouds: Clouds, kind1: int, kind2: int, dx: float, dy: float, cosine: float, sine: float
) -> tuple[float, float, float, float, float]:
    distance = np.sqrt(dx * dx + dy * dy)
    share, slope = _far_share(clouds.zones[0, kind1, kind2], clouds.zones[1, kind1, kind2], distance)
    fx = fy = torque = energy = 0.0
    for far in (0, 1):
        part = share if far == 1 else 1.0 - share
        if part == 0.0:
            continue
        first, last = clouds.first[far, kind1, kind2], clouds.last[far, kind1, kind2]
        gx, gy, turn, each = _pair_of_clouds(clouds.pairs, first, last, dx, dy, cosine, sine)
        # The share changes with the distance of the centres only: a force along their line, and no torque.
        push = -each * slope if far == 1 else each * slope
        fx += part * gx + push * dx
        fy += part * gy + push * dy
        torque += part * turn
        energy += part * each
    return 1e-7 * fx, 1e-7 * fy, -1e-7 * torque, 1e-7 * (torque - (dx * fy - dy * fx)), 1e-7 * energy


@inner(fast_sums=True)
def _pair_of_clouds(
    pairs: Floats, first: int, last: int, dx: float, dy: float, cosine: float, sine: float
) -> tuple[float, float, float, float]:
    """Force on 2, torque of it about the origin of 1, and energy, of two clouds, with k = 1."""
    fx = fy = torque = energy = 0.0
    for p in range(first, last):
        rx = dx + cosine * pairs[X2, p] - sine * pairs[Y2, p] - pairs[X1, p]
        ry = dy + sine * pairs[X2, p] + cosine * pairs[Y2, p] - pairs[Y1, p]
        inverse = _inverse_root(rx * rx + ry * ry + pairs[SOFTNESS, p])
        each = pairs[CHARGE, p] * inverse
        pull = each * inverse * inverse
        energy += each
        fx += pull * rx
        fy += pull * ry
        torque += pull * (pairs[X1, p] * ry - pairs[Y1, p] * rx)
    return fx, fy, torque, energy


@inner(fast_sums=True)
def _inverse_root(square: float) -> float:
    """1/√ to 1e-13: a guess in single precision, for which processors have a quick way, and one of Newton's steps."""
    guess = np.float64(np.float32(1.0) / np.sqrt(np.float32(square)))
    return guess * (1.5 - 0.5 * square * guess * guess)


@inner()
def _far_share(start: float, end: float, distance: float) -> tuple[float, float]:
    """The share of the far clouds, which act alone from the end on, at a distance (m); and its slope, over that."""
    if distance <= start:
        return 0.0, 0.0
    if distance >= end:
        return 1.0, 0.0
    width = end - start
    t = (distance - start) / width
    rest = 1.0 - t
    return t * t * t * (10.0 + t * (6.0 * t - 15.0)), 30.0 * t * t * (rest * rest) / (width * distance)
