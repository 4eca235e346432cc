"""Summaries of hand-made batches whose answers are known."""

from __future__ import annotations

import pytest

from magnetsim.results.first_player import first_player
from magnetsim.results.proportions import binomial_test, wilson_interval
from magnetsim.results.reading import open_dataset
from magnetsim.results.summary import summarised
from tests.results.datasets import game_row, shot_row, write_batch


def summary_of(folder, games=(), shots=(), **others):
    return summarised(open_dataset(write_batch(folder / "out", games, shots, **others)))


def test_a_batch_of_ten(tmp_path):
    # 小红 wins 6, 小明 3, one is undecided; 小红 starts the first six and wins four of these.
    winners = [(0,), (0,), (0,), (0,), (1,), (1,), (0,), (0,), (1,), ()]
    games = [
        game_row(
            number, won, (5, 3) if won == (0,) else (3, 5) if won else (4, 4), (0 if number < 6 else 1,),
            turns=10 + number, falls=2, catches=1, simulated_s=number / 2, stalemate=number == 8, left=number % 2,
            ties=int(not won), termination="collected" if won else "undecided",
        )
        for number, won in enumerate(winners)
    ]  # fmt: skip
    shots = [shot_row(number, 1, 0, 3, (3, 2)) for number in range(10)] + [
        shot_row(n, 2, 1, way="push") for n in range(10)
    ]
    summary = summary_of(tmp_path, games, shots, parts=3, planned=12)
    assert (summary.planned, summary.games, summary.missing) == (12, 10, 2)
    (one,) = summary.settings
    assert (one.scenario, one.kind, one.finished) == ("made", "xinxin", 10)
    red, blue = one.players
    assert (red.name, red.strategy, red.hand, red.wins.count, red.score) == ("小红", "greedy", "steady", 6, 4.3)
    assert (red.wins.low, red.wins.high) == wilson_interval(6, 10)
    assert (blue.wins.count, blue.score) == (3, 3.7)
    # Starters win games 0-3 (小红) and 8 (小明).
    assert (one.first.wins.count, one.first.wins.of, one.first.untold) == (5, 9, 1)
    assert one.first.chance == 0.5
    assert one.first.p_value == binomial_test(5, 9, 0.5)
    assert one.first.advantage == pytest.approx(5 / 9 - 1 / 2)
    assert (one.turns.mean, one.turns.least, one.turns.middle, one.turns.most) == (14.5, 10, 14.5, 19)
    assert (one.simulated.mean, one.left) == (2.25, 0.5)
    assert {why: share.count for why, share in one.endings.items()} == {"collected": 9, "undecided": 1}
    assert (one.ties.count, one.undecided.count, one.stalemates.count, one.replays) == (1, 1, 1, 0)
    assert (one.falls, one.catches) == (20, 10)
    assert (one.shots.shots, one.shots.taken, one.shots.a_shot, one.shots.paying.count) == (20, 30, 1.5, 10)
    assert one.shots.clusters == {2: 10, 3: 10}
    assert one.shots.ways == {"flick": 10, "push": 10}
    greedy, random = sorted(summary.strategies, key=lambda found: found.strategy)
    assert (greedy.wins.count, greedy.wins.of, greedy.expected, greedy.shots.a_shot) == (6, 10, 0.5, 3)
    assert (random.wins.count, random.shots.clusters, random.shots.ways) == (3, {}, {"push": 10})


def test_one_game_is_enough(tmp_path):
    (one,) = summary_of(tmp_path, [game_row(0)], [shot_row()]).settings
    assert (one.finished, one.first.wins.count, one.first.p_value) == (1, 1, 1.0)
    assert one.players[0].wins.low == pytest.approx(wilson_interval(1, 1)[0])


def test_nothing_finished_is_said_in_noughts(tmp_path):
    lost = {"winners": None, "teams": None, "scores": None, "starters": None, "playing": None, "turns": None,
            "start_drawn": None, "falls": None, "catches": None, "simulated_s": None, "left": None, "termination": None,
            "ties": None, "replays": None, "stalemate": None}  # fmt: skip
    games = [game_row(0) | lost | {"status": "crashed"}, game_row(1) | lost | {"status": "timeout"}]
    summary = summary_of(tmp_path, games)
    (one,) = summary.settings
    assert (one.finished, dict(one.statuses)) == (0, {"crashed": 1, "timeout": 1})
    assert (one.players[0].wins.of, one.players[0].score, one.turns.mean, one.first.wins.of) == (0, None, None, 0)
    assert (one.first.p_value, one.first.advantage, one.shots.a_shot, one.endings) == (None, None, None, {})
    assert summary.strategies[0].expected is None


