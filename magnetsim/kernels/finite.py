"""Finite magnets on one plane as clouds of softened charges: forces, torques and energy.

A kind of magnet is a few charges q at places in its body, each with a softening ε; they stand for its charged side
walls. With the sum of q zero and the first moment of q one along the body's +x, a pair of moments m1 and m2 has

    U = k m1 m2 Σ q_i q_j / √(ρ² + (ε_i² + ε_j²)/2)        k = mu0/4π, ρ the distance in the plane

smooth everywhere, a dipole from afar, with nothing to cap and no seam. Force and torque are its exact slopes.
Upright moments are point dipoles: in the plane they and moments in the plane do nothing to each other.

Each pair is counted once, so that forces cancel to the last bit of each; the second torque is what the balance
torque1 + torque2 + r × F = 0 leaves. Pairs are taken in blocks, the charges outside, the pairs of the block inside:
so the innermost loop is over arrays, and vectorised.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from magnetsim.kernels.jit import jit

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Booleans = npt.NDArray[np.bool_]

BLOCK = 64
"""Pairs taken at once."""
DX, DY, COSINE, SINE, PLACE_X, PLACE_Y, PULL_X, PULL_Y, FORCE_X, FORCE_Y, TORQUE = range(11)
"""Rows of a workspace: pose of the second magnet in the frame of the first; place of one of its charges and the
force on it; force, and torque about the first's origin, on the second."""
FULL_LANES = 8
"""A block is filled up with copies to a multiple of this, so that no loop has a slow end."""


class Clouds(NamedTuple):
    """The charges of k kinds in flat arrays.

    x, y : (c,) m, in the body's frame        charge : (c,) 1/m, of a moment of 1 A·m²
    softness : (c,) ε²/2, m²        first : (k + 1,) where each kind begins
    """

    x: Floats
    y: Floats
    charge: Floats
    softness: Floats
    first: Integers


class Workspace(NamedTuple):
    """Room for one block of pairs; two threads need two."""

    pairs: Integers
    rows: Floats


def flat_clouds(charges: Sequence[Floats]) -> Clouds:
    """Clouds of some kinds: for each the (c, 4) places x and y in m, charges in 1/m and softenings ε in m."""
    every = np.concatenate([*charges, np.empty((0, 4))])
    return Clouds(
        x=every[:, 0].copy(),
        y=every[:, 1].copy(),
        charge=every[:, 2].copy(),
        softness=every[:, 3] ** 2 / 2,
        first=np.cumsum([0, *(len(of_kind) for of_kind in charges)], dtype=np.int64),
    )


def workspace() -> Workspace:
    """A new workspace."""
    return Workspace(np.zeros((2, BLOCK), dtype=np.int64), np.zeros((TORQUE + 1, BLOCK)))


@jit(fast_sums=True, counted=False)
def _inverse_root(square: float) -> float:
    """1/√: a guess in single precision, which processors have an instruction for, and one step of third order."""
    guess = np.float64(np.float32(1.0) / np.sqrt(np.float32(square)))
    miss = 1.0 - square * guess * guess
    return guess + guess * miss * (0.5 + 0.375 * miss)


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
    kinds = clouds.first.shape[0] - 1
    for kind1 in range(kinds):
        for kind2 in range(kind1, kinds):
            count = 0
            for i in range(n):
                if kind[i] != kind1:
                    continue
                for j in range(i + 1 if kind1 == kind2 else 0, n):
                    if kind[j] != kind2 or not (moving[i] or moving[j]):
                        continue
                    _pose(work, count, i, j, x, y, cosine, sine)
                    count += 1
                    if count == BLOCK:
                        _pull_block(clouds, kind1, kind2, work, count)
                        _hand_out(work, count, x, y, cosine, sine, moment, fx, fy, torque)
                        count = 0
            if count > 0:
                _pull_block(clouds, kind1, kind2, work, count)
                _hand_out(work, count, x, y, cosine, sine, moment, fx, fy, torque)
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
    clouds: Clouds,
    work: Workspace,
) -> float:
    """The magnetic energy in J of n magnets, 0 when infinitely far apart; arguments as of finite_forces."""
    n = x.shape[0]
    energy = 0.0
    kinds = clouds.first.shape[0] - 1
    for kind1 in range(kinds):
        for kind2 in range(kind1, kinds):
            count = 0
            for i in range(n):
                if kind[i] != kind1:
                    continue
                for j in range(i + 1 if kind1 == kind2 else 0, n):
                    if kind[j] == kind2:
                        _pose(work, count, i, j, x, y, cosine, sine)
                        count += 1
                        if count == BLOCK:
                            energy += _block_energy(clouds, kind1, kind2, work, count, moment)
                            count = 0
            energy += _block_energy(clouds, kind1, kind2, work, count, moment)
    for i in range(n):
        for j in range(i):
            if mz[i] != 0.0 and mz[j] != 0.0:
                inverse2 = 1.0 / ((x[i] - x[j]) ** 2 + (y[i] - y[j]) ** 2)
                energy += mz[i] * mz[j] * inverse2 * np.sqrt(inverse2)
    return 1e-7 * energy


