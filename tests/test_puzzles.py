"""Puzzles: one position, one shot, one ruling, with margin enough that nothing small turns it."""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np
import pytest

from magnetsim.scenario import check_game, load_scenario, parse_scenario
from magnetsim.session import new_session
from tests.rule_table import all_clauses

PUZZLES = sorted((Path(__file__).parents[1] / "scenarios" / "puzzles").glob("*.toml"))
PLACE, ANGLE, SPEED = 0.02, 0.1, 0.005
"""mm, degrees, and a part of the speed: what another machine's rounding or a builder's hand might do, and far more."""
CLAUSES = {clause for clause in all_clauses() if clause.startswith("X")}
SETTING_UP = {"X1.1", "X1.2", "X1.3", "X1.5", "X4.7"}
"""Clauses that no single shot can show: layout, draw, and what is never done with magnets."""


def shaken(data, seed):
    """The puzzle with everything a little elsewhere."""
    chance = np.random.default_rng(seed)

    def place(point):
        return [value + float(chance.uniform(-PLACE, PLACE)) for value in point]

    for magnet in data["magnets"]:
        magnet["position_mm"] = place(magnet["position_mm"])
        magnet["angle_deg"] = magnet.get("angle_deg", 0) + float(chance.uniform(-ANGLE, ANGLE))
    for shot in [shot for player in data["players"] for shot in player.get("shots", ())]:
        shot["position_mm"] = place(shot["position_mm"])
        for key in ("angle_deg", "direction_deg"):
            shot[key] = shot.get(key, 0) + float(chance.uniform(-ANGLE, ANGLE))
        shot["speed_m_s"] *= 1 + float(chance.uniform(-SPEED, SPEED))
        for key in ("offset_mm", "stroke_mm"):
            if key in shot:
                shot[key] += float(chance.uniform(-PLACE, PLACE))
    return data


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("path", PUZZLES, ids=lambda path: path.stem)
def test_the_ruling_has_margin(path, seed):
    scenario = parse_scenario(shaken(tomllib.loads(path.read_text(encoding="utf-8")), seed), path.name)
    session = new_session(scenario)
    outcome = session.play()
    checks = check_game(scenario, outcome, session.match.turns)
    assert [str(check) for check in checks if not check.passed] == []


@pytest.mark.parametrize("path", PUZZLES, ids=lambda path: path.stem)
def test_a_puzzle_says_what_every_turn_brings_and_what_it_shows(path):
    expect = load_scenario(path).expect
    assert set(expect.clauses) <= CLAUSES
    assert expect.clauses
    assert expect.turns == len(expect.ruling)
    assert all(turn.new_clusters is not None and turn.taken is not None for turn in expect.ruling)
    assert path.read_text(encoding="utf-8").startswith("# "), "a puzzle is explained at its top"


def test_together_they_show_every_clause_that_a_shot_can_show():
    shown = {clause for path in PUZZLES for clause in load_scenario(path).expect.clauses}
    assert shown == CLAUSES - SETTING_UP
    assert len(PUZZLES) >= 20
