"""`magnetsim report`."""

from __future__ import annotations

import json
import sys

import pytest

from magnetsim.language import words_of
from magnetsim.results.naming import ending_word, hand_word, strategy_word
from magnetsim.results.proportions import wilson_interval
from tests.results.datasets import game_row, shot_row, write_batch

NOTHING_TO_SUM_UP = "No game has been played to its end, so there is nothing to sum up."


@pytest.fixture
def batch(tmp_path):
    """Ten games, of which 小红 wins seven."""
    games = [game_row(n, (0,) if n < 7 else (1,), turns=4, falls=1, simulated_s=2.0) for n in range(10)]
    shots = [shot_row(n, turn, turn % 2, 2, (2,)) for n in range(10) for turn in (1, 2)]
    return write_batch(tmp_path / "out", games, shots, parts=2)


def lines_of(text, start):
    return [line for line in text.splitlines() if line.startswith(start)]


def test_a_report_is_tables(command, batch):
    answer = command("report", batch)
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.startswith("10 games\n")
    assert "小红    greedy    steady     7  70.0 %  39.7–89.2 %   5.00" in answer.out
    assert lines_of(answer.out, "made")[1].split() == [
        "made",
        "7",
        "10",
        "70.0",
        "%",
        "39.7–89.2",
        "%",
        "50.0",
        "%",
        "0.34",
    ]
    assert "2: 20" in lines_of(answer.out, "made")[3]
    assert "all magnets are collected" in answer.out


def test_a_report_in_chinese(command, batch):
    answer = command("report", batch, "--lang", "zh")
    assert answer.code == 0
    assert answer.out.startswith("10 局\n")
    for word in ("贪心", "随机", "先手", "磁铁已收完"):
        assert word in answer.out


def test_a_report_as_json(command, batch):
    found = json.loads(command("report", batch, "--json").out)
    assert (found["planned"], found["games"], found["missing"]) == (10, 10, 0)
    (one,) = found["scenarios"]
    low, high = wilson_interval(7, 10)
    assert one["players"][0]["wins"] == {"count": 7, "of": 10, "share": 0.7, "low": low, "high": high}
    assert one["first_player"]["p_value"] == pytest.approx(0.34375)
    assert one["shots"]["clusters"] == {"2": 20}
    assert one["endings"]["collected"]["count"] == 10
    assert {row["strategy"]: row["shots"]["shots"] for row in found["strategies"]} == {"random": 10, "greedy": 10}


def test_an_unfinished_batch_says_so(command, tmp_path):
    folder = write_batch(tmp_path / "out", [game_row(0), game_row(1, status="crashed", error="…")], planned=2000)
    told = command("report", folder)
    assert (told.code, told.out.splitlines()[0]) == (
        0, "unfinished: 2 games of 2,000 so far (played to the end: 1; lost with its process: 1)",
    )  # fmt: skip
    assert json.loads(command("report", folder, "--json").out)["missing"] == 1998
    empty = command("report", write_batch(tmp_path / "empty", planned=5))
    assert (empty.code, empty.out.splitlines()[0]) == (0, "unfinished: 0 games of 5 so far")
    resume = " The batch's command with --resume plays the games that are missing.\n"
    assert empty.out.endswith(NOTHING_TO_SUM_UP + resume)


def test_nothing_finished_is_said_instead_of_tables(command, tmp_path):
    lost = {"winners": None, "scores": None, "turns": None, "simulated_s": None, "left": None}
    folder = write_batch(tmp_path / "out", [game_row(0) | lost | {"status": "timeout"}])
    answer = command("report", folder)
    assert (answer.code, answer.out.splitlines()) == (
        0,
        [
            "1 game (played to the end: 0; stopped for taking too long: 1)",
            "",
            NOTHING_TO_SUM_UP + " Why each was not is in the column error of the table of games.",
        ],
    )
    assert json.loads(command("report", folder, "--json").out)["scenarios"][0]["players"][0]["wins"]["share"] is None


def test_a_scenario_without_finished_games_is_dashes_beside_others(command, tmp_path):
    lost = {"winners": None, "scores": None, "turns": None, "simulated_s": None, "left": None, "status": "timeout"}
    answer = command("report", write_batch(tmp_path / "out", [game_row(0) | lost | {"digest": "d1"}, game_row(0)]))
    assert ["小红", "greedy", "steady", "0", "–", "–", "–"] in [line.split()[-7:] for line in answer.out.splitlines()]


