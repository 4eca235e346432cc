"""`magnetsim play`: a match in a window, with some of the seats one's own."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from magnetsim.cli.loading import scenario_of
from magnetsim.cli.output import Lang, language, of_file, spoken
from magnetsim.cli.process import check_compiler
from magnetsim.cli.showing import quiet_pygame, show_live, with_magnets
from magnetsim.cli.usage import UsageError
from magnetsim.cli.waiting import getting_ready, said_if_long
from magnetsim.language import Phrase, message

if TYPE_CHECKING:
    from magnetsim.session import Session
    from magnetsim.viewer.person import Person

HELP = message("Play in a window: one or more of the seats are yours.")
EXAMPLES = message("For example: [bold]magnetsim play scenarios/classic.toml --seat 小红[/bold]")


def play(
    context: typer.Context,
    path: Annotated[Path, typer.Argument(metavar="FILE", help=message("Scenario file."))],
    seats: Annotated[
        list[str] | None,
        typer.Option("--seat", metavar="NAME", help=message("A player whose turns are yours; the first if left out.")),
    ] = None,
    seed: Annotated[
        str | None,
        typer.Option(metavar="N", help=message("Where all chance comes from, instead of the file's seed.")),
    ] = None,
    lang: Lang = None,
) -> None:
    """Open a window and play."""
    words, tongue = spoken(context, lang), language(context, lang)
    quiet_pygame()
    check_compiler()
    scenario = scenario_of(path, seed, words)
    if scenario.game == "physics":
        raise UsageError(Phrase("{path}: an experiment has no players; magnetsim watch shows it", path=path))
    from magnetsim.session import new_session
    from magnetsim.viewer.app import check_screen
    from magnetsim.viewer.person import Person

    known = [player.name for player in scenario.players]
    for name in seats or ():
        if name not in known:
            raise UsageError(Phrase("--seat: expected one of {keys}, got {got}", keys=", ".join(known), got=repr(name)))
    check_screen()
    with said_if_long(getting_ready(words)), of_file(path):
        session = with_magnets(path, new_session(scenario))
    person = Person()
    show_live(path, _seat(session, person, seats or [scenario.players[0].name]), words, tongue, person)


def _seat(session: Session, person: Person, names: list[str]) -> Session:
    """The match with a person in these seats, whose hand is as steady as it is."""
    known = [player.name for player in session.scenario.players]
    participants = tuple(
        replace(one, strategy=person, hand=None) if name in names else one
        for name, one in zip(known, session.participants, strict=True)
    )
    return replace(session, participants=participants)
