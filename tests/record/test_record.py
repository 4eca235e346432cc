from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from magnetsim.errors import OutputError, PhysicsError, ScenarioError
from magnetsim.record import NameTakenError, RecordWriter, read_record, verify
from magnetsim.rules.xinxin.game import LayOut, Shoot
from magnetsim.scenario import parse_scenario, scenario_data
from magnetsim.session import new_session

ARRAYS = ("magnet", "kind", "position", "angle", "velocity", "spin", "touchable", "rest_load")


def strict(line):
    def refuse(name):
        raise AssertionError(f"{name} is not strict JSON")

    return json.loads(line, parse_constant=refuse)


def kinds_of_values(data):
    """The types of all values in plain data."""
    if isinstance(data, dict):
        return set().union(*map(kinds_of_values, data.values())) if data else set()
    if isinstance(data, list):
        return set().union(*map(kinds_of_values, data)) if data else set()
    return {type(data)}


def test_a_record_is_strict_json_a_line_a_thing(played):
    lines = [strict(line) for line in played.lines]
    turns = len(played.session.match.turns)
    assert [line["line"] for line in lines] == ["header", *["turn"] * turns, "outcome"]
    assert [line["turn"] for line in lines[1:-1]] == list(range(1, turns + 1))
    assert played.path.read_bytes().endswith(b"\n")


def test_the_header_says_what_it_takes_to_play_it_again(played):
    header = strict(played.lines[0])
    assert header["schema"] == 1
    assert header["seed"] == 8
    assert parse_scenario(header["scenario"], "header") == played.session.scenario
    assert {"magnetsim", "numpy", "numba", "pymunk", "python", "cpu"} <= set(header["versions"])
    assert len(header["start"]["magnet"]) == 9


def test_numbers_are_numbers_also_where_numpy_made_them(played):
    """No number is written as text, and text is text."""
    for line in map(strict, played.lines):
        assert kinds_of_values(line) <= {str, int, float, bool, type(None)}
    state = strict(played.lines[-2])["state"]
    assert all(type(number) is int for own in state["collected"] for number in own)
    assert all(type(value) is float for place in state["table"]["position"] for value in place)
    outcome = strict(played.lines[-1])
    assert [type(score) for score in outcome["scores"]] == [int, int]
    assert outcome["asked"] == [0, 0]


def test_a_turn_says_what_was_meant_and_what_was_played(played):
    shots = [step for line in played.lines[1:-1] for step in strict(line)["steps"] if step["move"]["move"] == "shoot"]
    assert shots
    for step in shots:
        assert step["aim"]["position"] == step["move"]["position"]
        assert step["aim"]["shot"]["way"] == step["move"]["shot"]["way"]
        assert step["aim"]["shot"]["speed"] != step["move"]["shot"]["speed"]


def test_facts_list_the_magnets_that_changed_and_no_others(played):
    """Lifting a lone magnet changes nothing else; what a shot leaves alone is not told again."""
    told = [
        (step["move"]["move"], step["facts"]["settled"]["table"]["magnet"], step["facts"]["settled"]["table"]["gone"])
        for line in played.lines[1:-1]
        for step in strict(line)["steps"]
        if step["facts"] and "settled" in step["facts"]
    ]
    assert ("deal", [], sorted(strict(played.lines[1])["steps"][0]["move"]["shooters"])) in told
    shots = [changed for move, changed, _ in told if move == "shoot"]
    assert min(map(len, shots)) <= 2


def test_the_hash_of_a_state_is_that_of_its_text(played):
    turn = strict(played.lines[1])
    text = json.dumps(turn["state"], ensure_ascii=False, separators=(",", ":"))
    assert turn["state_hash"] == hashlib.sha256(text.encode()).hexdigest()


def test_what_is_read_is_what_was_played_to_the_last_bit(played):
    record = read_record(played.path)
    assert record.outcome == played.session.match.outcome
    assert record.stopped is None
    assert len(record.match.steps) == len(played.session.match.steps)
    for read, made in zip(record.match.steps, played.session.match.steps, strict=True):
        assert (read.turn, read.mover, read.aim, read.move) == (made.turn, made.mover, made.aim, made.move)
        assert read.events == made.events
        assert read.after.table.bonds == made.after.table.bonds
        for name in ARRAYS:
            assert getattr(read.after.table, name).tobytes() == getattr(made.after.table, name).tobytes()
        assert read.after.collected == made.after.collected


