"""How near a magnet another must lie to be pulled in: the other lets go where the pull outgrows its static friction."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from magnetsim.magnetism import magnets_of, pair_loads
from magnetsim.outline import read_only
from magnetsim.table import Floats, Kind

DIRECTIONS = 72
"""In how many directions from a magnet it is computed; every 5°."""
_TURNS = 24
"""Of the other magnet, in each direction; every 15°."""
_FARTHEST = 1.0
"""m: a reach beyond it is not looked for."""
_ROUNDS = 22
"""Of bisection."""


@dataclass(frozen=True, slots=True, eq=False)
class Capture:
    """How near another magnet is pulled in, in directions 2π k / DIRECTIONS from a magnet's +x.

    reach : (DIRECTIONS,) m between centroids; 0 where it is not pulled in before the two may touch
    turn : (DIRECTIONS,) rad, how the other is turned there, against the magnet's own angle: the way that pulls most
    """

    reach: Floats
    turn: Floats


@lru_cache(maxsize=64)
def capture(kind: Kind, other: Kind, friction: float) -> Capture:
    """Where a magnet of one kind, held as it lies, pulls in one of another kind that is turned most favourably.

    friction : coefficient between the other and the board, static

    The other rests and is let go: it starts where the force of this one magnet on it exceeds friction times its weight,
    and goes towards it. Of the turns of the other, every 15°, that one counts which is pulled inward most; between
    those the pull differs by less than a hundredth, the reach by a quarter of that. Found by bisection, to 10 µm.
    """
    direction = 2 * np.pi * np.arange(DIRECTIONS) / DIRECTIONS
    ahead = np.column_stack([np.cos(direction), np.sin(direction)])
    nearest = kind.outline.bounding_radius + other.outline.bounding_radius
    low, high = np.full(DIRECTIONS, nearest), np.full(DIRECTIONS, max(_FARTHEST, 2 * nearest))
    held = friction * other.weight
    pull, turn = _strongest(kind, other, ahead, low)
    reached = pull > held
    for _ in range(_ROUNDS):
        middle = np.sqrt(low * high)
        pull, turn = _strongest(kind, other, ahead, middle)
        inward = pull > held
        low, high = np.where(inward, middle, low), np.where(inward, high, middle)
    return Capture(read_only(np.where(reached, low, 0.0)), read_only(turn))


def _strongest(kind: Kind, other: Kind, ahead: Floats, away: Floats) -> tuple[Floats, Floats]:
    """The force (N) on the other at a distance (m) in each direction, and its turn (rad), where it is pulled most."""
    turns = 2 * np.pi * np.arange(_TURNS) / _TURNS
    count = DIRECTIONS * _TURNS
    magnets = magnets_of([kind] + [other] * count)
    place = np.vstack([np.zeros((1, 2)), np.repeat(away[:, None] * ahead, _TURNS, axis=0)])
    x, y = np.ascontiguousarray(place.T)
    angle = np.concatenate([[0.0], np.tile(turns, DIRECTIONS)])
    second = np.arange(1, count + 1, dtype=np.int64)
    loads = pair_loads(magnets, x, y, angle, np.zeros(count, dtype=np.int64), second)
    force = loads[:, 1, :2].reshape(DIRECTIONS, _TURNS, 2)
    inward = -np.einsum("dtk,dk->dt", force, ahead)
    best = inward.argmax(axis=1)
    rows = np.arange(DIRECTIONS)
    strength = np.hypot(*force[rows, best].T)
    return np.where(inward[rows, best] > 0, strength, 0.0), turns[best]
