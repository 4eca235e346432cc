"""One match from a scenario: the table laid, the players seated, the world set up; ready to be played."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Self, overload

from magnetsim.clusters import BondCriteria
from magnetsim.errors import PhysicsError, ScenarioError
from magnetsim.feelinks_session import FeelinksSession, feelinks_session
from magnetsim.language import Phrase
from magnetsim.match import Match, Participant, Step, advance, play
from magnetsim.physics import Physics
from magnetsim.physics.checking import check_run
from magnetsim.plain.states import read_state, state_data
from magnetsim.plain.values import Data, compare, entry, mismatch, read, shown
from magnetsim.players import STRATEGIES, Ask, Tools
from magnetsim.players.hand import hand
from magnetsim.rules.base import Outcome
from magnetsim.rules.xinxin import game as xinxin
from magnetsim.rules.xinxin.game import Deal, Facts, Move, Phase, State
from magnetsim.scenario import (
    AnyScenario,
    FeelinksScenario,
    Scenario,
    laid_out,
    magnet_number,
    make_hand_error,
    make_options,
    make_physics,
    make_shots,
    position_content,
)
from magnetsim.scenario.rules import DealSection
from magnetsim.table import Placed, Table, lay
from magnetsim.tabletop import World, tabletop

XinxinMatch = Match[State, Move, Facts]
XinxinStep = Step[State, Move, Facts]

_LAYOUT_ATTEMPTS = 20
"""How often a game that is played again is laid out before the match is given up."""


@dataclass(frozen=True, slots=True, eq=False)
class Session:
    """A match of 《心心相引》 and all that it takes to play it.

    scenario : what it was made from, its seed the match's
    match : at whatever move it stands
    participants, asks : by seat; who decides, and what they ask physics with
    physics : its settings
    world : what reports the facts of a move
    """

    scenario: Scenario
    match: XinxinMatch
    participants: tuple[Participant[State, Move], ...]
    asks: tuple[Ask, ...]
    physics: Physics
    world: World

    @property
    def criteria(self) -> BondCriteria:
        """When two magnets are bonded in this match."""
        return self.physics.criteria

    def anew(self) -> Self:
        """The same match, before its first move."""
        return replace(self, match=Match(self.match.game, self.match.start, self.match.seed))

    def advance(self) -> XinxinStep:
        """Make the next move: the deal that the scenario settles, or whatever chance or the players do."""
        deal = self._settled_deal()
        if deal is None:
            return advance(self.match, self.participants, self.world)
        return self.match.make(deal, self.world(self.match.state, deal))

    def play(self, watch: Callable[[XinxinStep], None] | None = None) -> Outcome:
        """Play it to its end from wherever it stands; `watch` sees each move as it is made."""
        if self._settled_deal() is not None:
            dealt = self.advance()
            if watch is not None:
                watch(dealt)
        return play(self.match, self.participants, self.world, watch)

    def _settled_deal(self) -> Deal | None:
        """The deal that the scenario settles, when it is due."""
        due = not self.match.steps and self.match.state.phase is Phase.DEAL
        return _deal(self.scenario, self.scenario.deal) if due and self.scenario.deal is not None else None


AnySession = Session | FeelinksSession
AnyMatch = Match[Any, Any, Any]
AnyStep = Step[Any, Any, Any]


@overload
def new_session(scenario: Scenario) -> Session: ...


@overload
def new_session(scenario: FeelinksScenario) -> FeelinksSession: ...


def new_session(scenario: AnyScenario) -> AnySession:
    """A match before its first move, or at the position that its scenario takes it up from.

    ScenarioError when the scenario is no game, cannot be laid out, or its position is none of it.
    """
    if isinstance(scenario, FeelinksScenario):
        return feelinks_session(scenario)
    if scenario.position is not None:
        content = position_content(scenario)
        try:
            return taken_up(scenario, content)
        except (PhysicsError, ValueError, LookupError, TypeError, ArithmeticError) as error:
            text = Phrase("position: expected one of this game, got another: {error}", error=error)
            raise ScenarioError(text) from error
    return seated(scenario, laid_out(scenario, scenario.seed))


def seated(scenario: Scenario, table: Table) -> Session:
    """A match before its first move, on a table that is laid out; ScenarioError as of new_session."""
    if scenario.game != "xinxin":
        text = Phrase(
            '{name}: expected game = "xinxin" to play a match, got "{game}"', name=scenario.name, game=scenario.game
        )
        raise ScenarioError(text)
    physics = make_physics(scenario.physics)
    world = tabletop(lambda seed: _laid_again(scenario, seed), physics)
    start = xinxin.new_game(
        table,
        [player.name for player in scenario.players],
        replace(make_options(scenario.rules), touch_gap=physics.criteria.touch_gap),
        [player.catch_skill for player in scenario.players],
    )
    asks = tuple(Ask(world) for _ in scenario.players)
    participants = tuple(
        Participant(
            STRATEGIES[player.strategy](Tools(physics.criteria.touch_gap, ask, make_shots(scenario, player))),
            # A person's hand is as steady as it is.
            None if player.strategy == "person" else hand(make_hand_error(player), start.options, table),
        )
        for ask, player in zip(asks, scenario.players, strict=True)
    )
    return Session(scenario, Match(xinxin, start, scenario.seed), participants, asks, physics, world)


def resumed(scenario: Scenario, state: State) -> Session:
    """A match that begins with a state of such a scenario's, between two moves."""
    return replace(seated(scenario, state.laid), match=Match(xinxin, state, scenario.seed))


