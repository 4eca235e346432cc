"""How long a frame of the window takes: a classic game and one of 《同感》, drawn headless, at three sizes."""

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
from magnetsim.viewer.feelinks_show import CardShow, feelinks_show
from magnetsim.viewer.layout import layout
from magnetsim.viewer.overlays import Overlays
from magnetsim.viewer.picture import Painter
from magnetsim.viewer.show import Show, match_show

SCENARIOS = Path(__file__).parent.parent / "scenarios"
SIZES = [(800, 600), (1280, 800), (1920, 1080)]
FRAMES, ROUNDS = 40, 120
SHOWN = ["numbers", "forces", "capture", "trails"]


@pytest.fixture(scope="module")
def classic() -> Show:
    """A game that was played, and all its motions computed."""
    session = new_session(load_scenario(SCENARIOS / "classic.toml"))
    session.play()
    show = match_show(session, session.match.steps, words_of("zh"))
    assert len(show.film.clips) > 20
    return show


def sized(show, size):
    where = layout(*size)
    return where, Painter(show.board, show.kinds, where.table[2:]), show.fitted(where.table)


@pytest.fixture(scope="module")
def cards() -> CardShow:
    """A game of eight friends."""
    session = new_session(load_scenario(SCENARIOS / "feelinks" / "eight-friends.toml"))
    session.play()
    return feelinks_show(session, session.match.steps, words_of("zh"))


def time_frames(benchmark, show, size, moments, overlays):
    """Draw the moments one after the other, all of them once before."""
    words, surface = words_of("zh"), pygame.Surface(size)
    where = show.layout(*size)
    camera = show.fitted(where.table)

    def draw(moment):
        show.draw(surface, camera, where, show.status(moment, running=True), words, overlays)

    for moment in moments:
        draw(moment)
    shown = cycle(moments)
    benchmark.pedantic(draw, setup=lambda: ((next(shown),), {}), rounds=ROUNDS)


def first_turns(show):
    """Moments spread over the first turns, where most magnets lie."""
    return np.linspace(0.5, 0.25 * show.film.length, FRAMES).tolist()


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_frame(benchmark, classic, size):
    time_frames(benchmark, classic, size, first_turns(classic), Overlays())


@pytest.mark.parametrize("name", SHOWN)
def test_a_frame_with_more_shown(benchmark, classic, name):
    time_frames(benchmark, classic, (1280, 800), first_turns(classic), Overlays(**{name: True}))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_frame_of_cards(benchmark, cards, size):
    moments = np.linspace(0.0, cards.film.length, FRAMES).tolist()
    time_frames(benchmark, cards, size, moments, Overlays())


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
