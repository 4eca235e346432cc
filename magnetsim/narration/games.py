"""Whatever game a session is of, in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from magnetsim.language import Words
from magnetsim.narration import feelinks, xinxin

if TYPE_CHECKING:
    from typing_extensions import TypeIs

    from magnetsim.feelinks_session import FeelinksSession
    from magnetsim.rules.base import Outcome
    from magnetsim.session import AnySession


class Narrator(Protocol):
    """Tells a match as its moves are made."""

    def watch(self, step: Any) -> None:
        """Take in a move that was made."""

    def finish(self) -> None:
        """Tell what has not been told yet."""


def narrator(session: AnySession, words: Words, tell: Callable[[str], None], *, explain: bool = False) -> Narrator:
    """What tells this session's match; tell : takes each line; explain : with every event and its clause."""
    if _is_feelinks(session):
        return feelinks.Narrator(session, words, tell, explain=explain)
    players = [player.name for player in session.scenario.players]
    return xinxin.Narrator(players, words, tell, begun=session.match.start, explain=explain)


def opening_text(session: AnySession, words: Words) -> str:
    """What is about to be played."""
    if _is_feelinks(session):
        return feelinks.opening_text(session, words)
    return xinxin.opening_text(session, words)


def outcome_text(session: AnySession, outcome: Outcome, words: Words) -> str:
    """How a match ended: why, the score, who won."""
    turns = session.match.turn
    if _is_feelinks(session):
        return feelinks.outcome_text(session, outcome, turns, words)
    return xinxin.outcome_text([player.name for player in session.scenario.players], outcome, turns, words)


def _is_feelinks(session: AnySession) -> TypeIs[FeelinksSession]:
    # Asked of the scenario, so that to tell a game loads nothing that plays it.
    return session.scenario.game == "feelinks"
