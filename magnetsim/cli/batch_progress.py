"""How far a batch is: bars on a terminal, elsewhere a line from time to time."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from magnetsim.cli.output import note
from magnetsim.language import Words

if TYPE_CHECKING:
    from rich.progress import Progress

    from magnetsim.batch.plan import Entry, Plan
    from magnetsim.batch.store import Store

MOST_BARS = 20
"""Scenarios that get a bar of their own beside that of all."""
FIRST_LINE, LONGEST_PAUSE = 10.0, 120.0
"""s until the first line, and at most between two."""

Tell = Callable[["Entry"], None]
"""Told the scenario of a game that has finished."""


@contextmanager
def batch_progress(plan: Plan, store: Store, words: Words, *, told: bool) -> Iterator[Tell]:
    """Shows on standard error how far a batch is, of which some games may be there already."""
    if not told:
        yield lambda _: None
    elif not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield _lines(plan.size, store.done.total(), words)
    else:
        with _bars(words) as bars:
            yield _moving(bars, plan, store, words)


def _lines(size: int, there: int, words: Words) -> Tell:
    """A line now and then, ever less often."""
    start = time.monotonic()
    due, pause, finished = start + FIRST_LINE, FIRST_LINE, 0

    def tell(_: Entry) -> None:
        nonlocal due, pause, finished
        finished += 1
        now = time.monotonic()
        if now >= due:
            rate = finished / (now - start)
            text = words.gettext("{done} of {all} games; {rate:.2f} a second; {left} left")
            done = there + finished
            note(text.format(done=done, all=size, rate=rate, left=_duration((size - done) / rate)))
            pause = min(2 * pause, LONGEST_PAUSE)
            due = now + pause

    return tell


def _bars(words: Words) -> Progress:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    return Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn(words.gettext("{task.fields[rate]:.2f} games/s"), markup=False),
        TimeRemainingColumn(compact=True),
        console=Console(stderr=True),
    )


def _moving(bars: Progress, plan: Plan, store: Store, words: Words) -> Tell:
    """Bars that move with each game: of each scenario, if they are few, and of all."""
    from rich.text import Text

    start = time.monotonic()
    own = {}
    if 1 < len(plan.entries) <= MOST_BARS:
        for entry in plan.entries:
            label = " ".join([entry.name, *(f"{path}={value}" for path, value in entry.changes)])
            own[entry] = bars.add_task(
                Text(label).plain, total=len(plan.numbers), completed=store.done[entry], rate=0.0
            )
    everything = bars.add_task(words.gettext("games"), total=plan.size, completed=store.done.total(), rate=0.0)
    finished = dict.fromkeys([*own.values(), everything], 0)

    def tell(entry: Entry) -> None:
        for bar in (everything, *([own[entry]] if entry in own else [])):
            finished[bar] += 1
            bars.update(bar, advance=1, rate=finished[bar] / (time.monotonic() - start))

    return tell


def _duration(seconds: float) -> str:
    """A duration as h:mm:ss."""
    whole = round(seconds)
    return f"{whole // 3600}:{whole // 60 % 60:02d}:{whole % 60:02d}"
