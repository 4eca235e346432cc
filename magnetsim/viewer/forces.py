"""Arrows for the magnetic force on each magnet: how long tells its magnitude, how broad whether friction holds it."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
import pygame

from magnetsim.magnetism import Magnets, fill_loads, magnets_of
from magnetsim.table import Floats, Kind
from magnetsim.viewer.camera import Camera
from magnetsim.viewer.palette import Colour
from magnetsim.viewer.scene import Scene

HELD, LOOSE = (196, 226, 255), (255, 150, 60)
_WEAKEST = 1e-4
"""N: a weaker force has no arrow."""
_SHORTEST, _DECADE = 0.009, 0.010
"""m: the arrow of the weakest force, and what is added for each ten times as strong."""


def magnetic_forces(scene: Scene) -> Floats:
    """The force (n, 2) in N of the others' magnetism on each magnet of a scene; 0 on what is not on the table."""
    here = np.flatnonzero((scene.opacity >= 1.0) & (scene.pose[:, 3] == 0.0))
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
    for row, (fx, fy) in enumerate(magnetic_forces(scene).tolist()):
        force = math.hypot(fx, fy)
        length = arrow_length(force)
        if length:
            kind = scene.kinds[int(scene.kind[row])]
            start, ahead = scene.pose[row, :2], np.array([fx, fy]) / force
            ends = camera.project(np.array([start, start + length * ahead]), kind.height)
            loose = force > scene.board.friction_static * kind.weight
            draw_arrow(surface, ends, camera.pixels_a_metre, loose=loose)


def draw_arrow(surface: pygame.Surface, ends: Floats, scale: float, *, loose: bool) -> None:
    """An arrow between two pixels with a dark edge: thin with an open head, or broad with a full one."""
    start, tip = ends
    length = float(np.hypot(*(tip - start)))
    if length < 2:
        return
    ahead = (tip - start) / length
    aside = np.array([-ahead[1], ahead[0]])
    head = min(0.6 * length, max(6.0, 0.0062 * scale))
    half = max(1.0, (0.0013 if loose else 0.0006) * scale)
    wing = 0.62 * head
    neck = tip - head * ahead
    shaft = [start + half * aside, start - half * aside, neck - half * aside, neck + half * aside]
    if loose:
        parts, colour = [shaft, [tip, neck + wing * aside, neck - wing * aside]], LOOSE
    else:
        bent = half * 1.4
        parts, colour = [[start + half * aside, start - half * aside, tip - half * aside, tip + half * aside]], HELD
        for side in (1, -1):
            end = neck + side * wing * aside
            parts.append([tip + bent * ahead, end + bent * ahead, end - bent * ahead, tip - bent * ahead])
    for shift, one in ((1.2, (12, 18, 24)), (0.0, colour)):
        for part in parts:
            _filled(surface, part, one, shift)


def _filled(surface: pygame.Surface, points: list[Floats], colour: Colour, more: float) -> None:
    """A polygon with smooth edges, broader by some pixels all round."""
    middle = sum(points) / len(points)
    spread = []
    for point in points:
        away = point - middle
        spread.append((point + more * away / max(1e-9, float(np.hypot(*away)))).tolist())
    pygame.draw.polygon(surface, colour, spread)
    pygame.draw.aalines(surface, colour, closed=True, points=spread)
