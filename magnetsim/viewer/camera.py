"""Where the eye is: table (m) to pixels and back. Pixels count from the top left corner, v downward."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from magnetsim.table import Board, Floats

TILT = math.radians(30.0)
"""How far the eye leans back from straight above."""
NEAREST, FARTHEST = 0.05, 50.0
"""Bounds on the eye's distance from the table, m."""
_FOCAL = 2.2

Rectangle = tuple[int, int, int, int]
"""Left, top, width, height in pixels."""


@dataclass(frozen=True, slots=True)
class Camera:
    """A pinhole that looks at a point of the table, tilted towards the near side.

    target : m, the point of the table that is seen in the viewport's middle
    distance : m, of the eye from it
    viewport : pixels that show the table
    """

    target: tuple[float, float]
    distance: float
    viewport: Rectangle
    tilt: float = TILT

    @property
    def focal(self) -> float:
        """The focal length in pixels: a smaller view is the same picture, smaller."""
        return _FOCAL * min(self.viewport[2], self.viewport[3])

    @property
    def view(self) -> tuple[float, float, float, float, float, float, float, float]:
        """The numbers that the shading kernels take."""
        left, top, width, height = self.viewport
        sine, cosine = math.sin(self.tilt), math.cos(self.tilt)
        x, y = self.target
        eye = (x, y - self.distance * sine, self.distance * cosine)
        return (*eye, sine, cosine, self.focal, left + width / 2, top + height / 2)

    @property
    def pixels_a_metre(self) -> float:
        """The scale in the viewport's middle."""
        return self.focal / self.distance

    def project(self, points: Floats, height: float = 0.0) -> Floats:
        """The pixels of points of a level plane; points (k, 2) m, height (m) above the table -> (k, 2) px."""
        x, y, z, sine, cosine, focal, u, v = self.view
        along = np.asarray(points, dtype=float).reshape(-1, 2) - (x, y)
        down = height - z
        depth = along[:, 1] * sine - down * cosine
        across = along[:, 1] * cosine + down * sine
        return np.column_stack([u + focal * along[:, 0] / depth, v - focal * across / depth])

    def table_point(self, pixel: tuple[float, float]) -> tuple[float, float]:
        """The point of the table (m) that is seen at a pixel; far off where the pixel sees above the horizon."""
        x, y, z, sine, cosine, focal, u, v = self.view
        slope = (v - pixel[1]) / focal
        reach = z / max(1e-3, cosine - slope * sine)
        return x + reach * (pixel[0] - u) / focal, y + reach * (sine + slope * cosine)


def fitted(board: Board, viewport: Rectangle, margin: float = 0.05) -> Camera:
    """A camera that shows a whole board and a margin (m) round it, as large as the viewport lets it."""
    outer = _outer(board, margin)
    middle = (outer.min(axis=0) + outer.max(axis=0)) / 2
    camera = Camera((float(middle[0]), float(middle[1])), 4 * float(np.abs(outer - middle).max()), viewport)
    _, _, width, height = viewport
    # Perspective makes both place and size depend on the distance: a few rounds agree on it.
    for _ in range(12):
        seen = camera.project(outer)
        low, high = seen.min(axis=0), seen.max(axis=0)
        share = max((high[0] - low[0]) / width, (high[1] - low[1]) / height)
        here = camera.table_point((float(low[0] + high[0]) / 2, float(low[1] + high[1]) / 2))
        camera = replace(camera, distance=camera.distance * float(share), target=here)
    return camera


def zoomed(camera: Camera, factor: float, pixel: tuple[float, float]) -> Camera:
    """The camera nearer by a factor, with the table's point at a pixel where it was."""
    before = camera.table_point(pixel)
    nearer = replace(camera, distance=min(FARTHEST, max(NEAREST, camera.distance / factor)))
    return _moved(nearer, before, nearer.table_point(pixel))


def panned(camera: Camera, start: tuple[float, float], end: tuple[float, float]) -> Camera:
    """The camera moved so that the table's point at one pixel comes to another."""
    return _moved(camera, camera.table_point(start), camera.table_point(end))


def _moved(camera: Camera, wanted: tuple[float, float], seen: tuple[float, float]) -> Camera:
    x, y = camera.target
    return replace(camera, target=(x + wanted[0] - seen[0], y + wanted[1] - seen[1]))


def _outer(board: Board, margin: float) -> Floats:
    """Corners (k, 2) m about the board and its margin."""
    if board.radius:
        turn = np.linspace(0, 2 * math.pi, 32, endpoint=False)
        return (board.radius + margin) * np.column_stack([np.cos(turn), np.sin(turn)])
    low, high = board.rim.min(axis=0) - margin, board.rim.max(axis=0) + margin
    return np.array([low, [high[0], low[1]], high, [low[0], high[1]]])
