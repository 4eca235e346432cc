"""The lines of a record as plain data: what was played, by what, and how it ended; each sealed with a hash.

A record is strict JSON, a line a thing: the header, a line a turn, and `outcome`; or `stopped`, when the physics
failed. A line's hash covers the hash of the line before it, so that no line can be changed, lost or moved unseen.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from magnetsim.match import Turn
from magnetsim.record.facts import facts_data
from magnetsim.record.moves import move_data
from magnetsim.record.plain import Data, plain
from magnetsim.record.states import state_data
from magnetsim.record.tables import table_data
from magnetsim.rules.base import Outcome
from magnetsim.rules.xinxin.game import Facts, Move, State
from magnetsim.scenario import Scenario, scenario_data
from magnetsim.session import Session
from magnetsim.versions import versions

SCHEMA = 1
"""Version of the record's format."""

_SEAL = ',"hash":"'
_HASH = 64


def header_data(session: Session) -> Data:
    """The first line: the format, what computes, the whole scenario, its seed, and the table as it was laid."""
    scenario: Scenario = session.scenario
    return {
        "line": "header",
        "schema": SCHEMA,
        "versions": versions(),
        "seed": session.match.seed,
        "scenario": scenario_data(scenario),
        "start": table_data(session.match.start.table),
    }


def turn_data(turn: Turn[State, Move, Facts], before: State) -> Data:
    """A turn: its moves, meant and made, with facts and events; then the state it ended with."""
    steps = []
    for step in turn.steps:
        refused = [{"move": move_data(one.move), "reason": plain(one.reason)} for one in step.refused]
        steps.append(
            {
                "mover": step.mover,
                "aim": move_data(step.aim),
                "move": move_data(step.move),
                "refused": refused,
                "facts": facts_data(step.facts, before),
                "events": plain(step.events),
            }
        )
        before = step.after
    return {"line": "turn", "turn": turn.number, "steps": steps, **_state_data(turn.after)}


def outcome_data(session: Session, outcome: Outcome) -> Data:
    """The last line: how it ended, and how often each player asked physics."""
    asked = [ask.times for ask in session.asks]
    return {"line": "outcome", **plain(outcome), "turns": len(session.match.turns), "asked": asked}


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


def compact(data: Any) -> str:
    """Strict JSON on one line; floats in the shortest form that reads back the same."""
    return json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def _state_data(state: State) -> Data:
    """The state between two turns, and its own hash."""
    data = state_data(state)
    return {"state": data, "state_hash": _digest(compact(data))}


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
