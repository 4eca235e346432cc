"""Tables of many dipoles, spread evenly and not, and what an error on them is measured by."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

TABLES = ("square", "strip", "line", "clumps", "two gaps", "one far away", "scattered")


def places(name: str, n: int, seed: int) -> Floats:
    """Positions (2, n) in m, none much nearer than 10 mm (0.2 mm in the tight half of "two gaps")."""
    random = np.random.default_rng(seed)
    if name == "strip":
        return _grid(n, random, columns=max(1, n // 10))
    if name == "line":
        return _grid(n, random, columns=n) * np.array([[1.0], [0.0]])
    if name == "clumps":
        clumps = [_grid(len(part), random) for part in np.array_split(np.arange(n), 7)]
        return np.concatenate([clump + random.uniform(-40.0, 40.0, (2, 1)) for clump in clumps], axis=1)
    if name == "two gaps":
        tight = 0.02 * _grid(n // 2, random)
        return np.concatenate([tight, np.array([[-5.0], [0.3]]) - _grid(n - n // 2, random)], axis=1)
    square = _grid(n, random)
    if name == "one far away":
        square[:, -1] = [3e4, -7.0]
    if name == "scattered":
        # A clump, and a few dipoles all around it.
        few = max(1, n // 50)
        square[:, :few] = 0.1 * np.sqrt(n) * random.uniform(-1.0, 1.0, (2, few)) - 0.05
    return square


def _grid(n: int, random: np.random.Generator, columns: int | None = None) -> Floats:
    """A grid of 25 mm, each off it by up to 6 mm."""
    row, column = np.divmod(np.arange(n), columns or int(np.ceil(np.sqrt(n))))
    return 0.025 * np.array([column, row]) + random.uniform(-0.006, 0.006, (2, n))


def dipoles(name: str, n: int, seed: int, *, aligned: bool = False, upright: float = 0.0) -> Floats:
    """x, y, mx, my, mz (5, n): moments of 0.18 A·m² in random directions or all in one, and upright ones."""
    random = np.random.default_rng(seed + 1)
    angle = np.full(n, 0.3) if aligned else random.uniform(-np.pi, np.pi, n)
    mz = upright * (np.ones(n) if aligned else random.standard_normal(n))
    return np.array([*places(name, n, seed), 0.18 * np.cos(angle), 0.18 * np.sin(angle), mz])


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
