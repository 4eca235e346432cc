"""What is shown upon the table is explained beside it: how long the arrows of some forces are, what the lines mean."""

from __future__ import annotations

import pygame

from magnetsim.language import Words, message
from magnetsim.viewer.camera import Camera
from magnetsim.viewer.forces import arrow_length, draw_arrow
from magnetsim.viewer.hud import list_place
from magnetsim.viewer.layout import Layout
from magnetsim.viewer.lettering import lettered, wrapped
from magnetsim.viewer.overlays import Overlays
from magnetsim.viewer.palette import FAINT, TEXT

_SAMPLES = (1e-3, 1e-2, 1e-1)
_LINE = 1.4

FORCES = message("magnetic force; broad: more than friction holds")
CAPTURE = message("from within the line another such magnet, turned most favourably, is pulled in")


def legend_height(where: Layout, overlays: Overlays, words: Words) -> int:
    """How much of the panel (px) the legend takes."""
    lines = len(_lines(where, overlays, words))
    return lines * round(_LINE * _small(where)) + (where.letter // 2 if lines else 0)


def write_legend(
    surface: pygame.Surface, camera: Camera, where: Layout, overlays: Overlays, words: Words, sitters: int
) -> None:
    """Write it in the panel, below so many players, where turns are told else."""
    if not where.panel[2]:
        return
    x, y, _, _ = list_place(where, sitters)
    small = _small(where)
    line = round(_LINE * small)
    for text in _lines(where, overlays, words):
        if text:
            surface.blit(lettered(text, small, TEXT), (x, y))
        else:
            _samples(surface, (x, y + line // 2), small, camera)
        y += line


def _small(where: Layout) -> int:
    return max(11, round(0.88 * where.letter))


def _lines(where: Layout, overlays: Overlays, words: Words) -> list[str]:
    """Each line that it takes; an empty one is that of the arrows."""
    small, width = _small(where), list_place(where, 0)[2]
    lines = []
    if overlays.forces:
        lines += ["", *wrapped(words.gettext(FORCES), small, width)]
    if overlays.capture:
        lines += wrapped(words.gettext(CAPTURE), small, width)
    return lines


def _samples(surface: pygame.Surface, place: tuple[int, int], small: int, camera: Camera) -> None:
    x, middle = place
    for force in _SAMPLES:
        length = arrow_length(force) * camera.pixels_a_metre
        draw_arrow(surface, (x, middle), (x + length, middle), camera.pixels_a_metre, loose=False)
        name = lettered(f"{1e3 * force:g} mN", small, FAINT)
        x += round(length) + small // 3
        surface.blit(name, (x, middle - name.get_height() // 2))
        x += name.get_width() + small
