"""What is shown upon the table of forces: arrows point where the force does, lines are where others are pulled in."""

import math

import numpy as np
import pygame
import pytest

from magnetsim.capture import capture
from magnetsim.language import words_of
from magnetsim.shot import Exit
from magnetsim.viewer.aiming_marks import FALLS, _fall
from magnetsim.viewer.camera import fitted, zoomed
from magnetsim.viewer.capture_marks import capture_reaches
from magnetsim.viewer.forces import HELD, LOOSE, arrow_length, magnetic_forces, mark_forces
from magnetsim.viewer.hud import list_place
from magnetsim.viewer.layout import layout
from magnetsim.viewer.legend import legend_height, write_legend
from magnetsim.viewer.overlays import Overlays
from magnetsim.viewer.picture import Painter
from tests.viewer.conftest import DISC, UP, board, scene

SIZE = (900, 700)
CAMERA = zoomed(fitted(board(), (0, 0, *SIZE)), 4, (450, 350))
PAIR = (-0.018, 0.0, 0.0), (0.018, 0.0, 0.0)


def drawn(what, camera=CAMERA):
    surface = pygame.Surface(SIZE)
    mark_forces(surface, what, camera)
    return pygame.surfarray.array3d(surface).astype(int)


def coloured(pixels, colour):
    return np.argwhere(np.abs(pixels - np.array(colour)).sum(axis=2) < 30)


@pytest.mark.parametrize("turn", np.arange(0, 2 * math.pi, math.pi / 5))
def test_an_arrow_points_along_the_force_and_begins_at_the_middle(turn):
    """Two magnets in line pull each other, wherever they lie."""
    c, s = math.cos(turn), math.sin(turn)
    what = scene((-0.03 * c, -0.03 * s, turn), (0.03 * c, 0.03 * s, turn), kinds=(DISC,))
    forces = magnetic_forces(what)
    assert forces[0] == pytest.approx(-forces[1])
    assert forces[0] / np.hypot(*forces[0]) == pytest.approx([c, s])
    pixels = coloured(drawn(what), HELD)
    start, tip = CAMERA.project(
        np.array([what.pose[0, :2], what.pose[0, :2] + arrow_length(np.hypot(*forces[0])) * np.array([c, s])]),
        DISC.height,
    )
    own = pixels[
        np.hypot(*(pixels - start).T) < np.hypot(*(pixels - CAMERA.project(what.pose[1:, :2], DISC.height)[0]).T)
    ]
    ahead = (tip - start) / np.hypot(*(tip - start))
    along = (own - start) @ ahead
    assert along.min() == pytest.approx(0, abs=3)
    assert along.max() == pytest.approx(np.hypot(*(tip - start)), abs=5)
    assert abs(((own - start) @ [-ahead[1], ahead[0]]).mean()) < 1.5


def test_it_tells_whether_friction_holds_the_magnet():
    reach = float(capture(DISC, DISC, 0.3).reach[0])
    for share, loose in ((0.98, True), (1.02, False)):
        apart = share * reach / 2
        pixels = drawn(scene((-apart, 0.0, 0.0), (apart, 0.0, 0.0), kinds=(DISC,)))
        assert (len(coloured(pixels, LOOSE)) > 0) is loose
        assert (len(coloured(pixels, HELD)) > 0) is not loose


def test_ten_times_the_force_is_one_step_longer_and_little_is_none():
    steps = np.diff([arrow_length(10.0**power) for power in (-3, -2, -1, 0)])
    assert steps == pytest.approx(np.full(3, steps[0]))
    assert arrow_length(9e-5) == 0
    assert not drawn(scene((0.0, 0.0, 0.0), kinds=(DISC,))).any()


def test_what_is_in_the_air_or_gone_pulls_nothing():
    what = scene(*PAIR, kinds=(DISC,))
    what.pose[1, 3] = 0.01
    assert not magnetic_forces(what).any()
    what.pose[1, 3] = 0.0
    what.opacity[1] = 0.5
    assert not magnetic_forces(what).any()
    assert len(capture_reaches(what)[0]) == 1


