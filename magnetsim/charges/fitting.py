"""Softened charges in place of a magnet: the fit.

Positions, charges and softenings are found by least squares (Levenberg 1944; Marquardt 1963) on the exact forces
and torques of the magnet upon its like, in random poses at many gaps and in those where two magnets snap together.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from magnetsim.charges.cloud import ChargeCloud, CloudFit, checked_height, equal_radius, to_metres
from magnetsim.charges.errors import ARM, loads_errors
from magnetsim.charges.layout import ACROSS, Image, Layout, first_guess, layout, symmetry
from magnetsim.charges.poses import Loads, Prism, far_poses, low_poses, prism, random_poses
from magnetsim.kernels.cloud_fit import cloud_loads, normal_equations
from magnetsim.kernels.finite import NEAR_UNTIL
from magnetsim.outline import Outline

Floats = npt.NDArray[np.float64]

GAPS = (0.0025, 0.012, 0.03, 0.06, 0.12, 0.24, 0.42, 0.6, 1.2, 2.4, 4.8, 9.6)
"""Gaps of the random poses, in radii of the disc of equal area: 0.02 to 80 mm for the default heart."""
LOW_GAPS = (0.0025, 0.012, 0.06)
TOLERANCES = ((0.02, 0.05), (0.04, 0.04), (0.08, 0.03), (0.2, 0.02), (np.inf, 0.01))
"""Relative errors that count alike: up to a gap, in those radii, and beyond all others."""
RANDOM_POSES, LOW_POSES = 100, 40
"""Poses at each gap."""
LOW_TOLERANCE = 0.5
"""Poses of low energy are where magnets end up: there, an error counts as if tolerances were this much less."""
SOFTEST, HARDEST = 2.0, 0.004
"""Bounds on half of ε², in those radii squared, the upper one for magnets less than twice as high as the radius: a
higher one is softer, with ε up to its height. Below the lower one a cloud would be rugged in contact."""
CHARGES = (10, 12, 16, 20, 24)
"""Most charges; the next number is tried where the last does not reach GOOD."""
GOOD = 0.4
"""A mean of squares of relative errors over tolerances that needs no more charges."""
SNAPPED = 0.05
"""The worst relative error of the force in poses of low energy that counts as GOOD does."""
STARTS, SHORT, FINISHED, LONG = 30, 12, 6, 60
"""Fits begun with each layout's share of the starts, their steps; how many of the best go on, and their steps."""
CONSTRAINT = 1e3
"""Weight of the squared misses in total charge and moment, a pose."""
SEED = 1
FAR_DISTANCES = (1.0, 1.15, 1.3, 1.5, 1.8, 2.5, 4.0, 8.0)
"""Distances of centres that far clouds are fitted to, over the least at which they act."""
FAR_LAYOUTS = {(4, True): (1, 1), (2, True): (2, 1), (2, False): (3, 0), (1, False): (6, 0)}
"""Charges of a far cloud with all their images, and on the axis, by how many images and whether there is an axis."""

Progress = Callable[[float], None]
Layouts = tuple[tuple[int, int], ...]
"""Numbers of charges with all their images, and of charges on the axis."""


def fit_cloud(outline: Outline, height: float, progress: Progress = lambda _done: None) -> CloudFit:
    """The cloud that acts most like a prism of this outline and height (m); the same bits for the same outline.

    progress : told, from time to time, what part of the work is done
    ValueError when the height is not a positive, finite number.
    """
    size = equal_radius(outline)
    one = prism(outline, checked_height(height), size)
    images = symmetry(one)
    random = np.random.default_rng(SEED)
    loads = random_poses(one, one, GAPS[0], RANDOM_POSES, random)
    for number, gap in enumerate(GAPS[1:]):
        loads += random_poses(one, one, gap, RANDOM_POSES, random)
        progress(0.4 * (number + 2) / len(GAPS))
    best, shape, cost = _best(one, images, _layouts(images, CHARGES[0]), loads, random)
    progress(0.6)
    # On random poses alone, those where magnets snap together come out worst.
    cloud = shape.cloud(best)
    for gap in LOW_GAPS:
        loads += low_poses(one, one, cloud, cloud, gap, LOW_POSES, random)
    for number, most in enumerate(CHARGES):
        progress(0.8 + 0.2 * number / len(CHARGES))
        found = _best(one, images, _layouts(images, most), loads, random)
        if number == 0 or found[2] < cost:
            best, shape, cost = found
        if cost < GOOD:
            break
    progress(0.95)
    far = _far_cloud(one, outline.bounding_radius / size, images, random)
    made = ChargeCloud(
        near=to_metres(_exactly_a_dipole(shape.cloud(best)), size),
        far=to_metres(far, size),
        reach=outline.bounding_radius,
        height=height,
    )
    progress(1.0)
    return CloudFit(made, loads_errors(made, made, loads, size))


