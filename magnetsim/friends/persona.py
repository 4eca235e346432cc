"""What a simulated friend is like: a temper, and a mood for each situation.

A feeling is a point: how pleasant, how lively (the circumplex of affect; Russell, J. Pers. Soc. Psychol. 39 (1980)
1161). In a situation a friend is where most people are, moved by the own temper and by the mood of that situation.
"""

from __future__ import annotations

import math
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

    def feelings(self, cards: CardSet, card: int) -> list[Feeling]:
        """What this friend feels in each situation of a card."""
        first = place_of(card, 1)
        return [self.felt(one.feels, first + i) for i, one in enumerate(cards.cards[card].situations)]

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


def nearest(emotions: Sequence[tuple[float, float, float]], pleasant: float, lively: float) -> int:
    """The place, from 1, of the emotion that comes nearest to a feeling; of equal ones the first.

    emotions : as of CardSet.feels
    """
    best = place = 0
    closest = -math.inf
    for x, y, half in emotions:
        place += 1  # noqa: SIM113 - enumerate takes a quarter longer
        # |f - e|² = |f|² - 2 (f·e - |e|²/2), and |f|² is the same for all.
        near = x * pleasant + y * lively - half
        if near > closest:
            best, closest = place, near
    return best
