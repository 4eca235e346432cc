"""Fits that several tests share."""

from __future__ import annotations

from functools import cache

import numpy as np

from magnetsim.charges import CloudFit, kept_fit
from magnetsim.outline import Outline, disc_outline, heart_outline, polygon_outline
from tests.kernels.exact_prisms import disc_corners, rectangle

MM = 1e-3


@cache
def outline(name: str) -> Outline:
    """By name: heart 20, disc 18, cuboid 20 x 17; sizes in mm, the length along the moment first."""
    shape, *sizes = name.replace(" x", "").split()
    first, *others = (float(size) * MM for size in sizes)
    if shape == "heart":
        return heart_outline(first)
    if shape == "disc":
        return disc_outline(first / 2)
    return polygon_outline(rectangle(first, others[0]))


def fit(name: str, height_mm: float) -> CloudFit:
    """The package's fit, or one that is made once and kept in the tests' own cache."""
    return kept_fit(outline(name), height_mm * MM)


def corners(name: str, sides: int) -> np.ndarray:
    """The border as a polygon, of a disc one of equal area with so many sides."""
    shape = outline(name)
    return disc_corners(shape.rounding, sides) if shape.rounding else shape.corners
