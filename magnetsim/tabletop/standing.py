"""Putting a magnet on a resting table, and taking some off: what that touches and what it moves."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from magnetsim.clusters import touching_groups, touching_pairs
from magnetsim.magnetism import magnetic_loads
from magnetsim.physics import Physics, settle
from magnetsim.rules.xinxin.game import Spot
from magnetsim.shot import Settled
from magnetsim.table import Placed, Table, with_arrays, with_magnet, without


def stand(table: Table, placed: Placed, physics: Physics, *, held: bool = False) -> tuple[Spot, Table]:
    """Put a magnet on a resting table: what it touches and what moves, and the table then.

    held : a hand holds it, so that it cannot move
    """
    wider = with_magnet(table, placed)
    pairs = touching_pairs(wider, physics.criteria.touch_gap)
    mates = {magnet for pair in pairs if placed.magnet in pair for magnet in pair} - {placed.magnet}
    if mates:
        return Spot(touches=tuple(sorted(mates))), wider
    row = wider.row(placed.magnet)
    free = wider.pinned_position, wider.pinned_angle
    if held:
        fast = np.arange(len(wider)) == row
        wider = with_arrays(wider, pinned_position=free[0] | fast, pinned_angle=free[1] | fast)
    settled = settle(wider, None, physics)
    stirred = moved(wider, settled)
    if held and not stirred:
        return Spot(), with_arrays(settled.table, pinned_position=free[0], pinned_angle=free[1])
    return Spot(moves=stirred), settled.table


def take_off(table: Table, magnets: Iterable[int], physics: Physics) -> tuple[Settled, tuple[int, ...]]:
    """Take magnets off a resting table and let the others come to rest: what happened, and which of them moved.

    What touched one of those taken is not known to rest any more.
    """
    gone = frozenset(magnets)
    groups = touching_groups(table, physics.criteria.touch_gap)
    loosened = {magnet for group in groups if not gone.isdisjoint(group) for magnet in group} - gone
    left = without(table, gone)
    rest_load = left.rest_load.copy()
    rest_load[np.isin(left.magnet, sorted(loosened))] = np.nan
    left = with_arrays(left, rest_load=rest_load)
    settled = as_it_lies(settle(left, None, physics))
    return settled, moved(left, settled)


def as_it_lies(settled: Settled) -> Settled:
    """A table read at the time limit (X3.2): what still moves is stopped, and lies under the load of the moment."""
    if settled.at_rest:
        return settled
    table = settled.table
    stopped = with_arrays(
        table,
        velocity=np.zeros_like(table.velocity),
        spin=np.zeros_like(table.spin),
        rest_load=magnetic_loads(table),
    )
    return replace(settled, table=stopped)


def moved(before: Table, settled: Settled) -> tuple[int, ...]:
    """The magnets that do not lie exactly as they lay, to the last bit; those that fell included."""
    after = settled.table
    row = np.searchsorted(before.magnet, after.magnet)
    stayed = (after.position == before.position[row]).all(axis=1) & (after.angle == before.angle[row])
    return tuple(np.setdiff1d(before.magnet, after.magnet[stayed]).tolist())