@pytest.mark.parametrize("turn", [0.0, 0.7, 3.0])
def test_the_line_is_at_the_reach_in_every_direction(turn):
    what = scene((0.01, -0.02, turn), kinds=(DISC,))
    painter = Painter(what.board, what.kinds, SIZE)
    bare = painter.paint(what, CAMERA).astype(int)
    changed = painter.paint(what, CAMERA, capture=True).astype(int)
    line = np.argwhere((changed - bare).sum(axis=2) > 300)
    points = np.array([CAMERA.table_point((u + 0.5, v + 0.5)) for v, u in line]) - (0.01, -0.02)
    away, body = np.hypot(*points.T), np.arctan2(points[:, 1], points[:, 0]) - turn
    reach = capture(DISC, DISC, 0.3).reach
    wanted = np.interp(body, 2 * np.pi * np.arange(len(reach)) / len(reach), reach, period=2 * np.pi)
    assert away == pytest.approx(wanted, abs=0.0012)
    assert len(np.unique(np.degrees(np.arctan2(*points.T)) // 10)) == 36
    inside = CAMERA.project(
        np.array([[0.01 + 0.8 * reach[0] * math.cos(turn), -0.02 + 0.8 * reach[0] * math.sin(turn)]])
    )[0]
    u, v = (int(value) for value in inside)
    assert (changed[v, u] > bare[v, u]).all()


def test_two_regions_have_one_line_round_both():
    reach = float(capture(DISC, DISC, 0.3).reach[0])
    what = scene((-0.6 * reach, 0.0, 0.0), (0.6 * reach, 0.0, 0.0), kinds=(DISC,))
    painter = Painter(what.board, what.kinds, SIZE)
    bare = painter.paint(what, CAMERA).astype(int)
    lit = painter.paint(what, CAMERA, capture=True).astype(int) - bare
    between = CAMERA.project(np.array([[0.35 * reach, 0.0], [-0.35 * reach, 0.0]])).astype(int)
    for u, v in between:
        assert lit[v - 4 : v + 5, u - 12 : u + 13].sum(axis=2).max() < 100
    outer = CAMERA.project(np.array([[1.6 * reach, 0.0]]))[0].astype(int)
    assert lit[outer[1] - 4 : outer[1] + 5, outer[0] - 6 : outer[0] + 7].sum(axis=2).max() > 300


def test_upright_magnets_have_no_line():
    assert len(capture_reaches(scene(*PAIR, kinds=(UP,)))[0]) == 0


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("size", [(560, 420), (800, 600), (1280, 800), (1920, 1080)])
def test_the_legend_stands_in_the_panel_above_the_turns(size, language):
    surface, where, words = pygame.Surface(size), layout(*size), words_of(language)
    overlays = Overlays(forces=True, capture=True)
    write_legend(surface, fitted(board(), where.table), where, overlays, words, 2)
    drawn = pygame.surfarray.array3d(surface).any(axis=2)
    columns, rows = (np.flatnonzero(drawn.any(axis=axis)) for axis in (1, 0))
    height = legend_height(where, overlays, words)
    left, top, width, _ = list_place(where, 2)
    assert columns.min() >= left - 2
    assert columns.max() < left + width
    assert rows.min() >= top
    assert rows.max() < list_place(where, 2, height)[1] == top + height
    assert legend_height(where, Overlays(), words) == 0


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    ("place", "velocity"), [((0.3, 0.1), (1.0, 0.2)), ((-0.3, 0.0), (-2.0, 0.0)), ((0.0, 0.3), (0.0, 1.0))]
)
def test_a_fall_that_is_foreseen_is_marked_beyond_the_rim_with_its_word_in_the_view(place, velocity, language):
    surface, camera = pygame.Surface(SIZE), fitted(board(), (0, 0, *SIZE))
    _fall(surface, Exit(3, 0.2, place, velocity, 0.0, 0.0), camera, 14, words_of(language))
    pixels = coloured(pygame.surfarray.array3d(surface).astype(int), FALLS)
    points = np.array([camera.table_point((u + 0.5, v + 0.5)) for u, v in pixels])
    ahead = np.array(velocity) / np.hypot(*velocity)
    mark = points[np.hypot(*(points - (place + 0.035 * ahead)).T) < 0.012]
    assert len(mark) > 20
    assert (np.abs(mark).max(axis=1) > 0.3).all()
    word = points[np.hypot(*(points - (place + 0.035 * ahead)).T) > 0.02]
    assert len(word) > 20
    assert pixels[:, 0].min() > 2
    assert pixels[:, 0].max() < SIZE[0] - 3
