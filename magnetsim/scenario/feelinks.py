"""A scenario of 《同感》: who plays, with which cards, by which options."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from magnetsim.rules.base import Outcome
from magnetsim.rules.feelinks.card_files import load_cards
from magnetsim.rules.feelinks.cards import CardSet
from magnetsim.rules.feelinks.options import FEWEST, MOST, Options, check_options
from magnetsim.rules.feelinks.state import Termination
from magnetsim.scenario.model import Scenario, Schema
from magnetsim.scenario.quantities import Name, Section, Seed, Share, Text
from magnetsim.scenario.verdict import Check, same


class FeelinksRules(Section):
    """Options of 《同感》; the bounds that no rulebook gives are our own."""

    rounds: Annotated[int, Field(ge=FEWEST, le=10_000)] | None = Field(
        default=None, description="rounds of a game that has fixed ones; by the number of players if left out (F5.1)"
    )
    open_end: bool = Field(default=False, description="the game ends when a marker reaches the last cell (F5.2)")
    track: Annotated[int, Field(ge=1, le=10_000)] = Field(
        default=30, description="cells of the track behind the start cell (F1.2)"
    )
    max_rounds: Annotated[int, Field(ge=1, le=10_000)] = Field(
        default=100, description="rounds that end a game with an open end in any case (F5.2)"
    )
    beginners_round: bool = Field(
        default=False, description="the first round goes without partners, predictions and points (F4.4)"
    )
    cooperative: bool = Field(default=False, description="all play together for one sum and for stars")


class FriendSection(Section):
    """One player of 《同感》; the order of the list is clockwise round the table."""

    name: Name = Field(description="name, of its own")
    strategy: Literal["friend", "random", "person"] = Field(
        default="friend",
        description="how the player decides; a person is asked by magnetsim feelinks play",
    )
    persona: Annotated[int, Field(ge=0, le=999_999)] | None = Field(
        default=None, description="friend: the same number is the same nature in every game; drawn if left out"
    )
    empathy: Share | dict[Name, Share] = Field(
        default=0.5, description="friend: how well the others are read, or by name; 0.5 of those not named"
    )
    learning: bool = Field(default=False, description="friend: learns the others from what was revealed")


class FeelinksExpect(Section):
    """What must come out of a game of 《同感》."""

    winners: tuple[Name, ...] | None = Field(
        default=None, min_length=1, max_length=MOST, description="names of all who win, in any order"
    )
    termination: Name | None = Field(
        default=None, description=f"why it ended: {', '.join(why.value for why in Termination)}"
    )
    scores: dict[Name, Annotated[int, Field(ge=0)]] | None = Field(default=None, description="cells by player's name")
    turns: Annotated[int, Field(ge=0)] | None = Field(
        default=None, description="how many rounds were played, a beginner's round included"
    )

    @model_validator(mode="after")
    def _something(self) -> Self:
        if not self.model_fields_set:
            raise ValueError("expected at least one key")
        return self


class FeelinksScenario(Section):
    """A game of 《同感》, as its file says it."""

    schema_: Schema = Field(alias="schema", description="version of this format")
    name: Name = Field(description="name of the scenario")
    about: Text = Field(default="", description="what it shows, in a few words")
    game: Literal["feelinks"] = Field(description="feelinks: 《同感》")
    seed: Seed = Field(default=0, description="where all chance comes from")
    cards: Name | None = Field(
        default=None,
        description="a folder of card files, seen from where the program runs; the program's own if left out",
    )
    themes: tuple[Name, ...] = Field(
        default=("family",), min_length=1, max_length=100, description="decks that are shuffled together (F1.5)"
    )
    rules: FeelinksRules = Field(default=FeelinksRules(), description="options of the game")
    players: Annotated[tuple[FriendSection, ...], Field(min_length=FEWEST, max_length=MOST)] = Field(
        description="who plays, clockwise round the table (F1.1)"
    )
    expect: FeelinksExpect | None = Field(default=None, description="what must come out: then the file is a test")


AnyScenario = Scenario | FeelinksScenario
"""What a file may hold."""


def make_feelinks_options(section: FeelinksRules, players: int) -> Options:
    """The options; ScenarioError when so many players cannot play by them."""
    options = Options(**section.model_dump())
    check_options(options, players)
    return options


def make_cards(scenario: FeelinksScenario) -> CardSet:
    """The cards that the scenario plays with; ScenarioError when they are none."""
    return load_cards(None if scenario.cards is None else Path(scenario.cards), scenario.themes)


def make_empathy(scenario: FeelinksScenario, seat: int) -> tuple[float, ...]:
    """How well a seat reads each seat."""
    empathy = scenario.players[seat].empathy
    if isinstance(empathy, float):
        return (empathy,) * len(scenario.players)
    return tuple(empathy.get(player.name, 0.5) for player in scenario.players)


def expected_names(scenario: FeelinksScenario) -> Iterator[tuple[str, str]]:
    """Every name of a player that another section mentions, with the path of the place."""
    for i, player in enumerate(scenario.players):
        if isinstance(player.empathy, dict):
            yield from ((f"players[{i}].empathy", name) for name in player.empathy)
    if scenario.expect is not None:
        yield from (("expect.winners", name) for name in scenario.expect.winners or ())
        yield from (("expect.scores", name) for name in scenario.expect.scores or {})


def check_feelinks(scenario: FeelinksScenario, outcome: Outcome, turns: int) -> tuple[Check, ...]:
    """The scenario's expectations, each with its verdict; none when it has none."""
    expect, names = scenario.expect, [player.name for player in scenario.players]
    if expect is None:
        return ()
    found: list[Check] = []
    if expect.winners is not None:
        found.append(same("winners", sorted(expect.winners), sorted(names[seat] for seat in outcome.winners)))
    if expect.termination is not None:
        found.append(same("termination", expect.termination, outcome.termination))
    for name, score in (expect.scores or {}).items():
        found.append(same(f"scores.{name}", score, outcome.scores[names.index(name)]))
    if expect.turns is not None:
        found.append(same("turns", expect.turns, turns))
    return tuple(found)
