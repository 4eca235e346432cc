from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from magnetsim.kernels.polygon import holds_point, perimeter

SQUARE = np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)])
ELL = np.array([(0.0, 0.0), (3.0, 0.0), (3.0, 1.0), (1.0, 1.0), (1.0, 3.0), (0.0, 3.0)])


@given(st.floats(-1, 4), st.floats(-1, 4))
def test_an_ell_is_the_union_of_its_arms(x: float, y: float) -> None:
    inside = (0 <= x <= 3 and 0 <= y <= 1) or (0 <= x <= 1 and 0 <= y <= 3)
    assert holds_point(ELL, x, y) == inside
    assert holds_point(ELL[::-1], x, y) == inside


@pytest.mark.parametrize("corners", [SQUARE, ELL], ids=["square", "ell"])
def test_the_border_belongs_to_the_polygon(corners: np.ndarray) -> None:
    for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        for share in (0.0, 0.25, 0.5):
            x, y = start + share * (end - start)
            assert holds_point(corners, x, y)
            if share > 0.0:  # just outside a side
                along_x, along_y = end - start
                assert not holds_point(corners, x + 1e-9 * along_y, y - 1e-9 * along_x)


def test_nothing_holds_a_point_that_is_none() -> None:
    assert not holds_point(SQUARE, np.nan, 0.0)
    assert not holds_point(SQUARE, 0.0, np.nan)


def test_perimeters() -> None:
    assert perimeter(SQUARE) == 8.0
    assert perimeter(ELL) == 12.0
