"""Rows, read off the golden games: they say what the records say."""

from __future__ import annotations

import io
import json
import math
import pickle
from dataclasses import replace
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from magnetsim.feelinks_session import feelinks_session
from magnetsim.match import Match
from magnetsim.results.parts import part_bytes
from magnetsim.results.rows import game_rows, lost_row, new_setup, scenario_digest
from magnetsim.results.schema import COLUMNS, CRASHED, GAMES, SHOTS
from magnetsim.scenario import load_scenario, parse_scenario, with_seed
from magnetsim.session import new_session
from tests.results.golden import NAMES, golden, session_of

ROOT = Path(__file__).parents[2]
FRIENDS = ROOT / "scenarios" / "feelinks" / "four-friends.toml"


def rows_of(name):
    return golden(name)[1:]


@pytest.mark.parametrize("name", NAMES)
def test_a_game_is_told_as_its_record_has_it(name):
    outcome, seed, game, shots = golden(name)
    assert set(game) == {column.name for column in COLUMNS[GAMES]}
    assert (game["termination"], game["winners"]) == (outcome.termination, list(outcome.winners))
    assert game["scores"] == list(outcome.scores)
    assert game["turns"] == game["shots"] + game["idle_turns"]
    assert game["shots"] == len(shots) > 0
    assert sum(game["scores"][seat] for seat in game["playing"][-1]) + game["left"] == game["magnets"]
    assert len(game["starters"]) == len(game["playing"]) == game["replays"] + 1
    assert game["seed"] == str(seed)
    assert {tuple(column.name for column in COLUMNS[SHOTS])} == {tuple(shot) for shot in shots}
    assert sum(shot["taken"] for shot in shots) == game["taken"]
    assert pickle.loads(pickle.dumps((game, shots))) == (game, shots)  # noqa: S301


def test_a_game_of_the_whole_box():
    _, game, shots = rows_of("whole-box")
    assert (game["termination"], game["clause"], game["winners"]) == ("collected", "X5.1", [0])
    assert (game["scores"], game["magnets"], game["left"]) == ([13, 12], 25, 0)
    assert (game["players"], game["batch_seed"], game["game"]) == (["小红", "小明"], "7", 3)
    assert [shot["seat"] for shot in shots] == [(game["starters"][0] + turn) % 2 for turn in range(11)]
    assert json.loads(game["versions"]) == {"code": "0"}


def test_a_tied_game_that_is_played_again():
    _, game, shots = rows_of("teams-tied")
    assert (game["ties"], game["replays"], len(game["tied_scores"])) == (2, 2, 2)
    assert game["teams"] == [[0, 2], [1, 3]]
    assert {shot["replay"] for shot in shots} == {0, 1, 2}
    assert next(shot["game_turn"] for shot in shots if shot["replay"] == 1) == 0


def test_an_undecided_game_and_a_stalemate():
    _, undecided, _ = rows_of("undecided")
    assert (undecided["termination"], undecided["clause"], undecided["winners"]) == ("undecided", "X2.3", [])
    assert (undecided["ties"], undecided["replays"]) == (2, 1)
    _, stalemate, _ = rows_of("stalemate")
    assert stalemate["stalemate"]
    assert stalemate["clause"] == "X3.6"


def test_turns_without_a_shot_are_counted():
    assert rows_of("skipped")[1]["skipped"] == 2
    assert rows_of("no-start")[1]["no_starts"] == 1
    one_way = rows_of("one-way")[1]
    assert (one_way["forfeits"], one_way["refusals"]) == (2, 6)


def test_a_fall_that_is_caught_and_one_that_is_given():
    _, caught, shots = rows_of("good-catchers")
    assert caught["catches"] == sum(len(shot["catchers"]) for shot in shots) > 0
    _, given, shots = rows_of("falls-to-next")
    assert given["given"] == sum(shot["given"] for shot in shots) == given["falls"] > 0


def test_where_a_shot_starts_and_how_it_goes_in():
    _, _, shots = rows_of("whole-box")
    straight = [shot for shot in shots if shot["seat"] == 0 and shot["x_mm"] == 0]
    assert straight, "the golden game has shots from the middle of the near side"
    for shot in straight:
        assert shot["along_mm"] == pytest.approx(0)
        # Seat 0 sits at the near side, where inward is +y.
        assert shot["inward_deg"] == pytest.approx(math.remainder(shot["direction_deg"] - 90, 360))
    for shot in shots:
        assert abs(shot["aim_inward_deg"]) < 90
        if shot["seat"] == 0:
            assert shot["along_mm"] == pytest.approx(shot["x_mm"])
        assert (shot["stroke_mm"] is None) == (shot["way"] != "push")
        assert (shot["spin_rad_s"] is None) == (shot["way"] != "deliver") == (shot["offset_mm"] is not None)


