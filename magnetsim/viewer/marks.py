"""What may be written upon the table: sizes of clusters, numbers of magnets, bonds."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pygame

from magnetsim.table import Floats
from magnetsim.viewer.camera import Camera
from magnetsim.viewer.cards import sheet
from magnetsim.viewer.lettering import lettered
from magnetsim.viewer.palette import NEW, OLD, PANEL, TEXT
from magnetsim.viewer.scene import Scene


def mark_groups(surface: pygame.Surface, scene: Scene, camera: Camera, letter: int) -> None:
    """How many magnets each cluster has, beside it."""
    for group in scene.groups:
        points = scene.pose[list(group.members), :2]
        top = points[points[:, 1].argmax()] + (0.0, 0.016)
        (u, v) = camera.project(top)[0]
        text = lettered(str(len(group.members)), letter, PANEL)
        radius = round(0.75 * letter)
        middle = (round(u), round(v) - radius)
        pygame.draw.aacircle(surface, NEW if group.new else OLD, middle, radius)
        surface.blit(text, (middle[0] - text.get_width() // 2, middle[1] - text.get_height() // 2))


def mark_bonds(surface: pygame.Surface, scene: Scene, camera: Camera) -> None:
    """A line from centre to centre of each bonded pair."""
    pixels = _tops(scene, camera)
    broad = max(2, round(0.0012 * camera.pixels_a_metre))
    for first, second in scene.bonds:
        pygame.draw.line(surface, NEW, pixels[first].tolist(), pixels[second].tolist(), broad)
        for end in (first, second):
            pygame.draw.aacircle(surface, NEW, [round(value) for value in pixels[end].tolist()], broad + 1)


def mark_numbers(surface: pygame.Surface, scene: Scene, camera: Camera, letter: int) -> None:
    """The number of each magnet: on it, or at its upper right where it is too small to be seen behind a number."""
    small = max(11, round(0.8 * letter))
    for row, (u, v) in enumerate(_tops(scene, camera)):
        if scene.opacity[row] > 0.5:
            badge = _badge(str(scene.magnet[row]), small)
            radius = scene.kinds[int(scene.kind[row])].outline.bounding_radius * camera.pixels_a_metre
            away = 0.0 if radius > 1.3 * small else 0.5 * small + 0.45 * radius
            left, top = u + away - badge.get_width() / 2, v - away - badge.get_height() / 2
            surface.blit(badge, (round(left), round(top)))


@lru_cache(maxsize=200)
def _badge(text: str, size: int) -> pygame.Surface:
    """A number on a dark ground."""
    label = lettered(text, size, TEXT)
    tall = round(1.25 * size)
    broad = max(tall, label.get_width() + round(0.5 * size))
    out = sheet(broad, tall, tall // 2, PANEL, None, 0).copy()
    out.set_alpha(215)
    whole = pygame.Surface((broad, tall), pygame.SRCALPHA)
    whole.blit(out, (0, 0))
    whole.blit(label, ((broad - label.get_width()) // 2, (tall - label.get_height()) // 2))
    return whole


def _tops(scene: Scene, camera: Camera) -> Floats:
    """The middles of the top faces, (n, 2) px."""
    tall = np.array([scene.kinds[kind].height for kind in scene.kind])
    return np.array(
        [camera.project(pose[None, :2], float(pose[3] + high))[0] for pose, high in zip(scene.pose, tall, strict=True)]
    ).reshape(-1, 2)
