"""A magnet as a few softened point charges, and how well they stand for it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from magnetsim.outline import Outline

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class ChargeCloud:
    """Charges that act like a magnet of 1 A·m² along its body's +x: their sum is 0, their first moment 1.

    near, far : (c, 4) x and y about the centroid, m; charge, 1/m; softening ε, m
    reach : m, the distance of the furthest corner from the centroid, by which near and far are told apart
    height : m
    """

    near: Floats
    far: Floats
    reach: float
    height: float


@dataclass(frozen=True, slots=True)
class GapError:
    """How wrong two clouds are at one gap, against the exact loads.

    gap : m        low : in poses of low energy, where magnets snap together, rather than in random ones
    force, torque : root mean square of the error over that of the force
    worst_force, worst_torque : greatest error over the force of the same pose
    Torques are divided by 1.2 times the radius of the disc of equal area: 10 mm for the default heart.
    """

    gap: float
    low: bool
    force: float
    worst_force: float
    torque: float
    worst_torque: float


@dataclass(frozen=True, slots=True, eq=False)
class CloudFit:
    """A fitted cloud, and its errors upon its like in the poses of the fit."""

    cloud: ChargeCloud
    errors: tuple[GapError, ...]


def checked_height(height: float) -> float:
    """The height (m) itself; ValueError when it is not a positive, finite number."""
    if not 0 < height < np.inf:
        raise ValueError(f"height: expected a positive, finite number of metres, got {height!r}")
    return height


def equal_radius(outline: Outline) -> float:
    """The radius (m) of the disc of equal area."""
    return float(np.sqrt(outline.area / np.pi))


def to_metres(scaled: Floats, size: float) -> Floats:
    """Charges (c, 4) in units of a size (m), with half of ε² in place of ε, in m and 1/m; read-only."""
    charges = scaled * (size, size, 1 / size, 1.0)
    charges[:, 3] = size * np.sqrt(2 * scaled[:, 3])
    charges.setflags(write=False)
    return charges


def to_units(charges: Floats, size: float) -> Floats:
    """The other way round."""
    scaled = charges / (size, size, 1 / size, size)
    scaled[:, 3] = scaled[:, 3] ** 2 / 2
    return scaled
