"""`magnetsim run` and `magnetsim replay`."""

import json
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import magnetsim
from magnetsim.cli import waiting
from magnetsim.cli.output import command_line
from magnetsim.errors import PhysicsError, ScenarioError, naming_file
from magnetsim.language import Phrase

SCENARIOS = Path(__file__).parent.parent.parent / "scenarios"
PUZZLE = SCENARIOS / "puzzles" / "two-magnets.toml"
EXPERIMENT = SCENARIOS / "experiments" / "rim-exit.toml"
QUICK_GAME = """\
schema = 1
name = "快 game"
game = "xinxin"
seed = 5
kinds.heart = { outline = "heart" }
layout = { pattern = "jittered-grid", kind = "heart", count = 6, spacing_mm = 55 }
players = [
  { name = "张三—é", strategy = "greedy", hand = "steady" },
  { name = "[red]", strategy = "random", hand = "normal" },
]
"""


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.toml").write_text(QUICK_GAME, encoding="utf-8")
    return tmp_path


def strict(text):
    def refuse(name):
        raise AssertionError(f"{name} is no strict JSON")

    return json.loads(text, parse_constant=refuse)


def test_a_puzzle_is_told_recorded_and_as_expected(command, here):
    answer = command("run", PUZZLE)
    assert answer.code == 0, answer.err
    lines = answer.out.splitlines()
    assert any(line.startswith("   1  小红: ") and line.endswith("[2 : 0]") for line in lines)
    assert lines[0] == "two magnets, seed 1: 小红 (scripted, hand: perfect), 小明 (random, hand: steady); magnets 0–2"
    assert "Score: 小红 2, 小明 0" in lines
    assert "小红 wins." in lines
    assert "Record: records/two-magnets-1.jsonl" in lines
    assert "Replay: magnetsim replay records/two-magnets-1.jsonl" in lines
    assert (here / "records" / "two-magnets-1.jsonl").exists()
    assert not list((here / "records").glob("*.part"))


def test_a_match_is_explained_event_by_event(command, here):
    answer = command("run", PUZZLE, "--explain")
    assert answer.code == 0, answer.err
    lines = answer.out.splitlines()
    turn = next(i for i, line in enumerate(lines) if line.startswith("   1  小红: "))
    below = []
    for line in lines[turn + 1 :]:
        if not line.startswith("      X"):
            break
        below.append(line.strip())
    assert below[0] == "X1.5: turn 1, clockwise, is that of 小红"
    for clause in (
        "X3.2: 小红 sends in magnet",
        "X4.1: cluster {",
        "X3.3: 小红 takes cluster {",
        "X5.3: 小红 has most",
    ):
        assert any(line.startswith(clause) for line in below), clause
    assert "X3.3：小红收走整簇 {" in command("run", PUZZLE, "--explain", "--lang", "zh").out
    record = here / "records" / "two-magnets-1.jsonl"
    again = command("replay", record, "--explain").out.splitlines()
    assert [line for line in again if line.startswith("      X")] == [
        line for line in lines if line.startswith("      X")
    ]
    assert "leave out one" in command("replay", record, "--explain", "--verify").err


@pytest.mark.parametrize("other", ["--json", "--quiet"])
def test_what_is_not_told_is_not_explained(command, here, other):
    answer = command("run", PUZZLE, "--explain", other)
    assert answer.code == 2
    assert "leave out --json and --quiet" in answer.err
    assert "no rules to explain" in command("run", EXPERIMENT, "--explain").err


def test_a_game_in_chinese(command, here):
    answer = command("run", "game.toml", "--lang", "zh")
    assert answer.code == 0, answer.err
    assert "回合后结束" in answer.out
    assert "记录：records/game-5.jsonl" in answer.out
    assert "张三—é" in answer.out
    assert "[red]" in answer.out


def test_an_expectation_that_is_not_met(command, here):
    text = PUZZLE.read_text(encoding="utf-8").replace('winner = "小红"', 'winner = "小明"')
    (here / "wrong.toml").write_text(text, encoding="utf-8")
    answer = command("run", "wrong.toml")
    assert answer.code == 1
    assert "Error: winner: expected 小明, got 小红" in answer.err
    assert "expectations met" in answer.out
    assert command("run", "wrong.toml", "--json").code == 1


def test_a_result_as_json(command, here):
    answer = command("run", "game.toml", "--json", "--seed", 2**64 + 5)
    assert answer.code == 0, answer.err
    data = strict(answer.out)
    assert data["seed"] == 2**64 + 5
    assert list(data["scores"]) == ["张三—é", "[red]"]
    assert all(type(score) is int for score in data["scores"].values())
    assert sum(data["scores"].values()) <= 6
    assert type(data["turns"]) is int
    assert data["record"] == f"records/game-{2**64 + 5}.jsonl"
    assert Path(data["record"]).exists()


