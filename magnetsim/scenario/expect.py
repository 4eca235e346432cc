"""[expect]: what must come out; a scenario that has it is a test of itself."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import Field, model_validator

from magnetsim.rules.xinxin.state import Termination
from magnetsim.scenario.quantities import Angle, Name, Point, Section, Spin, Velocity

Reference = Annotated[int, Field(ge=0)] | Name
"""A magnet by number or by name."""
Group = Annotated[tuple[Reference, ...], Field(min_length=1, max_length=400)]
Tolerance = Annotated[float, Field(ge=0)]


class ExpectTurn(Section):
    """One turn of a game."""

    turn: Annotated[int, Field(ge=1)] = Field(description="number of the turn, from 1")
    new_clusters: tuple[Group, ...] | None = Field(
        default=None, max_length=200, description="each new cluster's magnets (X4.3)"
    )
    taken: tuple[Reference, ...] | None = Field(
        default=None, max_length=400, description="magnets collected; [] for none"
    )
    fallen: tuple[Reference, ...] | None = Field(
        default=None, max_length=400, description="magnets that left the table (X4.4)"
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
            raise ValueError("expected at least one key")
        return self


FOR_GAMES = frozenset({"winner", "termination", "scores", "turns", "ruling"})
FOR_EXPERIMENTS = frozenset(ExpectSection.model_fields) - FOR_GAMES
