"""The rim as a line: square, round, and a polygon with a bay."""

import math

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from magnetsim.rim import arc_between, leads_in, rim_arc, rim_depth, rim_length, rim_point
from magnetsim.table import Board


def board(corners=(), radius=0.0):
    return Board(np.array(corners, dtype=float).reshape(-1, 2), radius, 0.3, 0.24)


SQUARE = board([(-0.3, -0.3), (0.3, -0.3), (0.3, 0.3), (-0.3, 0.3)])
ROUND = board(radius=0.4)
BAY = board([(-0.4, -0.3), (0.4, -0.3), (0.4, 0.3), (0.0, 0.0), (-0.4, 0.3)])
BOARDS = pytest.mark.parametrize("table", [SQUARE, ROUND, BAY], ids=["square", "round", "bay"])


def test_length_is_the_sum_of_the_sides_or_the_circumference():
    assert rim_length(SQUARE) == pytest.approx(2.4)
    assert rim_length(ROUND) == pytest.approx(0.8 * math.pi)
    assert rim_length(BAY) == pytest.approx(0.8 + 0.6 + 0.6 + 2 * 0.5)


def test_points_and_normals_of_a_square():
    assert rim_point(SQUARE, 0.3) == (pytest.approx((0.0, -0.3)), pytest.approx((0.0, 1.0)))
    assert rim_point(SQUARE, 0.9) == (pytest.approx((0.3, 0.0)), pytest.approx((-1.0, 0.0)))
    assert rim_point(SQUARE, -0.3) == (pytest.approx((-0.3, 0.0)), pytest.approx((1.0, 0.0)))


def test_arc_length_of_a_round_table_starts_at_the_right_and_runs_counter_clockwise():
    point, normal = rim_point(ROUND, 0.2 * math.pi)
    assert point == pytest.approx((0.0, 0.4))
    assert normal == pytest.approx((0.0, -1.0))
    assert rim_arc(ROUND, (0.0, 0.9)) == pytest.approx(0.2 * math.pi)


@BOARDS
@given(share=st.floats(0, 1, exclude_max=True), depth=st.floats(0.001, 0.02), turn=st.floats(-1.5, 1.5))
@example(share=0.796875, depth=0.015625, turn=0.0)
def test_all_along_the_rim_in_leads_in_and_out_does_not(table, share, depth, turn):
    """Also in corners, where a step straight in may end up nearer to another side, or in a sharp one beyond it."""
    (x, y), inward = rim_point(table, share * rim_length(table))
    inside = (x + depth * inward[0], y + depth * inward[1])
    if rim_depth(table, inside) >= 0.0:
        assert leads_in(table, inside, inward, 0.03)
    corners = table.rim if len(table.rim) else np.full((1, 2), 9.0)
    if np.hypot(*(corners - (x, y)).T).min() > 0.1:
        behind = (x - depth * inward[0], y - depth * inward[1])
        angle = math.atan2(inward[1], inward[0]) + turn
        ahead = math.cos(angle), math.sin(angle)
        for point in (inside, behind):
            assert leads_in(table, point, ahead, 0.03)
            assert not leads_in(table, point, (-ahead[0], -ahead[1]), 0.03)


@BOARDS
@given(share=st.floats(0, 1, exclude_max=True), depth=st.floats(0.001, 0.02))
def test_a_step_inward_from_the_rim_lies_inside_and_leads_back(table, share, depth):
    arc = share * rim_length(table)
    (x, y), (inward_x, inward_y) = rim_point(table, arc)
    assert math.hypot(inward_x, inward_y) == pytest.approx(1.0)
    assert rim_depth(table, (x, y)) == pytest.approx(0.0, abs=1e-12)
    assert arc_between(table, rim_arc(table, (x, y)), arc) == pytest.approx(0.0, abs=1e-9)
    # Near a corner, another side may be nearer than the one that the step was made from.
    inside = rim_depth(table, (x + depth * inward_x, y + depth * inward_y))
    outside = rim_depth(table, (x - depth * inward_x, y - depth * inward_y))
    assert inside <= depth + 1e-12
    assert outside >= -depth - 1e-12
    corners = table.rim if len(table.rim) else np.full((1, 2), 9.0)
    if np.hypot(*(corners - (x, y)).T).min() > 0.1:
        assert inside == pytest.approx(depth)
        assert outside == pytest.approx(-depth)


@pytest.mark.parametrize(
    ("table", "point", "depth"),
    [
        (SQUARE, (0.0, 0.0), 0.3),
        (SQUARE, (0.31, 0.0), -0.01),
        (SQUARE, (0.33, 0.34), -0.05),
        (ROUND, (0.0, -0.5), -0.1),
        (ROUND, (0.3, 0.0), 0.1),
        (BAY, (0.0, 0.1), -0.08),
        (BAY, (0.0, -0.1), 0.1),
    ],
)
def test_depth_is_the_distance_to_the_rim_negative_beyond_it(table, point, depth):
    assert rim_depth(table, point) == pytest.approx(depth)


def test_distance_along_the_rim_takes_the_shorter_way():
    assert arc_between(SQUARE, 0.1, 2.3) == pytest.approx(0.2)
    assert arc_between(SQUARE, 2.3, 0.1) == pytest.approx(0.2)
    assert arc_between(SQUARE, 0.0, 1.2) == pytest.approx(1.2)