@pytest.mark.rule("X5.4")
def test_teams_in_json_and_in_a_record(command, here):
    four = [f'{{ name = "{name}", strategy = "greedy", hand = "steady" }}' for name in "ABCD"]
    head = QUICK_GAME[: QUICK_GAME.index("players")].replace("count = 6", "count = 9")
    (here / "teams.toml").write_text(
        f"{head}players = [{', '.join(four)}]\nrules = {{ teams = true }}\n", encoding="utf-8"
    )
    answer = command("run", "teams.toml", "--json")
    assert answer.code == 0, answer.err
    data = strict(answer.out)
    scores = data["scores"]
    assert [team["players"] for team in data["teams"]] == [["A", "C"], ["B", "D"]]
    assert [team["score"] for team in data["teams"]] == [scores["A"] + scores["C"], scores["B"] + scores["D"]]
    assert data["winners"] in (["A", "C"], ["B", "D"], [])
    assert "A + C" in command("replay", data["record"]).out
    assert command("replay", data["record"], "--verify").code == 0


def test_quiet_tells_the_end_only(command, here):
    loud, quiet = command("run", "game.toml").out, command("run", "game.toml", "--quiet").out
    assert len(quiet.splitlines()) == 5
    assert loud.endswith(quiet.split("\n", 1)[1])
    assert quiet.startswith("Over after ")


def test_a_replay_tells_the_same_and_verifies(command, here):
    played = command("run", "game.toml", "--record", "my record.jsonl")
    assert "Replay: magnetsim replay 'my record.jsonl'" in played.out
    told = command("replay", "my record.jsonl")
    assert told.code == 0
    assert played.out.startswith(told.out)
    verified = command("replay", "my record.jsonl", "--verify")
    assert verified.code == 0, verified.err
    assert "bit for bit" in verified.out


