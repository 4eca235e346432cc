"""Whether a magnet may be put at a spot: a quick look by geometry and statics.

It errs on the side of refusing. What counts is that nothing moves when the table is settled: standing.py tries that.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

import numpy as np

from magnetsim.clusters import touching_groups
from magnetsim.kernels.friction import friction_holds
from magnetsim.magnetism import fill_loads, magnets_of
from magnetsim.physics.resting import WAKE_FRACTION
from magnetsim.table import Booleans, Floats, Kind, Table

CLEARANCE = 1e-3
"""m between bounding circles in a quick look, on top of the gap that counts as touching."""
CAUTION = 1 - 1e-6
"""How much of what physics lets pass a quick look lets pass: it adds the same forces up in another order."""

StandsWell = Callable[[float, float, float], bool]
"""Whether one magnet more at x, y (m) and angle (rad) touches nothing and stirs nothing, itself included."""


def stands_well(table: Table, kind: Kind, touch_gap: float, *, held: bool = False) -> StandsWell:
    """A quick look at spots for one magnet more of a kind on a resting table.

    touch_gap : m, that counts as touching        held : a hand holds the magnet, so its own load does not count

    A lone magnet stays while (F/µN)² + (τ/µN·mean|r|)² ≤ 1; one that rests in a touching group, while the change
    of its load since it came to rest is a small share of that.
    """
    n = len(table)
    kinds = [*(table.kinds[int(index)] for index in table.kind), kind]
    reach = _each([one.outline.bounding_radius for one in kinds])
    apart = reach[:n] + reach[n] + CLEARANCE + touch_gap
    grouped = _grouped(table, touch_gap)
    share = np.append(np.where(grouped, WAKE_FRACTION, 1.0), 1.0) * CAUTION
    slide_limit = share * _each([table.board.friction_static * one.weight for one in kinds])
    turn_limit = slide_limit * _each([one.outline.mean_radius for one in kinds])
    judged = n if held else n + 1
    rest_load = np.zeros((n + 1, 3))
    rest_load[:n][grouped] = table.rest_load[grouped]
    if np.isnan(rest_load).any():
        # A group that is not known to rest moves whatever is put there.
        return lambda _x, _y, _angle: False

    magnets = magnets_of(kinds)
    x, y, angles = (np.zeros(n + 1) for _ in range(3))
    x[:n], y[:n], angles[:n] = table.position[:, 0], table.position[:, 1], table.angle
    load = np.zeros((3, n + 1))

    def look(at_x: float, at_y: float, angle: float) -> bool:
        if (np.hypot(x[:n] - at_x, y[:n] - at_y) < apart).any():
            return False
        x[n], y[n], angles[n] = at_x, at_y, angle
        fill_loads(magnets, x, y, angles, load)
        change_x, change_y, change_turn = load - rest_load.T
        given = zip((change_x**2 + change_y**2).tolist(), change_turn.tolist(), slide_limit, turn_limit, strict=True)
        return all(friction_holds(*one) for one in islice(given, judged))

    return look


def _grouped(table: Table, touch_gap: float) -> Booleans:
    """Which magnets (n,) touch another."""
    members = {magnet for group in touching_groups(table, touch_gap) if len(group) > 1 for magnet in group}
    return np.array([int(magnet) in members for magnet in table.magnet], dtype=bool).reshape(len(table))


def _each(values: list[float]) -> Floats:
    return np.array(values, dtype=np.float64)
