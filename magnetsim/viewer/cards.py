"""Cards as they are drawn: paper with a soft shadow, backs, signs; kept, as the same ones are drawn in every frame."""

from __future__ import annotations

import math
from functools import lru_cache

import pygame

from magnetsim.viewer.camera import Rectangle
from magnetsim.viewer.lettering import font, lettered, wrapped
from magnetsim.viewer.palette import Colour

PAPER, INK, FAINT_INK = (247, 241, 228), (44, 40, 46), (112, 104, 104)
BACK, BACK_LINE = (58, 66, 92), (84, 94, 126)
CLASSES: tuple[Colour, ...] = ((236, 158, 36), (58, 124, 196), (124, 116, 156))
"""Colours of the three symbols."""
RIGHT, WRONG = (46, 150, 84), (206, 62, 62)
_FINE = 3
"""Shapes are drawn so many times as large, and made smaller: edges come out smooth."""


@lru_cache(maxsize=400)
def sheet(width: int, height: int, corner: int, colour: Colour, edge: Colour | None, broad: int) -> pygame.Surface:
    """A rounded rectangle with an edge so broad (px), or none."""
    large = pygame.Surface((_FINE * width, _FINE * height), pygame.SRCALPHA)
    box = large.get_rect()
    pygame.draw.rect(large, edge or colour, box, border_radius=_FINE * corner)
    if edge is not None:
        inner = box.inflate(-2 * _FINE * broad, -2 * _FINE * broad)
        pygame.draw.rect(large, colour, inner, border_radius=_FINE * max(1, corner - broad))
    return pygame.transform.smoothscale(large, (width, height))


@lru_cache(maxsize=100)
def shadow(width: int, height: int, corner: int, soft: int) -> pygame.Surface:
    """What a card throws on the cloth: larger than the card by soft (px) on each side."""
    small = pygame.Surface((width + 2 * soft, height + 2 * soft), pygame.SRCALPHA)
    for step in range(soft, 0, -1):
        share = (1 - step / (soft + 1)) ** 2
        box = pygame.Rect(soft - step, soft - step, width + 2 * step, height + 2 * step)
        pygame.draw.rect(small, (0, 0, 0, round(105 * share)), box, border_radius=corner + step)
    return small


