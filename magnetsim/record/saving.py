"""A match as it stands, written at once: to be taken up again, or kept."""

from __future__ import annotations

from pathlib import Path

from magnetsim.errors import OutputError, reason
from magnetsim.language import Phrase
from magnetsim.record.lines import header_data, outcome_data, sealed, turn_data
from magnetsim.session import AnySession


def save(path: Path, session: AnySession) -> None:
    """Write a match with all its moves, those of a turn that is not over included; OutputError when it cannot be.

    What was there is replaced in one go, so that a failure leaves it as it was.
    """
    lines, seal, before = [], "", session.match.start
    data = [header_data(session)]
    for turn in session.match.turns:
        data.append(turn_data(turn, before))
        before = turn.after
    outcome = session.match.outcome
    if outcome is not None:
        data.append(outcome_data(session, outcome))
    for one in data:
        line, seal = sealed(one, seal)
        lines.append(line + "\n")
    unfinished = path.with_name(path.name + ".new")
    try:
        unfinished.write_text("".join(lines), encoding="utf-8", newline="\n")
        unfinished.replace(path)
    except OSError as error:
        raise OutputError(Phrase("{path}: cannot be written: {reason}", path=path, reason=reason(error))) from error
