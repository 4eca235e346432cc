"""[expect]: what must come out; a scenario that has it is a test of itself."""

from __future__ import annotations

import re
from typing import Annotated, Self

from pydantic import AfterValidator, Field, model_validator

from magnetsim.language import Phrase
from magnetsim.rules.xinxin.state import Termination
from magnetsim.scenario.quantities import Angle, Name, Point, Reference, Section, Spin, Velocity

Group = Annotated[tuple[Reference, ...], Field(min_length=1, max_length=400)]
Tolerance = Annotated[float, Field(ge=0)]


class ExpectTurn(Section):
    """One turn of a game."""

    turn: Annotated[int, Field(ge=1)] = Field(description="number of the turn, from 1")
    new_clusters: tuple[Group, ...] | None = Field(
        default=None, max_length=200, description="each new cluster's magnets (X4.3)"
    )
    old_clusters: tuple[Group, ...] | None = Field(
        default=None, max_length=200, description="the magnets of each cluster that is not new (X4.3)"
    )
    taken: tuple[Reference, ...] | None = Field(
        default=None, max_length=400, description="magnets collected; [] for none"
    )
    fallen: tuple[Reference, ...] | None = Field(
        default=None, max_length=400, description="magnets that left the table (X4.4)"
    )
    refused: tuple[Name, ...] | None = Field(
        default=None, max_length=100, description="why moves were refused, in order: touches, out-of-reach, … (X4.5)"
    )
    events: tuple[Name, ...] = Field(
        default=(),
        max_length=100,
        description="names of some of the turn's events: caught, put-back, skipped, …",
    )


class ExpectMagnet(Section):
    """One magnet at the end of an experiment; each value is held against its own tolerance."""

    magnet: Reference = Field(description="number or name")
    position_mm: Point | None = Field(default=None, description="place [x, y]")
    position_tolerance_mm: Tolerance = Field(default=0.1, description="farthest that the place may lie off")
    angle_deg: Angle | None = Field(default=None, description="angle; whole turns count")
    angle_tolerance_deg: Tolerance = Field(default=0.5, description="most that the angle may differ")
    velocity_m_s: Velocity | None = Field(default=None, description="velocity [x, y]")
    velocity_tolerance_m_s: Tolerance = Field(default=0.005, description="most that the velocity may differ")
    spin_rad_s: Spin | None = Field(default=None, description="spin")
    spin_tolerance_rad_s: Tolerance = Field(default=0.1, description="most that the spin may differ")
    moved: bool | None = Field(default=None, description="whether it is elsewhere, or turned, compared with the start")


class ExpectContact(Section):
    """The first contact of two magnets."""

    pair: tuple[Reference, Reference] = Field(description="the two")
    time_s: Annotated[float, Field(ge=0)] | None = Field(default=None, description="time of the first contact")
    time_tolerance_s: Tolerance = Field(default=0.002, description="most that the time may differ")


def _clause(text: str) -> str:
    if not re.fullmatch(r"[A-Z][0-9]\.[0-9]", text):
        raise ValueError(Phrase("expected the number of a clause, such as X4.3"))
    return text


class ExpectSection(Section):
    """What must come out; games and experiments have keys of their own."""

    winner: Name | None = Field(default=None, description="game: the winner's name, of a team either's")
    termination: Name | None = Field(
        default=None, description=f"game: why it ended: {', '.join(why.value for why in Termination)}"
    )
    scores: dict[Name, Annotated[int, Field(ge=0)]] | None = Field(
        default=None, description="game: magnets by player's name"
    )
    turns: Annotated[int, Field(ge=0)] | None = Field(default=None, description="game: how many turns were played")
    ruling: tuple[ExpectTurn, ...] = Field(default=(), max_length=1000, description="game: what single turns brought")
    clauses: tuple[Annotated[Name, AfterValidator(_clause)], ...] = Field(
        default=(), max_length=30, description="game: the rules' clauses that it shows, such as X4.3; none is checked"
    )
    at_rest: bool | None = Field(default=None, description="experiment: whether all rests at the end")
    duration_s: Annotated[float, Field(ge=0)] | None = Field(default=None, description="experiment: time simulated")
    duration_tolerance_s: Tolerance = Field(default=0.005, description="experiment: most that this time may differ")
    clusters: tuple[Group, ...] | None = Field(
        default=None, max_length=400, description="experiment: all clusters at the end"
    )
    bonds: tuple[tuple[Reference, Reference], ...] | None = Field(
        default=None, max_length=5000, description="experiment: all bonds at the end"
    )
    exits: tuple[Reference, ...] | None = Field(
        default=None, max_length=400, description="experiment: magnets that left the table, in order"
    )
    magnets: tuple[ExpectMagnet, ...] = Field(
        default=(), max_length=400, description="experiment: single magnets at the end"
    )
    contacts: tuple[ExpectContact, ...] | None = Field(
        default=None, max_length=400, description="experiment: all pairs that ever met, first contacts; [] for none"
    )

    @model_validator(mode="after")
    def _something(self) -> Self:
        if not self.model_fields_set:
            raise ValueError(Phrase("expected at least one key"))
        return self


FOR_GAMES = frozenset({"winner", "termination", "scores", "turns", "ruling", "clauses"})
FOR_EXPERIMENTS = frozenset(ExpectSection.model_fields) - FOR_GAMES
