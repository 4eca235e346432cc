"""What is written down for LLVM in another way than numba's computes what Python does."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable
from typing import Any, cast

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba import njit
from numba.core.postproc import PostProcessor

from magnetsim.kernels.jit import inner, jit

pytestmark = pytest.mark.skipif(
    os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"), reason="nothing is compiled in this run"
)

Array = npt.NDArray[Any]


def element(values: Array, at: int) -> Any:
    return values[at]


def element_of_rows(values: Array, row: int, column: int) -> Any:
    return values[row, column]


def shifted(values: Array, row: int, by: Any) -> None:
    """Every second element of a row from its end, one further on."""
    for k in range(values.shape[1] // 2):
        values[row, -1 - 2 * k] = values[row, -2 - 2 * k] + by


def counted(start: int, stop: int, step: int) -> tuple[int, int, int]:
    first = second = third = 0
    for k in range(stop):
        first = 3 * first + k
    for k in range(start, stop):
        second = 3 * second + k
    for k in range(start, stop, step):
        third = 3 * third + k
    return first, second, third


def extremes(a: float, b: float, c: float) -> tuple[float, float, float]:
    return max(a, b, c), min(a, b, c), max(a, min(b, c))


def whole_extremes(i: int, j: int) -> tuple[int, int, float]:
    return max(i, j, 3), min(i, j), max(i, 0.5)


def arithmetic(i: int, j: int, a: float) -> tuple[float, float, int, int, bool, bool]:
    return a * i - j / 3, a**2 + 2**i, i // j, i % j, i < a, a == j


def test_elements_from_either_end() -> None:
    compiled = jit(counted=False)(element)
    for values in (np.arange(5.0), np.arange(5), np.arange(5, dtype=np.int32), np.array([True, False, False, True])):
        for at in (0, 3, -1, -len(values), np.uint64(2), np.int32(-2)):
            assert compiled(values, at) == values[at]


def test_elements_of_what_lies_in_several_pieces_or_is_read_only() -> None:
    compiled, of_rows = jit(counted=False)(element), jit(counted=False)(element_of_rows)
    table = np.arange(24.0).reshape(4, 6)
    table.setflags(write=False)
    for values in (table, table[:, ::2], table.T, np.asfortranarray(table)):
        for row in (0, 2, -1):
            for column in (1, -2):
                assert of_rows(values, row, column) == values[row, column]
    assert compiled(table[0, ::-2], -1) == table[0, ::-2][-1]


def test_elements_of_records() -> None:
    def sum_up(records: Array) -> float:
        total = 0.0
        for row in range(len(records)):
            record = records[-1 - row]
            record.count += 1
            total = 2.0 * total + record.size
        return total

    records = np.zeros(3, dtype=[("count", np.int64), ("size", np.float64)])
    records["size"] = 1.0, 10.0, 100.0
    assert jit(counted=False)(sum_up)(records) == 4 * 100.0 + 2 * 10.0 + 1.0
    assert records["count"].tolist() == [1, 1, 1]


@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.int64, np.int8])
def test_elements_are_written(dtype: type) -> None:
    one = np.arange(21).reshape(3, 7).astype(dtype)
    other = one.copy()
    shifted(one, -2, 2)
    jit(counted=False)(shifted)(other, -2, 2)
    np.testing.assert_array_equal(other, one)


@given(st.integers(-6, 6), st.integers(-6, 6), st.integers(-4, 4).filter(bool))
def test_loops_count_as_pythons(start: int, stop: int, step: int) -> None:
    assert _COUNTED(start, stop, step) == counted(start, stop, step)


def test_a_loop_over_an_unpacked_range_counts_as_pythons() -> None:
    @jit(counted=False)
    def down(limits: tuple[int, int, int]) -> int:
        digits = 0
        for k in range(*limits):
            digits = 10 * digits + k
        return digits

    assert down((5, 0, -1)) == 54321


@given(*(st.floats(allow_subnormal=False) | st.sampled_from([0.0, -0.0]) for _ in range(3)))
def test_extremes_are_pythons_with_nan_and_signs_of_zero(a: float, b: float, c: float) -> None:
    assert np.array(_EXTREMES(a, b, c)).tobytes() == np.array(extremes(a, b, c)).tobytes()


@given(st.integers(-9, 9), st.integers(-9, 9))
def test_extremes_of_whole_numbers(i: int, j: int) -> None:
    assert _WHOLE_EXTREMES(i, j) == whole_extremes(i, j)


@given(st.integers(0, 9), st.integers(-9, 9).filter(bool), st.floats(-9, 9))
def test_arithmetic(i: int, j: int, a: float) -> None:
    assert _ARITHMETIC(i, j, a) == arithmetic(i, j, a)


def _kept(function: Callable[..., Any]) -> Callable[..., Any]:
    return jit(counted=False)(function)


_COUNTED, _EXTREMES, _WHOLE_EXTREMES, _ARITHMETIC = map(_kept, (counted, extremes, whole_extremes, arithmetic))


def test_a_part_of_two_parts_is_linked_where_both_are() -> None:
    @inner()
    def lowest(x: float) -> float:
        return x + 1.0

    @inner()
    def left(x: float) -> float:
        return 2.0 * lowest(x)

    @inner()
    def right(x: float) -> float:
        return 3.0 * lowest(left(x))

    def whole(x: float) -> float:
        return left(x) + right(x)

    assert jit(counted=False)(whole)(1.0) == 4.0 + 3.0 * 5.0
    # What others compile in numba's own way may call parts as well, as benchmark/step.py does.
    assert cast(Any, njit)(whole)(1.0) == 4.0 + 3.0 * 5.0


def test_numba_is_left_as_it_was_even_by_what_does_not_compile() -> None:
    before, collects = PostProcessor.run, gc.isenabled()

    @jit()
    def wrong(x: float) -> Any:
        return x.there_is_no_such_thing  # type: ignore[attr-defined]

    with pytest.raises(Exception, match="there_is_no_such_thing"):
        wrong(1.0)
    assert PostProcessor.run is before
    assert gc.isenabled() == collects
