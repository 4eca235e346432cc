"""What a simulated friend is like: a temper, and a mood for each situation.

A feeling is a point: how pleasant, how lively (the circumplex of affect; Russell, J. Pers. Soc. Psychol. 39 (1980)
1161). In a situation a friend is where most people are, moved by the own temper and by the mood of that situation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from magnetsim.rules.feelinks.cards import SITUATIONS, CardSet

Feeling = tuple[float, float]

TEMPER = 0.25
"""Standard deviation of what a friend's temper adds, in either direction."""
MOOD = 0.25
"""Standard deviation of what the mood of a single situation adds."""


@dataclass(frozen=True, slots=True)
class Persona:
    """One friend's nature.

    temper : what is added to every feeling
    moods : what is added in each situation, pleasant and lively by turns, situation by situation, card by card
    """

    temper: Feeling
    moods: tuple[float, ...]

    def feeling(self, cards: CardSet, card: int, situation: int) -> Feeling:
        """What this friend feels in a situation (of a card, from 1)."""
        return self.felt(cards.cards[card].situations[situation - 1].feels, place_of(card, situation))

    def felt(self, usual: Feeling, at: int) -> Feeling:
        """What this friend feels where most people feel so, at a place among the situations."""
        moods, temper = self.moods, self.temper
        return usual[0] + temper[0] + moods[2 * at], usual[1] + temper[1] + moods[2 * at + 1]


def place_of(card: int, situation: int) -> int:
    """The place of a situation (of a card, from 1) among all."""
    return SITUATIONS * card + situation - 1


def drawn_persona(cards: CardSet, generator: np.random.Generator) -> Persona:
    """A friend's nature, drawn."""
    return drawn_personas(cards, 1, generator)[0]


def drawn_personas(cards: CardSet, count: int, generator: np.random.Generator) -> list[Persona]:
    """Friends' natures, drawn one after the other."""
    drawn = generator.standard_normal((count, 2 + 2 * SITUATIONS * len(cards.cards)))
    drawn[:, :2] *= TEMPER
    drawn[:, 2:] *= MOOD
    return [Persona((pleasant, lively), tuple(moods)) for pleasant, lively, *moods in drawn.tolist()]


def nearest(feels: Sequence[Feeling], pleasant: float, lively: float) -> int:
    """The place, from 1, of the feeling that comes nearest to a pleasant and lively one; of equal ones the first."""
    best, closest = 0, 9e9
    for place, (x, y) in enumerate(feels, start=1):
        across, up = x - pleasant, y - lively
        away = across * across + up * up
        if away < closest:
            best, closest = place, away
    return best
