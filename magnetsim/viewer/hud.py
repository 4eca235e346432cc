"""What is written beside the table: who has what, what happened in which turn, energies, the line of time."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import pygame

from magnetsim.language import Words, message
from magnetsim.shot import Trajectory
from magnetsim.viewer.camera import Rectangle
from magnetsim.viewer.layout import Layout
from magnetsim.viewer.lettering import cut, font, lettered
from magnetsim.viewer.palette import (
    DISSIPATED,
    EDGE,
    FAINT,
    KINETIC,
    MAGNETIC,
    PANEL,
    TEXT,
    Colour,
    seat_colour,
)
from magnetsim.viewer.turn_list import Told, write_turns

_SITTER = 2.3
"""Letters' heights that a player takes."""

TURNS = message("turn {turn}"), message("turn {turn} of {turns}")
ROUNDS = message("round {turn}"), message("round {turn} of {turns}")


@dataclass(frozen=True, slots=True)
class Sitter:
    """A player as the board of scores shows one."""

    name: str
    manner: str
    score: int


@dataclass(frozen=True, slots=True)
class Status:
    """All that is written.

    seat, turn : of now        turns : how many there are        told : every turn until now, the last one that of now
    counted : how a turn is called while more are to come, and when all are known
    time, length : s on the line of time        marks : the share of it at which each turn begins, and whose it is
    speed : times life        running : whether time goes on        live : the match is still being played
    trajectory : of the move of now, if anything moves        since : s since that began; negative before
    """

    title: str
    sitters: Sequence[Sitter]
    seat: int
    turn: int
    turns: int
    told: Sequence[Told]
    time: float
    length: float
    marks: Sequence[tuple[float, int]]
    speed: float
    running: bool
    live: bool
    trajectory: Trajectory | None
    since: float
    counted: tuple[str, str] = TURNS


def write(surface: pygame.Surface, where: Layout, status: Status, words: Words, room: int = 0) -> None:
    """Write the status round the table; room : px that are left free in the panel below the players."""
    if where.panel[2]:
        _panel(surface, where, status, words, room)
    if where.bar[3]:
        _bar(surface, where, status, words)
    if where.energy[3]:
        _energies(surface, where, status, words)


def _panel(surface: pygame.Surface, where: Layout, status: Status, words: Words, room: int) -> None:
    left, top, width, _height = where.panel
    letter = where.letter
    _sheet(surface, where.panel)
    pad = round(0.8 * letter)
    inner = width - 2 * pad
    x, y = left + pad, top + pad
    place = list_place(where, len(status.sitters), room)
    _text(surface, cut(status.title, round(1.25 * letter), inner), (x, y), round(1.25 * letter), TEXT)
    y += round(2.1 * letter)
    if status.sitters and not where.bar[3]:
        small = round(0.92 * letter)
        _text(surface, cut(_turn(status, words), small, inner), (x, y - round(0.3 * letter)), small, FAINT)
        y += round(1.5 * letter)
    for seat, sitter in enumerate(status.sitters):
        told = replace(sitter, manner=words.gettext(sitter.manner))
        y = _sitter(surface, (x, y, inner), letter, told, seat, on=seat == status.seat)
    above = place[1] - room - round(0.5 * letter)
    pygame.draw.line(surface, EDGE, (x, above), (x + inner, above))
    write_turns(surface, place, where, status.told)


def list_place(where: Layout, sitters: int, room: int = 0) -> Rectangle:
    """Where in the panel turns are told, below so many players and some px of room."""
    left, top, width, height = where.panel
    letter = where.letter
    pad = round(0.8 * letter)
    said = round(1.5 * letter) if sitters and not where.bar[3] else 0
    y = top + pad + round(2.1 * letter) + said + sitters * round(_SITTER * letter) + round(0.9 * letter) + room
    return left + pad, y, width - 2 * pad, top + height - y - pad


