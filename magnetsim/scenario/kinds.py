"""[kinds.NAME]: makes of magnet."""

# ruff: noqa: N815 - a key ends in its unit, which may be a capital letter

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Annotated, Literal, Self

import numpy as np
from pydantic import Field, model_validator

from magnetsim.language import Phrase
from magnetsim.outline import Outline, disc_outline, heart_outline, polygon_outline
from magnetsim.scenario.quantities import (
    G_PER_KG,
    MM_PER_M,
    Coefficient,
    Inertia,
    Length,
    Mass,
    Moment,
    Point,
    Section,
    Share,
)
from magnetsim.table import Kind, magnet_kind

DENSITY = 4900.0
"""kg/m³, of a sintered ferrite; where a kind gives neither density nor mass."""
REMANENCE = 0.15
"""T; where a kind gives neither remanence nor moment."""

Magnetised = Literal["in-plane", "up", "down"]


class Body(Section):
    """What magnets of all outlines have."""

    height_mm: Length = Field(default=7.0, description="height")
    density_kg_m3: Annotated[float, Field(ge=100, le=25_000)] | None = Field(
        default=None, description="density; 4900 when no mass_g is given either"
    )
    mass_g: Mass | None = Field(default=None, description="mass, instead of density_kg_m3")
    inertia_kg_m2: Inertia | None = Field(
        default=None,
        description="moment of inertia about the vertical through the centroid; from outline and mass if left out",
    )
    remanence_T: Annotated[float, Field(ge=0, le=2)] | None = Field(
        default=None, description="remanence of a uniformly magnetised body; 0.15 when no moment_Am2 is given either"
    )
    moment_Am2: Moment | None = Field(default=None, description="magnetic moment, instead of remanence_T")
    magnetised: Magnetised = Field(default="in-plane", description="moment along the outline's own +x, or upright")
    restitution: Share = Field(default=0.3, description="restitution between two such magnets")
    friction: Coefficient = Field(default=0.3, description="friction between two such magnets")

    @model_validator(mode="after")
    def _one_of_each(self) -> Self:
        if self.density_kg_m3 is not None and self.mass_g is not None:
            raise ValueError(Phrase("expected density_kg_m3 or mass_g, got both"))
        if self.remanence_T is not None and self.moment_Am2 is not None:
            raise ValueError(Phrase("expected remanence_T or moment_Am2, got both"))
        return self


class HeartKind(Body):
    """A heart, its moment from tip to notch."""

    outline: Literal["heart"] = Field(description="a heart")
    width_mm: Length = Field(default=20.0, description="width; the heart is 0.903 times as long")


class DiscKind(Body):
    """A disc, its moment along a diameter."""

    outline: Literal["disc"] = Field(description="a disc")
    diameter_mm: Length = Field(default=20.0, description="diameter")


class PointsKind(Body):
    """Any simple polygon, its moment along +x."""

    outline: Literal["points"] = Field(description="a polygon of any form")
    points_mm: tuple[Point, ...] = Field(
        min_length=3, max_length=100, description="corners [x, y] in order, either way round; +x is the moment's way"
    )

    @model_validator(mode="after")
    def _usable_outline(self) -> Self:
        polygon_outline(np.array(self.points_mm) / MM_PER_M, name="points_mm")
        return self


KindSection = Annotated[HeartKind | DiscKind | PointsKind, Field(discriminator="outline")]


@lru_cache(maxsize=64)
def make_outline(section: HeartKind | DiscKind | PointsKind) -> Outline:
    """The outline in m; kept, since to split it into convex parts takes longer than to lay a table."""
    if isinstance(section, HeartKind):
        return heart_outline(section.width_mm / MM_PER_M)
    if isinstance(section, DiscKind):
        return disc_outline(section.diameter_mm / MM_PER_M / 2)
    return polygon_outline(np.array(section.points_mm) / MM_PER_M, name="points_mm")


def make_kind(name: str, section: HeartKind | DiscKind | PointsKind) -> Kind:
    """The kind in SI."""
    outline = make_outline(section)
    kind = magnet_kind(
        name,
        outline,
        height=section.height_mm / MM_PER_M,
        density=DENSITY if section.density_kg_m3 is None else section.density_kg_m3,
        remanence=REMANENCE if section.remanence_T is None else section.remanence_T,
        restitution=section.restitution,
        friction=section.friction,
        upright=section.magnetised != "in-plane",
    )
    mass = None if section.mass_g is None else section.mass_g / G_PER_KG
    moment = kind.moment + kind.moment_z if section.moment_Am2 is None else section.moment_Am2
    return with_own(kind, section.magnetised, mass=mass, inertia=section.inertia_kg_m2, moment=moment)


def as_finite(kind: Kind) -> Kind:
    """The kind with charges in place of its body, where it is magnetised in the plane; a new one takes seconds."""
    if kind.moment == 0.0:
        return kind
    # Late: compiled code, which a file can be read and checked without.
    from magnetsim.charges import kept_fit

    return replace(kind, charges=kept_fit(kind.outline, kind.height).cloud)


def with_own(
    kind: Kind, magnetised: Magnetised, *, mass: float | None, inertia: float | None, moment: float | None
) -> Kind:
    """The kind with another mass (kg), inertia (kg·m²) or moment (A·m²) where given.

    magnetised : which way such a magnet's moment points; a kind whose moment is 0 does not tell

    Another mass alone scales the inertia with it.
    """
    if mass is not None:
        kind = replace(kind, mass=mass, inertia=kind.inertia * mass / kind.mass)
    if inertia is not None:
        kind = replace(kind, inertia=inertia)
    if moment is None:
        return kind
    if magnetised == "in-plane":
        return replace(kind, moment=moment)
    return replace(kind, moment_z=moment if magnetised == "up" else -moment)
