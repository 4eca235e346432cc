"""[[magnets]]: magnets listed one by one, and what acts on them from outside."""

# ruff: noqa: N815 - a key ends in its unit, which may be a capital letter

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Self

import numpy as np
from pydantic import Field, model_validator

from magnetsim.language import Phrase, message
from magnetsim.outline import disc_outline
from magnetsim.scenario.kinds import Magnetised, with_own
from magnetsim.scenario.quantities import (
    G_PER_KG,
    MM_PER_M,
    Angle,
    Force,
    Inertia,
    Length,
    Mass,
    Moment,
    Name,
    Point,
    Section,
    Spin,
    Torque,
    Velocity,
)
from magnetsim.table import Kind, magnet_kind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from magnetsim.physics import OutsideForce

OWN_DISC = message("own disc")
"""What the kind of a magnet is called that is none of [kinds]."""


class MagnetSection(Section):
    """One magnet; its number is its place in the list, from 0."""

    name: Name | None = Field(default=None, description="a name to call it by in [expect] and in messages")
    kind: Name | None = Field(
        default=None, description="one of [kinds]; left out, it is a disc with its own mass and moment"
    )
    mass_g: Mass | None = Field(default=None, description="its own mass instead of the kind's")
    inertia_kg_m2: Inertia | None = Field(default=None, description="its own moment of inertia instead of the kind's")
    moment_Am2: Moment | None = Field(default=None, description="its own magnetic moment instead of the kind's")
    diameter_mm: Length | None = Field(default=None, description="diameter of a magnet without kind; 20 if left out")
    position_mm: Point = Field(description="place of its centroid [x, y]; the table's centre is [0, 0]")
    angle_deg: Angle = Field(default=0.0, description="direction of its moment, counter-clockwise from +x")
    velocity_m_s: Velocity = Field(default=(0.0, 0.0), description="velocity at the start [x, y]")
    spin_rad_s: Spin = Field(default=0.0, description="spin at the start, counter-clockwise")
    pinned_position: bool = Field(default=False, description="held in its place; it may turn")
    pinned_angle: bool = Field(default=False, description="kept from turning; it may slide")
    touchable: bool = Field(default=True, description="false: it meets no other magnet, only fields")
    damaged: bool = Field(default=False, description="true: it is not placed")
    force_N: tuple[Force, Force] = Field(default=(0.0, 0.0), description="force from outside [x, y]")
    torque_Nm: Torque = Field(default=0.0, description="torque from outside, counter-clockwise")
    force_ramp_N_s: tuple[Force, Force] = Field(
        default=(0.0, 0.0), description="growth of that force [x, y]; while it grows nothing counts as rest"
    )
    torque_ramp_Nm_s: Torque = Field(default=0.0, description="growth of that torque")

    @model_validator(mode="after")
    def _whole_body(self) -> Self:
        if self.kind is not None and self.diameter_mm is not None:
            raise ValueError(Phrase("expected no diameter_mm for a magnet with a kind"))
        if self.kind is None and (self.mass_g is None or self.moment_Am2 is None):
            raise ValueError(Phrase("expected mass_g and moment_Am2 for a magnet without kind"))
        return self

    @property
    def is_plain(self) -> bool:
        """Whether it lies at rest, free, and nothing acts on it: what a game's magnets do."""
        moved = any(self.velocity_m_s) or self.spin_rad_s != 0
        held = self.pinned_position or self.pinned_angle or not self.touchable
        return not (moved or held or self.is_driven)

    @property
    def is_driven(self) -> bool:
        """Whether something acts on it from outside."""
        return any((*self.force_N, *self.force_ramp_N_s, self.torque_Nm, self.torque_ramp_Nm_s))


def label(number: int, section: MagnetSection) -> str:
    """How messages and results call the magnet: its name, or its number."""
    return section.name if section.name is not None else str(number)


def own_kind(section: MagnetSection, kind: Kind | None, magnetised: Magnetised) -> Kind:
    """The kind in SI of a listed magnet that has a body of its own.

    kind : the one that it is of otherwise, magnetised so; None for a disc
    """
    mass = None if section.mass_g is None else section.mass_g / G_PER_KG
    if kind is not None:
        kind = replace(kind, name=f"own {kind.name}")
    else:
        diameter = 20.0 if section.diameter_mm is None else section.diameter_mm
        kind = magnet_kind(
            OWN_DISC,
            disc_outline(diameter / MM_PER_M / 2),
            height=7 / MM_PER_M,
            density=1.0,
            remanence=0.0,
            restitution=0.3,
            friction=0.3,
        )
    return with_own(kind, magnetised, mass=mass, inertia=section.inertia_kg_m2, moment=section.moment_Am2)


def make_outside_force(magnets: Sequence[MagnetSection]) -> OutsideForce | None:
    """What acts from outside on the magnets that are placed, in their order; None when nothing does."""
    from magnetsim.physics import OutsideForce

    placed = [magnet for magnet in magnets if not magnet.damaged]
    if not any(magnet.is_driven for magnet in placed):
        return None
    return OutsideForce(
        force=np.array([magnet.force_N for magnet in placed], dtype=float),
        torque=np.array([magnet.torque_Nm for magnet in placed], dtype=float),
        force_rate=np.array([magnet.force_ramp_N_s for magnet in placed], dtype=float),
        torque_rate=np.array([magnet.torque_ramp_Nm_s for magnet in placed], dtype=float),
    )
