"""Arrows for the magnetic force on each magnet: how long tells its magnitude, how broad whether friction holds it."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
import pygame

from magnetsim.magnetism import Magnets, fill_loads, magnets_of
from magnetsim.table import Floats, Kind
from magnetsim.viewer.camera import Camera
from magnetsim.viewer.scene import Scene

HELD, LOOSE, _EDGE = (196, 226, 255), (255, 150, 60), (12, 18, 24)
_WEAKEST = 1e-4
"""N: a weaker force has no arrow."""
_SHORTEST, _DECADE = 0.009, 0.010
"""m: the arrow of the weakest force, and what is added for each ten times as strong."""


def magnetic_forces(scene: Scene) -> Floats:
    """The force (n, 2) in N of the others' magnetism on each magnet of a scene; 0 on what is not on the table."""
    here = scene.lying
    out = np.zeros((len(scene.magnet), 2))
    if len(here):
        x, y, angle = np.ascontiguousarray(scene.pose[here, :3].T)
        load = np.zeros((3, len(here)))
        fill_loads(_magnets(scene.kinds, tuple(scene.kind[here].tolist())), x, y, angle, load)
        out[here] = load[:2].T
    return out


@lru_cache(maxsize=8)
def _magnets(kinds: tuple[Kind, ...], kind: tuple[int, ...]) -> Magnets:
    return magnets_of([kinds[one] for one in kind])


def arrow_length(force: float) -> float:
    """How long (m) the arrow of a force (N) is; 0 of none."""
    return _SHORTEST + _DECADE * math.log10(force / _WEAKEST) if force >= _WEAKEST else 0.0


def mark_forces(surface: pygame.Surface, scene: Scene, camera: Camera) -> None:
    """An arrow from the middle of each magnet, along the force on it."""
    forces = magnetic_forces(scene)
    strength = np.hypot(*forces.T)
    for at, kind in enumerate(scene.kinds):
        rows = np.flatnonzero((scene.kind == at) & (strength >= _WEAKEST))
        start = scene.pose[rows, :2]
        length = np.array([arrow_length(force) for force in strength[rows].tolist()])
        tips = camera.project(start + (length / strength[rows])[:, None] * forces[rows], kind.height).tolist()
        loose = (strength[rows] > scene.board.friction_static * kind.weight).tolist()
        for begin, tip, one in zip(camera.project(start, kind.height).tolist(), tips, loose, strict=True):
            draw_arrow(surface, (begin[0], begin[1]), (tip[0], tip[1]), camera.pixels_a_metre, loose=one)


def draw_arrow(
    surface: pygame.Surface, start: tuple[float, float], tip: tuple[float, float], scale: float, *, loose: bool
) -> None:
    """An arrow between two pixels, with a dark edge: thin, or broad for what friction does not hold."""
    (x, y), dx, dy = start, tip[0] - start[0], tip[1] - start[1]
    length = math.hypot(dx, dy)
    if length < 2:
        return
    u, v = dx / length, dy / length
    head = min(0.6 * length, max(6.0, 0.0062 * scale))
    half = max(1.0, (0.0013 if loose else 0.0006) * scale)
    wing = max(half + 1.0, (0.58 if loose else 0.42) * head)
    neck = length - head
    # Along the arrow and aside of it, round the shaft and the head.
    shape = [(0.0, half), (neck, half), (neck, wing), (length, 0.0), (neck, -wing), (neck, -half), (0.0, -half)]
    points = [(x + along * u - aside * v, y + along * v + aside * u) for along, aside in shape]
    pygame.draw.lines(surface, _EDGE, closed=True, points=points, width=3)
    pygame.draw.polygon(surface, LOOSE if loose else HELD, points)
    pygame.draw.aalines(surface, LOOSE if loose else HELD, closed=True, points=points)
