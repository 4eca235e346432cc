"""[table]: the table top's shape and surface."""

from __future__ import annotations

from typing import Annotated, Literal, Self

import numpy as np
from pydantic import Field, model_validator

from magnetsim.kernels.polygon import area_and_centroid
from magnetsim.language import Phrase
from magnetsim.outline import polygon_outline, read_only
from magnetsim.scenario.quantities import MM_PER_M, BoardLength, Coefficient, Point, Section
from magnetsim.table import Board


class Surface(Section):
    """What all tables have: friction between any magnet and the surface."""

    friction_static: Coefficient = Field(default=0.30, description="static friction of any magnet on the table")
    friction_kinetic: Coefficient = Field(default=0.24, description="kinetic friction; not above the static one")

    @model_validator(mode="after")
    def _kinetic_not_above_static(self) -> Self:
        if self.friction_kinetic > self.friction_static:
            problem = Phrase(
                "expected at most friction_static, {most}, got {got}",
                most=self.friction_static,
                got=self.friction_kinetic,
            )
            raise ValueError(Phrase("{name}: {problem}", name="friction_kinetic", problem=problem))
        return self


class RectangleTable(Surface):
    """A rectangular table, centred on the origin."""

    shape: Literal["rectangle"] = Field(description="a rectangular table")
    size_mm: tuple[BoardLength, BoardLength] = Field(default=(600.0, 600.0), description="width (x) and depth (y)")


class RoundTable(Surface):
    """A round table, centred on the origin."""

    shape: Literal["round"] = Field(description="a round table")
    diameter_mm: BoardLength = Field(default=700.0, description="diameter")


class PolygonTable(Surface):
    """A table of any simple outline."""

    shape: Literal["polygon"] = Field(description="a table of any outline")
    corners_mm: tuple[Point, ...] = Field(
        min_length=3, max_length=100, description="corners [x, y] in order, either way round, no side crossing another"
    )

    @model_validator(mode="after")
    def _simple(self) -> Self:
        polygon_outline(np.array(self.corners_mm) / MM_PER_M, name="corners_mm")
        return self


TableSection = Annotated[RectangleTable | RoundTable | PolygonTable, Field(discriminator="shape")]


def make_board(section: RectangleTable | RoundTable | PolygonTable, *, friction: bool) -> Board:
    """The board in SI; without friction when asked so."""
    static = section.friction_static if friction else 0.0
    kinetic = section.friction_kinetic if friction else 0.0
    if isinstance(section, RoundTable):
        return Board(read_only(np.empty((0, 2))), section.diameter_mm / MM_PER_M / 2, static, kinetic)
    if isinstance(section, RectangleTable):
        x, y = section.size_mm[0] / MM_PER_M / 2, section.size_mm[1] / MM_PER_M / 2
        return Board(read_only(np.array([(-x, -y), (x, -y), (x, y), (-x, y)])), 0.0, static, kinetic)
    corners = np.array(section.corners_mm) / MM_PER_M
    if len(corners) > 3 and np.array_equal(corners[0], corners[-1]):
        corners = corners[:-1]
    if area_and_centroid(corners)[0] < 0:
        corners = corners[::-1].copy()
    return Board(read_only(corners), 0.0, static, kinetic)
