"""A match that is played while it is watched: moves are made in a thread of their own, the window fetches them."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from itertools import takewhile

from magnetsim.errors import MagnetsimError
from magnetsim.language import words_of
from magnetsim.rules.base import CHANCE, Outcome
from magnetsim.session import Session, XinxinStep
from magnetsim.viewer.person import LeftError, Person, TurnTakenBackError
from magnetsim.viewer.show import Show


class LiveMatch:
    """Plays a match in the background; the compiled parts leave the window its share of the time.

    session : that is played        keep : sees each move as it is made, in the playing thread
    person : who decides at the window for some of the seats, if any
    again : called when moves were taken back, in the playing thread
    """

    def __init__(
        self,
        session: Session,
        keep: Callable[[XinxinStep], None] | None = None,
        person: Person | None = None,
        again: Callable[[], None] | None = None,
    ) -> None:
        self.session = session
        self.error: MagnetsimError | None = None
        self._keep, self._person, self._again = keep, person, again
        self._made: queue.SimpleQueue[XinxinStep | int] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._play, name="match")

    def start(self) -> None:
        """Begin to play."""
        self._thread.start()

    def finish(self) -> Outcome | None:
        """Wait until it is over, and tell how that was, None when the person left; raises the error that stopped it."""
        self._thread.join()
        if self.error is not None:
            raise self.error
        return self.session.match.outcome

    def first(self) -> XinxinStep | None:
        """The first move, as soon as it is made; None when an error came before it."""
        while self._made.empty() and self._thread.is_alive():
            self._thread.join(0.01)
        made = None if self._made.empty() else self._made.get()
        return None if isinstance(made, int) else made

    def grow(self, show: Show, language: str) -> bool:
        """Add the moves made since to a show, and take back those that were; whether more are to come."""
        alive = self._thread.is_alive()
        while not self._made.empty():
            made = self._made.get()
            if isinstance(made, int):
                show.keep(made)
            else:
                show.add(self.session, made, words_of(language))
        return alive

    def _play(self) -> None:
        match = self.session.match
        try:
            while match.outcome is None:
                try:
                    step = self.session.advance()
                except TurnTakenBackError:
                    taken = match.undo(self._person.turns_back if self._person else 0)
                    # The deal stays: chance draws it again as it was, and nobody means to take it back.
                    match.redo(list(takewhile(lambda step: step.mover == CHANCE, taken)))
                    if self._again is not None:
                        self._again()
                    self._made.put(len(match.steps))
                    continue
                if self._keep is not None:
                    self._keep(step)
                self._made.put(step)
        except LeftError:
            return
        except MagnetsimError as error:
            self.error = error
