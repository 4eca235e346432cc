"""Whatever dies, hangs, fills up or is damaged: no game twice, none missing, the table that of an undisturbed batch."""

import os
import random
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

import magnetsim
from magnetsim.batch import engines
from magnetsim.batch.engines import Local
from magnetsim.batch.play import ended_for_certain
from tests.batch.playing import Here, cheap, dies, played, rows, sleeps, tables

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX"),
    # loky tells of a worker that is gone, which is what is tested.
    pytest.mark.filterwarnings("ignore::UserWarning:loky"),
]
GAMES = 200
"""So many that none of these batches ends before it is struck, and so few that they are one part."""
DISCS = """
schema = 1
name = "discs"
game = "xinxin"
magnetism = "dipole"
table = { shape = "rectangle", size_mm = [200, 200] }
layout = { pattern = "jittered-grid", kind = "disc", count = 6, spacing_mm = 45 }
kinds.disc = { outline = "disc", diameter_mm = 10.0, height_mm = 5.0, remanence_T = 0.2 }
players = [{ name = "小红", strategy = "random", hand = "normal" }, { name = "小明", strategy = "random" }]
"""
ROOT = Path(magnetsim.__file__).parent.parent


@pytest.fixture
def plan(cards, plan_of):
    return plan_of(cards("a"), games=GAMES)


@pytest.fixture
def undisturbed(plan, tmp_path):
    played(plan, tmp_path / "undisturbed", Here())
    return tables(tmp_path / "undisturbed")


@pytest.fixture
def command(tmp_path):
    """Starts a batch in a session of its own; what is still there at the test's end is ended."""
    started = []

    def start(*arguments, before=""):
        line = [sys.executable, "-m", "magnetsim", "batch", *map(str, arguments)]
        process = subprocess.Popen(
            ["bash", "-c", f'{before}exec "$@"', "bash", *line],
            env={**os.environ, "PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8"},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
            # Where tests run in the background Ctrl-C is ignored, and what they start would take that over.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509  no threads here
            text=True,
        )
        started.append(process)
        return process

    yield start
    for process in started:
        with process:
            process.kill()


def kept(folder):
    """Games that are in journals, and parts."""
    journals = sum(file.read_bytes().count(b"\n") for file in folder.glob("unfinished/*.jsonl"))
    return journals + len(list(folder.glob("games/*.parquet")))


def wait_for(true, seconds=60.0):
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)


def workers(session):
    """The numbers of the processes that play, of a session."""
    found = subprocess.run(
        ["pgrep", "-s", str(session), "-f", "popen_loky"], check=False, capture_output=True, text=True
    )
    return [int(number) for number in found.stdout.split()]


def test_any_number_of_processes_gives_the_same_bytes(cards, plan_of, tmp_path):
    (tmp_path / "discs.toml").write_text(DISCS, encoding="utf-8")
    plan = plan_of(cards("a"), tmp_path / "discs.toml", games=6)
    played(plan, tmp_path / "here", Here())
    assert {row["scenario"] for row in rows(tmp_path / "here", "shots")} == {"discs"}
    for jobs in (1, 2, 5):
        assert played(plan, tmp_path / str(jobs), Local(jobs)) == 12
        assert tables(tmp_path / str(jobs)) == tables(tmp_path / "here")


def test_games_that_end_their_process_are_played_again_or_marked(plan, undisturbed, tmp_path):
    (tmp_path / "marks").mkdir()
    played(plan, tmp_path / "out", Local(2), partial(dies, tmp_path / "marks"))
    games = rows(tmp_path / "out")
    assert [game["game"] for game in games if game["status"] != "finished"] == [4]
    assert (games[4]["status"], games[4]["error"]) == ("crashed", "its process died each time")
    assert [game for game in games if game["game"] != 4] == [
        game for game in rows(tmp_path / "undisturbed") if game["game"] != 4
    ]
    attempts = {row["game"]: row["attempts"] for row in rows(tmp_path / "out", "times")}
    assert attempts[4] == max(attempts.values()) == 3
    assert attempts[20] == 2


def test_a_game_that_never_ends_is_stopped_and_marked(plan, undisturbed, tmp_path):
    played(plan, tmp_path / "out", Local(2), _sleeps_with_a_limit, limit=1.0)
    games = rows(tmp_path / "out")
    assert [game["game"] for game in games if game["status"] == "timeout"] == [2]
    assert games[2]["error"] == "took longer than 1 s"
    others = [game for game in rows(tmp_path / "undisturbed") if game["game"] != 2]
    assert [game for game in games if game["game"] != 2] == others


def _sleeps_with_a_limit(task):
    with ended_for_certain(task.limit):
        return sleeps(task)


def test_the_parent_is_killed_at_any_moment(plan, undisturbed, tmp_path, command):
    generator = random.Random(11)  # noqa: S311
    folder, arguments = tmp_path / "out", [tmp_path / "a.toml", "--games", GAMES, "--jobs", 1, "--resume", "--quiet"]
    orphans = []
    for moment in range(10):
        batch, before = command(*arguments, "--out", folder), kept(folder)
        if moment:
            wait_for(lambda batch=batch, before=before: kept(folder) > before or batch.poll() is not None)
        time.sleep(generator.uniform(0, 0.03))
        assert batch.poll() is None
        orphans += workers(batch.pid)
        os.kill(batch.pid, signal.SIGKILL)
        batch.communicate()
    done = command(*arguments, "--out", folder)
    _, errors = done.communicate(timeout=120)
    assert (done.returncode, errors) == (0, "")
    assert tables(folder) == undisturbed
    wait_for(lambda: not any(Path(f"/proc/{number}").exists() for number in orphans), 5)


