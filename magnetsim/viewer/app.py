"""The window: events and the clock. What it shows is drawn elsewhere from plain values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pygame

from magnetsim.errors import OutputError
from magnetsim.language import LANGUAGES, told, words_of
from magnetsim.session import Session
from magnetsim.viewer.aiming_marks import FOOT, mark_turn
from magnetsim.viewer.camera import Camera
from magnetsim.viewer.forking import Fork, codes_at
from magnetsim.viewer.games import AnyShow
from magnetsim.viewer.help import write_help
from magnetsim.viewer.hud import list_place
from magnetsim.viewer.keys import Action, action_of, digit_of
from magnetsim.viewer.legend import legend_height
from magnetsim.viewer.offers import Offers
from magnetsim.viewer.playhead import Playhead, advanced, to_turn
from magnetsim.viewer.pointer import Pointer
from magnetsim.viewer.saving import PICTURES, save_beside
from magnetsim.viewer.screen import SIZE, Screen, open_screen
from magnetsim.viewer.settings import Settings
from magnetsim.viewer.show import Show
from magnetsim.viewer.sound import Sound
from magnetsim.viewer.steering import steered
from magnetsim.viewer.taking import Taking
from magnetsim.viewer.turn_list import turn_at

_FRAMES_A_SECOND = 60
_LONGEST_FRAME = 1.0
"""s of the clock that one frame may take: a slow machine keeps time; one that slept does not leap."""
_REST = 1.0
"""s for which a picture that stays the same is not drawn anew, at most: a system may lose what is in its window."""
_TYPING = 1.5
"""s between two digits of a turn's number, at most."""

Grow = Callable[[Show, str], bool]
"""Adds to a show the moves made since it was last asked; takes the language; whether more are to come."""


