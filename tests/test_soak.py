"""What is checked of a soak: whole games pass, and each change of a row is noticed."""

from __future__ import annotations

import pytest

from magnetsim.results.reading import open_dataset
from magnetsim.results.schema import COLUMNS, GAMES
from magnetsim.results.summary import summarised
from scripts.invariants import problems
from scripts.soak import check, main, page
from tests.results.datasets import write_batch
from tests.results.golden import NAMES
from tests.results.golden import golden as golden_rows


def golden(name):
    _, _, game, shots = golden_rows(name)
    return game | {"game": 0}, [shot | {"game": 0} for shot in shots]


@pytest.mark.parametrize("name", NAMES)
def test_golden_games_hold(name):
    assert list(problems(*golden(name))) == []


@pytest.mark.parametrize(
    ("name", "changes", "problem"),
    [
        ("whole-box", {"status": "crashed", "error": "…"}, "crashed: …"),
        ("whole-box", {"termination": "bored"}, "its end is none of the rules'"),
        ("whole-box", {"clause": "X3.6"}, "its clause is not that of its end"),
        ("whole-box", {"left": 1}, "magnets are lost or doubled"),
        ("whole-box", {"winners": [1]}, "the winner has not the top score alone"),
        ("undecided", {"winners": [0]}, "somebody won an undecided game"),
        ("too-few", {"left": 2}, "too few magnets are enough"),
        ("stalemate", {"stalemate": False}, "a stalemate is told as none"),
        ("good-catchers", {"catches": 9}, "more magnets are caught than fell"),
        ("whole-box", {"simulated_s": float("nan")}, "the time is no time"),
        ("whole-box", {"playing": [[1, 0]]}, "not all play"),
        ("teams-tied", {"replays": 1}, "games and replays do not fit"),
        ("teams-tied", {"ties": 1}, "ties and replays do not fit"),
        ("teams-tied", {"tied_scores": [[5, 0, 3, 0], [2, 2, 0, 4]]}, "others than the tied play again"),
        ("whole-box", {"starters": [5]}, "who starts does not play"),
        ("whole-box", {"turns": 12}, "turns are not shots and idle turns"),
        ("skipped", {"idle_turns": 1}, "idle turns are fewer than told"),
        ("whole-box", {"taken": 24}, "magnets taken do not add up"),
        ("whole-box", {"new_clusters": 0}, "new clusters do not add up"),
        ("whole-box", {"unrested": 1}, "shots not at rest do not add up"),
        ("good-catchers", {"falls": 0}, "shots have more falls than the game"),
        ("whole-box", {"simulated_s": 0.1}, "shots take longer than the game"),
        ("whole-box", {"scores": [12, 13], "winners": [1]}, "points are not what was taken, caught and given"),
    ],
)
def test_a_wrong_game_is_noticed(name, changes, problem):
    game, shots = golden(name)
    if "starters" in changes:
        shots = []
    assert problem in list(problems(game | changes, shots))


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"seat": 0}, "it is another seat's turn"),
        ({"player": "?"}, "the player is another"),
        ({"strategy": "?"}, "the strategy is another"),
        ({"x_mm": float("inf")}, "a number is none"),
        ({"speed_m_s": 0.0}, "the shot has no speed"),
        ({"new_clusters": 7}, "clusters do not fit their number"),
        ({"cluster_sizes": [1]}, "a cluster is no cluster"),
        ({"cluster_sizes": [20, 20]}, "clusters have more magnets than there are"),
        ({"taken": 23}, "what was taken is no new cluster"),
        ({"catchers": [0]}, "more is caught than fell"),
        ({"falls": 1, "catchers": [1]}, "who shot caught"),
        ({"clauses": ["X3.2", "X9.9"]}, "a clause is none of the rules'"),
        ({"clauses": []}, "a shot is ruled by no clause on shots"),
        ({"clauses": ["X3.2", "X4.1"]}, "what is taken is ruled by no clause on taking"),
        ({"falls": 1}, "a fall is ruled by no clause on falls"),
        ({"clauses": ["X3.2", "X3.3"]}, "a new cluster is ruled by no clause on clusters"),
    ],
)
def test_a_wrong_shot_is_noticed(changes, problem):
    game, (first, *others) = golden("whole-box")
    assert first["seat"] == 1
    assert first["taken"] > 0
    assert f"turn 1: {problem}" in list(problems(game, [first | changes, *others]))


def test_shots_that_are_missing_doubled_or_out_of_order_are_noticed():
    game, shots = golden("whole-box")
    assert "shots are not as many as their rows" in list(problems(game, shots[1:]))
    assert "turns are not in order" in list(problems(game, [shots[1], shots[0], *shots[2:]]))
    assert "turns are not in order" in list(problems(game, [shots[0], shots[0], *shots[2:]]))


def batch(folder, numbers, parts=2, **others):
    game, shots = golden("whole-box")
    games = [game | {"game": number, "seed": str(number)} for number in numbers]
    rows = [shot | {"game": number} for number in dict.fromkeys(numbers) for shot in shots]
    return write_batch(folder, games, rows, parts=parts, **others)


def test_a_whole_batch_holds_and_its_page_tells_it(tmp_path, capsys):
    folder = batch(tmp_path / "out", range(5))
    assert main([str(folder), "--page", str(tmp_path / "soak.md")]) == 0
    assert capsys.readouterr().out == "5 games, 55 shots; missing: 0; problems: 0\n"
    told = (tmp_path / "soak.md").read_text(encoding="utf-8")
    assert "A batch of 5 games with 55 shots." in told
    assert "| 小红 | " in told
    assert "![whole-box-turns](images/soak/whole-box-turns.png)" in told
    assert (tmp_path / "images" / "soak" / "whole-box-turns.png").exists()
    assert "| collected | 5 | 100.00 % | 56.55–100.00 % |" in told
    assert "| turns | 11.0 | 11 | 11 | 11 | 11 | 11 |" in told
    assert "| time by the clock, s | 0.500 | 0.500 |" in told


def test_games_that_are_missing_or_doubled_are_noticed(tmp_path, capsys):
    dataset = open_dataset(batch(tmp_path / "unfinished", [0, 1, 3], planned=4))
    unfinished = check(dataset)
    assert (unfinished.missing, unfinished.found) == (1, [])
    assert "asked for and are not played yet: 1." in page(dataset, summarised(dataset), unfinished)
    missing = check(open_dataset(batch(tmp_path / "missing", [0, 1, 3], planned=3)))
    assert missing.found == ["whole-box: games are not numbered from 0 without a gap"]
    # In parts of their own, for within one a game can only be there once.
    doubled = check(open_dataset(batch(tmp_path / "doubled", [0, 0], parts=2, planned=1)))
    assert doubled.found == ["whole-box 0: it is there twice", "whole-box 0: another game has its seed"]
    game, shots = golden("whole-box")
    folder = write_batch(tmp_path / "wrong", [game | {"left": 1}], shots)
    assert main([str(folder)]) == 1
    assert "whole-box 0: magnets are lost or doubled" in capsys.readouterr().out
    dataset = open_dataset(folder)
    assert "Violations found: 1" in page(dataset, summarised(dataset), check(dataset))


def test_how_it_is_called(capsys):
    assert main([]) == main(["--help"]) == main(["a", "b"]) == 2
    assert "python -m scripts.soak" in capsys.readouterr().out
    assert {column.name for column in COLUMNS[GAMES]} == set(golden("whole-box")[0])