def test_a_replay_needs_a_record_that_is_whole(command, here):
    command("run", "game.toml", "--record", "game.jsonl")
    lines = (here / "game.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    (here / "short.jsonl").write_text("".join(lines[:3]), encoding="utf-8", newline="")
    short = command("replay", "short.jsonl")
    assert short.code == 0
    assert "The record breaks off after 2 turns." in short.out
    (here / "damaged.jsonl").write_text("".join(lines).replace("0.", "1.", 1), encoding="utf-8", newline="")
    for name in ("damaged.jsonl", "no.jsonl", "game.toml", "."):
        answer = command("replay", name, "--verify")
        assert answer.code == 2, name
        assert answer.err.startswith("Error: ")
        assert name in answer.err


def test_a_replay_that_differs_is_named(command, here, monkeypatch):
    from magnetsim import record
    from magnetsim.record import Difference

    command("run", "game.toml", "--record", "game.jsonl")
    found = Difference(1, 3, "position", [0.25, 0.5], [0.25, 0.75], 0.25)
    layout = Difference(None, 3, "angle", [1.0], [1.5], 0.5)
    monkeypatch.setattr(record, "verify", lambda _: iter([(None, layout), (1, found), (2, None)]))
    answer = command("replay", "game.jsonl", "--verify")
    assert answer.code == 1
    assert "the layout, magnet 3: angle: recorded [1.0], found [1.5] (off by 0.5)" in answer.err
    # The layout is no turn.
    assert "Error: 1 of " in answer.err
    assert "turn 1, magnet 3: position: recorded [0.25, 0.5], found [0.25, 0.75] (off by 0.25)" in answer.err


def test_an_experiment_as_tables(command, here):
    answer = command("run", EXPERIMENT)
    assert answer.code == 0, answer.err
    assert "rim exit: all at rest after" in answer.out
    assert "left the table" in answer.out
    assert "\n\n3 of 3 expectations met" in answer.out
    assert "expectations met" in answer.out
    assert not (here / "records").exists()


@pytest.mark.parametrize(("lang", "called"), [("en", "own disc"), ("zh", "自定圆片")])
def test_a_disc_of_its_own_is_called_so(command, lang, called):
    answer = command("run", SCENARIOS / "experiments" / "flyby.toml", "--lang", lang)
    assert re.search(rf"(?m)^left +{called}  ", answer.out)
    assert re.search(rf"(?m)^right +{called}  ", answer.out)


def test_an_experiment_as_json(command, here):
    data = strict(command("run", EXPERIMENT, "--json").out)
    assert data["at_rest"] is True
    assert [type(value) for value in data["magnets"][0]["position_mm"]] == [float, float]
    assert data["exits"][0]["time_s"] == 0.1125
    assert data["expectations"][0] == {
        "key": "at_rest",
        "expected": True,
        "got": True,
        "passed": True,
        "tolerance": None,
        "unit": "",
    }
    place = data["expectations"][2]
    assert place["key"] == "stayer.position_mm"
    assert place["expected"] == [294.75, -100.0]
    assert place["got"] == data["magnets"][0]["position_mm"]
    assert (place["tolerance"], place["unit"]) == (1.3, "mm")


def test_an_experiment_that_is_not_as_expected(command, here):
    text = EXPERIMENT.read_text(encoding="utf-8").replace("at_rest = true", "at_rest = false")
    (here / "wrong.toml").write_text(text, encoding="utf-8")
    answer = command("run", "wrong.toml")
    assert answer.code == 1
    assert "at_rest: expected false, got true" in answer.err


def test_an_experiment_is_not_recorded(command, here):
    answer = command("run", EXPERIMENT, "--record", "x.jsonl")
    assert answer.code == 2
    assert "not recorded" in answer.err


@pytest.mark.parametrize("seed", ["-1", "-1e-3", "1.0", "abc", "-inf", "nan"])
def test_seeds_that_are_none(command, here, seed):
    answer = command("run", "game.toml", "--seed", seed)
    assert answer.code == 2
    assert "--seed" in answer.err
    assert "No such option" not in answer.err
    assert not (here / "records").exists()


@pytest.mark.parametrize("name", ["no.toml", ".", "noise.toml"])
def test_files_that_are_no_scenario(command, here, name):
    (here / "noise.toml").write_bytes(bytes(range(256)))
    answer = command("run", name)
    assert answer.code == 2
    assert answer.err.startswith(f"Error: {name}")
    assert answer.out == ""


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("file/game.jsonl", "Error: file/game.jsonl: there is no folder file; "),
        ("no/game.jsonl", "Error: no/game.jsonl: there is no folder no; "),
        ("folder", "Error: folder is a folder; "),
        ("game.toml", "Error: game.toml: a file that is no record is there; "),
    ],
)
def test_a_record_that_cannot_be_written_is_said_before_the_game(command, here, place, said):
    (here / "file").write_text("", encoding="utf-8")
    (here / "folder").mkdir()
    answer = command("run", "game.toml", "--record", place)
    assert answer.code == 2
    assert answer.err.startswith(said)
    assert answer.out == ""
    assert (here / "game.toml").read_text(encoding="utf-8") == QUICK_GAME
    assert not list(here.glob("*.part"))


def test_a_record_of_another_match_stays_and_the_new_one_is_numbered(command, here):
    command("run", PUZZLE)
    first = (here / "records" / "two-magnets-1.jsonl").read_bytes()
    assert "Record: records/two-magnets-1.jsonl\n" in command("run", PUZZLE).out
    text = PUZZLE.read_text(encoding="utf-8").replace("小明", "小李")
    (here / "two-magnets.toml").write_text(text, encoding="utf-8")
    assert "Record: records/two-magnets-1-2.jsonl\n" in command("run", "two-magnets.toml").out
    assert "Record: records/two-magnets-1-2.jsonl\n" in command("run", "two-magnets.toml").out
    asked = command("run", "two-magnets.toml", "--record", "records/two-magnets-1.jsonl")
    assert asked.code == 2
    assert "the record of another match, seed or version is there; name another file" in asked.err
    assert (here / "records" / "two-magnets-1.jsonl").read_bytes() == first


def test_a_record_that_the_disk_has_no_room_for_loses_no_telling(command, here, monkeypatch):
    """The game goes on to its end; what could not be written is said then, with the path."""
    from magnetsim.record import RecordWriter

    told = command("run", "game.toml", "--record", "whole.jsonl").out.splitlines()
    write = RecordWriter._write_line

    def full(writer, line):
        if writer.turns == 2:
            with naming_file(writer.unfinished):
                raise OSError(28, "No space left on device")
        write(writer, line)

    monkeypatch.setattr(RecordWriter, "_write_line", full)
    answer = command("run", "game.toml", "--record", "game.jsonl")
    assert answer.code == 2
    assert answer.err == "Error: game.jsonl.part: cannot be written: no space is left on the device\n"
    assert answer.out.splitlines() == [line for line in told if not line.startswith(("Record", "Replay"))]
    assert "The record breaks off after 2 turns." in command("replay", "game.jsonl.part").out
    answer = command("run", "game.toml", "--record", "other.jsonl", "--json")
    assert answer.code == 2
    assert strict(answer.out)["record"] is None


