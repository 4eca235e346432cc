"""What only a long game shows: the same frames whichever way one comes to them, and memory that stays."""

import time
from pathlib import Path

import numpy as np
import pygame
import pytest

from magnetsim.language import words_of
from magnetsim.scenario import parse_scenario
from magnetsim.session import new_session
from magnetsim.viewer.app import open_window
from magnetsim.viewer.playhead import Playhead
from magnetsim.viewer.show import match_show
from tests.viewer.conftest import SCENARIO

pytestmark = pytest.mark.slow
TURNS = 200


@pytest.fixture(scope="module")
def long_show():
    """A match of 200 turns: two who send theirs in at random, on a wide table."""
    players = [{"name": name, "strategy": "random", "hand": "shaky"} for name in ("小红", "Zoë")]
    scenario = {
        **SCENARIO,
        "players": players,
        "table": {**SCENARIO["table"], "size_mm": [900, 900]},
        "rules": {"stalemate_rounds": 1000, "turn_limit": TURNS, "replays": 0, "must_take": False},
    }
    for seed in range(20):
        session = new_session(parse_scenario({**scenario, "seed": seed}, "long"))
        session.play()
        if session.match.turn >= TURNS:
            return match_show(session, session.match.steps, words_of("en"))
    raise AssertionError("no seed plays 200 turns")


@pytest.fixture
def window(long_show, monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    opened = open_window(long_show, "en", size=(640, 480))
    yield opened
    opened.close()
    pygame.display.quit()


def test_a_long_record_scrubbed_back_and_forth_ends_in_the_same_frame(window):
    def frame(at):
        window.head = Playhead(float(at), running=False)
        window.draw()
        return pygame.image.tobytes(window.surface, "RGB")

    assert window.show.film.clips[-1].turn >= TURNS
    times = np.linspace(0, window.show.film.length, 60)
    first = [frame(at) for at in times]
    assert [frame(at) for at in times[::-1]] == first[::-1]
    mixed = np.random.default_rng(0).permutation(len(times))
    assert [frame(times[at]) for at in mixed] == [first[at] for at in mixed]


def resident():
    """Memory that the process holds, MB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 2**20


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="no /proc here to read memory from")
def test_memory_stays_over_ten_minutes_of_play(window):
    """36,000 frames at 60 a second, without the clock between them; as many as 20 s take, at least 3,000."""
    frames, begun, held = 0, time.monotonic(), []
    window.head = Playhead(speed=4.0)
    while frames < 3000 or (frames < 36_000 and time.monotonic() - begun < 20):
        window.tick(1 / 60)
        if not window.head.running:
            window.head = Playhead(speed=4.0)
        window.draw()
        frames += 1
        if frames % 500 == 0:
            held.append(resident())
    # What is kept because it is drawn again and again has been made by then.
    assert max(held[-2:]) - held[1] < 12, held
