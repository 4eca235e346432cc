"""What watching, playing and drawing share: a session that has magnets, a match that is shown while it is played."""

from __future__ import annotations

import os
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING

from magnetsim.cli.output import Interrupted, relative, say
from magnetsim.cli.playing import Outlet, own_place, tell_end
from magnetsim.cli.usage import UsageError
from magnetsim.cli.waiting import getting_ready, said_if_long
from magnetsim.errors import RecordError
from magnetsim.language import Phrase, Words

if TYPE_CHECKING:
    from magnetsim.session import AnySession, Session
    from magnetsim.viewer.person import Person
    from magnetsim.viewer.show import Show


def with_magnets(path: Path, session: AnySession) -> Session:
    """The session, if it has magnets to draw; UsageError when it has none."""
    from magnetsim.feelinks_session import FeelinksSession

    if isinstance(session, FeelinksSession):
        raise UsageError(Phrase("{path}: a game of 《同感》 cannot be drawn yet; magnetsim replay tells it", path=path))
    return session


def quiet_pygame() -> None:
    """Keep pygame from greeting on standard output."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")


def recorded_show(path: Path, words: Words) -> Show:
    """A record made ready to be seen; RecordError when it has no move, UsageError when it has no magnets."""
    from magnetsim.record import read_record
    from magnetsim.viewer.show import match_show

    with said_if_long(getting_ready(words)):
        record = read_record(path)
        if not record.match.steps:
            raise RecordError(Phrase("{path}: expected a match with at least one move, got none", path=path))
        return match_show(with_magnets(path, record.session), record.match.steps, words)


def show_live(path: Path, session: Session, words: Words, spoken_in: str, person: Person | None = None) -> None:
    """Play a match and show it meanwhile, record it, and tell how it ended.

    person : who plays at the window, if any; a match that a person left stays in the record's unfinished file

    Without a person a match goes to its end also when nobody looks any more. Ctrl-C is Interrupted, after that.
    OutputError, at the end, when it could not be recorded.
    """
    from magnetsim.record import RecordWriter
    from magnetsim.viewer.app import open_window
    from magnetsim.viewer.live import LiveMatch
    from magnetsim.viewer.person import Leave
    from magnetsim.viewer.preview import Preview
    from magnetsim.viewer.show import match_show
    from magnetsim.viewer.taking import Taking

    kept, interrupted = Outlet(), False
    with ExitStack() as opened:
        writer = opened.enter_context(RecordWriter.beside(own_place(path, session.scenario.seed), session))
        live = LiveMatch(
            session,
            lambda step: kept.write(writer.watch, step),
            person,
            lambda: kept.write(lambda _: writer.rewrite(), None),
        )
        taking = None
        if person is not None:
            preview = Preview(session.world)
            opened.callback(preview.close)
            taking = Taking(session, person, preview)
        with said_if_long(getting_ready(words)):
            live.start()
            first = live.first()
        try:
            if first is not None:
                show = match_show(session, [first], words)
                with closing(open_window(show, spoken_in, live.grow, taking=taking)) as window:
                    window.run()
        except KeyboardInterrupt:
            interrupted = True
        finally:
            if person is not None:
                person.answer(Leave())
            outcome = live.finish()
        if outcome is not None:
            kept.write(writer.finish, outcome)
    left = words.gettext("What was played until then is in {path}").format(path=relative(writer.unfinished))
    if outcome is not None and not interrupted:
        tell_end(session, outcome, writer.path if kept.failure is None else None, words)
    elif outcome is None and writer.turns and not interrupted:
        say(left)
    if kept.failure is not None:
        raise kept.failure
    if interrupted:
        raise Interrupted(left if outcome is None and writer.turns else words.gettext("Interrupted."))
