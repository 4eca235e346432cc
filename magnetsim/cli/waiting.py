"""What a user sees while the machine works: a word when it takes long, a status on a terminal."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from magnetsim.cli.output import note
from magnetsim.language import Words

PATIENCE = 3.0
"""s that pass without a word: what is compiled already loads sooner, also on a busy machine."""


def getting_ready(words: Words) -> str:
    """What is said when a command takes long to begin."""
    return words.gettext("Getting ready; the first time on a machine the program is compiled, which takes a while …")


@contextmanager
def said_if_long(text: str) -> Iterator[None]:
    """Say so, once, when what is inside takes long: the first run on a machine compiles."""
    timer = threading.Timer(PATIENCE, note, [text])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


@contextmanager
def status_line() -> Iterator[Callable[[str], None]]:
    """A line on standard error that changes, where that is a terminal; nothing at all elsewhere."""
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield lambda _: None
        return
    from rich.console import Console
    from rich.text import Text

    with Console(stderr=True).status("") as status:
        yield lambda text: status.update(Text(text))


@contextmanager
def progress_bar(text: str) -> Iterator[Callable[[float], None]]:
    """A bar on standard error, told what part is done, where that is a terminal; elsewhere the text, once."""
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        note(text)
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(text, total=1.0)
        yield lambda done: progress.update(task, completed=done)
