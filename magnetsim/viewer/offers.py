"""What can be done from a moment of a match on: its menu, while it is open."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from magnetsim.errors import OutputError
from magnetsim.language import Words, told
from magnetsim.viewer.forking import Fork, position_after, seen_moves
from magnetsim.viewer.menu import Menu, item_at, keyed, write_menu
from magnetsim.viewer.saving import POSITIONS, position_text, save_beside

if TYPE_CHECKING:
    from magnetsim.session import Session
    from magnetsim.viewer.app import Window
    from magnetsim.viewer.show import Show


class Offers:
    """To take over a seat, or to save the position.

    menu : None while it is closed
    """

    def __init__(self, window: Window) -> None:
        self.menu: Menu | None = None
        self._window = window
        self._moves = 0
        self._seats: tuple[int, ...] = ()

    def open(self) -> None:
        """Offer what can be done from the moment that is shown, or say why nothing can."""
        window = self._window
        _ = window.words.gettext
        if window.match is None:
            window.say(_("nobody plays here, so there is no seat to take over"))
            return
        session, show = window.match
        self._moves = seen_moves(show, window.head.time)
        state = show.steps[self._moves - 1].after if self._moves else session.match.start
        if state.termination is not None:
            window.say(_("the game is over here: go back before you play on"))
            return
        count = len(state.players)
        self._seats = tuple((max(0, state.seat) + seat) % count for seat in range(count))
        items = [_("take over {player}").format(player=state.players[seat].name) for seat in self._seats]
        title = _("play on from here, turn {turn}").format(turn=state.turn)
        self.menu = Menu(title, (*items, _("save the position as a scenario file")))

    def take(self, event: pygame.event.Event) -> bool:
        """Whether an event was one for the menu; what it chose is done."""
        if self.menu is None:
            return False
        if event.type == pygame.KEYDOWN:
            self.menu, chosen = keyed(self.menu, event.key)
            self._choose(chosen)
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            chosen = item_at(self.menu, self._window.layout, self._window.screen.pixel(event.pos))
            self.menu = None
            self._choose(chosen)
            return True
        return False

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the menu, if it is open."""
        if self.menu is not None:
            write_menu(surface, self.menu, self._window.layout)

    def _choose(self, chosen: int | None) -> None:
        if chosen is None:
            return
        window = self._window
        if chosen < len(self._seats):
            window.fork = Fork(self._moves, (self._seats[chosen],))
            window.running = False
        elif window.match is not None:
            window.say(_saved(*window.match, self._moves, window.words), 12.0)


def _saved(session: Session, show: Show, moves: int, words: Words) -> str:
    """Save the position of the next shot; what is to be said of it."""
    state = position_after(session, show.steps, moves)
    if state is None:
        return words.gettext("no shot comes after this moment: go back before you save")
    text = position_text(session.scenario, state)
    stem = f"{session.scenario.name}-{session.scenario.seed}-{state.turn}"
    try:
        path = save_beside(POSITIONS, stem, ".toml", lambda path: _write(path, text))
    except OutputError as error:
        return told(error, words)
    return words.gettext("saved: {path}").format(path=path)


def _write(path: Path, text: str) -> None:
    with path.open("x", encoding="utf-8", newline="\n") as file:
        file.write(text)
