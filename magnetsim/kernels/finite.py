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

import numpy as np
import numpy.typing as npt

from magnetsim.kernels.cloud_blocks import (
    BLOCK,
    COSINE,
    DX,
    DY,
    ENERGY,
    FORCE_X,
    FORCE_Y,
    LANES,
    NEAR_ENERGY,
    NEAR_X,
    PLACE_X,
    SINE,
    TORQUE,
    Clouds,
    Workspace,
    block_energies,
    block_pulls,
)
from magnetsim.kernels.jit import jit

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Booleans = npt.NDArray[np.bool_]

NEAR_UNTIL, FAR_FROM = 1.5, 2.25
"""Distances of centres over the sum of both reaches: up to the first the near clouds act, from the second on the far
ones."""
NEAR, BLEND, FAR = range(3)
"""Zones of distance, each with its own block of pairs."""
FORCES, ENERGIES = range(2)
"""What a sweep over the pairs is wanted for."""


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
    clouds: Clouds,
    work: Workspace,
    fx: Floats,
    fy: Floats,
    torque: Floats,
) -> None:
    """Fill the in-plane force (N) and the yaw torque (N·m) on each of n magnets.

    x, y : (n,) m        cosine, sine : (n,) of the angles of the bodies        fx, fy, torque : (n,), filled
    moment, mz : (n,) A·m², along the body's +x and out of the table        kind : (n,) of the clouds
    moving : (n,) pairs of which neither moves are left out
    """
    n = x.shape[0]
    for i in range(n):
        fx[i] = fy[i] = torque[i] = 0.0
    _all_pairs(x, y, cosine, sine, moment, kind, moving, clouds, work, fx, fy, torque, FORCES)
    for i in range(n):
        if mz[i] == 0.0:
            continue
        for j in range(i + 1, n):
            if mz[j] != 0.0 and (moving[i] or moving[j]):
                dx, dy = x[j] - x[i], y[j] - y[i]
                inverse2 = 1.0 / (dx * dx + dy * dy)
                push = 3e-7 * mz[i] * mz[j] * inverse2 * inverse2 * np.sqrt(inverse2)
                fx[i] -= push * dx
                fy[i] -= push * dy
                fx[j] += push * dx
                fy[j] += push * dy


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
    clouds: Clouds,
    work: Workspace,
) -> float:
    """The magnetic energy in J of n magnets, 0 when infinitely far apart; arguments as of finite_forces."""
    nothing = work.rows[NEAR, NEAR_X]  # Not written: no forces are asked for.
    energy = _all_pairs(x, y, cosine, sine, moment, kind, moving, clouds, work, nothing, nothing, nothing, ENERGIES)
    for i in range(x.shape[0]):
        for j in range(i):
            if mz[i] != 0.0 and mz[j] != 0.0 and (moving[i] or moving[j]):
                inverse2 = 1.0 / ((x[i] - x[j]) ** 2 + (y[i] - y[j]) ** 2)
                energy += 1e-7 * mz[i] * mz[j] * inverse2 * np.sqrt(inverse2)
    return energy


@jit()
def finite_pair(
    clouds: Clouds, kind1: int, kind2: int, dx: float, dy: float, cosine: float, sine: float
) -> tuple[float, float, float, float, float]:
    """Force on 2 (N), torques on 1 and 2 (N·m) and energy (J) of two magnets of 1 A·m² each.

    dx, dy : m, place of 2 in the frame of 1        cosine, sine : of the angle of 2 in that frame
    """
    share, slope = _far_share(clouds.reach[kind1] + clouds.reach[kind2], dx * dx + dy * dy)
    fx = fy = torque = energy = difference = 0.0
    for far, part in ((0, 1.0 - share), (1, share)):
        if part == 0.0:
            continue
        for b in range(clouds.first[far, kind2], clouds.first[far, kind2 + 1]):
            px = dx + cosine * clouds.x[b] - sine * clouds.y[b]
            py = dy + sine * clouds.x[b] + cosine * clouds.y[b]
            for a in range(clouds.first[far, kind1], clouds.first[far, kind1 + 1]):
                rx, ry = px - clouds.x[a], py - clouds.y[a]
                square = rx * rx + ry * ry + clouds.softness[a] + clouds.softness[b]
                each = clouds.charge[a] * clouds.charge[b] / np.sqrt(square)
                pull = part * each / square
                energy += part * each
                difference += (2 * far - 1) * each
                fx += pull * rx
                fy += pull * ry
                torque += pull * (px * ry - py * rx)
    fx -= slope * difference * dx
    fy -= slope * difference * dy
    return 1e-7 * fx, 1e-7 * fy, -1e-7 * torque, 1e-7 * (torque - (dx * fy - dy * fx)), 1e-7 * energy


@jit()
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


