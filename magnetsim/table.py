"""What lies on the table: kinds of magnet, the board, and all magnets' state as read-only arrays.

SI throughout. The origin is the table's centre, x right, y up, angles counter-clockwise.
A magnet's angle is the direction of its in-plane moment, which is its body's +x.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from magnetsim.outline import Outline, read_only

if TYPE_CHECKING:
    from magnetsim.charges.cloud import ChargeCloud

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Booleans = npt.NDArray[np.bool_]
Bond = tuple[int, int]
"""Two magnets by number, the smaller first."""
Cluster = frozenset[int]
"""Magnets by number that hang together."""

MU_0 = 4e-7 * np.pi
"""Vacuum permeability in T·m/A, by the convention mu0/4π = 1e-7."""
GRAVITY = 9.81
"""Acceleration of free fall in m/s²."""
TOUCH_GAP = 0.3e-3
"""m: at most this far apart two magnets touch; well above what the solver leaves between resting magnets."""


@dataclass(frozen=True, slots=True, eq=False)
class Kind:
    """One make of magnet.

    outline : its shape in the plane, m
    height : m
    mass : kg
    inertia : about the vertical through the centroid, kg·m²
    moment : in-plane magnetic moment along the body's +x, A·m²
    moment_z : upright magnetic moment, out of the table, A·m²
    restitution : of two such magnets; a mixed pair takes the geometric mean
    friction : between two such magnets; a mixed pair takes the geometric mean
    charges : what its finite body is replaced by; None for a point dipole, and for what has no moment in the plane
    """

    name: str
    outline: Outline
    height: float
    mass: float
    inertia: float
    moment: float
    moment_z: float
    restitution: float
    friction: float
    charges: ChargeCloud | None = None

    @property
    def weight(self) -> float:
        """Weight in N."""
        return self.mass * GRAVITY


def magnet_kind(
    name: str,
    outline: Outline,
    *,
    height: float,
    density: float,
    remanence: float,
    restitution: float,
    friction: float,
    upright: bool = False,
) -> Kind:
    """The kind that an outline (m), height (m), density (kg/m³) and remanence (T) make.

    The moment is remanence / mu0 × volume: a uniform magnetisation with no demagnetisation.
    """
    volume = outline.area * height
    moment = remanence / MU_0 * volume
    return Kind(
        name=name,
        outline=outline,
        height=height,
        mass=density * volume,
        inertia=density * height * outline.second_moment,
        moment=0.0 if upright else moment,
        moment_z=moment if upright else 0.0,
        restitution=restitution,
        friction=friction,
    )


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """The table top: its rim and its surface.

    rim : (k, 2) m, corners counter-clockwise; a round table has none
    radius : m, of a round table; else 0
    friction_static, friction_kinetic : between any magnet and the surface
    """

    rim: Floats
    radius: float
    friction_static: float
    friction_kinetic: float


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """The state of n magnets on a board; arrays are read-only, one row a magnet.

    magnet : (n,) the numbers that name the magnets for the whole game, increasing
    kind : (n,) index into kinds
    position : (n, 2) m         velocity : (n, 2) m/s
    angle : (n,) rad            spin : (n,) rad/s
    pinned_position, pinned_angle : (n,) held in place, kept from turning
    touchable : (n,) has a contact shape
    rest_load : (n, 3) N, N, N·m: force and torque on the magnet, friction and contact apart, when it came to rest,
        of which only the later change is used; nan where it is not known to rest
    bonds : pairs of magnet numbers, the smaller first, that hold together
    """

    board: Board
    kinds: tuple[Kind, ...]
    magnet: Integers
    kind: Integers
    position: Floats
    angle: Floats
    velocity: Floats
    spin: Floats
    pinned_position: Booleans
    pinned_angle: Booleans
    touchable: Booleans
    rest_load: Floats
    bonds: frozenset[Bond] = frozenset()

    def __len__(self) -> int:
        return len(self.magnet)

    def row(self, magnet: int) -> int:
        """The row of a magnet number; KeyError when it is not on the table."""
        row = int(np.searchsorted(self.magnet, magnet))
        if row == len(self) or self.magnet[row] != magnet:
            raise KeyError(f"magnet {magnet} is not on the table")
        return row

    def kind_of(self, magnet: int) -> Kind:
        """The kind of a magnet number; KeyError when it is not on the table."""
        return self.kinds[int(self.kind[self.row(magnet)])]


@dataclass(frozen=True, slots=True)
class Placed:
    """One magnet as it is put on a table: number, index of its kind, position (m), angle (rad)."""

    magnet: int
    kind: int
    position: tuple[float, float]
    angle: float
    velocity: tuple[float, float] = (0.0, 0.0)
    spin: float = 0.0
    pinned_position: bool = False
    pinned_angle: bool = False
    touchable: bool = True


_PER_MAGNET = (
    "magnet",
    "kind",
    "position",
    "angle",
    "velocity",
    "spin",
    "pinned_position",
    "pinned_angle",
    "touchable",
    "rest_load",
)


def lay(board: Board, kinds: tuple[Kind, ...], placed: Iterable[Placed]) -> Table:
    """A table with these magnets, in the order of their numbers, no bonds, not known to rest."""
    rows = sorted(placed, key=lambda one: one.magnet)
    numbers = [one.magnet for one in rows]
    if len(set(numbers)) != len(numbers):
        raise ValueError(f"magnet numbers must differ, got {numbers}")
    n = len(rows)
    return Table(
        board=board,
        kinds=kinds,
        magnet=read_only(np.array(numbers, dtype=np.int64).reshape(n)),
        kind=read_only(np.array([one.kind for one in rows], dtype=np.int64).reshape(n)),
        position=read_only(np.array([one.position for one in rows], dtype=float).reshape(n, 2)),
        angle=read_only(np.array([one.angle for one in rows], dtype=float).reshape(n)),
        velocity=read_only(np.array([one.velocity for one in rows], dtype=float).reshape(n, 2)),
        spin=read_only(np.array([one.spin for one in rows], dtype=float).reshape(n)),
        pinned_position=read_only(np.array([one.pinned_position for one in rows], dtype=bool).reshape(n)),
        pinned_angle=read_only(np.array([one.pinned_angle for one in rows], dtype=bool).reshape(n)),
        touchable=read_only(np.array([one.touchable for one in rows], dtype=bool).reshape(n)),
        rest_load=read_only(np.full((n, 3), np.nan)),
    )


def without(table: Table, magnets: Iterable[int]) -> Table:
    """The table after these magnets are gone; their bonds go with them."""
    gone = set(magnets)
    keep = np.array([int(number) not in gone for number in table.magnet], dtype=bool).reshape(len(table))
    rows: dict[str, Any] = {name: read_only(getattr(table, name)[keep]) for name in _PER_MAGNET}
    bonds = frozenset(bond for bond in table.bonds if gone.isdisjoint(bond))
    return replace(table, **rows, bonds=bonds)


def with_magnet(table: Table, placed: Placed) -> Table:
    """The table with one magnet more; ValueError when its number is already there."""
    if placed.magnet in table.magnet:
        raise ValueError(f"magnet {placed.magnet} is already on the table")
    single = lay(table.board, table.kinds, [placed])
    row = int(np.searchsorted(table.magnet, placed.magnet))
    rows: dict[str, Any] = {
        name: read_only(np.insert(getattr(table, name), row, getattr(single, name)[0], axis=0)) for name in _PER_MAGNET
    }
    return replace(table, **rows)


def with_arrays(table: Table, **arrays: npt.NDArray[Any]) -> Table:
    """The table with some of its arrays replaced by read-only copies."""
    copies: dict[str, Any] = {name: read_only(array.copy()) for name, array in arrays.items()}
    return replace(table, **copies)
