"""Dipoles to compute with, and what their forces are, in more digits than a kernel has."""

from __future__ import annotations

import math
from decimal import Decimal, localcontext
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Dipoles = tuple[Floats, Floats, Floats, Floats, Floats]
"""x, y (n,) in m, mx, my, mz (n,) in A·m²."""

SPACING, MOMENT = 0.025, 0.18
"""m between neighbours and A·m²: hearts of the classic game, packed about as close as they lie in clusters."""
ROWS, FEWEST_ROWS, PAIRS = 32, 8, 4_000_000
"""So many dipoles of a large table are looked at; fewer where that would be more than so many pairs."""

_wide = np.finfo(np.longdouble).nmant > np.finfo(np.float64).nmant


def dipoles(count: int, seed: int = 1) -> Dipoles:
    """Dipoles near the places of a square grid, in random directions, a tenth of each upright."""
    random = np.random.default_rng(seed)
    side = math.ceil(math.sqrt(count))
    number = np.arange(count)
    x, y = (SPACING * (place + random.uniform(-0.2, 0.2, count)) for place in (number % side, number // side))
    angle = random.uniform(-math.pi, math.pi, count)
    return x, y, MOMENT * np.cos(angle), MOMENT * np.sin(angle), 0.1 * MOMENT * random.uniform(-1.0, 1.0, count)


def error_of(given: Dipoles, forces: tuple[Floats, Floats, Floats], rows: int | None = None) -> float:
    """How far forces and torques are off, over the sum of the sizes of all pairs' forces, of torques; the worst.

    forces : fx, fy (n,) in N and torque (n,) in N·m that a kernel found        rows : of how many, ROWS or fewer
    """
    count = len(given[0])
    rows = rows or max(FEWEST_ROWS, min(ROWS, PAIRS // max(1, count)))
    looked_at = np.unique(np.linspace(0, count - 1, min(rows, count)).round().astype(int))
    worst = 0.0
    for row in looked_at.tolist():
        right = _right(given, row)
        off_x, off_y, off_turn = (
            abs(float(_exact(found[row : row + 1])[0] - value)) for found, value in zip(forces, right[:3], strict=True)
        )
        for off, size in ((off_x, right[3]), (off_y, right[3]), (off_turn, right[4])):
            if math.isnan(off):
                return math.nan
            if off > worst * float(size):
                worst = off / float(size) if size > 0 else math.inf
    return worst


def _exact(values: Floats) -> npt.NDArray[Any]:
    """The same numbers where more digits can follow: 64 bits of them, or, where no such type is, 40 decimals."""
    if _wide:
        return values.astype(np.longdouble)
    return np.array([Decimal(value) for value in values.tolist()], dtype=object)


def _right(given: Dipoles, row: int) -> tuple[Any, Any, Any, Any, Any]:
    """Force and torque on one dipole, and the sums of the sizes of those that each other one puts on it."""
    with localcontext(prec=40):
        x, y, mx, my, mz = (_exact(np.delete(values, row)) for values in given)
        xi, yi, mxi, myi, mzi = (_exact(values[row : row + 1])[0] for values in given)
        dx, dy = xi - x, yi - y
        r2 = dx * dx + dy * dy
        r = np.sqrt(r2)
        along_i, along_j = mxi * dx + myi * dy, mx * dx + my * dy
        dot = mxi * mx + myi * my + mzi * mz
        per_r5, per_r3 = 1 / (r2 * r2 * r), 1 / (r2 * r)
        radial = dot - 5 * along_i * along_j / r2
        # Coulomb's constant of magnetism, mu0/4π = 1e-7, as the kernels have it.
        force_x = per_r5 * (along_j * mxi + along_i * mx + radial * dx) * 3 / 10**7
        force_y = per_r5 * (along_j * myi + along_i * my + radial * dy) * 3 / 10**7
        field_x = (3 * along_j * dx * per_r5 - mx * per_r3) / 10**7
        field_y = (3 * along_j * dy * per_r5 - my * per_r3) / 10**7
        turn = mxi * field_y - myi * field_x
        size = np.sqrt(force_x * force_x + force_y * force_y).sum()
        turn_size = np.abs(turn).sum()
        return force_x.sum(), force_y.sum(), turn.sum(), size, turn_size
