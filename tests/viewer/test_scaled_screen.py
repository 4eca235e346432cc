"""A screen that the system scales: the mouse counts in points, the surface has all pixels, letters are as large."""

import numpy as np
import pygame
import pytest

from magnetsim.viewer.app import Window
from magnetsim.viewer.hud import list_place, track
from magnetsim.viewer.scene import magnet_at
from magnetsim.viewer.screen import Screen
from magnetsim.viewer.settings import Settings


class Scaled(Screen):
    """Two pixels a point, as on a screen of twice the usual density."""

    def __init__(self, title, size):
        super().__init__(title, size)
        self._pixels = pygame.Surface((2 * size[0], 2 * size[1]))

    @property
    def surface(self):
        return self._pixels


@pytest.fixture
def window(monkeypatch, show):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    opened = Window(Scaled("scaled", (900, 640)), show, Settings(language="en"))
    yield opened
    opened.close()
    pygame.display.quit()


def mouse(window, kind, pixel, **more):
    window.take(pygame.event.Event(kind, pos=(pixel[0] // 2, pixel[1] // 2), **more))


def test_it_is_laid_out_in_pixels_with_letters_as_large_to_the_eye(window):
    assert window.layout.size == (1800, 1280)
    plain = window.show.layout(900, 640)
    assert window.layout.letter == pytest.approx(2 * plain.letter, abs=1)
    assert window.show.layout(5120, 2880, scale=2.0).letter > window.show.layout(5120, 2880).letter
    window.draw()
    assert len(np.unique(pygame.surfarray.array2d(window.surface)[1000:1700, 900:1200])) > 10


def test_the_mouse_points_at_what_is_seen_there(window):
    scene = window.show.film.scene(window.head.time)
    for row, pixel in enumerate(window.camera.project(scene.pose[:, :2]).round().astype(int).tolist()):
        mouse(window, pygame.MOUSEMOTION, pixel, rel=(0, 0), buttons=(0, 0, 0))
        assert magnet_at(scene, window.camera, window._pointer._last) == scene.magnet[row]
        assert np.abs(np.array(window._pointer._last) - pixel).max() <= 1


def test_a_click_lands_on_the_line_of_time(window):
    start, end = track(window.layout)
    y = window.layout.bar[1] + window.layout.bar[3] // 2
    mouse(window, pygame.MOUSEBUTTONDOWN, ((start + end) // 2, y), button=1)
    assert window.head.time == pytest.approx(window.show.film.length / 2, rel=0.01)


def test_a_click_in_the_list_goes_to_the_turn_that_is_told_there(window):
    film = window.show.film
    window.head = type(window.head)(film.length, running=False)
    told = window.show.status(film.length).told
    place = list_place(window.layout, 2)
    found = set()
    for y in range(place[1], place[1] + place[3], 4):
        window.head = type(window.head)(film.length, running=False)
        mouse(window, pygame.MOUSEBUTTONDOWN, (place[0] + place[2] // 2, y), button=1)
        if window.head.time < film.length:
            found.add(film.clips[film.place(window.head.time)[0]].turn)
            assert window.head.time == film.start(film.first_of_turn(film.clips[film.place(window.head.time)[0]].turn))
    assert found == {turn.turn for turn in told if turn.turn}


def test_what_is_remembered_of_its_size_is_in_points(window):
    assert window.settings.size == (900, 640)
