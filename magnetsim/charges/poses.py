"""Poses of two magnets and the exact loads there: what charge clouds are fitted to and held against.

All lengths here are in units of a size in m that the two magnets share, loads those of k = 1 and unit moments.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from magnetsim.kernels.cloud_fit import cloud_loads
from magnetsim.kernels.meeting import meeting_distance
from magnetsim.kernels.prism import outline_walls, prism_pair
from magnetsim.outline import Outline

Floats = npt.NDArray[np.float64]
Booleans = npt.NDArray[np.bool_]

DISC_SIDES = 128
"""Sides of the polygon of equal area that stands for a disc: it lies within 0.02 % of the radius of it."""
LONGEST_WALL = 0.16
"""Walls are cut no longer, in units of the fit."""
CHAINS, ROUNDS, TRIES = 80, 8, 3
"""The search for low energy: how many start, how often their steps shrink, and how many steps before that."""
FIRST_STEP, SHRINK = 0.4, 0.7
"""The first step of the search in rad, and by what each round shrinks it."""


@dataclass(frozen=True, slots=True, eq=False)
class Prism:
    """A magnet in the units of the fit: (k, 2) corners counter-clockwise, height, (k, 5) charged walls."""

    corners: Floats
    height: float
    walls: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Loads:
    """The exact loads of n poses.

    poses : (n, 3) place and angle of 2 in the frame of 1        gap : (n,) of the borders
    low : (n,) whether chosen for its low energy        exact : (n, 4) force on 2, torques on 1 and on 2
    """

    poses: Floats
    gap: Floats
    low: Booleans
    exact: Floats

    def __add__(self, other: Loads) -> Loads:
        return Loads(
            np.concatenate([self.poses, other.poses]),
            np.concatenate([self.gap, other.gap]),
            np.concatenate([self.low, other.low]),
            np.concatenate([self.exact, other.exact]),
        )

    def __getitem__(self, chosen: slice | Booleans) -> Loads:
        return Loads(self.poses[chosen], self.gap[chosen], self.low[chosen], self.exact[chosen])

    def __len__(self) -> int:
        return len(self.gap)


def prism(outline: Outline, height: float, size: float) -> Prism:
    """A magnet of this outline and height (m) in units of a size (m)."""
    corners = outline.corners / size
    if outline.rounding > 0:
        turn = (np.arange(DISC_SIDES) + 0.5) * (2 * np.pi / DISC_SIDES)
        radius = outline.rounding / size * np.sqrt(2 * np.pi / (DISC_SIDES * np.sin(2 * np.pi / DISC_SIDES)))
        corners = radius * np.column_stack([np.cos(turn), np.sin(turn)])
    return Prism(corners, height / size, outline_walls(corners, LONGEST_WALL))


def random_poses(one: Prism, two: Prism, gap: float, count: int, random: np.random.Generator) -> Loads:
    """The loads of two magnets that come together along random directions, turned at random, to one gap.

    gap : between borders, in units of the fit        count : of poses
    """
    turns = random.uniform(-np.pi, np.pi, (count, 2))
    return exact_loads(one, two, poses_at(one, two, turns, gap), gap, low=False)


def far_poses(one: Prism, two: Prism, distance: float, count: int, random: np.random.Generator) -> Loads:
    """The loads of two magnets with their centres at a distance, in random directions and turned at random.

    distance : in units of the fit; it counts as gap        count : of poses
    """
    turns = random.uniform(-np.pi, np.pi, (count, 2))
    x, y = distance * np.cos(turns[:, 0]), distance * np.sin(turns[:, 0])
    return exact_loads(one, two, np.column_stack([x, y, turns[:, 1]]), distance, low=False)


def low_poses(
    one: Prism, two: Prism, cloud1: Floats, cloud2: Floats, gap: float, count: int, random: np.random.Generator
) -> Loads:
    """Poses at one gap from which a magnet that turns and rolls round the other finds little more energy to give.

    Each of CHAINS random starts goes downhill by random steps; count of the places they come to are taken, evenly
    over all. Energies are those of the clouds, as cloud_loads takes them; gap : in units of the fit.
    """
    turns = random.uniform(-np.pi, np.pi, (CHAINS, 2))
    energy = _energies(one, two, cloud1, cloud2, turns, gap)
    for step in range(ROUNDS):
        for _ in range(TRIES):
            tried = turns + random.normal(0.0, FIRST_STEP * SHRINK**step, turns.shape)
            found = _energies(one, two, cloud1, cloud2, tried, gap)
            lower = found < energy
            turns[lower], energy[lower] = tried[lower], found[lower]
    order = np.argsort(energy, kind="stable")
    chosen = order[np.linspace(0, CHAINS - 1, count).astype(np.intp)]
    return exact_loads(one, two, poses_at(one, two, turns[chosen], gap), gap, low=True)


def poses_at(one: Prism, two: Prism, turns: Floats, gap: float) -> Floats:
    """Poses (n, 3), as of Loads, at a gap in units of the fit.

    turns : (n, 2) direction in which the second magnet lies from the first, and its angle, in rad
    """
    distance = [meeting_distance(one.corners, two.corners, direction, angle, gap) for direction, angle in turns]
    return np.column_stack([distance * np.cos(turns[:, 0]), distance * np.sin(turns[:, 0]), turns[:, 1]])


def exact_loads(one: Prism, two: Prism, poses: Floats, gap: float, *, low: bool) -> Loads:
    """The exact loads in some poses, all of one gap.

    poses : (n, 3) as of Loads        low : whether they were chosen for their low energy
    """
    exact = np.array([prism_pair(one.walls, one.height, two.walls, two.height, *pose) for pose in poses])
    return Loads(poses, np.full(len(poses), gap), np.full(len(poses), low), exact.reshape(-1, 4) * 1e7)


def _energies(one: Prism, two: Prism, cloud1: Floats, cloud2: Floats, turns: Floats, gap: float) -> Floats:
    poses = poses_at(one, two, turns, gap)
    loads = np.empty((len(poses), 5))
    cloud_loads(cloud1, cloud2, poses, loads)
    return loads[:, 4]
