"""A match that is played while it is watched: moves are made in a thread of their own, the window fetches them."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable

from magnetsim.errors import MagnetsimError
from magnetsim.language import words_of
from magnetsim.rules.base import Outcome
from magnetsim.session import Session, XinxinStep
from magnetsim.viewer.show import Show


class LiveMatch:
    """Plays a match in the background, to its end; the compiled parts leave the window its share of the time.

    session : that is played        keep : sees each move as it is made, in the playing thread
    """

    def __init__(self, session: Session, keep: Callable[[XinxinStep], None] | None = None) -> None:
        self.session = session
        self.error: MagnetsimError | None = None
        self._keep = keep
        self._made: queue.SimpleQueue[XinxinStep] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._play, name="match")

    def start(self) -> None:
        """Begin to play."""
        self._thread.start()

    def finish(self) -> Outcome:
        """Wait until it is played to its end, and tell how that was; raises the error that stopped it."""
        self._thread.join()
        if self.error is not None:
            raise self.error
        outcome = self.session.match.outcome
        if outcome is None:
            raise RuntimeError("the playing thread ended before the match did")
        return outcome

    def first(self) -> XinxinStep | None:
        """The first move, as soon as it is made; None when an error came before it."""
        while self._made.empty() and self._thread.is_alive():
            self._thread.join(0.01)
        return None if self._made.empty() else self._made.get()

    def grow(self, show: Show, language: str) -> bool:
        """Add the moves made since to a show; whether more are to come."""
        alive = self._thread.is_alive()
        while not self._made.empty():
            show.add(self.session, self._made.get(), words_of(language))
        return alive

    def _play(self) -> None:
        try:
            while self.session.match.outcome is None:
                step = self.session.advance()
                if self._keep is not None:
                    self._keep(step)
                self._made.put(step)
        except MagnetsimError as error:
            self.error = error
