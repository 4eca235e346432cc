"""A scene as pixels: pure, no clock, no window. The ground is drawn once a view, the magnets upon a copy of it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from magnetsim.kernels.field import dipole_field
from magnetsim.kernels.filings import shade_filings
from magnetsim.kernels.ground import shade_ground
from magnetsim.kernels.pixels import MAP_REACH, Pixels, View, distance_map
from magnetsim.kernels.shading import shade_halo, shade_prisms, shade_shadows
from magnetsim.outline import Outline
from magnetsim.rim import rim_depth, rim_point
from magnetsim.table import Board, Floats, Kind
from magnetsim.viewer.camera import Camera
from magnetsim.viewer.capture_marks import mark_capture
from magnetsim.viewer.palette import GROUND, NEW, OLD, POLES, seat_colour
from magnetsim.viewer.scene import Reach, Scene
from magnetsim.viewer.trails import mark_trails

RIM_BAND = 0.022
"""How broad the wood round the cloth is, m."""
_GRID = 160
_HALO_NEAR, _HALO_BROAD = 0.0030, 0.0009
_RING_NEAR, _RING_BROAD = 0.0016, 0.0014


_FILING = 0.0075
"""m, the longest filing; also the distance between two."""
_WEAKEST, _STRONGEST = 6e-5, 1.2e-2
_IRON = np.array([226.0, 238.0, 240.0])


class Painter:
    """Draws scenes of one board at one size; holds nothing but what is drawn again and again.

    board, kinds : of all scenes that it draws        size : (width, height) px
    """

    def __init__(self, board: Board, kinds: tuple[Kind, ...], size: tuple[int, int]) -> None:
        self.board = board
        self.size = size
        self._maps, self._half = _distance_maps(kinds)
        self._tall = np.array([kind.height for kind in kinds])
        self._pole = np.array([_pole(kind) for kind in kinds], dtype=np.int64)
        self._inner = np.array([-float(self._maps[at].min()) for at in range(len(kinds))])
        self._spots: Floats | None = None
        self._bare: tuple[Camera, Pixels] | None = None
        self._ground: tuple[object, Pixels] | None = None
        self._out: Pixels = np.empty((size[1], size[0], 3), dtype=np.uint8)

    def paint(
        self,
        scene: Scene,
        camera: Camera,
        *,
        field: bool = False,
        capture: bool = False,
        ways: Mapping[int, Floats] | None = None,
    ) -> Pixels:
        """The picture of a scene, (height, width, 3); good until the next is painted.

        field : as if iron filings lay on the table        capture : with the line within which others are pulled in
        ways : by magnet, where it has just been, (k, 2) m
        """
        out = self._out
        np.copyto(out, self._ground_of(scene, camera))
        view = camera.view
        if field:
            self._filings(out, view, scene)
        if capture:
            mark_capture(out, scene, camera)
        if ways:
            mark_trails(out, scene, camera, ways)
        for group in scene.groups:
            colour = (*NEW, 1.0, 0.30) if group.new else (*OLD, 0.75, 0.10)
            self._band(out, view, scene, group.members, _HALO_NEAR, _HALO_BROAD, colour)
        shade_shadows(out, view, scene.pose, scene.opacity, scene.kind, self._tall, self._maps, self._half)
        for row in np.flatnonzero(scene.owner >= 0).tolist():
            ring = (*seat_colour(int(scene.owner[row])), float(scene.opacity[row]), 0.0)
            self._band(out, view, scene, (row,), _RING_NEAR, _RING_BROAD, ring)
        order = np.lexsort((scene.magnet, -scene.pose[:, 1]))
        shade_prisms(
            out,
            view,
            order,
            scene.pose,
            scene.opacity,
            scene.kind,
            self._tall,
            self._pole,
            self._maps,
            self._half,
            self._inner,
            POLES,
        )
        return out

    def _filings(self, out: Pixels, view: View, scene: Scene) -> None:
        """The magnets as point dipoles: what is seen is between them, and there that is enough."""
        if self._spots is None:
            self._spots = _spots(self.board)
        moment = np.array([kind.moment for kind in scene.kinds])[scene.kind] * scene.opacity
        upright = np.array([kind.moment_z for kind in scene.kinds])[scene.kind] * scene.opacity
        x, y, angle, _ = np.ascontiguousarray(scene.pose.T)
        flux = np.empty((len(self._spots), 3))
        dipole_field(x, y, moment * np.cos(angle), moment * np.sin(angle), upright, self._spots, flux)
        shade_filings(out, view, self._spots, flux, _FILING, _WEAKEST, _STRONGEST, _IRON)

    def _ground_of(self, scene: Scene, camera: Camera) -> Pixels:
        if self._bare is None or self._bare[0] != camera:
            width, height = self.size
            bare = np.empty((height, width, 3), dtype=np.uint8)
            shade_ground(bare, camera.view, self.board.rim, self.board.radius, RIM_BAND, GROUND)
            self._bare = (camera, bare)
        key = (camera, scene.reaches, scene.seat)
        if self._ground is None or self._ground[0] != key:
            out = self._bare[1].copy()
            for seat, reach in enumerate(scene.reaches):
                _mark_reach(out, camera, self.board, reach, seat, on=seat == scene.seat)
            self._ground = (key, out)
        return self._ground[1]

    def _band(
        self,
        out: Pixels,
        view: View,
        scene: Scene,
        members: tuple[int, ...],
        near: float,
        broad: float,
        colour: tuple[float, ...],
    ) -> None:
        rows = np.array(members, dtype=np.int64)
        tint = np.array(colour, dtype=float)
        shade_halo(out, view, rows, scene.pose, scene.kind, self._maps, self._half, near, broad, tint)


def _spots(board: Board) -> Floats:
    """Where filings lie, (p, 2) m: on a grid, each a little beside its place, always the same."""
    low = board.rim.min(axis=0) if len(board.rim) else np.full(2, -board.radius)
    high = board.rim.max(axis=0) if len(board.rim) else np.full(2, board.radius)
    step = max(_FILING, float((high - low).max()) / 160)
    x, y = (np.arange(low[axis] + step / 2, high[axis], step) for axis in (0, 1))
    grid = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    grid += np.random.default_rng(0).uniform(-0.35, 0.35, grid.shape) * step
    inside = [rim_depth(board, (a, b)) > 0.25 * step for a, b in grid.tolist()]
    return np.ascontiguousarray(grid[np.array(inside, dtype=bool)])


def _mark_reach(out: Pixels, camera: Camera, board: Board, reach: Reach, seat: int, *, on: bool) -> None:
    """A row of inlays in the wood along the stretch of rim that a seat shoots from."""
    count = max(2, round(reach.length / 0.02))
    arcs = reach.middle + reach.length * (np.arange(count) + 0.5 - count / 2) / count
    points = np.array([_outside(board, float(arc)) for arc in arcs])
    colour = np.array(seat_colour(seat), dtype=float)
    radius = 0.0032 if on else 0.0022
    for u, v in camera.project(points):
        _dot(out, u, v, radius * camera.pixels_a_metre, colour, 1.0 if on else 0.75)


def _outside(board: Board, arc: float) -> tuple[float, float]:
    (x, y), (inward_x, inward_y) = rim_point(board, arc)
    return x - 0.5 * RIM_BAND * inward_x, y - 0.5 * RIM_BAND * inward_y


def _dot(out: Pixels, u: float, v: float, radius: float, colour: npt.NDArray[np.float64], share: float) -> None:
    height, width = out.shape[:2]
    top, bottom = max(0, int(v - radius - 1)), min(height, int(v + radius + 2))
    left, right = max(0, int(u - radius - 1)), min(width, int(u + radius + 2))
    if top >= bottom or left >= right:
        return
    rows, columns = np.mgrid[top:bottom, left:right] + 0.5
    cover = share * np.clip(0.5 + radius - np.hypot(columns - u, rows - v), 0, 1)[:, :, None]
    part = out[top:bottom, left:right]
    part[:] = (part + cover * (colour - part)).astype(np.uint8)


def _pole(kind: Kind) -> int:
    if kind.moment_z:
        return 1 if kind.moment_z > 0 else -1
    return 0 if kind.moment else 2


def _distance_maps(kinds: tuple[Kind, ...]) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float64]]:
    """For each kind its distance map (g, g), and half its extent, m."""
    found = [_distance_map(kind.outline) for kind in kinds]
    return np.stack([distances for distances, _ in found]), np.array([half for _, half in found])


@lru_cache
def _distance_map(outline: Outline) -> tuple[npt.NDArray[np.float32], float]:
    half = MAP_REACH * outline.bounding_radius
    out = np.empty((_GRID, _GRID), dtype=np.float32)
    distance_map(outline.corners, outline.rounding, half, out)
    return out, half