@jit()
def finite_pair(
    clouds: Clouds, kind1: int, kind2: int, dx: float, dy: float, cosine: float, sine: float
) -> tuple[float, float, float, float, float]:
    """Force on 2 (N), torques on 1 and 2 (N·m) and energy (J) of two magnets of 1 A·m² each.

    dx, dy : m, place of 2 in the frame of 1        cosine, sine : of the angle of 2 in that frame
    """
    fx = fy = torque = energy = 0.0
    for b in range(clouds.first[kind2], clouds.first[kind2 + 1]):
        px = dx + cosine * clouds.x[b] - sine * clouds.y[b]
        py = dy + sine * clouds.x[b] + cosine * clouds.y[b]
        for a in range(clouds.first[kind1], clouds.first[kind1 + 1]):
            rx, ry = px - clouds.x[a], py - clouds.y[a]
            square = rx * rx + ry * ry + clouds.softness[a] + clouds.softness[b]
            each = clouds.charge[a] * clouds.charge[b] / np.sqrt(square)
            pull = each / square
            energy += each
            fx += pull * rx
            fy += pull * ry
            torque += pull * (px * ry - py * rx)
    return 1e-7 * fx, 1e-7 * fy, -1e-7 * torque, 1e-7 * (torque - (dx * fy - dy * fx)), 1e-7 * energy


@jit(fast_sums=True, counted=False)
def _pose(work: Workspace, p: int, i: int, j: int, x: Floats, y: Floats, cosine: Floats, sine: Floats) -> None:
    """Note the pair i, j as number p of the block, with the pose of j in the frame of i."""
    work.pairs[0, p], work.pairs[1, p] = i, j
    dx, dy = x[j] - x[i], y[j] - y[i]
    work.rows[DX, p] = cosine[i] * dx + sine[i] * dy
    work.rows[DY, p] = cosine[i] * dy - sine[i] * dx
    work.rows[COSINE, p] = cosine[i] * cosine[j] + sine[i] * sine[j]
    work.rows[SINE, p] = cosine[i] * sine[j] - sine[i] * cosine[j]


@jit(fast_sums=True, counted=False)
def _pull_block(clouds: Clouds, kind1: int, kind2: int, work: Workspace, count: int) -> None:
    """Fill force and torque on the second of each pair, in the frame of the first, of unit moments and k = 1."""
    rows = work.rows
    lanes = min((count + FULL_LANES - 1) // FULL_LANES * FULL_LANES, BLOCK)
    for p in range(count, lanes):
        for row in range(PLACE_X):
            rows[row, p] = rows[row, count - 1]
    for p in range(lanes):
        rows[FORCE_X, p] = rows[FORCE_Y, p] = rows[TORQUE, p] = 0.0
    for b in range(clouds.first[kind2], clouds.first[kind2 + 1]):
        _place(clouds.x[b], clouds.y[b], lanes, rows)
        for a in range(clouds.first[kind1], clouds.first[kind1 + 1]):
            charge, softness = clouds.charge[a] * clouds.charge[b], clouds.softness[a] + clouds.softness[b]
            _pull_of_one(
                clouds.x[a],
                clouds.y[a],
                charge,
                softness,
                lanes,
                rows[PLACE_X],
                rows[PLACE_Y],
                rows[PULL_X],
                rows[PULL_Y],
            )
        for p in range(lanes):
            rows[FORCE_X, p] += rows[PULL_X, p]
            rows[FORCE_Y, p] += rows[PULL_Y, p]
            rows[TORQUE, p] += rows[PLACE_X, p] * rows[PULL_Y, p] - rows[PLACE_Y, p] * rows[PULL_X, p]


@jit(fast_sums=True, counted=False)
def _place(u: float, v: float, lanes: int, rows: Floats) -> None:
    """Fill where one charge of each second magnet lies in the frame of its first, and no force on it yet."""
    for p in range(lanes):
        rows[PLACE_X, p] = rows[DX, p] + rows[COSINE, p] * u - rows[SINE, p] * v
        rows[PLACE_Y, p] = rows[DY, p] + rows[SINE, p] * u + rows[COSINE, p] * v
        rows[PULL_X, p] = rows[PULL_Y, p] = 0.0


@jit(fast_sums=True, counted=False)
def _pull_of_one(
    x: float, y: float, charge: float, softness: float, lanes: int, px: Floats, py: Floats, gx: Floats, gy: Floats
) -> None:
    """Add the force of one charge of the first magnets on one charge of each second."""
    for p in range(lanes):
        rx, ry = px[p] - x, py[p] - y
        inverse = _inverse_root(rx * rx + ry * ry + softness)
        pull = charge * inverse * inverse * inverse
        gx[p] += pull * rx
        gy[p] += pull * ry


@jit(fast_sums=True, counted=False)
def _hand_out(
    work: Workspace,
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
    rows = work.rows
    for p in range(count):
        i, j = work.pairs[0, p], work.pairs[1, p]
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


@jit(fast_sums=True, counted=False)
def _block_energy(clouds: Clouds, kind1: int, kind2: int, work: Workspace, count: int, moment: Floats) -> float:
    """The energy of a block of pairs over k."""
    rows = work.rows
    for p in range(count):
        rows[TORQUE, p] = 0.0
    for b in range(clouds.first[kind2], clouds.first[kind2 + 1]):
        _place(clouds.x[b], clouds.y[b], count, rows)
        for a in range(clouds.first[kind1], clouds.first[kind1 + 1]):
            charge, softness = clouds.charge[a] * clouds.charge[b], clouds.softness[a] + clouds.softness[b]
            for p in range(count):
                rx, ry = rows[PLACE_X, p] - clouds.x[a], rows[PLACE_Y, p] - clouds.y[a]
                rows[TORQUE, p] += charge * _inverse_root(rx * rx + ry * ry + softness)
    energy = 0.0
    for p in range(count):
        energy += moment[work.pairs[0, p]] * moment[work.pairs[1, p]] * rows[TORQUE, p]
    return energy
