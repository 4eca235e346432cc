"""The kinds of value a scenario may hold, each with its unit and range, and what all sections share."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from magnetsim.language import Phrase

MM_PER_M = 1000.0
"""With the next two and the degrees, all conversions from a file's units. To divide rounds right; × 0.001 does not."""
G_PER_KG = 1000.0
MS_PER_S = 1000.0

MOST_MAGNETS = 5000
"""More in one file is refused: forces cost the square of the number."""


class Section(BaseModel):
    """A table of a scenario file: frozen, every key known, no value of a wrong kind, only finite numbers."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, allow_inf_nan=False)

    def key_values(self) -> dict[str, Any]:
        """The keys and values that make this section again."""
        return self.model_dump(mode="json", exclude_none=True)


_HARMLESS = {0x200D: None, 0x3000: None, 0xA0: None}
"""Letters that do not count as printable and yet stand in names: they join emoji, and they are blanks."""


def _printable(text: str) -> str:
    if text != text.strip():
        raise ValueError(Phrase("expected no blanks at either end"))
    # Such letters would break the line that a name is printed in, or turn it round.
    if not text.translate(_HARMLESS).isprintable():
        raise ValueError(Phrase("expected no control characters"))
    return text


def _writable_integer(value: int) -> int:
    # Python refuses to print integers of more than 4,300 digits.
    if value.bit_length() > 13_000:
        raise ValueError(Phrase("expected a whole number of at most 3,900 digits"))
    return value


Name = Annotated[str, Field(min_length=1, max_length=80), AfterValidator(_printable)]
Reference = Annotated[int, Field(ge=0)] | Name
"""A magnet by number or by name."""
Text = Annotated[str, Field(max_length=4000)]
Seed = Annotated[int, Field(ge=0), AfterValidator(_writable_integer)]
Share = Annotated[float, Field(ge=0, le=1)]
Coefficient = Annotated[float, Field(ge=0, le=2)]

WayName = Literal["flick", "push", "deliver"]
"""A way of shooting (X1.6)."""

Coordinate = Annotated[float, Field(ge=-5000, le=5000)]
"""mm"""
Point = tuple[Coordinate, Coordinate]
"""mm, mm"""
Length = Annotated[float, Field(ge=1, le=500)]
"""mm, of a magnet"""
BoardLength = Annotated[float, Field(ge=20, le=10_000)]
"""mm"""
Angle = Annotated[float, Field(ge=-36_000, le=36_000)]
"""deg"""
Velocity = tuple[Annotated[float, Field(ge=-10, le=10)], Annotated[float, Field(ge=-10, le=10)]]
"""m/s, m/s"""
Spin = Annotated[float, Field(ge=-2000, le=2000)]
"""rad/s"""
Mass = Annotated[float, Field(ge=0.01, le=10_000)]
"""g"""
Inertia = Annotated[float, Field(ge=1e-12, le=10)]
"""kg·m²"""
Moment = Annotated[float, Field(ge=0, le=100)]
"""A·m²"""
Force = Annotated[float, Field(ge=-1000, le=1000)]
"""N"""
Torque = Annotated[float, Field(ge=-10, le=10)]
"""N·m"""
