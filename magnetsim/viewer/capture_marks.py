"""Where another magnet would be pulled in: a line round all such places, on the cloth below the magnets."""

from __future__ import annotations

import numpy as np
import pygame

from magnetsim.capture import DIRECTIONS, capture
from magnetsim.kernels.pixels import Pixels
from magnetsim.table import Booleans, Floats, Integers
from magnetsim.viewer.camera import Camera
from magnetsim.viewer.scene import Scene

_LINE, _TINT = (236, 240, 255), (236, 240, 255, 26)


def capture_reaches(scene: Scene) -> tuple[Integers, Floats]:
    """Which rows (k,) of a scene pull in others of their kind, and from how far in each direction of their body (k, d).

    Only what lies on the table does.
    """
    rows, reaches = [], []
    for row in scene.lying.tolist():
        kind = scene.kinds[int(scene.kind[row])]
        reach = capture(kind, kind, scene.board.friction_static).reach
        if reach.all():
            rows.append(row)
            reaches.append(reach)
    return np.array(rows, dtype=np.int64), np.array(reaches).reshape(-1, DIRECTIONS)


def capture_regions(place: Floats, angle: Floats, reach: Floats) -> Floats:
    """The borders (k, DIRECTIONS, 2) in m of the regions about places (k, 2) in m, turned by angles (k,)."""
    turn = angle[:, None] + 2 * np.pi * np.arange(DIRECTIONS) / DIRECTIONS
    border: Floats = place[:, None] + reach[:, :, None] * np.stack([np.cos(turn), np.sin(turn)], axis=-1)
    return border


def mark_capture(pixels: Pixels, scene: Scene, camera: Camera) -> None:
    """Draw on a picture: a tint within all regions together, and a line round them."""
    rows, reach = capture_reaches(scene)
    if not len(rows):
        return
    place, angle = scene.pose[rows, :2], scene.pose[rows, 2]
    regions = capture_regions(place, angle, reach)
    seen = camera.project(regions.reshape(-1, 2)).reshape(regions.shape)
    surface = pygame.image.frombuffer(pixels.data, (pixels.shape[1], pixels.shape[0]), "RGB")
    low, high = seen.min(axis=(0, 1)), seen.max(axis=(0, 1))
    box = pygame.Rect(low.tolist(), (high - low).tolist()).inflate(4, 4).clip(surface.get_rect())
    if not box.width or not box.height:
        return
    tint = pygame.Surface(box.size, pygame.SRCALPHA)
    for points in seen - box.topleft:
        pygame.draw.polygon(tint, _TINT, points.tolist())
    surface.blit(tint, box.topleft)
    covered = covered_corners(regions, place, angle, reach)
    shifts = (0.0, 0.7) if camera.pixels_a_metre > 1200 else (0.0,)
    for points, hidden in zip(seen, covered.tolist(), strict=True):
        for run in _runs(hidden):
            for shift in shifts:
                pygame.draw.aalines(surface, _LINE, closed=False, points=(points[run] + shift).tolist())


def covered_corners(regions: Floats, place: Floats, angle: Floats, reach: Floats) -> Booleans:
    """Which of the borders' corners (k, DIRECTIONS) lie within another region; arrays as of capture_regions."""
    far = reach.max(axis=1)
    apart = np.hypot(*(place[:, None] - place[None]).transpose(2, 0, 1))
    first, other = np.nonzero((apart < far[:, None] + far[None]) & ~np.eye(len(place), dtype=np.bool_))
    covered = np.zeros(regions.shape[:2], dtype=np.bool_)
    if not len(first):
        return covered
    away = regions[first] - place[other, None]
    steps = (np.arctan2(away[..., 1], away[..., 0]) - angle[other, None]) * DIRECTIONS / (2 * np.pi)
    below = np.floor(steps).astype(np.int64)
    share, below = steps - below, below % DIRECTIONS
    pair = other[:, None]
    limit = (1 - share) * reach[pair, below] + share * reach[pair, (below + 1) % DIRECTIONS]
    np.logical_or.at(covered, first, np.hypot(away[..., 0], away[..., 1]) < 0.999 * limit)
    return covered


def _runs(hidden: list[bool]) -> list[list[int]]:
    """The corners of each stretch of a border that is shown; a piece between two hidden corners is not."""
    count = len(hidden)
    shown = [not (hidden[at] and hidden[(at + 1) % count]) for at in range(count)]
    if all(shown):
        return [[*range(count), 0]]
    runs: list[list[int]] = []
    first = shown.index(False)
    for at in range(first, first + count):
        if not shown[at % count]:
            continue
        if not shown[(at - 1) % count]:
            runs.append([at % count])
        runs[-1].append((at + 1) % count)
    return runs
