"""A person in a seat: the match asks in its own thread, the window answers when a choice is made."""

from __future__ import annotations

import queue
from dataclasses import dataclass

import numpy as np

from magnetsim.match import Request
from magnetsim.rules.xinxin.game import Move, State


class TurnTakenBackError(Exception):
    """The person wants to go back: the move that was asked for is not made."""


@dataclass(frozen=True, slots=True)
class TakeBack:
    """An answer instead of a move: so many turns are taken back."""

    turns: int


@dataclass(frozen=True, slots=True)
class Leave:
    """An answer instead of a move: the person goes, the match stops."""


class LeftError(Exception):
    """The person went before the match was over."""


class Person:
    """Decides for one or more seats by asking whoever looks at the window."""

    def __init__(self) -> None:
        self._requests: queue.SimpleQueue[Request[State, Move]] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[Move | TakeBack | Leave] = queue.SimpleQueue()
        self.turns_back = 0

    def choose(self, request: Request[State, Move], generator: np.random.Generator) -> Move:
        """The move that the person makes; waits for it in the thread of the match."""
        del generator
        self._requests.put(request)
        answer = self._answers.get()
        if isinstance(answer, TakeBack):
            self.turns_back = answer.turns
            raise TurnTakenBackError
        if isinstance(answer, Leave):
            raise LeftError
        return answer

    def pending(self) -> Request[State, Move] | None:
        """What is asked and not yet seen by the window."""
        try:
            return self._requests.get_nowait()
        except queue.Empty:
            return None

    def answer(self, answer: Move | TakeBack | Leave) -> None:
        """Answer what was asked last."""
        self._answers.put(answer)
