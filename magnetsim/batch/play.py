"""One game, played in a worker: a task comes in, plain rows go out. What happens here is the same in any process."""

from __future__ import annotations

import os
import platform
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import magnetsim
from magnetsim.batch.keeping import is_kept
from magnetsim.batch.plan import Entry, Task, scenario_of
from magnetsim.errors import MagnetsimError
from magnetsim.feelinks_session import FeelinksSession
from magnetsim.friends import PlayedOut
from magnetsim.language import Phrase
from magnetsim.record.lines import SealedLines
from magnetsim.results.rows import Row, Setup, game_rows, lost_row, new_setup
from magnetsim.results.schema import STOPPED, TIMEOUT
from magnetsim.session import AnySession, AnyStep, new_session
from magnetsim.versions import source_digest, versions

GRACE = 2.0
"""s beyond its limit after which a game that makes no move any more takes its process with it."""


class OtherCodeError(MagnetsimError):
    """A worker that would play by other sources than the batch was begun with."""


class _TooLongError(Exception):
    """The game has taken longer than it may."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game that is over, whatever became of it.

    row, shots : for the tables        times : for that of wall-clock times
    record : the text of its record, if that is kept
    """

    row: Row
    shots: list[Row]
    times: Row
    record: str | None = None


def play_game(task: Task) -> Played:
    """Play a game to its end; errors that end it are told in its row."""
    if task.code != source_digest(Path(magnetsim.__file__).parent):
        text = Phrase(
            "{worker}: has other sources than the batch was begun with; install the same magnetsim there, change it"
            " only between batches, and start the workers anew",
            worker=_worker(),
        )
        raise OtherCodeError(text)
    started, wall, process = time.time(), time.perf_counter(), time.process_time()
    setup = setup_of(task.entry)
    session: AnySession | None = None
    ended: PlayedOut | None = None
    error: Exception | None = None
    with ended_for_certain(task.limit):
        try:
            session = new_session(scenario_of(task.entry).model_copy(update={"seed": task.seed}))
            ended = _played(session, _watch(task.limit))
        except _TooLongError as late:
            error = late
        except Exception as failure:  # noqa: BLE001  one game that fails, by whatever mistake, ends no batch
            error = failure
    row: Row
    shots: list[Row]
    if isinstance(error, _TooLongError):
        row, shots = lost_row(setup, task.game, task.seed, TIMEOUT, too_long(task)), []
    elif session is None:
        row, shots = lost_row(setup, task.game, task.seed, STOPPED, _told(error)), []
    else:
        row, shots = game_rows(setup, task.game, session, None if error is None else _told(error), ended)
    kept = session is not None and is_kept(task.kept, row, task.games)
    if kept and ended is not None and session is not None:
        session.play()
    times = {
        "started": started,
        "wall_s": time.perf_counter() - wall,
        "process_s": time.process_time() - process,
        "worker": _worker(),
    }
    return Played(row, shots, times, _record(session, error) if session is not None and kept else None)


def lost_game(task: Task, status: str, error: str, attempts: int) -> Played:
    """What is known of a game whose process died, or did not come back in time."""
    row = lost_row(setup_of(task.entry), task.game, task.seed, status, error)
    return Played(row, [], {"attempts": attempts})


def too_long(task: Task) -> str:
    """What is said of a game that took too long."""
    return f"took longer than {task.limit:g} s"


@lru_cache(maxsize=64)
def setup_of(entry: Entry) -> Setup:
    """What the rows of a scenario's games begin with."""
    return new_setup(scenario_of(entry), versions(), entry.seed, dict(entry.parameters))


def _played(session: AnySession, watch: Callable[..., None] | None) -> PlayedOut | None:
    """Play to the end; a game of cards is played out, which is quicker, and leaves its match where it was."""
    if isinstance(session, FeelinksSession):
        try:
            return session.play_out(watch)
        except MagnetsimError:
            # Somebody has to be asked again, or cannot be asked: a match tells with what moves it came to that.
            pass
    session.play(watch)
    return None


def _watch(limit: float | None) -> Callable[..., None] | None:
    """What looks at the clock after each move; None where there is no limit."""
    if limit is None:
        return None
    end = time.perf_counter() + limit

    def watch(*_: AnyStep) -> None:
        if time.perf_counter() > end:
            raise _TooLongError

    return watch


@contextmanager
def ended_for_certain(limit: float | None) -> Iterator[None]:
    """End the process when what is inside goes on for long beyond its limit; who asked for it plays on without."""
    if limit is None:
        yield
        return
    timer = threading.Timer(limit + GRACE, os._exit, [1])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _record(session: AnySession, error: Exception | None) -> str:
    """The text of a record: of a game that did not end with the error that ended it, if that is one of ours."""
    written = SealedLines(session)
    lines = [written.header(), *(written.turn(turn) for turn in session.match.turns)]
    outcome = session.match.outcome
    if outcome is not None:
        lines.append(written.outcome(outcome))
    elif isinstance(error, MagnetsimError):
        lines.append(written.stopped(error))
    return "".join(f"{line}\n" for line in lines)


def _told(error: Exception | None) -> str:
    """An error as its row tells it: one of ours by its words, any other also by its kind and place."""
    if error is None or isinstance(error, MagnetsimError):
        return str(error)
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = f"{Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}" if trace is not None else "?"
    return f"{type(error).__name__} at {place}: {error}"


def _worker() -> str:
    return f"{platform.node()}:{os.getpid()}"
