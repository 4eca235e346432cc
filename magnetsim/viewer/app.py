"""The window: events and the clock. What it shows is drawn elsewhere from plain values."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pygame

from magnetsim.errors import DisplayError
from magnetsim.language import LANGUAGES, Phrase, words_of
from magnetsim.viewer.aiming_marks import FOOT, mark_turn
from magnetsim.viewer.camera import Camera, panned, zoomed
from magnetsim.viewer.help import write_help
from magnetsim.viewer.hud import track
from magnetsim.viewer.keys import Action, action_of
from magnetsim.viewer.overlays import Overlays
from magnetsim.viewer.playhead import Playhead, advanced, clip_on, faster, moved_to, stepped, turn_on
from magnetsim.viewer.scene import magnet_at
from magnetsim.viewer.show import Show
from magnetsim.viewer.taking import Taking

SIZE = (1280, 800)
_FRAMES_A_SECOND = 60

Grow = Callable[[Show, str], bool]
"""Adds to a show the moves made since it was last asked; takes the language; whether more are to come."""


class Window:
    """A window on a show.

    show : what is seen        language : in which it is told
    grow : adds moves while a match is played; None for a show that is whole
    taking : the turns of a person who plays; None where nobody does
    """

    def __init__(
        self,
        show: Show,
        language: str,
        grow: Grow | None = None,
        size: tuple[int, int] = SIZE,
        taking: Taking | None = None,
    ) -> None:
        self.show = show
        self.language = language
        self.words = words_of(language)
        self.grow = grow
        self.taking = taking
        self.head = Playhead()
        self.running = True
        self.help = False
        self.overlays = Overlays()
        self.said: tuple[str, float] = ("", 0.0)
        self._held: str | None = None
        self._pressed: tuple[int, int] | None = None
        self._open(size)

    def _open(self, size: tuple[int, int]) -> None:
        self.surface = pygame.display.set_mode(size, pygame.RESIZABLE)
        self._laid_out()
        self.camera = self._fitted()

    def _laid_out(self) -> None:
        self.layout = self.show.layout(*self.surface.get_size())

    def _fitted(self) -> Camera:
        """The whole table; above the lines that tell a person how to go on, where one plays."""
        left, top, width, height = self.layout.table
        below = round(FOOT * self.layout.letter) if self.taking is not None else 0
        return self.show.fitted((left, top, width, height - below))

    def run(self) -> None:
        """Until it is closed."""
        clock = pygame.time.Clock()
        elapsed = 0.0
        while self.running:
            for event in pygame.event.get():
                self.take(event)
            self.tick(elapsed)
            self.draw()
            pygame.display.flip()
            elapsed = min(0.1, clock.tick(_FRAMES_A_SECOND) / 1000)

    def tick(self, elapsed: float) -> None:
        """Let a time pass, s."""
        # Asked first, grown then: what is asked comes after the moves that led to it, and is seen with them.
        if self.taking is not None:
            self.taking.look(self.words)
        if self.grow is not None and not self.grow(self.show, self.language):
            self.grow = None
        self.head = advanced(self.head, self.show.film, elapsed, growing=self.grow is not None)
        self.said = (self.said[0], self.said[1] - elapsed)

    @property
    def asked(self) -> Taking | None:
        """The person's turn, when it is one and all that came before has been seen."""
        if self.taking is None or self.taking.request is None or self.head.time < self.show.film.length - 1e-6:
            return None
        return self.taking

    def draw(self) -> None:
        """Draw the moment of now."""
        status = self.show.status(
            self.head.time, speed=self.head.speed, running=self.head.running, live=self.grow is not None
        )
        scene = self.show.film.scene(self.head.time)
        if self.asked is not None and self.asked.request is not None:
            request = self.asked.request
            scene = self.asked.scene(scene)
            status = replace(status, seat=request.seat, turn=request.view.turn)
        self.show.draw(self.surface, self.camera, self.layout, status, self.words, self.overlays, scene)
        if self.asked is not None:
            self.surface.set_clip(pygame.Rect(self.layout.table))
            mark_turn(self.surface, self.asked, self.camera, self.layout, self.words)
            self.surface.set_clip(None)
        text, left = self.said
        write_help(
            self.surface,
            self.layout,
            self.words,
            text if left > 0 else "",
            whole=self.help,
            playing=self.taking is not None,
        )

    def take(self, event: pygame.event.Event) -> None:
        """Do what an event asks for."""
        match event.type:
            case pygame.QUIT:
                self.running = False
            case pygame.VIDEORESIZE:
                self.surface = pygame.display.get_surface() or self.surface
                self._laid_out()
                self.camera = self._fitted()
            case pygame.KEYDOWN if self.asked is not None and self.asked.key(
                event.key, fine=bool(event.mod & pygame.KMOD_SHIFT)
            ):
                pass
            case pygame.KEYDOWN:
                action = action_of(event.key)
                if action is not None:
                    self.do(action)
            case pygame.MOUSEWHEEL:
                self._zoom(1.15**event.y)
            case pygame.MOUSEBUTTONDOWN if event.button == 1:
                self._press(event.pos)
            case pygame.MOUSEBUTTONUP if event.button == 1:
                self._held = None
                if self.taking is not None:
                    self.taking.release()
            case pygame.MOUSEMOTION if self._held is None and self.asked is not None:
                self.asked.hover(self.camera, event.pos)
            case pygame.MOUSEMOTION if self._held is not None:
                self._drag(event.pos)
            case _:
                pass

    def do(self, action: Action) -> None:
        """Do what a key asks for."""
        film, head = self.show.film, self.head
        match action:
            case Action.PLAY:
                at_end = head.time >= film.length and self.grow is None
                time = 0.0 if at_end and not head.running else head.time
                self.head = replace(head, time=time, running=not head.running)
            case Action.FRAME_BACK | Action.FRAME_ON:
                self.head = stepped(head, film, -1 if action is Action.FRAME_BACK else 1)
            case Action.CLIP_BACK | Action.CLIP_ON:
                self.head = clip_on(head, film, -1 if action is Action.CLIP_BACK else 1)
            case Action.TURN_BACK | Action.TURN_ON:
                self.head = turn_on(head, film, -1 if action is Action.TURN_BACK else 1)
            case Action.START:
                self.head = moved_to(head, film, 0.0)
            case Action.END:
                self.head = moved_to(head, film, film.length)
            case Action.SLOWER | Action.FASTER:
                self.head = faster(head, -1 if action is Action.SLOWER else 1)
            case _:
                self._do_to_view(action)

    def _do_to_view(self, action: Action) -> None:
        match action:
            case Action.LOOP:
                self.head = replace(self.head, loop=not self.head.loop)
            case Action.BONDS | Action.NUMBERS | Action.FIELD:
                self.overlays = self.overlays.toggled(action.name.lower())
            case Action.FIT:
                self.camera = self._fitted()
            case Action.FULL_SCREEN:
                pygame.display.toggle_fullscreen()
            case Action.LANGUAGE:
                self.language = LANGUAGES[(LANGUAGES.index(self.language) + 1) % len(LANGUAGES)]
                self.words = words_of(self.language)
                self.show.tell_in(self.words)
            case Action.COPY:
                self._copy()
            case Action.PICTURE:
                self._save_picture()
            case Action.HELP:
                self.help = not self.help
            case Action.QUIT:
                self.running, self.help = self.help and self.running, False
            case _:
                pass

    def _zoom(self, factor: float) -> None:
        pixel = pygame.mouse.get_pos()
        if pygame.Rect(self.layout.table).collidepoint(pixel):
            self.camera = zoomed(self.camera, factor, pixel)

    def _press(self, pixel: tuple[int, int]) -> None:
        self._pressed = pixel
        if pygame.Rect(self.layout.bar).collidepoint(pixel):
            if pixel[0] < track(self.layout)[0] - self.layout.letter // 2:
                self.do(Action.PLAY)
            else:
                self._held = "time"
                self._drag(pixel)
        elif pygame.Rect(self.layout.table).collidepoint(pixel):
            magnet = magnet_at(self.show.film.scene(self.head.time), self.camera, pixel)
            meant = self.asked is not None and self.asked.press(self.camera, pixel, magnet)
            self._held = "aim" if meant else "table"

    def _drag(self, pixel: tuple[int, int]) -> None:
        if self._held == "time":
            start, end = track(self.layout)
            share = (pixel[0] - start) / max(1, end - start)
            self.head = moved_to(self.head, self.show.film, share * self.show.film.length)
        elif self._held == "aim":
            if self.asked is not None:
                self.asked.drag(self.camera, pixel)
        elif self._pressed is not None and self._pressed != pixel:
            self.camera = panned(self.camera, self._pressed, pixel)
            self._pressed = pixel

    def _copy(self) -> None:
        text = self.show.code(self.head.time)
        try:
            pygame.scrap.put_text(text)
        except pygame.error:
            self.said = (text, 6.0)
        else:
            self.said = (self.words.gettext("copied: {text}").format(text=text), 3.0)

    def _save_picture(self) -> None:
        number = 1
        title = re.sub(r'[\\/:*?"<>|]', "-", self.show.title)
        while (path := Path(f"{title}-{number}.png")).exists():
            number += 1
        try:
            pygame.image.save(self.surface, path)
        except (OSError, pygame.error) as error:
            self.said = (str(error), 6.0)
        else:
            self.said = (self.words.gettext("saved: {path}").format(path=path), 3.0)


def check_screen() -> None:
    """Make ready to open a window; DisplayError where there is no screen to open one on."""
    try:
        pygame.display.init()
    except pygame.error as error:
        raise DisplayError(_no_screen(str(error))) from error
    driver = pygame.display.get_driver()
    if driver in ("dummy", "offscreen") and os.environ.get("SDL_VIDEODRIVER") != driver:
        pygame.display.quit()
        raise DisplayError(_no_screen(f"SDL: {driver}"))


def open_window(
    show: Show, language: str, grow: Grow | None = None, size: tuple[int, int] = SIZE, taking: Taking | None = None
) -> Window:
    """A window on a show; DisplayError where there is no screen to open one on."""
    check_screen()
    pygame.display.set_caption(f"magnetsim · {show.title}")
    try:
        return Window(show, language, grow, size, taking)
    except pygame.error as error:
        raise DisplayError(_no_screen(str(error))) from error


def _no_screen(why: str) -> Phrase:
    return Phrase(
        "window: expected a screen, got none ({why}); on a machine without one, draw from a record: "
        "magnetsim render RECORD -o game.gif",
        why=why,
    )
