"""The camera: a pinhole, held against its definition, and the ways it is moved."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from magnetsim.table import Board
from magnetsim.viewer.camera import FARTHEST, Camera, fitted, panned, zoomed
from tests.viewer.conftest import board

CAMERA = Camera((0.02, -0.05), 1.4, (100, 50, 900, 700))
near_points = st.tuples(st.floats(-0.3, 0.3), st.floats(-0.3, 0.3))


@given(near_points, st.floats(0, 0.01))
def test_a_point_is_seen_where_its_ray_meets_the_picture(point, height):
    x, y, z, sine, cosine, focal, u, v = CAMERA.view
    ray = np.array([point[0] - x, point[1] - y, height - z])
    forward, right, up = np.array([0, sine, -cosine]), np.array([1, 0, 0]), np.array([0, cosine, sine])
    depth = ray @ forward
    expected = u + focal * (ray @ right) / depth, v - focal * (ray @ up) / depth
    assert CAMERA.project([point], height)[0] == pytest.approx(expected, abs=1e-6)


@given(near_points)
def test_a_pixel_names_the_point_that_is_seen_there(point):
    (pixel,) = CAMERA.project([point])
    assert CAMERA.table_point(tuple(pixel)) == pytest.approx(point, abs=1e-9)


def test_the_middle_of_the_viewport_is_the_target():
    assert CAMERA.project([CAMERA.target])[0] == pytest.approx((550, 400))


@pytest.mark.parametrize("viewport", [(0, 0, 560, 300), (0, 0, 930, 710), (0, 0, 1400, 980), (20, 30, 300, 900)])
@pytest.mark.parametrize("shape", [board(), board(0.05), Board(np.empty((0, 2)), 0.4, 0.3, 0.24)])
def test_a_fitted_board_is_seen_whole_and_fills_the_viewport(viewport, shape):
    camera = fitted(shape, viewport, margin=0.0)
    if shape.radius:
        turn = np.linspace(0, 2 * math.pi, 200)
        seen = camera.project(shape.radius * np.column_stack([np.cos(turn), np.sin(turn)]))
    else:
        seen = camera.project(shape.rim)
    left, top, width, height = viewport
    low, high = seen.min(axis=0), seen.max(axis=0)
    assert (low >= (left - 2, top - 2)).all()
    assert (high <= (left + width + 2, top + height + 2)).all()
    assert max((high[0] - low[0]) / width, (high[1] - low[1]) / height) > 0.97


def test_zoom_keeps_the_point_under_the_mouse():
    pixel = (300.0, 500.0)
    point = CAMERA.table_point(pixel)
    nearer = zoomed(CAMERA, 1.7, pixel)
    assert nearer.project([point])[0] == pytest.approx(pixel, abs=1e-6)
    assert nearer.pixels_a_metre > 1.5 * CAMERA.pixels_a_metre


def test_zoom_ends_somewhere():
    assert zoomed(CAMERA, 1e-9, (300, 300)).distance == FARTHEST


def test_a_drag_takes_the_table_along():
    point = CAMERA.table_point((300, 400))
    assert panned(CAMERA, (300, 400), (420, 310)).project([point])[0] == pytest.approx((420, 310), abs=1e-6)