def test_a_game_played_again_after_a_tie_is_kept_whole(scene, tmp_path):
    """Two weak shots and a stalemate: 0–0, and a whole new game that is laid anew (X2.3)."""
    weak = {"way": "flick", "angle_deg": 0.0, "speed_m_s": 0.02}
    players = [
        {"name": "a", "strategy": "scripted", "shots": [{**weak, "position_mm": [0.0, -185.0], "direction_deg": 90.0}]},
        {"name": "b", "strategy": "scripted", "shots": [{**weak, "position_mm": [0.0, 185.0], "direction_deg": -90.0}]},
    ]
    scenario = scene.small(players=players, rules={"stalemate_rounds": 1})
    session = scene.play(tmp_path / "tied.jsonl", new_session(scenario))
    assert session.match.outcome.earlier[0] == (0, 0)
    record = read_record(tmp_path / "tied.jsonl")
    assert record.outcome == session.match.outcome
    assert {difference for _, difference in verify(record)} == {None}


def test_writing_what_was_read_gives_the_same_bytes(played, tmp_path):
    record = read_record(played.path)
    again = tmp_path / "again.jsonl"
    with RecordWriter(again, record.session) as writer:
        writer.finish(record.outcome)
    assert again.read_bytes() == played.path.read_bytes()


def test_a_record_needs_no_physics_to_be_read(played, monkeypatch):
    def no_physics(*arguments, **keywords):
        raise AssertionError("physics was asked")

    for module in ("world", "standing"):
        monkeypatch.setattr(f"magnetsim.tabletop.{module}.settle", no_physics)
    assert read_record(played.path).outcome is not None


@pytest.mark.parametrize("strategies", [("random", "random"), ("greedy", "greedy")], ids="-".join)
def test_the_same_seed_twice_is_the_same_record(scene, tmp_path, strategies):
    paths = [tmp_path / f"{run}.jsonl" for run in range(2)]
    for path in paths:
        scene.play(path, new_session(scene.small(seed=11, strategies=strategies)))
    assert paths[0].read_bytes() == paths[1].read_bytes()


PLAY = """
import sys
from pathlib import Path
from magnetsim.record import RecordWriter
from magnetsim.scenario import load_scenario
from magnetsim.session import new_session
session = new_session(load_scenario(sys.argv[1]))
with RecordWriter(sys.argv[2], session) as writer:
    for _ in range(int(sys.argv[3])):
        writer.watch(session.advance())
        if session.match.outcome is not None:
            writer.finish(session.match.outcome)
            break
    print("played", flush=True)
    if len(sys.argv) > 4:
        sys.stdin.read()
"""
SMALL = """
schema = 1
name = "small"
game = "xinxin"
seed = 8
table = { shape = "rectangle", size_mm = [400, 400] }
kinds.heart = { outline = "heart" }
layout = { pattern = "jittered-grid", kind = "heart", count = 9, spacing_mm = 60 }
players = [
  { name = "小红", strategy = "random", hand = "normal" },
  { name = "小明", strategy = "greedy", hand = "normal" },
]
"""


def test_other_processes_with_other_hash_seeds_write_the_same_bytes(played, tmp_path):
    """The order of sets of texts differs from process to process; nothing may hang on it."""
    scenario = tmp_path / "small.toml"
    scenario.write_text(SMALL, encoding="utf-8")
    for hash_seed in ("1", "2"):
        path = tmp_path / f"{hash_seed}.jsonl"
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        subprocess.run([sys.executable, "-c", PLAY, scenario, path, "1000"], env=environment, check=True)
        assert path.read_bytes() == played.path.read_bytes()


def test_what_was_finished_survives_a_kill(played, tmp_path):
    """The program is killed in the middle of a game: the turns so far can be read, no whole record is there."""
    scenario, path = tmp_path / "small.toml", tmp_path / "killed.jsonl"
    scenario.write_text(SMALL, encoding="utf-8")
    command = [sys.executable, "-c", PLAY, scenario, path, "14", "wait"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout.readline().strip() == b"played"
        process.kill()
    assert not path.exists()
    unfinished = tmp_path / "killed.jsonl.part"
    record = read_record(unfinished)
    assert record.outcome is None
    turns = len(record.match.turns)
    assert turns >= 2
    assert unfinished.read_text("utf-8").splitlines() == played.lines[: turns + 1]


def begin(path, session, turns=1):
    """An unfinished record of so many turns, left by a program that died."""
    writer = RecordWriter(path, session)
    while writer.turns < turns:
        writer.watch(session.advance())
    writer._file.close()
    return writer.unfinished


def test_an_older_record_stays_until_the_new_one_is_complete(scene, tmp_path):
    path = tmp_path / "game.jsonl"
    older = begin(path, new_session(scene.small())).rename(path).read_bytes()
    session = new_session(scene.small())
    writer = RecordWriter(path, session)
    outcome = session.play(writer.watch)
    assert path.read_bytes() == older
    writer.finish(outcome)
    assert read_record(path).outcome == outcome
    assert not (tmp_path / "game.jsonl.part").exists()


def test_no_other_file_is_overwritten(scene, tmp_path):
    path = tmp_path / "game.jsonl"
    other = begin(path, new_session(scene.small(seed=9))).rename(path).read_bytes()
    session = new_session(scene.small())
    with pytest.raises(NameTakenError, match=r"game\.jsonl: the record of another match"):
        RecordWriter(path, session)
    assert path.read_bytes() == other
    path.write_text("precious")
    (tmp_path / "game-2.jsonl").mkdir()
    with pytest.raises(NameTakenError, match="a file that is no record is there"):
        RecordWriter(path, session)
    with pytest.raises(NameTakenError, match="a folder is there"):
        RecordWriter(tmp_path / "game-2.jsonl", session)
    with RecordWriter.beside(path, session) as writer:
        assert writer.path == tmp_path / "game-3.jsonl"
    assert path.read_text() == "precious"
    assert not list(tmp_path.glob("*.part"))


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="no devices")
def test_no_device_is_replaced_by_a_record(scene, tmp_path):
    path = tmp_path / "device"
    path.symlink_to("/dev/null")
    with pytest.raises(NameTakenError, match="a device is there"):
        RecordWriter(path, new_session(scene.small()))
    assert path.is_char_device()


