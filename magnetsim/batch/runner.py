"""Sends games out and takes them in, at any time a few more than there are workers; a lost one is sent again.

Who died is not told: with a pool of processes, all games that were out are lost together. So each of them is played
again alone. One that loses its worker then is the one; the others have lost some time, and nothing else.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from dataclasses import dataclass, replace
from queue import Empty, SimpleQueue

from magnetsim.batch.engines import Engine, EngineError, interruptions_held
from magnetsim.batch.plan import Task
from magnetsim.batch.play import Played, lost_game, too_long
from magnetsim.errors import MagnetsimError
from magnetsim.language import Phrase
from magnetsim.results.schema import CRASHED, TIMEOUT

OUT_PER_WORKER = 2
"""Games that are out for each worker: one that it plays, and one that it finds when it has finished."""
CRASHES_IN_A_ROW = 5
"""Games given up without one that was finished in between, after which it is not the games."""
_LISTEN = 0.5
"""s after which a wait for a game is begun anew, for on some systems Ctrl-C is heard only then."""

Play = Callable[[Task], Played]


class WorkersDieError(MagnetsimError):
    """Workers that die whatever they are given."""


@dataclass(slots=True)
class _Flight:
    """A game that is out, or is to be sent again.

    attempts : how often it was sent        alone_before : how often, now included, while no other was out
    alone : whether no other is out now
    """

    task: Task
    attempts: int = 0
    alone_before: int = 0
    alone: bool = False
    sent: float = 0.0


def play_all(tasks: Iterator[Task], play: Play, engine: Engine) -> Generator[tuple[Task, Played], None, None]:
    """Play games, each taken from the iterator when a worker is about to be free; they come as they finish.

    play : what a worker does with a task

    The first game that needs other kernels than those before is out alone, so that what is compiled is compiled once.
    When the generator is closed, or Ctrl-C comes, all workers are stopped. WorkersDieError when it is not the games.
    """
    out = _Out(play, engine)
    suspects: deque[_Flight] = deque()
    warm: set[str] = set()
    given_up = 0
    task = next(tasks, None)
    try:
        while task is not None or suspects or out.count:
            if suspects and not out.count:
                flight = suspects.popleft()
                if not out.send(replace(flight, alone=True)):
                    suspects.appendleft(flight)
            while task is not None and not suspects and out.count < _room(task, warm, engine):
                if not out.send(_Flight(task)):
                    suspects.append(_Flight(task))
                task = next(tasks, None)
            if not out.count:
                continue
            flight, future = out.take()
            warm.add(flight.task.entry.kernels)
            if not out.lost(future):
                given_up = 0
                played = future.result()
                yield flight.task, replace(played, times={**played.times, "attempts": flight.attempts})
            elif (ending := _ending(flight, engine)) is not None:
                given_up += 1
                if given_up == CRASHES_IN_A_ROW:
                    raise _not_the_games(flight.task)
                yield flight.task, ending
            else:
                suspects.append(flight)
    finally:
        out.stop()


class _Out:
    """The games that are out, and what plays them."""

    def __init__(self, play: Play, engine: Engine) -> None:
        self._play = play
        self._engine = engine
        self._executor: Executor | None = None
        # Nothing but these holds a future: a cluster keeps what was played for as long as it is held.
        self._flights: dict[Future[Played], _Flight] = {}
        self._back: SimpleQueue[Future[Played]] = SimpleQueue()

    @property
    def count(self) -> int:
        """How many games are out."""
        return len(self._flights)

    def send(self, flight: _Flight) -> bool:
        """Send a game out; whether that could be done: not after a worker died, as long as other games are out."""
        try:
            # The workers that are started here shall not hear Ctrl-C or SIGTERM, not even while they begin.
            with interruptions_held():
                if self._executor is None:
                    self._executor = self._engine.open()
                future = self._executor.submit(self._play, flight.task)
        except BrokenExecutor:
            self._give_up_executor()
            return False
        flight.attempts += 1
        flight.alone_before += flight.alone
        flight.sent = time.monotonic()
        self._flights[future] = flight
        future.add_done_callback(self._back.put)
        return True

    def take(self) -> tuple[_Flight, Future[Played]]:
        """The next game that is back, lost or played; waits for it."""
        while True:
            try:
                future = self._back.get(timeout=_LISTEN)
            except Empty:
                continue
            return self._flights.pop(future), future

    def lost(self, future: Future[Played]) -> bool:
        """Whether the worker of a game that is back died; EngineError when nobody plays it any more."""
        if future.cancelled():
            raise EngineError(Phrase("the scheduler has let go of the games: see whether it and its workers still run"))
        error = future.exception()
        if isinstance(error, BrokenExecutor):
            self._give_up_executor()
        return isinstance(error, self._engine.lost)

    def stop(self) -> None:
        """Stop all that is at work."""
        if self._executor is not None:
            self._engine.stop(self._executor)
            self._executor = None

    def _give_up_executor(self) -> None:
        """Let go of an executor that takes no more; another is opened when a game is sent."""
        if self.count == 0:
            self.stop()


def _room(task: Task, warm: set[str], engine: Engine) -> int:
    """How many games may be out beside this one."""
    return OUT_PER_WORKER * engine.workers if task.entry.kernels in warm else 1


def _ending(flight: _Flight, engine: Engine) -> Played | None:
    """What becomes of a game whose worker died; None: it is played again, alone."""
    task = flight.task
    if flight.alone and task.limit is not None and time.monotonic() - flight.sent >= task.limit:
        return lost_game(task, TIMEOUT, too_long(task), flight.attempts)
    if flight.alone_before < engine.chances:
        return None
    return lost_game(task, CRASHED, "its process died each time", flight.attempts)


def _not_the_games(task: Task) -> WorkersDieError:
    return WorkersDieError(
        Phrase(
            "the processes of {count} games in a row died, each more than once; the last was game {game} of {name}: if"
            " memory is short take fewer --jobs; --only {game} in another folder plays that game alone",
            count=CRASHES_IN_A_ROW,
            game=task.game,
            name=task.entry.name,
        )
    )
