"""The moves of 《同感》. Chance shuffles and deals; each other move names the seat that makes it.

| move                       | phase               | who makes it                                       |
|----------------------------|---------------------|----------------------------------------------------|
| `Shuffle`                  | set-up              | chance: piles, deck, first host (F1.3, F1.5, F1.7) |
| `Reshuffle`                | 3, situation        | chance, when the deck is empty (F3.3)              |
| `Redraw`, `Read`           | 3, situation        | the host                                           |
| `Pick`                     | 4, own emotion      | everyone, the host first, then clockwise           |
| `Deal`                     | 5, partners         | chance; nobody with three players                  |
| `Predict`                  | 6, prediction       | everyone, the host first, then clockwise           |
| `Swap`, `Keep`             | 9, swap             | the host                                           |

The other phases pass by themselves.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

SAME = 0
"""The vote card "same as my partner" (F1.4, F4.2); the others are numbered from 1 to 8, as the positions are."""


@dataclass(frozen=True, slots=True)
class Shuffle:
    """The set-up: each symbol's pile of emotions and the deck of situation cards, top first, and the first host."""

    piles: tuple[tuple[int, ...], ...]
    deck: tuple[int, ...]
    host: int


@dataclass(frozen=True, slots=True)
class Reshuffle:
    """The discards become the deck, in this order, top first."""

    deck: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Redraw:
    """The host puts the card at the bottom of the deck and draws another (F3.3, F4.5)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Read:
    """The host reads out one of the card's situations, counted from 1 (F3.3)."""

    seat: int
    situation: int


@dataclass(frozen=True, slots=True)
class Pick:
    """The own emotion, by its position from 1 to 8, face down (F3.4)."""

    seat: int
    vote: int


@dataclass(frozen=True, slots=True)
class Deal:
    """The partner card of each seat; who have the same one are partners (F1.6, F3.5)."""

    signs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Predict:
    """What the partner has picked, face down before the partner: a position, or SAME (F3.6)."""

    seat: int
    vote: int


@dataclass(frozen=True, slots=True)
class Swap:
    """The host takes the emotion at a position, from 1 to 8, out of the game (F3.9)."""

    seat: int
    position: int


@dataclass(frozen=True, slots=True)
class Keep:
    """The host leaves the emotions as they are (F3.9)."""

    seat: int


Move = Shuffle | Reshuffle | Redraw | Read | Pick | Deal | Predict | Swap | Keep


@cache
def picked(seat: int, vote: int) -> Pick:
    """The same as Pick: most of what is done in a game are votes, and there are few different ones."""
    return Pick(seat, vote)


@cache
def predicted(seat: int, vote: int) -> Predict:
    """The same as Predict."""
    return Predict(seat, vote)