@jit(fast_sums=True, counted=False)
def _all_pairs(
    x: Floats,
    y: Floats,
    cosine: Floats,
    sine: Floats,
    moment: Floats,
    kind: Integers,
    moving: Booleans,
    clouds: Clouds,
    work: Workspace,
    fx: Floats,
    fy: Floats,
    torque: Floats,
    wanted: int,
) -> float:
    """Gather pairs by kinds and zones into blocks; add forces and torques, or only sum the energy (J), as wanted."""
    n, kinds = x.shape[0], clouds.reach.shape[0]
    energy = 0.0
    work.counts[:] = 0
    for kind1 in range(kinds):
        for kind2 in range(kind1, kinds):
            reach = clouds.reach[kind1] + clouds.reach[kind2]
            near, far = (NEAR_UNTIL * reach) ** 2, (FAR_FROM * reach) ** 2
            for i in range(n):
                if kind[i] != kind1 or (kind1 == kind2 and not moving[i]):
                    continue
                for j in range(n):
                    if kind[j] != kind2 or not (moving[i] or moving[j]):
                        continue
                    if kind1 == kind2 and (i == j or (moving[j] and j < i)):
                        continue
                    dx, dy = x[j] - x[i], y[j] - y[i]
                    square = dx * dx + dy * dy
                    zone = NEAR if square <= near else FAR if square >= far else BLEND
                    p, rows = work.counts[zone], work.rows[zone]
                    work.counts[zone] = p + 1
                    work.pairs[zone, 0, p], work.pairs[zone, 1, p] = i, j
                    rows[DX, p], rows[DY, p] = cosine[i] * dx + sine[i] * dy, cosine[i] * dy - sine[i] * dx
                    rows[COSINE, p] = cosine[i] * cosine[j] + sine[i] * sine[j]
                    rows[SINE, p] = cosine[i] * sine[j] - sine[i] * cosine[j]
                    if p + 1 == BLOCK:
                        energy += _finish_block(
                            clouds, kind1, kind2, zone, work, x, y, cosine, sine, moment, fx, fy, torque, wanted
                        )
            for zone in range(3):
                if work.counts[zone] > 0:
                    energy += _finish_block(
                        clouds, kind1, kind2, zone, work, x, y, cosine, sine, moment, fx, fy, torque, wanted
                    )
    return energy


@jit(counted=False)
def _finish_block(
    clouds: Clouds,
    kind1: int,
    kind2: int,
    zone: int,
    work: Workspace,
    x: Floats,
    y: Floats,
    cosine: Floats,
    sine: Floats,
    moment: Floats,
    fx: Floats,
    fy: Floats,
    torque: Floats,
    wanted: int,
) -> float:
    """Empty the block of one zone: add its forces and torques, or give its energy (J), as wanted."""
    rows, count = work.rows[zone], work.counts[zone]
    work.counts[zone] = 0
    lanes = (count + LANES - 1) // LANES * LANES
    for p in range(count, lanes):
        for row in range(PLACE_X):
            rows[row, p] = rows[row, count - 1]
    if zone == BLEND or wanted == ENERGIES:
        block_energies(clouds, 1 if zone == FAR else 0, kind1, kind2, rows, lanes)
    if wanted == FORCES:
        block_pulls(clouds, 1 if zone == FAR else 0, kind1, kind2, rows, lanes)
    if zone == BLEND:
        for p in range(lanes):
            for row in range(FORCE_X, ENERGY + 1):
                rows[row + NEAR_X - FORCE_X, p] = rows[row, p]
        block_energies(clouds, 1, kind1, kind2, rows, lanes)
        if wanted == FORCES:
            block_pulls(clouds, 1, kind1, kind2, rows, lanes)
        _blend(clouds.reach[kind1] + clouds.reach[kind2], rows, count)
    if wanted == FORCES:
        _hand_out(work.pairs[zone], rows, count, x, y, cosine, sine, moment, fx, fy, torque)
        return 0.0
    energy = 0.0
    for p in range(count):
        energy += moment[work.pairs[zone, 0, p]] * moment[work.pairs[zone, 1, p]] * rows[ENERGY, p]
    return 1e-7 * energy


@jit(counted=False)
def _blend(reach: float, rows: Floats, count: int) -> None:
    """Turn loads and energies of far clouds into those of the blend with the near ones."""
    for p in range(count):
        dx, dy = rows[DX, p], rows[DY, p]
        share, slope = _far_share(reach, dx * dx + dy * dy)
        difference = slope * (rows[ENERGY, p] - rows[NEAR_ENERGY, p])
        for row in range(FORCE_X, ENERGY + 1):
            rows[row, p] = share * rows[row, p] + (1.0 - share) * rows[row + NEAR_X - FORCE_X, p]
        # The share changes with the distance of the centres only: a force along their line, and no torque.
        rows[FORCE_X, p] -= difference * dx
        rows[FORCE_Y, p] -= difference * dy


@jit(counted=False)
def _hand_out(
    pairs: Integers,
    rows: Floats,
    count: int,
    x: Floats,
    y: Floats,
    cosine: Floats,
    sine: Floats,
    moment: Floats,
    fx: Floats,
    fy: Floats,
    torque: Floats,
) -> None:
    """Add a block's forces and torques to those of its magnets."""
    for p in range(count):
        i, j = pairs[0, p], pairs[1, p]
        scale = 1e-7 * moment[i] * moment[j]
        along, across = scale * rows[FORCE_X, p], scale * rows[FORCE_Y, p]
        force_x, force_y = cosine[i] * along - sine[i] * across, sine[i] * along + cosine[i] * across
        about_first = scale * rows[TORQUE, p]
        fx[i] -= force_x
        fy[i] -= force_y
        torque[i] -= about_first
        fx[j] += force_x
        fy[j] += force_y
        torque[j] += about_first - ((x[j] - x[i]) * force_y - (y[j] - y[i]) * force_x)