def test_the_clauses_of_a_turn_are_those_that_ruled_in_it():
    _, _, shots = rows_of("whole-box")
    assert shots[0]["clauses"] == ["X3.2", "X3.3", "X4.1"]
    assert "X5.1" in shots[-1]["clauses"]
    assert not any("X1.5" in shot["clauses"] for shot in shots)


@pytest.mark.parametrize(("name", "kept"), [("whole-box", 4), ("whole-box", 5), ("teams-tied", 20), ("skipped", 9)])
def test_a_game_that_goes_on_from_a_position_is_told_from_there(name, kept):
    whole = session_of(name)
    steps = whole.match.steps
    match = Match(whole.match.game, steps[kept].after, whole.match.seed)
    match.redo(steps[kept + 1 :])
    game, shots = game_rows(new_setup(whole.scenario, {}, 7, {}), 3, replace(whole, match=match))
    _, _, all_of_it, all_shots = golden(name)
    same = all_shots[-len(shots) :]
    # What happened in a turn before the position is not known.
    for ours, theirs in zip(shots, same, strict=True):
        assert set(ours["clauses"]) <= set(theirs["clauses"])
        assert ours | {"replay": 0, "clauses": []} == theirs | {"replay": 0, "clauses": []}
    assert shots[-1]["replay"] == same[-1]["replay"] - same[0]["replay"]
    assert game["turns"] == game["shots"] + game["idle_turns"]
    assert not game["start_drawn"]
    assert game["starters"] == all_of_it["starters"][-len(game["starters"]) :]
    assert game["playing"] == all_of_it["playing"][-len(game["playing"]) :]
    assert len(game["starters"]) == game["replays"] + 1


def test_friends_of_the_other_game_fit_the_same_table():
    scenario = load_scenario(FRIENDS)
    session = feelinks_session(scenario)
    outcome = session.play()
    game, shots = game_rows(new_setup(scenario, {}, 0, {}), 0, session)
    assert shots == []
    assert (game["scores"], game["termination"]) == (list(outcome.scores), outcome.termination)
    assert (game["kind"], game["hands"], game["turns"]) == ("feelinks", None, session.match.turn)
    assert 0 < game["right"] < game["predictions"] == game["turns"] * 4
    assert pq.read_table(io.BytesIO(part_bytes(GAMES, [game]))).to_pylist() == [game]


def test_a_game_that_was_cut_short_is_told_as_far_as_it_got():
    session = session_of("whole-box")
    session.match.undo(3)
    game, shots = game_rows(new_setup(session.scenario, {}, 0, {}), 0, session, "PhysicsError: …")
    assert (game["status"], game["error"], game["termination"], game["winners"]) == (
        "stopped",
        "PhysicsError: …",
        None,
        None,
    )
    assert game["shots"] == len(shots) == 8


def test_a_game_that_is_lost():
    scenario = load_scenario(ROOT / "scenarios" / "classic.toml")
    row = lost_row(new_setup(scenario, {}, 0, {"table.friction_static": 0.2}), 5, 99, CRASHED, "its process died")
    assert (row["status"], row["seed"], row["turns"], row["scores"]) == (CRASHED, "99", None, None)
    kept = pq.read_table(io.BytesIO(part_bytes(GAMES, [row], {"table.friction_static": "number"}))).to_pylist()
    assert kept == [row]
    assert kept[0]["param.table.friction_static"] == 0.2


def test_a_digest_tells_scenarios_apart_but_not_seeds():
    scenario = load_scenario(ROOT / "scenarios" / "classic.toml")
    assert scenario_digest(scenario) == scenario_digest(with_seed(scenario, 5))
    data = scenario.model_dump(mode="json", by_alias=True, exclude_none=True)
    data["table"]["friction_static"] = 0.31
    assert scenario_digest(scenario) != scenario_digest(parse_scenario(data, "other"))


def test_the_same_rows_in_any_order_give_the_same_bytes():
    _, _, shots = rows_of("whole-box")
    assert part_bytes(SHOTS, shots) == part_bytes(SHOTS, shots[::-1])


@pytest.mark.parametrize("name", ["three-friends", "eight-friends", "open-end", "beginners", "together", "learning"])
def test_a_game_played_out_has_the_rows_of_its_match(name):
    scenario = load_scenario(Path(__file__).parents[2] / "scenarios" / "feelinks" / f"{name}.toml")
    for seed in range(5):
        session = new_session(scenario.model_copy(update={"seed": seed}))
        ended = session.play_out()
        assert not session.match.steps
        setup = new_setup(scenario, {}, 0, {})
        played_out = game_rows(setup, seed, session, ended=ended)
        session.play()
        assert game_rows(setup, seed, session) == played_out
