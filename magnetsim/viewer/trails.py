"""Where magnets have just come from: a line that fades with the time since, on the cloth below them."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

import numpy as np
import pygame

from magnetsim.kernels.pixels import Pixels
from magnetsim.shot import Settled
from magnetsim.table import Floats
from magnetsim.viewer.camera import Camera
from magnetsim.viewer.palette import CLOTH, OLD, seat_colour
from magnetsim.viewer.scene import Scene

_SEEN = 0.6
"""s: for so long a place is shown after a magnet has been there."""
_PIECES = 36
_LEAST = 1e-3


def recent_ways(settled: Settled, since: float) -> dict[int, Floats]:
    """By magnet, where it was lately: its ways (k, 2) m at even steps up to a time (s) since the motion began.

    Magnets that have hardly moved are left out. After the motion's end ways grow shorter, until none is left.
    """
    way = settled.trajectory
    times = np.linspace(max(0.0, since - _SEEN), min(since, float(way.time[-1])), _PIECES + 1)
    if since <= 0.0 or times[0] >= times[-1]:
        return {}
    found = {}
    for row, magnet in enumerate(way.magnet.tolist()):
        here = way.present[:, row]
        until = times[times <= float(way.time[here][-1])] if here.any() else times[:0]
        path = np.column_stack([np.interp(until, way.time[here], way.position[here, row, axis]) for axis in (0, 1)])
        if len(path) > 1 and np.ptp(path, axis=0).max() > _LEAST:
            found[magnet] = path
    return found


def mark_trails(pixels: Pixels, scene: Scene, camera: Camera, ways: Mapping[int, Floats]) -> None:
    """Draw on a picture, in the colour of the shooter's player, others' in grey; the older the fainter."""
    surface = pygame.image.frombuffer(pixels.data, (pixels.shape[1], pixels.shape[0]), "RGB")
    owner = dict(zip(scene.magnet.tolist(), scene.owner.tolist(), strict=True))
    broad = max(2, round(0.0022 * camera.pixels_a_metre))
    for magnet, path in ways.items():
        seat = owner.get(magnet, -1)
        bright = np.array(seat_colour(seat) if seat >= 0 else OLD, dtype=float)
        seen = camera.project(path).tolist()
        for at, (start, end) in enumerate(pairwise(seen), start=_PIECES + 1 - len(seen)):
            share = 0.15 + 0.85 * ((at + 1) / _PIECES) ** 1.5
            colour = np.array(CLOTH) + share * (bright - CLOTH)
            pygame.draw.aaline(surface, tuple(int(value) for value in colour), start, end, broad)
