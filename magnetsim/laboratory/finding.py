"""One line of the report."""

from __future__ import annotations

from dataclasses import dataclass

from magnetsim.language import Phrase


@dataclass(frozen=True, slots=True)
class Finding:
    """What an experiment gave, and what it was to give.

    what : the experiment        unit : of ours and reference, "" for a pure number
    reference : None where there is only a bound
    error, allowed : relative to the reference, or, without one, ours itself and its bound
    at_least : the bound is a lower one
    """

    what: Phrase
    ours: float
    reference: float | None
    unit: str
    allowed: float
    at_least: bool = False

    @property
    def error(self) -> float:
        """By how much it is off."""
        return self.ours if self.reference is None else abs(self.ours / self.reference - 1)

    @property
    def passed(self) -> bool:
        """Whether that is allowed."""
        return self.error >= self.allowed if self.at_least else self.error <= self.allowed
