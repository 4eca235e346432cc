"""Least squares of a charge cloud's forces and torques, on itself as the other magnet.

A cloud is (c, 4): x, y, charge, softness (half of ε²). A pose is dx, dy and the angle of the second magnet in the
frame of the first, a load the force on the second and the torques on the first and on the second. Any units of
length; k = 1 and unit moments.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from magnetsim.kernels.jit import inner, jit

Floats = npt.NDArray[np.float64]


@jit(fast_sums=True)
def cloud_loads(cloud1: Floats, cloud2: Floats, poses: Floats, loads: Floats) -> None:
    """Fill loads (n, 5), force x, y, torques and energy, of two clouds in n poses (n, 3).

    cloud1, cloud2 : (c, 4), (d, 4)        Units as above.
    """
    for p in range(poses.shape[0]):
        dx, dy, cosine, sine = poses[p, 0], poses[p, 1], np.cos(poses[p, 2]), np.sin(poses[p, 2])
        fx = fy = torque = energy = 0.0
        for b in range(cloud2.shape[0]):
            x = dx + cosine * cloud2[b, 0] - sine * cloud2[b, 1]
            y = dy + sine * cloud2[b, 0] + cosine * cloud2[b, 1]
            for a in range(cloud1.shape[0]):
                rx, ry = x - cloud1[a, 0], y - cloud1[a, 1]
                inverse2 = 1.0 / (rx * rx + ry * ry + cloud1[a, 3] + cloud2[b, 3])
                each = cloud1[a, 2] * cloud2[b, 2] * np.sqrt(inverse2)
                pull = each * inverse2
                energy += each
                fx += pull * rx
                fy += pull * ry
                torque += pull * (cloud1[a, 0] * ry - cloud1[a, 1] * rx)
        loads[p, 0], loads[p, 1], loads[p, 2] = fx, fy, -torque
        loads[p, 3], loads[p, 4] = torque - (dx * fy - dy * fx), energy


@jit(fast_sums=True)
def normal_equations(
    cloud: Floats, slopes: Floats, poses: Floats, loads: Floats, weights: Floats, matrix: Floats, right: Floats
) -> None:
    """Add to the Gauss–Newton matrix (p, p), lower half, and its right side (p,), of the weighted squared misses.

    cloud : (c, 4)        slopes : (4 c, p) of the cloud's numbers over the p parameters
    poses, loads : (n, 3), (n, 4), as of cloud_loads without energy
    weights : (n, 2) of the squared miss in force and in torque
    """
    charges, parameters = cloud.shape[0], slopes.shape[1]
    own, by_parameter, miss = np.empty((4, 4 * charges)), np.empty((4, parameters)), np.empty(4)
    for p in range(poses.shape[0]):
        _slopes_of_load(cloud, poses[p], loads[p], own, miss)
        by_parameter[:] = 0.0
        for row in range(4):
            for k in range(4 * charges):
                for m in range(parameters):
                    by_parameter[row, m] += own[row, k] * slopes[k, m]
        for row in range(4):
            weight = weights[p, row // 2]
            for m in range(parameters):
                scaled = weight * by_parameter[row, m]
                right[m] -= scaled * miss[row]
                for other in range(m + 1):
                    matrix[m, other] += scaled * by_parameter[row, other]


@inner(fast_sums=True)
def _slopes_of_load(cloud: Floats, pose: Floats, load: Floats, own: Floats, miss: Floats) -> None:
    """Fill the slopes (4, 4 c) of one load over the cloud's numbers, and by how much (4,) it is too great."""
    dx, dy, cosine, sine = pose[0], pose[1], np.cos(pose[2]), np.sin(pose[2])
    own[:] = 0.0
    fx = fy = torque = 0.0
    for b in range(cloud.shape[0]):
        x = dx + cosine * cloud[b, 0] - sine * cloud[b, 1]
        y = dy + sine * cloud[b, 0] + cosine * cloud[b, 1]
        for a in range(cloud.shape[0]):
            u, v = cloud[a, 0], cloud[a, 1]
            rx, ry = x - u, y - v
            inverse2 = 1.0 / (rx * rx + ry * ry + cloud[a, 3] + cloud[b, 3])
            inverse3 = inverse2 * np.sqrt(inverse2)
            pull = cloud[a, 2] * cloud[b, 2] * inverse3
            gx, gy = pull * rx, pull * ry
            fx, fy, torque = fx + gx, fy + gy, torque + u * gy - v * gx
            xx, xy, yy = pull - 3 * inverse2 * gx * rx, -3 * inverse2 * gx * ry, pull - 3 * inverse2 * gy * ry
            # The charge of the first magnet turns no frame, but moves the arm of the torque.
            _add(own, 4 * a, -xx, -xy, -(u * xy - v * xx) + gy)
            _add(own, 4 * a + 1, -xy, -yy, -(u * yy - v * xy) - gx)
            ux, uy = cosine * xx + sine * xy, cosine * xy + sine * yy
            _add(own, 4 * b, ux, uy, u * uy - v * ux)
            ux, uy = cosine * xy - sine * xx, cosine * yy - sine * xy
            _add(own, 4 * b + 1, ux, uy, u * uy - v * ux)
            ux, uy = inverse3 * rx, inverse3 * ry
            _add(own, 4 * a + 2, cloud[b, 2] * ux, cloud[b, 2] * uy, cloud[b, 2] * (u * uy - v * ux))
            _add(own, 4 * b + 2, cloud[a, 2] * ux, cloud[a, 2] * uy, cloud[a, 2] * (u * uy - v * ux))
            ux, uy = -1.5 * inverse2 * gx, -1.5 * inverse2 * gy
            for charge in (a, b):
                _add(own, 4 * charge + 3, ux, uy, u * uy - v * ux)
    for k in range(own.shape[1]):
        own[3, k] = own[2, k] - (dx * own[1, k] - dy * own[0, k])
        own[2, k] = -own[2, k]
    miss[0], miss[1], miss[2] = fx - load[0], fy - load[1], -torque - load[2]
    miss[3] = torque - (dx * fy - dy * fx) - load[3]


@inner(fast_sums=True)
def _add(own: Floats, column: int, fx: float, fy: float, torque: float) -> None:
    own[0, column] += fx
    own[1, column] += fy
    own[2, column] += torque
