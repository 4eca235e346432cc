"""Pictures: magnets are where the scene says, the right way round, lit, ringed, and in front of what is behind them."""

import math

import numpy as np
import pytest

from magnetsim.viewer.camera import Camera, fitted, zoomed
from magnetsim.viewer.palette import CLOTH, NEW, NORTH, ROOM, SOUTH, WOOD, seat_colour
from magnetsim.viewer.picture import Painter
from magnetsim.viewer.scene import Group, Reach
from tests.viewer.conftest import DISC, HEART, UP, board, kind, scene

SIZE = (900, 700)
CAMERA = fitted(board(), (0, 0, *SIZE))
TOP = HEART.height


def painted(what, camera=CAMERA):
    return Painter(what.board, what.kinds, SIZE).paint(what, camera).copy()


def colour_at(pixels, point, height=TOP, camera=CAMERA):
    u, v = camera.project([point], height)[0]
    return pixels[int(v), int(u)].astype(int)


def nearest(colour, *names):
    return min(names, key=lambda name: np.abs(colour - np.array(name)).sum())


@pytest.mark.parametrize("turn", np.arange(0, 2 * math.pi, math.pi / 6))
@pytest.mark.parametrize("place", [(0.0, 0.0), (0.21, 0.13), (-0.25, -0.22)])
def test_north_is_where_the_moment_points(turn, place):
    camera = zoomed(CAMERA, 4, tuple(CAMERA.project([place])[0]))
    pixels = painted(scene((*place, turn), kinds=(DISC,)), camera)
    ahead = np.array([math.cos(turn), math.sin(turn)]) * 0.006
    assert nearest(colour_at(pixels, place + ahead, camera=camera), NORTH, SOUTH, CLOTH) == NORTH
    assert nearest(colour_at(pixels, place - ahead, camera=camera), NORTH, SOUTH, CLOTH) == SOUTH


def test_poles_differ_in_lightness_too():
    def lightness(colour):
        return 0.21 * colour[0] + 0.72 * colour[1] + 0.07 * colour[2]

    assert lightness(SOUTH) > 2.5 * lightness(NORTH)


def test_upright_magnets_tell_up_from_down_by_a_mark():
    up = painted(scene((0.0, 0.0, 0.0), kinds=(UP,)), zoomed(CAMERA, 4, (450, 350)))
    camera = zoomed(CAMERA, 4, (450, 350))
    assert colour_at(up, (0.0, 0.0), camera=camera).max() < 90
    assert nearest(colour_at(up, (0.0, 0.006), camera=camera), NORTH, SOUTH, CLOTH) == NORTH


def test_a_magnet_covers_its_outline_and_no_more():
    """Area seen of a disc on a plane seen from 30 degrees off the vertical, against the projected circle."""
    camera = zoomed(CAMERA, 5, (450, 350))
    for outline in (HEART.outline, DISC.outline):
        # So flat that no wall is seen, and grey, as neither the cloth nor a shadow on it is.
        one = kind(outline, remanence=0.0, height=0.0001)
        bare = painted(scene(kinds=(one,)), camera)
        pixels = painted(scene((0.0, 0.0, 0.3), kinds=(one,)), camera)
        grey = np.ptp(pixels.astype(int), axis=2) < 25
        seen = int((grey & (pixels != bare).any(axis=2)).sum())
        middle, right, up = camera.project([(0.0, 0.0), (1e-4, 0.0), (0.0, 1e-4)])
        pixels_a_square_metre = abs(np.linalg.det([right - middle, up - middle])) / 1e-8
        assert seen == pytest.approx(one.outline.area * pixels_a_square_metre, rel=0.04)


def test_what_is_nearer_hides_what_is_behind():
    camera = zoomed(CAMERA, 5, (450, 350))
    behind = (0.0, 0.0203, -math.pi / 2)
    pixels = painted(scene((0.0, 0.0, -math.pi / 2), behind, kinds=(DISC,)), camera)
    # The far one's wall, just above the table, is hidden by the near one's top.
    assert nearest(colour_at(pixels, (0.0, 0.008), camera=camera), NORTH, SOUTH, CLOTH) == SOUTH


def test_each_pixel_of_an_empty_table_is_its_ground():
    empty, full = painted(scene()), painted(scene((0.1, 0.1, 0.0)))
    changed = np.argwhere((empty != full).any(axis=2))
    (u, v) = CAMERA.project([(0.1, 0.1)])[0]
    assert len(changed) > 50
    assert np.abs(changed - (v, u)).max() < 0.03 * CAMERA.pixels_a_metre
    assert nearest(colour_at(empty, (0.0, 0.0), 0.0), NORTH, SOUTH, CLOTH, (0, 0, 0)) == CLOTH


def test_a_new_cluster_is_ringed_as_one_in_its_colour():
    camera = zoomed(CAMERA, 5, (450, 350))
    poses = (-0.0101, 0.0, 0.0), (0.0101, 0.0, 0.0)
    pixels = painted(scene(*poses, kinds=(DISC,), groups=(Group((0, 1), new=True),)), camera)
    left, right = (-0.0231, 0.0), (0.0231, 0.0)
    for point in (left, right):
        assert nearest(colour_at(pixels, point, 0.0, camera), NEW, NORTH, SOUTH, CLOTH) == NEW
    alone = painted(scene(*poses, kinds=(DISC,)), camera)
    assert nearest(colour_at(alone, left, 0.0, camera), NEW, NORTH, SOUTH, CLOTH) == CLOTH