def test_an_unfinished_record_is_nobody_elses_to_write(scene, tmp_path):
    """Two matches under one name at a time would be one file of both; and what an older one played stays."""
    path = tmp_path / "game.jsonl"
    unfinished = begin(path, new_session(scene.small()), turns=2)
    played = unfinished.read_bytes()
    for seed in (8, 9):
        session = new_session(scene.small(seed=seed))
        with pytest.raises(NameTakenError, match=r"game\.jsonl\.part: an unfinished record is there; name another"):
            RecordWriter(path, session)
        with RecordWriter.beside(path, session) as writer:
            assert writer.path == tmp_path / "game-2.jsonl"
            writer.finish(session.play(writer.watch))
        writer.path.unlink()
    assert unfinished.read_bytes() == played


def test_a_record_without_a_turn_is_taken_away(scene, tmp_path):
    with RecordWriter(tmp_path / "game.jsonl", new_session(scene.small())) as writer:
        assert writer.unfinished.exists()
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is full")
def test_a_full_disk_is_told_with_the_path(scene, tmp_path, monkeypatch):
    session = new_session(scene.small())
    with RecordWriter(tmp_path / "game.jsonl", session) as writer:
        while writer.turns < 1:
            writer.watch(session.advance())
        whole = writer.unfinished.read_bytes()
        with Path("/dev/full").open("w") as full, monkeypatch.context() as patch:
            patch.setattr(writer, "_file", full)
            with pytest.raises(OutputError, match=r"game\.jsonl\.part: cannot be written: no space is left"):
                writer.finish(session.play(writer.watch))
            # What waits in the file would fail again when it is closed.
            os.dup2(os.open(os.devnull, os.O_WRONLY), full.fileno())
    assert (tmp_path / "game.jsonl.part").read_bytes() == whole


def test_a_turn_is_written_as_soon_as_it_is_over(scene, tmp_path):
    session = new_session(scene.small())
    with RecordWriter(tmp_path / "game.jsonl", session) as writer:
        while session.match.state.turn < 4:
            writer.watch(session.advance())
        assert writer.turns == 3
        lines = writer.unfinished.read_text("utf-8").splitlines()
    assert [strict(line)["turn"] for line in lines[1:]] == [1, 2, 3]


@pytest.mark.parametrize(("held", "kept"), [(2, True), (100, False)], ids=["for a moment", "for good"])
def test_a_file_that_another_program_holds_is_waited_for(scene, tmp_path, monkeypatch, held, kept):
    """Scanners hold new files for a moment; a real denial is still told."""
    session = new_session(scene.small(count=6))
    path, replace_file, refused = tmp_path / "held.jsonl", os.replace, []

    def replace_when_free(*paths):
        if len(refused) < held:
            refused.append(paths)
            raise PermissionError(13, "held by another program")
        replace_file(*paths)

    monkeypatch.setattr(os, "replace", replace_when_free)
    monkeypatch.setattr("magnetsim.record.writing.PAUSES", (0.0,) * 3)
    with RecordWriter(path, session) as writer:
        outcome = session.play(writer.watch)
        if kept:
            writer.finish(outcome)
        else:
            with pytest.raises(OutputError, match=r"held\.jsonl: .* permission denied; it is whole in .*\.part"):
                writer.finish(outcome)
    assert path.exists() == kept
    whole = path if kept else writer.unfinished
    assert read_record(whole).outcome == outcome


