"""People round one keyboard: a screen that is cleared between secrets, questions, and who is asked what."""

from __future__ import annotations

import os
import sys
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from shutil import get_terminal_size
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from magnetsim.language import Words, language_of
from magnetsim.narration.feelinks import REFUSALS, said, situation_text
from magnetsim.rules.feelinks.cards import POSITIONS, SITUATIONS
from magnetsim.rules.feelinks.moves import SAME, Keep, Move, Pick, Predict, Read, Redraw, Swap
from magnetsim.rules.feelinks.state import Phase, State

if TYPE_CHECKING:
    import numpy as np

    from magnetsim.feelinks_session import FeelinksStep
    from magnetsim.match import Request

WIDEST = 88
"""Columns of a line, at most: wider ones are hard to read."""
LEAVE = "q"
ANOTHER, NOTHING, LIKE_ME = "r", "0", "s"


class Suspended(Exception):
    """Somebody wants to go on another time."""


class InputEnded(Suspended):
    """Nobody said so, but there are no more answers to come."""


class Screen:
    """What people look at: lines as wide as the terminal, and answers to questions."""

    def __init__(self, words: Words) -> None:
        self.words = words

    def say(self, text: str = "", *, hang: int = 0) -> None:
        """Write a text, wrapped; its further lines hang by so many columns."""
        console = Console(width=max(20, min(WIDEST, get_terminal_size().columns)))
        first, *more = Text(text).wrap(console, console.width - 1) if text else [Text("")]
        print(first.plain.rstrip())
        rest = text[len(first.plain) :].strip() if more else ""
        if rest:
            for line in Text(rest).wrap(console, console.width - 1 - hang):
                print(" " * hang + line.plain.rstrip())

    def clear(self) -> None:
        """Take all that was written out of sight."""
        if sys.stdout.isatty() and os.environ.get("TERM", "") != "dumb":
            Console().clear()
            # And what has scrolled out of sight, where the terminal keeps it.
            print("\x1b[3J", end="", flush=True)
        else:
            print("\n" * get_terminal_size().lines, flush=True)

    def ask(self, question: str) -> str:
        """An answer, in small letters of half width, without blanks around it.

        Suspended when somebody leaves, InputEnded when nobody can answer any more.
        """
        print(question, end=" ", flush=True)
        line = sys.stdin.readline()
        # A Chinese keyboard may write ３ and ｑ.
        answer = unicodedata.normalize("NFKC", line).strip().lower()
        if not line:
            raise InputEnded
        if answer == LEAVE:
            raise Suspended
        return answer

    def wait(self, text: str) -> None:
        """Go on when Enter is pressed."""
        self.ask(text)

    def number(self, question: str, allowed: Sequence[str]) -> str:
        """One of the answers that are allowed; asked again until it is."""
        while (answer := self.ask(question)) not in allowed:
            self.say(self.words.gettext("Expected one of {answers}.").format(answers=" ".join((*allowed, LEAVE))))
        return answer


