"""What may be shown upon the table beside what lies there; each can be had or not."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace


@dataclass(frozen=True, slots=True)
class Overlays:
    """What is shown.

    bonds : a line between those that hold together        numbers : of the magnets
    field : as if iron filings lay on the table        forces : of the others' magnetism on each magnet
    capture : where another magnet would be pulled in        trails : where magnets have just come from
    """

    bonds: bool = False
    numbers: bool = False
    field: bool = False
    forces: bool = False
    capture: bool = False
    trails: bool = False

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """What there is to be shown."""
        return tuple(one.name for one in fields(cls))

    def toggled(self, name: str) -> Overlays:
        """With one of them shown that was not, or the other way round."""
        return replace(self, **{name: not getattr(self, name)})
