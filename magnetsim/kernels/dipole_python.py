"""The force between dipoles in plain Python: the definition that every other kernel is held to.

Formulas and sources as in dipole.py.
"""

from __future__ import annotations

import math

from magnetsim.kernels.dipole import Floats


def dipole_forces_python(
    x: Floats, y: Floats, mx: Floats, my: Floats, mz: Floats, fx: Floats, fy: Floats, torque: Floats
) -> None:
    """Fill the in-plane force (N) and the yaw torque (N·m) on each of n dipoles; arguments as of dipole_forces."""
    for i in range(len(x)):
        force_x = force_y = turn = 0.0
        for j in range(len(x)):
            if i == j:
                continue
            dx, dy = x[i] - x[j], y[i] - y[j]
            r = math.sqrt(dx * dx + dy * dy)
            nx, ny = dx / r, dy / r
            along_i, along_j = mx[i] * nx + my[i] * ny, mx[j] * nx + my[j] * ny
            dot = mx[i] * mx[j] + my[i] * my[j] + mz[i] * mz[j]
            radial = dot - 5.0 * along_i * along_j
            force_x += 3e-7 / r**4 * (along_j * mx[i] + along_i * mx[j] + radial * nx)
            force_y += 3e-7 / r**4 * (along_j * my[i] + along_i * my[j] + radial * ny)
            field_x = 1e-7 / r**3 * (3.0 * along_j * nx - mx[j])
            field_y = 1e-7 / r**3 * (3.0 * along_j * ny - my[j])
            turn += mx[i] * field_y - my[i] * field_x
        fx[i], fy[i], torque[i] = force_x, force_y, turn
