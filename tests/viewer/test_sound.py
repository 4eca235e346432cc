"""Clicks: one for each contact that is seen, at its moment, as loud as it was hard; and silence that is no error."""

from itertools import pairwise

import numpy as np
import pygame
import pytest

from magnetsim.viewer.film import Film
from magnetsim.viewer.sound import FASTEST, MOST, Sound, can_be_heard, click, loudness, strikes


def hard(show):
    """All contacts of a film that can be heard, at the times of the film."""
    film = show.film
    for at, clip in enumerate(film.clips):
        motion = film.motion(at)
        for contact in motion.contacts if motion is not None else ():
            if contact.impulse >= 2e-5:
                yield film.start(at) + clip.hand + contact.time, contact


def test_each_contact_is_heard_once_whatever_the_frames(show):
    expected = list(hard(show))
    assert len(expected) > 5
    for frame in (1 / 240, 1 / 60, 0.1):
        heard = []
        times = np.append(np.arange(0, show.film.length, frame), show.film.length)
        for start, end in pairwise(times):
            found = strikes(show.film, start, end)
            assert len(found) <= MOST
            assert [one.impulse for one in found] == sorted((one.impulse for one in found), reverse=True)
            heard += found
        if frame < 0.1:
            assert len(heard) == len(expected)
        assert {id(contact) for contact in heard} <= {id(contact) for _time, contact in expected}


def test_harder_is_louder_and_never_beyond_all():
    volumes = [loudness(impulse) for impulse in (0.0, 1e-4, 1e-3, 0.01, 0.02, 5.0)]
    assert volumes == sorted(volumes)
    assert volumes[0] == 0.0
    assert volumes[-1] == 1.0


def test_a_click_is_short_begins_at_once_and_ends_in_silence():
    wave = click(1.0)
    assert wave.dtype == np.int16
    assert (wave[:, 0] == wave[:, 1]).all()
    loud = np.abs(wave[:, 0].astype(float))
    assert loud.argmax() < 200
    assert loud.max() > 20_000
    assert loud[-50:].max() < 300
    assert not np.array_equal(wave, click(1.07))


@pytest.fixture
def speaker(monkeypatch):
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    yield
    pygame.mixer.quit()


def test_clicks_play_while_a_shot_is_seen(speaker, show):
    sound = Sound(muted=False)
    time, _contact = next(hard(show))
    sound.frame(show.film, time - 0.01, time + 0.01, 1.0)
    assert pygame.mixer.get_busy()


@pytest.mark.parametrize("muted", [False, True])
def test_it_is_ready_before_the_first_strike_unless_muted(speaker, muted):
    Sound(muted=muted).make_ready()
    assert (pygame.mixer.get_init() is None) == muted


@pytest.mark.parametrize(("muted", "speed"), [(True, 1.0), (False, 2 * FASTEST)])
def test_muted_or_too_fast_nothing_is_opened(speaker, show, muted, speed):
    sound = Sound(muted=muted)
    time, _contact = next(hard(show))
    sound.frame(show.film, time - 0.01, time + 0.01, speed)
    assert pygame.mixer.get_init() is None


def test_standing_still_or_going_back_nothing_is_heard(speaker, show):
    time, _contact = next(hard(show))
    sound = Sound(muted=False)
    sound.frame(show.film, time, time, 1.0)
    sound.frame(show.film, time + 0.01, time - 0.01, 1.0)
    assert pygame.mixer.get_init() is None


def test_without_a_device_it_is_silent(monkeypatch, show, capfd):
    monkeypatch.setenv("SDL_AUDIODRIVER", "there is none")
    time, _contact = next(hard(show))
    Sound(muted=False).frame(show.film, time - 0.01, time + 0.01, 1.0)
    assert pygame.mixer.get_init() is None
    assert capfd.readouterr() == ("", "")


def test_a_device_is_looked_for_before_it_is_tried(tmp_path):
    nothing = {"XDG_RUNTIME_DIR": str(tmp_path)}
    assert can_be_heard({}, "win32")
    assert can_be_heard({**nothing, "SDL_AUDIODRIVER": "dummy"}, "linux")
    assert can_be_heard({**nothing, "PULSE_SERVER": "unix:/x"}, "linux")
    (tmp_path / "pipewire-0").touch()
    assert can_be_heard(nothing, "linux")


def test_an_empty_film_is_silent():
    film = Film()
    assert film.length == 0.0
    Sound(muted=False).frame(film, 0.0, 0.0, 1.0)
