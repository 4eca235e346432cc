"""Where what stands in a window of some size: rectangles in pixels, and how large letters are."""

from __future__ import annotations

from dataclasses import dataclass

from magnetsim.viewer.camera import Rectangle

LEAST = (560, 420)
"""A window smaller than this is laid out as if it were so large."""


@dataclass(frozen=True, slots=True)
class Layout:
    """All parts of a window.

    table : where the table is seen        panel : score and turns, of no width where there is no room
    energy, bar : the strip of energies and the line of time below the table, of no height where there is none
    letter : px, height of plain text
    """

    size: tuple[int, int]
    table: Rectangle
    panel: Rectangle
    energy: Rectangle
    bar: Rectangle
    letter: int


def layout(
    width: int, height: int, *, bare: bool = False, energies: bool = True, controls: bool = True, scale: float = 1.0
) -> Layout:
    """The layout of a window.

    bare : nothing but the table        energies : with their strip        controls : with the line of time
    scale : pixels for each point of a screen that is scaled
    """
    width, height = max(width, LEAST[0]), max(height, LEAST[1])
    letter = max(12, min(round(30 * scale), round(min(height / 50, width / 70))))
    if bare:
        nothing = (0, height, width, 0)
        return Layout((width, height), (0, 0, width, height), (width, 0, 0, height), nothing, nothing, letter)
    panel = min(22 * letter, round(0.34 * width))
    bar = round(3.0 * letter) if controls else 0
    energy = round(3.4 * letter) if energies else 0
    left = width - panel
    return Layout(
        size=(width, height),
        table=(0, 0, left, height - bar - energy),
        panel=(left, 0, panel, height - bar),
        energy=(0, height - bar - energy, left, energy),
        bar=(0, height - bar, width, bar),
        letter=letter,
    )
