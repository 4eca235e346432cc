"""The table of 《同感》 as pixels: eight emotions, the track with its markers, the situation, each seat's votes."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pygame

from magnetsim.kernels.ground import shade_ground
from magnetsim.language import Words, language_of
from magnetsim.narration.feelinks import situation_text
from magnetsim.rules.feelinks.state import Setup
from magnetsim.viewer import cards
from magnetsim.viewer.camera import Camera, Rectangle
from magnetsim.viewer.feelinks_clip import CardScene
from magnetsim.viewer.feelinks_emotions import draw_emotions
from magnetsim.viewer.feelinks_layout import BAND, CardLayout, card_layout, cloth_half
from magnetsim.viewer.feelinks_lines import phase_line
from magnetsim.viewer.feelinks_seats import draw_seat
from magnetsim.viewer.lettering import cut, lettered
from magnetsim.viewer.palette import GROUND, PANEL, TEXT, seat_colour

_MOST_CELLS = 60
"""Cells of a track that is drawn; a marker that has gone round goes on from its start."""


def track_cells(setup: Setup) -> int:
    """Cells that are drawn, the start among them: up to the last one, or as many as can be won."""
    if setup.options.open_end:
        won = setup.options.track
    else:
        won = setup.rounds * (len(setup.players) if setup.options.cooperative else 3)
    return min(_MOST_CELLS, won + 1)


class CardPainter:
    """Draws scenes of one game at one size; keeps what stays the same from frame to frame.

    setup : of the game        size : (width, height) px
    """

    def __init__(self, setup: Setup, size: tuple[int, int]) -> None:
        self.setup = setup
        self.size = size
        self._cells = track_cells(setup)
        self._ground: tuple[object, pygame.Surface] | None = None
        self._board: tuple[object, pygame.Surface] | None = None
        self._seats: dict[int, tuple[object, pygame.Surface]] = {}

    def paint(self, surface: pygame.Surface, scene: CardScene, camera: Camera, letter: int, words: Words) -> None:
        """Draw a scene; letter : px, height of plain text where all is seen."""
        where = card_layout(camera, letter, len(self.setup.players), self._cells)
        surface.blit(self._board_of(scene, camera, letter, where, words), (0, 0))
        surface.set_clip(pygame.Rect(camera.viewport))
        _markers(surface, where, scene)
        if scene.host >= 0:
            _line(surface, where, phase_line(scene, self.setup, words))
        for seat, place in enumerate(where.seats):
            surface.blit(self._seat_of(scene, seat, place, where.letter, words), place[:2])
        surface.set_clip(None)

    def _seat_of(self, scene: CardScene, seat: int, place: Rectangle, letter: int, words: Words) -> pygame.Surface:
        seen = replace(scene.seats[seat], cell=0.0)
        mutual = seen.target >= 0 and scene.seats[seen.target].target == seat
        won, on, host = seat in scene.winners, seat == scene.mover, seat == scene.host
        key = (seen, mutual, won, on, host, scene.voted, place[2:], letter, language_of(words))
        kept = self._seats.get(seat)
        if kept is None or kept[0] != key:
            out = pygame.Surface(place[2:], pygame.SRCALPHA)
            draw_seat(out, letter, scene, seat, self.setup, words)
            kept = self._seats[seat] = (key, out)
        return kept[1]

    def _board_of(
        self, scene: CardScene, camera: Camera, letter: int, where: CardLayout, words: Words
    ) -> pygame.Surface:
        """All but markers, line and seats."""
        shown = tuple(seen.own.number if seen.own is not None else None for seen in scene.seats)
        middle = (scene.card, scene.situation, scene.drawn, scene.deck)
        key = (camera, letter, scene.emotions, scene.fresh, scene.new, shown, middle, language_of(words))
        if self._board is None or self._board[0] != key:
            out = self._ground_of(camera, letter, where).copy()
            out.set_clip(pygame.Rect(camera.viewport))
            _middle(out, where, scene, self.setup, words)
            if scene.emotions:
                draw_emotions(out, where, scene, self.setup, words)
            out.set_clip(None)
            self._board = (key, out)
        return self._board[1]

    def _ground_of(self, camera: Camera, letter: int, where: CardLayout) -> pygame.Surface:
        """Wood, cloth and track."""
        key = (camera, letter)
        if self._ground is None or self._ground[0] != key:
            x, y, below = cloth_half(camera.viewport, letter)
            rim = np.array([[-x, -y - below], [x, -y - below], [x, y - below], [-x, y - below]])
            pixels = np.empty((self.size[1], self.size[0], 3), dtype=np.uint8)
            shade_ground(pixels, camera.view, rim, 0.0, BAND, GROUND)
            out = pygame.image.frombuffer(pixels.tobytes(), self.size, "RGB").copy()
            out.set_clip(pygame.Rect(camera.viewport))
            _track(out, where)
            out.set_clip(None)
            self._ground = (key, out)
        return self._ground[1]


def _track(surface: pygame.Surface, where: CardLayout) -> None:
    """The cells, every fifth with its number."""
    points = [(round(x), round(y)) for x, y in where.track]
    broad = max(2, round(0.16 * where.cell))
    pygame.draw.lines(surface, (22, 62, 62), closed=True, points=where.loop, width=broad)
    radius = max(2, round(0.46 * where.cell))
    small = max(8, round(min(0.5 * where.cell, 0.85 * where.letter)))
    for at, point in enumerate(points):
        marked = at % 5 == 0
        pygame.draw.aacircle(surface, (18, 54, 55), point, radius)
        pygame.draw.aacircle(surface, (64, 128, 124) if marked else (48, 104, 102), point, max(1, radius - 2))
        if marked and at:
            label = lettered(str(at), small, (206, 228, 222))
            surface.blit(label, (point[0] - label.get_width() // 2, point[1] - label.get_height() // 2))
    pygame.draw.aacircle(surface, (206, 228, 222), points[0], radius, 2)


def _markers(surface: pygame.Surface, where: CardLayout, scene: CardScene) -> None:
    """A disc for each player; those on one cell round its middle."""
    count = len(where.track)
    together: dict[int, list[int]] = {}
    for seat, seen in enumerate(scene.seats):
        together.setdefault(round(10 * seen.cell), []).append(seat)
    for seats in together.values():
        cell = scene.seats[seats[0]].cell
        at, share = int(cell), cell - int(cell)
        (x0, y0), (x1, y1) = where.track[at % count], where.track[(at + 1) % count]
        x, y = x0 + share * (x1 - x0), y0 + share * (y1 - y0)
        radius = max(3, round((0.36, 0.32, 0.27, 0.24, 0.20)[min(len(seats), 5) - 1] * where.cell))
        ring = 0.0 if len(seats) == 1 else (0.30 if len(seats) < 5 else 0.36) * where.cell
        for number, seat in enumerate(seats):
            turn = 2 * math.pi * number / len(seats) - (math.pi / 2 if len(seats) > 2 else 0.0)
            middle = (round(x + ring * math.cos(turn)), round(y + ring * math.sin(turn) - 0.08 * where.cell))
            pygame.draw.aacircle(surface, (8, 16, 18), (middle[0] + 1, middle[1] + 2), radius)
            pygame.draw.aacircle(surface, cards.PAPER, middle, radius)
            pygame.draw.aacircle(surface, seat_colour(seat), middle, max(2, radius - max(1, radius // 4)))


def _middle(surface: pygame.Surface, where: CardLayout, scene: CardScene, setup: Setup, words: Words) -> None:
    """The deck, and the situation that was read."""
    letter, corner = where.letter, max(3, where.letter // 3)
    x, y, width, height = where.deck
    if width > 0 and height > 0 and scene.deck:
        for lift in range(min(3, scene.deck) - 1, -1, -1):
            cards.lay(surface, (x + 2 * lift, y + 2 * lift, width, height), _back(width, height, corner), corner)
        label = lettered(str(scene.deck), letter, TEXT)
        cards_label = cards.sheet(label.get_width() + letter, round(1.5 * letter), letter // 2, PANEL, None, 0)
        left, top = x + (width - cards_label.get_width()) // 2, y + (height - cards_label.get_height()) // 2
        surface.blit(cards_label, (left, top))
        surface.blit(
            label,
            (left + letter // 2, top + (cards_label.get_height() - label.get_height()) // 2),
        )
    x, y, width, height = where.situation
    if not scene.drawn or width <= 4 * letter or height <= 2 * letter:
        return
    broad, tall = min(width, 30 * letter), min(height, round(8.5 * letter))
    place = (x + (width - broad) // 2, y + (height - tall) // 2, broad, tall)
    if scene.card is None:
        cards.lay(surface, place, _back(broad, tall, corner), corner)
        return
    cards.lay(surface, place, cards.sheet(broad, tall, corner, cards.PAPER, None, 0), corner)
    card = setup.cards.cards[scene.card]
    title = dict(setup.cards.themes)[card.theme].said(language_of(words))
    head, small = 0, max(8, round(0.8 * letter))
    if tall > 5.2 * letter:
        head = round(1.5 * letter)
        cards.centred(
            surface,
            (cut(title, small, broad - letter),),
            small,
            (place[0], place[1] + letter // 4, broad, head),
            cards.FAINT_INK,
        )
    text = situation_text(setup.cards, scene.card, scene.situation, words)
    inner = (place[0] + letter, place[1] + head, broad - 2 * letter, tall - head - letter // 3)
    lines, size = cards.fitted_lines(text, inner[2], inner[3], round(1.5 * letter), max(8, round(0.7 * letter)))
    cards.centred(surface, lines, size, inner, cards.INK)


def _back(width: int, height: int, corner: int) -> pygame.Surface:
    return cards.card_back(width, height, corner, cards.PAPER)


def _line(surface: pygame.Surface, where: CardLayout, text: str) -> None:
    if not text:
        return
    x, y, width, height = where.line
    label = lettered(cut(text, round(1.05 * where.letter), width), round(1.05 * where.letter), TEXT)
    surface.blit(label, (x + (width - label.get_width()) // 2, y + (height - label.get_height()) // 2))
