"""How the commands speak: lines to standard output, complaints to standard error."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Literal

import typer

from magnetsim.cli.framing import framed
from magnetsim.errors import ScenarioError
from magnetsim.language import Words, choose_language, message, words_of

NOT_SO = 1
BAD_INPUT = 2
INTERRUPTED = 130

Lang = Annotated[
    Literal["zh", "en"] | None,
    typer.Option("--lang", help=message("Language to speak; the environment's if left out.")),
]


class Interrupted(Exception):
    """Ctrl-C, with what is to be said about it."""


def language(lang: str | None) -> str:
    """The language asked for, else the environment's."""
    return choose_language(lang, os.environ)


def spoken(lang: str | None) -> Words:
    """The words of that language."""
    return words_of(language(lang))


def say(text: str = "") -> None:
    """Write a line to standard output, at once."""
    print(text, flush=True)


def complain(words: Words, text: str) -> None:
    """Write an error to standard error."""
    note(words.gettext("Error: {text}").format(text=framed(text, words)))


def note(text: str) -> None:
    """Write a line about the work itself to standard error."""
    print(text, file=sys.stderr, flush=True)


@contextmanager
def of_file(path: Path) -> Iterator[None]:
    """Says of a scenario that turns out unusable inside in which file it is."""
    try:
        yield
    except ScenarioError as error:
        raise ScenarioError(f"{path}: {error}") from error


def relative(path: Path) -> str:
    """A path as one would type it here: relative to the current folder where it lies inside it."""
    try:
        return str(path.absolute().relative_to(Path.cwd()))
    except ValueError:
        return str(path)


def command_line(*arguments: str) -> str:
    """A command to type, that starts this program in the way it was started."""
    started = Path(sys.argv[0])
    if started.name == "__main__.py":
        return _quoted([relative(Path(sys.executable)), "-m", "magnetsim", *arguments])
    return _quoted([started.stem, *arguments])


def _quoted(arguments: Sequence[str]) -> str:
    if os.name == "nt":
        return subprocess.list2cmdline(arguments)
    return shlex.join(arguments)
