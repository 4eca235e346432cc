"""How far the clouds of some magnets may be trusted: their errors upon their like, and upon each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from magnetsim.charges.cloud import GapError, equal_radius
from magnetsim.charges.errors import cloud_errors
from magnetsim.charges.store import keep_errors, kept_errors, kept_fit
from magnetsim.outline import Outline

DOUBTFUL, USELESS = 0.1, 0.25
"""Root mean square of the error in force over that of the force, at any gap: beyond the first it is said, beyond the
second nothing is computed with it. Point dipoles are off by half where hearts touch."""
PAIR_GAPS, PAIR_LOW_GAPS = (0.012, 0.06, 0.24, 1.2), (0.012,)
"""Gaps at which two kinds are held against exact loads, in the mean of their radii of discs of equal area."""
POSES = 40
SEED = 3

Shape = tuple[Outline, float]
"""An outline and a height (m)."""


class Trust(NamedTuple):
    """The worst error of two magnets, maybe alike, upon each other; and their places in what was asked."""

    first: int
    second: int
    worst: GapError


def trust_of(shapes: Sequence[Shape]) -> tuple[Trust, ...]:
    """What each shape is worth upon its like, and each two upon each other; what was not kept is worked out."""
    alike = (
        Trust(number, number, worst_of(kept_fit(outline, height).errors))
        for number, (outline, height) in enumerate(shapes)
    )
    pairs = (
        Trust(one, two, worst_of(pair_errors(shapes[one], shapes[two])))
        for one, two in combinations(range(len(shapes)), 2)
    )
    return (*alike, *pairs)


def worst_of(errors: Iterable[GapError]) -> GapError:
    """That with the greatest mean error in force."""
    return max(errors, key=lambda error: error.force)


def pair_errors(one: Shape, two: Shape) -> tuple[GapError, ...]:
    """The errors of the clouds of two shapes upon each other: the package's, else the cache's, else worked out."""
    return kept_errors(one, two) or keep_errors(one, two, new_pair_errors(one, two))


def new_pair_errors(one: Shape, two: Shape) -> tuple[GapError, ...]:
    """The same, worked out; it takes about a second."""
    size = (equal_radius(one[0]) + equal_radius(two[0])) / 2
    first, second = ((outline, height, kept_fit(outline, height).cloud) for outline, height in (one, two))
    gaps, low_gaps = (tuple(gap * size for gap in some) for some in (PAIR_GAPS, PAIR_LOW_GAPS))
    return cloud_errors(first, second, gaps, low_gaps, POSES, np.random.default_rng(SEED))