def test_a_match_that_ends_in_an_error_is_told_so_far_and_kept(command, here, monkeypatch):
    from magnetsim import session

    tabletop = session.tabletop

    def breaking(lay_out, physics):
        world = tabletop(lay_out, physics)

        def report(state, move):
            if state.turn == 3:
                raise PhysicsError("magnet 3: the force on it is not finite in step 7", step=7, magnet=3)
            return world(state, move)

        return report

    monkeypatch.setattr(session, "tabletop", breaking)
    answer = command("run", "game.toml", "--record", "game.jsonl")
    assert answer.code == 2
    assert [line.split()[0] for line in answer.out.splitlines()[2:]] == ["1", "2"]
    assert answer.err.splitlines() == [
        "What was played until then is in game.jsonl.part",
        "Error: magnet 3: the force on it is not finite in step 7",
    ]
    replayed = command("replay", "game.jsonl.part").out
    assert "The record breaks off in turn 3." in replayed
    assert "What ended it: PhysicsError: magnet 3: the force on it is not finite in step 7" in replayed


def test_a_second_run_under_the_same_name_leaves_an_unfinished_record_alone(command, here):
    (here / "game.jsonl.part").write_text("precious", encoding="utf-8")
    answer = command("run", "game.toml", "--record", "game.jsonl")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith("Error: game.jsonl.part: an unfinished record is there; name another file, or move")
    assert (here / "game.jsonl.part").read_text(encoding="utf-8") == "precious"
    assert not (here / "game.jsonl").exists()


@pytest.mark.parametrize("name", ["game", "磁" * 70, "x" * 240], ids=["short", "chinese", "long"])
def test_long_seeds_and_long_names_make_no_name_too_long(command, here, name):
    path = here / f"{name}.toml"
    path.write_text(PUZZLE.read_text(encoding="utf-8"), encoding="utf-8")
    for seed in ("9" * 400, "9" * 399):
        answer = command("run", path, "--seed", seed, "--quiet")
        assert "Record: " in answer.out, answer.err
    first, second = sorted(path.name for path in (here / "records").iterdir())
    assert first.startswith(name[:40])
    assert max(len(one.encode()) for one in (first, second)) < 200


def test_a_record_whose_table_cannot_be_laid_any_more_differs(command, here, monkeypatch):
    command("run", "game.toml", "--record", "game.jsonl")

    def unlucky(scenario, seed):
        raise ScenarioError(Phrase("a list of {count}", count=3))

    monkeypatch.setattr("magnetsim.record.xinxin.laid_out", unlucky)
    answer = command("--lang", "zh", "replay", "game.jsonl", "--verify")
    assert answer.code == 1
    assert answer.err.startswith("错误：")
    assert "3 项的列表" in answer.err


def test_a_record_is_no_scenario_and_a_scenario_no_record(command, here):
    command("run", PUZZLE, "--record", "game.jsonl")
    taken = command("run", "game.jsonl")
    assert taken.code == 2
    assert "Error: game.jsonl: expected a scenario, got the record of a match: magnetsim replay game.jsonl" in taken.err
    taken = command("replay", "game.toml")
    assert taken.code == 2
    assert "Error: game.toml: expected a record, got what is named as a scenario: magnetsim run game.toml" in taken.err


