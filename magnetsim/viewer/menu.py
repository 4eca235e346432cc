"""A short list to choose from, over the window: by key, by number, by mouse."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import pygame

from magnetsim.viewer.layout import Layout
from magnetsim.viewer.lettering import cut, font, lettered
from magnetsim.viewer.palette import EDGE, FAINT, NEW, PANEL, TEXT

_LINE = 1.7
"""Letters' heights from one line to the next."""


@dataclass(frozen=True, slots=True)
class Menu:
    """What can be chosen.

    items : as they are told        at : the one that is lit
    """

    title: str
    items: tuple[str, ...]
    at: int = 0


def keyed(menu: Menu, key: int) -> tuple[Menu | None, int | None]:
    """The menu after a key, None once it is closed; and what was chosen, if anything was."""
    number = key - pygame.K_1 if pygame.K_1 <= key <= pygame.K_9 else key - pygame.K_KP_1
    match key:
        case pygame.K_UP | pygame.K_DOWN:
            return replace(menu, at=(menu.at + (1 if key == pygame.K_DOWN else -1)) % len(menu.items)), None
        case pygame.K_RETURN | pygame.K_KP_ENTER:
            return None, menu.at
        case _ if 0 <= number < min(9, len(menu.items)):
            return None, number
        case pygame.K_ESCAPE:
            return None, None
        case _:
            return menu, None


def item_at(menu: Menu, where: Layout, pixel: tuple[int, int]) -> int | None:
    """The item under a pixel; None beside them."""
    left, top, width, _height = _box(menu, where)
    line = round(_LINE * where.letter)
    at = (pixel[1] - top - where.letter // 2) // line - 1
    return at if left <= pixel[0] < left + width and 0 <= at < len(menu.items) else None


def write_menu(surface: pygame.Surface, menu: Menu, where: Layout) -> None:
    """Draw it in the middle of the window."""
    left, top, width, height = _box(menu, where)
    letter, line = where.letter, round(_LINE * where.letter)
    shade = pygame.Surface(where.size, pygame.SRCALPHA)
    shade.fill((0, 0, 0, 120))
    surface.blit(shade, (0, 0))
    box = pygame.Rect(left, top, width, height)
    pygame.draw.rect(surface, PANEL, box, border_radius=letter // 2)
    pygame.draw.rect(surface, EDGE, box, 1, border_radius=letter // 2)
    for at, text in enumerate([menu.title, *_numbered(menu.items)]):
        y = top + letter // 2 + at * line
        if at == menu.at + 1:
            pygame.draw.rect(surface, (38, 46, 56), pygame.Rect(left + 2, y, width - 4, line))
        colour = FAINT if at == 0 else NEW if at == menu.at + 1 else TEXT
        surface.blit(lettered(cut(text, letter, width - 2 * letter), letter, colour), (left + letter, y + letter // 4))


def _numbered(items: Sequence[str]) -> list[str]:
    return [f"{at}  {text}" if at < 10 else f"    {text}" for at, text in enumerate(items, start=1)]


def _box(menu: Menu, where: Layout) -> tuple[int, int, int, int]:
    letter = where.letter
    broad = max(font(letter).size(text)[0] for text in (menu.title, *_numbered(menu.items)))
    width = min(where.size[0] - 2 * letter, broad + 3 * letter)
    height = round(_LINE * letter) * (len(menu.items) + 1) + letter
    return (where.size[0] - width) // 2, max(0, (where.size[1] - height) // 2), width, height
