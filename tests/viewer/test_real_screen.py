"""The window on a real X display, with a real mouse and keyboard: Xvfb and xdotool, skipped where they are not."""

import os
import shutil
import subprocess
import sys
import time
from contextlib import contextmanager
from dataclasses import replace

import numpy as np
import pygame
import pytest

from magnetsim.record import read_record
from magnetsim.record.verifying import verify
from magnetsim.rules.xinxin.game import Phase, Shoot
from magnetsim.viewer.aim import start_of
from magnetsim.viewer.app import open_window
from magnetsim.viewer.hud import track
from magnetsim.viewer.palette import NORTH, SOUTH
from magnetsim.viewer.scene import magnet_at
from tests.viewer.conftest import FEW
from tests.viewer.test_play import Table

MISSING = [name for name in ("Xvfb", "xdotool") if shutil.which(name) is None]
pytestmark = pytest.mark.skipif(bool(MISSING), reason=f"no {' and no '.join(MISSING)} here")


@pytest.fixture(scope="module")
def display():
    """The name of an X display of our own, 1400 × 1000."""
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", "1", "-screen", "0", "1400x1000x24", "-nolisten", "tcp", "-noreset"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    yield f":{server.stdout.readline().strip()}"
    server.terminate()
    server.wait()
    server.stdout.close()


