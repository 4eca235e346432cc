"""What the keys do, written over the table; and short notices."""

from __future__ import annotations

import pygame

from magnetsim.language import Words
from magnetsim.viewer.keys import AIMING, BINDINGS
from magnetsim.viewer.layout import Layout
from magnetsim.viewer.lettering import cut, font, lettered
from magnetsim.viewer.palette import EDGE, FAINT, PANEL, TEXT


def write_help(
    surface: pygame.Surface, where: Layout, words: Words, notice: str, *, whole: bool, playing: bool = False
) -> None:
    """The help over all, when it is asked for; else a notice, or where help is to be had."""
    letter = where.letter
    if whole:
        _whole(surface, where, words, AIMING if playing else ())
        return
    text = notice or words.gettext("H: help")
    small = round(0.9 * letter)
    label = lettered(cut(text, small, where.table[2] - 2 * letter), small, TEXT if notice else FAINT)
    surface.blit(label, (where.table[0] + letter, where.table[1] + letter // 2))


def _whole(surface: pygame.Surface, where: Layout, words: Words, more: tuple[tuple[str, str], ...]) -> None:
    width, height = where.size
    _ = words.gettext
    lines = [(_(name), _(told)) for name, told in (*more, *((name, told) for _a, _k, name, told in BINDINGS))]
    letter = where.letter
    # As large as it may be while it fits the window.
    while letter > 9 and (_needed(lines, letter)[0] > width - 40 or _needed(lines, letter)[1] > height - 40):
        letter -= 1
    broad, tall = _needed(lines, letter)
    left, top = (width - broad) // 2, (height - tall) // 2
    shade = pygame.Surface((width, height), pygame.SRCALPHA)
    shade.fill((0, 0, 0, 120))
    surface.blit(shade, (0, 0))
    box = pygame.Rect(left, top, broad, tall)
    pygame.draw.rect(surface, PANEL, box, border_radius=letter // 2)
    pygame.draw.rect(surface, EDGE, box, 1, border_radius=letter // 2)
    column = max(font(letter).size(name)[0] for name, _told in lines) + letter
    for at, (name, told) in enumerate(lines):
        y = top + letter + at * round(1.5 * letter)
        surface.blit(lettered(name, letter, TEXT), (left + letter, y))
        surface.blit(lettered(told, letter, FAINT), (left + letter + column, y))


def _needed(lines: list[tuple[str, str]], letter: int) -> tuple[int, int]:
    """Width and height that the help takes, px."""
    column = max(font(letter).size(name)[0] for name, _told in lines) + letter
    told = max(font(letter).size(text)[0] for _name, text in lines)
    return column + told + 2 * letter, round(1.5 * letter) * len(lines) + 2 * letter
