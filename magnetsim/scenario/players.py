"""[[players]]: who sits round the table, with what hand, and a script's shots."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Annotated, Literal, Self

from pydantic import Field, model_validator

from magnetsim.language import Phrase
from magnetsim.scenario.quantities import MM_PER_M, Angle, Name, Point, Reference, Section, Share, WayName

if TYPE_CHECKING:
    from magnetsim.players.hand import HandError


class ShotSection(Section):
    """One shot of a scripted player."""

    way: WayName = Field(description="way of shooting")
    magnet: Reference | None = Field(
        default=None, description="the magnet that is shot, by number or name; the own shooter if left out (X3.1)"
    )
    position_mm: Point = Field(description="where the shooter starts [x, y]")
    angle_deg: Angle = Field(default=0.0, description="how the shooter is turned at the start")
    direction_deg: Angle = Field(description="direction of the shot, counter-clockwise from +x")
    speed_m_s: Annotated[float, Field(gt=0, le=10)] = Field(description="speed of the shot")
    offset_mm: Annotated[float, Field(ge=-250, le=250)] = Field(
        default=0.0, description="flick, push: how far left of the centroid the finger hits"
    )
    stroke_mm: Annotated[float, Field(gt=0, le=5000)] | None = Field(
        default=None, description="push: the finger's longest way"
    )
    spin_rad_s: Annotated[float, Field(ge=-2000, le=2000)] = Field(default=0.0, description="deliver: spin")

    @model_validator(mode="after")
    def _fits_its_way(self) -> Self:
        if (self.way == "push") != (self.stroke_mm is not None):
            raise ValueError(Phrase("expected stroke_mm for a push, and for a push only"))
        if self.way == "deliver" and self.offset_mm != 0:
            raise ValueError(Phrase("expected no offset_mm for a delivery"))
        if self.way != "deliver" and self.spin_rad_s != 0:
            raise ValueError(Phrase("expected spin_rad_s for a delivery only"))
        return self


class HandSection(Section):
    """A hand of its own: standard deviations of what comes between aim and shot."""

    angle_deg: Annotated[float, Field(ge=0, le=90)] = Field(description="of the direction")
    speed: Share = Field(description="of the speed, as a part of it")
    offset_mm: Annotated[float, Field(ge=0, le=50)] = Field(
        default=0.0, description="of the place that the finger hits"
    )
    spin_rad_s: Annotated[float, Field(ge=0, le=100)] = Field(default=0.0, description="of a delivery's spin")


class PlayerSection(Section):
    """One player; the order of the list is clockwise round the table."""

    name: Name = Field(description="name, of its own")
    strategy: Literal["random", "greedy", "scripted", "person"] = Field(
        description="how the player decides; a person is asked by magnetsim play"
    )
    hand: Literal["perfect", "steady", "normal", "shaky"] | HandSection = Field(
        default="steady", description="how well the hand does what the player wants, or a table of standard deviations"
    )
    catch_skill: Share = Field(default=0.3, description="chance to catch a magnet that falls within reach (X4.4)")
    preview: bool | None = Field(
        default=None, description="a person's: whether the window shows where a shot would go, true if left out"
    )
    shots: tuple[ShotSection, ...] = Field(default=(), max_length=1000, description="scripted: the shots, in order")

    @model_validator(mode="after")
    def _script(self) -> Self:
        if (self.strategy == "scripted") != bool(self.shots):
            raise ValueError(Phrase("expected shots for a scripted player, and for a scripted player only"))
        return self


def make_hand_error(section: PlayerSection) -> HandError:
    """The player's hand in SI."""
    # Late: the hands know the rules, which are compiled in part; to check a file needs none of that.
    from magnetsim.players.hand import HANDS, HandError

    hand = section.hand
    if isinstance(hand, str):
        return HANDS[hand]
    return HandError(
        direction=math.radians(hand.angle_deg),
        speed=hand.speed,
        offset=hand.offset_mm / MM_PER_M,
        spin=hand.spin_rad_s,
    )