class Window:
    """A window on a show.

    show : what is seen        settings : how it begins
    grow : adds moves while a match is played; None for a show that is whole
    taking : the turns of a person who plays; None where nobody does
    session : of the match that is shown; None of an experiment
    fork : once it is closed, how one wants to play on, if one does
    """

    def __init__(
        self,
        screen: Screen,
        show: AnyShow,
        settings: Settings,
        grow: Grow | None = None,
        taking: Taking | None = None,
        session: Session | None = None,
    ) -> None:
        self.screen = screen
        self.show = show
        self.language = settings.language or LANGUAGES[0]
        self.words = words_of(self.language)
        self.grow = grow
        self.taking = taking
        self.session = session
        self.fork: Fork | None = None
        self.head = Playhead(speed=settings.speed)
        self.running = True
        self.help = False
        self.overlays = settings.overlays
        self.sound = Sound(muted=settings.muted)
        self._settings = settings
        if taking is not None:
            taking.show_path = settings.preview
        self._typed: tuple[str, float] = ("", 0.0)
        self.said: tuple[str, float] = ("", 0.0)
        self._pointer = Pointer(self)
        self._offers = Offers(self)
        self._lay_out()

    @property
    def match(self) -> tuple[Session, Show] | None:
        """The match that is shown, when one can go on with it: that is, one of magnets."""
        return (self.session, self.show) if self.session is not None and isinstance(self.show, Show) else None

    @property
    def surface(self) -> pygame.Surface:
        """What is drawn on."""
        return self.screen.surface

    def _lay_out(self) -> None:
        width, height = self._laid_out = self.surface.get_size()
        self.layout = self.show.layout(width, height, scale=self.screen.scale)
        self.camera = self._fitted()

    def _fitted(self) -> Camera:
        """The whole table; above the lines that tell a person how to go on, where one plays."""
        left, top, width, height = self.layout.table
        below = round(FOOT * self.layout.letter) if self.taking is not None else 0
        return self.show.fitted((left, top, width, height - below))

    def run(self) -> None:
        """Until it is closed."""
        self.screen.say_wait(self.words)
        self.sound.make_ready()
        clock = pygame.time.Clock()
        elapsed, rested, drawn = 0.0, 0.0, None
        while self.running:
            events = pygame.event.get()
            for event in events:
                self.take(event)
            self.tick(elapsed)
            # Before it is drawn: what another thread changes meanwhile is drawn in the next frame once more.
            now = self._changing()
            rested += elapsed
            if events or now != drawn or rested >= _REST:
                self.draw()
                self.screen.show()
                rested, drawn = 0.0, now
            elapsed = min(_LONGEST_FRAME, clock.tick(_FRAMES_A_SECOND) / 1000)

    def _changing(self) -> tuple[object, ...]:
        """All that the picture depends on and that changes without an event: by time, or by what other threads do."""
        text, left = self.said
        preview = None if self.taking is None else self.taking.preview
        return (
            self.surface.get_size(),
            self.head,
            self.show.film.changes,
            self.grow is not None,
            text if left > 0 else "",
            None if self.taking is None else self.taking.requests,
            None if preview is None else preview.foreseen,
            None if preview is None else preview.odds,
        )

    def close(self) -> None:
        """Take it from the screen."""
        self.screen.close()

    def tick(self, elapsed: float) -> None:
        """Let a time pass, s."""
        # Asked first, grown then: what is asked comes after the moves that led to it, and is seen with them.
        if self.taking is not None:
            self.taking.look(self.words)
        if self.grow is not None and not (isinstance(self.show, Show) and self.grow(self.show, self.language)):
            self.grow = None
        before = self.head
        if self._offers.menu is None:
            self.head = advanced(before, self.show.film, elapsed, growing=self.grow is not None)
        if isinstance(self.show, Show):
            self.sound.frame(self.show.film, before.time, self.head.time, self.head.speed)
        self.said = (self.said[0], self.said[1] - elapsed)
        self._typed = (self._typed[0], self._typed[1] - elapsed)

    @property
    def settings(self) -> Settings:
        """How it is now, to be remembered."""
        return Settings(
            language=self.language,
            speed=self.head.speed,
            size=self.screen.windowed,
            muted=self.sound.muted,
            preview=self._settings.preview if self.taking is None else self.taking.show_path,
            overlays=self.overlays,
        )

    @property
    def asked(self) -> Taking | None:
        """The person's turn, when it is one and all that came before has been seen."""
        if self.taking is None or self.taking.request is None or self.head.time < self.show.film.length - 1e-6:
            return None
        return self.taking

    def draw(self) -> None:
        """Draw the moment of now."""
        if self.surface.get_size() != self._laid_out:
            self._lay_out()
        status = self.show.status(
            self.head.time, speed=self.head.speed, running=self.head.running, live=self.grow is not None
        )
        surface, asked = self.surface, self.asked
        if asked is not None and asked.request is not None and isinstance(self.show, Show):
            scene = asked.scene(self.show.film.scene(self.head.time))
            status = replace(status, seat=asked.request.seat, turn=asked.request.view.turn)
            self.show.draw(surface, self.camera, self.layout, status, self.words, self.overlays, scene)
            surface.set_clip(pygame.Rect(self.layout.table))
            mark_turn(surface, asked, self.camera, self.layout, self.words)
            surface.set_clip(None)
        else:
            self.show.draw(surface, self.camera, self.layout, status, self.words, self.overlays)
        text, left = self.said
        write_help(
            surface,
            self.layout,
            self.words,
            text if left > 0 else "",
            whole=self.help,
            playing=self.taking is not None,
            cards=not isinstance(self.show, Show),
        )
        self._offers.draw(surface)

    def take(self, event: pygame.event.Event) -> None:
        """Do what an event asks for."""
        if self.surface.get_size() != self._laid_out:
            self._lay_out()
        if self._offers.take(event):
            return
        match event.type:
            case pygame.QUIT | pygame.WINDOWCLOSE:
                self.running = False
            case pygame.KEYDOWN if self.asked is not None and self.asked.key(
                event.key, fine=bool(event.mod & pygame.KMOD_SHIFT)
            ):
                pass
            case pygame.KEYDOWN:
                self._key(event.key)
            case _:
                self._pointer.take(event)

    def _key(self, key: int) -> None:
        action, digit = action_of(key), digit_of(key)
        if action is not None:
            self.do(action)
        elif digit is not None and self.show.names:
            typed, left = self._typed
            number = f"{typed if left > 0 else ''}{digit}"[-6:]
            self._typed = (number, _TYPING)
            self.head = to_turn(self.head, self.show.film, int(number))
            self.say(self.words.gettext("to turn {turn}").format(turn=number), _TYPING)

    def go_to_told(self, pixel: tuple[int, int]) -> None:
        """Go to the turn that is told in the list at a pixel, if one is."""
        status = self.show.status(self.head.time)
        room = legend_height(self.layout, self.overlays, self.words) if isinstance(self.show, Show) else 0
        place = list_place(self.layout, len(status.sitters), room)
        turn = turn_at(place, self.layout, status.told, pixel)
        if turn is not None:
            self.head = to_turn(self.head, self.show.film, turn)

    def do(self, action: Action) -> None:
        """Do what a key asks for."""
        self.head = steered(self.head, self.show.film, action, growing=self.grow is not None, shots=self.show.shots)
        match action:
            case Action.BONDS | Action.NUMBERS | Action.FIELD | Action.FORCES | Action.CAPTURE | Action.TRAILS:
                self.overlays = self.overlays.toggled(action.name.lower())
            case Action.FIT:
                self.camera = self._fitted()
            case Action.FULL_SCREEN:
                self.screen.fill_or_leave()
            case Action.MUTE:
                self.sound.muted = not self.sound.muted
                _ = self.words.gettext
                self.say(_("no sound") if self.sound.muted else _("sound"))
            case Action.LANGUAGE:
                self.language = LANGUAGES[(LANGUAGES.index(self.language) + 1) % len(LANGUAGES)]
                self.words = words_of(self.language)
                self.show.tell_in(self.words)
            case Action.FORK:
                self._offers.open()
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

    def say(self, text: str, seconds: float = 4.0) -> None:
        """Write a notice over the table for a while."""
        self.said = (text, seconds)

    def _copy(self) -> None:
        name = self.show.code(self.head.time, self.words)
        codes = () if self.match is None else codes_at(*self.match, self.head.time)
        text = "\n".join((name, *codes))
        try:
            pygame.scrap.put_text(text)
        except pygame.error:
            self.say(name, 6.0)
        else:
            also = self.words.ngettext("copied: {text}, {count} code", "copied: {text}, {count} codes", len(codes))
            plain = self.words.gettext("copied: {text}")
            self.say((also if codes else plain).format(text=name, count=len(codes)))

    def _save_picture(self) -> None:
        stem = f"{self.show.title}-{self.show.seed}"
        try:
            path = save_beside(PICTURES, stem, ".png", lambda path: pygame.image.save(self.surface, path))
        except (OutputError, pygame.error) as error:
            self.say(told(error, self.words), 6.0)
        else:
            self.say(self.words.gettext("saved: {path}").format(path=path), 8.0)


def open_window(
    show: AnyShow,
    language: str,
    grow: Grow | None = None,
    size: tuple[int, int] = SIZE,
    taking: Taking | None = None,
    session: Session | None = None,
) -> Window:
    """A window on a show; DisplayError where there is no screen to open one on."""
    return Window(open_screen(show.title, size), show, Settings(language=language), grow, taking, session)