@contextmanager
def on(display):
    """SDL on this display."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DISPLAY", display)
        patch.setenv("SDL_VIDEODRIVER", "x11")
        pygame.display.init()
        yield
        pygame.display.quit()


class Hands:
    """Who uses the window: what xdotool does, the window takes."""

    def __init__(self, window, display):
        self.window = window
        self.environment = {**os.environ, "DISPLAY": display}
        self.until(lambda: pygame.mouse.get_focused() or self.move((5, 5)))

    def tool(self, *arguments):
        subprocess.run(["xdotool", *map(str, arguments)], env=self.environment, check=True, capture_output=True)

    def until(self, seen):
        """Let time pass until something is so, for a minute at most."""
        end = time.monotonic() + 60
        while time.monotonic() < end:
            for event in pygame.event.get():
                self.window.take(event)
            self.window.tick(0.05)
            if seen():
                self.window.draw()
                self.window.screen.show()
                return
            pygame.time.wait(5)
        raise AssertionError("it never came to be so")

    def move(self, pixel):
        left, top = self.window.screen.window.position
        self.tool("mousemove", left + pixel[0], top + pixel[1])

    def move_and_see(self, pixel):
        self.move(pixel)
        self.until(lambda: pygame.mouse.get_pos() == tuple(pixel))

    def press(self, key, seen):
        self.tool("key", key)
        self.until(seen)

    def resize(self, size):
        self.window.screen.window.size = size
        self.until(lambda: self.window.surface.get_size() == size and self.window.layout.size == size)


@pytest.fixture
def shown(display, show):
    with on(display):
        window = open_window(show, "en", size=(900, 640))
        window.head = replace(window.head, running=False)
        try:
            yield Hands(window, display)
        finally:
            window.close()


@pytest.mark.parametrize("size", [(900, 640), (600, 900), (1300, 560)])
def test_the_mouse_points_at_what_is_seen_there_at_any_size(shown, size):
    window = shown.window
    shown.resize(size)
    scene = window.show.film.scene(window.head.time)
    for row, pixel in enumerate(window.camera.project(scene.pose[:, :2])):
        place = [round(value) for value in pixel.tolist()]
        shown.move_and_see(place)
        assert window._pointer._last == tuple(place)
        assert magnet_at(scene, window.camera, window._pointer._last) == scene.magnet[row]


def test_a_click_on_the_line_of_time_lands_there_after_resizing(shown):
    window = shown.window
    shown.resize((1200, 700))
    start, end = track(window.layout)
    shown.move_and_see(((start + end) // 2, window.layout.bar[1] + window.layout.bar[3] // 2))
    shown.tool("click", 1)
    half = window.show.film.length / 2
    shown.until(lambda: abs(window.head.time - half) < 0.02 * half)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_magnets_are_where_the_state_says_their_poles_the_right_way_round(shown, language):
    window = shown.window
    if language == "zh":
        shown.press("l", lambda: window.language == "zh")
    window.head = replace(window.head, time=window.show.film.length)
    shown.until(lambda: True)
    scene = window.show.film.scene(window.head.time)
    pixels = pygame.surfarray.array3d(window.surface).astype(int)
    for row, (x, y, angle, _) in enumerate(scene.pose):
        kind = scene.kinds[int(scene.kind[row])]
        reach = 0.45 * kind.outline.bounding_radius * np.array([np.cos(angle), np.sin(angle)])
        colours = []
        for side in (1, -1):
            u, v = window.camera.project(np.array([x, y]) + side * reach, kind.height)[0]
            colours.append(pixels[round(u), round(v)])
        redness = [int(colour[0]) - int(colour[1]) for colour in colours]
        north, south = NORTH[0] - NORTH[1], SOUTH[0] - SOUTH[1]
        assert redness[0] > (north + south) / 2 > redness[1]


@pytest.fixture
def game(display):
    with on(display):
        table = Table((0, 1))
        try:
            yield table, Hands(table.window, display)
        finally:
            table.close()


def test_three_turns_are_played_with_mouse_and_keys_then_a_seat_is_taken_over(game):
    table, hands = game
    window = table.window
    film = window.show.film

    def asked():
        window.head = replace(window.head, time=film.length)
        return window.asked is not None

    def shots():
        return [step.move for step in window.show.steps if isinstance(step.move, Shoot)]

    while len(shots()) < 3:
        hands.until(asked)
        state, made = window.asked.request.view, len(window.show.steps)
        if state.phase is Phase.AIM:
            _drag_back(hands, state)
        hands.press("Return", lambda made=made: len(window.show.steps) > made)
    assert [move.shot.speed for move in shots()] == pytest.approx([0.24] * 3, rel=0.15)
    window.head = replace(window.head, time=film.start(film.first_of_turn(2)) + 0.01, running=False)
    hands.press("t", lambda: window._offers.menu is not None)
    hands.press("2", lambda: window.fork is not None)
    assert not window.running
    assert window.show.steps[window.fork.moves].turn == 2


def _drag_back(hands, state):
    """Aim straight in with the mouse, drawn back by 20 mm: too weak to win anything."""
    window = hands.window
    aim, camera = window.asked.aim, window.camera
    (x, y), (across, down) = start_of(aim, state)
    place, behind = camera.project(np.array([(x, y), (x - 0.02 * across, y - 0.02 * down)]))
    hands.move_and_see([round(value) for value in place.tolist()])
    hands.tool("mousedown", 1)
    hands.until(lambda: window.asked.pressed == "sling")
    hands.move_and_see([round(value) for value in behind.tolist()])
    hands.tool("mouseup", 1)
    hands.until(lambda: window.asked.pressed == "")


def test_a_window_closed_in_the_middle_of_a_shot_leaves_a_whole_record(display, tmp_path):
    (tmp_path / "few.toml").write_text(FEW, encoding="utf-8")
    environment = {**os.environ, "DISPLAY": display, "SDL_VIDEODRIVER": "x11"}
    # The window comes up under the mouse, and closes at the first key that it sees.
    subprocess.run(["xdotool", "mousemove", "700", "500"], env=environment, check=True)
    program = subprocess.Popen(
        [sys.executable, "-m", "magnetsim", "watch", "few.toml", "--mute", "--lang", "zh"],
        cwd=tmp_path,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    try:
        end = time.monotonic() + 90
        while program.poll() is None and time.monotonic() < end:
            subprocess.run(["xdotool", "key", "Escape"], env=environment, check=True)
            pygame.time.wait(100)
    finally:
        program.kill()
        out, errors = program.communicate()
    assert program.returncode == 0, errors
    assert errors.decode() in ("", "正在准备；在一台机器上第一次运行时要先编译，请等一会儿……\n")
    assert "记录：" in out.decode()
    record = read_record(tmp_path / "records" / "few-5.jsonl")
    assert record.match.outcome is not None
    assert all(difference is None for _turn, difference in verify(record))
