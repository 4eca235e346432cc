"""The list of turns in words beside the table: where each stands, and which one is under the mouse."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from magnetsim.viewer.camera import Rectangle
from magnetsim.viewer.layout import Layout
from magnetsim.viewer.lettering import cut, lettered, wrapped
from magnetsim.viewer.palette import FAINT, TEXT, seat_colour


@dataclass(frozen=True, slots=True)
class Told:
    """A turn in words: its number, whose, what happened."""

    turn: int
    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class _Row:
    told: Told
    lines: tuple[str, ...]
    top: int
    bottom: int


def write_turns(surface: pygame.Surface, place: Rectangle, where: Layout, turns: Sequence[Told]) -> None:
    """The last turns that fit, the one of now at the foot and brightest."""
    small, line, number = _sizes(where)
    for row in _rows(place, where, turns):
        told, colour = row.told, TEXT if row.told is turns[-1] else FAINT
        label = lettered(str(told.turn or "·"), small, seat_colour(told.seat) if told.seat >= 0 else FAINT)
        surface.blit(label, (place[0] + number - round(0.7 * small) - label.get_width(), row.top))
        for at, text in enumerate(row.lines):
            surface.blit(lettered(text, small, colour), (place[0] + number, row.top + at * line))


def turn_at(place: Rectangle, where: Layout, turns: Sequence[Told], pixel: tuple[int, int]) -> int | None:
    """The number of the turn that is told at a pixel; None: none is, or what is has no number."""
    if not pygame.Rect(place).collidepoint(pixel):
        return None
    found = (row.told.turn for row in _rows(place, where, turns) if row.top <= pixel[1] < row.bottom)
    return next(found, 0) or None


def _rows(place: Rectangle, where: Layout, turns: Sequence[Told]) -> list[_Row]:
    """The turns that fit, from the foot upwards."""
    _, y, width, height = place
    small, line, number = _sizes(where)
    rows: list[_Row] = []
    bottom = y + height
    for told in reversed(turns):
        lines = wrapped(told.text, small, width - number)
        room = (bottom - y) // line
        if len(lines) > room:
            if rows or room < 1:
                break
            # What happens now is told in any case, as far as it fits.
            lines = (*lines[: room - 1], cut(lines[room - 1] + lines[room], small, width - number))
        top = bottom - len(lines) * line
        rows.append(_Row(told, lines, top, bottom))
        bottom = top - round(0.45 * small)
    return rows


def _sizes(where: Layout) -> tuple[int, int, int]:
    """Height of letters, of lines, and room for a turn's number, px."""
    small = max(11, round(0.92 * where.letter))
    return small, round(1.38 * small), round(2.6 * small)
