"""Expectations held against what came out: the kinds of comparison, for games and experiments alike."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Check:
    """One expectation and what came out instead, if it did not.

    key : path of the expectation        expected, got : as text, in the file's units
    """

    key: str
    expected: str
    got: str
    passed: bool

    def __str__(self) -> str:
        """One line."""
        verdict = "as expected" if self.passed else "not as expected"
        return f"{self.key}: expected {self.expected}, got {self.got}: {verdict}"


def same(key: str, expected: object, got: object) -> Check:
    """Two values that must be equal."""
    return Check(key, text(expected), text(got), expected == got)


def near(key: str, expected: float, got: float, tolerance: float, unit: str) -> Check:
    """Two numbers that may differ by the tolerance."""
    return Check(key, f"{expected:g} ± {tolerance:g} {unit}", f"{got:.6g} {unit}", abs(got - expected) <= tolerance)


def near_point(key: str, expected: Sequence[float], got: Sequence[float], tolerance: float, unit: str) -> Check:
    """Two points or vectors that may lie the tolerance apart."""
    apart = math.dist(expected, got)
    there = ", ".join(f"{value:g}" for value in expected)
    here = ", ".join(f"{value:.6g}" for value in got)
    return Check(key, f"[{there}] ± {tolerance:g} {unit}", f"[{here}] {unit}", apart <= tolerance)


def same_groups(key: str, expected: Collection[Collection[str]], got: Collection[Collection[str]]) -> Check:
    """Groups of magnets that must be the same, in whatever order."""
    first, second = (sorted(sorted(group) for group in groups) for groups in (expected, got))
    return Check(key, text(first), text(second), first == second)


def text(value: object) -> str:
    """The value as it stands in a file."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return f"[{', '.join(text(item) for item in value)}]"
    return str(value)
