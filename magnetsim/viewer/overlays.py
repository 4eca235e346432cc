"""What may be shown upon the table beside what lies there; each can be had or not."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Overlays:
    """What is shown.

    bonds : a line between those that hold together        numbers : of the magnets
    field : as if iron filings lay on the table
    """

    bonds: bool = False
    numbers: bool = False
    field: bool = False

    def toggled(self, name: str) -> Overlays:
        """With one of them shown that was not, or the other way round."""
        return replace(self, **{name: not getattr(self, name)})
