"""Draw the window in seven situations, in both languages and three sizes, into a folder: python scripts/pictures.py.

FOLDER is docs/images/window if left out. Each picture is what the window shows, drawn without a screen, and the same at
every run. Look at them all after a change of what is drawn: nothing may overlap, nothing be cut.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import numpy as np
import pygame
from PIL import Image

from magnetsim.feelinks_session import FeelinksSession
from magnetsim.language import words_of
from magnetsim.match import Request
from magnetsim.players.hand import HANDS, hand
from magnetsim.rules.feelinks.state import Phase as CardPhase
from magnetsim.rules.xinxin import game as xinxin
from magnetsim.rules.xinxin.game import Collect, Phase, Shoot
from magnetsim.scenario import load_scenario
from magnetsim.session import Session, new_session
from magnetsim.viewer.aim import Aim, first_aim, shoot_of
from magnetsim.viewer.app import Window, open_window
from magnetsim.viewer.feelinks_show import CardShow
from magnetsim.viewer.games import any_show
from magnetsim.viewer.overlays import Overlays
from magnetsim.viewer.person import Person
from magnetsim.viewer.playhead import Playhead
from magnetsim.viewer.preview import Preview, foresee
from magnetsim.viewer.show import Show
from magnetsim.viewer.taking import Taking

ROOT = Path(__file__).parent.parent
SIZES = ((800, 600), (1280, 800), (1920, 1080))
LANGUAGES = ("zh", "en")
SCENARIO = ROOT / "scenarios" / "classic.toml"
CARDS = ROOT / "scenarios" / "feelinks" / "four-friends.toml"


def played(path: Path) -> Session | FeelinksSession:
    """A scenario's match, played to its end."""
    session = new_session(load_scenario(path))
    session.play()
    return session


def shot_of(show: Show, *, new: bool) -> int:
    """The clip of the first shot that makes a cluster, or of the one that goes on longest."""
    shots = [at for at, step in enumerate(show.steps) if isinstance(step.move, Shoot)]
    if new:
        return next(at for at in shots if isinstance(show.steps[at + 1].move, Collect))
    return max(shots[:8], key=lambda at: show.film.clips[at].moving)


def aimed(session: Session, window: Window) -> None:
    """A person is asked for a shot, has aimed one that wins something, and sees its way and the chances."""
    taking, state = window.taking, session.match.state
    if taking is None:
        raise ValueError("expected a window in which somebody plays, got none")
    taking.request = Request(state.seat, state, lambda move: xinxin.legal(state, move))
    taking.aim = winning(session, first_aim(state, None))
    shot = shoot_of(taking.aim, state)
    taking.preview.wish(state, shot, hand(HANDS["normal"], state.options, state.laid))
    while taking.preview.odds is None:
        time.sleep(0.05)


def winning(session: Session, aim: Aim) -> Aim:
    """An aim like this one that makes a cluster."""
    state = session.match.state
    for share in (0.5, 0.35, 0.65):
        for direction in np.radians(np.arange(-40, 41, 4)).tolist():
            one = replace(aim, share=share, direction=direction, speed=0.9)
            seen = foresee(session.world, state, shoot_of(one, state))
            if seen.settled is not None and seen.reason is None and not seen.settled.exits and seen.settled.table.bonds:
                return one
    raise ValueError("expected a shot that makes a cluster, found none")


Situation = Callable[[Any], tuple[float, Overlays]]
"""When, and with what shown; asked of a show of its scenario."""


def at_rest(show: Show) -> tuple[float, Overlays]:
    """The magnets as they were laid, with their numbers."""
    return show.film.ends[0] - 0.05, Overlays(numbers=True)


def in_flight(show: Show) -> tuple[float, Overlays]:
    """A shot on its way, and where it came from."""
    at = shot_of(show, new=False)
    clip = show.film.clips[at]
    return show.film.start(at) + clip.hand + 0.35 * clip.moving, Overlays(trails=True)


def new_cluster(show: Show) -> tuple[float, Overlays]:
    """A cluster just made, and what the rules say of it."""
    at = shot_of(show, new=True)
    return show.film.ends[at] - 0.05, Overlays(bonds=True)


def magnetism(show: Show) -> tuple[float, Overlays]:
    """All that can be seen of magnetism."""
    return show.film.ends[shot_of(show, new=True)] - 0.05, Overlays(field=True, forces=True, capture=True)


def the_end(show: Show) -> tuple[float, Overlays]:
    """The end, with the score."""
    return show.film.length, Overlays()


def cards_open(show: CardShow) -> tuple[float, Overlays]:
    """The end of a round of cards: all votes lie open."""
    at = [at for at, step in enumerate(show.steps) if step.after.phase is CardPhase.SWAP and show.film.clips[at].turned]
    return show.film.ends[at[2]] - 0.05, Overlays()


SITUATIONS: dict[str, tuple[Path, Situation]] = {
    "rest": (SCENARIO, at_rest),
    "flight": (SCENARIO, in_flight),
    "cluster": (SCENARIO, new_cluster),
    "magnetism": (SCENARIO, magnetism),
    "end": (SCENARIO, the_end),
    "feelinks": (CARDS, cards_open),
}


def save(window: Window, path: Path) -> None:
    """Draw a window's moment into a file."""
    window.draw()
    width, height = window.surface.get_size()
    picture = Image.frombytes("RGB", (width, height), pygame.image.tobytes(window.surface, "RGB"))
    picture.save(path, quality=82, method=6)
    print(f"{path.name}: {width}x{height}, {path.stat().st_size:,} bytes")


def draw_all(folder: Path) -> None:
    """All situations in all languages and sizes."""
    folder.mkdir(parents=True, exist_ok=True)
    matches = {path: played(path) for path in (SCENARIO, CARDS)}
    for language in LANGUAGES:
        words = words_of(language)
        shows = {path: any_show(session, session.match.steps, words) for path, session in matches.items()}
        for size in SIZES:
            for name, (path, situation) in SITUATIONS.items():
                window = open_window(shows[path], language, size=size)
                moment, window.overlays = situation(shows[path])
                window.head = Playhead(time=moment, running=False)
                save(window, folder / f"{name}-{language}-{size[0]}.webp")
                window.close()
    draw_aiming(folder)


def draw_aiming(folder: Path) -> None:
    """A person who aims."""
    session = new_session(load_scenario(SCENARIO))
    if not isinstance(session, Session):
        raise TypeError("expected a game of magnets, got one of cards")
    while session.match.state.phase is not Phase.AIM or session.match.state.turn < 3:
        session.advance()
    for language in LANGUAGES:
        for size in SIZES:
            show = any_show(session, session.match.steps, words_of(language))
            preview = Preview(session.world)
            window = open_window(show, language, size=size, taking=Taking(session, Person(), preview))
            window.head = Playhead(time=show.film.length, running=False)
            aimed(session, window)
            save(window, folder / f"aiming-{language}-{size[0]}.webp")
            preview.close()
            window.close()


def main() -> int:
    """Draw them; exit code 2 when asked for anything else."""
    if len(sys.argv) > 2:
        print(__doc__)
        return 2
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    draw_all(Path(sys.argv[1]) if len(sys.argv) == 2 else ROOT / "docs" / "images" / "window")
    return 0


if __name__ == "__main__":
    sys.exit(main())
