"""The force between dipoles on all cores."""

from __future__ import annotations

import numba

from magnetsim.kernels.dipole import Floats, fill_rows
from magnetsim.kernels.jit import jit
from magnetsim.kernels.lanes import LANES


@jit(parallel=True)
def dipole_forces_parallel(
    x: Floats, y: Floats, mx: Floats, my: Floats, mz: Floats, fx: Floats, fy: Floats, torque: Floats
) -> None:
    """Fill the in-plane force (N) and the yaw torque (N·m) on each of n dipoles; arguments as of dipole_forces.

    A thread fills whole rows, each of which sums in one order: as many threads as one likes give the same bits.
    """
    for block in numba.prange((x.shape[0] + LANES - 1) // LANES):
        fill_rows(block * LANES, x, y, mx, my, mz, fx, fy, torque)
