"""How the things of each game stand in a record; all else about a record is the same for every game."""

from __future__ import annotations

from types import ModuleType
from typing import Any, Protocol, cast

from magnetsim.match import Step
from magnetsim.plain.values import Data
from magnetsim.record import feelinks, xinxin
from magnetsim.rules.feelinks.state import State as FeelinksState
from magnetsim.scenario import FeelinksScenario
from magnetsim.session import AnySession
from magnetsim.table import Table


class Form(Protocol):
    """A game's things as plain data, and back; what reads raises ValueError, calling the data `what`."""

    def start_data(self, state: Any) -> Any:
        """What was on the table before the first move."""

    def begun(self, scenario: Any, data: Any) -> AnySession:
        """The match before its first move, with that on the table."""

    def move_data(self, move: Any) -> Data:
        """A move."""

    def read_move(self, data: Any, what: str) -> Any:
        """The move that the data means."""

    def facts_data(self, facts: Any, before: Any) -> Data | None:
        """What the world reported, told against the state before the move."""

    def read_facts(self, data: Any, before: Any, what: str) -> Any:
        """The facts that the data means."""

    def table_of(self, facts: Any) -> Table | None:
        """The table that facts tell of, which is held against another magnet by magnet; None when they tell of none."""

    def state_data(self, state: Any) -> Data:
        """A state, but for what the header says."""

    def effort_data(self, session: Any) -> Data:
        """What the match took, which reading it back cannot tell."""

    def read_effort(self, data: Any) -> Data:
        """The same, from the last line."""

    def started_anew(self, session: Any) -> Any:
        """What was on the table at the start, laid again from the scenario: a Table, or cards."""

    def made_anew(self, session: Any, recorded: Step[Any, Any, Any]) -> Step[Any, Any, Any]:
        """The next move, decided and computed again."""


def form_of(what: Any) -> Form:
    """The form of the game that a scenario or a state belongs to."""
    is_feelinks = isinstance(what, FeelinksScenario | FeelinksState)
    module: ModuleType = feelinks if is_feelinks else xinxin
    return cast(Form, module)
