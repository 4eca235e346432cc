"""`magnetsim batch`: what it is told, what it says, and with which code it leaves."""

import json
import shutil
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from magnetsim.charges import GapError, store
from magnetsim.cli import batch as batching
from magnetsim.cli import batch_progress
from magnetsim.cli.batch_values import settings_of, sweeps_of
from magnetsim.cli.usage import UsageError
from magnetsim.language import words_of
from tests.batch.conftest import CARDS
from tests.batch.playing import Here, rows


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A folder with scenarios, in which games are played by this process."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(batching, "_engine", lambda *_: Here())
    (tmp_path / "set").mkdir()
    for name, empathy in (("a", 0.1), ("b", 0.9)):
        (tmp_path / "set" / f"{name}.toml").write_text(CARDS.format(name=name, empathy=empathy), encoding="utf-8")
    return tmp_path


def test_a_folder_is_played_and_told_in_a_line(here, command):
    done = command("batch", "set", "--games", 3, "--out", "out")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("6 games of 2 scenarios in out; 6 played now, ")
    # What magnetsim report tells comes after it, once.
    assert done.out.split("\n", 1)[1] == "\n" + command("report", "out").out
    assert [(game["scenario"], game["game"]) for game in rows(here / "out")] == [
        (name, game) for name in "ab" for game in range(3)
    ]
    again = command("batch", "set", "--games", 3, "--out", "out", "--resume", "--quiet")
    assert again.out == "6 games of 2 scenarios in out; 0 played now\n"
    taken = command("batch", "set", "--games", 3, "--out", "out")
    assert (taken.code, taken.out) == (2, "")
    assert taken.err == "Error: out: a batch is there; --resume goes on with it, or name another folder\n"


def test_one_bad_scenario_is_named_and_the_others_are_played(here, command):
    (here / "set" / "bad.toml").write_text(CARDS.format(name="bad", empathy=7), encoding="utf-8")
    done = command("batch", "set", "--games", 2, "--out", "out", "--json")
    assert done.code == 1
    bad = "set/bad.toml: players[0].empathy: expected a number from 0 to 1"
    assert done.err.startswith(f"Error: {bad}")
    said = json.loads(done.out)
    assert [one["file"] for one in said["refused"]] == ["set/bad.toml"]
    assert said["statuses"] == {"finished": 4}
    assert [(one["name"], one["statuses"]) for one in said["scenarios"]] == [
        ("a", {"finished": 2}),
        ("b", {"finished": 2}),
    ]
    assert said["games"] == said["played_now"] == 4
    assert len(rows(here / "out")) == 4
    none = command("batch", "set/bad.toml", "--out", "none")
    assert none.code == 2
    assert none.err.endswith("Error: none of the scenarios can be played\n")
    assert not (here / "none").exists()
    (here / "empty").mkdir()
    empty = command("batch", "empty", "--out", "none")
    assert (empty.code, empty.err) == (2, "Error: expected scenario files, got folders without any\n")


def test_magnets_that_cannot_be_fitted_are_refused_before_anything_is_played(here, command, monkeypatch):
    shutil.copy(Path(__file__).parents[2] / "scenarios" / "classic.toml", here / "classic.toml")
    useless = GapError(gap=0.5e-3, low=False, force=0.3, worst_force=1.0, torque=0.3, worst_torque=1.0)
    shipped = store.shipped_fit
    monkeypatch.setattr(store, "_made", {})
    monkeypatch.setattr(store, "shipped_fit", lambda key: replace(shipped(key), errors=(useless,)))
    done = command("batch", "classic.toml", "set/a.toml", "--games", 1, "--out", "out", "--json")
    assert done.code == 1
    assert "kinds.heart: as finite bodies they pull each other with a force that is 30 % off" in done.err
    assert [one["file"] for one in json.loads(done.out)["refused"]] == ["classic.toml"]
    assert {row["scenario"] for row in rows(here / "out")} == {"a"}


def test_a_scenario_whose_layout_never_rests_is_refused_before_anything_is_played(here, command):
    text = (Path(__file__).parents[2] / "scenarios" / "classic.toml").read_text(encoding="utf-8")
    assert "spacing_mm = 55\n" in text
    text = text.replace("count = 25\n", "count = 9\nredraws = 2\n").replace("spacing_mm = 55\n", "spacing_mm = 15\n")
    (here / "tight.toml").write_text(text, encoding="utf-8")
    done = command("batch", "tight.toml", "set/a.toml", "--games", 2, "--out", "out", "--json")
    assert done.code == 1
    said = "Error: tight.toml: none of its first 3 games can be set up: layout: no start at rest found in 2 redraws"
    assert said in done.err
    assert [one["file"] for one in json.loads(done.out)["refused"]] == ["tight.toml"]
    assert {row["scenario"] for row in rows(here / "out")} == {"a"}


