"""What vectorised kernels need and numba has no word for: small arrays on the stack, the widest vectors.

LLVM vectorises a loop that writes only where it can see that nothing else lies. An array on the stack is such a place;
arrays that were handed in are none.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, cast

import numba
import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba import types
from numba.extending import intrinsic
from numba.np import numpy_support

# Some versions of numba ship types, some do not.
from_dtype: Any = numpy_support.from_dtype

_plain = bool(cast(Any, numba.config).DISABLE_JIT)

CACHE_LINE = 64
"""Bytes; the widest vectors are as long."""
LANES = CACHE_LINE // 8
"""Floats that are worked on at once: a vector of 512 bits, or two of 256."""


def stack_array(*shape: int, dtype: npt.DTypeLike = np.float64) -> Callable[[], npt.NDArray[Any]]:
    """A function that makes, in a compiled function, an array of that shape, not filled, which ends with it.

    It is made once for each place in the source that asks for one, also within a loop; it must not be handed out.
    """
    if _plain:
        return lambda: np.empty(shape, dtype)
    array = types.Array(from_dtype(np.dtype(dtype)), len(shape), "C")

    def code(context: Any, builder: Any, _signature: Any, _arguments: Any) -> Any:
        # Late, as whatever only those need who compile.
        from magnetsim.kernels.known import WORD, View

        item = context.get_data_type(array.dtype)
        with builder.goto_entry_block():
            room = builder.alloca(ir.ArrayType(item, math.prod(shape)))
            room.align = CACHE_LINE
        made = View(builder.bitcast(room, item.as_pointer()), [WORD(length) for length in shape])
        return made.whole(context, builder, array)

    def on_stack(_typing: Any) -> Any:
        return array(), code

    return cast(Callable[[], npt.NDArray[Any]], cast(Any, intrinsic)(on_stack))


def _widest_vectors(_typing: Any) -> Any:
    def code(context: Any, builder: Any, _signature: Any, _arguments: Any) -> Any:
        # llvmlite lets only attributes through that it knows.
        set.add(builder.function.attributes, '"prefer-vector-width"="512"')
        return context.get_dummy_value()

    return types.void(), code


widest_vectors: Callable[[], None] = (lambda: None) if _plain else cast(Any, intrinsic)(_widest_vectors)
"""Called in a compiled function: its loops use vectors of 512 bits where the processor has them.

LLVM by itself keeps to 256 on many that do.
"""