@pytest.mark.parametrize(
    "environment",
    [
        {"PYTHONUTF8": "0", "PYTHONIOENCODING": "gbk", "LC_ALL": "zh_CN.GBK"},
        {"PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii", "PYTHONHASHSEED": "1"},
        {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "LC_ALL": "C", "PYTHONHASHSEED": "2"},
        {"PYTHONWARNDEFAULTENCODING": "1", "NO_COLOR": "1"},
    ],
    ids=["gbk", "ascii", "C", "warn"],
)
def test_any_surroundings_give_the_same_record(command, process, here, environment):
    command("run", "game.toml")
    expected = (here / "records" / "game-5.jsonl").read_bytes()
    folder = here / "磁 铁"
    folder.mkdir()
    (folder / "game.toml").write_text(QUICK_GAME, encoding="utf-8")
    done = process("run", "game.toml", "--record", "录.jsonl", cwd=folder, TMPDIR=str(folder), **environment)
    assert done.returncode == 0, done.stderr
    assert b"Traceback" not in done.stderr
    # A slow machine says that it gets ready, in the code page asked for.
    warned = [line for line in done.stderr.decode(errors="replace").splitlines() if "EncodingWarning" in line]
    # Libraries may open files as they like; this package names the encoding.
    assert not [line for line in warned if line.startswith(str(Path(magnetsim.__file__).parent))]
    assert b"\x1b" not in done.stdout + done.stderr
    assert b"\r" not in done.stderr
    assert (folder / "录.jsonl").read_bytes() == expected
    verified = process("replay", "录.jsonl", "--verify", cwd=folder, **environment)
    assert verified.returncode == 0, verified.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_ctrl_c_keeps_the_finished_turns(process, here):
    # Magnets too weak to hold together: the game goes on for many rounds, however late the signal comes.
    text = QUICK_GAME.replace('"heart" }\nlayout', '"heart", remanence_T = 0.001 }\nlayout')
    text = text.replace("players = [", "rules = { stalemate_rounds = 1000 }\nplayers = [")
    (here / "long.toml").write_text(text, encoding="utf-8")
    running = subprocess.Popen(
        [sys.executable, "-m", "magnetsim", "run", "long.toml", "--record", "long.jsonl"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=here,
        # What runs in the background ignores Ctrl-C, and so would its children.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509  no threads here
    )
    begun = [running.stdout.readline() for _ in range(5)]
    running.send_signal(signal.SIGINT)
    rest, said = running.communicate(timeout=60)
    assert running.returncode == 130
    told = [line for line in (*begun, *rest.splitlines()) if line.startswith(b" ")]
    with (here / "long.jsonl.part").open("rb") as file:
        written = [line for line in file if line.startswith(b'{"line":"turn"')]
    assert len(told) == len(written)
    last = said.decode().splitlines()[-1]
    assert last == f"Interrupted; {len(written)} finished turns are in long.jsonl.part"
    assert b"Traceback" not in said
    assert not (here / "long.jsonl").exists()
    assert process("replay", "long.jsonl.part", cwd=here).returncode == 0


@pytest.mark.skipif(sys.platform == "win32", reason="no pipes that break")
def test_a_reader_that_leaves_early_is_no_failure(here):
    done = subprocess.run(
        f"{shlex.quote(sys.executable)} -m magnetsim run game.toml | head -1; echo ${{PIPESTATUS[0]}}",
        shell=True,
        executable="/bin/bash",
        capture_output=True,
        check=False,
        cwd=here,
        timeout=120,
    )
    assert done.stderr == b""
    assert done.stdout.splitlines()[-1] == b"141"
    (made,) = [path for path in (here / "records").iterdir() if path.name.startswith("game-")]
    assert made.suffix == ".jsonl"


def test_the_command_that_replays_is_one_to_type(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "argv", ["/usr/bin/magnetsim", "run"])
    assert command_line("replay", "a b.jsonl") == "magnetsim replay 'a b.jsonl'"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["/somewhere/magnetsim/__main__.py", "run"])
    monkeypatch.setattr(sys, "executable", str(tmp_path / ".venv" / "bin" / "python"))
    assert command_line("replay", "a.jsonl") == ".venv/bin/python -m magnetsim replay a.jsonl"


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        (["run", "a.toml", "--lang", "zh"], ["--lang", "zh"]),
        (["--lang=en", "run", "a.toml"], ["--lang", "en"]),
        (["--lang", "en", "run", "a.toml", "--lang", "zh"], ["--lang", "zh"]),
        (["run", "zh", "--seed", "1"], []),
    ],
)
def test_the_command_that_is_told_speaks_the_language_asked_for(monkeypatch, given, kept):
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    monkeypatch.setattr(sys, "argv", ["magnetsim", *given])
    assert command_line("replay", "a.jsonl") == " ".join(["magnetsim replay a.jsonl", *kept])
    # A command that is given anew with all its options has it already.
    assert command_line(*given, "--resume") == " ".join(["magnetsim", *given, "--resume"])


@pytest.mark.parametrize("long", [True, False])
def test_a_long_wait_is_announced_and_a_short_one_is_not(monkeypatch, capsys, long):
    class Timer:
        def __init__(self, seconds, function, arguments):
            assert seconds == waiting.PATIENCE
            self.fire = lambda: function(*arguments)

        def start(self):
            if long:
                self.fire()

        def cancel(self):
            self.fire = None

    monkeypatch.setattr(waiting.threading, "Timer", Timer)
    with waiting.said_if_long("a minute …"):
        pass
    assert capsys.readouterr().err == ("a minute …\n" if long else "")
