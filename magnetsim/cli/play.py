"""`magnetsim play`: a match in a window, with some of the seats one's own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from magnetsim.cli.loading import scenario_of
from magnetsim.cli.memory import Fresh, Mute, recalled
from magnetsim.cli.output import Lang, of_file, spoken
from magnetsim.cli.process import check_compiler
from magnetsim.cli.showing import quiet_pygame
from magnetsim.cli.sitting import Sitting
from magnetsim.cli.usage import UsageError
from magnetsim.cli.waiting import getting_ready, said_if_long
from magnetsim.language import Phrase, listed, message

if TYPE_CHECKING:
    from magnetsim.scenario import Scenario

HELP = message("Play in a window: one or more of the seats are yours.")
EXAMPLES = message("For example: [bold]magnetsim play scenarios/classic.toml --seat 小红[/bold]")


def play(
    context: typer.Context,
    path: Annotated[Path, typer.Argument(metavar="FILE", help=message("Scenario file."))],
    seats: Annotated[
        list[str] | None,
        typer.Option(
            "--seat",
            metavar="NAME",
            help=message("A player whose turns are yours; if left out, those that FILE gives to people, or the first."),
        ),
    ] = None,
    seed: Annotated[
        str | None,
        typer.Option(metavar="N", help=message("Where all chance comes from, instead of the file's seed.")),
    ] = None,
    mute: Mute = False,
    fresh: Fresh = False,
    lang: Lang = None,
) -> None:
    """Open a window and play."""
    words = spoken(context, lang)
    quiet_pygame()
    check_compiler()
    memory = recalled(context, lang, words, mute=mute, fresh=fresh)
    scenario = scenario_of(path, seed, words)
    if scenario.game == "physics":
        raise UsageError(Phrase("{path}: an experiment has no players; magnetsim watch shows it", path=path))
    from magnetsim.scenario import FeelinksScenario
    from magnetsim.session import new_session
    from magnetsim.viewer.person import Person
    from magnetsim.viewer.screen import check_screen, open_screen
    from magnetsim.viewer.seating import seat_person

    if isinstance(scenario, FeelinksScenario):
        raise UsageError(Phrase("{path}: 《同感》 is played by magnetsim feelinks play", path=path))
    seated = _with_people(scenario, seats or [])
    check_screen()
    with said_if_long(getting_ready(words)), of_file(path):
        session = new_session(seated)
    person = Person()
    screen = open_screen(seated.name, memory.settings.size)
    Sitting(path, words, memory).show(screen, seat_person(session, person), person)


def _with_people(scenario: Scenario, names: list[str]) -> Scenario:
    """The scenario with people in these seats; without names in those that it gives to people, or in the first."""
    from magnetsim.viewer.seating import with_people

    known = [player.name for player in scenario.players]
    for name in names:
        if name not in known:
            keys = listed(known)
            raise UsageError(Phrase("--seat: expected one of {keys}, got {got}", keys=keys, got=repr(name)))
    if names:
        return with_people(scenario, {known.index(name) for name in names})
    given = any(player.strategy == "person" for player in scenario.players)
    return scenario if given else with_people(scenario, {0})
