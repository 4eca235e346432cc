"""Whether drawn magnets lie apart and would stay where they are put, whichever are lifted off."""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

import numpy as np

from magnetsim.table import Board, Booleans, Floats, Kind

CLEARANCE = 1e-3
"""m that two magnets of a layout keep between their bounding circles: more than counts as touching."""
NEAREST = 10
"""Of how many others the removal is tried in all combinations; the rest enter as a bound."""


class Bodies(NamedTuple):
    """What the drawing needs of n magnets: (n,) radii in m and static limits in N and N·m."""

    kinds: list[Kind]
    radius: Floats
    force_limit: Floats
    torque_limit: Floats


def bodies_of(kinds: list[Kind], board: Board) -> Bodies:
    """What a board makes of magnets of these kinds."""
    limit = np.array([board.friction_static * kind.weight for kind in kinds])
    return Bodies(
        kinds=kinds,
        radius=np.array([kind.outline.bounding_radius for kind in kinds]),
        force_limit=limit,
        torque_limit=limit * np.array([kind.outline.mean_radius for kind in kinds]),
    )


def crowded(position: Floats, bodies: Bodies) -> Booleans:
    """Which magnets (n,) come nearer to another than their bounding circles allow."""
    apart = position[:, None] - position[None]
    distance = np.hypot(apart[..., 0], apart[..., 1])
    np.fill_diagonal(distance, np.inf)
    return np.asarray((distance < bodies.radius[:, None] + bodies.radius[None] + CLEARANCE).any(axis=1))


def stays(position: Floats, angle: Floats, bodies: Bodies, taken: int) -> Booleans:
    """Which magnets (n,) friction holds where they are, whichever `taken` of the others are lifted off.

    The load as a vector in units of its limits, (Fx, Fy, torque / mean radius) / µN, must not be longer than 1.
    """
    n = len(angle)
    if not (bodies.force_limit > 0).all():
        return np.full(n, not any(kind.moment or kind.moment_z for kind in bodies.kinds))
    # Late: compiled code, which a file can be read and checked without.
    from magnetsim.magnetism import magnets_of, pair_loads

    limits = np.column_stack([bodies.force_limit, bodies.force_limit, bodies.torque_limit])
    x, y = np.ascontiguousarray(position.T)
    first, second = np.triu_indices(n, 1)
    load = np.zeros((n, n, 3))
    pairs = pair_loads(magnets_of(bodies.kinds), x, y, angle, first, second)
    load[first, second], load[second, first] = pairs[:, 0], pairs[:, 1]
    share = load / limits[:, None]
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
