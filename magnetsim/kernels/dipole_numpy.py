"""The force between dipoles by numpy's operations on whole arrays, (n, n) each."""

from __future__ import annotations

import numpy as np

from magnetsim.kernels.dipole import Floats


def dipole_forces_numpy(
    x: Floats, y: Floats, mx: Floats, my: Floats, mz: Floats, fx: Floats, fy: Floats, torque: Floats
) -> None:
    """Fill the in-plane force (N) and the yaw torque (N·m) on each of n dipoles; arguments as of dipole_forces."""
    dx, dy = x[:, None] - x, y[:, None] - y
    r2 = dx * dx + dy * dy
    np.fill_diagonal(r2, np.inf)
    with np.errstate(divide="ignore", invalid="ignore"):
        inverse2 = 1.0 / r2
        inverse3 = inverse2 * np.sqrt(inverse2)
        inverse5 = inverse3 * inverse2
        along_j, along_i = mx * dx + my * dy, mx[:, None] * dx + my[:, None] * dy
        dot = np.multiply.outer(mx, mx) + np.multiply.outer(my, my) + np.multiply.outer(mz, mz)
        radial = inverse5 * (dot - 5.0 * along_i * along_j * inverse2)
        from_i, from_j = along_i * inverse5, along_j * inverse5
        own = from_j.sum(axis=1)
        fx[:] = 3e-7 * (own * mx + from_i @ mx + np.einsum("ij,ij->i", radial, dx))
        fy[:] = 3e-7 * (own * my + from_i @ my + np.einsum("ij,ij->i", radial, dy))
        field_x = 3.0 * np.einsum("ij,ij->i", from_j, dx) - inverse3 @ mx
        field_y = 3.0 * np.einsum("ij,ij->i", from_j, dy) - inverse3 @ my
        torque[:] = 1e-7 * (mx * field_y - my * field_x)
