"""What may be written upon the table: sizes of clusters, numbers of magnets, bonds."""

from __future__ import annotations

import numpy as np
import pygame

from magnetsim.table import Floats
from magnetsim.viewer.camera import Camera
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
    """The number of each magnet, on it."""
    small = max(10, round(0.8 * letter))
    for row, (u, v) in enumerate(_tops(scene, camera)):
        if scene.opacity[row] > 0.5:
            dark, light = (lettered(str(scene.magnet[row]), small, colour) for colour in (PANEL, TEXT))
            left, top = round(u - light.get_width() / 2), round(v - light.get_height() / 2)
            for shift in ((-1, 0), (1, 0), (0, -1), (0, 1)):
                surface.blit(dark, (left + shift[0], top + shift[1]))
            surface.blit(light, (left, top))


def _tops(scene: Scene, camera: Camera) -> Floats:
    """The middles of the top faces, (n, 2) px."""
    tall = np.array([scene.kinds[kind].height for kind in scene.kind])
    return np.array(
        [camera.project(pose[None, :2], float(pose[3] + high))[0] for pose, high in zip(scene.pose, tall, strict=True)]
    ).reshape(-1, 2)
