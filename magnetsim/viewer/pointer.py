"""What the mouse does in a window: it scrubs, aims, moves the table, or goes nearer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from magnetsim.viewer.camera import panned, zoomed
from magnetsim.viewer.hud import track
from magnetsim.viewer.keys import Action
from magnetsim.viewer.playhead import moved_to
from magnetsim.viewer.scene import magnet_at
from magnetsim.viewer.show import Show

if TYPE_CHECKING:
    from magnetsim.viewer.app import Window

_A_NOTCH = 1.15
"""How much nearer a notch of the wheel brings the table."""


class Pointer:
    """The mouse, between a button's press and its release."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self._held: str | None = None
        self._last: tuple[int, int] = (0, 0)

    def take(self, event: pygame.event.Event) -> None:
        """Do what an event of the mouse asks for; others are none of it."""
        match event.type:
            case pygame.MOUSEWHEEL:
                self._zoom(_A_NOTCH**event.y)
            case pygame.MOUSEBUTTONDOWN if event.button == 1:
                self._press(self._window.screen.pixel(event.pos))
            case pygame.MOUSEBUTTONUP if event.button == 1:
                self._held = None
                if self._window.taking is not None:
                    self._window.taking.release()
            case pygame.MOUSEMOTION:
                self._move(self._window.screen.pixel(event.pos))
            case _:
                pass

    def _move(self, pixel: tuple[int, int]) -> None:
        asked = self._window.asked
        if self._held is not None:
            self._drag(pixel)
        elif asked is not None:
            asked.hover(self._window.camera, pixel)
        self._last = pixel

    def _zoom(self, factor: float) -> None:
        window = self._window
        if pygame.Rect(window.layout.table).collidepoint(self._last):
            window.camera = zoomed(window.camera, factor, self._last)

    def _press(self, pixel: tuple[int, int]) -> None:
        window, self._last = self._window, pixel
        where = window.layout
        if pygame.Rect(where.bar).collidepoint(pixel):
            if pixel[0] < track(where)[0] - where.letter // 2:
                window.do(Action.PLAY)
            else:
                self._held = "time"
                self._drag(pixel)
        elif pygame.Rect(where.panel).collidepoint(pixel):
            window.go_to_told(pixel)
        elif pygame.Rect(where.table).collidepoint(pixel):
            self._held = "aim" if self._means(pixel) else "table"

    def _means(self, pixel: tuple[int, int]) -> bool:
        """Whether a press upon the table means anything to what a person is asked."""
        window, asked = self._window, self._window.asked
        if asked is None or not isinstance(window.show, Show):
            return False
        magnet = magnet_at(window.show.film.scene(window.head.time), window.camera, pixel)
        return asked.press(window.camera, pixel, magnet)

    def _drag(self, pixel: tuple[int, int]) -> None:
        window = self._window
        if self._held == "time":
            start, end = track(window.layout)
            share = (pixel[0] - start) / max(1, end - start)
            window.head = moved_to(window.head, window.show.film, share * window.show.film.length)
        elif self._held == "aim":
            if window.asked is not None:
                window.asked.drag(window.camera, pixel)
        elif self._last != pixel:
            window.camera = panned(window.camera, self._last, pixel)
