"""What must hold of every row that a batch leaves of 《心心相引》, whatever was played."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any

from magnetsim.results.first_player import sides_of
from magnetsim.results.schema import FINISHED
from magnetsim.rules.base import leaders, next_seat

Row = Mapping[str, Any]

_END_CLAUSE = {
    "collected": "X5.1",
    "too-few": "X3.6",
    "no-shooter": "X3.6",
    "stalemate": "X3.6",
    "turn-limit": "X3.6",
    "undecided": "X2.3",
}


def problems(game: Row, shots: Sequence[Row]) -> Iterator[str]:
    """What is wrong with a game and its shots, in the order of turns; nothing when all holds."""
    if game["status"] != FINISHED:
        yield f"{game['status']}: {game['error']}"
        return
    yield from _false(_of_the_game(game))
    yield from _false(_of_its_games(game))
    yield from _false(_of_all_shots(game, shots))
    for shot in shots:
        yield from (f"turn {shot['turn']}: {problem}" for problem in _false(_of_a_shot(game, shot)))
    yield from _false(_of_points(game, shots))


def _false(checks: Mapping[str, bool]) -> list[str]:
    return [what for what, holds in checks.items() if not holds]


def _of_the_game(game: Row) -> dict[str, bool]:
    scores, last = game["scores"], game["playing"][-1]
    sides = [side for side in game["teams"] or [[seat] for seat in last] if set(side) <= set(last)]
    lead = leaders(scores, [tuple(side) for side in sides])
    undecided = game["termination"] == "undecided"
    left = game["left"]
    return {
        "its end is none of the rules'": game["termination"] in _END_CLAUSE,
        "its clause is not that of its end": game["clause"] == _END_CLAUSE.get(game["termination"]),
        "magnets are lost or doubled": sum(scores[seat] for seat in last) + left == game["magnets"],
        "the winner has not the top score alone": undecided or [tuple(game["winners"])] == list(lead),
        "somebody won an undecided game": not undecided or (game["winners"] == [] and len(lead) > 1),
        "magnets lie on a table that is collected": game["termination"] != "collected" or left <= len(last),
        "too few magnets are enough": game["termination"] != "too-few" or left < 2,
        "a stalemate is told as none": game["stalemate"] or game["termination"] != "stalemate",
        "more magnets are caught than fell": game["catches"] + game["given"] <= game["falls"],
        "the time is no time": math.isfinite(game["simulated_s"]) and game["simulated_s"] >= 0,
    }


def _of_its_games(game: Row) -> dict[str, bool]:
    """The game, and each replay of a tied one."""
    starters, playing, tied = game["starters"], game["playing"], game["tied_scores"]
    sides = sides_of(game)
    again = [
        sorted(
            seat for side in leaders(scores, [tuple(one) for one in sides if set(one) <= set(seats)]) for seat in side
        )
        for scores, seats in zip(tied, playing, strict=False)
    ]
    return {
        "not all play": playing[0] == list(range(len(game["players"]))),
        "games and replays do not fit": len(starters) == len(playing) == game["replays"] + 1 == len(tied) + 1,
        "ties and replays do not fit": game["ties"] == game["replays"] + (game["termination"] == "undecided"),
        "who starts does not play": all(seat in seats for seat, seats in zip(starters, playing, strict=False)),
        "others than the tied play again": playing[1:] == again,
        "a tied game has more points than magnets": all(
            sum(scores[seat] for seat in seats) <= game["magnets"] for scores, seats in zip(tied, playing, strict=False)
        ),
    }


def _of_all_shots(game: Row, shots: Sequence[Row]) -> dict[str, bool]:
    turns = [shot["turn"] for shot in shots]
    return {
        "turns are not shots and idle turns": game["turns"] == game["shots"] + game["idle_turns"],
        "shots are not as many as their rows": game["shots"] == len(shots),
        "idle turns are fewer than told": game["idle_turns"] >= game["skipped"] + game["no_starts"],
        "turns are not in order": turns == sorted(set(turns)) and all(1 <= turn <= game["turns"] for turn in turns),
        "magnets taken do not add up": game["taken"] == sum(shot["taken"] for shot in shots),
        "new clusters do not add up": game["new_clusters"] == sum(shot["new_clusters"] for shot in shots),
        "shots not at rest do not add up": game["unrested"] == sum(not shot["at_rest"] for shot in shots),
        "shots have more falls than the game": game["falls"] >= sum(shot["falls"] for shot in shots),
        "shots take longer than the game": game["simulated_s"] >= sum(shot["simulated_s"] for shot in shots) - 1e-9,
    }


def _of_a_shot(game: Row, shot: Row) -> dict[str, bool]:
    playing, sizes = game["playing"][shot["replay"]], shot["cluster_sizes"]
    first = playing.index(game["starters"][shot["replay"]])
    numbers = [value for value in shot.values() if isinstance(value, float)]
    return {
        "it is another seat's turn": shot["seat"] == playing[(first + shot["game_turn"]) % len(playing)],
        "the player is another": shot["player"] == game["players"][shot["seat"]],
        "the strategy is another": shot["strategy"] == game["strategies"][shot["seat"]],
        "a number is none": all(math.isfinite(value) for value in numbers),
        "the shot has no speed": shot["speed_m_s"] > 0 and shot["aim_speed_m_s"] > 0,
        "clusters do not fit their number": len(sizes) == shot["new_clusters"],
        "a cluster is no cluster": all(2 <= size <= game["magnets"] for size in sizes),
        "clusters have more magnets than there are": sum(sizes) <= game["magnets"],
        "what was taken is no new cluster": shot["taken"] == 0 or shot["taken"] in sizes,
        "more is caught than fell": len(shot["catchers"]) + shot["given"] <= shot["falls"],
        "who shot caught": shot["seat"] not in shot["catchers"],
        "a clause is none of the rules'": set(shot["clauses"]) <= _clauses(),
        "a shot is ruled by no clause on shots": "X3.2" in shot["clauses"],
        "what is taken is ruled by no clause on taking": shot["taken"] == 0 or "X3.3" in shot["clauses"],
        "a fall is ruled by no clause on falls": shot["falls"] == 0 or "X4.4" in shot["clauses"],
        "a new cluster is ruled by no clause on clusters": (shot["new_clusters"] > 0) == ("X4.1" in shot["clauses"]),
    }


def _of_points(game: Row, shots: Sequence[Row]) -> dict[str, bool]:
    """Each game's scores against what its shots brought; nothing, where magnets fell in turns without a shot."""
    if game["falls"] != sum(shot["falls"] for shot in shots):
        return {}
    won = [[0] * len(game["players"]) for _ in game["playing"]]
    for shot in shots:
        row, playing = won[shot["replay"]], game["playing"][shot["replay"]]
        row[shot["seat"]] += shot["taken"]
        row[next_seat(playing, shot["seat"])] += shot["given"]
        for seat in shot["catchers"]:
            row[seat] += 1
    told = [*game["tied_scores"], game["scores"]]
    return {
        "points are not what was taken, caught and given": all(
            scores[seat] == row[seat]
            for scores, row, playing in zip(told, won, game["playing"], strict=False)
            for seat in playing
        )
    }


@lru_cache
def _clauses() -> frozenset[str]:
    """The numbers of all clauses."""
    source = (files("magnetsim") / "data" / "rules" / "xinxin.toml").read_text(encoding="utf-8")
    return frozenset(clause["number"] for section in tomllib.loads(source)["sections"] for clause in section["clauses"])
