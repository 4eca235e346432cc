"""Ways to play, and places to play at, for tests: games that cost nothing, that die, that never end."""

from __future__ import annotations

import os
import time
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from magnetsim.batch.play import Played, play_game, setup_of
from magnetsim.batch.running import run_batch
from magnetsim.batch.store import Store
from magnetsim.results.rows import lost_row


class Serial(Executor):
    """Plays a game when it is sent."""

    def submit(self, fn, /, *args, **kwargs):
        future: Future = Future()
        future.set_result(fn(*args, **kwargs))
        return future


@dataclass
class Here:
    """This process: one game after the other, or in several threads, which finish as they like."""

    workers: int = 1
    lost = (BrokenExecutor,)
    chances = 2
    opened: int = 0

    def open(self):
        self.opened += 1
        return Serial() if self.workers == 1 else ThreadPoolExecutor(self.workers)

    def stop(self, executor):
        executor.shutdown(cancel_futures=True)


def cheap(task):
    """A game that costs nothing."""
    row = lost_row(setup_of(task.entry), task.game, task.seed, "finished", "")
    return Played(row, [], {"started": 1e9, "wall_s": 0.0, "process_s": 0.0, "worker": "here"})


def first_time(folder: Path, what: str) -> bool:
    """Whether this is the first call for it, of all processes."""
    try:
        (folder / what).touch(exist_ok=False)
    except FileExistsError:
        return False
    return True


def dies(folder, task):
    """Game 4 ends its process, game 20 the first time only."""
    if task.game == 4:
        os.abort()
    if task.game == 20 and first_time(folder, "20"):
        os._exit(3)
    return play_game(task)


def sleeps(task):
    """Game 2 never ends."""
    if task.game == 2:
        time.sleep(1e6)
    return play_game(task)


def played(plan, folder, place, play=play_game, *, resume=False, limit=None, watch=None):
    """Plays what is missing in a folder; how many games that were."""
    store = Store(folder, plan, resume=resume)
    before = store.done.total()
    try:
        run_batch(plan, store, place, play=play, limit=limit, watch=watch)
    finally:
        store.close()
    return store.done.total() - before


def tables(folder):
    """The files of the tables of games and shots, whole."""
    files = [file for name in ("games", "shots") for file in sorted((folder / name).iterdir())]
    return {str(file.relative_to(folder)): file.read_bytes() for file in files}


def rows(folder, table="games"):
    """A table's rows."""
    from magnetsim.results.reading import open_dataset, read_table

    return read_table(open_dataset(folder), table).to_pylist()
