"""Outlines of magnets: what mass, inertia, friction and contact need to know of a shape.

A body's frame has its origin at the centroid and +x along the in-plane moment. Mass and inertia come from the
outline as given; contact takes its convex parts, which follow it within 1.2 % of the radius of the disc of equal
area (0.1 mm for the default heart).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from magnetsim.kernels.convex_parts import convex_parts, simplified
from magnetsim.kernels.polygon import (
    area_and_centroid,
    crossing_edges,
    integral_of_radius,
    perimeter,
    repeated_corner,
    second_moment,
    spike,
)
from magnetsim.language import Phrase

Floats = npt.NDArray[np.float64]

CONTACT_TOLERANCE = 0.012
"""How far the contact shape may lie from the outline, as a part of the radius of the disc of equal area."""
MAX_CORNERS = 256
"""The most corners that an outline may have."""
SMALLEST, LARGEST = 1e-5, 1e2
"""Bounds in m on the extent of an outline."""


@dataclass(frozen=True, slots=True, eq=False)
class Outline:
    """A shape about its centroid; a disc is one corner at the origin with a rounding.

    corners : (k, 2) m, counter-clockwise
    parts : each (c, 2) m, convex and counter-clockwise; together the contact shape
    rounding : m, added round every part
    bounding_radius : m, of the circle about the centroid that holds all
    area : m²        perimeter : m        second_moment : ∫ r² dA, m⁴        mean_radius : mean of |r| over the area, m
    """

    corners: Floats
    parts: tuple[Floats, ...]
    rounding: float
    bounding_radius: float
    area: float
    perimeter: float
    second_moment: float
    mean_radius: float


def disc_outline(radius: float) -> Outline:
    """A disc of this radius (m); ValueError when it is not a positive, finite number."""
    if not SMALLEST <= 2 * radius <= LARGEST:
        raise _refused(
            "disc",
            Phrase(
                "expected a radius from {least} to {most} m, got {got}",
                least=SMALLEST / 2,
                most=LARGEST / 2,
                got=radius,
            ),
        )
    centre = read_only(np.zeros((1, 2)))
    return Outline(
        corners=centre,
        parts=(centre,),
        rounding=radius,
        bounding_radius=radius,
        area=np.pi * radius**2,
        perimeter=2 * np.pi * radius,
        second_moment=np.pi / 2 * radius**4,
        mean_radius=2 / 3 * radius,
    )


def polygon_outline(points: npt.ArrayLike, *, name: str = "outline") -> Outline:
    """A simple polygon, moved to its centroid.

    points : (k, 2) m, either way round, in the body's directions; the first may be repeated at the end
    name : what to call it in errors

    ValueError when it has fewer than three corners or more than MAX_CORNERS, holds nan or infinity, repeats a
    corner, crosses or touches itself, or encloses next to nothing.
    """
    corners = _checked(points, name)
    area, centroid = area_and_centroid(corners)
    if area < 0:
        corners, area = corners[::-1], -area
    corners = corners - centroid
    tolerance = CONTACT_TOLERANCE * float(np.sqrt(area / np.pi))
    parts = convex_parts(simplified(corners, tolerance))
    return Outline(
        corners=read_only(corners),
        parts=tuple(read_only(part) for part in parts),
        rounding=0.0,
        bounding_radius=float(np.hypot(corners[:, 0], corners[:, 1]).max()),
        area=area,
        perimeter=perimeter(corners),
        second_moment=second_moment(corners),
        mean_radius=integral_of_radius(corners) / area,
    )


def heart_outline(width: float = 0.020) -> Outline:
    """The heart of the game, tip on the -x side and notch on the +x side; width in m, across the lobes.

    72 points of the curve (16 sin³t, 13 cos t - 5 cos 2t - 2 cos 3t - cos 4t), turned a quarter clockwise.
    """
    if not SMALLEST <= width <= LARGEST / 2:
        raise _refused(
            "heart",
            Phrase("expected a width from {least} to {most} m, got {got}", least=SMALLEST, most=LARGEST / 2, got=width),
        )
    t = np.arange(72) * (2 * np.pi / 72)
    along = 13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t)
    across = -16 * np.sin(t) ** 3
    across[36] = 0.0
    return polygon_outline(np.column_stack([along, across]) * (width / 32), name="heart")


def _checked(points: npt.ArrayLike, name: str) -> Floats:
    try:
        corners = np.array(points, dtype=np.float64)
    except (TypeError, ValueError):
        raise _refused(name, Phrase("expected a list of points [x, y], each of two numbers")) from None
    if corners.ndim != 2 or corners.shape[1] != 2:
        raise _refused(name, Phrase("expected a list of points [x, y], got an array of shape {got}", got=corners.shape))
    if not np.isfinite(corners).all():
        worst = int(np.flatnonzero(~np.isfinite(corners).all(axis=1))[0])
        got = corners[worst].tolist()
        raise _refused(name, Phrase("expected finite numbers, got {got} as corner {corner}", got=got, corner=worst))
    if len(corners) > 3 and (corners[0] == corners[-1]).all():
        corners = corners[:-1]
    if not 3 <= len(corners) <= MAX_CORNERS:
        raise _refused(name, Phrase("expected 3 to {most} corners, got {got}", most=MAX_CORNERS, got=len(corners)))
    furthest = float(np.abs(corners).max())
    extent = float(np.ptp(corners, axis=0).max()) if furthest <= LARGEST else furthest
    if not SMALLEST <= extent <= LARGEST:
        problem = Phrase(
            "expected an extent from {least} to {most} m, got {got} m; are the units right?",
            least=f"{SMALLEST:g}",
            most=f"{LARGEST:g}",
            got=f"{extent:g}",
        )
        raise _refused(name, problem)
    corner = repeated_corner(corners)
    if corner is not None:
        after = (corner + 1) % len(corners)
        raise _refused(name, Phrase("corners {one} and {other} are the same; leave one out", one=corner, other=after))
    edges = crossing_edges(corners)
    if edges is not None:
        problem = Phrase("the edges after corners {one} and {other} cross or touch", one=edges[0], other=edges[1])
        raise _refused(name, problem)
    if abs(area_and_centroid(corners)[0]) < 1e-4 * extent**2:
        raise _refused(name, Phrase("the corners lie almost on one line and enclose no area"))
    corner = spike(corners)
    if corner is not None:
        problem = Phrase("the edges turn straight back at corner {corner}; leave it out", corner=corner)
        raise _refused(name, problem)
    return corners


def _refused(name: str, problem: Phrase) -> ValueError:
    return ValueError(Phrase("{name}: {problem}", name=name, problem=problem))


def read_only(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The array, contiguous, for nobody to write to."""
    array = np.ascontiguousarray(array)
    array.setflags(write=False)
    return array
