"""From the pull of two magnets to their remanence."""

from __future__ import annotations

import math

import numpy as np

from magnetsim.charges.poses import poses_at, prism
from magnetsim.kernels.prism import prism_pair
from magnetsim.outline import Outline
from magnetsim.table import MU_0


def pull_force(outline: Outline, height: float, gap: float, moment: float) -> float:
    """The exact pull (N) of two prisms of this moment (A·m²), head to tail on one line, at a gap (m) of outlines."""
    one = prism(outline, height, 1.0)
    ((x, y, angle),) = poses_at(one, one, np.zeros((1, 2)), gap)
    fx, _, _, _ = prism_pair(one.walls, height, one.walls, height, x, y, angle)
    return -fx * moment**2


def remanence_for(outline: Outline, height: float, gap: float, force: float) -> float:
    """The remanence (T) with which two such magnets pull each other so (N), head to tail at a gap (m)."""
    return MU_0 * math.sqrt(force / pull_force(outline, height, gap, 1.0)) / (outline.area * height)
