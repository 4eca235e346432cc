"""Magnetic point dipoles on one plane: forces, torques, energy.

With r from 1 to 2, n = r/|r|, k = mu0/4π, a = m1·n, b = m2·n, c = m1·m2
(Yung, Landecker & Villani 1998; Landecker, Villani & Yung 1999):

    U = k/r³ (c − 3ab)    F on 2 = 3k/r⁴ [a m2 + b m1 + (c − 5ab) n]    B1 at 2 = k/r³ (3a n − m1)

There is no cap and no softening: two magnets in one place give nan, which the caller must look for.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from magnetsim.kernels.jit import jit

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

NEAREST = 1e-3
"""m between centres; nearer, a point stands for no magnet that one can hold, and the force goes to infinity."""


@jit(fast_sums=True, counted=False)
def dipole_forces(
    x: Floats, y: Floats, mx: Floats, my: Floats, mz: Floats, fx: Floats, fy: Floats, torque: Floats
) -> None:
    """Fill the in-plane force (N) and the yaw torque (N·m) on each of n dipoles.

    x, y : (n,) m        mx, my, mz : (n,) A·m², z out of the table        fx, fy, torque : (n,), filled
    Coincident dipoles get nan or inf.
    """
    n = x.shape[0]
    for i in range(n):
        xi, yi, mxi, myi, mzi = x[i], y[i], mx[i], my[i], mz[i]
        own_x = own_y = other_x = other_y = field_x = field_y = 0.0
        for j in range(n):
            dx = xi - x[j]
            dy = yi - y[j]
            # Infinitely far from itself: selected, not subtracted, so that the self-force is 0 to the last bit.
            r2 = dx * dx + dy * dy if i != j else np.inf
            inverse2 = 1.0 / r2
            inverse3 = inverse2 * np.sqrt(inverse2)
            inverse5 = inverse3 * inverse2
            along_j = mx[j] * dx + my[j] * dy
            along_i = mxi * dx + myi * dy
            dot = mxi * mx[j] + myi * my[j] + mzi * mz[j]
            radial = inverse5 * (dot - 5.0 * along_i * along_j * inverse2)
            own_x += along_j * inverse5
            other_x += along_i * inverse5 * mx[j] + radial * dx
            other_y += along_i * inverse5 * my[j] + radial * dy
            field_x += 3.0 * along_j * inverse5 * dx - inverse3 * mx[j]
            field_y += 3.0 * along_j * inverse5 * dy - inverse3 * my[j]
        own_y = own_x * myi
        own_x = own_x * mxi
        fx[i] = 3e-7 * (own_x + other_x)
        fy[i] = 3e-7 * (own_y + other_y)
        torque[i] = 1e-7 * (mxi * field_y - myi * field_x)


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


@jit(fast_sums=True, counted=False)
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
