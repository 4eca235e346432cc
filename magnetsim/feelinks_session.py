"""One game of 《同感》 from a scenario: the cards read, the players seated; ready to be played."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Self

import numpy as np

from magnetsim.errors import ScenarioError
from magnetsim.friends import Friend, PlayedOut, RandomVotes, company, play_out
from magnetsim.language import Phrase
from magnetsim.match import Match, Participant, Request, Step, advance
from magnetsim.rules.base import Outcome
from magnetsim.rules.feelinks import game as feelinks
from magnetsim.rules.feelinks.cards import CardSet
from magnetsim.rules.feelinks.moves import Move
from magnetsim.rules.feelinks.state import State
from magnetsim.scenario.feelinks import FeelinksScenario, make_cards, make_empathy, make_feelinks_options

FeelinksMatch = Match[State, Move, None]
FeelinksStep = Step[State, Move, None]
Seated = Participant[State, Move]


class Absent:
    """A person's seat, with nobody in it: a record is read and told without them."""

    def choose(self, request: Request[State, Move], generator: np.random.Generator) -> Move:  # noqa: ARG002
        """ScenarioError: there is nobody to ask."""
        name = request.view.setup.players[request.seat].name
        raise ScenarioError(
            Phrase("{player} is a person, and nobody is here to ask: magnetsim feelinks play", player=name)
        )


@dataclass(frozen=True, slots=True, eq=False)
class FeelinksSession:
    """A match of 《同感》 and all that it takes to play it.

    scenario : what it was made from, its seed the match's
    match : at whatever move it stands
    participants : by seat
    """

    scenario: FeelinksScenario
    match: FeelinksMatch
    participants: tuple[Seated, ...]

    def anew(self) -> Self:
        """The same match, before its first move."""
        return replace(self, match=Match(self.match.game, self.match.start, self.match.seed))

    def advance(self) -> FeelinksStep:
        """Make the next move: whatever chance or the players do."""
        return advance(self.match, self.participants, _no_world)

    def play(self, watch: Callable[[FeelinksStep], None] | None = None) -> Outcome:
        """Play it to its end from wherever it stands; `watch` sees each move as it is made."""
        while (outcome := self.match.outcome) is None:
            step = self.advance()
            if watch is not None:
                watch(step)
        return outcome

    def play_out(self, watch: Callable[[], None] | None = None) -> PlayedOut:
        """How `play` would end from the start, in less time: the match keeps none of the moves.

        IllegalShot where a player's move is refused; ScenarioError for a person.
        """
        strategies = [participant.strategy for participant in self.participants]
        return play_out(self.match.start, strategies, self.match.seed, watch)


def feelinks_session(scenario: FeelinksScenario, cards: CardSet | None = None) -> FeelinksSession:
    """A match before its first move; ScenarioError when it cannot be played.

    cards : of a record; those that the scenario names when None
    """
    made = make_cards(scenario) if cards is None else cards
    players = scenario.players
    start = feelinks.new_game(
        made, [player.name for player in players], make_feelinks_options(scenario.rules, len(players))
    )
    personas = company(made, scenario.seed, [player.persona for player in players])
    participants: list[Seated] = []
    for seat, player in enumerate(players):
        if player.strategy == "friend":
            participants.append(Participant(Friend(personas, make_empathy(scenario, seat), player.learning)))
        else:
            participants.append(Participant(RandomVotes() if player.strategy == "random" else Absent()))
    return FeelinksSession(scenario, Match(feelinks, start, scenario.seed), tuple(participants))


def _no_world(state: State, move: Move) -> None:
    """Nothing: cards have no physics."""
