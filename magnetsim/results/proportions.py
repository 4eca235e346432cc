"""Shares of a count: how sure they are, and whether they differ from what chance gives."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many, with the interval that its share lies in at 95 % confidence.

    low, high : 0…1, by Wilson; 0 and 1 of none
    """

    count: int
    of: int
    low: float
    high: float

    @property
    def share(self) -> float | None:
        """The share, 0…1; None of none."""
        return self.count / self.of if self.of else None


def share_of(count: int, of: int) -> Share:
    """A share with its interval."""
    return Share(count, of, *wilson_interval(count, of))


def wilson_interval(count: int, of: int, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """The score interval of a share (E. B. Wilson, J. Am. Stat. Assoc. 22 (1927) 209); 0 and 1 of none."""
    if of == 0:
        return 0.0, 1.0
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    share, spread = count / of, z * z / of
    middle = share + spread / 2
    half = z * math.sqrt(share * (1 - share) / of + spread / (4 * of))
    # Rounding would put the bound of none, or of all, a hair off.
    low = 0.0 if count == 0 else (middle - half) / (1 + spread)
    high = 1.0 if count == of else (middle + half) / (1 + spread)
    return low, high


def binomial_test(count: int, of: int, chance: float) -> float:
    """How likely a count at least as unlikely as this one is, were each of so many to come by this chance alone.

    Two-sided and exact: all counts that are no likelier are added up. 1 of none.
    chance : between 0 and 1, both excluded
    """
    likely = [_log_likelihood(other, of, chance) for other in range(of + 1)]
    # Of two counts as likely one may come out a hair likelier.
    bound = likely[count] + 1e-7
    return min(1.0, math.fsum(math.exp(one) for one in likely if one <= bound))


def _log_likelihood(count: int, of: int, chance: float) -> float:
    ways = math.lgamma(of + 1) - math.lgamma(count + 1) - math.lgamma(of - count + 1)
    return ways + count * math.log(chance) + (of - count) * math.log1p(-chance)