@dataclass
class People:
    """The strategy of all who sit at the keyboard, and the teller of what everybody may know.

    seats : theirs; one alone has nobody to hide votes from
    """

    screen: Screen
    seats: tuple[int, ...]
    _looking: int | None = field(default=None, init=False)

    def choose(self, request: Request[State, Move], generator: np.random.Generator) -> Move:  # noqa: ARG002
        """The move that this seat's person wants."""
        view, seat = request.view, request.seat
        if view.phase is not Phase.SWAP:
            self._hand_over(view, seat)
        for one in request.refused[-1:]:
            self.screen.say(self._(REFUSALS[one.reason.name]))
        match view.phase:
            case Phase.SITUATION:
                return self._situation(view, seat)
            case Phase.PICK:
                self._show_round(view)
                return Pick(seat, int(self._vote(self._("Your own emotion, 1–8:"), [])))
            case Phase.PREDICT:
                self._show_round(view)
                return self._prediction(view, seat)
            case _:
                return self._swap(view, seat)

    def watch(self, step: FeelinksStep) -> None:
        """Tell everybody what a move has brought into the open."""
        state, cards = step.after, step.after.setup.cards
        players = [player.name for player in state.setup.players]

        def tell(*names: str) -> None:
            for event in step.events:
                if event.name in names:
                    self.screen.say("  " + said(event, players, cards, state, self.screen.words), hang=4)

        if step.mover in self.seats and any(event.name in ("picked", "predicted") for event in step.events):
            self._hide()
        shown = [event for event in step.events if event.name == "showed"]
        tell("reshuffled", "redrew", "swapped", "partners")
        if shown:
            self.screen.clear()
            self._title(self._("Reveal"))
            revealed = state.history[-1]
            self.screen.say(situation_text(cards, revealed.card, revealed.situation, self.screen.words))
            self.screen.say()
            tell("showed", "beginners", "turned", "scored")
            self.screen.say()
            self._pause()

    def _(self, text: str) -> str:
        return self.screen.words.gettext(text)

    def _hand_over(self, view: State, seat: int) -> None:
        """Nobody but the person of this seat looks at the screen from here on."""
        if self._looking == seat:
            return
        name = view.setup.players[seat].name
        if len(self.seats) > 1:
            self.screen.wait(
                self._("The keyboard goes to {player}. Enter, when nobody else looks:").format(player=name)
            )
            self.screen.clear()
        self._looking = seat

    def _hide(self) -> None:
        if len(self.seats) > 1:
            self.screen.clear()
            self._looking = None

    def _pause(self) -> None:
        self.screen.wait(self._("Enter to go on, q to leave and go on another time:"))
        self._looking = None

    def _title(self, text: str) -> None:
        self.screen.say(f"== {text} ==")

    def _show_round(self, view: State) -> None:
        now, players = view.round, view.setup.players
        title = self._("Round {turn}, host {host}").format(turn=now.turn, host=players[now.host].name)
        self._title(title)
        if now.card is not None and now.situation is not None:
            self.screen.say(situation_text(view.setup.cards, now.card, now.situation, self.screen.words))
        self.screen.say()
        self._show_emotions(view)

    def _show_emotions(self, view: State) -> None:
        """The eight, with their meanings; a new one is marked (F3.2)."""
        cards, code = view.setup.cards, language_of(self.screen.words)
        names = [cards.emotions[emotion].name.said(code) for emotion in view.board.emotions]
        symbols = [cards.symbols[symbol].said(code) for symbol in cards.positions]
        widest, wider = max(map(cell_len, names)), max(map(cell_len, symbols))
        fresh = view.board.fresh if len(view.board.fresh) < POSITIONS else ()
        for position, (name, symbol) in enumerate(zip(names, symbols, strict=True), start=1):
            meaning = cards.emotions[view.board.emotions[position - 1]].meaning.said(code)
            new = "*" if position in fresh else " "
            head = f"{new}{position}  {_padded(symbol, wider)}  {_padded(name, widest)}  "
            self.screen.say(head + meaning, hang=cell_len(head))
        if fresh:
            self.screen.say(self._("* is new this round"))
        self.screen.say()

    def _situation(self, view: State, seat: int) -> Move:
        """The host reads one of three, or puts the card back (F3.3)."""
        now, cards = view.round, view.setup.cards
        self._title(
            self._("Round {turn}: {host} is the host").format(turn=now.turn, host=view.setup.players[seat].name)
        )
        self._show_emotions(view)
        for situation in range(1, SITUATIONS + 1):
            text = situation_text(cards, now.card, situation, self.screen.words)
            self.screen.say(f" {situation}  {text}", hang=4)
        self.screen.say()
        numbers = [str(1 + i) for i in range(SITUATIONS)]
        if now.redrawn or len(view.stock.deck) + len(view.board.discards) == 0:
            return Read(seat, int(self.screen.number(self._("Which do you read out, 1–3?"), numbers)))
        question = self._("Which do you read out, 1–3? r: put the card back and draw another, once")
        answer = self.screen.number(question, [*numbers, ANOTHER])
        return Redraw(seat) if answer == ANOTHER else Read(seat, int(answer))

    def _prediction(self, view: State, seat: int) -> Move:
        now, players = view.round, view.setup.players
        target = players[now.targets[seat]].name
        self.screen.say(
            self._("You have picked {vote}. Your partner: {player}.").format(vote=now.picks[seat], player=target)
        )
        question = self._('What has {player} picked, 1–8, or s for "same"?').format(player=target)
        answer = self._vote(question, [LIKE_ME])
        return Predict(seat, SAME if answer == LIKE_ME else int(answer))

    def _swap(self, view: State, seat: int) -> Move:
        self._title(self._("{host}: take an emotion out of the game?").format(host=view.setup.players[seat].name))
        self._show_emotions(view)
        answer = self._vote(self._("Which one, 1–8? 0: none"), [NOTHING])
        return Keep(seat) if answer == NOTHING else Swap(seat, int(answer))

    def _vote(self, question: str, more: Sequence[str]) -> str:
        return self.screen.number(question, [*(str(1 + i) for i in range(POSITIONS)), *more])


def _padded(text: str, columns: int) -> str:
    """The text with blanks up to so many columns; a Chinese character takes two."""
    return text + " " * (columns - cell_len(text))
