"""Whether it helps to start.

Who starts is drawn anew for every game. If starting changed nothing, the one who starts would win once in as many
games as there are players, or teams, however strong each of them is. That is what is tested.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from magnetsim.results.proportions import Share, binomial_test, share_of


@dataclass(frozen=True, slots=True)
class FirstPlayer:
    """How often who started won, among the games that tell.

    wins : of the games with one winner, or one team, in which chance drew who starts
    chance : what part of them it would be if starting changed nothing; None when no game tells
    p_value : how likely a share at least as far off is, if so; two-sided, exact
    untold : finished games left out: nobody or several won, the scenario settles who starts, or a tie was played
        again by fewer
    """

    wins: Share
    chance: float | None
    p_value: float | None
    untold: int

    @property
    def advantage(self) -> float | None:
        """How much more often than by chance, as a difference of shares; None when no game tells."""
        share = self.wins.share
        return None if share is None or self.chance is None else share - self.chance


def first_player(rows: Sequence[Mapping[str, Any]]) -> FirstPlayer:
    """The same, of finished games of one scenario: rows of the table of games."""
    telling = [(row, sides) for row in rows if (sides := _count_of_sides(row))]
    won = sum(row["starters"][-1] in row["winners"] for row, _ in telling)
    # One scenario has as many sides in every game that tells.
    chance = 1 / telling[0][1] if telling else None
    p_value = binomial_test(won, len(telling), chance) if chance is not None and chance < 1 else None
    return FirstPlayer(share_of(won, len(telling)), chance, p_value, len(rows) - len(telling))


def sides_of(row: Mapping[str, Any]) -> list[list[int]]:
    """The seats of each team, or of each player where they play alone; row : of the table of games."""
    return row["teams"] or [[seat] for seat in range(len(row["players"]))]


def _count_of_sides(row: Mapping[str, Any]) -> int:
    """How many sides the game that decided the match had; 0 when it tells nothing."""
    if not row["starters"] or not row["playing"] or not row["winners"]:
        return 0
    settled = not row["start_drawn"] and len(row["starters"]) == 1
    sides = sides_of(row)
    one_side = any(set(row["winners"]) <= set(side) for side in sides)
    all_play = len(row["playing"][-1]) == len(row["players"])
    return len(sides) if one_side and all_play and not settled else 0
