"""`magnetsim rules`: a game's rules, in this project's own words."""

from __future__ import annotations

import re
import sys
import tomllib
from enum import StrEnum
from importlib.resources import files
from shutil import get_terminal_size
from typing import Annotated, Any

import typer

from magnetsim.cli.output import Lang, language, say
from magnetsim.language import message

HELP = message("Print the rules of a game, clause by clause.")
EXAMPLES = message("For example: [bold]magnetsim rules xinxin --lang zh[/bold]")

HANG = 6
"""Columns that a clause's number takes."""
WIDEST = 100


class RuledGame(StrEnum):
    """The games whose rules can be told."""

    XINXIN = "xinxin"
    FEELINKS = "feelinks"


def rules(
    context: typer.Context,
    game: Annotated[
        RuledGame, typer.Argument(help=message("The game: xinxin is 《心心相引》, feelinks is 《同感》."))
    ] = RuledGame.XINXIN,
    lang: Lang = None,
) -> None:
    """Print the rules of a game."""
    text = rules_text(game.value, language(context, lang))
    if sys.stdout.isatty():
        text = _wrapped(text, min(WIDEST, get_terminal_size().columns))
    say(text)


def rules_text(game: str, code: str) -> str:
    """The rules of a game in a language of ours (its code); our own readings are marked ◇."""
    source = (files("magnetsim") / "data" / "rules" / f"{game}.toml").read_text(encoding="utf-8")
    text = tomllib.loads(source)
    paragraphs = [text["title"][code]]
    for section in text["sections"]:
        paragraphs.append(section[code])
        paragraphs += [_clause(clause, code) for clause in section["clauses"]]
    paragraphs.append(text["closing"][code])
    return "\n\n".join(paragraphs)


def _wrapped(text: str, width: int) -> str:
    """The text in lines of at most so many columns, a Chinese character taking two; clauses hang from their numbers."""
    # Late: every command loads this file, and nearly none wraps lines.
    from rich.console import Console
    from rich.text import Text

    console = Console(width=width)
    lines = []
    for line in text.splitlines():
        hang = HANG if re.match(r" |[A-Z]\d", line) else 0
        for i, piece in enumerate(Text(line[hang:]).wrap(console, width - hang)):
            lines.append((line[:hang] if i == 0 else " " * hang) + piece.plain.rstrip())
    return "\n".join(lines)


def _clause(clause: dict[str, Any], code: str) -> str:
    lines = [f"{clause['number']}  {clause[code]}"]
    settled = clause.get(f"settled_{code}")
    if settled:
        lines.append(f"◇ {settled}")
    return "\n".join(lines).replace("\n", "\n" + " " * HANG)
