"""What is written down for LLVM in another way than numba's computes what Python does."""

from __future__ import annotations

import gc
import os
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


_COUNTED = jit(counted=False)(counted)


def extremes(a: float, b: float, c: float) -> tuple[float, float, float]:
    return max(a, b, c), min(a, b, c), max(a, min(b, c))


_EXTREMES = jit(counted=False)(extremes)


def whole_extremes(i: int, j: int) -> tuple[int, int, float]:
    return max(i, j, 3), min(i, j), max(i, 0.5)


_WHOLE_EXTREMES = jit(counted=False)(whole_extremes)


def arithmetic(i: int, j: int, a: float) -> tuple[float, float, int, int, bool, bool]:
    return a * i - j / 3, a**2 + 2**i, i // j, i % j, i < a, a == j


_ARITHMETIC = jit(counted=False)(arithmetic)


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


def test_the_element_of_an_array_without_axes() -> None:
    def doubled(values: Array) -> Any:
        values[()] *= 2.0
        return values[()]

    assert jit(counted=False)(doubled)(np.array(1.5)) == 3.0


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


def test_unsigned_numbers_are_counted_beyond_the_signed_ones() -> None:
    @jit(counted=False)
    def length(start: int, stop: int) -> int:
        steps = 0
        for _ in range(start, stop):
            steps += 1
        return steps

    for start, stop in ((2, 5), (2**63 - 2, 2**63 + 3), (5, 2)):
        assert length(np.uint64(start), np.uint64(stop)) == len(range(start, stop))


def test_arguments_gathered_by_what_is_called() -> None:
    @inner()
    def added(first: float, *others: float) -> float:
        for other in others:
            first += other
        return first

    @jit(counted=False)
    def calling(a: float, several: tuple[float, float]) -> tuple[float, float, float]:
        return added(a, 1.0), added(a, 1.0, 2.0), added(a, *several)

    assert calling(0.5, (3.0, 4.0)) == (1.5, 3.5, 7.5)


@given(*(st.floats(allow_subnormal=False) | st.sampled_from([0.0, -0.0]) for _ in range(3)))
def test_extremes_are_pythons_with_nan_and_signs_of_zero(a: float, b: float, c: float) -> None:
    assert np.array(_EXTREMES(a, b, c)).tobytes() == np.array(extremes(a, b, c)).tobytes()


@given(st.integers(-9, 9), st.integers(-9, 9))
def test_extremes_of_whole_numbers(i: int, j: int) -> None:
    assert _WHOLE_EXTREMES(i, j) == whole_extremes(i, j)


@given(st.integers(0, 9), st.integers(-9, 9).filter(bool), st.floats(-9, 9))
def test_arithmetic(i: int, j: int, a: float) -> None:
    assert _ARITHMETIC(i, j, a) == arithmetic(i, j, a)


def kept_and_changed(n: int, start: float) -> tuple[float, float, int, bool]:
    """Variables assigned once, in two branches, anew in a loop, and exchanged."""
    once = start + 1.0
    least, most, last, found = once, once, -1, False
    for k in range(n):
        square = once * k * k
        if k % 3 == 0:
            step = square - 4.0
            sign = 1.0
        else:
            step = -square
            sign = -1.0
        if step < least:
            least, most = most, step
            last = k
        for _ in range(k):
            found = found or sign * step > 20.0
            if found:
                break
    return least, most, last, found


_KEPT_AND_CHANGED = jit(counted=False)(kept_and_changed)


@given(st.integers(0, 12), st.floats(-2, 2))
def test_variables_are_what_python_takes_them_for(n: int, start: float) -> None:
    assert _KEPT_AND_CHANGED(n, start) == kept_and_changed(n, start)


@inner()
def _weighed(values: Array, weight: float = 2.0, shift: float = 0.5) -> float:
    total = shift
    for row in range(len(values)):
        for column in range(values.shape[1]):
            total = weight * total + values[row, column]
    return total


@inner()
def _fill(values: Array, number: float) -> None:
    for column in range(len(values)):
        values[column] = number


def pieces(values: Array, start: int, stop: int, row: int) -> float:
    piece = values[start:stop]
    _fill(values[row], 7.0)
    if len(piece) > 1:
        _fill(piece[-1], 9.0)
        piece[0, 1] = -piece[0, 1]
    return _weighed(piece, shift=1.0) + _weighed(values[: len(piece)], 3.0) + values[row][-1]


_PIECES = jit(counted=False)(pieces)


@given(st.integers(-7, 7), st.integers(-7, 7), st.integers(-5, 4))
def test_rows_and_slices_are_pieces_of_the_array(start: int, stop: int, row: int) -> None:
    one, other = np.arange(15.0).reshape(5, 3), np.arange(15.0).reshape(5, 3)
    assert _PIECES(one, start, stop, row) == pieces(other, start, stop, row)
    np.testing.assert_array_equal(one, other)


def test_rows_of_rows_and_slices_of_what_lies_in_several_pieces() -> None:
    def corner(values: Array, plane: int, row: int) -> float:
        first, every = values[plane], values[plane:, row:]
        return first[row, -1] + first[row][0] * 100.0 + every[-1, -1, 1] * 10000.0 + len(values[0:2]) * 1e8

    cube = np.arange(24.0).reshape(2, 3, 4)
    for values in (cube, cube[::-1], cube.transpose(0, 2, 1), np.asfortranarray(cube)):
        assert jit(counted=False)(corner)(values, -1, 1) == corner(values, -1, 1)


def test_loops_over_numbers_of_other_sizes() -> None:
    def summed(values: Array, count: Any) -> float:
        total = 0.0
        for k in range(count):
            total = 2.0 * total + values[k] + values[k - 1]
        return total

    values = np.arange(6.0)
    for count in (5, np.int32(5), np.uint64(5), np.int8(5)):
        assert jit(counted=False)(summed)(values, count) == summed(values, 5)


def test_a_tuple_can_be_gone_through_and_found_elements_by() -> None:
    def by_tuples(values: Array, row: int) -> float:
        places, total = (row, 1, -1), 0.0
        for place in places:
            pair = (place, row + 1)
            total = 10.0 * total + values[pair]
        return total

    values = np.arange(12.0).reshape(3, 4)
    assert jit(counted=False)(by_tuples)(values, 2) == by_tuples(values, 2)


def test_what_fails_in_a_part_fails_all_that_call_it() -> None:
    @inner()
    def halved(n: int) -> int:
        if n % 2:
            raise ValueError("odd")
        return n // 2

    @inner()
    def quartered(n: int) -> int:
        return halved(halved(n))

    @jit(counted=False)
    def whole(n: int) -> int:
        return quartered(n) + 1

    assert whole(12) == 4
    for n in (3, 6):
        with pytest.raises(ValueError, match="odd"):
            whole(n)


@pytest.mark.parametrize("counted", [True, False])
def test_what_is_caught_in_a_part_fails_nobody(counted: bool) -> None:
    @inner()
    def halved(n: int) -> int:
        if n % 2:
            raise ValueError("odd")
        return n // 2

    @jit(counted=counted)
    def whole(n: int) -> int:
        try:
            return halved(halved(n))
        except Exception:  # noqa: BLE001  numba catches all or nothing
            return -1

    assert [whole(12), whole(3), whole(6)] == [3, -1, -1]


def test_a_function_may_call_itself() -> None:
    @jit(counted=False)
    def factorial(n: int) -> int:
        if n < 2:
            return 1
        return n * factorial(n - 1)

    assert factorial(10) == 3628800


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
