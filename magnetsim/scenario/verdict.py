"""Expectations held against what came out: the kinds of comparison, for games and experiments alike."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Check:
    """One expectation and what came out instead, if it did not.

    key : path of the expectation        expected, got : plain values, in the file's units
    tolerance : that numbers may differ; None: they may not        unit : theirs
    """

    key: str
    expected: Any
    got: Any
    passed: bool
    tolerance: float | None = None
    unit: str = ""

    @property
    def expected_text(self) -> str:
        """What was expected, as it stands in a file, with tolerance and unit."""
        spread = "" if self.tolerance is None else f" ± {self.tolerance:g}"
        return f"{text(self.expected)}{spread} {self.unit}".rstrip()

    @property
    def got_text(self) -> str:
        """What came out, as it would stand in a file, with its unit."""
        return f"{text(self.got)} {self.unit}".rstrip()

    def __str__(self) -> str:
        """One line."""
        verdict = "as expected" if self.passed else "not as expected"
        return f"{self.key}: expected {self.expected_text}, got {self.got_text}: {verdict}"


def same(key: str, expected: object, got: object) -> Check:
    """Two values that must be equal."""
    return Check(key, expected, got, expected == got)


def near(key: str, expected: float, got: float, tolerance: float, unit: str) -> Check:
    """Two numbers that may differ by the tolerance."""
    return Check(key, expected, got, abs(got - expected) <= tolerance, tolerance, unit)


def near_point(key: str, expected: Sequence[float], got: Sequence[float], tolerance: float, unit: str) -> Check:
    """Two points or vectors that may lie the tolerance apart."""
    apart = math.dist(expected, got)
    return Check(key, list(expected), list(got), apart <= tolerance, tolerance, unit)


def same_groups(key: str, expected: Collection[Collection[str]], got: Collection[Collection[str]]) -> Check:
    """Groups of magnets that must be the same, in whatever order."""
    first, second = (sorted(sorted(group) for group in groups) for groups in (expected, got))
    return Check(key, first, second, first == second)


def text(value: object) -> str:
    """The value as it stands in a file."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(text(item) for item in value)}]"
    return str(value)
