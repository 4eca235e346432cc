"""Types are found as numba finds them, also where they change on the way or rules come late."""

from __future__ import annotations

import os
from typing import Any, cast

import numpy as np
import numpy.typing as npt
import pytest
from numba import types
from numba.extending import intrinsic, overload

from magnetsim.kernels.jit import inner, jit

pytestmark = pytest.mark.skipif(
    os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"), reason="nothing is compiled in this run"
)


def widened(n: int) -> tuple[float, float, float]:
    """Whole numbers that turn out to be none, the first of them two rounds of a loop after the last."""
    first, second, third = 0, 0, 0
    for k in range(n):
        first = second
        second = third
        third = third + 0.5 * k  # type: ignore[assignment]
    return first, second, third


def test_variables_are_widened_by_what_comes_later() -> None:
    compiled = jit(counted=False)(widened)
    for n in range(6):
        assert compiled(n) == widened(n)


def test_rules_made_after_others_have_been_used_are_found() -> None:
    @jit(counted=False)
    def before(x: float) -> float:
        return 2.0 * x

    assert before(1.5) == 3.0

    def _doubled(_typing: Any, _number: Any) -> Any:
        def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return builder.fadd(arguments[0], arguments[0])

        return types.float64(types.float64), code

    doubled = cast(Any, intrinsic)(_doubled)

    def halved(x: float) -> float:
        return x / 2

    def _halved(_x: Any) -> Any:
        def code(_x: Any) -> Any:
            return _x * 0.5

        return code

    cast(Any, overload)(halved)(_halved)

    @inner()
    def part(x: float) -> float:
        return float(doubled(x)) + halved(x)

    @jit(counted=False)
    def after(x: float) -> float:
        return part(x) + before(x)

    assert after(1.5) == 3.0 + 0.75 + 3.0


def test_words_in_the_code_remain_known() -> None:
    @jit()
    def place(values: npt.NDArray[np.float64]) -> Any:
        return np.searchsorted(values, 1.0, "right")

    assert place(np.arange(3.0)) == 2
