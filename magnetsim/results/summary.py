"""What a batch came to: by scenario, and by strategy."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, median, stdev
from typing import Any

from magnetsim.results.first_player import FirstPlayer, first_player, sides_of
from magnetsim.results.proportions import Share, share_of
from magnetsim.results.reading import Dataset, read_table
from magnetsim.results.schema import FEELINKS, FINISHED, GAMES, PARAMETER
from magnetsim.results.shot_counts import ShotCounts, count_shots

Setting = tuple[str, str]
"""A scenario's name and digest: what all games of one setting have in common."""


@dataclass(frozen=True, slots=True)
class Spread:
    """How a number varies from game to game; each is None where there is no game.

    error : the standard error of the mean; None of fewer than two games
    """

    mean: float | None
    error: float | None
    least: float | None
    middle: float | None
    most: float | None


@dataclass(frozen=True, slots=True)
class PlayerSummary:
    """One seat of a scenario.

    hand : None in 《同感》        wins : of the finished games; one that is shared counts for each
    score : the mean of all finished games
    """

    seat: int
    name: str
    strategy: str
    hand: str | None
    wins: Share
    score: float | None


@dataclass(frozen=True, slots=True)
class SettingSummary:
    """The games of one scenario; of a sweep, those of one of its points.

    parameters : by key path, those that differ within the batch
    statuses : how many games became what
    endings : why finished games ended
    shots : None in 《同感》        right : of its predictions, None elsewhere
    ties : games with a tie, be it played again or not        replays : games played again
    """

    scenario: str
    digest: str
    kind: str
    parameters: Mapping[str, Any]
    statuses: Mapping[str, int]
    players: tuple[PlayerSummary, ...]
    first: FirstPlayer
    endings: Mapping[str, Share]
    turns: Spread
    simulated: Spread
    left: float | None
    ties: Share
    undecided: Share
    stalemates: Share
    replays: int
    catches: int
    falls: int
    shots: ShotCounts | None
    right: Share | None

    @property
    def finished(self) -> int:
        """How many games were played to their end."""
        return self.statuses.get(FINISHED, 0)


@dataclass(frozen=True, slots=True)
class StrategySummary:
    """One strategy, over all scenarios.

    wins : finished games that a player with it won, alone or with others, of those that it took part in
    expected : what part of these it would win if each player, or team, were as likely to
    """

    strategy: str
    kind: str
    wins: Share
    expected: float | None
    shots: ShotCounts | None


@dataclass(frozen=True, slots=True)
class Summary:
    """A whole batch.

    planned : how many games were asked for; None where that is not known
    games : how many there are
    """

    planned: int | None
    games: int
    settings: tuple[SettingSummary, ...]
    strategies: tuple[StrategySummary, ...]

    @property
    def missing(self) -> int:
        """How many games are still to be played, as far as is known."""
        return max(0, (self.planned or 0) - self.games)


def summarised(dataset: Dataset) -> Summary:
    """The summary of a batch, of as many games as there are; ResultsError when its tables cannot be read."""
    rows: list[dict[str, Any]] = read_table(dataset, GAMES).to_pylist()
    counted = count_shots(dataset)
    settings: dict[Setting, list[dict[str, Any]]] = {}
    for row in rows:
        settings.setdefault((row["scenario"], row["digest"]), []).append(row)
    summaries = [_setting(key, games, counted.by_setting.get(key)) for key, games in settings.items()]
    # Points of a sweep in the order of their values; a digest's is none.
    summaries.sort(key=lambda one: (one.scenario, [_order(value) for value in one.parameters.values()]))
    return Summary(dataset.planned, len(rows), tuple(summaries), _strategies(rows, counted.by_strategy))


def _setting(key: Setting, rows: Sequence[dict[str, Any]], shots: ShotCounts | None) -> SettingSummary:
    first, done = rows[0], [row for row in rows if row["status"] == FINISHED]
    of_magnets = first["kind"] != FEELINKS
    return SettingSummary(
        scenario=key[0],
        digest=key[1],
        kind=first["kind"],
        parameters={name.removeprefix(PARAMETER): value for name, value in first.items() if name.startswith(PARAMETER)},
        statuses=dict(sorted(Counter(row["status"] for row in rows).items())),
        players=_players(first, done),
        first=first_player(done),
        endings={
            why: share_of(count, len(done)) for why, count in Counter(row["termination"] for row in done).most_common()
        },
        turns=_spread([row["turns"] for row in done]),
        simulated=_spread([row["simulated_s"] for row in done if row["simulated_s"] is not None]),
        left=_mean([row["left"] for row in done if row["left"] is not None]),
        ties=share_of(sum(bool(row["ties"]) for row in done), len(done)),
        undecided=share_of(sum(not row["winners"] for row in done), len(done)),
        stalemates=share_of(sum(bool(row["stalemate"]) for row in done), len(done)),
        replays=_sum(row["replays"] for row in done),
        catches=_sum(row["catches"] for row in done),
        falls=_sum(row["falls"] for row in done),
        shots=(shots or ShotCounts()) if of_magnets else None,
        right=None
        if of_magnets
        else share_of(_sum(row["right"] for row in rows), _sum(row["predictions"] for row in rows)),
    )


def _players(first: Mapping[str, Any], done: Sequence[Mapping[str, Any]]) -> tuple[PlayerSummary, ...]:
    hands = first["hands"] or [None] * len(first["players"])
    return tuple(
        PlayerSummary(
            seat=seat,
            name=name,
            strategy=first["strategies"][seat],
            hand=hands[seat],
            wins=share_of(sum(seat in row["winners"] for row in done), len(done)),
            score=_mean([row["scores"][seat] for row in done]),
        )
        for seat, name in enumerate(first["players"])
    )


def _strategies(rows: Sequence[Mapping[str, Any]], shots: Mapping[str, ShotCounts]) -> tuple[StrategySummary, ...]:
    """By game and strategy: "random" is something else in each of the two games."""
    done = [row for row in rows if row["status"] == FINISHED]
    found = []
    for kind, strategy in sorted({(row["kind"], one) for row in rows for one in row["strategies"]}, reverse=True):
        games = [row for row in done if row["kind"] == kind and strategy in row["strategies"]]
        won = sum(any(row["strategies"][seat] == strategy for seat in row["winners"]) for row in games)
        own = None if kind == FEELINKS else shots.get(strategy, ShotCounts())
        expected = _mean([_part_of_sides(row, strategy) for row in games])
        found.append(StrategySummary(strategy, kind, share_of(won, len(games)), expected, own))
    return tuple(found)


def _part_of_sides(row: Mapping[str, Any], strategy: str) -> float:
    """What part of a game's players, or teams, a strategy has a hand in."""
    return fmean(any(row["strategies"][seat] == strategy for seat in side) for side in sides_of(row))


def _spread(values: Sequence[float]) -> Spread:
    if not values:
        return Spread(None, None, None, None, None)
    error = stdev(values) / math.sqrt(len(values)) if len(values) > 1 else None
    return Spread(fmean(values), error, min(values), median(values), max(values))


def _mean(values: Sequence[float]) -> float | None:
    return fmean(values) if values else None


def _sum(values: Iterable[int | None]) -> int:
    return sum(value or 0 for value in values)


def _order(value: Any) -> tuple[bool, float, str]:
    number = isinstance(value, int | float)
    return (not number, value if number else 0.0, "" if number else str(value))
