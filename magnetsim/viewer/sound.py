"""A click for each strike of two magnets, louder the harder it is; made of numbers when the window opens."""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pygame

from magnetsim.shot import Contact
from magnetsim.table import Board
from magnetsim.viewer.film import Film

RATE = 44_100
"""Samples a second."""
FASTEST = 4.0
"""Times life; beyond it a shot is a rattle, and nothing is heard."""
MOST = 8
"""Clicks that begin in one frame: the loudest of all."""
_CHANNELS = 16
_LOUDEST = 0.02
"""N·s of the strike that is as loud as any: two hearts of 10 g that meet at 2 m/s."""
_SOFTEST = 2e-5
"""N·s below which nothing is heard."""
_LENGTH = 0.060
# Hz, share, s: what rings in a small ceramic magnet, and how soon it is still. The ear takes little else from a click.
_RINGS = ((3150.0, 0.5, 0.010), (5400.0, 0.9, 0.006), (8200.0, 0.7, 0.004), (12100.0, 0.35, 0.002))
_PITCHES = (0.94, 1.0, 1.07)


def strikes(film: Film, start: float, end: float) -> list[Contact]:
    """The contacts that are seen after one time of a film (s) and up to another, the loudest first, MOST at most."""
    found: list[Contact] = []
    first, last = film.place(start)[0], film.place(end)[0]
    for at in range(first, last + 1):
        motion = film.motion(at)
        if motion is None:
            continue
        since = film.start(at) + film.clips[at].hand
        found += [contact for contact in motion.contacts if start < since + contact.time <= end]
    found = [contact for contact in found if contact.impulse >= _SOFTEST]
    return sorted(found, key=lambda contact: -contact.impulse)[:MOST]


def loudness(impulse: float) -> float:
    """How loud a strike is, from 0 to 1: sound grows slower than what makes it; impulse in N·s."""
    return min(1.0, math.sqrt(max(0.0, impulse / _LOUDEST)))


def click(pitch: float) -> npt.NDArray[np.int16]:
    """One click, (samples, 2): the same for both ears; pitch : 1.0 as it is."""
    time = np.arange(round(_LENGTH * RATE)) / RATE
    wave = sum(
        share * np.sin(2 * np.pi * pitch * frequency * time) * np.exp(-time / still)
        for frequency, share, still in _RINGS
    )
    # A strike begins with a knock, which has no pitch.
    knock = np.random.default_rng(0).standard_normal(len(time)) * np.exp(-time / 0.0008)
    wave = np.asarray(wave) + 0.6 * knock
    wave *= np.minimum(1.0, (_LENGTH - time) / 0.005)
    wave *= 0.8 * np.iinfo(np.int16).max / np.abs(wave).max()
    return np.repeat(wave.astype(np.int16)[:, None], 2, axis=1)


class Sound:
    """What is heard of a window.

    muted : nothing is; where there is nothing to hear with, nothing ever is
    """

    def __init__(self, *, muted: bool) -> None:
        self.muted = muted
        self._clicks: list[pygame.mixer.Sound] | None = None

    def make_ready(self) -> None:
        """Make the clicks and open what plays them, unless it is muted: that takes a while, and now nobody waits."""
        if self._clicks is None and not self.muted:
            self._clicks = _opened()

    def frame(self, film: Film, start: float, end: float, speed: float) -> None:
        """Let be heard what a frame shows; start, end : the times of the film (s) that it leads from and to."""
        if self.muted or speed > FASTEST or not start < end:
            return
        struck = strikes(film, start, end)
        if not struck:
            return
        self.make_ready()
        for at, contact in enumerate(struck):
            self._play(at, contact, _half(film.clips[0].before.board))

    def _play(self, at: int, contact: Contact, across: float) -> None:
        if not self._clicks:
            return
        channel = pygame.mixer.find_channel()
        if channel is None:
            return
        volume = loudness(contact.impulse)
        side = max(-0.6, min(0.6, contact.position[0] / max(across, 1e-6)))
        channel.set_volume(volume * (1 - max(0.0, side)), volume * (1 + min(0.0, side)))
        channel.play(self._clicks[(at + sum(contact.pair)) % len(self._clicks)])


def _half(board: Board) -> float:
    """How far the board reaches to either side, m."""
    return board.radius or float(np.abs(board.rim[:, 0]).max())


def can_be_heard(environment: Mapping[str, str], platform: str = sys.platform) -> bool:
    """Whether there seems to be something to hear with.

    Asked before it is tried: where there is nothing, ALSA complains on standard error, and cannot be kept from it.
    """
    if "SDL_AUDIODRIVER" in environment or not platform.startswith("linux"):
        return True
    runtime = Path(environment.get("XDG_RUNTIME_DIR", "/nowhere"))
    sockets: Sequence[Path] = (runtime / "pulse" / "native", runtime / "pipewire-0", Path("/dev/snd"))
    return "PULSE_SERVER" in environment or any(path.exists() for path in sockets)


def _opened() -> list[pygame.mixer.Sound]:
    """The clicks, ready to be played; none where nothing can be heard."""
    if not can_be_heard(os.environ):
        return []
    try:
        pygame.mixer.init(RATE, -16, 2, 512)
        pygame.mixer.set_num_channels(_CHANNELS)
        return [pygame.sndarray.make_sound(click(pitch)) for pitch in _PITCHES]
    except (pygame.error, NotImplementedError):
        return []
