"""The force between dipoles on all cores."""

from __future__ import annotations

from typing import Any

import numba

from magnetsim.kernels.dipole import Floats, fill_rows
from magnetsim.kernels.jit import jit
from magnetsim.kernels.lanes import LANES

PIECE = 8
"""Blocks of rows that a thread takes at a time.

numba's own choice is one piece a thread: whoever is held up by another program keeps the others waiting.
"""

types: Any = numba.types
# numba's functions of the same names would leave nothing that can be kept on disk; these are what they call.
_parallel_chunksize: Any = types.ExternalFunction("get_parallel_chunksize", types.intp())
_set_parallel_chunksize: Any = types.ExternalFunction("set_parallel_chunksize", types.void(types.intp))


@jit(parallel=True)
def dipole_forces_parallel(
    x: Floats, y: Floats, mx: Floats, my: Floats, mz: Floats, fx: Floats, fy: Floats, torque: Floats
) -> None:
    """Fill the in-plane force (N) and the yaw torque (N·m) on each of n dipoles; arguments as of dipole_forces.

    A thread fills whole rows, each of which sums in one order: as many threads as one likes give the same bits.
    """
    before = _parallel_chunksize()
    _set_parallel_chunksize(PIECE)
    for block in numba.prange((x.shape[0] + LANES - 1) // LANES):
        fill_rows(block * LANES, x, y, mx, my, mz, fx, fy, torque)
    _set_parallel_chunksize(before)
