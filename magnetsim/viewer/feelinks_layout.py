"""Where cards, track and seats of 《同感》 lie: rectangles and points in pixels, for any size of table."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from magnetsim.viewer.camera import Camera, Rectangle

BAND = 0.011
"""How broad the wood round the cloth is, m."""
_SHORT = 0.5
"""m, the shorter side of the view when all is seen; the farther the eye, the larger the view."""
_SMALLEST, _LARGEST = 6, 160
_Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class CardLayout:
    """All places of a table of cards.

    letter : px, height of plain text        cloth : within the wood
    emotions : the eight places, clockwise from the far left
    track, cell : the middles of its cells, the start first; px, how broad one is        loop : the line they lie on
    situation, deck : cards in the middle; the deck of no width where there is no room
    line : where the phase is told        seats : by seat
    """

    letter: int
    cloth: Rectangle
    emotions: tuple[Rectangle, ...]
    track: tuple[tuple[float, float], ...]
    cell: float
    loop: tuple[tuple[float, float], ...]
    situation: Rectangle
    deck: Rectangle
    line: Rectangle
    seats: tuple[Rectangle, ...]


def fitted_cards(viewport: Rectangle) -> Camera:
    """A camera straight above that shows a whole table of cards."""
    camera = Camera((0.0, 0.0), 1.0, viewport, tilt=0.0)
    return Camera((0.0, 0.0), camera.focal * _SHORT / min(viewport[2:]), viewport, tilt=0.0)


def cloth_half(viewport: Rectangle, letter: int) -> tuple[float, float, float]:
    """Half the cloth's width and height, and how far its middle lies below the view's, m."""
    scale = min(viewport[2:]) / _SHORT
    side, top = 0.5 * letter / scale + BAND, 1.9 * letter / scale + BAND
    half = viewport[3] / scale / 2
    return viewport[2] / scale / 2 - side, half - (top + side) / 2, (top - side) / 2


@lru_cache(maxsize=8)
def card_layout(camera: Camera, letter: int, players: int, cells: int) -> CardLayout:
    """The places as a camera sees them.

    letter : px, height of plain text where all is seen        cells : of the track, the start among them
    """
    half_x, half_y, below = cloth_half(camera.viewport, letter)
    zoom = camera.pixels_a_metre * _SHORT / min(camera.viewport[2:])
    corners = np.array([[-half_x, half_y - below], [half_x, -half_y - below]])
    (left, top), (right, bottom) = camera.project(corners).tolist()
    size = max(_SMALLEST, min(_LARGEST, round(letter * zoom)))
    while True:
        gap = 0.45 * size
        x, y, width = left + 1.2 * gap, top + 1.2 * gap, right - left - 2.4 * gap
        seats, seats_top = _seats(x, bottom - 1.2 * gap, width, size, players)
        line = (round(x), round(seats_top - 2.1 * size), round(width), round(1.9 * size))
        middle = line[1] - y - gap
        # Two rows of emotions, and between them two of the track and the situation.
        if middle > (2 * 3.4 + 2 * 2.1 + 3.0) * size or size == _SMALLEST:
            break
        size -= 1
    tall = min(8.0 * size, max(3.4 * size, 0.27 * middle))
    low = line[1] - gap - tall
    broad = (width - 3 * gap) / 4
    places = [(x + at * (broad + gap), y) for at in range(4)] + [(x + at * (broad + gap), low) for at in (3, 2, 1, 0)]
    field = (x, y + tall + gap, width, low - gap - (y + tall + gap))
    cell = _cell(field, size, cells)
    inner_x, inner_y = field[0] + cell + 1.6 * gap, field[1] + cell + gap
    inner_width, inner_height = field[2] - 2 * (cell + 1.6 * gap), field[3] - 2 * (cell + gap)
    deck = 4.2 * size if inner_width > 26 * size else 0.0
    shift = deck + gap if deck else 0.0
    return CardLayout(
        letter=size,
        cloth=_whole(left, top, right - left, bottom - top),
        emotions=tuple(_whole(*place, broad, tall) for place in places),
        track=_along(field, size, cell, cells),
        cell=cell,
        loop=_along(field, size, cell, 96),
        situation=_whole(inner_x + shift, inner_y, inner_width - shift, inner_height),
        deck=_whole(inner_x, inner_y + max(0.0, inner_height - 6 * size) / 2, deck, min(inner_height, 6 * size)),
        line=line,
        seats=seats,
    )


def _seats(x: float, bottom: float, width: float, size: int, players: int) -> tuple[tuple[Rectangle, ...], float]:
    """The seats in as few rows as they fit in, the last row's foot at the bottom; and where the first begins."""
    gap, tall = 0.45 * size, 5.9 * size
    fit = max(1, int((width + gap) / (9.4 * size + gap)))
    rows = math.ceil(players / fit)
    columns = math.ceil(players / rows)
    broad = (width - (columns - 1) * gap) / columns
    top = bottom - rows * tall - (rows - 1) * gap
    places = []
    for seat in range(players):
        row, at = divmod(seat, columns)
        here = min(columns, players - row * columns)
        start = x + (width - here * broad - (here - 1) * gap) / 2
        places.append(_whole(start + at * (broad + gap), top + row * (tall + gap), broad, tall))
    return tuple(places), top


def _cell(field: _Box, size: int, cells: int) -> float:
    """How broad a cell is, px: so that they do not touch."""
    broad = 2.1 * size
    return min(broad, 0.92 * (2 * (field[2] + field[3]) - 4 * broad) / cells)


def _along(field: _Box, size: int, cell: float, count: int) -> tuple[tuple[float, float], ...]:
    """Points at even steps along a loop just within a field, clockwise from the middle of its left side."""
    x, y, width, height = field
    half_x, half_y = (width - cell) / 2, (height - cell) / 2
    corner = min(half_x, half_y, 1.6 * size)
    straight = (half_y - corner, 2 * (half_x - corner), 2 * (half_y - corner), 2 * (half_x - corner), half_y - corner)
    arc = corner * math.pi / 2
    whole = sum(straight) + 4 * arc
    points = [_on_loop(at * whole / count, straight, arc, half_x, corner) for at in range(count)]
    return tuple((x + width / 2 + u, y + height / 2 + v) for u, v in points)


def _on_loop(way: float, straight: tuple[float, ...], arc: float, half_x: float, corner: float) -> tuple[float, float]:
    """The point at a way along a rounded rectangle about the origin, from the middle of its left side upward."""
    u, v, turn = -half_x, 0.0, -math.pi / 2
    for length in straight:
        go = min(way, length)
        u, v, way = u + go * math.cos(turn), v + go * math.sin(turn), way - go
        if way <= 0:
            break
        share = min(1.0, way / arc) if arc else 1.0
        middle = (u - corner * math.sin(turn), v + corner * math.cos(turn))
        turn += share * math.pi / 2
        u, v = middle[0] + corner * math.sin(turn), middle[1] - corner * math.cos(turn)
        way -= arc
        if way <= 0:
            break
    return u, v


def _whole(x: float, y: float, width: float, height: float) -> Rectangle:
    return round(x), round(y), round(width), round(height)
