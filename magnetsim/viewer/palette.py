"""Colours, as red, green and blue of 0…255. Seats differ in lightness as well as in hue."""

from __future__ import annotations

from typing import Final

import numpy as np

Colour = tuple[int, int, int]

CLOTH: Final = (36, 92, 92)
WOOD: Final = (126, 82, 50)
ROOM: Final = (27, 31, 38)
GROUND: Final = np.array([CLOTH, WOOD, ROOM], dtype=float)

NORTH: Final = (206, 40, 54)
SOUTH: Final = (226, 217, 200)
PLAIN: Final = (150, 156, 164)
POLES: Final = np.array([NORTH, SOUTH, PLAIN], dtype=float)

SEATS: Final[tuple[Colour, ...]] = (
    (255, 190, 60),
    (92, 178, 255),
    (190, 235, 110),
    (232, 140, 240),
    (255, 140, 100),
    (120, 230, 220),
    (200, 190, 255),
    (255, 225, 170),
)
NEW: Final = (255, 214, 92)
OLD: Final = (214, 232, 232)

TEXT: Final = (236, 238, 240)
FAINT: Final = (150, 160, 168)
PANEL: Final = (20, 24, 30)
EDGE: Final = (62, 72, 82)
KINETIC: Final = (255, 190, 60)
MAGNETIC: Final = (92, 178, 255)
DISSIPATED: Final = (232, 110, 110)


def seat_colour(seat: int) -> Colour:
    """A seat's colour; after the eighth they come again."""
    return SEATS[seat % len(SEATS)]