def test_physics_that_fails_stops_the_match_without_a_winner(scene, tmp_path):
    """A force that is not finite ends the game at once; the file stays strict JSON and names the magnet."""
    session = new_session(scene.small())

    def failing(state, move):
        if isinstance(move, Shoot) and state.turn == 3:
            raise PhysicsError("magnet 5: the force on it is not finite in step 100", step=100, magnet=5)
        return session.world(state, move)

    path = tmp_path / "failed.jsonl"
    failed = replace(session, world=failing)
    with pytest.raises(PhysicsError), RecordWriter(path, failed) as writer:
        failed.play(writer.watch)
    lines = [strict(line) for line in (tmp_path / "failed.jsonl.part").read_text("utf-8").splitlines()]
    assert lines[-1]["line"] == "stopped"
    assert "magnet 5" in lines[-1]["message"]
    record = read_record(tmp_path / "failed.jsonl.part")
    assert record.outcome is None
    assert record.stopped == "PhysicsError: magnet 5: the force on it is not finite in step 100"
    # What was moved in the turn that physics broke is kept as well.
    assert [turn.number for turn in record.match.turns] == [1, 2, 3]
    assert record.match.steps[-1].move == failed.match.steps[-1].move


def test_a_replay_that_cannot_be_laid_out_keeps_the_match_so_far(scene, tmp_path):
    """The last turn of a tied game is over only when the next game has begun, which it never does."""
    weak = {"way": "flick", "angle_deg": 0.0, "speed_m_s": 0.02}
    players = [
        {"name": "a", "strategy": "scripted", "shots": [{**weak, "position_mm": [0.0, -185.0], "direction_deg": 90.0}]},
        {"name": "b", "strategy": "scripted", "shots": [{**weak, "position_mm": [0.0, 185.0], "direction_deg": -90.0}]},
    ]
    session = new_session(scene.small(players=players, rules={"stalemate_rounds": 1}))

    def unlucky(state, move):
        if isinstance(move, LayOut):
            raise ScenarioError("layout: no start at rest found")
        return session.world(state, move)

    stopping = replace(session, world=unlucky)
    with pytest.raises(ScenarioError), RecordWriter(tmp_path / "tied.jsonl", stopping) as writer:
        stopping.play(writer.watch)
    record = read_record(tmp_path / "tied.jsonl.part")
    assert record.stopped == "ScenarioError: layout: no start at rest found"
    assert len(record.match.turns) == 2
    assert len(record.match.steps) == len(session.match.steps)
    assert "tied" in [event.name for event in record.match.steps[-1].events]
    assert {difference for _, difference in verify(record)} == {None}


def test_nan_is_null_and_comes_back_as_nan(played):
    record = read_record(played.path)
    assert np.isnan(record.match.start.table.rest_load).all()
    assert "NaN" not in played.path.read_text("utf-8")
    assert strict(played.lines[0])["start"]["rest_load"][0] == [None, None, None]


def test_floats_are_the_shortest_that_read_back(played):
    for text, value in ((repr(float(x)), float(x)) for x in played.session.match.start.table.position[:, 0]):
        assert text in played.lines[0]
        assert float(text) == value


@pytest.mark.parametrize("seed", [0, 2**32 - 1, 2**32, 2**64 + 5])
def test_every_seed_that_is_a_whole_number_is_kept(scene, seed):
    """Seeds are not cut to a width: each makes a stream of its own."""
    session = new_session(scene.small(seed=seed))
    assert session.match.seed == seed
    others = [new_session(scene.small(seed=other)) for other in (1, 5) if other != seed]
    for other in others:
        assert session.match.start.table.position.tobytes() != other.match.start.table.position.tobytes()


def test_seeds_that_agree_in_their_last_bits_are_different_games(scene):
    starts = [new_session(scene.small(seed=seed)).match.start for seed in (5, 2**32 + 5, 2**64 + 5)]
    assert len({start.table.position.tobytes() for start in starts}) == 3


def test_neighbouring_seeds_begin_with_different_shots(scene):
    """Twenty seeds are twenty games, and each of them again the same."""

    def first_shot(seed):
        session = new_session(scene.small(seed=seed, count=6))
        for _ in range(2):
            step = session.advance()
        return step.move

    shots = [first_shot(seed) for seed in range(20)]
    assert len({(shot.position, shot.shot) for shot in shots}) == 20
    assert [first_shot(seed) for seed in range(0, 20, 5)] == shots[::5]


def test_a_folder_that_is_not_there_is_named(scene, tmp_path):
    with pytest.raises(OutputError, match=r"nowhere.game\.jsonl: cannot be written: there is no such file or"):
        RecordWriter(tmp_path / "nowhere" / "game.jsonl", new_session(scene.small()))


def test_scenario_data_survives_the_record(played):
    assert scenario_data(read_record(played.path).session.scenario) == scenario_data(played.session.scenario)