@lru_cache(maxsize=100)
def card_back(width: int, height: int, corner: int, edge: Colour) -> pygame.Surface:
    """A card face down: woven lines, an edge in a colour."""
    out = sheet(width, height, corner, BACK, edge, max(2, corner // 2)).copy()
    lines = pygame.Surface((width, height), pygame.SRCALPHA)
    step = max(5, corner + 2)
    for start in range(-height, width, step):
        pygame.draw.aaline(lines, BACK_LINE, (start, height), (start + height, 0))
        pygame.draw.aaline(lines, BACK_LINE, (start, 0), (start + height, height))
    inset = max(2, corner // 2) + 1
    out.blit(lines, (inset, inset), pygame.Rect(inset, inset, width - 2 * inset, height - 2 * inset))
    return out


def lay(surface: pygame.Surface, place: Rectangle, face: pygame.Surface, corner: int) -> None:
    """Lay a card on the cloth, with its shadow."""
    soft = max(3, corner)
    x, y, width, height = place
    surface.blit(shadow(width, height, corner, soft), (x - soft + soft // 3, y - soft + soft // 2))
    surface.blit(face, (x, y))


@lru_cache(maxsize=60)
def symbol(name: str, number: int, size: int) -> pygame.Surface:
    """A symbol's sign: sun, rain and cloud as such, any other set of three as disc, square and triangle."""
    out = pygame.Surface((_FINE * size, _FINE * size), pygame.SRCALPHA)
    colour = CLASSES[number % len(CLASSES)]
    m, r = _FINE * size / 2, _FINE * size / 2
    match name:
        case "sun":
            pygame.draw.circle(out, colour, (m, m), 0.46 * r)
            for ray in range(8):
                a = ray * math.pi / 4
                start, end = ((m + share * r * math.cos(a), m + share * r * math.sin(a)) for share in (0.62, 0.95))
                pygame.draw.line(out, colour, start, end, max(2, round(0.16 * r)))
        case "rain":
            for dx, dy in ((-0.5, -0.15), (0.45, -0.3), (0.0, 0.45)):
                x, y = m + dx * r, m + dy * r
                pygame.draw.circle(out, colour, (x, y + 0.12 * r), 0.26 * r)
                pygame.draw.polygon(
                    out, colour, [(x - 0.24 * r, y + 0.03 * r), (x + 0.24 * r, y + 0.03 * r), (x, y - 0.5 * r)]
                )
        case "cloud":
            for dx, dy, share in ((-0.45, 0.18, 0.36), (0.0, -0.12, 0.48), (0.48, 0.16, 0.36)):
                pygame.draw.circle(out, colour, (m + dx * r, m + dy * r), share * r)
            pygame.draw.rect(out, colour, pygame.Rect(m - 0.45 * r, m + 0.1 * r, 0.95 * r, 0.44 * r))
        case _:
            _plain_sign(out, number, colour, m, 0.8 * r)
    return pygame.transform.smoothscale(out, (size, size))


@lru_cache(maxsize=40)
def sign(number: int, size: int, colour: Colour) -> pygame.Surface:
    """The sign of a partner card: who have the same one are partners."""
    out = pygame.Surface((_FINE * size, _FINE * size), pygame.SRCALPHA)
    _plain_sign(out, number, colour, _FINE * size / 2, 0.42 * _FINE * size)
    return pygame.transform.smoothscale(out, (size, size))


def _plain_sign(out: pygame.Surface, number: int, colour: Colour, middle: float, radius: float) -> None:
    corners = (0, 4, 3, 4)[number % 4]
    if not corners:
        pygame.draw.circle(out, colour, (middle, middle), radius)
        return
    first = math.pi / 4 if number % 4 == 1 else -math.pi / 2
    points = [
        (
            middle + radius * math.cos(first + 2 * math.pi * at / corners),
            middle + radius * math.sin(first + 2 * math.pi * at / corners),
        )
        for at in range(corners)
    ]
    pygame.draw.polygon(out, colour, points)


def verdict(surface: pygame.Surface, middle: tuple[int, int], radius: int, *, right: bool) -> None:
    """A tick or a cross in a disc."""
    x, y = middle
    pygame.draw.aacircle(surface, RIGHT if right else WRONG, middle, radius)
    broad = max(2, radius // 3)
    a = 0.45 * radius
    if right:
        ways = [((x - 1.1 * a, y), (x - 0.2 * a, y + a)), ((x - 0.2 * a, y + a), (x + 1.2 * a, y - a))]
    else:
        ways = [((x - a, y - a), (x + a, y + a)), ((x - a, y + a), (x + a, y - a))]
    for start, end in ways:
        pygame.draw.line(surface, PAPER, start, end, broad)


def fitted_lines(text: str, width: int, height: int, largest: int, least: int) -> tuple[tuple[str, ...], int]:
    """A text in lines that fit a box, and their letters' height: as large as it may be, between these bounds."""
    for size in range(largest, least - 1, -1):
        lines = wrapped(text, size, width)
        if len(lines) * round(1.3 * size) <= height and not any(_splits_a_word(text, line) for line in lines):
            return lines, size
    return wrapped(text, least, width)[: max(1, height // round(1.3 * least))], least


def centred(surface: pygame.Surface, lines: tuple[str, ...], size: int, box: Rectangle, colour: Colour) -> None:
    """Lines in the middle of a box."""
    x, y, width, height = box
    step = round(1.3 * size)
    top = y + (height - len(lines) * step) // 2
    for at, line in enumerate(lines):
        label = lettered(line, size, colour)
        surface.blit(
            label, (x + (width - label.get_width()) // 2, top + at * step + (step - font(size).get_height()) // 2)
        )


def _splits_a_word(text: str, line: str) -> bool:
    """Whether a line ends within a word of Latin letters."""
    at = text.find(line)
    end = at + len(line)
    return (
        at >= 0 and 0 < end < len(text) and text[end - 1].isascii() and text[end - 1].isalpha() and text[end].isalpha()
    )
