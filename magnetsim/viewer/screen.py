"""The system's window: its pixels, and where in them the mouse is; or word that there is no screen."""

from __future__ import annotations

import os

import pygame

from magnetsim.errors import DisplayError
from magnetsim.language import Phrase, Words
from magnetsim.viewer.layout import LEAST
from magnetsim.viewer.lettering import lettered
from magnetsim.viewer.palette import FAINT, ROOM

SIZE = (1280, 800)
_LETTER = 18
"""points, of what is said before anything can be drawn"""


class Screen:
    """A window of the system.

    Where the system scales what is shown, its windows and the mouse count in points, of which each has several pixels;
    the surface has all of these, so that nothing is blurred.
    """

    def __init__(self, title: str, size: tuple[int, int]) -> None:
        self.window = pygame.Window(title, size, resizable=True, allow_high_dpi=True)
        self.window.minimum_size = LEAST
        self._full = False
        self._windowed = size
        self._shown = False

    @property
    def surface(self) -> pygame.Surface:
        """What is drawn on; it follows the window's size."""
        return self.window.get_surface()

    @property
    def points(self) -> tuple[int, int]:
        """The window's size in the points that the mouse counts in."""
        return self.window.size

    @property
    def windowed(self) -> tuple[int, int]:
        """The size in points that it has, or had before it took the whole screen."""
        return self._windowed if self._full else self.points

    @property
    def scale(self) -> float:
        """Pixels a point."""
        return self.surface.get_width() / max(1, self.points[0])

    def pixel(self, place: tuple[int, int]) -> tuple[int, int]:
        """The pixel at a place of the mouse."""
        width, height = self.surface.get_size()
        across, down = self.points
        return place[0] * width // max(1, across), place[1] * height // max(1, down)

    def show(self) -> None:
        """Let what was drawn be seen."""
        self._shown = True
        self.window.flip()

    def say_wait(self, words: Words) -> None:
        """Say in the middle that it gets ready, unless something was drawn: what draws may have to be compiled."""
        if self._shown:
            return
        # Before the system has heard of the window, what is written in it may be lost.
        pygame.event.pump()
        surface = self.surface
        label = lettered(words.gettext("Getting ready …"), round(_LETTER * self.scale), FAINT)
        surface.fill(ROOM)
        surface.blit(label, label.get_rect(center=surface.get_rect().center))
        self.window.flip()

    def fill_or_leave(self) -> None:
        """Take the whole screen, or give it back."""
        if not self._full:
            self._windowed = self.points
        self._full = not self._full
        if self._full:
            self.window.set_fullscreen(desktop=True)
        else:
            self.window.set_windowed()

    def close(self) -> None:
        """Take the window away, if it is still there.

        Before pygame's display ends: a window that outlives it takes another one along.
        """
        self.window.destroy()


def check_screen() -> None:
    """Make ready to open a window; DisplayError where there is no screen to open one on."""
    # Else Windows draws small and blows it up on a screen that is scaled.
    os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
    try:
        pygame.display.init()
    except pygame.error as error:
        raise DisplayError(_no_screen(str(error))) from error
    driver = pygame.display.get_driver()
    if driver in ("dummy", "offscreen") and os.environ.get("SDL_VIDEODRIVER") != driver:
        pygame.display.quit()
        raise DisplayError(_no_screen(f"SDL: {driver}"))


def open_screen(title: str, size: tuple[int, int] = SIZE) -> Screen:
    """A window of the system, with the title of what is shown; DisplayError where there is no screen to open one on."""
    check_screen()
    try:
        return Screen(f"magnetsim · {title}", size)
    except pygame.error as error:
        raise DisplayError(_no_screen(str(error))) from error


def _no_screen(why: str) -> Phrase:
    return Phrase(
        "window: expected a screen, got none ({why}); on a machine without one, draw from a record: "
        "magnetsim render RECORD -o game.gif",
        why=why,
    )
