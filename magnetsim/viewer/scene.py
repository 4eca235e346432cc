"""What is to be seen at one moment: plain values, made from a state of a match and from the ways of magnets."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from magnetsim.table import Board, Bond, Floats, Integers, Kind
from magnetsim.viewer.camera import Camera


@dataclass(frozen=True, slots=True)
class Group:
    """Magnets that hold together: rows of the scene, and whether the last shot made it new."""

    members: tuple[int, ...]
    new: bool


@dataclass(frozen=True, slots=True)
class Reach:
    """A stretch of rim that belongs to a seat: arc length of its middle and its length, m."""

    middle: float
    length: float


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """One moment.

    magnet : (n,) numbers            kind : (n,) index into kinds
    pose : (n, 4) x, y (m), angle (rad), height of the foot above the table (m)
    opacity : (n,) 0…1               owner : (n,) the seat whose shooter it is, -1 of none
    groups : clusters                bonds : pairs of rows
    reaches : by seat; empty where nobody sits        seat : whose turn it is, -1 of nobody
    """

    board: Board
    kinds: tuple[Kind, ...]
    magnet: Integers
    kind: Integers
    pose: Floats
    opacity: Floats
    owner: Integers
    groups: tuple[Group, ...] = ()
    bonds: tuple[Bond, ...] = ()
    reaches: tuple[Reach, ...] = ()
    seat: int = -1

    @property
    def lying(self) -> Integers:
        """The rows (k,) of the magnets that lie on the table, neither lifted nor on their way to or from it."""
        return np.flatnonzero((self.opacity >= 1.0) & (self.pose[:, 3] == 0.0))


def magnet_at(scene: Scene, camera: Camera, pixel: tuple[float, float]) -> int | None:
    """The number of the magnet that is seen at a pixel, by its bounding circle; None: the table."""
    if not len(scene.magnet):
        return None
    away = np.hypot(*(scene.pose[:, :2] - camera.table_point(pixel)).T)
    near = int(away.argmin())
    reach = scene.kinds[int(scene.kind[near])].outline.bounding_radius
    return int(scene.magnet[near]) if away[near] <= 1.2 * reach else None