def test_workers_are_killed_from_outside(plan, undisturbed, tmp_path, command):
    folder = tmp_path / "out"
    batch = command(tmp_path / "a.toml", "--games", GAMES, "--jobs", 2, "--out", folder, "--quiet")
    for number in (1, 12):
        wait_for(lambda number=number: kept(folder) >= number)
        os.kill(workers(batch.pid)[0], signal.SIGKILL)
    _, errors = batch.communicate(timeout=120)
    assert batch.returncode == 0, errors
    assert tables(folder) == undisturbed


def test_ctrl_c_ends_all_keeps_what_is_finished_and_says_how_to_go_on(plan, undisturbed, tmp_path, command):
    folder = tmp_path / "out"
    batch = command(tmp_path / "a.toml", "--games", GAMES, "--jobs", 2, "--out", folder)
    wait_for(lambda: kept(folder) >= 3)
    playing = workers(batch.pid)
    start = time.monotonic()
    os.killpg(batch.pid, signal.SIGINT)
    _, errors = batch.communicate(timeout=60)
    assert time.monotonic() - start < 3
    assert len(playing) == 2
    assert not any(Path(f"/proc/{number}").exists() for number in playing)
    assert batch.returncode == 130
    said = errors.splitlines()
    assert said[-3] == "Interrupted."
    assert said[-2] == f"{kept(folder)} finished games are in {folder}"
    assert said[-1].startswith("Resume: ")
    again = subprocess.run(
        said[-1].removeprefix("Resume: "),
        shell=True,
        check=False,
        cwd=Path.cwd(),
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert again.returncode == 0, again.stderr
    assert tables(folder) == undisturbed


def test_a_termination_of_the_parent_leaves_no_process(plan, tmp_path, command):
    batch = command(tmp_path / "a.toml", "--games", 1000, "--jobs", 2, "--out", tmp_path / "out", "--quiet")
    wait_for(lambda: kept(tmp_path / "out") >= 2)
    playing = workers(batch.pid)
    batch.terminate()
    _, errors = batch.communicate(timeout=60)
    assert batch.returncode == 143
    said = errors.splitlines()
    assert said[:1] == ["Terminated."]
    assert said[1] == f"{kept(tmp_path / 'out')} finished games are in {tmp_path / 'out'}"
    assert said[2].startswith("Resume: ")
    assert len(said) == 3
    wait_for(lambda: not any(Path(f"/proc/{number}").exists() for number in playing), 3)


@pytest.fixture
def small_disk(tmp_path):
    """A folder on a disk of 40 kB, and how it is made larger; where only root may make disks, a limit on files."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = ["mount", "-t", "tmpfs", "-o", "size=40k", "tmpfs", str(folder)]
    if subprocess.run(mounted, capture_output=True, check=False).returncode:
        yield folder, "ulimit -f 16; ", lambda: None
        return
    yield folder, "", lambda: subprocess.run(["mount", "-o", "remount,size=10m", folder], check=True)
    subprocess.run(["umount", folder], check=True)


def test_a_full_disk_ends_the_batch_at_once_and_loses_nothing(plan, undisturbed, tmp_path, command, small_disk):
    disk, before, enlarge = small_disk
    folder = disk / "out"
    arguments = [tmp_path / "a.toml", "--games", GAMES, "--jobs", 2, "--out", folder, "--quiet"]
    batch = command(*arguments, before=before)
    _, errors = batch.communicate(timeout=120)
    assert batch.returncode == 2
    said = errors.splitlines()
    assert said[-1].startswith(f"Error: {folder}")
    assert said[-1].endswith("File too large" if before else "no space is left on the device")
    assert "Traceback" not in errors
    assert 0 < kept(folder) < GAMES
    enlarge()
    batch = command(*arguments, "--resume")
    _, errors = batch.communicate(timeout=120)
    assert batch.returncode == 0, errors
    assert tables(folder) == undisturbed


def test_the_parents_memory_stays_flat_over_twenty_thousand_games(cards, plan_of, tmp_path):
    page = os.sysconf("SC_PAGE_SIZE")
    seen = {}

    def watch(task, game):
        if task.game % 4000 == 3999:
            seen[task.game + 1] = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * page

    if not Path("/proc/self/statm").exists():
        pytest.skip("no /proc")
    played(plan_of(cards("a"), games=20_000), tmp_path / "out", Local(2), cheap, watch=watch)
    assert len(seen) == 5
    assert seen[20_000] - seen[4000] < 8e6
    assert len({row["seed"] for row in rows(tmp_path / "out")}) == 20_000


def test_a_worker_has_one_thread_and_does_not_hear_ctrl_c(plan, tmp_path):
    executor = Local(1).open()
    try:
        told = executor.submit(_about_a_worker).result(timeout=60)
    finally:
        Local(1).stop(executor)
    assert told == (dict.fromkeys(engines.ONE_THREAD, "1"), True)


def _about_a_worker():
    ignored = signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    return {name: os.environ.get(name) for name in engines.ONE_THREAD}, ignored