def test_what_is_wrong_at_every_point_of_a_sweep_is_said_once(here, command):
    done = command("batch", "set/a.toml", "--sweep", "nosuch=1:3:1", "--out", "out")
    assert (done.code, done.err.count("nosuch: expected a known key")) == (2, 1)


def test_a_batch_reads_its_tables_once(here, command, monkeypatch):
    from magnetsim.results import reading

    read, one = [], reading._read
    monkeypatch.setattr(reading, "_read", lambda file, columns: read.append(file) or one(file, columns))
    command("batch", "set/a.toml", "--games", 2, "--out", "out")
    assert sorted(file.parent.name for file in read) == ["games", "shots"]
    read.clear()
    command("batch", "set/a.toml", "--games", 2, "--out", "quiet", "--quiet")
    assert [file.parent.name for file in read] == ["games"]


def test_a_game_that_fails_is_told_and_shows_in_the_exit_code(here, command, monkeypatch):
    from magnetsim.batch import play

    def fail(scenario):
        raise RuntimeError("a mistake of ours")

    monkeypatch.setattr(play, "new_session", fail)
    done = command("batch", "set/a.toml", "--games", 2, "--out", "out")
    assert done.code == 1
    assert "): 2 stopped by an error" in done.out


def test_values_that_are_swept_become_columns(here, command):
    sweep = "players[0].empathy=0.1:0.3:0.1"
    done = command("batch", "set/a.toml", "--games", 2, "--sweep", sweep, "--set", "rules.rounds=4", "--out", "o")
    assert (done.code, done.out.split(" played")[0]) == (0, "6 games of 3 scenarios in o; 6")
    games = rows(here / "o")
    assert sorted({game["param.players[0].empathy"] for game in games}) == [0.1, 0.2, 0.3]
    assert {game["turns"] for game in games} == {4}
    # Games of the same number share their draws.
    assert len({game["seed"] for game in games}) == 2


def test_csv_and_records_are_left_beside_the_tables(here, command):
    done = command("batch", "set/a.toml", "--games", 4, "--out", "out", "--csv", "--keep-records", "sample:2")
    assert done.code == 0
    assert (here / "out" / "games.csv").read_bytes().count(b"\n") == 5
    assert len(list((here / "out" / "records").iterdir())) == 2


def test_one_game_of_each_is_the_same_alone(here, command):
    command("batch", "set", "--games", 8, "--seed", 12, "--out", "all")
    assert command("batch", "set", "--only", 7, "--seed", 12, "--out", "one").code == 0
    assert rows(here / "one") == [game for game in rows(here / "all") if game["game"] == 7]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("--games 0", "--games: expected 1 or more, got 0"),
        ("--jobs 0", "--jobs: expected 1 or more, got 0"),
        ("--jobs 1000000", "--jobs: expected at most "),
        ("--games 99999999999999999999", "--games: expected at most 1000000000, got 99999999999999999999"),
        ("--only -1", "--only: expected 0 or more, got -1"),
        ("--seed 1.0", "--seed: expected a whole number from 0 on, got '1.0'"),
        ("--set rounds", "--set: expected KEY=VALUE, got 'rounds'"),
        ("--sweep =3", "--sweep: expected KEY=A:B:STEP, got '=3'"),
        ("--sweep a=1:0:1", "--sweep: a: expected A:B:STEP, which leads from A to B, got 1:0:1"),
        ("--sweep seed=1:3:1", "--sweep: seed: every game has a seed of its own"),
        ("--sweep expect.winner=a,b", "--sweep: expect.winner: a batch does not look at what is expected"),
        ("--keep-records some", "--keep-records: expected all, none, sample:N or interesting, got 'some'"),
        ("--game-timeout nan", "--game-timeout: expected a number of seconds, got nan"),
        ("--game-timeout 0", "--game-timeout: expected a number of seconds, got 0.0"),
        ("--engine dask", "expected --engine dask and --scheduler together"),
        ("--scheduler tcp://here:1", "expected --engine dask and --scheduler together"),
        ("--engine dask --scheduler x --jobs 2", "--jobs: with --engine dask its workers say"),
    ],
)
def test_a_command_that_makes_no_sense_is_refused_before_anything_is_done(here, command, arguments, said):
    done = command("batch", "set/a.toml", "--out", "out", *arguments.split())
    assert done.code == 2
    assert said in done.err
    assert done.out == ""
    assert not (here / "out").exists()