def _far_cloud(one: Prism, reach: float, images: tuple[Image, ...], random: np.random.Generator) -> Floats:
    """The far cloud, in units of the fit."""
    loads = far_poses(one, one, FAR_DISTANCES[0] * NEAR_UNTIL * 2 * reach, RANDOM_POSES, random)
    for distance in FAR_DISTANCES[1:]:
        loads += far_poses(one, one, distance * NEAR_UNTIL * 2 * reach, RANDOM_POSES, random)
    best, shape, _ = _best(one, images, (FAR_LAYOUTS[len(images), ACROSS in images],), loads, random)
    return _exactly_a_dipole(shape.cloud(best))


def _layouts(images: tuple[Image, ...], most: int) -> Layouts:
    """Those that make no more than this many charges."""
    if ACROSS not in images:
        return ((most // len(images), 0),)
    on_axis, counts = len(images) // 2, (2, 4) if len(images) == 2 else (0, 1, 2)
    return tuple(((most - count * on_axis) // len(images), count) for count in counts)


def _best(
    one: Prism, images: tuple[Image, ...], shapes: Layouts, loads: Loads, random: np.random.Generator
) -> tuple[Floats, Layout, float]:
    """Parameters, layout and cost a pose of the best of several fits, or what stands for it where magnets snap."""
    begun: list[tuple[float, Floats, Layout]] = []
    few = loads[::6]
    for number in range(STARTS):
        free, on_axis = shapes[number % len(shapes)]
        shape = layout(images, free, on_axis, max(SOFTEST, one.height**2 / 2))
        guess = first_guess(one, images, free, on_axis, random)
        found, cost = least_squares(shape, guess, few, SHORT)
        begun.append((cost, found, shape))
    begun.sort(key=lambda fit: fit[0])
    finished = []
    for _, guess, shape in begun[:FINISHED]:
        found, cost = least_squares(shape, guess, loads, LONG)
        finished.append((max(cost, _worst_snapped(shape, found, loads)), found, shape))
    cost, found, shape = min(finished, key=lambda fit: fit[0])
    return found, shape, cost


def _worst_snapped(shape: Layout, parameters: Floats, loads: Loads) -> float:
    """The square of the worst relative error of the force in poses of low energy, GOOD where that is SNAPPED."""
    low = loads[loads.low]
    if len(low) == 0:
        return 0.0
    cloud, found = shape.cloud(parameters), np.empty((len(low), 5))
    cloud_loads(cloud, cloud, low.poses, found)
    square = ((found[:, :2] - low.exact[:, :2]) ** 2).sum(axis=1) / (low.exact[:, :2] ** 2).sum(axis=1)
    return GOOD * float(square.max()) / SNAPPED**2


def least_squares(shape: Layout, parameters: Floats, loads: Loads, steps: int) -> tuple[Floats, float]:
    """Parameters after some steps downhill, and the mean over poses of squared errors over tolerances.

    parameters : (p,) as shape.cloud takes them, in units of the fit, as all here
    """
    weights = _weights(loads)
    damping = 1e-3
    cost = _cost(shape, parameters, loads, weights)
    for _ in range(steps):
        matrix, right = np.zeros((parameters.size, parameters.size)), np.zeros(parameters.size)
        normal_equations(shape.cloud(parameters), shape.slopes, loads.poses, loads.exact, weights, matrix, right)
        matrix += np.tril(matrix, -1).T
        miss, slope = _constraints(shape, parameters)
        matrix += CONSTRAINT * slope.T @ slope
        right -= CONSTRAINT * slope.T @ miss
        before = cost
        for _ in range(20):
            step = _damped_step(matrix, right, damping, _at_bound(shape, parameters, right))
            tried = parameters + step
            tried[shape.soft] = np.clip(tried[shape.soft], HARDEST, shape.softest)
            found = _cost(shape, tried, loads, weights)
            if found < cost:
                parameters, cost, damping = tried, found, max(damping / 5, 1e-9)
                break
            damping *= 4
        if cost > before * (1 - 1e-4):
            break
    return parameters, cost


def _damped_step(matrix: Floats, right: Floats, damping: float, fixed: npt.NDArray[np.bool_]) -> Floats:
    step = np.zeros(right.size)
    free = np.flatnonzero(~fixed)
    part = matrix[np.ix_(free, free)]
    diagonal = np.diag(part)
    part = part + np.diag(damping * diagonal + 1e-9 * diagonal.mean())
    step[free] = np.linalg.solve(part, right[free])
    return step


def _at_bound(shape: Layout, parameters: Floats, right: Floats) -> npt.NDArray[np.bool_]:
    """Which softnesses lie at a bound that they would leave."""
    low, high = (parameters <= HARDEST) & (right < 0), (parameters >= shape.softest) & (right > 0)
    at: npt.NDArray[np.bool_] = shape.soft & (low | high)
    return at


def _constraints(shape: Layout, parameters: Floats) -> tuple[Floats, Floats]:
    """By how much total charge and moment are wrong, (3,), and the slopes over the parameters."""
    cloud = shape.cloud(parameters)
    x, y, charge = cloud[:, 0], cloud[:, 1], cloud[:, 2]
    slope = np.zeros((3, len(cloud), 4))
    slope[0, :, 2] = 1.0
    slope[1, :, 0], slope[1, :, 2] = charge, x
    slope[2, :, 1], slope[2, :, 2] = charge, y
    miss = np.array([charge.sum(), charge @ x - 1.0, charge @ y])
    return miss, slope.reshape(3, -1) @ shape.slopes


def _cost(shape: Layout, parameters: Floats, loads: Loads, weights: Floats) -> float:
    cloud = shape.cloud(parameters)
    found = np.empty((len(loads), 5))
    cloud_loads(cloud, cloud, loads.poses, found)
    square = (found[:, :4] - loads.exact) ** 2
    fit = (weights[:, 0] * (square[:, 0] + square[:, 1]) + weights[:, 1] * (square[:, 2] + square[:, 3])).sum()
    miss, _ = _constraints(shape, parameters)
    return float(fit + CONSTRAINT * (miss @ miss))


def _weights(loads: Loads) -> Floats:
    """Weights (n, 2) of the squared misses in force and torque: one over those tolerated, and over their number."""
    allowed = np.array([next(error for gap, error in TOLERANCES if at <= gap) for at in loads.gap])
    allowed = np.where(loads.low, LOW_TOLERANCE * allowed, allowed)
    force = np.hypot(loads.exact[:, 0], loads.exact[:, 1])
    weight = 1 / (force * allowed) ** 2 / len(loads)
    return np.column_stack([weight, weight / (2 * ARM**2)])


def _exactly_a_dipole(cloud: Floats) -> Floats:
    """The cloud with the least change of its charges that makes their sum 0 and their moment 1 along x."""
    rows = np.stack([np.ones(len(cloud)), cloud[:, 0], cloud[:, 1]])
    miss = np.array([0.0, 1.0, 0.0]) - rows @ cloud[:, 2]
    exact = cloud.copy()
    exact[:, 2] += np.linalg.lstsq(rows, miss, rcond=None)[0]
    return exact
