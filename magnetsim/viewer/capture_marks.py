"""Where another magnet would be pulled in: a line round all such places, on the cloth below the magnets."""

from __future__ import annotations

import numpy as np
import pygame

from magnetsim.capture import DIRECTIONS, capture
from magnetsim.kernels.pixels import Pixels
from magnetsim.table import Booleans, Floats
from magnetsim.viewer.camera import Camera
from magnetsim.viewer.scene import Scene

_LINE, _TINT = (236, 240, 255), (236, 240, 255, 26)


def capture_regions(scene: Scene) -> Floats:
    """Round each magnet on the table, the places (k, DIRECTIONS, 2) m from which another of its kind is pulled in.

    Such as pull in nothing are left out.
    """
    here = np.flatnonzero((scene.opacity >= 1.0) & (scene.pose[:, 3] == 0.0))
    turn = 2 * np.pi * np.arange(DIRECTIONS) / DIRECTIONS
    found = []
    for row in here.tolist():
        kind = scene.kinds[int(scene.kind[row])]
        reach = capture(kind, kind, scene.board.friction_static).reach
        if reach.all():
            x, y, angle, _ = scene.pose[row]
            found.append(np.column_stack([x + reach * np.cos(turn + angle), y + reach * np.sin(turn + angle)]))
    return np.array(found).reshape(-1, DIRECTIONS, 2)


def mark_capture(pixels: Pixels, scene: Scene, camera: Camera) -> None:
    """Draw on a picture: a tint within all regions together, and a line round them."""
    regions = capture_regions(scene)
    if not len(regions):
        return
    seen = camera.project(regions.reshape(-1, 2)).reshape(regions.shape)
    height, width = pixels.shape[:2]
    surface = pygame.image.frombuffer(pixels.data, (width, height), "RGB")
    low, high = seen.min(axis=(0, 1)), seen.max(axis=(0, 1))
    box = pygame.Rect(low.tolist(), (high - low).tolist()).inflate(4, 4).clip(surface.get_rect())
    if not box.width or not box.height:
        return
    tint = pygame.Surface(box.size, pygame.SRCALPHA)
    for points in seen:
        pygame.draw.polygon(tint, _TINT, (points - box.topleft).tolist())
    surface.blit(tint, box.topleft)
    broad = 2 if camera.pixels_a_metre > 1200 else 1
    for points, covered in zip(seen, _covered(regions), strict=True):
        shown = ~(covered & np.roll(covered, -1))
        following = np.roll(points, -1, axis=0)
        for at in np.flatnonzero(shown).tolist():
            pygame.draw.aaline(surface, _LINE, points[at].tolist(), following[at].tolist(), broad)


def _covered(regions: Floats) -> Booleans:
    """Which of the corners (k, m) of regions, which are seen whole from their middles, lie within another."""
    middle = regions.mean(axis=1)
    covered = np.zeros(regions.shape[:2], dtype=np.bool_)
    for at, other in enumerate(regions):
        spokes = other - middle[at]
        turn, reach = np.arctan2(spokes[:, 1], spokes[:, 0]), np.hypot(*spokes.T)
        away = regions - middle[at]
        order = np.argsort(turn)
        limit = np.interp(np.arctan2(away[..., 1], away[..., 0]), turn[order], reach[order], period=2 * np.pi)
        within = np.hypot(away[..., 0], away[..., 1]) < 0.999 * limit
        within[at] = False
        covered |= within
    return covered
