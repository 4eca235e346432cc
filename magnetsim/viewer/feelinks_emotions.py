"""The eight emotions on the table of 《同感》: position, symbol, word, meaning, and who has shown which."""

from __future__ import annotations

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
    emotion = setup.cards.emotions[scene.emotions[at]]
    position, share = scene.new
    fresh = at + 1 in scene.fresh or (position == at + 1 and share > 0.5)
    if position == at + 1:
        # It is turned about its middle: narrow half way, the old one before, the new one after.
        width = max(2 * corner + 2, round(width * abs(1 - 2 * share)))
        x += (place[2] - width) // 2
    edge = NEW if fresh else None
    cards.lay(surface, (x, y, width, height), cards.sheet(width, height, corner, cards.PAPER, edge, 3), corner)
    if width < place[2]:
        return
    radius, colour = round(0.78 * letter), cards.CLASSES[emotion.symbol % len(cards.CLASSES)]
    middle = (x + round(1.25 * letter), y + round(1.2 * letter))
    pygame.draw.aacircle(surface, colour, middle, radius)
    number = lettered(str(at + 1), letter, cards.PAPER)
    surface.blit(number, (middle[0] - number.get_width() // 2, middle[1] - number.get_height() // 2))
    sign = cards.symbol(setup.cards.symbols[emotion.symbol].en, emotion.symbol, round(1.7 * letter))
    surface.blit(sign, (x + width - round(2.2 * letter), y + round(0.35 * letter)))
    word, meaning, foot = _boxes(place, letter)
    name = emotion_name(setup.cards, scene.emotions[at], words)
    lines, _ = cards.fitted_lines(name, word[2], word[3], size, size)
    cards.centred(surface, lines, size, _moved(word, x, y), cards.INK)
    if meaning[3]:
        told, largest = emotion.meaning.said(language_of(words)), max(9, round(0.85 * letter))
        lines, small = cards.fitted_lines(told, meaning[2], meaning[3], largest, max(8, largest - 3))
        cards.centred(surface, lines, small, _moved(meaning, x, y), cards.FAINT_INK)
    chosen = [seat for seat, seen in enumerate(scene.seats) if seen.own is not None and seen.own.number == at + 1]
    _pips(surface, (x, y + height - max(foot, letter), width), letter, chosen)


def _pips(surface: pygame.Surface, place: tuple[int, int, int], letter: int, seats: list[int]) -> None:
    """A dot in each player's colour, side by side."""
    x, y, width = place
    radius, step = max(3, round(0.4 * letter)), round(1.05 * letter)
    start = x + width // 2 - (len(seats) - 1) * step // 2
    for at, seat in enumerate(seats):
        middle = (start + at * step, y + round(0.55 * letter))
        pygame.draw.aacircle(surface, cards.INK, middle, radius)
        pygame.draw.aacircle(surface, seat_colour(seat), middle, max(2, radius - 1))


def _moved(box: Rectangle, x: int, y: int) -> Rectangle:
    return box[0] + x, box[1] + y, box[2], box[3]
