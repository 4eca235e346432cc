"""Compiled functions read a bundle's fields and write into its arrays."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pytest

from magnetsim.kernels.bundle import Bundle
from magnetsim.kernels.jit import inner, jit


@dataclass(frozen=True, eq=False)
class Inside(Bundle):
    row: npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Outside(Bundle):
    share: float
    grid: npt.NDArray[np.float64]
    marked: bool
    inside: Inside
    count: int
    flags: npt.NDArray[np.bool_]


@inner()
def _total(inside: Inside) -> int:
    total = 0
    for number in inside.row:
        total += number
    return total


@jit()
def _fill(one: Outside) -> float:
    for i in range(one.grid.shape[0]):
        for j in range(one.grid.shape[1]):
            one.grid[i, j] = 10.0 * i + j
    one.flags[:] = one.marked
    return _total(one.inside) + one.count * one.share


def _outside(*, marked: bool) -> Outside:
    inside = Inside(np.array([1, 20, 300]))
    return Outside(0.5, np.zeros((2, 3)), marked, inside, 8000, np.zeros(4, dtype=np.bool_))


@pytest.mark.parametrize("marked", [True, False])
def test_fields_are_read_and_arrays_written(marked: bool) -> None:
    one = _outside(marked=marked)
    assert _fill(one) == 4321.0
    assert one.grid.tolist() == [[0.0, 1.0, 2.0], [10.0, 11.0, 12.0]]
    assert one.flags.tolist() == [marked] * 4


def test_what_only_compiled_functions_call_is_the_plain_function_in_python() -> None:
    assert _total(Inside(np.array([4, 5]))) == 9


def test_an_array_that_is_no_block_is_refused() -> None:
    with pytest.raises(ValueError, match="row: expected a C-contiguous array"):
        Inside(np.arange(6)[::2])
