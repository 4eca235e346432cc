"""What the process meets: streams that are closed or full, signals, warnings, no compiler, no current folder."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from magnetsim.cli import output
from magnetsim.cli.output import command_line, relative
from magnetsim.record import read_record

PUZZLE = Path(__file__).parent.parent.parent / "scenarios" / "puzzles" / "two-magnets.toml"
posix = pytest.mark.skipif(sys.platform == "win32", reason="streams and signals of POSIX")
full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is full")


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.toml").write_text(PUZZLE.read_text(encoding="utf-8"), encoding="utf-8")
    return tmp_path


def shell(line, **environment):
    """A line of the shell, in which `magnetsim` stands for the program."""
    return subprocess.run(
        line.replace("magnetsim", f'"{sys.executable}" -m magnetsim'),
        shell=True,
        capture_output=True,
        check=False,
        env={**os.environ, "LC_ALL": "C.UTF-8", **environment},
        timeout=300,
    )


@full
def test_a_full_disk_behind_standard_output_loses_no_record(here):
    done = shell("magnetsim run game.toml --record game.jsonl >/dev/full")
    assert done.returncode == 2
    assert done.stderr.decode().splitlines()[-1] == (
        "Error: standard output: cannot be written: no space is left on the device"
    )
    assert read_record("game.jsonl").outcome is not None
    for arguments in ("--help", "rules", "scenario schema", "run game.toml --json"):
        done = shell(f"magnetsim {arguments} >/dev/full")
        assert (arguments, done.returncode) == (arguments, 2)
        assert b"Traceback" not in done.stderr
        assert b"Exception ignored" not in done.stderr


@full
def test_a_full_disk_behind_standard_error_changes_no_exit_code(here):
    assert shell("magnetsim run none.toml 2>/dev/full").returncode == 2
    assert shell("magnetsim scenario check game.toml 2>/dev/full").returncode == 0


@posix
def test_closed_streams_are_nowhere(here):
    done = shell("magnetsim run none.toml 2>&-")
    assert (done.returncode, done.stdout) == (2, b"")
    done = shell("magnetsim run game.toml --record game.jsonl <&- >&- 2>&-")
    assert done.returncode == 0
    assert read_record("game.jsonl").outcome is not None


def test_without_a_console_there_are_no_streams(here):
    """As under pythonw: errors do not land in the output, and nothing breaks."""
    code = "import sys; sys.stdout = sys.stderr = None; from magnetsim.cli import main; main()"
    for arguments, expected in ((["rules"], 0), (["run", "none.toml"], 2)):
        done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, check=False, timeout=60)
        assert (done.returncode, done.stdout, done.stderr) == (expected, b"", b"")


@posix
def test_a_current_folder_that_is_gone(tmp_path, monkeypatch):
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert relative(tmp_path / "game.jsonl") == str(tmp_path / "game.jsonl")
    assert relative(Path("game.jsonl")) == "game.jsonl"
    done = shell(f'magnetsim scenario new "{tmp_path}/new.toml"')
    assert done.returncode == 0, done.stderr


def test_a_path_is_never_taken_for_an_option(here):
    assert relative(Path("-r")) == f".{os.sep}-r"
    assert relative(here / "-r") == f".{os.sep}-r"
    assert command_line("replay", relative(Path("-r"))).endswith("-r")


@posix
@pytest.mark.parametrize("module", ["magnetsim.cli.app", "typer", "magnetsim.cli.rules"])
def test_an_interruption_while_it_loads_is_an_end(module):
    code = f"""
import os, signal, sys
from magnetsim.cli import main

class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            try:
                os.kill(os.getpid(), signal.SIGINT)
            except KeyboardInterrupt:
                pass  # as some of what is imported does

