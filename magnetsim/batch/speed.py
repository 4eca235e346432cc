"""How quick a batch is: the same games in a bare loop, with one process and with several, in turns."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from magnetsim.batch.engines import Local
from magnetsim.batch.plan import Entry, Plan, Task, game_seed, scenario_of
from magnetsim.batch.play import Played, play_game
from magnetsim.batch.running import run_batch
from magnetsim.batch.store import Store
from magnetsim.session import new_session

BARE = 0
"""Stands for the bare loop where others are numbers of processes."""


@dataclass(frozen=True, slots=True)
class Round:
    """One part of the games, played in each way.

    seconds : for a game, by the number of processes, BARE among them; what comes before all are at work, left out
    processor : s of processor for a game, of all processes together, likewise; another's work does not count
    memory : bytes that this process holds when it is over; None where the system does not tell
    """

    seconds: dict[int, float]
    processor: dict[int, float]
    memory: int | None


def rounds(
    plan: Plan, jobs: Sequence[int], count: int, watch: Callable[[int, int], None] = lambda _round, _jobs: None
) -> Iterator[Round]:
    """Play a plan of one scenario so many times, each time other games of it, in a bare loop and with these processes.

    watch : is told the round and the number of processes before each

    One after the other in every round, so that what slows the machine down slows down all.
    """
    for number in range(count):
        seed = game_seed(plan.entries[0].seed, number)
        played = replace(plan, entries=(replace(plan.entries[0], seed=seed),))
        seconds, processor = {}, {}
        for ways in (BARE, *jobs):
            watch(number, ways)
            seconds[ways], processor[ways] = _bare(played) if ways == BARE else _batch(played, ways)
        yield Round(seconds, processor, _memory())


def _bare(plan: Plan) -> tuple[float, float]:
    """Seconds, and s of processor, for a game of nothing but games, in a process such as those of a batch."""
    engine = Local(1)
    executor = engine.open()
    try:
        moments = executor.submit(bare_loop, plan.entries[0], plan.games).result()
    finally:
        engine.stop(executor)
    by_clock, by_processor = zip(*moments, strict=True)
    return _for_a_game(by_clock), _for_a_game(by_processor)


def bare_loop(entry: Entry, games: int) -> list[tuple[float, float]]:
    """Play games one after the other, keeping nothing; when each was over, by the clock and by the processor's."""
    moments = []
    for game in range(games):
        new_session(scenario_of(entry).model_copy(update={"seed": game_seed(entry.seed, game)})).play()
        moments.append((time.perf_counter(), time.process_time()))
    return moments


def _batch(plan: Plan, jobs: int) -> tuple[float, float]:
    """Seconds, and s of processor, for a game of a batch, tables and all, while every process has one to play."""
    moments: list[float] = []
    own: list[float] = []
    theirs: list[float] = []

    def watch(task: Task, played: Played) -> None:
        if task.game > 0:
            moments.append(time.perf_counter())
            own.append(time.process_time())
            theirs.append(played.times["process_s"])

    with TemporaryDirectory() as place:
        there, folder = Path(place) / "there", Path(place) / "batch"
        there.mkdir()
        with closing(Store(folder, plan, resume=False)) as store:
            run_batch(plan, store, Local(jobs), play=partial(play_together, there, jobs), watch=watch)
    return _for_a_game(moments[: len(moments) - jobs + 1]), _for_a_game(own) + sum(theirs[1:]) / len(theirs[1:])


def play_together(there: Path, jobs: int, task: Task) -> Played:
    """Play a game once all processes have begun one, the first game apart: they begin by importing, which takes long.

    there : a folder in which each says that it is there
    """
    (there / str(os.getpid())).touch()
    while task.game > 0 and len(list(there.iterdir())) < jobs:
        time.sleep(0.01)
    return play_game(task)


def _for_a_game(moments: Sequence[float]) -> float:
    return (moments[-1] - moments[0]) / (len(moments) - 1)


def _memory() -> int | None:
    try:
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
    except OSError:
        return None
    return int(pages) * os.sysconf("SC_PAGE_SIZE")
