"""A summary as plain data, for strict JSON."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from magnetsim.results.first_player import FirstPlayer
from magnetsim.results.proportions import Share
from magnetsim.results.shot_counts import ShotCounts
from magnetsim.results.summary import PlayerSummary, SettingSummary, StrategySummary, Summary

Data = dict[str, Any]


def summary_data(summary: Summary) -> Data:
    """The summary; shares go from 0 to 1 with their interval at 95 %, what there is none of is null."""
    return {
        "planned": summary.planned,
        "games": summary.games,
        "missing": summary.missing,
        "scenarios": [_setting(one) for one in summary.settings],
        "strategies": [_strategy(one) for one in summary.strategies],
    }


def _setting(setting: SettingSummary) -> Data:
    return {
        "scenario": setting.scenario,
        "digest": setting.digest,
        "game": setting.kind,
        "parameters": dict(setting.parameters),
        "statuses": dict(setting.statuses),
        "players": [_player(player) for player in setting.players],
        "first_player": _first(setting.first),
        "endings": {why: _share(share) for why, share in setting.endings.items()},
        "turns": asdict(setting.turns),
        "simulated_s": asdict(setting.simulated),
        "left_mean": setting.left,
        "ties": _share(setting.ties),
        "replays": setting.replays,
        "undecided": _share(setting.undecided),
        "stalemates": _share(setting.stalemates),
        "falls": setting.falls,
        "catches": setting.catches,
        "shots": _shots(setting.shots),
        "right_predictions": None if setting.right is None else _share(setting.right),
    }


def _player(player: PlayerSummary) -> Data:
    return {
        "seat": player.seat,
        "name": player.name,
        "strategy": player.strategy,
        "hand": player.hand,
        "wins": _share(player.wins),
        "score_mean": player.score,
    }


def _strategy(one: StrategySummary) -> Data:
    return {
        "strategy": one.strategy,
        "game": one.kind,
        "wins": _share(one.wins),
        "expected": one.expected,
        "shots": _shots(one.shots),
    }


def _first(first: FirstPlayer) -> Data:
    return {
        "wins": _share(first.wins),
        "chance": first.chance,
        "advantage": first.advantage,
        "p_value": first.p_value,
        "untold": first.untold,
    }


def _shots(shots: ShotCounts | None) -> Data | None:
    if shots is None:
        return None
    return {
        "shots": shots.shots,
        "magnets_a_shot": shots.a_shot,
        "paying": _share(shots.paying),
        "taken": shots.taken,
        "falls": shots.falls,
        "ways": dict(shots.ways),
        "clusters": {str(size): count for size, count in shots.clusters.items()},
    }


def _share(share: Share) -> Data:
    return {"count": share.count, "of": share.of, "share": share.share, "low": share.low, "high": share.high}
