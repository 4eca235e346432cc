"""Where games are played: processes of this machine, or workers of a cluster, as executors of `concurrent.futures`."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
import warnings
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol

from magnetsim.errors import MagnetsimError, Notice
from magnetsim.language import Phrase

MOST_JOBS_ON_WINDOWS = 61
"""What the system can wait for at once."""
JOBS_A_PROCESSOR = 16
"""More make nothing quicker."""
ONE_THREAD = dict.fromkeys(
    (
        "BLIS_NUM_THREADS",
        "MKL_NUM_THREADS",
        "NUMBA_NUM_THREADS",
        "NUMEXPR_NUM_THREADS",
        "OMP_NUM_THREADS",
        "OPENBLAS_NUM_THREADS",
        "VECLIB_MAXIMUM_THREADS",
    ),
    "1",
)
"""The environment of a worker: as many workers as processors, and each with one thread."""
_LOOK_EVERY = 0.5
"""s between a worker's looks at whether the process it works for is there."""


class EngineError(MagnetsimError):
    """An engine that is not there: its library is not installed, its cluster cannot be reached."""


class Engine(Protocol):
    """Opens executors, as many as it takes: one whose worker dies may be of no more use."""

    @property
    def lost(self) -> tuple[type[BaseException], ...]:
        """The errors of a game whose worker died."""

    @property
    def chances(self) -> int:
        """How often a game is played alone before it is given up, once it was out as a worker died."""

    @property
    def workers(self) -> int:
        """How many games are played at once."""

    def open(self) -> Executor:
        """An executor whose workers are starting."""

    def stop(self, executor: Executor) -> None:
        """Stop an executor at once, whatever it is at; its workers are gone afterwards."""


@dataclass(frozen=True, slots=True)
class Local:
    """Processes of this machine, by loky: one that dies is noticed, and none inherits a half copied state."""

    workers: int

    @property
    def lost(self) -> tuple[type[BaseException], ...]:
        """The errors of a game whose worker died."""
        return (BrokenExecutor,)

    @property
    def chances(self) -> int:
        """Twice: once a process may die by anybody's doing."""
        return 2

    def open(self) -> Executor:
        """Processes that do not hear Ctrl-C or SIGTERM: the parent answers these, and they end when it is gone."""
        from loky.process_executor import ProcessPoolExecutor

        executor: Executor = ProcessPoolExecutor(
            max_workers=self.workers, initializer=begin_worker, initargs=(os.getpid(),), env=ONE_THREAD
        )
        return executor

    def stop(self, executor: Executor) -> None:
        """Kill the processes."""
        stop: Any = executor.shutdown
        stop(wait=True, kill_workers=True)


class Cluster:
    """Workers that a scheduler of dask.distributed knows, on this machine or others."""

    def __init__(self, scheduler: str) -> None:
        """Reach the scheduler at this address; EngineError when it is not there, or the library is not."""
        try:
            from distributed import Client
            from distributed.scheduler import KilledWorker
        except ImportError as error:
            raise EngineError(
                Phrase("--engine dask: expected dask.distributed: pip install 'magnetsim[cluster]'")
            ) from error
        try:
            self._client: Any = Client(scheduler, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as error:
            text = Phrase(
                "{address}: no scheduler answers there: {reason}; start one (dask scheduler), or give its address as tcp://HOST:PORT",
                address=scheduler,
                reason=error,
            )
            raise EngineError(text) from error
        self._address = scheduler
        self.lost: tuple[type[BaseException], ...] = (KilledWorker,)

    @property
    def chances(self) -> int:
        """Once: the scheduler has tried a game on several workers before it says that they die of it."""
        return 1

    @property
    def workers(self) -> int:
        """Threads of the workers that are there now; one at least, for workers may come later."""
        return max(1, int(sum(self._client.nthreads().values())))

    def open(self) -> Executor:
        """An executor that sends games to the scheduler."""
        executor: Executor = self._client.get_executor(pure=False, retries=0)
        return executor

    def stop(self, executor: Executor) -> None:
        """Call back the games that are on their way; those that are being played are played for nobody."""
        executor.shutdown(wait=False)
        self._client.close(timeout=2)


def most_jobs() -> int:
    """How many processes a batch may be told to take: all are started at once, also where that is of no use."""
    from loky import cpu_count

    return MOST_JOBS_ON_WINDOWS if sys.platform == "win32" else JOBS_A_PROCESSOR * int(cpu_count())


def usual_jobs(games: int) -> int:
    """How many processes a batch takes that is not told: as many as there are processors for us, or games."""
    from loky import cpu_count

    most = MOST_JOBS_ON_WINDOWS if sys.platform == "win32" else games
    return max(1, min(int(cpu_count()), games, most))


def begin_worker(parent: int) -> None:
    """Prepare a process of ours to play games for another; parent : that one's number."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # What there is to say of a scenario was said before its games began.
    warnings.filterwarnings("ignore", category=Notice)
    threading.Thread(target=_end_with, args=[parent], daemon=True).start()


def _end_with(parent: int) -> None:
    """End this process when its parent is there no more: whoever has adopted it does not want its games."""
    while os.name != "posix" or os.getppid() == parent:
        time.sleep(_LOOK_EVERY)
    os._exit(1)


@contextmanager
def interruptions_held() -> Iterator[None]:
    """Hold Ctrl-C and SIGTERM back inside, also from processes that are started there, for as long as they live."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
