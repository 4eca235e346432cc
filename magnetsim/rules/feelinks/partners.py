"""Who plays with whom in a round, and who predicts whom."""

from __future__ import annotations

from functools import lru_cache

GROUPS = {3: (3,), 4: (2, 2), 5: (3, 2), 6: (2, 2, 2), 7: (3, 2, 2), 8: (2, 2, 2, 2)}
"""Sizes of the groups by the number of players (F1.6)."""


@lru_cache
def partner_cards(players: int) -> tuple[int, ...]:
    """The partner cards, a sign each: one card a player (F1.6)."""
    return tuple(sign for sign, size in enumerate(GROUPS[players]) for _ in range(size))


@lru_cache(maxsize=4096)
def groups_of(signs: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """The seats with the same sign, clockwise, by sign (F3.5)."""
    groups: list[list[int]] = [[] for _ in range(1 + max(signs))]
    for seat, sign in enumerate(signs):
        groups[sign].append(seat)
    return tuple(map(tuple, groups))


@lru_cache(maxsize=4096)
def targets_of(groups: tuple[tuple[int, ...], ...], *, leftwards: bool) -> tuple[int, ...]:
    """Whom each seat predicts: the next of its group, clockwise if leftwards (F3.6); in a pair that is the other."""
    step = 1 if leftwards else -1
    targets = {seat: group[(i + step) % len(group)] for group in groups for i, seat in enumerate(group)}
    return tuple(targets[seat] for seat in sorted(targets))


@lru_cache(maxsize=4096)
def predictors_of(targets: tuple[int, ...]) -> tuple[int, ...]:
    """Who predicts each seat."""
    return tuple(sorted(range(len(targets)), key=targets.__getitem__))


def is_leftwards(players: int, counted: int) -> bool:
    """Whether trios predict to the left: always with more than three players, in every other round with three (F3.6).

    counted : the round's number, a beginner's round not counted
    """
    return players != 3 or counted % 2 == 1


@lru_cache
def clockwise(players: int, host: int) -> tuple[int, ...]:
    """All seats, the host's first, then clockwise."""
    return tuple((host + step) % players for step in range(players))
