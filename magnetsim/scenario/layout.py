"""[layout]: magnets strewn on the table by rule and chance."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from magnetsim.language import Phrase
from magnetsim.scenario.quantities import Coordinate, Name, Section

MOST = 200
"""Magnets in a layout; to find a start at rest costs the square of the number."""
Count = Annotated[int, Field(ge=1, le=MOST)]


class JitteredGrid(Section):
    """Magnets on a square grid, each moved a little and turned any way.

    Magnets that would not stay put under friction, or that come too near to others, are drawn again.
    """

    pattern: Literal["jittered-grid"] = Field(description="a square grid, each magnet moved a little and turned")
    kind: Name | None = Field(default=None, description="one of [kinds], with count")
    count: Count | None = Field(default=None, description="how many of kind")
    counts: dict[Name, Count] | None = Field(
        default=None,
        min_length=1,
        max_length=20,
        description="how many of each kind, mixed by chance; instead of kind and count",
    )
    spacing_mm: Annotated[float, Field(ge=5, le=1000)] = Field(
        default=55.0, description="between neighbours of the grid"
    )
    jitter_mm: Annotated[float, Field(ge=0, le=200)] = Field(
        default=5.0, description="farthest move along x and along y"
    )
    columns: Count | None = Field(default=None, description="columns of the grid; as square as can be if left out")
    centre_mm: tuple[Coordinate, Coordinate] = Field(default=(0.0, 0.0), description="middle of the grid [x, y]")
    redraws: Annotated[int, Field(ge=1, le=300)] = Field(
        default=200, description="rounds of drawing again before giving up"
    )

    @model_validator(mode="after")
    def _one_way_to_count(self) -> Self:
        single = self.kind is not None and self.count is not None
        if (self.counts is None) == (not single) or (self.counts is not None and (self.kind or self.count)):
            raise ValueError(Phrase("expected either kind and count, or counts"))
        if self.total > MOST:
            raise ValueError(Phrase("expected at most {most} magnets in all, got {got}", most=MOST, got=self.total))
        return self

    @property
    def numbers(self) -> dict[str, int]:
        """How many magnets of each kind."""
        if self.counts is not None:
            return dict(self.counts)
        return {str(self.kind): self.count or 0}

    @property
    def total(self) -> int:
        """How many magnets in all."""
        return sum(self.numbers.values())
