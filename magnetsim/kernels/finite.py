"""Finite magnets on one plane as clouds of softened charges: forces, torques and energy.

A kind of magnet is a few charges q at places in its body, each with a softening ε; they stand for its charged side
walls. With the sum of q zero and the first moment of q one along the body's +x, a pair of moments m1 and m2 has

    U = k m1 m2 Σ q_i q_j / √(ρ² + (ε_i² + ε_j²)/2)        k = mu0/4π, ρ the distance in the plane

smooth everywhere, and a dipole from afar. Each kind has two clouds, one for near and one of fewer charges for far
magnets; between NEAR_UNTIL and FAR_FROM the energies of both are blended by a polynomial in the distance of the
centres. Force and torque are the exact slopes of that one energy. Upright moments are point dipoles: in the plane
they and moments in the plane do nothing to each other.

Each pair is counted once, so that forces cancel to the last bit of each; the second torque is what the balance
torque1 + torque2 + r × F = 0 leaves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from magnetsim.kernels.bundle import Bundle
from magnetsim.kernels.jit import inner, jit

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Unsigned = npt.NDArray[np.uint64]
Booleans = npt.NDArray[np.bool_]

NEAR_UNTIL, FAR_FROM = 1.5, 2.25
"""Distances of centres over the sum of both reaches: up to the first the near clouds act, from the second on the far
ones."""
LANES = 16
"""Charges of two clouds are paired in a list as long as a multiple of this, so that no vector loop over it ends in
single steps."""
X1, Y1, X2, Y2, CHARGE, SOFTNESS = range(6)
"""Rows of such a list: where the charges lie in their bodies (m), their product (1/m²), (ε1² + ε2²)/2 (m²)."""


@dataclass(frozen=True, eq=False)
class Clouds(Bundle):
    """The charges of k kinds, every one of a kind paired with every one of a kind.

    pairs : (6, c) of X1 to SOFTNESS, of moments of 1 A·m²
    first, last : (2, k, k) where in pairs those of two kinds begin and end, of the near clouds and of the far ones
    reach : (k,) m, the unit of the distances at which clouds are blended
    """

    pairs: Floats
    first: Unsigned
    last: Unsigned
    reach: Floats


def flat_clouds(near: Sequence[Floats], far: Sequence[Floats], reach: Sequence[float]) -> Clouds:
    """Clouds of some kinds: for each the near and far charges (c, 4), x and y in m, charge in 1/m, ε in m; reach in m.

    A kind without moment in the plane has no charges.
    """
    kinds = len(near)
    lists, end = [np.empty((6, 0))], 0
    first, last = np.zeros((2, 2, kinds, kinds), np.uint64)
    for zone, charges in enumerate((near, far)):
        for one in range(kinds):
            for two in range(kinds):
                lists.append(_paired(charges[one], charges[two]))
                first[zone, one, two] = end
                end += lists[-1].shape[1]
                last[zone, one, two] = end
    return Clouds(np.ascontiguousarray(np.concatenate(lists, axis=1)), first, last, np.array(reach, dtype=np.float64))


def _paired(one: Floats, two: Floats) -> Floats:
    """Every charge of one cloud with every one of another, (6, c), filled up with such as do nothing."""
    count = len(one) * len(two)
    pairs = np.zeros((6, (count + LANES - 1) // LANES * LANES))
    pairs[SOFTNESS] = 1.0
    a, b = (index.ravel() for index in np.indices((len(one), len(two))))
    pairs[X1:X2, :count], pairs[X2:CHARGE, :count] = one[a, :2].T, two[b, :2].T
    pairs[CHARGE, :count] = one[a, 2] * two[b, 2]
    pairs[SOFTNESS, :count] = (one[a, 3] ** 2 + two[b, 3] ** 2) / 2
    return pairs


@jit(fast_sums=True, counted=False)
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
) -> None:
    """Fill the in-plane force (N) and the yaw torque (N·m) on each of n magnets.

    x, y : (n,) m        cosine, sine : (n,) of the angles of the bodies        fx, fy, torque : (n,), filled
    moment, mz : (n,) A·m², along the body's +x and out of the table        kind : (n,) of the clouds
    moving : (n,) pairs of which neither moves are left out        resting : those alone are taken
    What magnets at rest do to each other can so be kept, and only the rest of it worked out anew.
    """
    n = x.shape[0]
    for i in range(n):
        fx[i] = fy[i] = torque[i] = 0.0
    for i in range(n):
        for j in range(i + 1, n):
            if (moving[i] or moving[j]) != resting:
                force_x, force_y, about1, about2, _ = _on_table(i, j, x, y, cosine, sine, moment, mz, kind, clouds)
                fx[i] -= force_x
                fy[i] -= force_y
                torque[i] += about1
                fx[j] += force_x
                fy[j] += force_y
                torque[j] += about2


@jit(fast_sums=True, counted=False)
def finite_energy(
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
) -> float:
    """The magnetic energy in J of n magnets, 0 when infinitely far apart; arguments as of finite_forces."""
    energy = 0.0
    for i in range(x.shape[0]):
        for j in range(i + 1, x.shape[0]):
            if (moving[i] or moving[j]) != resting:
                energy += _on_table(i, j, x, y, cosine, sine, moment, mz, kind, clouds)[4]
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
) -> None:
    """Fill what the two of each pair do to each other: force x, y (N) and yaw torque (N·m).

    first, second : (m,) rows        loads : (m, 2, 3), filled, on the first and on the second
    The others as of finite_forces.
    """
    for k in range(first.shape[0]):
        force_x, force_y, about1, about2, _ = _on_table(
            first[k], second[k], x, y, cosine, sine, moment, mz, kind, clouds
        )
        loads[k, 0, 0], loads[k, 0, 1], loads[k, 0, 2] = -force_x, -force_y, about1
        loads[k, 1, 0], loads[k, 1, 1], loads[k, 1, 2] = force_x, force_y, about2


@inner(fast_sums=True, inlined=True)
def _on_table(
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
    along, across, about1, about2, energy = finite_pair(
        clouds,
        kind[i],
        kind[j],
        cosine[i] * dx + sine[i] * dy,
        cosine[i] * dy - sine[i] * dx,
        cosine[i] * cosine[j] + sine[i] * sine[j],
        cosine[i] * sine[j] - sine[i] * cosine[j],
    )
    scale = moment[i] * moment[j]
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


@jit(fast_sums=True, counted=False, inlined=True)
def finite_pair(
    clouds: Clouds, kind1: int, kind2: int, dx: float, dy: float, cosine: float, sine: float
) -> tuple[float, float, float, float, float]:
    """Force on 2 (N), torques on 1 and 2 (N·m) and energy (J) of two magnets of 1 A·m² each.

    dx, dy : m, place of 2 in the frame of 1        cosine, sine : of the angle of 2 in that frame
    """
    share, slope = _far_share(clouds.reach[kind1] + clouds.reach[kind2], dx * dx + dy * dy)
    fx = fy = torque = energy = 0.0
    for far in (0, 1):
        part = share if far == 1 else 1.0 - share
        if part == 0.0:
            continue
        first, last = clouds.first[far, kind1, kind2], clouds.last[far, kind1, kind2]
        gx, gy, turn, each = _clouds(clouds.pairs, first, last, dx, dy, cosine, sine)
        # The share changes with the distance of the centres only: a force along their line, and no torque.
        push = each * slope if far == 0 else -each * slope
        fx += part * gx + push * dx
        fy += part * gy + push * dy
        torque += part * turn
        energy += part * each
    return 1e-7 * fx, 1e-7 * fy, -1e-7 * torque, 1e-7 * (torque - (dx * fy - dy * fx)), 1e-7 * energy


@inner(fast_sums=True, inlined=True)
def _clouds(
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


@inner(fast_sums=True, inlined=True)
def _inverse_root(square: float) -> float:
    """1/√ to 1e-13: a guess in single precision, for which processors have a quick way, and one of Newton's steps."""
    guess = np.float64(np.float32(1.0) / np.sqrt(np.float32(square)))
    return guess * (1.5 - 0.5 * square * guess * guess)


@inner(counted=True, inlined=True)
def _far_share(reach: float, square: float) -> tuple[float, float]:
    """The share of the far clouds at the square of a distance (m²), and its slope over the distance, over that."""
    start, width = NEAR_UNTIL * reach, (FAR_FROM - NEAR_UNTIL) * reach
    distance = np.sqrt(square)
    t = (distance - start) / width
    if t <= 0.0:
        return 0.0, 0.0
    if t >= 1.0:
        return 1.0, 0.0
    return t * t * t * (10.0 + t * (6.0 * t - 15.0)), 30.0 * t * t * (1.0 - t) ** 2 / (width * distance)
