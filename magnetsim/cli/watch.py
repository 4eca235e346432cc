"""`magnetsim watch`: a window on a match that is played, on a record, or on an experiment."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from magnetsim.cli.loading import scenario_of
from magnetsim.cli.memory import Fresh, Memory, Mute, recalled
from magnetsim.cli.output import Lang, of_file, spoken
from magnetsim.cli.process import check_compiler
from magnetsim.cli.showing import quiet_pygame, recorded_session, show_cards
from magnetsim.cli.sitting import Sitting, on_from
from magnetsim.cli.usage import UsageError
from magnetsim.cli.waiting import getting_ready, said_if_long
from magnetsim.language import Phrase, Words, message

if TYPE_CHECKING:
    from magnetsim.scenario import AnyScenario, Scenario

HELP = message("Watch in a window: a scenario is played live, a record is played back.")
EXAMPLES = message(
    "For example: [bold]magnetsim watch scenarios/classic.toml[/bold], then H for what the keys do; "
    "[bold]magnetsim watch records/classic-1.jsonl[/bold]"
)


def watch(
    context: typer.Context,
    path: Annotated[Path, typer.Argument(metavar="FILE", help=message("Scenario or record."))],
    seed: Annotated[
        str | None,
        typer.Option(metavar="N", help=message("Where all chance comes from, instead of the file's seed.")),
    ] = None,
    mute: Mute = False,
    fresh: Fresh = False,
    lang: Lang = None,
) -> None:
    """Open a window."""
    words = spoken(context, lang)
    quiet_pygame()
    check_compiler()
    memory = recalled(context, lang, words, mute=mute, fresh=fresh)
    if path.suffix == ".toml":
        scenario = scenario_of(path, seed, words)
        if scenario.game == "physics":
            _watch_experiment(path, scenario, words, memory)
        else:
            _watch_match(path, scenario, words, memory)
        return
    if seed is not None:
        raise UsageError(Phrase("--seed is for a scenario; a record has its own"))
    _watch_record(path, words, memory)


def _watch_experiment(path: Path, scenario: Scenario, words: Words, memory: Memory) -> None:
    from magnetsim.experiment import run_experiment
    from magnetsim.viewer.app import Window
    from magnetsim.viewer.screen import check_screen, open_screen
    from magnetsim.viewer.show import experiment_show

    check_screen()
    with said_if_long(getting_ready(words)), of_file(path):
        show = experiment_show(run_experiment(scenario))
    with closing(open_screen(show.title, memory.settings.size)) as screen:
        window = Window(screen, show, memory.settings)
        window.run()
        memory.keep(window.settings)


def _watch_match(path: Path, scenario: AnyScenario, words: Words, memory: Memory) -> None:
    from magnetsim.session import Session, new_session
    from magnetsim.viewer.screen import check_screen, open_screen

    check_screen()
    with said_if_long(getting_ready(words)), of_file(path):
        session = new_session(scenario)
    if isinstance(session, Session):
        Sitting(path, words, memory).show(open_screen(scenario.name, memory.settings.size), session)
    else:
        show_cards(path, session, words, memory)


def _watch_record(path: Path, words: Words, memory: Memory) -> None:
    from magnetsim.session import Session
    from magnetsim.viewer.app import Window
    from magnetsim.viewer.games import any_show
    from magnetsim.viewer.screen import check_screen, open_screen

    check_screen()
    session = recorded_session(path, words)
    show = any_show(session, session.match.steps, memory.told_in)
    with closing(open_screen(show.title, memory.settings.size)) as screen:
        window = Window(screen, show, memory.settings, session=session if isinstance(session, Session) else None)
        window.run()
        memory.keep(window.settings)
        following = on_from(window)
        if following is not None:
            Sitting(path, words, memory).show(screen, *following)
