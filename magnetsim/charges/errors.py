"""The errors of charge clouds against the exact loads, of one kind or of two."""

from __future__ import annotations

import numpy as np

from magnetsim.charges.cloud import ChargeCloud, GapError, equal_radius, to_units
from magnetsim.charges.poses import Loads, low_poses, prism, random_poses
from magnetsim.kernels.finite import finite_pair, flat_clouds
from magnetsim.outline import Outline

ARM = 1.2
"""Torques are held against the force at this arm, in radii of the disc of equal area."""

Made = tuple[Outline, float, ChargeCloud]
"""An outline, a height (m) and the cloud that stands for both."""


def cloud_errors(
    one: Made, two: Made, gaps: tuple[float, ...], low_gaps: tuple[float, ...], count: int, random: np.random.Generator
) -> tuple[GapError, ...]:
    """Errors of two clouds upon each other, in count random poses at each gap and as many of low energy.

    gaps, low_gaps : m, of the outlines' borders
    """
    size = (equal_radius(one[0]) + equal_radius(two[0])) / 2
    first, second = prism(one[0], one[1], size), prism(two[0], two[1], size)
    cloud1, cloud2 = to_units(one[2].near, size), to_units(two[2].near, size)
    loads = [random_poses(first, second, gap / size, count, random) for gap in gaps]
    loads += [low_poses(first, second, cloud1, cloud2, gap / size, count, random) for gap in low_gaps]
    return tuple(error for some in loads for error in loads_errors(one[2], two[2], some, size))


def loads_errors(one: ChargeCloud, two: ChargeCloud, loads: Loads, size: float) -> tuple[GapError, ...]:
    """Errors of two clouds by gap, the random poses first; the loads are in units of a size (m)."""
    clouds = flat_clouds([one, two])
    found = np.array(
        [finite_pair(clouds, 0, 1, size * x, size * y, np.cos(turn), np.sin(turn))[:4] for x, y, turn in loads.poses]
    )
    scale = 1e7 * size**3
    miss = found * (scale * size, scale * size, scale, scale) - loads.exact
    force = np.hypot(loads.exact[:, 0], loads.exact[:, 1])
    force_miss = np.hypot(miss[:, 0], miss[:, 1])
    torque_miss = np.abs(miss[:, 2:]).max(axis=1) / ARM
    errors = []
    for low in (False, True):
        for gap in np.unique(loads.gap[loads.low == low]):
            here = (loads.low == low) & (loads.gap == gap)
            mean = np.sqrt(np.mean(force[here] ** 2))
            errors.append(
                GapError(
                    gap=float(gap * size),
                    low=low,
                    force=float(np.sqrt(np.mean(force_miss[here] ** 2)) / mean),
                    worst_force=float((force_miss[here] / force[here]).max()),
                    torque=float(np.sqrt(np.mean(torque_miss[here] ** 2)) / mean),
                    worst_torque=float((torque_miss[here] / force[here]).max()),
                )
            )
    return tuple(errors)
