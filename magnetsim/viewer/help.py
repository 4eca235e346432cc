"""What the keys do, written over the table; and short notices."""

from __future__ import annotations

import pygame

from magnetsim.language import Words
from magnetsim.viewer.keys import AIMING, BINDINGS, OF_CARDS, OF_MAGNETS
from magnetsim.viewer.layout import Layout
from magnetsim.viewer.lettering import cut, font, lettered
from magnetsim.viewer.palette import EDGE, FAINT, PANEL, TEXT

_SMALLEST = 8
"""px"""


def write_help(
    surface: pygame.Surface,
    where: Layout,
    words: Words,
    notice: str,
    *,
    whole: bool,
    playing: bool = False,
    cards: bool = False,
) -> None:
    """The help over all, when it is asked for; else a notice, or where help is to be had.

    playing : with what keys do where one plays        cards : without what does nothing to cards
    """
    letter = where.letter
    if whole:
        leave_out, instead = (OF_MAGNETS, OF_CARDS) if cards else ((), {})
        keys = [
            (name, instead.get(action, told))
            for action, _keys, name, told in BINDINGS
            if told and action not in leave_out
        ]
        _whole(surface, where, words, [*AIMING, *keys] if playing else keys)
        return
    text = notice or words.gettext("H: help")
    small = round(0.9 * letter)
    label = lettered(cut(text, small, where.table[2] - 2 * letter), small, TEXT if notice else FAINT)
    place = (where.table[0] + letter, where.table[1] + letter // 2)
    if notice:
        ground = pygame.Surface((label.get_width() + letter, label.get_height() + letter // 3), pygame.SRCALPHA)
        ground.fill((*PANEL, 190))
        surface.blit(ground, (place[0] - letter // 2, place[1] - letter // 6))
    surface.blit(label, place)


def _whole(surface: pygame.Surface, where: Layout, words: Words, keys: _Column) -> None:
    width, height = where.size
    _ = words.gettext
    lines = [(_(name), _(told)) for name, told in keys]
    half = (len(lines) + 1) // 2
    # In one column or in two, whichever lets letters be larger; as large as they may be while all fits the window.
    letter, columns = max(
        ((_largest(columns, where), columns) for columns in ([lines], [lines[:half], lines[half:]])),
        key=lambda found: found[0],
    )
    broad, tall = _needed(columns, letter)
    left, top = (width - broad) // 2, (height - tall) // 2
    shade = pygame.Surface((width, height), pygame.SRCALPHA)
    shade.fill((0, 0, 0, 120))
    surface.blit(shade, (0, 0))
    box = pygame.Rect(left, top, broad, tall)
    pygame.draw.rect(surface, PANEL, box, border_radius=letter // 2)
    pygame.draw.rect(surface, EDGE, box, 1, border_radius=letter // 2)
    x = left + letter
    for column in columns:
        names = _names(column, letter)
        for at, (name, told) in enumerate(column):
            y = top + letter + at * round(1.5 * letter)
            surface.blit(lettered(name, letter, TEXT), (x, y))
            surface.blit(lettered(told, letter, FAINT), (x + names, y))
        x += _broad(column, letter) + 2 * letter


_Column = list[tuple[str, str]]


def _largest(columns: list[_Column], where: Layout) -> int:
    """The largest letter, px, with which so many columns fit the window; where none does, the smallest there is."""
    letter = where.letter
    while letter > _SMALLEST:
        broad, tall = _needed(columns, letter)
        if broad <= where.size[0] - 20 and tall <= where.size[1] - 20:
            break
        letter -= 1
    return letter


def _needed(columns: list[_Column], letter: int) -> tuple[int, int]:
    """Width and height that the help takes, px."""
    broad = sum(_broad(column, letter) for column in columns) + 2 * letter * len(columns)
    return broad, round(1.5 * letter) * max(map(len, columns)) + 2 * letter


def _broad(column: _Column, letter: int) -> int:
    return _names(column, letter) + max(font(letter).size(told)[0] for _name, told in column)


def _names(column: _Column, letter: int) -> int:
    return max(font(letter).size(name)[0] for name, _told in column) + letter
