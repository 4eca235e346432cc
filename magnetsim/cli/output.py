"""How the commands speak: lines to standard output, complaints to standard error."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Annotated, Any, Literal, TextIO

import typer

from magnetsim.cli.interruption import INTERRUPTED, TERMINATED
from magnetsim.errors import OutputError, ScenarioError, reason
from magnetsim.language import LANGUAGES, Phrase, Words, choose_language, message, told, words_of

NOT_SO = 1
BAD_INPUT = 2
READER_LEFT = 141
"""As of a program that the system ends because nobody reads on."""

Lang = Annotated[
    Literal["zh", "en"] | None,
    typer.Option("--lang", help=message("Language to speak; the environment's if left out.")),
]


class ReaderLeftError(OutputError):
    """Whoever read standard output has seen enough: nothing is wrong, and there is nobody to be told."""


class Interrupted(Exception):
    """Ctrl-C, with what is to be said about it."""

    code = INTERRUPTED
    """The exit code."""


class EndedFromOutside(Interrupted):
    """SIGTERM, likewise."""

    code = TERMINATED


def language_option(arguments: Sequence[str]) -> str | None:
    """The language that a command line asks for, before it is understood: the last of its --lang; None without any."""
    found = re.findall(rf"(?m)^--lang[=\n]({'|'.join(LANGUAGES)})$", "\n".join(arguments))
    return found[-1] if found else None


def language(context: typer.Context, lang: str | None) -> str:
    """The language that a command is asked to speak, or the program before it, else the environment's."""
    return choose_language(lang or context.obj, os.environ)


def spoken(context: typer.Context, lang: str | None) -> Words:
    """The words of that language."""
    return words_of(language(context, lang))


def say(text: str = "") -> None:
    """Write a line to standard output, at once; OutputError when that cannot be written to."""
    try:
        print(text, flush=True)
    except OSError as error:
        silence(sys.stdout)
        kind = ReaderLeftError if isinstance(error, BrokenPipeError) else OutputError
        raise kind(Phrase("standard output: cannot be written: {reason}", reason=reason(error))) from error


def say_json(data: Any) -> None:
    """Write data as strict JSON to standard output; what its code page has not, or no text has, is escaped."""
    text = json.dumps(data, ensure_ascii=False, allow_nan=False, indent=2)
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeError:
        text = json.dumps(data, allow_nan=False, indent=2)
    say(text)


def complain(words: Words, what: object) -> None:
    """Write an error, or the text of one, to standard error."""
    note(words.gettext("Error: {text}").format(text=told(what, words)))


def note(text: str) -> None:
    """Write a line about the work itself to standard error, as far as that can be written to."""
    try:
        print(text, file=sys.stderr, flush=True)
    except OSError:
        silence(sys.stderr)


def silence(stream: TextIO) -> None:
    """Let all that is written to a stream go nowhere: also what waits in it, which would be tried again at the end."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


@contextmanager
def of_file(path: Path) -> Iterator[None]:
    """Says of a scenario that turns out unusable inside in which file it is."""
    try:
        yield
    except ScenarioError as error:
        raise ScenarioError(Phrase("{path}: {problem}", path=path, problem=error)) from error


def relative(path: Path) -> str:
    """A path as one would type it here: relative to the current folder where it lies inside it, not like an option."""
    # It may lie elsewhere, or the current folder may be gone.
    with suppress(ValueError, OSError):
        path = path.absolute().relative_to(Path.cwd())
    return f".{os.sep}{path}" if str(path).startswith("-") else str(path)


def command_line(*arguments: str) -> str:
    """A command to type, that starts this program in the way it was started, in the language it was told to speak."""
    started, asked = Path(sys.argv[0]), language_option(sys.argv[1:])
    if asked is not None and language_option(arguments) is None:
        arguments = (*arguments, "--lang", asked)
    if started.name == "__main__.py":
        return _quoted([relative(Path(sys.executable)), "-m", "magnetsim", *arguments])
    return _quoted([started.stem, *arguments])


def _quoted(arguments: Sequence[str]) -> str:
    if os.name == "nt":
        return subprocess.list2cmdline(arguments)
    return shlex.join(arguments)