def test_a_batch_that_ends_early_says_what_is_kept_and_how_to_go_on(here, command, monkeypatch):
    from magnetsim.batch.store import Store
    from magnetsim.errors import OutputError
    from magnetsim.language import Phrase

    keep = Store.keep

    def full(self, entry, game, played):
        if game == 2:
            raise OutputError(Phrase("{path}: cannot be written: no space is left on the device", path="out/x"))
        keep(self, entry, game, played)

    monkeypatch.setattr(Store, "keep", full)
    done = command("batch", "set/a.toml", "--games", 4, "--out", "out", "--jobs", 1)
    assert done.code == 2
    assert done.err.splitlines() == [
        "2 finished games are in out",
        "Resume: magnetsim batch set/a.toml --games 4 --out out --jobs 1 --resume",
        "Error: out/x: cannot be written: no space is left on the device",
    ]

    def interrupted(self, entry, game, played):
        raise KeyboardInterrupt

    monkeypatch.setattr(Store, "keep", interrupted)
    done = command("batch", "set/a.toml", "--games", 4, "--out", "out", "--resume")
    assert (done.code, done.err.splitlines()[0]) == (130, "Interrupted.")
    assert done.err.count("--resume") == 1
    monkeypatch.setattr(Store, "keep", keep)
    assert command("batch", "set/a.toml", "--games", 4, "--out", "out", "--resume").out.startswith("4 games of 1 ")


def test_progress_is_lines_at_intervals_where_there_is_no_terminal(here, command, monkeypatch):
    assert command("batch", "set", "--games", 3, "--out", "silent").err == ""
    monkeypatch.setattr(batch_progress, "FIRST_LINE", 0.0)
    monkeypatch.setattr(batch_progress, "LONGEST_PAUSE", 0.0)
    done = command("batch", "set", "--games", 3, "--out", "out")
    lines = done.err.splitlines()
    assert len(lines) == 6
    assert [line.split(" games")[0] for line in lines] == [f"{done} of 6" for done in range(1, 7)]
    assert all("\r" not in line and "\x1b" not in line for line in lines)
    for option in ("--quiet", "--json"):
        assert command("batch", "set", "--games", 3, "--out", f"out{option}", option).err == ""


def test_progress_is_bars_on_a_terminal_one_a_scenario(here, command, monkeypatch):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("FORCE_COLOR", "1")
    done = command("batch", "set", "--games", 3, "--out", "out", "--lang", "zh")
    assert done.code == 0


def test_values_are_read_as_in_a_scenario():
    assert settings_of(["a.b=0.25", "c=true", "d=greedy", "e=[600, 600]", 'f="7"', "g=7", "h=1=2", "i= x y "]) == {
        "a.b": 0.25,
        "c": True,
        "d": "greedy",
        "e": [600, 600],
        "f": "7",
        "g": 7,
        "h": "1=2",
        "i": "x y",
    }
    assert sweeps_of(["k=0.10:0.20:0.02"])["k"] == (0.1, 0.12, 0.14, 0.16, 0.18, 0.2)
    assert sweeps_of(["k=3:1:-1", "l=1:2:0.5"]) == {"k": (3, 2, 1), "l": (1.0, 1.5, 2.0)}
    assert [type(value) for value in sweeps_of(["k=1:3:1"])["k"]] == [int] * 3
    assert sweeps_of(["k=greedy,random"])["k"] == ("greedy", "random")
    assert sweeps_of(["k=1, 2,2,true"])["k"] == (1, 2, True)
    assert sweeps_of(["k=[1,2],[3,4]"])["k"] == ([1, 2], [3, 4])
    for text in ("k=0:1:0", "k=0:inf:1", "k=a:b:c", "k=0:1:nan", "k=0:1e9:1"):
        with pytest.raises(UsageError, match="--sweep: k: expected"):
            sweeps_of([text])


def test_a_bench_of_too_few_games_says_so(here, command):
    for arguments, said in (("--games 5", "--games: expected 6 or more, got 5"), ("--jobs 1", "--jobs: expected 2")):
        done = command("bench", "batch", "set/a.toml", *arguments.split())
        assert (done.code, done.out) == (2, "")
        assert done.err.startswith(f"Error: {said}")


@pytest.mark.slow
def test_a_bench_tells_rates_ratios_and_memory(here, command):
    done = command("bench", "batch", "set/a.toml", "--games", 12, "--rounds", 1)
    assert done.code == 0, done.err
    lines = done.out.splitlines()
    assert [line.split(":")[0] for line in lines[:3]] == ["bare loop", "1 process", "2 processes"]
    assert lines[3].startswith("2 processes play ")
    assert lines[4].startswith("the runner costs ")


def test_durations_are_hours_minutes_seconds():
    assert [batch_progress._duration(seconds) for seconds in (0.4, 61, 36_610)] == ["0:00:00", "0:01:01", "10:10:10"]
    assert words_of("zh").gettext("games") == "局数"
