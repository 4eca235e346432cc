"""What a record of 《心心相引》 holds: the table as it was laid, moves, facts, states, and what strategies asked."""

from __future__ import annotations

from typing import Any

from magnetsim.plain.states import state_data
from magnetsim.plain.tables import read_table, table_data
from magnetsim.plain.values import Data, entry, read
from magnetsim.record.facts import facts_data, read_facts
from magnetsim.record.moves import move_data, read_move
from magnetsim.rules.base import CHANCE
from magnetsim.rules.xinxin.facts import table_of
from magnetsim.rules.xinxin.game import Phase, State
from magnetsim.scenario import Scenario, laid_out, position_content
from magnetsim.session import Session, XinxinStep, empty_table, position_data, seated, taken_up
from magnetsim.table import Table

__all__ = [
    "begun",
    "effort_data",
    "facts_data",
    "made_anew",
    "move_data",
    "read_effort",
    "read_facts",
    "read_move",
    "start_data",
    "started_anew",
    "state_data",
    "table_of",
]


def start_data(state: State) -> Data:
    """The table as it was laid; of a match that was taken up in its middle, the state."""
    return position_data(state) if state.phase is Phase.AIM else table_data(state.table)


def begun(scenario: Scenario, data: Any) -> Session:
    """The match before its first move: on the table that the data means, or in the state."""
    if isinstance(data, dict) and "state" in data:
        return taken_up(scenario, data)
    nothing = empty_table(scenario)
    return seated(scenario, read_table(data, nothing.board, nothing.kinds, "start"))


def effort_data(session: Session) -> Data:
    """How often each player asked physics."""
    return {"asked": [ask.times for ask in session.asks]}


def read_effort(data: Any) -> Data:
    """The same, of the last line."""
    return {"asked": read(list[int], entry(data, "asked", "outcome"), "asked")}


def started_anew(session: Session) -> Table:
    """The table, laid again from the scenario, or as its position says."""
    if session.scenario.position is not None:
        return taken_up(session.scenario, position_content(session.scenario)).match.start.table
    return laid_out(session.scenario, session.scenario.seed)


def made_anew(session: Session, recorded: XinxinStep) -> XinxinStep:
    """The next move: a person's as it was, any other decided again; what it does on the table is computed again."""
    if recorded.mover != CHANCE and session.scenario.players[recorded.mover].strategy == "person":
        facts = session.world(session.match.state, recorded.move)
        return session.match.make(recorded.move, facts, aim=recorded.aim, refused=recorded.refused)
    return session.advance()