def test_both_games_are_told_each_in_its_own_way(command, tmp_path):
    friends = {
        "scenario": "friends", "digest": "f0", "kind": "feelinks", "players": list("abc"), "hands": None,
        "strategies": ["friend", "friend", "random"], "scores": [9, 4, 4], "playing": [[0, 1, 2]], "predictions": 20,
        "right": 15, "falls": None, "catches": None, "ties": None, "replays": None, "stalemate": None,
        "simulated_s": None, "left": None, "termination": "rounds", "turns": 6, "magnets": None,
    }  # fmt: skip
    games = [game_row(0), game_row(0) | friends]
    lines = command("report", write_batch(tmp_path / "both", games, [shot_row()])).out.splitlines()
    assert "friends" in "".join(line for line in lines if "simulated friend" in line)
    assert any(line.split()[:4] == ["friends", "6.0", "6–6", "75.0"] for line in lines)
    strategies = [line.split()[0] for line in lines[lines.index(next(x for x in lines if x.startswith("all with"))) :]]
    assert strategies == ["all", "random", "greedy", "votes", "simulated"]
    cards = command("report", write_batch(tmp_path / "cards", [game_row(0) | friends])).out
    assert "magnets a shot" not in cards
    assert "right predictions" in cards


def test_shares_of_wins_that_are_shared_are_explained(command, tmp_path):
    shared = "A game that several win counts for each of them: shares may add up to more than 100 %."
    alone = command("report", write_batch(tmp_path / "alone", [game_row(0, (0,)), game_row(1, (1,))])).out
    both = command("report", write_batch(tmp_path / "both", [game_row(0, (0, 1)), game_row(1, (1,))])).out
    assert shared not in alone
    lines = both.splitlines()
    assert lines[lines.index(shared) - 1].split()[:1] == ["小明"]


def test_points_of_a_sweep_are_named_by_their_values(command, tmp_path):
    key = "param.table.friction_static"
    games = [game_row(0, digest=f"d{n}") | {key: value} for n, value in enumerate((0.25, 0.2))]
    folder = write_batch(tmp_path / "out", games, parameters={key.removeprefix("param."): "number"})
    out = command("report", folder).out
    assert out.index("made table.friction_static=0.2 ") < out.index("made table.friction_static=0.25")


def test_scenarios_of_one_name_are_told_apart_in_any_case(command, tmp_path):
    games = [game_row(0, digest=f"d{n}") | {"param.position": "x" * 3000 + str(n)} for n in range(2)]
    out = command("report", write_batch(tmp_path / "out", games, parameters={"position": "text"})).out
    assert [line.split()[:2] for line in out.splitlines() if line.startswith("made")][:2] == [
        ["made", "d0"],
        ["made", "d1"],
    ]
    assert max(map(len, out.splitlines())) < 200


def test_what_is_no_batch_is_refused_in_words(command, batch, tmp_path):
    nowhere = command("report", tmp_path / "nowhere")
    assert (nowhere.code, "there is no such folder" in nowhere.err) == (2, True)
    part = next((batch / "games").iterdir())
    part.write_bytes(part.read_bytes()[:-100])
    damaged = command("report", batch, "--lang", "zh")
    assert damaged.code == 2
    assert f"{part}：这一部分已损坏" in damaged.err
    assert "Traceback" not in damaged.err


def test_a_folder_whose_name_the_locale_has_not(process, batch):
    folder = batch.rename(batch.with_name("磁 铁"))
    done = process("report", folder, LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"10 games")


def test_every_strategy_ending_and_hand_has_a_word():
    words = words_of("zh")
    for kind, strategies in {"xinxin": ("random", "greedy"), "feelinks": ("friend", "random")}.items():
        assert all(strategy_word(one, kind, words) != one for one in strategies)
    assert ending_word("too-few", "xinxin", words) == "剩下的磁铁不足两枚"
    assert ending_word("rounds", "feelinks", words) == "轮数已满"
    assert (hand_word(None, words), hand_word('{"speed":0.1}', words), hand_word("steady", words)) == (
        "–",
        "自定",
        "稳",
    )


def test_pictures_are_named_as_they_are_drawn(command, batch, tmp_path):
    answer = command("report", batch, "--plots", tmp_path / "pictures")
    assert answer.code == 0
    assert len(answer.err.splitlines()) == 4
    assert (tmp_path / "pictures" / "made-shots.png").stat().st_size > 0


def test_pictures_without_matplotlib_say_what_to_install(command, batch, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    answer = command("report", batch, "--plots", "anywhere")
    assert (answer.code, "pip install 'magnetsim[plot]'" in answer.err) == (2, True)
