"""What all pictures of a batch have in common: colours, how sure a mean is, a blank figure."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.figure import Figure

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#999999", "#000000")
SURE = 1.96
"""Standard errors to either side of a mean that hold it at 95 % confidence."""


def blank_figure(width: float, height: float) -> Figure:
    """A figure of its own, which no window knows; inches."""
    from matplotlib.figure import Figure as Blank

    return Blank(figsize=(width, height), layout="constrained")
