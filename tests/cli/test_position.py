"""`magnetsim run --position --shot`, and the codes that `magnetsim replay` prints for it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from magnetsim.codes import read_shot, shot_code

PUZZLE = Path(__file__).parents[2] / "scenarios" / "puzzles" / "two-magnets.toml"


@pytest.fixture
def codes(command, tmp_path, monkeypatch):
    """The codes of the puzzle's only shot, from its record."""
    monkeypatch.chdir(tmp_path)
    assert command("run", PUZZLE, "--record", "r.jsonl", "--quiet").code == 0
    answer = command("replay", "r.jsonl", "--codes", 1)
    assert answer.code == 0
    words = answer.out.split()
    assert words[::2] == ["--position", "--shot"]
    return words


def test_the_codes_of_a_turn_play_it_again(command, codes):
    answer = command("run", *codes)
    assert answer.code == 0, answer.err
    assert answer.out.splitlines() == [
        "Turn 1: 小红 is to shoot",
        "flicks 0; new cluster 0–1; takes 0–1",
        "Over after 1 turn: all magnets are collected.",
        "Score: 小红 2, 小明 0",
        "小红 wins.",
    ]


def test_each_event_is_explained(command, codes):
    answer = command("run", *codes, "--explain", "--lang", "en")
    assert "X4.1: cluster {0, 1} is new" in answer.out


def test_a_shot_that_the_rules_refuse_is_not_played(command, codes):
    shoot = read_shot(codes[3])
    outward = shot_code(replace(shoot, shot=replace(shoot.shot, direction=-shoot.shot.direction)))
    answer = command("run", "--position", codes[1], "--shot", outward)
    assert (answer.code, answer.out) == (1, "")
    assert "X4.5: refused: it does not go in from the rim" in answer.err


def test_codes_that_do_not_fit_are_refused(command, codes):
    assert (
        "position code: expected one that begins with position-"
        in command("run", "--position", codes[3], "--shot", codes[3]).err
    )
    for options in (codes[:2], codes[2:], [*codes, "--json"], [*codes, "--seed", "3"], [PUZZLE, *codes]):
        answer = command("run", *options)
        assert answer.code == 2
        assert "expected FILE, or --position and --shot" in answer.err
    answer = command("replay", "r.jsonl", "--codes", 2)
    assert answer.code == 2
    assert "--codes: expected a turn with a shot, from 1 to 1, got 2" in answer.err
