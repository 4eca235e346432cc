"""A whole scenario: all its sections."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import BeforeValidator, Field, model_validator

from magnetsim.language import Phrase
from magnetsim.scenario.board import RectangleTable, TableSection
from magnetsim.scenario.expect import ExpectSection
from magnetsim.scenario.kinds import KindSection
from magnetsim.scenario.layout import JitteredGrid
from magnetsim.scenario.magnets import MagnetSection
from magnetsim.scenario.physics import PhysicsSection
from magnetsim.scenario.players import PlayerSection
from magnetsim.scenario.quantities import MOST_MAGNETS, Name, Section, Seed, Text
from magnetsim.scenario.rules import DealSection, RulesSection

SCHEMA = 1
"""Version of the file format."""
LONGEST_CODE = 200_000
"""characters; 200 magnets take 20,000."""


def _whole(value: object) -> object:
    # True equals 1, and so does 1.0.
    if type(value) is not int:
        raise ValueError(Phrase("expected {expected}", expected=SCHEMA))
    return value


Schema = Annotated[Literal[1], BeforeValidator(_whole)]


class Scenario(Section):
    """A game of magnets or an experiment, as its file says it: mm, g and degrees."""

    schema_: Schema = Field(alias="schema", description="version of this format")
    name: Name = Field(description="name of the scenario")
    about: Text = Field(default="", description="what it shows, in a few words")
    game: Literal["xinxin", "physics", "feelinks"] = Field(
        description="xinxin: 《心心相引》; physics: an experiment; feelinks: 《同感》, whose sections are others"
    )
    seed: Seed = Field(default=0, description="where all chance comes from")
    magnetism: Literal["dipole", "finite"] = Field(
        default="finite", description="what magnets are to each other: finite bodies, or point dipoles"
    )
    table: TableSection = Field(
        default=RectangleTable(shape="rectangle"), description="the table top; 600 × 600 mm if left out"
    )
    kinds: dict[Name, KindSection] = Field(default={}, max_length=50, description="makes of magnet, by name")
    layout: JitteredGrid | None = Field(default=None, description="magnets strewn by rule and chance; or [[magnets]]")
    magnets: tuple[MagnetSection, ...] | None = Field(
        default=None, min_length=1, max_length=MOST_MAGNETS, description="magnets one by one; or [layout]"
    )
    position: Annotated[str, Field(max_length=LONGEST_CODE)] | None = Field(
        default=None,
        description="the code of a place in the middle of a game, to take it up there; it says all but who plays, "
        "rules, seed and what must come out",
    )
    physics: PhysicsSection = Field(default=PhysicsSection(), description="how the motion is followed")
    rules: RulesSection = Field(default=RulesSection(), description="options of the game")
    deal: DealSection | None = Field(default=None, description="a draw that is settled beforehand")
    players: Annotated[tuple[PlayerSection, ...], Field(max_length=40)] = Field(
        default=(), description="who plays, clockwise round the table"
    )
    expect: ExpectSection | None = Field(default=None, description="what must come out: then the file is a test")

    @model_validator(mode="after")
    def _one_source_of_magnets(self) -> Self:
        if (self.layout is None) == (self.magnets is None):
            raise ValueError(Phrase("expected either [layout] or [[magnets]]"))
        return self