def position_data(state: State) -> Data:
    """What a state says of a match beside its scenario: of which kind each magnet is, and the state itself."""
    return {
        "laid": {"magnet": state.laid.magnet.tolist(), "kind": state.laid.kind.tolist()},
        "state": state_data(state),
    }


def taken_up(scenario: Scenario, data: Any) -> Session:
    """A match that begins with the state that position_data told; ValueError when the data means none of it.

    PhysicsError for magnets that lie where none can.
    """
    laid = entry(data, "laid", "position")
    magnets, kinds = (read(tuple[int, ...], entry(laid, key, "laid"), f"laid.{key}") for key in ("magnet", "kind"))
    nothing = empty_table(scenario)
    if not all(0 <= kind < len(nothing.kinds) for kind in kinds):
        raise mismatch("laid.kind", Phrase("numbers from 0 to {most}", most=len(nothing.kinds) - 1), max(kinds))
    _check_numbers(scenario, nothing, magnets, kinds)
    # Where they were laid is not told: anywhere will do where none touches another.
    placed = [Placed(one, kind, (float(one), 0.0), 0.0) for one, kind in zip(magnets, kinds, strict=True)]
    start = seated(scenario, lay(nothing.board, nothing.kinds, placed)).match.state
    state = read_state(entry(data, "state", "position"), start, "state")
    compare(position_data(state), {"laid": laid, "state": data["state"]})
    session = resumed(scenario, state)
    check_run(state.table, None, session.physics, None)
    return session


def _check_numbers(scenario: Scenario, nothing: Table, magnets: tuple[int, ...], kinds: tuple[int, ...]) -> None:
    """ValueError unless these are the scenario's magnets, each of its kind; a layout mixes kinds by chance."""
    if scenario.layout is None:
        every, which = tuple(nothing.magnet.tolist()), tuple(nothing.kind.tolist())
    else:
        every, counts = tuple(range(scenario.layout.total)), scenario.layout.numbers
        which = tuple(at for at, kind in enumerate(nothing.kinds) for _ in range(counts.get(kind.name, 0)))
        kinds = tuple(sorted(kinds))
    for key, expected, got in (("magnet", every, magnets), ("kind", which, kinds)):
        if got != expected:
            raise mismatch(f"laid.{key}", Phrase("the scenario's, {all}", all=shown(list(expected))), shown(list(got)))


def _laid_again(scenario: Scenario, seed: int) -> Table:
    """The magnets for a game that is played again: a match that has begun does not end by a layout's bad luck."""
    for attempt in range(_LAYOUT_ATTEMPTS - 1):
        try:
            return laid_out(scenario, seed, attempt)
        except ScenarioError:
            continue
    return laid_out(scenario, seed, _LAYOUT_ATTEMPTS - 1)


def empty_table(scenario: Scenario) -> Table:
    """The scenario's board and kinds, before anything is laid on it by chance."""
    if scenario.layout is None:
        return laid_out(scenario, scenario.seed)
    return laid_out(scenario.model_copy(update={"layout": None}), scenario.seed)


def _deal(scenario: Scenario, deal: DealSection) -> Deal:
    numbers = [magnet_number(scenario, reference) for reference in deal.shooters]
    start = [player.name for player in scenario.players].index(deal.start)
    lying = [magnet_number(scenario, reference) for reference in deal.lying]
    return Deal(_known(numbers), start, _known(lying))


def _known(numbers: Iterable[int | None]) -> tuple[int, ...]:
    return tuple(number for number in numbers if number is not None)