def test_an_empty_batch_has_no_rows(tmp_path):
    summary = summary_of(tmp_path, planned=5)
    assert (summary.games, summary.missing, summary.settings, summary.strategies) == (0, 5, (), ())


def test_games_lost_do_not_count_as_defeats(tmp_path):
    games = [game_row(0), game_row(1, status="stopped", error="PhysicsError: …", winners=(), termination=None)]
    (one,) = summary_of(tmp_path, games).settings
    assert (one.finished, one.players[0].wins.of, dict(one.statuses)) == (1, 1, {"finished": 1, "stopped": 1})


def test_points_of_a_sweep_are_told_apart_and_in_order(tmp_path):
    kinds = {"kinds.heart.remanence_T": "number"}
    games = [
        game_row(number, digest=f"d{9 - point}") | {"param.kinds.heart.remanence_T": value}
        for point, value in enumerate((0.1, 0.12, 0.02))
        for number in range(2)
    ]
    summary = summary_of(tmp_path, games, parameters=kinds)
    assert [one.parameters["kinds.heart.remanence_T"] for one in summary.settings] == [0.02, 0.1, 0.12]
    assert [one.finished for one in summary.settings] == [2, 2, 2]
    assert [one.wins.of for one in summary.strategies] == [6, 6]


def test_teams_win_together_and_start_together(tmp_path):
    four = {"players": list("abcd"), "strategies": ["greedy"] * 4, "hands": ["steady"] * 4, "teams": [[0, 2], [1, 3]]}
    games = [game_row(n, (0, 2), (5, 1, 2, 0), (2 if n else 1,), **four) for n in range(4)]
    (one,) = summary_of(tmp_path, games).settings
    assert [player.wins.count for player in one.players] == [4, 0, 4, 0]
    assert (one.first.wins.count, one.first.wins.of, one.first.chance) == (3, 4, 0.5)
    assert summary_of(tmp_path / "again", games).strategies[0].expected == 1.0


def test_two_who_play_alike_win_all_games_between_them(tmp_path):
    games = [game_row(n, (n % 2,), strategies=["greedy"] * 2) for n in range(4)]
    (greedy,) = summary_of(tmp_path, games).strategies
    assert (greedy.wins.count, greedy.wins.of, greedy.expected) == (4, 4, 1.0)


def test_the_start_tells_only_where_chance_drew_it():
    drawn, settled = game_row(0), game_row(1, start_drawn=False)
    again = game_row(2, starters=(1, 0), start_drawn=False, replays=1)
    three = {"players": list("abc"), "strategies": ["greedy"] * 3, "scores": [4, 4, 0]}
    fewer = game_row(3, starters=(2, 0), replays=1) | three | {"playing": [[0, 1, 2], [0, 1]]}
    shared = game_row(4, (0, 1)) | three | {"playing": [[0, 1, 2]]}
    assert (first_player([drawn, settled, again]).wins.of, first_player([drawn, settled, again]).untold) == (2, 1)
    found = first_player([fewer, shared])
    assert (found.wins.of, found.chance, found.untold) == (0, None, 2)
    whole = first_player([game_row(5) | three | {"playing": [[0, 1, 2]]}])
    assert (whole.chance, whole.p_value) == (pytest.approx(1 / 3), pytest.approx(1 / 3))


def test_one_player_alone_always_wins(tmp_path):
    alone = game_row(0, (0,), (8,), players=["小红"], strategies=["greedy"], hands=["steady"])
    (one,) = summary_of(tmp_path, [alone], [shot_row()]).settings
    assert (one.first.wins.count, one.first.chance, one.first.p_value) == (1, 1.0, None)


def test_friends_have_predictions_in_place_of_shots(tmp_path):
    friends = {
        "kind": "feelinks", "players": list("abc"), "strategies": ["friend", "friend", "random"], "hands": None,
        "scores": [9, 9, 4], "winners": [0, 1], "playing": [[0, 1, 2]], "predictions": 27, "right": 9, "magnets": None,
        "left": None, "falls": None, "catches": None, "ties": None, "replays": None, "stalemate": None,
        "simulated_s": None, "termination": "rounds", "turns": 9,
    }  # fmt: skip
    summary = summary_of(tmp_path, [game_row(n) | friends for n in range(2)])
    (one,) = summary.settings
    assert (one.shots, one.right.count, one.right.of, one.left, one.simulated.mean) == (None, 18, 54, None, None)
    assert [player.wins.count for player in one.players] == [2, 2, 0]
    assert (one.first.wins.of, one.first.untold) == (0, 2)
    friend, random = summary.strategies
    assert {friend.strategy: friend.wins.count, random.strategy: random.wins.count} == {"friend": 2, "random": 0}