def _sitter(
    surface: pygame.Surface, place: tuple[int, int, int], letter: int, sitter: Sitter, seat: int, *, on: bool
) -> int:
    x, y, width = place
    line = round(_SITTER * letter)
    if on:
        box = pygame.Rect(x - letter // 3, y, width + 2 * (letter // 3), line)
        pygame.draw.rect(surface, (38, 46, 56), box, border_radius=letter // 3)
        pygame.draw.rect(surface, seat_colour(seat), pygame.Rect(box.left, box.top, max(2, letter // 5), line))
    middle = y + line // 2
    pygame.draw.aacircle(surface, seat_colour(seat), (x + letter // 2 + 2, middle), max(4, round(0.42 * letter)))
    score = lettered(str(sitter.score), round(1.35 * letter), TEXT)
    surface.blit(score, (x + width - score.get_width(), middle - score.get_height() // 2))
    room = width - score.get_width() - round(2.4 * letter)
    name = lettered(cut(sitter.name, letter, room), letter, TEXT)
    start = x + round(1.6 * letter)
    surface.blit(name, (start, middle - name.get_height() // 2))
    left = room - name.get_width() - letter
    if left > 3 * letter:
        small = round(0.85 * letter)
        manner = lettered(cut(sitter.manner, small, left), small, FAINT)
        surface.blit(manner, (start + name.get_width() + letter // 2, middle - manner.get_height() // 2 + letter // 8))
    return y + line


def _bar(surface: pygame.Surface, where: Layout, status: Status, words: Words) -> None:
    left, top, width, height = where.bar
    _sheet(surface, where.bar)
    letter = where.letter
    middle = top + height // 2
    _button(surface, (left + round(1.6 * letter), middle), letter, running=status.running)
    start, end = track(where)
    _rounded_line(surface, EDGE, start, end, middle, max(4, letter // 3))
    broad, marks, drawn = 2 if letter > 20 else 1, status.marks, 0
    # With less than three breadths a turn, a tick stands for several turns and has no colour: it would be that of one
    # player or another by chance.
    crowded = 3 * broad * len(marks) > end - start
    while drawn < len(marks):
        share, seat = marks[drawn]
        at = round(start + share * (end - start))
        colour = FAINT if crowded or seat < 0 else seat_colour(seat)
        pygame.draw.line(surface, colour, (at, middle - letter // 2), (at, middle + letter // 2), broad)
        drawn += 1
        if crowded:
            # The next tick is the first that lies four breadths on.
            free = (at + 4 * broad - 0.5 - start) / (end - start)
            drawn = bisect_left(marks, free, drawn, key=lambda mark: mark[0])
    head = start + (end - start) * (status.time / status.length if status.length else 0)
    pygame.draw.aacircle(surface, TEXT, (round(head), middle), max(6, round(0.5 * letter)))
    turn = _turn(status, words) if status.sitters else ""
    speed = f"×{status.speed:g}" if status.speed >= 1 else f"×1/{1 / status.speed:g}"
    text = f"{turn}   {speed}   {_clock(status.time)} / {_clock(status.length)}"
    room = width - end - 2 * letter
    # As large as there is room for, the usual size at most.
    size = next((one for one in range(letter, 10, -1) if font(one).size(text)[0] <= room), 10)
    label = lettered(cut(text, size, room), size, TEXT)
    surface.blit(label, (end + letter, middle - label.get_height() // 2))


def _turn(status: Status, words: Words) -> str:
    return words.gettext(status.counted[not status.live]).format(turn=status.turn, turns=status.turns)


def track(where: Layout) -> tuple[int, int]:
    """Where the line of time begins and ends, px."""
    left, _, width, _ = where.bar
    return left + round(3.4 * where.letter), left + width - round(22.5 * where.letter)


def _energies(surface: pygame.Surface, where: Layout, status: Status, words: Words) -> None:
    """Kinetic, released magnetic and dissipated energy over the shot, and where in it now is."""
    left, top, width, height = where.energy
    letter = where.letter
    _sheet(surface, where.energy, colour=(16, 19, 24))
    small = max(10, round(0.8 * letter))
    _ = words.gettext
    names = ((_("kinetic"), KINETIC), (_("magnetic"), MAGNETIC), (_("dissipated"), DISSIPATED))
    broad = max(lettered(name, small, FAINT).get_width() for name, _ in names)
    for at, (name, colour) in enumerate(names):
        label = lettered(name, small, colour)
        # From edge to edge: where the strip is the last of a picture, the tails of the last word are still in it.
        surface.blit(label, (left + letter, top + at * (height - label.get_height()) // 2))
    start, end = left + 2 * letter + broad, left + width - letter
    way = status.trajectory
    if way is None or len(way.time) < 2 or way.time[-1] <= 0:
        pygame.draw.line(surface, EDGE, (start, top + height // 2), (end, top + height // 2))
        return
    curves = (way.kinetic, way.magnetic - way.magnetic.min(), way.dissipated)
    most = max(float(max(curve.max() for curve in curves)), 1e-12)
    x = start + (end - start) * way.time / way.time[-1]
    for curve, (_name, colour) in zip(curves, names, strict=True):
        y = top + height - 3 - (height - 7) * np.clip(curve / most, 0, 1)
        pygame.draw.aalines(surface, colour, closed=False, points=np.column_stack([x, y]).tolist())
    if 0 <= status.since <= way.time[-1]:
        at = round(start + (end - start) * status.since / float(way.time[-1]))
        pygame.draw.line(surface, TEXT, (at, top + 2), (at, top + height - 3))


def _sheet(surface: pygame.Surface, place: Rectangle, colour: Colour = PANEL) -> None:
    surface.fill(colour, pygame.Rect(place))


def _text(surface: pygame.Surface, text: str, place: tuple[int, int], size: int, colour: Colour) -> None:
    surface.blit(lettered(text, size, colour), place)


def _rounded_line(surface: pygame.Surface, colour: Colour, start: int, end: int, y: int, broad: int) -> None:
    pygame.draw.rect(surface, colour, pygame.Rect(start, y - broad // 2, end - start, broad), border_radius=broad // 2)


def _button(surface: pygame.Surface, middle: tuple[int, int], letter: int, *, running: bool) -> None:
    x, y = middle
    r = round(0.62 * letter)
    if running:
        for side in (-1, 1):
            pygame.draw.rect(surface, TEXT, pygame.Rect(x + side * r // 2 - r // 4, y - r, max(3, r // 2), 2 * r))
    else:
        pygame.draw.polygon(surface, TEXT, [(x - r + 2, y - r), (x - r + 2, y + r), (x + r, y)])


def _clock(seconds: float) -> str:
    return f"{int(seconds) // 60}:{seconds % 60:04.1f}"
