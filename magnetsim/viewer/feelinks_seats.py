"""A player's place at the table of 《同感》: name, partner, the own vote, the prediction about the player."""

from __future__ import annotations

import pygame

from magnetsim.language import Words
from magnetsim.narration.feelinks import emotion_name
from magnetsim.rules.feelinks.state import Setup
from magnetsim.viewer import cards
from magnetsim.viewer.camera import Rectangle
from magnetsim.viewer.feelinks_clip import CardScene, Vote
from magnetsim.viewer.lettering import cut, font, lettered
from magnetsim.viewer.palette import FAINT, NEW, TEXT, Colour, seat_colour

_GROUND, _GROUND_ON = (16, 44, 46), (24, 60, 62)
_SLOT = (36, 78, 78)


def draw_seat(
    surface: pygame.Surface,
    letter: int,
    scene: CardScene,
    seat: int,
    setup: Setup,
    words: Words,
) -> None:
    """Draw one seat over the whole of a surface."""
    width, height = surface.get_size()
    on = seat == scene.mover
    corner = max(3, letter // 2)
    won = seat in scene.winners
    edge = NEW if won else seat_colour(seat) if on else (44, 92, 92)
    ground = cards.sheet(width, height, corner, _GROUND_ON if on else _GROUND, edge, 2 if on or won else 1)
    surface.blit(ground, (0, 0))
    _head(surface, width, letter, scene, seat, setup)
    seen = scene.seats[seat]
    pad, tall = round(0.5 * letter), round(1.75 * letter)
    top = round(1.85 * letter)
    for at, vote in enumerate((seen.own, seen.about)):
        strip = (pad, top + at * (tall + round(0.25 * letter)), width - 2 * pad, tall)
        if vote is None:
            box = cards.sheet(strip[2], strip[3], corner // 2 + 1, _GROUND_ON if on else _GROUND, _SLOT, 1)
            surface.blit(box, strip[:2])
        else:
            _vote(surface, strip, letter, vote, _vote_text(vote, scene, setup, words))


def _head(surface: pygame.Surface, width: int, letter: int, scene: CardScene, seat: int, setup: Setup) -> None:
    """Colour, name, a crown for the host; whom the player predicts; points gained."""
    middle = round(0.95 * letter)
    at = round(1.0 * letter)
    pygame.draw.aacircle(surface, seat_colour(seat), (at, middle), max(3, round(0.4 * letter)))
    at += round(0.75 * letter)
    end = width - round(0.5 * letter)
    seen = scene.seats[seat]
    if seen.points is not None:
        label = lettered(f"+{seen.points}", round(1.15 * letter), NEW if seen.points else FAINT)
        end -= label.get_width()
        surface.blit(label, (end, middle - label.get_height() // 2))
        end -= letter // 3
    if seat == scene.host:
        _crown(surface, (at, middle), letter)
        at += round(1.35 * letter)
    room = end - at
    partner = setup.players[seen.target].name if seen.target >= 0 else ""
    own = room if not partner else max(round(0.46 * room), room - round(3.2 * letter) - _width(partner, letter))
    name = lettered(cut(setup.players[seat].name, letter, own), letter, TEXT)
    surface.blit(name, (at, middle - name.get_height() // 2))
    if not partner:
        return
    at += min(own, name.get_width()) + round(0.35 * letter)
    if end - at < 2.0 * letter:
        return
    sign = cards.sign(seen.group, round(0.8 * letter), seat_colour(seen.target))
    mutual = scene.seats[seen.target].target == seat
    _arrow(surface, (at, middle), round(1.0 * letter), both=mutual)
    at += round(1.2 * letter)
    surface.blit(sign, (at, middle - sign.get_height() // 2))
    at += round(0.95 * letter)
    small = round(0.92 * letter)
    if end - at > min(_width(partner, small), 2.5 * letter):
        label = lettered(cut(partner, small, end - at), small, seat_colour(seen.target))
        surface.blit(label, (at, middle - label.get_height() // 2))


def _width(text: str, size: int) -> int:
    return font(size).size(text)[0]


def _vote_text(vote: Vote, scene: CardScene, setup: Setup, words: Words) -> str:
    """What a vote says, "" while it lies face down."""
    if vote.number is None:
        return ""
    if not vote.number:
        return words.gettext('"same"')
    return emotion_name(setup.cards, scene.voted[vote.number - 1], words)


def _vote(surface: pygame.Surface, place: Rectangle, letter: int, vote: Vote, text: str) -> None:
    """A vote card: its back, or what it says; narrow while it is turned over."""
    x, y, width, height = place
    corner = max(2, letter // 4)
    colour = seat_colour(vote.by)
    if vote.number is None:
        face = cards.card_back(width, height, corner, colour)
    else:
        face = _face(width, height, letter, colour, vote.number, text, judged=vote.right is not None)
    tall = max(1, round(height * abs(1 - 2 * vote.turned)))
    if tall < height:
        face = pygame.transform.smoothscale(face, (width, tall))
    if vote.come < 1:
        face = face.copy()
        face.set_alpha(round(255 * vote.come))
    y += (height - tall) // 2 + round(0.25 * (1 - vote.come) * letter)
    surface.blit(face, (x, y))
    if vote.right is not None:
        cards.verdict(
            surface, (x + width - round(0.95 * letter), y + height // 2), round(0.62 * letter), right=vote.right
        )


def _face(
    width: int, height: int, letter: int, colour: Colour, number: int, text: str, *, judged: bool
) -> pygame.Surface:
    corner = max(2, letter // 4)
    out = cards.sheet(width, height, corner, cards.PAPER, colour, 2).copy()
    left = round(0.5 * letter)
    if number:
        label = lettered(str(number), round(1.1 * letter), cards.INK)
        out.blit(label, (left, (height - label.get_height()) // 2))
        left += label.get_width() + round(0.4 * letter)
    room = width - left - (round(1.8 * letter) if judged else round(0.4 * letter))
    lines, size = cards.fitted_lines(text, room, height - 2, letter, max(7, round(0.55 * letter)))
    step = round(1.3 * size) if len(lines) == 1 else round(1.05 * size)
    top = (height - len(lines) * step) // 2
    for at, line in enumerate(lines):
        label = lettered(line, size, cards.INK)
        out.blit(label, (left, top + at * step + (step - label.get_height()) // 2))
    return out


def _crown(surface: pygame.Surface, place: tuple[int, int], letter: int) -> None:
    """The host's mark."""
    x, y = place
    a, b = 1.05 * letter, 0.42 * letter
    points = [(0, -b), (0.25 * a, 0), (0.5 * a, -1.2 * b), (0.75 * a, 0), (a, -b), (0.9 * a, b), (0.1 * a, b)]
    shape = [(x + u, y + v) for u, v in points]
    pygame.draw.polygon(surface, NEW, shape)
    pygame.draw.aalines(surface, NEW, closed=True, points=shape)


def _arrow(surface: pygame.Surface, place: tuple[int, int], length: int, *, both: bool) -> None:
    """To the one that is predicted; both ways where two predict each other."""
    x, y = place
    head = max(3, length // 3)
    pygame.draw.line(surface, FAINT, (x, y), (x + length, y), max(1, length // 8))
    for tip, back in ((x + length, -1), *(((x, 1),) if both else ())):
        pygame.draw.polygon(
            surface, FAINT, [(tip, y), (tip + back * head, y - head // 2 - 1), (tip + back * head, y + head // 2 + 1)]
        )
