"""Which predictions are right, and what they earn."""

from __future__ import annotations

from collections.abc import Sequence

from magnetsim.rules.feelinks.moves import SAME
from magnetsim.rules.feelinks.partners import predictors_of

BOTH, ONE, NONE = 3, 1, 0
"""Points of a player: right and predicted right; one of the two; neither (F3.8)."""
_POINTS = (NONE, ONE, BOTH)

STARS = (1, 2, 3)
"""Quarters of all predictions that must be right for a second, a third and a fourth star; a scale of our own."""


def right_predictions(
    picks: Sequence[int | None], targets: Sequence[int], predictions: Sequence[int | None]
) -> tuple[bool, ...]:
    """Whether each seat's prediction is right; "same" is when the two picks are equal (F3.7)."""
    return tuple(
        [
            (own if vote == SAME else vote) == picks[target]
            for own, target, vote in zip(picks, targets, predictions, strict=True)
        ]
    )


def points_of(right: Sequence[bool], targets: tuple[int, ...]) -> tuple[int, ...]:
    """Each seat's points, in a pair and in a trio alike: it was right, and it was predicted right (F3.8)."""
    return tuple([_POINTS[right[seat] + right[by]] for seat, by in enumerate(predictors_of(targets))])


def stars_of(right: int, predictions: int) -> int:
    """One to four stars for so many right predictions of all (co-operative option)."""
    return 1 + sum(4 * right >= quarters * predictions for quarters in STARS) if predictions else 1
