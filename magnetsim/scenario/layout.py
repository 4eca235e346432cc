"""[layout]: magnets strewn on the table by rule and chance, at rest from the start (X1.2)."""

from __future__ import annotations

import math
from itertools import combinations
from typing import Annotated, Literal, NamedTuple, Self

import numpy as np
from pydantic import Field, model_validator

from magnetsim.errors import ScenarioError
from magnetsim.rim import rim_depth
from magnetsim.scenario.quantities import MM_PER_M, Coordinate, Name, Section
from magnetsim.table import MU_0, Board, Booleans, Floats, Kind, Placed

MOST = 200
"""Magnets in a layout; to find a start at rest costs the square of the number."""
Count = Annotated[int, Field(ge=1, le=MOST)]

CLEARANCE = 1e-3
"""m that two magnets of a layout keep between their bounding circles: more than counts as touching."""
NEAREST = 10
"""Of how many others the removal is tried in all combinations; the rest enter as a bound."""


class JitteredGrid(Section):
    """Magnets on a square grid, each moved a little and turned any way.

    Magnets that would not stay put under friction, or that come too near to others, are drawn again.
    """

    pattern: Literal["jittered-grid"] = Field(description="a square grid, each magnet moved a little and turned")
    kind: Name | None = Field(default=None, description="one of [kinds], with count")
    count: Count | None = Field(default=None, description="how many of kind")
    counts: dict[Name, Count] | None = Field(
        default=None,
        min_length=1,
        max_length=20,
        description="how many of each kind, mixed by chance; instead of kind and count",
    )
    spacing_mm: Annotated[float, Field(ge=5, le=1000)] = Field(
        default=55.0, description="between neighbours of the grid"
    )
    jitter_mm: Annotated[float, Field(ge=0, le=200)] = Field(
        default=5.0, description="farthest move along x and along y"
    )
    columns: Count | None = Field(default=None, description="columns of the grid; as square as can be if left out")
    centre_mm: tuple[Coordinate, Coordinate] = Field(default=(0.0, 0.0), description="middle of the grid [x, y]")
    redraws: Annotated[int, Field(ge=1, le=300)] = Field(
        default=200, description="rounds of drawing again before giving up"
    )

    @model_validator(mode="after")
    def _one_way_to_count(self) -> Self:
        single = self.kind is not None and self.count is not None
        if (self.counts is None) == (not single) or (self.counts is not None and (self.kind or self.count)):
            raise ValueError("expected either kind and count, or counts")
        if self.total > MOST:
            raise ValueError(f"expected at most {MOST} magnets in all, got {self.total}")
        return self

    @property
    def numbers(self) -> dict[str, int]:
        """How many magnets of each kind."""
        if self.counts is not None:
            return dict(self.counts)
        return {str(self.kind): self.count or 0}

    @property
    def total(self) -> int:
        """How many magnets in all."""
        return sum(self.numbers.values())


class _Bodies(NamedTuple):
    """What the drawing needs of n magnets: (n,) moments, radii and static limits in N and N·m."""

    moment: Floats
    moment_z: Floats
    radius: Floats
    force_limit: Floats
    torque_limit: Floats


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
    bodies = _bodies([kinds[i] for i in which], board)
    position, angle = np.empty((len(grid), 2)), np.empty(len(grid))
    again = np.arange(len(grid))
    for _ in range(layout.redraws + 1):
        jitter = layout.jitter_mm / MM_PER_M
        position[again] = grid[again] + generator.uniform(-jitter, jitter, (len(again), 2))
        angle[again] = generator.uniform(-math.pi, math.pi, len(again))
        again = np.flatnonzero(_crowded(position, bodies) | ~_stays(position, angle, bodies, taken))
        if len(again) == 0:
            return [
                Placed(number, int(which[number]), (float(x), float(y)), float(angle[number]))
                for number, (x, y) in enumerate(position)
            ]
    raise ScenarioError(
        f"layout: no start at rest found in {layout.redraws} redraws: at the end {len(again)} of {len(grid)} magnets "
        f"would not stay where they are put; expected a wider spacing_mm than {layout.spacing_mm:g}, less jitter_mm, "
        "more friction or weaker magnets"
    )


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
        where = f"{abs(room) * MM_PER_M:.1f} mm {'inside' if room >= 0 else 'beyond'} the rim"
        raise ScenarioError(
            f"layout: the grid does not fit the table: a point of it lies {where}, "
            f"expected at least {margin * MM_PER_M:.1f} mm inside it (a magnet's radius and the jitter); "
            "take a smaller spacing_mm, fewer magnets or a larger table"
        )


