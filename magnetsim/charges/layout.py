"""How the charges of a cloud hang together by the symmetry of their outline, and where a fit may start."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from magnetsim.charges.poses import Prism
from magnetsim.kernels.polygon import mirror_sum

Floats = npt.NDArray[np.float64]
Image = tuple[float, float, float]

SAME: Image = (1.0, 1.0, 1.0)
ACROSS: Image = (1.0, -1.0, 1.0)
ALONG: Image = (-1.0, 1.0, -1.0)
TURNED: Image = (-1.0, -1.0, -1.0)
"""What an image does to x, y and the charge. Turned by 180° a magnetisation is reversed, mirrored along it too."""
FINE_POINTS = 8
"""Points that stand for a wall when its charge is shared out."""
INSET, SOFTNESS = 0.2, 0.02
"""Where a fit starts: charges at most this far within the walls, of this softness, in units of the fit."""
INSET_SHARE = 0.5
"""The same for narrow outlines, of area over perimeter: a quarter of the width of a strip."""


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """Charges as linear functions of the fit's parameters.

    slopes : (4 c, p) of x, y, charge and softness of each charge over the parameters
    soft : (p,) which parameters are a softness        softest : their upper bound
    """

    slopes: Floats
    soft: npt.NDArray[np.bool_]
    softest: float

    def cloud(self, parameters: Floats) -> Floats:
        """The charges (c, 4) of these parameters."""
        return (self.slopes @ parameters).reshape(-1, 4)


def symmetry(one: Prism) -> tuple[Image, ...]:
    """The images under which a magnet magnetised along +x is the same, SAME first."""
    corners = one.corners
    sideways = np.column_stack([corners[:, 1], -corners[:, 0]])
    across, along = mirror_sum(corners) is not None, mirror_sum(sideways) is not None
    half = len(corners) // 2
    near = 1e-9 * float(np.ptp(corners, axis=0).max())
    turned = len(corners) % 2 == 0 and float(np.abs(np.roll(corners, half, axis=0) + corners).max()) < near
    found = ((SAME, True), (ACROSS, across), (ALONG, along), (TURNED, turned))
    return tuple(image for image, there in found if there)


def layout(images: tuple[Image, ...], free: int, on_axis: int, softest: float) -> Layout:
    """Charges anywhere, each with its images, and charges on the x axis, which must be an axis of symmetry."""
    axis_images = (SAME, ALONG) if ALONG in images else (SAME,)
    groups = [images] * free + [axis_images] * on_axis
    columns: list[Floats] = []
    soft: list[bool] = []
    charges = sum(len(group) for group in groups)
    first = 0
    for number, group in enumerate(groups):
        for item in (0, 1, 2, 3):
            if item == 1 and number >= free:
                continue
            column = np.zeros((charges, 4))
            for place, image in enumerate(group):
                column[first + place, item] = image[item] if item < 3 else 1.0
            columns.append(column.ravel())
            soft.append(item == 3)
        first += len(group)
    return Layout(np.column_stack(columns), np.array(soft), softest)


def first_guess(one: Prism, images: tuple[Image, ...], free: int, on_axis: int, random: np.random.Generator) -> Floats:
    """Parameters of a layout: charges spread along the inside of the walls, each with the charge of what is nearest."""
    points, inward, charge = _wall_points(one)
    kept = np.ones(len(points), dtype=bool)
    if ACROSS in images or (TURNED in images and ALONG not in images):
        kept &= points[:, 1] > 0
    if ALONG in images:
        kept &= points[:, 0] > 0
    points, inward, charge = points[kept], inward[kept], charge[kept]
    share = (np.arange(free) + 0.5 + random.uniform(-0.3, 0.3, free)) / free
    at = np.minimum((share * len(points)).astype(np.intp), len(points) - 1)
    places = points[at] + _inset(one) * inward[at]
    lowest, highest = points[:, 0].min(), points[:, 0].max()
    on = lowest + (highest - lowest) * (np.arange(on_axis) + 0.5 + random.uniform(-0.4, 0.4, on_axis)) / max(on_axis, 1)
    centres = np.concatenate([places, np.column_stack([on, np.zeros(on_axis)])])
    nearest = ((points[:, None] - centres) ** 2).sum(axis=2).argmin(axis=1)
    charges = np.bincount(nearest, weights=charge, minlength=len(centres))
    if ACROSS in images:
        charges[free:] *= 2
    parameters: list[float] = []
    for number, (x, y) in enumerate(centres):
        parameters += [x, y] if number < free else [x]
        parameters += [charges[number], SOFTNESS]
    return np.array(parameters)


def _inset(one: Prism) -> float:
    """How far within the walls charges start; beyond the middle of a narrow magnet they would be on the wrong side."""
    along = np.roll(one.corners, -1, axis=0) - one.corners
    area = float((one.corners[:, 0] * along[:, 1] - one.corners[:, 1] * along[:, 0]).sum()) / 2
    return min(INSET, INSET_SHARE * area / float(np.hypot(along[:, 0], along[:, 1]).sum()))


def _wall_points(one: Prism) -> tuple[Floats, Floats, Floats]:
    """Points (n, 2) evenly along the border, unit vectors inward, and the charges (n,) of a unit moment there."""
    start, end = one.walls[:, :2], one.walls[:, 2:4]
    along = end - start
    length = np.hypot(along[:, 0], along[:, 1])
    counts = np.maximum(1, np.ceil(length / length.sum() * FINE_POINTS * 72)).astype(np.intp)
    wall = np.repeat(np.arange(len(counts)), counts)
    place = (np.arange(len(wall)) - np.repeat(np.cumsum(counts) - counts, counts) + 0.5) / counts[wall]
    points = start[wall] + place[:, None] * along[wall]
    inward = np.column_stack([-along[:, 1], along[:, 0]])[wall] / length[wall, None]
    charge = one.walls[wall, 4] * length[wall] / counts[wall]
    return points, inward, charge
