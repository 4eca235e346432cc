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


@jit()
def dipole_pair_loads(x: Floats, y: Floats, mx: Floats, my: Floats, mz: Floats, loads: Floats) -> None:
    """Fill what each of n dipoles does to each other: force x, y (N) and yaw torque (N·m) on the first index.

    loads : (n, n, 3), filled        the others as of dipole_forces, which answers for every two
    """
    pair = np.empty((8, 2))
    for i in range(x.shape[0]):
        loads[i, i] = 0.0
        for j in range(i):
            for place, dipole in enumerate((i, j)):
                pair[0, place], pair[1, place] = x[dipole], y[dipole]
                pair[2, place], pair[3, place], pair[4, place] = mx[dipole], my[dipole], mz[dipole]
            dipole_forces(pair[0], pair[1], pair[2], pair[3], pair[4], pair[5], pair[6], pair[7])
            for part in range(3):
                loads[i, j, part], loads[j, i, part] = pair[5 + part, 0], pair[5 + part, 1]


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


@jit()
def dipole_pair_force(
    dx: float, dy: float, mx1: float, my1: float, mz1: float, mx2: float, my2: float, mz2: float
) -> tuple[float, float]:
    """The in-plane force (N) of dipole 1 on dipole 2, which lies at (dx, dy) m from it; moments in A·m²."""
    inverse2 = 1.0 / (dx * dx + dy * dy)
    inverse5 = inverse2 * inverse2 * np.sqrt(inverse2)
    along1 = mx1 * dx + my1 * dy
    along2 = mx2 * dx + my2 * dy
    radial = mx1 * mx2 + my1 * my2 + mz1 * mz2 - 5.0 * along1 * along2 * inverse2
    return (
        3e-7 * inverse5 * (along1 * mx2 + along2 * mx1 + radial * dx),
        3e-7 * inverse5 * (along1 * my2 + along2 * my1 + radial * dy),
    )
