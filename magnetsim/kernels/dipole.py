"""Magnetic point dipoles on one plane: forces, torques, energy.

With r from 1 to 2, n = r/|r|, k = mu0/4π, a = m1·n, b = m2·n, c = m1·m2
(Yung, Landecker & Villani 1998; Landecker, Villani & Yung 1999):

    U = k/r³ (c − 3ab)    F on 2 = 3k/r⁴ [a m2 + b m1 + (c − 5ab) n]    B1 at 2 = k/r³ (3a n − m1)

There is no cap and no softening: two magnets in one place give nan, which the caller must look for.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from magnetsim.kernels.jit import inner, jit
from magnetsim.kernels.lanes import LANES, stack_array, widest_vectors

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

NEAREST = 1e-3
"""m between centres; nearer, a point stands for no magnet that one can hold, and the force goes to infinity."""

RING = 128
"""So many magnets and no more are paired in a ring: all of it lies in the first cache then."""
APART = 1e38
"""m²; added to a squared distance it leaves no force, and single precision can still hold it."""

_in_ring, _around_ring, _in_lanes = stack_array(RING), stack_array(2 * RING), stack_array(LANES)


@jit(fused=True, counted=False, inlined=True)
def inverse_root(square: float) -> float:
    """1/√ to the last bits: a guess in single precision, for which processors have a quick way, and one step.

    nan for 0, and for what single precision has no number for: beyond 1e38, below 1e-38.
    """
    guess = np.float64(np.float32(1.0) / np.sqrt(np.float32(square)))
    missing = 1.0 - square * guess * guess
    return guess + guess * missing * (0.5 + 0.375 * missing)


@jit(counted=False)
def dipole_forces(
    x: Floats, y: Floats, mx: Floats, my: Floats, mz: Floats, fx: Floats, fy: Floats, torque: Floats
) -> None:
    """Fill the in-plane force (N) and the yaw torque (N·m) on each of n dipoles.

    x, y : (n,) m        mx, my, mz : (n,) A·m², z out of the table        fx, fy, torque : (n,), filled
    Coincident dipoles, and such as are 1e19 m apart, get nan or inf.
    """
    n = x.shape[0]
    if n <= RING:
        _forces_in_ring(x, y, mx, my, mz, fx, fy, torque)
    else:
        for first in range(0, n, LANES):
            fill_rows(first, x, y, mx, my, mz, fx, fy, torque)


@jit(fused=True, counted=False)
def _forces_in_ring(
    x: Floats, y: Floats, mx: Floats, my: Floats, mz: Floats, fx: Floats, fy: Floats, torque: Floats
) -> None:
    """The same for RING dipoles at most, each pair taken once.

    As in a ring every dipole is paired with the next one, then with the second next, and so on half way around: every
    round is one loop over all, which has no sum in it and writes in two places. Axes are turned to the line between the
    two: with a and t a moment's parts along and across it (times r), the force is 3k/r⁷ ((t1 t2 + z1 z2 r² − 2 a1 a2)
    along, a1 t2 + a2 t1 across), also times r.
    """
    widest_vectors()
    n = x.shape[0]
    lanes, rounds = (n + LANES - 1) // LANES * LANES, n // 2
    own_x, own_y, own_turn, apart, apart_half = _in_ring(), _in_ring(), _in_ring(), _in_ring(), _in_ring()
    for i in range(lanes):
        own_x[i] = own_y[i] = own_turn[i] = 0.0
        # Lanes beyond the last dipole count for nothing; nor, in the last round of an even ring, does its second half.
        apart[i] = 0.0 if i < n else APART
        apart_half[i] = 0.0 if 2 * i < n else APART
    ring_x, ring_y, ring_mx, ring_my, ring_mz = (
        _around_ring(),
        _around_ring(),
        _around_ring(),
        _around_ring(),
        _around_ring(),
    )
    other_x, other_y, other_turn = _around_ring(), _around_ring(), _around_ring()
    at = 0
    for j in range(lanes + rounds):
        ring_x[j], ring_y[j], ring_mx[j], ring_my[j], ring_mz[j] = x[at], y[at], mx[at], my[at], mz[at]
        other_x[j] = other_y[j] = other_turn[j] = 0.0
        at = at + 1 if at + 1 < n else 0
    for step in range(1, rounds + 1):
        gap = apart_half if 2 * step == n else apart
        for first in range(0, lanes, LANES):
            for lane in range(LANES):
                # Unsigned, else numba asks of each whether it is counted from the end.
                i = np.uint64(first) + np.uint64(lane)  # type: ignore[assignment]
                j = i + np.uint64(step)  # type: ignore[assignment]
                dx, dy = ring_x[i] - ring_x[j], ring_y[i] - ring_y[j]
                r2 = dx * dx + (dy * dy + gap[i])
                inverse = inverse_root(r2)
                inverse2 = inverse * inverse
                inverse5 = inverse2 * inverse2 * inverse
                inverse7 = inverse5 * inverse2
                along_i, across_i = ring_mx[i] * dx + ring_my[i] * dy, ring_mx[i] * dy - ring_my[i] * dx
                along_j, across_j = ring_mx[j] * dx + ring_my[j] * dy, ring_mx[j] * dy - ring_my[j] * dx
                one, two = along_j * across_i, along_i * across_j
                both = one + two
                upright = across_i * across_j + ring_mz[i] * ring_mz[j] * r2
                radial, tangential = inverse7 * (upright - 2.0 * along_i * along_j), inverse7 * both
                force_x, force_y = radial * dx + tangential * dy, radial * dy - tangential * dx
                own_x[i] += force_x
                own_y[i] += force_y
                own_turn[i] += inverse5 * (both + one)
                other_x[j] += force_x
                other_y[j] += force_y
                other_turn[j] += inverse5 * (both + two)
    for j in range(n, lanes + rounds):
        i = j % n
        other_x[i] += other_x[j]
        other_y[i] += other_y[j]
        other_turn[i] += other_turn[j]
    for i in range(n):
        fx[i] = 3e-7 * (own_x[i] - other_x[i])
        fy[i] = 3e-7 * (own_y[i] - other_y[i])
        torque[i] = 1e-7 * (own_turn[i] + other_turn[i])


@jit(fused=True, counted=False)
def fill_rows(
    first: int, x: Floats, y: Floats, mx: Floats, my: Floats, mz: Floats, fx: Floats, fy: Floats, torque: Floats
) -> None:
    """What all n dipoles do to LANES of them, from the first on; the others as of dipole_forces.

    A lane is a dipole, which sums over the others in their order: as many rows may be filled at once as one likes.
    """
    widest_vectors()
    n = x.shape[0]
    own, other_x, other_y, field_x, field_y = _in_lanes(), _in_lanes(), _in_lanes(), _in_lanes(), _in_lanes()
    own_x, own_y, own_mx, own_my, own_mz = _in_lanes(), _in_lanes(), _in_lanes(), _in_lanes(), _in_lanes()
    for lane in range(LANES):
        i = min(first + lane, n - 1)
        own_x[lane], own_y[lane], own_mx[lane], own_my[lane], own_mz[lane] = x[i], y[i], mx[i], my[i], mz[i]
        own[lane] = other_x[lane] = other_y[lane] = field_x[lane] = field_y[lane] = 0.0
    for j in range(n):
        xj, yj, mxj, myj, mzj = x[j], y[j], mx[j], my[j], mz[j]
        itself = j - first
        for lane in range(LANES):
            dx, dy = own_x[lane] - xj, own_y[lane] - yj
            inverse = inverse_root(dx * dx + dy * dy)
            # Infinitely far from itself: selected, not subtracted, so that the self-force is 0 to the last bit.
            inverse = inverse if lane != itself else 0.0
            inverse2 = inverse * inverse
            inverse3 = inverse2 * inverse
            inverse5 = inverse3 * inverse2
            along_i, along_j = own_mx[lane] * dx + own_my[lane] * dy, mxj * dx + myj * dy
            dot = own_mx[lane] * mxj + own_my[lane] * myj + own_mz[lane] * mzj
            radial = inverse5 * (dot - 5.0 * along_i * (along_j * inverse2))
            from_i, from_j = along_i * inverse5, along_j * inverse5
            own[lane] += from_j
            other_x[lane] = other_x[lane] + from_i * mxj + radial * dx
            other_y[lane] = other_y[lane] + from_i * myj + radial * dy
            field_x[lane] = field_x[lane] + 3.0 * from_j * dx - inverse3 * mxj
            field_y[lane] = field_y[lane] + 3.0 * from_j * dy - inverse3 * myj
    for lane in range(min(LANES, n - first)):
        i = first + lane
        fx[i] = 3e-7 * (own[lane] * own_mx[lane] + other_x[lane])
        fy[i] = 3e-7 * (own[lane] * own_my[lane] + other_y[lane])
        torque[i] = 1e-7 * (own_mx[lane] * field_y[lane] - own_my[lane] * field_x[lane])


def dipole_pair_loads(
    first: Integers, second: Integers, x: Floats, y: Floats, mx: Floats, my: Floats, mz: Floats, loads: Floats
) -> None:
    """Fill what the two of each pair do to each other: force x, y (N) and yaw torque (N·m).

    first, second : (m,) rows        loads : (m, 2, 3), filled, on the first and on the second
    The others as of dipole_forces. By numpy: it is asked for a few pairs a shot, or once for very many.
    """
    dx, dy = x[second] - x[first], y[second] - y[first]
    (x1, y1, z1), (x2, y2, z2) = ((mx[rows], my[rows], mz[rows]) for rows in (first, second))
    with np.errstate(divide="ignore", invalid="ignore"):
        inverse2 = 1.0 / (dx * dx + dy * dy)
        inverse3 = inverse2 * np.sqrt(inverse2)
        inverse5 = inverse3 * inverse2
        along1, along2 = x1 * dx + y1 * dy, x2 * dx + y2 * dy
        radial = x1 * x2 + y1 * y2 + z1 * z2 - 5.0 * along1 * along2 * inverse2
        force_x = 3e-7 * inverse5 * (along1 * x2 + along2 * x1 + radial * dx)
        force_y = 3e-7 * inverse5 * (along1 * y2 + along2 * y1 + radial * dy)
        turned = (x1 * y2 - y1 * x2) * inverse3
        torque1 = 1e-7 * (3.0 * along2 * inverse5 * (x1 * dy - y1 * dx) - turned)
        torque2 = 1e-7 * (3.0 * along1 * inverse5 * (x2 * dy - y2 * dx) + turned)
    loads[:, 0, 0], loads[:, 0, 1], loads[:, 0, 2] = -force_x, -force_y, torque1
    loads[:, 1, 0], loads[:, 1, 1], loads[:, 1, 2] = force_x, force_y, torque2


@inner(fast_sums=True)
def dipole_energy(x: Floats, y: Floats, mx: Floats, my: Floats, mz: Floats) -> float:
    """The magnetic energy in J of n dipoles, 0 when infinitely far apart; arguments as of dipole_forces."""
    energy = 0.0
    for i in range(x.shape[0]):
        for j in range(i):
            dx = x[i] - x[j]
            dy = y[i] - y[j]
            inverse2 = 1.0 / (dx * dx + dy * dy)
            along = (mx[i] * dx + my[i] * dy) * (mx[j] * dx + my[j] * dy)
            dot = mx[i] * mx[j] + my[i] * my[j] + mz[i] * mz[j]
            energy += inverse2 * np.sqrt(inverse2) * (dot - 3.0 * along * inverse2)
    return 1e-7 * energy
