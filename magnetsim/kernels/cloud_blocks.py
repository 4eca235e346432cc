"""A block of pairs of charge clouds: the pull of every charge on every charge, the pairs in the innermost loop.

Taken pair by pair, each of them would be a loop over a few charges, which no compiler turns into vector code; a loop
over the pairs of a block is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from magnetsim.kernels.jit import jit

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

BLOCK, LANES = 64, 16
"""Pairs taken at once; a shorter block is filled up with copies to a multiple of the second, so that no loop over it
ends in single steps."""
(
    DX, DY, COSINE, SINE,
    PLACE_X, PLACE_Y, PULL_X, PULL_Y,
    FORCE_X, FORCE_Y, TORQUE, ENERGY,
    NEAR_X, NEAR_Y, NEAR_TORQUE, NEAR_ENERGY,
) = range(16)  # fmt: skip
"""Rows of a block: pose of the second magnet in the frame of the first; place of one of its charges and the force on
it; force and torque about the first's origin on the second, and energy; the same of the near clouds in a blend."""


class Clouds(NamedTuple):
    """The charges of k kinds in flat arrays.

    x, y : (c,) m, in the body's frame        charge : (c,) 1/m, of a moment of 1 A·m²
    softness : (c,) ε²/2, m²        first : (2, k + 1) where the near and the far cloud of each kind begin
    reach : (k,) m, the unit of the distances at which clouds are blended
    """

    x: Floats
    y: Floats
    charge: Floats
    softness: Floats
    first: Integers
    reach: Floats


class Workspace(NamedTuple):
    """Room for a block of pairs in each zone; two threads need two."""

    pairs: Integers
    rows: Floats
    counts: Integers


def flat_clouds(near: Sequence[Floats], far: Sequence[Floats], reach: Sequence[float]) -> Clouds:
    """Clouds of some kinds: for each the near and far charges (c, 4), x and y in m, charge in 1/m, ε in m; reach in m.

    A kind without moment in the plane has no charges.
    """
    every = np.concatenate([*near, *far, np.empty((0, 4))])
    ends = np.cumsum([0, *(len(charges) for charges in (*near, *far))], dtype=np.int64)
    kinds = len(near)
    return Clouds(
        x=every[:, 0].copy(),
        y=every[:, 1].copy(),
        charge=every[:, 2].copy(),
        softness=every[:, 3] ** 2 / 2,
        first=np.stack([ends[: kinds + 1], ends[kinds:]]),
        reach=np.array(reach, dtype=np.float64),
    )


def workspace() -> Workspace:
    """A new workspace."""
    return Workspace(np.zeros((3, 2, BLOCK), np.int64), np.zeros((3, 16, BLOCK)), np.zeros(3, np.int64))


@jit(fast_sums=True, counted=False)
def block_pulls(clouds: Clouds, far: int, kind1: int, kind2: int, rows: Floats, lanes: int) -> None:
    """Fill force and torque on the second of each pair, in the frame of the first, of unit moments and k = 1."""
    for p in range(lanes):
        rows[FORCE_X, p] = rows[FORCE_Y, p] = rows[TORQUE, p] = 0.0
    for b in range(clouds.first[far, kind2], clouds.first[far, kind2 + 1]):
        _place(clouds.x[b], clouds.y[b], lanes, rows)
        for p in range(lanes):
            rows[PULL_X, p] = rows[PULL_Y, p] = 0.0
        for a in range(clouds.first[far, kind1], clouds.first[far, kind1 + 1]):
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
def block_energies(clouds: Clouds, far: int, kind1: int, kind2: int, rows: Floats, lanes: int) -> None:
    """Fill the energy of each pair, of unit moments and k = 1."""
    for p in range(lanes):
        rows[ENERGY, p] = 0.0
    for b in range(clouds.first[far, kind2], clouds.first[far, kind2 + 1]):
        _place(clouds.x[b], clouds.y[b], lanes, rows)
        for a in range(clouds.first[far, kind1], clouds.first[far, kind1 + 1]):
            charge, softness = clouds.charge[a] * clouds.charge[b], clouds.softness[a] + clouds.softness[b]
            for p in range(lanes):
                rx, ry = rows[PLACE_X, p] - clouds.x[a], rows[PLACE_Y, p] - clouds.y[a]
                rows[ENERGY, p] += charge * _inverse_root(rx * rx + ry * ry + softness)


@jit(fast_sums=True, counted=False)
def _place(u: float, v: float, lanes: int, rows: Floats) -> None:
    """Fill where one charge of each second magnet lies in the frame of its first."""
    for p in range(lanes):
        rows[PLACE_X, p] = rows[DX, p] + rows[COSINE, p] * u - rows[SINE, p] * v
        rows[PLACE_Y, p] = rows[DY, p] + rows[SINE, p] * u + rows[COSINE, p] * v


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
def _inverse_root(square: float) -> float:
    """1/√: a guess in single precision, which processors have an instruction for, and one step of third order."""
    guess = np.float64(np.float32(1.0) / np.sqrt(np.float32(square)))
    miss = 1.0 - square * guess * guess
    return guess + guess * miss * (0.5 + 0.375 * miss)
