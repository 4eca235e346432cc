"""How a layout is drawn: apart, and at rest from the start (X1.2)."""

from __future__ import annotations

import math

import numpy as np

from magnetsim.errors import ScenarioError
from magnetsim.language import Phrase
from magnetsim.rim import rim_depth
from magnetsim.scenario.layout import JitteredGrid
from magnetsim.scenario.quantities import MM_PER_M
from magnetsim.scenario.staying import bodies_of, crowded, stays
from magnetsim.table import Board, Floats, Kind, Placed


def strew(
    layout: JitteredGrid, kinds: tuple[Kind, ...], board: Board, taken: int, generator: np.random.Generator
) -> list[Placed]:
    """Draw the layout: which kind lies where, and turned how.

    kinds : all of the scenario, with the names that the layout uses
    taken : how many magnets may be lifted off afterwards, whichever, without moving the rest

    ScenarioError when the grid does not fit the table, or when no layout at rest was found in so many redraws.
    """
    index = {kind.name: i for i, kind in enumerate(kinds)}
    drawn = generator.permutation(np.repeat([index[name] for name in layout.numbers], list(layout.numbers.values())))
    which = np.asarray(drawn, dtype=np.int64)
    grid = _grid(layout)
    _check_fit(layout, grid, board, max(kinds[i].outline.bounding_radius for i in which))
    bodies = bodies_of([kinds[i] for i in which], board)
    position, angle = np.empty((len(grid), 2)), np.empty(len(grid))
    again = np.arange(len(grid))
    for _ in range(layout.redraws + 1):
        jitter = layout.jitter_mm / MM_PER_M
        position[again] = grid[again] + generator.uniform(-jitter, jitter, (len(again), 2))
        angle[again] = generator.uniform(-math.pi, math.pi, len(again))
        again = np.flatnonzero(crowded(position, bodies) | ~stays(position, angle, bodies, taken))
        if len(again) == 0:
            return [
                Placed(number, int(which[number]), (float(x), float(y)), float(angle[number]))
                for number, (x, y) in enumerate(position)
            ]
    text = Phrase(
        "layout: no start at rest found in {redraws} redraws: at the end {moving} of {count} magnets would not stay "
        "where they are put; expected a wider spacing_mm than {spacing}, less jitter_mm, more friction or weaker "
        "magnets",
        redraws=layout.redraws,
        moving=len(again),
        count=len(grid),
        spacing=f"{layout.spacing_mm:g}",
    )
    raise ScenarioError(text)


def _grid(layout: JitteredGrid) -> Floats:
    """The grid's points (n, 2) in m, row by row from the top left."""
    n = layout.total
    columns = min(layout.columns or math.ceil(math.sqrt(n)), n)
    rows = math.ceil(n / columns)
    row, column = np.divmod(np.arange(n), columns)
    steps = np.column_stack([column - (columns - 1) / 2, (rows - 1) / 2 - row])
    return np.asarray((steps * layout.spacing_mm + np.array(layout.centre_mm)) / MM_PER_M, dtype=np.float64)


def _check_fit(layout: JitteredGrid, grid: Floats, board: Board, radius: float) -> None:
    margin = radius + math.sqrt(2) * layout.jitter_mm / MM_PER_M
    room = min(rim_depth(board, (float(x), float(y))) for x, y in grid)
    if room < margin:
        far = f"{abs(room) * MM_PER_M:.1f}"
        inside = room >= 0
        text = Phrase(
            "layout: the grid does not fit the table: a point of it lies {where}, expected at least {margin} mm inside "
            "it (a magnet's radius and the jitter); take a smaller spacing_mm, fewer magnets or a larger table",
            where=Phrase("{far} mm inside the rim", far=far) if inside else Phrase("{far} mm beyond the rim", far=far),
            margin=f"{margin * MM_PER_M:.1f}",
        )
        raise ScenarioError(text)
