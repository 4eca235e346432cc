"""What watching, playing and drawing share: a session that has magnets, a record made ready to be seen."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from magnetsim.cli.usage import UsageError
from magnetsim.cli.waiting import getting_ready, said_if_long
from magnetsim.errors import RecordError
from magnetsim.language import Phrase, Words

if TYPE_CHECKING:
    from magnetsim.session import AnySession, Session
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


def recorded_session(path: Path, words: Words) -> Session:
    """The match of a record; RecordError when it has no move, UsageError when it has no magnets."""
    from magnetsim.record import read_record

    with said_if_long(getting_ready(words)):
        record = read_record(path)
    if not record.match.steps:
        raise RecordError(Phrase("{path}: expected a match with at least one move, got none", path=path))
    return with_magnets(path, record.session)


def recorded_show(path: Path, words: Words) -> Show:
    """A record made ready to be seen; refused as by recorded_session."""
    from magnetsim.viewer.show import match_show

    session = recorded_session(path, words)
    return match_show(session, session.match.steps, words)
