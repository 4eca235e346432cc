"""What every game here is made of: players in seats, events, outcomes, and the contract of a reducer.

A game is a set of functions over its own State, Move and Facts; a module that has them all is a `Game`.
The match asks `to_move`, gets a move from that player (or from `chance`), asks `legal`, asks the world
for the facts, asks `legal` again with them, and then `apply`. Nothing here knows which game it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple, Protocol, TypeVar

import numpy as np

CHANCE = -1
"""Who moves when nobody decides: a deal, a shuffle, a catch."""

Datum = str | int | float | bool | None | tuple["Datum", ...]
"""What an event may carry: everything that strict JSON can hold, with tuples for lists."""


@dataclass(frozen=True, slots=True)
class Player:
    """One who plays; the seat is the place in the sequence of players, from 0, clockwise."""

    name: str


class Event(NamedTuple):
    """One thing that happened, and the clause of the rules that it comes from.

    clause : such as "X4.4"        name : such as "caught"
    seat : whose event it is; None when it is nobody's
    """

    clause: str
    name: str
    seat: int | None = None
    data: Mapping[str, Datum] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a move is refused: a short name, the clause, and a sentence that says what to do."""

    name: str
    clause: str
    message: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended.

    termination : the reason, one of the game's own
    winners : seats, of a team all; none when nobody won
    scores : by seat, each player's in the last game that player took part in
    earlier : scores by seat of the games before that were tied and played again
    teams : seats of those whose scores were added up; none when each played alone
    """

    termination: str
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    earlier: tuple[tuple[int, ...], ...] = ()
    teams: tuple[tuple[int, ...], ...] = ()


State = TypeVar("State")
Move = TypeVar("Move")
Facts_contra = TypeVar("Facts_contra", contravariant=True)


class Game(Protocol[State, Move, Facts_contra]):
    """The contract of a game; all functions are pure, and raise only on a caller's mistake."""

    def to_move(self, state: State) -> int | None:
        """The seat that decides next, CHANCE when nobody does, None when the match is over."""

    def turn(self, state: State) -> int:
        """The number of the turn, from 1; a turn may take several moves."""

    def chance(self, state: State, generator: np.random.Generator) -> Move:
        """The move that chance makes; only when CHANCE is to move."""

    def legal(self, state: State, move: Move, facts: Facts_contra | None = None) -> Reason | None:
        """Why the move is refused, None when it is not.

        Without facts it says what can be said before the world is asked; with them, all.
        """

    def forfeit(self, state: State, refusals: int) -> Move | None:
        """The move made in the player's place after so many refusals in this turn; None: ask again."""

    def apply(self, state: State, move: Move, facts: Facts_contra | None) -> tuple[State, tuple[Event, ...]]:
        """The next state and what happened; IllegalShot when the move is not legal."""

    def view(self, state: State, seat: int) -> State:
        """The state as that seat may see it."""

    def outcome(self, state: State) -> Outcome | None:
        """How it ended, None while it goes on."""


def next_seat(playing: Sequence[int], seat: int) -> int:
    """The seat to the left of a seat, clockwise, among those that play (which need not hold the seat)."""
    return min([other for other in playing if other > seat] or playing)


def leaders(scores: Sequence[int], sides: Sequence[tuple[int, ...]]) -> tuple[tuple[int, ...], ...]:
    """The sides with the most points, those of a side's seats added up; all of them on 0–0."""
    sums = [sum(scores[seat] for seat in side) for side in sides]
    most = max(sums)
    return tuple(side for side, points in zip(sides, sums, strict=True) if points == most)
