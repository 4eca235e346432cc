"""Whatever game a session is of, made ready to be seen."""

from __future__ import annotations

from collections.abc import Sequence

from magnetsim.feelinks_session import FeelinksSession
from magnetsim.language import Words
from magnetsim.session import AnySession, AnyStep
from magnetsim.viewer.feelinks_show import CardShow, feelinks_show
from magnetsim.viewer.show import Show, match_show

AnyShow = Show | CardShow


def any_show(session: AnySession, steps: Sequence[AnyStep], words: Words) -> AnyShow:
    """A match to be shown, with the moves made so far; at least one."""
    if isinstance(session, FeelinksSession):
        return feelinks_show(session, steps, words)
    return match_show(session, steps, words)
