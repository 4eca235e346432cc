"""The hearts that steps, shots and kernels are timed with: those of the classic game."""

from __future__ import annotations

import numpy as np

from magnetsim.outline import heart_outline
from magnetsim.table import Board, Floats, Kind, Placed, Table, lay, magnet_kind

HEARTS = 25
"""As many as the classic game has; a square of them."""


def heart() -> Kind:
    """The heart of the classic game, as a point."""
    return magnet_kind(
        "heart", heart_outline(), height=0.007, density=4900, remanence=0.15, restitution=0.3, friction=0.3
    )


def square_grid(spacing: float) -> Floats:
    """Places of the hearts (25, 2) in m: row by row, the middle one at (0, 0)."""
    number = np.arange(HEARTS)
    return np.asarray(spacing * np.column_stack([number % 5 - 2, number // 5 - 2]), dtype=np.float64)


def hearts_on(half: float, position: Floats, angle: Floats) -> Table:
    """Hearts as they are put, not let come to rest, on a square table.

    half : half the table's side in m        position : (n, 2) m        angle : (n,) rad
    """
    board = Board(np.array([[-half, -half], [half, -half], [half, half], [-half, half]]), 0.0, 0.3, 0.24)
    places = [Placed(i, 0, (x, y), turned) for i, ((x, y), turned) in enumerate(zip(position, angle, strict=True))]
    return lay(board, (heart(),), places)
