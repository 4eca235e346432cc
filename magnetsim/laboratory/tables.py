"""Tables of the experiments."""

from __future__ import annotations

import math
from functools import cache

import numpy as np

from magnetsim.outline import disc_outline, heart_outline
from magnetsim.scenario.kinds import DENSITY, REMANENCE, as_finite
from magnetsim.table import Board, Kind, Placed, Table, lay, magnet_kind

HEIGHT = 7e-3
"""m, of all magnets here."""
STATIC, KINETIC = 0.30, 0.24
MODELS = ("dipole", "finite")


def board(static: float = STATIC, kinetic: float = KINETIC) -> Board:
    """So large that nothing reaches its rim."""
    return Board(np.array([[-3.0, -3.0], [3.0, -3.0], [3.0, 3.0], [-3.0, 3.0]]), 0.0, static, kinetic)


@cache
def heart(model: str) -> Kind:
    """The default heart."""
    return _kind("heart", model)


@cache
def disc(model: str) -> Kind:
    """A disc of 18 mm."""
    return _kind("disc", model)


def _kind(name: str, model: str) -> Kind:
    kind = magnet_kind(
        name,
        heart_outline() if name == "heart" else disc_outline(9e-3),
        height=HEIGHT,
        density=DENSITY,
        remanence=REMANENCE,
        restitution=0.3,
        friction=0.3,
    )
    return as_finite(kind) if model == "finite" else kind


def flying(model: str, seed: int = 0) -> Table:
    """Six hearts and discs that fly past each other without friction."""
    random = np.random.default_rng(seed)
    placed = [
        Placed(
            i,
            i % 2,
            (0.06 * (i % 3) + random.uniform(-0.01, 0.01), 0.06 * (i // 3) + random.uniform(-0.01, 0.01)),
            random.uniform(-math.pi, math.pi),
            tuple(random.uniform(-0.3, 0.3, 2)),
            random.uniform(-20, 20),
        )
        for i in range(6)
    ]
    return lay(board(0.0, 0.0), (heart(model), disc(model)), placed)


def collapsing(model: str, seed: int) -> Table:
    """25 hearts so near to each other that they clump."""
    random = np.random.default_rng(seed)
    placed = [
        Placed(i, 0, (0.034 * (i % 5 - 2), 0.034 * (i // 5 - 2)), random.uniform(-math.pi, math.pi)) for i in range(25)
    ]
    return lay(board(), (heart(model),), placed)


def chain(model: str, count: int, *, ring: bool = False) -> Table:
    """Discs that all but touch, head to tail in a line or in a ring, on a table of little friction."""
    radius, apart, turn = disc(model).outline.rounding, 1.002, np.arange(count) * 2 * np.pi / count
    if ring:
        wide = apart * radius / math.sin(math.pi / count)
        placed = [Placed(i, 0, (wide * math.cos(a), wide * math.sin(a)), a + math.pi / 2) for i, a in enumerate(turn)]
    else:
        placed = [Placed(i, 0, (2 * apart * radius * i, 0.0), 0.0) for i in range(count)]
    return lay(board(0.05, 0.04), (disc(model),), placed)