sys.meta_path.insert(0, Interrupting())
main()
"""
    done = subprocess.run(
        [sys.executable, "-c", code, "rules"],
        capture_output=True,
        check=False,
        timeout=60,
        # What runs in the background ignores Ctrl-C, and so would its children.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


@posix
def test_an_interruption_from_within_exec_leaves_with_the_code_all_the_same():
    """Python remembers such a one, and would die by the signal at its very end."""
    code = (
        "import magnetsim.cli.app as app\n"
        "from magnetsim.cli import main\n"
        "app.start = lambda arguments: exec('raise KeyboardInterrupt')\n"
        "print('out', end='')\n"
        "main()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"out", b"")


@pytest.mark.parametrize(("lang", "said"), [("en", "no folder to keep compiled code in"), ("zh", "没有可存放编译结果")])
def test_warnings_made_errors_do_not_stop_what_only_warns(lang, said):
    code = (
        "import sys\n"
        "import magnetsim.cli.app as app\n"
        "from magnetsim.cli import main\n"
        "def command(lang=None):\n"
        "    from magnetsim.kernels.jit import _warn_uncached\n"
        "    _warn_uncached()\n"
        "app.app.command(name='warn', cls=app.Command)(command)\n"
        "main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code, "--lang", lang, "warn"],
        capture_output=True,
        check=False,
        timeout=60,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr.decode().startswith(said)
    assert len(done.stderr.splitlines()) == 1


def test_without_the_compiler_nothing_is_computed(command, here, monkeypatch):
    command("run", "game.toml", "--record", "game.jsonl")
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    for arguments in (("run", "game.toml"), ("replay", "game.jsonl", "--verify")):
        answer = command(*arguments)
        assert answer.code == 2
        assert answer.err.startswith("Error: NUMBA_DISABLE_JIT is set")
    assert command("replay", "game.jsonl").code == 0


COMPUTING = (
    "run game.toml",
    "play game.toml",
    "watch game.toml",
    "render game.toml -o game.png",
    "batch game.toml --games 1 --out games",
    "replay game.jsonl",
    "replay game.jsonl --verify",
    "scenario check game.toml",
    "scenario schema",
    "feelinks play",
    "physics report",
    "physics kind game.toml",
    "physics calibrate --pull-force 0.3 --gap 0.5",
    "bench kernels",
    "bench batch game.toml",
)
"""Commands for which the compiler is loaded."""


def threads_refused(got):
    return (
        "Error: NUMBA_NUM_THREADS in the environment: expected a whole number from 1 on,"
        f" got {got}; change or unset it\n"
    )


def test_a_number_of_threads_that_is_none_is_said_before_the_compiler_is_loaded(command, process, here, monkeypatch):
    for threads in ("-1", "two", ""):
        monkeypatch.setenv("NUMBA_NUM_THREADS", threads)
        assert command("run", "game.toml").err == threads_refused(repr(threads))
    monkeypatch.setenv("NUMBA_NUM_THREADS", "0")
    for line in COMPUTING:
        answer = command(*line.split())
        assert (answer.code, answer.out, answer.err) == (2, "", threads_refused("'0'")), line
    assert command("rules").code == 0
    assert [path.name for path in here.iterdir()] == ["game.toml"]
    done = process("scenario", "check", "game.toml")
    assert (done.returncode, done.stderr.decode()) == (2, threads_refused("'0'"))


@pytest.mark.parametrize(("encoding", "text"), [("utf-8", '"小红"'), ("ascii", '"\\u5c0f\\u7ea2"'), ("gbk", '"小红"')])
def test_json_is_json_in_any_code_page(monkeypatch, tmp_path, encoding, text):
    path = tmp_path / "out"
    with path.open("w", encoding=encoding, errors="replace") as file:
        monkeypatch.setattr(sys, "stdout", file)
        output.say_json(["小红"])
    assert text in path.read_text(encoding=encoding)


@pytest.mark.skipif(sys.platform != "linux", reason="file names that are any bytes")
def test_json_with_a_path_of_undecodable_bytes_is_json(here):
    done = subprocess.run(
        [sys.executable, "-m", "magnetsim", "run", "game.toml", "--json", "--record", b"\xff.jsonl"],
        capture_output=True,
        check=True,
        timeout=300,
    )
    data = json.loads(done.stdout.decode("utf-8"))
    assert os.fsencode(data["record"]) == b"\xff.jsonl"
    assert Path(data["record"]).exists()


@pytest.mark.parametrize(("text", "code"), [("building: KeyboardInterrupt: ", 130), ("building: a fault of ours", 1)])
def test_ctrl_c_that_comes_out_as_another_error_ends_in_no_traceback(text, code):
    failing = f"""
import sys
from magnetsim.cli import app, main

def fail():
    raise RuntimeError({text!r})

app.app.command()(fail)
sys.argv = ["magnetsim", "fail"]
main()
"""
    done = subprocess.run([sys.executable, "-c", failing], capture_output=True, check=False, timeout=60)
    assert done.returncode == code
    assert (b"Traceback" in done.stderr) == (code == 1)
    assert (done.stderr.split() == [b"Interrupted."]) == (code == 130)
