"""What magnets do to each other: as finite magnets where their kinds have charges, else as point dipoles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from magnetsim.charges import ChargeCloud
from magnetsim.charges.poses import prism
from magnetsim.kernels.dipole import dipole_forces, dipole_pair_loads
from magnetsim.kernels.field import Walls, dipole_field, finite_field, flat_walls
from magnetsim.kernels.finite import Clouds, finite_forces, finite_pair_loads, flat_clouds
from magnetsim.table import Floats, Integers, Kind, Table


@dataclass(frozen=True, slots=True, eq=False)
class Magnets:
    """The magnetic side of n magnets.

    moment, moment_z : (n,) A·m², along the body's +x and out of the table
    cloud : (n,) which of the clouds is whose        clouds : None for point dipoles
    """

    moment: Floats
    moment_z: Floats
    cloud: Integers
    clouds: Clouds | None


def magnets_of(kinds: Sequence[Kind]) -> Magnets:
    """The magnetic side of magnets of these kinds, one each.

    ValueError when some that are magnetised in the plane have charges and others have none.
    """
    own = [kind.charges for kind in kinds]
    finite = any(charges is not None for charges in own)
    for kind in kinds:
        if finite and kind.charges is None and kind.moment != 0.0:
            raise ValueError(f"kind {kind.name}: expected charges, as other kinds on this table have them, got none")
    different = tuple(dict.fromkeys(own)) if finite else ()
    return Magnets(
        moment=np.array([kind.moment for kind in kinds], dtype=np.float64),
        moment_z=np.array([kind.moment_z for kind in kinds], dtype=np.float64),
        cloud=np.array([different.index(charges) if finite else 0 for charges in own], dtype=np.int64),
        clouds=_flat(different) if finite else None,
    )


def magnets_on(table: Table) -> Magnets:
    """The magnetic side of a table's magnets, row by row; of an empty table, too, of the model that its kinds have."""
    every = magnets_of(table.kinds)
    kind = table.kind
    return Magnets(every.moment[kind], every.moment_z[kind], every.cloud[kind], every.clouds)


def fill_loads(magnets: Magnets, x: Floats, y: Floats, angle: Floats, load: Floats) -> None:
    """Fill the load (3, n) in N, N, N·m on each magnet; x, y, angle : (n,) m and rad."""
    cosine, sine = np.cos(angle), np.sin(angle)
    if magnets.clouds is not None:
        finite_forces(
            x,
            y,
            cosine,
            sine,
            magnets.moment,
            magnets.moment_z,
            magnets.cloud,
            moving=np.ones(len(x), dtype=np.bool_),
            resting=False,
            clouds=magnets.clouds,
            fx=load[0],
            fy=load[1],
            torque=load[2],
        )
    else:
        dipole_forces(x, y, magnets.moment * cosine, magnets.moment * sine, magnets.moment_z, *load)


def pair_loads(magnets: Magnets, x: Floats, y: Floats, angle: Floats, first: Integers, second: Integers) -> Floats:
    """The loads (m, 2, 3) in N, N, N·m that the two of each pair put on each other: on the first, on the second.

    x, y, angle : (n,) m and rad        first, second : (m,) rows
    """
    loads = np.empty((len(first), 2, 3))
    cosine, sine = np.cos(angle), np.sin(angle)
    if magnets.clouds is not None:
        shape = magnets.moment, magnets.moment_z, magnets.cloud, magnets.clouds
        finite_pair_loads(first, second, x, y, cosine, sine, *shape, loads)
    else:
        moment = magnets.moment * cosine, magnets.moment * sine, magnets.moment_z
        dipole_pair_loads(first, second, x, y, *moment, loads)
    return loads


def magnetic_loads(table: Table) -> Floats:
    """The load (n, 3) in N, N, N·m that the others' magnetism puts on each magnet."""
    load = np.zeros((3, len(table)))
    x, y = table.position.T.copy()
    fill_loads(magnets_on(table), x, y, table.angle, load)
    return load.T


def flux_density(table: Table, points: Floats) -> Floats:
    """The flux density (p, 3) in T at points (p, 2) in m, half way up the magnets; of finite ones also within them."""
    magnets = magnets_on(table)
    x, y = table.position.T.copy()
    cosine, sine = np.cos(table.angle), np.sin(table.angle)
    at, field = np.ascontiguousarray(points, dtype=np.float64), np.empty((len(points), 3))
    if magnets.clouds is not None:
        kind, walls = table.kind.copy(), _walls(table.kinds)
        finite_field(x, y, cosine, sine, magnets.moment, magnets.moment_z, kind, walls, at, field)
    else:
        dipole_field(x, y, magnets.moment * cosine, magnets.moment * sine, magnets.moment_z, at, field)
    return field


@lru_cache(maxsize=32)
def _walls(kinds: tuple[Kind, ...]) -> Walls:
    return flat_walls(
        [prism(kind.outline, kind.height, 1.0).corners for kind in kinds], [kind.height for kind in kinds]
    )


@lru_cache(maxsize=32)
def _flat(clouds: tuple[ChargeCloud | None, ...]) -> Clouds:
    """The clouds of some kinds; those without have no charges, nor any extent."""
    none = np.empty((0, 4))
    nothing = ChargeCloud(near=none, far=none, reach=0.0, height=0.0)
    return flat_clouds([nothing if cloud is None else cloud for cloud in clouds])
