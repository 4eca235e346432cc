"""A batch from its plan to its tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import magnetsim
from magnetsim.batch.engines import Engine
from magnetsim.batch.plan import Plan, Task, game_seed
from magnetsim.batch.play import Played, play_game
from magnetsim.batch.runner import Play, play_all
from magnetsim.batch.store import Store
from magnetsim.versions import source_digest


def run_batch(
    plan: Plan,
    store: Store,
    engine: Engine,
    *,
    limit: float | None = None,
    play: Play = play_game,
    watch: Callable[[Task, Played], None] | None = None,
) -> None:
    """Play what is missing of a batch, and keep each game as it finishes.

    limit : s that a game may take        watch : sees each game that is kept

    OutputError when a game cannot be kept; errors of the engine. The workers are gone whatever ends it.
    """
    with closing(play_all(_tasks(plan, store, limit), play, engine)) as games:
        for task, played in games:
            store.keep(task.entry, task.game, played)
            if watch is not None:
                watch(task, played)
    store.finish()


def _tasks(plan: Plan, store: Store, limit: float | None) -> Iterator[Task]:
    """The games that are missing, each ready to travel."""
    code = source_digest(Path(magnetsim.__file__).parent)
    for entry, game in store.missing():
        yield Task(entry, game, game_seed(entry.seed, game), plan.games, plan.kept, limit, code)
