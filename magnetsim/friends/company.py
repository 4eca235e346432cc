"""A company of friends: everybody's nature drawn from the game's seed, or from a number of its own."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from magnetsim.friends.persona import Persona, drawn_persona, drawn_personas
from magnetsim.rules.feelinks.cards import CardSet

_NATURES = 4
"""Names the stream that natures are drawn from; a match draws from those below it."""


def company(cards: CardSet, seed: int, numbers: Sequence[int | None]) -> tuple[Persona, ...]:
    """Everybody's nature, by seat.

    numbers : of each seat; the same number is the same person in every game with the same cards. None: drawn from the
        seed
    """
    stream = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(_NATURES,)))
    drawn = drawn_personas(cards, len(numbers), stream)
    return tuple(
        one if number is None else drawn_persona(cards, np.random.default_rng(number))
        for one, number in zip(drawn, numbers, strict=True)
    )
