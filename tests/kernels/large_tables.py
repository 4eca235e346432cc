"""Tables of many dipoles, spread evenly and not, for tests and benchmarks; what an error on them is measured by."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

SPACING, MOMENT = 0.025, 0.18
"""m between neighbours of a grid, A·m²."""


def _even(n: int, random: np.random.Generator, columns: int | None = None) -> Floats:
    """A grid, each off it by up to a fifth of its spacing."""
    row, column = np.divmod(np.arange(n), columns or math.ceil(math.sqrt(n)))
    return SPACING * (np.array([column, row]) + random.uniform(-0.2, 0.2, (2, n)))


def _strip(n: int, random: np.random.Generator) -> Floats:
    return _even(n, random, columns=max(1, n // 10))


def _line(n: int, random: np.random.Generator) -> Floats:
    return _even(n, random, columns=n)


def _clumps(n: int, random: np.random.Generator) -> Floats:
    parts = [_even(len(part), random) for part in np.array_split(np.arange(n), 7)]
    extent = SPACING * 100 * math.sqrt(n)
    return np.concatenate([part + random.uniform(0.0, extent, (2, 1)) for part in parts], axis=1)


def _two_gaps(n: int, random: np.random.Generator) -> Floats:
    return np.concatenate([0.02 * _even(n // 2, random), _even(n - n // 2, random) - [[1.0], [-2.0]]], axis=1)


def _one_far_away(n: int, random: np.random.Generator) -> Floats:
    position = _even(n, random)
    position[:, 0] = 1e5, 3.0
    return position


def _scattered(n: int, random: np.random.Generator) -> Floats:
    """A clump, and a few all around it."""
    position, few = _even(n, random), n // 50
    position[:, :few] = SPACING * 4 * math.sqrt(n) * random.uniform(-1.0, 1.0, (2, few))
    return position


_SPREADS: dict[str, Callable[[int, np.random.Generator], Floats]] = {
    "even": _even,
    "strip": _strip,
    "line": _line,
    "clumps": _clumps,
    "two gaps": _two_gaps,
    "one far away": _one_far_away,
    "scattered": _scattered,
}
TABLES = tuple(_SPREADS)


def places(name: str, n: int, seed: int) -> Floats:
    """Positions (2, n) in m, few much nearer than 15 mm (0.3 mm in the tight half of "two gaps")."""
    return _SPREADS[name](n, np.random.default_rng(seed))


def dipoles(name: str, n: int, seed: int = 1, *, aligned: bool = False, upright: float = 0.0) -> Floats:
    """x, y, mx, my, mz (5, n): moments of MOMENT in random directions or all in one; and upright ones, A·m²."""
    random = np.random.default_rng(seed + 1)
    angle = np.full(n, 0.3) if aligned else random.uniform(-np.pi, np.pi, n)
    mz = upright * (np.ones(n) if aligned else random.standard_normal(n))
    return np.array([*places(name, n, seed), MOMENT * np.cos(angle), MOMENT * np.sin(angle), mz])


def sums_of_pairs(given: Floats) -> Floats:
    """Σ_j 3k |m_i| |m_j| / r⁴ and Σ_j k |m_i| |m_j| / r³ of each (2, n), in N and N·m."""
    x, y, *moment = given
    size = np.sqrt(np.sum(np.square(moment), axis=0))
    sums = np.empty((2, len(x)))
    for i in range(len(x)):
        square = (x - x[i]) ** 2 + (y - y[i]) ** 2
        square[i] = np.inf
        sums[:, i] = 3e-7 * size[i] * (size / square**2).sum(), 1e-7 * size[i] * (size / square**1.5).sum()
    return sums
