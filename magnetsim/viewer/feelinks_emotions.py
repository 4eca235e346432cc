"""The eight emotions on the table of 《同感》: position, symbol, word, meaning, and who has shown which."""

from __future__ import annotations

from functools import lru_cache

import pygame

from magnetsim.language import Words, language_of
from magnetsim.narration.feelinks import emotion_name
from magnetsim.rules.feelinks.state import Setup
from magnetsim.viewer import cards
from magnetsim.viewer.camera import Rectangle
from magnetsim.viewer.feelinks_clip import CardScene
from magnetsim.viewer.feelinks_layout import CardLayout
from magnetsim.viewer.lettering import lettered
from magnetsim.viewer.palette import NEW, seat_colour


def draw_emotions(surface: pygame.Surface, where: CardLayout, scene: CardScene, setup: Setup, words: Words) -> None:
    """Draw all eight, their words in one size."""
    letter = where.letter
    boxes = _boxes(where.emotions[0], letter)
    names = [emotion_name(setup.cards, emotion, words) for emotion in scene.emotions]
    size = min(
        cards.fitted_lines(name, boxes[0][2], boxes[0][3], round(1.6 * letter), max(5, round(0.5 * letter)))[1]
        for name in names
    )
    for at, place in enumerate(where.emotions):
        _emotion(surface, place, letter, scene, at, setup, words, size)


def _boxes(place: Rectangle, letter: int) -> tuple[Rectangle, Rectangle, int]:
    """Where in a card the word and the meaning stand, from its corner; the foot's height."""
    _, _, width, height = place
    high = height > 4.6 * letter
    foot = round(1.3 * letter) if high else 0
    top = round(1.75 * letter) if high else round(0.4 * letter)
    side = letter // 2 if high else round(2.2 * letter)
    room = height - top - foot
    wide = height > 6.4 * letter
    word = round(0.46 * room) if wide else room
    inner = width - 2 * side
    return (side, top, inner, word), (side, top + word, inner, room - word if wide else 0), foot


def _emotion(
    surface: pygame.Surface,
    place: Rectangle,
    letter: int,
    scene: CardScene,
    at: int,
    setup: Setup,
    words: Words,
    size: int,
) -> None:
    x, y, width, height = place
    corner = max(3, letter // 3)
    position, share = scene.new
    fresh = at + 1 in scene.fresh or (position == at + 1 and share > 0.5)
    emotion = setup.cards.emotions[scene.emotions[at]]
    own = [seen.own.number if seen.own is not None else None for seen in scene.seats]
    same = scene.emotions[at] == scene.voted[at]
    chosen = tuple(seat for seat, number in enumerate(own) if number == at + 1 and same)
    said = emotion_name(setup.cards, scene.emotions[at], words), emotion.meaning.said(language_of(words))
    sign = setup.cards.symbols[emotion.symbol].en, emotion.symbol
    face = _face(width, height, letter, at + 1, said, size, sign, chosen, fresh=fresh)
    if position == at + 1:
        # It is turned about its middle: narrow half way, the old one before, the new one after.
        narrow = max(2 * corner + 2, round(width * abs(1 - 2 * share)))
        face = pygame.transform.smoothscale(face, (narrow, height))
        x, width = x + (width - narrow) // 2, narrow
    cards.lay(surface, (x, y, width, height), face, corner)


@lru_cache(maxsize=64)
def _face(
    width: int,
    height: int,
    letter: int,
    position: int,
    said: tuple[str, str],
    size: int,
    sign: tuple[str, int],
    chosen: tuple[int, ...],
    *,
    fresh: bool,
) -> pygame.Surface:
    """A whole card; said : its word, in letters of a size, and its meaning; sign : its symbol's name and number."""
    out = cards.sheet(width, height, max(3, letter // 3), cards.PAPER, NEW if fresh else None, 3).copy()
    middle = (round(1.25 * letter), round(1.2 * letter))
    pygame.draw.aacircle(out, cards.CLASSES[sign[1] % len(cards.CLASSES)], middle, round(0.78 * letter))
    number = lettered(str(position), letter, cards.PAPER)
    out.blit(number, (middle[0] - number.get_width() // 2, middle[1] - number.get_height() // 2))
    out.blit(cards.symbol(*sign, round(1.7 * letter)), (width - round(2.2 * letter), round(0.35 * letter)))
    word, meaning, foot = _boxes((0, 0, width, height), letter)
    lines, _ = cards.fitted_lines(said[0], word[2], word[3], size, size)
    cards.centred(out, lines, size, word, cards.INK)
    if meaning[3]:
        largest = max(9, round(0.85 * letter))
        lines, small = cards.fitted_lines(said[1], meaning[2], meaning[3], largest, max(8, largest - 3))
        cards.centred(out, lines, small, meaning, cards.FAINT_INK)
    _pips(out, (0, height - max(foot, letter), width), letter, chosen)
    return out


def _pips(surface: pygame.Surface, place: tuple[int, int, int], letter: int, seats: tuple[int, ...]) -> None:
    """A dot in each player's colour, side by side."""
    x, y, width = place
    radius, step = max(3, round(0.4 * letter)), round(1.05 * letter)
    start = x + width // 2 - (len(seats) - 1) * step // 2
    for at, seat in enumerate(seats):
        middle = (start + at * step, y + round(0.55 * letter))
        pygame.draw.aacircle(surface, cards.INK, middle, radius)
        pygame.draw.aacircle(surface, seat_colour(seat), middle, max(2, radius - 1))