def test_a_shooter_wears_the_colour_of_its_player():
    camera = zoomed(CAMERA, 5, (450, 350))
    pixels = painted(scene((0.0, 0.0, 0.0), kinds=(DISC,), owner=[1]), camera)
    assert np.abs(colour_at(pixels, (-0.0116, 0.0), 0.0, camera) - np.array(seat_colour(1))).max() < 40


def test_a_seat_is_marked_on_the_rim():
    what = scene()
    marked = scene()
    object.__setattr__(marked, "reaches", (Reach(0.3, 0.2),))
    object.__setattr__(marked, "seat", 0)
    changed = np.argwhere((painted(what) != painted(marked)).any(axis=2))
    points = np.array([CAMERA.table_point((u + 0.5, v + 0.5)) for v, u in changed])
    assert (points[:, 1] < -0.3).all()
    assert np.abs(points[:, 0]).max() == pytest.approx(0.1, abs=0.01)


def test_the_same_scene_is_the_same_picture():
    what = scene((0.05, 0.02, 0.4), (-0.1, 0.2, 2.0))
    painter = Painter(what.board, what.kinds, SIZE)
    first = painter.paint(what, CAMERA).copy()
    painter.paint(scene((0.0, 0.0, 0.0)), zoomed(CAMERA, 2, (100, 100)))
    assert np.array_equal(painter.paint(what, CAMERA), first)


def test_from_very_far_a_table_is_still_seen_in_its_room():
    far = zoomed(CAMERA, 0.01, (450, 350))
    pixels = painted(scene((0.0, 0.0, 0.0)), far)
    assert nearest(colour_at(pixels, (0.0, 0.0), 0.0, far), CLOTH, ROOM, WOOD) != ROOM
    assert nearest(pixels[20, 20].astype(int), CLOTH, ROOM, WOOD) == ROOM


def test_from_very_near_one_sees_nothing_but_a_pole():
    near = zoomed(CAMERA, 1e3, tuple(CAMERA.project([(0.005, 0.0)])[0]))
    pixels = painted(scene((0.0, 0.0, 0.0), kinds=(DISC,)), near)
    assert nearest(colour_at(pixels, (0.005, 0.0), camera=near), NORTH, SOUTH, CLOTH) == NORTH


def orientation(pixels, camera, point, reach):
    """The direction of the strokes about a point, rad in 0…pi, by the gradients of a picture from above."""
    u, v = camera.project([point])[0]
    side = int(reach * camera.pixels_a_metre)
    part = pixels[int(v) - side : int(v) + side, int(u) - side : int(u) + side].astype(float).sum(axis=2)
    down, right = np.gradient(part)
    across = 0.5 * math.atan2(2 * (right * -down).sum(), (right**2 - down**2).sum())
    return (across + math.pi / 2) % math.pi


@pytest.mark.parametrize("turn", [0.0, 1.0])
@pytest.mark.parametrize("bearing", [0.0, 0.5, 0.8, 1.2, math.pi / 2, 2.2, 3.6])
def test_filings_lie_along_the_field(turn, bearing):
    """Of a dipole: 3 sin cos over 3 cos² − 1, in its own frame."""
    what = scene((0.0, 0.0, turn), kinds=(DISC,))
    camera = Camera((0.0, 0.0), 0.25, (0, 0, *SIZE), tilt=0.0)
    painter = Painter(what.board, what.kinds, SIZE)
    bare = painter.paint(what, camera).astype(int)
    filings = painter.paint(what, camera, field=True).astype(int) - bare
    point = 0.032 * np.array([math.cos(turn + bearing), math.sin(turn + bearing)])
    sine, cosine = math.sin(bearing), math.cos(bearing)
    expected = turn + math.atan2(3 * sine * cosine, 3 * cosine**2 - 1)
    off = (orientation(filings, camera, point, 0.008) - expected + math.pi / 2) % math.pi - math.pi / 2
    assert abs(off) < math.radians(14)


def test_filings_lie_on_the_cloth_and_where_the_field_is_felt():
    what = scene((0.0, 0.0, 0.0))
    painter = Painter(what.board, what.kinds, SIZE)
    bare = painter.paint(what, CAMERA).copy()
    changed = np.argwhere((painter.paint(what, CAMERA, field=True) != bare).any(axis=2))
    away = [math.hypot(*CAMERA.table_point((u + 0.5, v + 0.5))) for v, u in changed]
    assert len(changed) > 1000
    assert 0.06 < max(away) < 0.12
    nothing = scene(kinds=(kind(DISC.outline, remanence=0.0),))
    painter = Painter(nothing.board, nothing.kinds, SIZE)
    bare = painter.paint(nothing, CAMERA).copy()
    assert np.array_equal(painter.paint(nothing, CAMERA, field=True), bare)
