from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from magnetsim.kernels.meeting import border_distance, meeting_distance
from magnetsim.outline import heart_outline
from tests.kernels.exact_prisms import placed, rectangle

MM = 1e-3
SHAPES = {"heart": heart_outline().corners, "bar": rectangle(20 * MM, 6 * MM)}

names = st.sampled_from(list(SHAPES))
turns = st.floats(-np.pi, np.pi)


def border(corners: np.ndarray) -> np.ndarray:
    share = np.linspace(0, 1, 40, endpoint=False)[:, None]
    along = np.roll(corners, -1, axis=0) - corners
    return np.concatenate([start + share * way for start, way in zip(corners, along, strict=True)])


@settings(max_examples=30)
@given(names, names, turns, turns, st.sampled_from([0.1, 1.0, 10.0]))
def test_they_stop_at_the_gap(name1: str, name2: str, direction: float, angle: float, gap: float) -> None:
    one, two = SHAPES[name1], SHAPES[name2]
    distance = meeting_distance(one, two, direction, angle, gap * MM)
    pose = (distance * np.cos(direction), distance * np.sin(direction), angle)
    assert border_distance(one, two, *pose) == pytest.approx(gap * MM, abs=1e-6)
    first, second = border(one), placed(border(two), pose)
    least = np.hypot(*(first[:, None] - second).transpose(2, 0, 1)).min()
    assert gap * MM - 1e-6 <= least <= gap * MM + 0.3 * MM


def test_bars_end_to_end_and_a_tip_in_a_notch() -> None:
    bar, heart = SHAPES["bar"], SHAPES["heart"]
    assert meeting_distance(bar, bar, 0.0, 0.0, 1 * MM) == pytest.approx(21 * MM, abs=1e-6)
    assert meeting_distance(bar, bar, np.pi / 2, 0.0, 2 * MM) == pytest.approx(8 * MM, abs=1e-6)
    assert meeting_distance(heart, heart, 0.0, 0.0, 0.01 * MM) < heart[:, 0].max() - heart[:, 0].min() - 3 * MM
