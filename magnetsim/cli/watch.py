"""`magnetsim watch`: a window on a match that is played, on a record, or on an experiment."""

from __future__ import annotations

import os
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from magnetsim.cli.fitting import fit_new_kinds
from magnetsim.cli.output import Lang, language, of_file, relative, say, spoken
from magnetsim.cli.playing import own_place, tell_end
from magnetsim.cli.run import seed_of
from magnetsim.cli.usage import UsageError
from magnetsim.cli.waiting import getting_ready, said_if_long
from magnetsim.language import Phrase, Words, message

if TYPE_CHECKING:
    from magnetsim.scenario import AnyScenario, Scenario
    from magnetsim.session import AnySession, Session
    from magnetsim.viewer.person import Person

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
    lang: Lang = None,
) -> None:
    """Open a window."""
    words, tongue = spoken(context, lang), language(context, lang)
    quiet_pygame()
    if path.suffix == ".toml":
        from magnetsim.scenario import load_scenario, with_seed

        scenario = load_scenario(path)
        if seed is not None:
            scenario = with_seed(scenario, seed_of(seed))
        fit_new_kinds(scenario, words)
        if scenario.game == "physics":
            _watch_experiment(path, scenario, words, tongue)
        else:
            _watch_match(path, scenario, words, tongue)
        return
    if seed is not None:
        raise UsageError(Phrase("--seed is for a scenario; a record has its own"))
    _watch_record(path, words, tongue)


def with_magnets(path: Path, session: AnySession) -> Session:
    """The session, if it has magnets to draw; UsageError when it has none."""
    from magnetsim.feelinks_session import FeelinksSession

    if isinstance(session, FeelinksSession):
        raise UsageError(Phrase("{path}: a game of 《同感》 cannot be drawn yet; magnetsim replay tells it", path=path))
    return session


def quiet_pygame() -> None:
    """Keep pygame from greeting on standard output."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")


def _watch_experiment(path: Path, scenario: Scenario, words: Words, spoken_in: str) -> None:
    from magnetsim.experiment import run_experiment
    from magnetsim.viewer.app import open_window
    from magnetsim.viewer.show import experiment_show

    with said_if_long(getting_ready(words)), of_file(path):
        show = experiment_show(run_experiment(scenario))
    open_window(show, spoken_in).run()


def _watch_match(path: Path, scenario: AnyScenario, words: Words, spoken_in: str) -> None:
    from magnetsim.session import new_session
    from magnetsim.viewer.app import check_screen

    check_screen()
    with said_if_long(getting_ready(words)), of_file(path):
        session = with_magnets(path, new_session(scenario))
    show_live(path, session, words, spoken_in)


def show_live(path: Path, session: Session, words: Words, spoken_in: str, person: Person | None = None) -> None:
    """Play a match and show it meanwhile, record it, and tell how it ended.

    person : who plays at the window, if any; a match that a person left stays in the record's unfinished file
    """
    from magnetsim.record import RecordWriter
    from magnetsim.scenario import make_physics
    from magnetsim.viewer.app import open_window
    from magnetsim.viewer.live import LiveMatch
    from magnetsim.viewer.person import Leave
    from magnetsim.viewer.preview import Preview
    from magnetsim.viewer.show import match_show
    from magnetsim.viewer.taking import Taking

    scenario = session.scenario
    with ExitStack() as opened:
        writer = opened.enter_context(RecordWriter.beside(own_place(path, scenario.seed), session))
        # What may be taken back is written when the match is over.
        live = LiveMatch(session, None if person else writer.watch, person)
        taking = None
        if person is not None:
            preview = Preview(session.world)
            opened.callback(preview.close)
            taking = Taking(session, person, preview, make_physics(scenario.physics))
        with said_if_long(getting_ready(words)):
            live.start()
            first = live.first()
        try:
            if first is not None:
                show = match_show(session, [first], words)
                open_window(show, spoken_in, live.grow, taking=taking).run()
        finally:
            if person is not None:
                person.answer(Leave())
            # Without a person a match goes to its end also when nobody looks any more: its record is whole.
            outcome = live.finish()
        if person is not None:
            for step in session.match.steps:
                writer.watch(step)
        if outcome is not None:
            writer.finish(outcome)
    if outcome is not None:
        tell_end(session, outcome, writer.path, words)
    elif writer.turns:
        say(words.gettext("What was played until then is in {path}").format(path=relative(writer.unfinished)))


def _watch_record(path: Path, words: Words, spoken_in: str) -> None:
    from magnetsim.errors import RecordError
    from magnetsim.record import read_record
    from magnetsim.viewer.app import open_window
    from magnetsim.viewer.show import match_show

    with said_if_long(getting_ready(words)):
        record = read_record(path)
        if not record.match.steps:
            raise RecordError(Phrase("{path}: expected a match with at least one move, got none", path=path))
        show = match_show(with_magnets(path, record.session), record.match.steps, words)
    open_window(show, spoken_in).run()