def _bodies(kinds: list[Kind], board: Board) -> _Bodies:
    limit = np.array([board.friction_static * kind.weight for kind in kinds])
    return _Bodies(
        moment=np.array([kind.moment for kind in kinds]),
        moment_z=np.array([kind.moment_z for kind in kinds]),
        radius=np.array([kind.outline.bounding_radius for kind in kinds]),
        force_limit=limit,
        torque_limit=limit * np.array([kind.outline.mean_radius for kind in kinds]),
    )


def _crowded(position: Floats, bodies: _Bodies) -> Booleans:
    """Which magnets (n,) come nearer to another than their bounding circles allow."""
    apart = position[:, None] - position[None]
    distance = np.hypot(apart[..., 0], apart[..., 1])
    np.fill_diagonal(distance, np.inf)
    return np.asarray((distance < bodies.radius[:, None] + bodies.radius[None] + CLEARANCE).any(axis=1))


def _stays(position: Floats, angle: Floats, bodies: _Bodies, taken: int) -> Booleans:
    """Which magnets (n,) friction holds where they are, whichever `taken` of the others are lifted off.

    The load as a vector in units of its limits, (Fx, Fy, torque / mean radius) / µN, must not be longer than 1.
    """
    n = len(angle)
    if not (bodies.force_limit > 0).all():
        return np.full(n, not (bodies.moment.any() or bodies.moment_z.any()))
    limits = np.column_stack([bodies.force_limit, bodies.force_limit, bodies.torque_limit])
    share = pair_loads(position, angle, bodies.moment, bodies.moment_z) / limits[:, None]
    whole = share.sum(axis=1)
    strength = np.sqrt((share**2).sum(axis=-1))
    order = np.argsort(-strength, axis=1)[:, : min(NEAREST, n - 1)]
    beyond = np.sort(strength, axis=1)[:, ::-1][:, order.shape[1] : order.shape[1] + taken].sum(axis=1)
    nearest = np.take_along_axis(share, order[..., None], axis=1)
    worst = np.zeros(n)
    for lifted in range(min(taken, order.shape[1]) + 1):
        for choice in combinations(range(order.shape[1]), lifted):
            left = whole - nearest[:, list(choice)].sum(axis=1)
            worst = np.maximum(worst, np.sqrt((left**2).sum(axis=1)))
    return np.asarray(worst + beyond <= 1)


def pair_loads(position: Floats, angle: Floats, moment: Floats, moment_z: Floats) -> Floats:
    """What each magnet does to each other: (n, n, 3), force x, y in N and yaw torque in N·m on the first index.

    Point dipoles: F = 3k/r⁴ [a m2 + b m1 + (c - 5ab) n] on 2, torque m2 × B1 (Yung, Landecker & Villani 1998).
    """
    direction = np.column_stack([np.cos(angle), np.sin(angle), np.zeros(len(angle))])
    dipole = moment[:, None] * direction
    dipole[:, 2] = moment_z
    apart = position[:, None] - position[None]
    distance = np.hypot(apart[..., 0], apart[..., 1])
    np.fill_diagonal(distance, np.inf)
    n = np.zeros((*distance.shape, 3))
    n[..., :2] = apart / distance[..., None]
    k = MU_0 / (4 * np.pi)
    on_self = np.einsum("ik,ijk->ij", dipole, n)
    on_other = np.einsum("jk,ijk->ij", dipole, n)
    both = dipole @ dipole.T
    force = (3 * k / distance**4)[..., None] * (
        on_other[..., None] * dipole[:, None]
        + on_self[..., None] * dipole[None]
        + (both - 5 * on_self * on_other)[..., None] * n
    )
    field = (k / distance**3)[..., None] * (3 * on_other[..., None] * n - dipole[None])
    torque = dipole[:, None, 0] * field[..., 1] - dipole[:, None, 1] * field[..., 0]
    loads: Floats = np.concatenate([force[..., :2], torque[..., None]], axis=-1)
    return loads
