"""`magnetsim rules`: a game's rules, in this project's own words."""

from __future__ import annotations

import tomllib
from enum import StrEnum
from importlib.resources import files
from typing import Annotated, Any

import typer

from magnetsim.cli.output import Lang, language, say
from magnetsim.language import message

HELP = message("Print the rules of a game, clause by clause.")
EXAMPLES = message("For example: [bold]magnetsim rules xinxin --lang zh[/bold]")


class RuledGame(StrEnum):
    """The games whose rules can be told."""

    XINXIN = "xinxin"


def rules(
    game: Annotated[RuledGame, typer.Argument(help=message("The game: xinxin is 《心心相引》."))],
    lang: Lang = None,
) -> None:
    """Print the rules of a game."""
    say(rules_text(game.value, language(lang)))


def rules_text(game: str, code: str) -> str:
    """The rules of a game in a language of ours (its code); our own readings are marked ◇."""
    source = (files("magnetsim") / "data" / "rules" / f"{game}.toml").read_text(encoding="utf-8")
    text = tomllib.loads(source)
    paragraphs = [text["title"][code]]
    for section in text["sections"]:
        paragraphs.append(section[code])
        paragraphs += [_clause(clause, code, text["later"][code]) for clause in section["clauses"]]
    paragraphs.append(text["closing"][code])
    return "\n\n".join(paragraphs)


def _clause(clause: dict[str, Any], code: str, later: str) -> str:
    lines = [f"{clause['number']}  {clause[code]}"]
    if clause.get("later"):
        lines[0] += f" {later}" if code == "en" else later
    settled = clause.get(f"settled_{code}")
    if settled:
        lines.append(f"◇ {settled}")
    return "\n".join(lines).replace("\n", "\n      ")
