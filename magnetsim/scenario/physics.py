"""[physics]: how the motion is followed, and what holds together."""

# ruff: noqa: N815 - a key ends in its unit, which may be a capital letter

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Self

from pydantic import Field, model_validator

from magnetsim.language import Phrase
from magnetsim.scenario.quantities import MM_PER_M, MS_PER_S, Section

if TYPE_CHECKING:
    from magnetsim.physics import Physics


class PhysicsSection(Section):
    """How the motion is followed, and what holds together."""

    step_ms: Annotated[float, Field(ge=0.02, le=1)] = Field(default=0.5, description="time step")
    time_limit_s: Annotated[float, Field(gt=0, le=120)] = Field(
        default=10.0, description="a shot not at rest by then is read as it lies"
    )
    duration_s: Annotated[float, Field(gt=0, le=120)] | None = Field(
        default=None, description="experiments: run just so long; until all rest if left out"
    )
    sample_rate_Hz: Annotated[float, Field(ge=1, le=10_000)] = Field(
        default=120.0, description="samples of the trajectory, at most one a step"
    )
    friction: bool = Field(default=True, description="false: the table is without friction, whatever [table] says")
    bond_factor: Annotated[float, Field(ge=0, le=100)] = Field(
        default=1.0, description="a bond pulls with at least so many times the lighter magnet's weight (X4.1)"
    )
    touch_gap_mm: Annotated[float, Field(gt=0, le=5)] = Field(default=0.3, description="magnets nearer than this touch")
    keep_gap_mm: Annotated[float, Field(gt=0, le=5)] = Field(
        default=0.6, description="bonded magnets nearer than this stay bonded; not below touch_gap_mm"
    )

    @model_validator(mode="after")
    def _gaps_in_order(self) -> Self:
        if self.keep_gap_mm < self.touch_gap_mm:
            problem = Phrase(
                "expected at least touch_gap_mm ({least}), got {got}", least=self.touch_gap_mm, got=self.keep_gap_mm
            )
            raise ValueError(Phrase("{name}: {problem}", name="keep_gap_mm", problem=problem))
        return self


def make_physics(section: PhysicsSection) -> Physics:
    """The settings in SI."""
    from magnetsim.clusters import BondCriteria
    from magnetsim.physics import Physics

    return Physics(
        step=section.step_ms / MS_PER_S,
        time_limit=section.time_limit_s,
        duration=section.duration_s,
        sample_rate=section.sample_rate_Hz,
        criteria=BondCriteria(
            factor=section.bond_factor,
            touch_gap=section.touch_gap_mm / MM_PER_M,
            keep_gap=section.keep_gap_mm / MM_PER_M,
        ),
    )
