"""The lines of a record as plain data: what was played, by what, and how it ended; each sealed with a hash.

A record is strict JSON, a line a thing: the header, a line a turn, and `outcome`; or `stopped`, when the physics
failed. A line's hash covers the hash of the line before it, so that no line can be changed, lost or moved unseen.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any

from magnetsim.errors import MagnetsimError
from magnetsim.match import Turn
from magnetsim.plain.values import Data, compact, plain
from magnetsim.record.forms import form_of
from magnetsim.rules.base import Outcome
from magnetsim.scenario import scenario_data
from magnetsim.session import AnySession
from magnetsim.versions import versions

SCHEMA = 1
"""Version of the record's format."""

_SEAL = ',"hash":"'
_HASH = 64


class SealedLines:
    """The lines of a match as they are written, one after the other, each without its end of line.

    A line is sealed with the hash of the one before, and a turn told against the state before it.
    """

    def __init__(self, session: AnySession) -> None:
        self._session = session
        self._before: Any = session.match.start
        self._seal = ""

    def header(self) -> str:
        """The first line."""
        return self._sealed(header_data(self._session))

    def turn(self, turn: Turn[Any, Any, Any]) -> str:
        """The line of the next turn."""
        line = self._sealed(turn_data(turn, self._before))
        self._before = turn.after
        return line

    def outcome(self, outcome: Outcome) -> str:
        """The last line of a match that was played to its end."""
        return self._sealed(outcome_data(self._session, outcome))

    def stopped(self, error: MagnetsimError) -> str:
        """The last line of a match that an error ended."""
        return self._sealed({"line": "stopped", "error": type(error).__name__, "message": str(error)})

    def _sealed(self, data: Data) -> str:
        line, self._seal = sealed(data, self._seal)
        return line


def all_lines(session: AnySession) -> Iterator[str]:
    """The lines of a match as it stands, the moves of a turn that is not over among them."""
    lines = SealedLines(session)
    yield lines.header()
    for turn in session.match.turns:
        yield lines.turn(turn)
    outcome = session.match.outcome
    if outcome is not None:
        yield lines.outcome(outcome)


def header_data(session: AnySession) -> Data:
    """The first line: the format, what computes, the whole scenario, its seed, and what was laid on the table."""
    scenario, start = session.scenario, session.match.start
    return {
        "line": "header",
        "schema": SCHEMA,
        "versions": versions(),
        "seed": session.match.seed,
        "scenario": scenario_data(scenario),
        "start": form_of(start).start_data(start),
    }


def turn_data(turn: Turn[Any, Any, Any], before: Any) -> Data:
    """A turn: its moves, meant and made, with facts and events; then the state it ended with."""
    steps, form = [], form_of(before)
    for step in turn.steps:
        refused = [{"move": form.move_data(one.move), "reason": plain(one.reason)} for one in step.refused]
        steps.append(
            {
                "mover": step.mover,
                "aim": form.move_data(step.aim),
                "move": form.move_data(step.move),
                "refused": refused,
                "facts": form.facts_data(step.facts, before),
                "events": plain(step.events),
            }
        )
        before = step.after
    return {"line": "turn", "turn": turn.number, "steps": steps, **_state_data(turn.after)}


def outcome_data(session: AnySession, outcome: Outcome) -> Data:
    """The last line: how it ended, and what it took."""
    effort = form_of(session.match.start).effort_data(session)
    return {"line": "outcome", **plain(outcome), "turns": len(session.match.turns), **effort}


def sealed(data: Data, before: str) -> tuple[str, str]:
    """The line that the data makes, without its end of line, and its hash; before : the hash of the line before."""
    text = compact(data)
    seal = _digest(before + text)
    return f'{text[:-1]}{_SEAL}{seal}"}}', seal


def unsealed(line: str, before: str) -> tuple[str, str, str]:
    """The data's text of a line, the hash that it bears and the one that it should bear."""
    start = len(line) - len(_SEAL) - _HASH - 2
    if start < 0 or not line.startswith(_SEAL, start) or not line.endswith('"}'):
        return line, "", _digest(before + line)
    text = line[:start] + "}"
    return text, line[start + len(_SEAL) : -2], _digest(before + text)


def _state_data(state: Any) -> Data:
    """The state between two turns, and its own hash."""
    data = form_of(state).state_data(state)
    return {"state": data, "state_hash": _digest(compact(data))}


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
