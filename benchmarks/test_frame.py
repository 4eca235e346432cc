"""How long a frame of the window takes: a classic game, drawn headless, at three sizes."""

from __future__ import annotations

import os
from itertools import cycle, islice
from pathlib import Path

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import numpy as np
import pygame
import pytest

from magnetsim.language import words_of
from magnetsim.scenario import load_scenario
from magnetsim.session import new_session
from magnetsim.viewer.camera import zoomed
from magnetsim.viewer.layout import layout
from magnetsim.viewer.overlays import Overlays
from magnetsim.viewer.picture import Painter
from magnetsim.viewer.show import Show, match_show

SIZES = [(800, 600), (1280, 800), (1920, 1080)]
FRAMES, ROUNDS = 40, 120


@pytest.fixture(scope="module")
def classic() -> Show:
    """A game that was played, and all its motions computed."""
    session = new_session(load_scenario(Path(__file__).parent.parent / "scenarios" / "classic.toml"))
    session.play()
    show = match_show(session, session.match.steps, words_of("zh"))
    assert len(show.film.clips) > 20
    return show


def sized(show, size):
    where = layout(*size)
    return where, Painter(show.board, show.kinds, where.table[2:]), show.fitted(where.table)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_frame(benchmark, classic, size):
    """Moments spread over the first turns, where most magnets lie, one after the other."""
    words, surface = words_of("zh"), pygame.Surface(size)
    where, _, camera = sized(classic, size)
    moments = np.linspace(0.5, 0.25 * classic.film.length, FRAMES).tolist()

    def draw(moment):
        classic.draw(surface, camera, where, classic.status(moment, running=True), words, Overlays())

    for moment in moments:
        draw(moment)
    shown = cycle(moments)
    benchmark.pedantic(draw, setup=lambda: ((next(shown),), {}), rounds=ROUNDS)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_picture_with_the_field(benchmark, classic, size):
    _, painter, camera = sized(classic, size)
    scene = classic.film.scene(1.0)
    benchmark.pedantic(painter.paint, (scene, camera), {"field": True}, rounds=10, warmup_rounds=1)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_new_view(benchmark, classic, size):
    """The ground, which is drawn only when the view changes."""
    _, painter, camera = sized(classic, size)
    scene = classic.film.scene(1.0)
    views = [zoomed(camera, 1 + 0.01 * step, (10, 10)) for step in range(11)]
    nearer = islice(views, 11)
    benchmark.pedantic(painter.paint, setup=lambda: ((scene, next(nearer)), {}), rounds=10, warmup_rounds=1)
