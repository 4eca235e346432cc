"""What a simulated friend is like: a temper, and a mood for each situation.

A feeling is a point: how pleasant, how lively (the circumplex of affect; Russell, J. Pers. Soc. Psychol. 39 (1980)
1161). In a situation a friend is where most people are, moved by the own temper and by the mood of that situation.
"""

from __future__ import annotations

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
        pleasant, lively = cards.cards[card].situations[situation - 1].feels
        at = 2 * (SITUATIONS * card + situation - 1)
        return pleasant + self.temper[0] + self.moods[at], lively + self.temper[1] + self.moods[at + 1]


def drawn_persona(cards: CardSet, generator: np.random.Generator) -> Persona:
    """A friend's nature, drawn."""
    return drawn_personas(cards, 1, generator)[0]


def drawn_personas(cards: CardSet, count: int, generator: np.random.Generator) -> list[Persona]:
    """Friends' natures, drawn one after the other."""
    drawn = generator.standard_normal((count, 2 + 2 * SITUATIONS * len(cards.cards)))
    drawn[:, :2] *= TEMPER
    drawn[:, 2:] *= MOOD
    return [Persona((pleasant, lively), tuple(moods)) for pleasant, lively, *moods in drawn.tolist()]


def nearest(cards: CardSet, emotions: tuple[int, ...], feeling: Feeling) -> int:
    """The position, from 1, of the emotion that comes nearest to a feeling; of equal ones the first."""
    feels, best, closest = cards.feels, -1, 9e9
    pleasant, lively = feeling
    for emotion in emotions:
        x, y = feels[emotion]
        x -= pleasant
        y -= lively
        away = x * x + y * y
        if away < closest:
            best, closest = emotion, away
    return emotions.index(best) + 1
