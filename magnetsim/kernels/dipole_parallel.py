"""The force between dipoles on all cores."""

from __future__ import annotations

from typing import Any, cast

import numba
import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba.extending import intrinsic

from magnetsim.kernels.dipole import Floats, fill_rows
from magnetsim.kernels.jit import jit
from magnetsim.kernels.lanes import LANES

types: Any = numba.types
_plain = bool(cast(Any, numba.config).DISABLE_JIT)
# numba's function of the same name would leave nothing that can be kept on disk; this is what it calls.
_thread_count: Any = (lambda: 1) if _plain else types.ExternalFunction("get_num_threads", types.intp())


def _counted_plainly(counter: npt.NDArray[np.int64]) -> int:
    counter[0] += 1
    return int(counter[0]) - 1


def _counted(_: Any, counter: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        place = context.make_array(signature.args[0])(context, builder, values[0]).data
        return builder.atomic_rmw("add", place, ir.Constant(ir.IntType(64), 1), "monotonic")

    return types.int64(counter), generate


_next: Any = _counted_plainly if _plain else intrinsic(_counted)
"""(counter): one of the numbers 0, 1, 2, …, of which no two threads are given the same."""


@jit(parallel=True)
def dipole_forces_parallel(
    x: Floats, y: Floats, mx: Floats, my: Floats, mz: Floats, fx: Floats, fy: Floats, torque: Floats
) -> None:
    """Fill the in-plane force (N) and the yaw torque (N·m) on each of n dipoles; arguments as of dipole_forces.

    A thread fills whole rows, each of which sums in one order: as many threads as one likes give the same bits. Each
    takes the next block of rows as it is done with one, so that none waits for one that another program holds up.
    """
    blocks = (x.shape[0] + LANES - 1) // LANES
    counter: npt.NDArray[np.int64] = np.zeros(1, np.int64)
    # numba would give each thread its blocks beforehand.
    for _ in numba.prange(_thread_count()):
        block: int = _next(counter)
        while block < blocks:
            fill_rows(block * LANES, x, y, mx, my, mz, fx, fy, torque)
            block = _next(counter)
