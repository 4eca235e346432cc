"""What watching, playing and drawing share: a record or a scenario made ready to be seen, cards played and shown."""

from __future__ import annotations

import os
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from magnetsim.cli.loading import scenario_of
from magnetsim.cli.memory import Memory
from magnetsim.cli.output import of_file
from magnetsim.cli.playing import Outlet, own_place, tell_end
from magnetsim.cli.waiting import getting_ready, said_if_long
from magnetsim.errors import RecordError
from magnetsim.language import Phrase, Words

if TYPE_CHECKING:
    from magnetsim.feelinks_session import FeelinksSession
    from magnetsim.session import AnySession
    from magnetsim.viewer.games import AnyShow


def quiet_pygame() -> None:
    """Keep pygame from greeting on standard output."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")


def recorded_session(path: Path, words: Words) -> AnySession:
    """The match of a record; RecordError when it has no move."""
    from magnetsim.record import read_record

    with said_if_long(getting_ready(words)):
        record = read_record(path)
    if not record.match.steps:
        raise RecordError(Phrase("{path}: expected a match with at least one move, got none", path=path))
    return record.session


def recorded_show(path: Path, words: Words) -> AnyShow:
    """A record made ready to be seen; refused as by recorded_session."""
    from magnetsim.viewer.games import any_show

    session = recorded_session(path, words)
    return any_show(session, session.match.steps, words)


def played_show(path: Path, words: Words) -> AnyShow:
    """A scenario played to its end, or an experiment run, and made ready to be seen; nothing is recorded."""
    from magnetsim.experiment import run_experiment
    from magnetsim.scenario import Scenario
    from magnetsim.session import new_session
    from magnetsim.viewer.games import any_show
    from magnetsim.viewer.show import experiment_show

    scenario = scenario_of(path, None, words)
    with said_if_long(getting_ready(words)), of_file(path):
        if isinstance(scenario, Scenario) and scenario.game == "physics":
            return experiment_show(run_experiment(scenario))
        session = new_session(scenario)
        session.play()
        return any_show(session, session.match.steps, words)


def show_cards(path: Path, session: FeelinksSession, words: Words, memory: Memory) -> None:
    """Play a match of 《同感》, which takes no time, record it, show it, and tell how it ended.

    OutputError, at the end, when it could not be recorded.
    """
    from magnetsim.record import RecordWriter
    from magnetsim.viewer.app import Window
    from magnetsim.viewer.feelinks_show import feelinks_show
    from magnetsim.viewer.screen import open_screen

    kept = Outlet()
    with RecordWriter.beside(own_place(path, session.scenario.seed), session) as writer:
        outcome = session.play(lambda step: kept.write(writer.watch, step))
        kept.write(writer.finish, outcome)
    show = feelinks_show(session, session.match.steps, memory.told_in)
    with closing(open_screen(show.title, memory.settings.size)) as screen:
        window = Window(screen, show, memory.settings)
        window.run()
        memory.keep(window.settings)
    tell_end(session, outcome, writer.path if kept.failure is None else None, words)
    if kept.failure is not None:
        raise kept.failure
