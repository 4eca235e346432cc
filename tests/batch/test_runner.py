"""What is sent out when, and what becomes of games whose worker dies: by an executor that dies when it is told to."""

import sys
import time
from concurrent.futures import BrokenExecutor, Executor, Future
from dataclasses import dataclass, field, replace
from queue import SimpleQueue
from threading import Thread

import pytest

from magnetsim.batch import play
from magnetsim.batch.engines import EngineError, usual_jobs
from magnetsim.batch.plan import Task, game_seed
from magnetsim.batch.runner import CRASHES_IN_A_ROW, OUT_PER_WORKER, WorkersDieError, play_all
from tests.batch.playing import Here, cheap, played, rows


@dataclass
class Mortal:
    """Plays one game after the other; with a deadly one all that are out are lost, as with processes of loky.

    deadly : how often a game still kills        events : what was sent and done, in order
    """

    workers: int
    deadly: dict[int, int] = field(default_factory=dict)
    lost: tuple[type[BaseException], ...] = (BrokenExecutor,)
    chances: int = 2
    opened: int = 0
    stopped: int = 0
    most: int = 0
    events: list[tuple[str, int]] = field(default_factory=list)

    def open(self):
        self.opened += 1
        return _Pool(self)

    def stop(self, executor):
        self.stopped += 1
        executor.games.put(None)
        executor.thread.join()

    @property
    def sent(self):
        return [game for what, game in self.events if what == "sent"]


class _Pool(Executor):
    def __init__(self, engine):
        self.engine, self.games, self.broken = engine, SimpleQueue(), False
        self.out = 0
        self.thread = Thread(target=self._work)
        self.thread.start()

    def submit(self, fn, /, task):
        if self.broken:
            raise BrokenExecutor
        future = Future()
        self.engine.events.append(("sent", task.game))
        self.out += 1
        self.engine.most = max(self.engine.most, self.out)
        self.games.put((fn, task, future))
        return future

    def _work(self):
        while (given := self.games.get()) is not None:
            fn, task, future = given
            time.sleep(0.002)
            self.out -= 1
            if not self.broken and self.engine.deadly.get(task.game, 0):
                self.engine.deadly[task.game] -= 1
                self.broken = True
            if self.broken:
                future.set_exception(BrokenExecutor())
            else:
                played = fn(task)
                self.engine.events.append(("done", task.game))
                future.set_result(played)


@pytest.fixture
def tasks(cards, plan_of):
    plan = plan_of(cards(), games=12)
    entry = plan.entries[0]
    return [Task(entry, game, game_seed(entry.seed, game), 12, plan.kept, None, "") for game in plan.numbers]


def statuses(tasks, engine):
    return {task.game: played.row["status"] for task, played in play_all(iter(tasks), cheap, engine)}


def test_the_first_game_is_out_alone_and_then_a_few_more_than_there_are_workers(tasks):
    taken = []

    def source():
        for task in tasks:
            taken.append(task.game)
            yield task

    engine = Mortal(2)
    games = play_all(source(), cheap, engine)
    next(games)
    # One is at hand beside the one that was out.
    assert taken == [0, 1]
    assert {task.game for task, _ in games} == set(range(1, 12))
    assert 1 < engine.most <= OUT_PER_WORKER * 2
    assert engine.stopped == engine.opened == 1


def test_games_of_other_kernels_wait_until_these_are_compiled(tasks):
    other = replace(tasks[0].entry, kernels="xinxin finite")
    mixed = [*tasks[:6], *(replace(task, entry=other) for task in tasks[6:])]
    engine = Mortal(2)
    statuses(mixed, engine)
    when = {event: at for at, event in enumerate(engine.events)}
    assert when["done", 0] < when["sent", 1]
    assert max(when["done", game] for game in range(6)) < when["sent", 6]
    assert when["done", 6] < when["sent", 7]


@pytest.mark.parametrize("times", [1, 2])
def test_a_game_is_played_again_when_its_worker_dies(tasks, times):
    engine = Mortal(2, {5: times})
    assert statuses(tasks, engine) == dict.fromkeys(range(12), "finished")
    assert engine.sent.count(5) == times + 1
    assert engine.opened == engine.stopped == times + 1


def test_a_game_that_kills_each_time_is_given_up_and_no_other(tasks):
    engine = Mortal(2, {5: 99, 6: 1})
    found = statuses(tasks, engine)
    assert found == {game: "crashed" if game == 5 else "finished" for game in range(12)}


def test_workers_that_die_whatever_they_play_end_the_batch(tasks):
    engine = Mortal(2, dict.fromkeys(range(12), 99))
    with pytest.raises(WorkersDieError, match=f"the processes of {CRASHES_IN_A_ROW} games in a row died"):
        statuses(tasks, engine)
    assert engine.opened == engine.stopped


def test_a_batch_that_is_left_stops_its_workers(tasks):
    engine = Mortal(2)
    games = play_all(iter(tasks), cheap, engine)
    next(games)
    games.close()
    assert engine.stopped == 1


def test_a_scheduler_that_lets_go_ends_the_batch(tasks):
    class Gone(Here):
        def open(self):
            return self

        def submit(self, fn, task):
            future = Future()
            future.cancel()
            future.set_running_or_notify_cancel()
            return future

        def stop(self, executor):
            pass

    with pytest.raises(EngineError, match="the scheduler has let go of the games"):
        statuses(tasks, Gone())


def test_a_mistake_in_one_game_ends_no_other(cards, plan_of, tmp_path, monkeypatch):
    new_session = play.new_session

    def mistaken(scenario):
        if scenario.seed == game_seed(3, 2):
            raise IndexError("no such card")
        return new_session(scenario)

    monkeypatch.setattr(play, "new_session", mistaken)
    played(plan_of(cards(), games=4), tmp_path / "out", Here())
    games = rows(tmp_path / "out")
    assert [game["status"] for game in games] == ["finished", "finished", "stopped", "finished"]
    assert games[2]["error"].startswith("IndexError at test_runner.py:")
    assert games[2]["error"].endswith(": no such card")
    assert games[2]["scores"] is None


def test_as_many_processes_as_there_are_processors_games_and_windows_allow(monkeypatch):
    monkeypatch.setattr("loky.cpu_count", lambda: 128)
    monkeypatch.setattr(sys, "platform", "linux")
    assert [usual_jobs(games) for games in (1, 3, 1000)] == [1, 3, 128]
    monkeypatch.setattr(sys, "platform", "win32")
    assert [usual_jobs(games) for games in (3, 1000)] == [3, 61]
