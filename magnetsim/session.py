"""One match from a scenario: the table laid, the players seated, the world set up; ready to be played."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from magnetsim.errors import ScenarioError
from magnetsim.match import Match, Participant, Step, play
from magnetsim.players import STRATEGIES, Tools
from magnetsim.players import Player as Strategist
from magnetsim.players.hand import hand
from magnetsim.rules import xinxin
from magnetsim.rules.base import Outcome
from magnetsim.rules.xinxin import Deal, Facts, Move, State
from magnetsim.scenario import (
    Scenario,
    build_table,
    magnet_number,
    make_hand_error,
    make_options,
    make_physics,
    make_shots,
)
from magnetsim.table import Table
from magnetsim.tabletop import World, tabletop

XinxinMatch = Match[State, Move, Facts]
XinxinStep = Step[State, Move, Facts]

_LAYOUT = 3
"""Names the stream that layouts are drawn from; a match draws from those below."""


@dataclass(frozen=True, slots=True, eq=False)
class Session:
    """A match of 《心心相引》 and all that it takes to play it.

    scenario : what it was made from, its seed the match's
    match : at whatever move it stands
    strategies, participants : by seat
    world : what reports the facts of a move
    """

    scenario: Scenario
    match: XinxinMatch
    strategies: tuple[Strategist, ...]
    participants: tuple[Participant[State, Move], ...]
    world: World

    def play(self, watch: Callable[[XinxinStep], None] | None = None) -> Outcome:
        """Play it to its end; `watch` sees each move as it is made."""
        return play(self.match, self.participants, self.world, watch)


def new_session(scenario: Scenario) -> Session:
    """A match before its first move, or, where the scenario settles it, just after the deal.

    ScenarioError when the scenario is no game of 《心心相引》 or cannot be laid out.
    """
    if scenario.game != "xinxin":
        raise ScenarioError(f'{scenario.name}: expected game = "xinxin" to play a match, got "{scenario.game}"')
    physics = make_physics(scenario.physics, scenario.magnetism)

    def lay_out(seed: int) -> Table:
        return build_table(scenario, np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(_LAYOUT,))))

    world = tabletop(lay_out, physics)
    start = start_state(scenario, lay_out(scenario.seed))
    strategies = tuple(
        STRATEGIES[player.strategy](Tools(physics.criteria.touch_gap, world, make_shots(player)))
        for player in scenario.players
    )
    participants = tuple(
        Participant(strategy, hand(make_hand_error(player), start.options, start.laid))
        for strategy, player in zip(strategies, scenario.players, strict=True)
    )
    match: XinxinMatch = Match(xinxin, start, scenario.seed)
    session = Session(scenario, match, strategies, participants, world)
    _deal(session)
    return session


def start_state(scenario: Scenario, table: Table) -> State:
    """The state before the deal, on a table that is laid out."""
    return xinxin.new_game(
        table,
        [player.name for player in scenario.players],
        make_options(scenario.rules),
        [player.catch_skill for player in scenario.players],
    )


def _deal(session: Session) -> None:
    """Deal as the scenario says, if it does; else chance will."""
    scenario, match = session.scenario, session.match
    if scenario.deal is None:
        return
    numbers = [magnet_number(scenario, reference) for reference in scenario.deal.shooters]
    shooters = tuple(number for number in numbers if number is not None)
    start = [player.name for player in scenario.players].index(scenario.deal.start)
    deal = Deal(shooters, start)
    match.make(deal, session.world(match.state, deal))
