"""How long a frame of the window takes: `python benchmarks/bench_frame.py [--json]`.

A classic game at three sizes, drawn headless at moments spread over it: the whole frame, and the ground that is drawn
only when the view changes. Milliseconds of processor time, the best of three.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import numpy as np
import pygame

from magnetsim.language import words_of
from magnetsim.scenario import load_scenario
from magnetsim.session import new_session
from magnetsim.viewer.camera import zoomed
from magnetsim.viewer.layout import layout
from magnetsim.viewer.overlays import Overlays
from magnetsim.viewer.picture import Painter
from magnetsim.viewer.show import Show, match_show

SIZES = [(800, 600), (1280, 800), (1920, 1080)]
FRAMES = 40


def classic() -> Show:
    """A game that was played, and all its motions computed."""
    session = new_session(load_scenario(Path(__file__).parent.parent / "scenarios" / "classic.toml"))
    session.play()
    show = match_show(session, session.match.steps, words_of("zh"))
    assert len(show.film.clips) > 20
    return show


def quickest(work: Callable[[], object]) -> float:
    """Milliseconds of processor time, the best of three."""
    found = []
    for _ in range(3):
        begin = time.thread_time()
        work()
        found.append(time.thread_time() - begin)
    return min(found) * 1e3


def measure() -> list[dict[str, float | str]]:
    """For each size: the median frame of the first turns, where most magnets lie, and the ground."""
    show = classic()
    return [measured(show, size) for size in SIZES]


def measured(show: Show, size: tuple[int, int]) -> dict[str, float | str]:
    """What is drawn at one size."""
    words, where = words_of("zh"), layout(*size)
    painter, camera = Painter(show.board, show.kinds, where.table[2:]), show.fitted(where.table)
    surface = pygame.Surface(size)

    def draw(moment: float) -> None:
        show.draw(surface, camera, where, show.status(moment, running=True), words, Overlays())

    frames = []
    for moment in np.linspace(0.5, 0.25 * show.film.length, FRAMES).tolist():
        draw(moment)
        frames.append(quickest(partial(draw, moment)))
    scene = show.film.scene(1.0)
    painter.paint(scene, camera, field=True)
    field = quickest(partial(painter.paint, scene, camera, field=True))
    near = zoomed(camera, 4.0, (where.table[2] / 2, where.table[3] / 2))
    painter.paint(scene, near)
    close = quickest(partial(painter.paint, scene, near))
    views = iter(zoomed(camera, 1 + 0.01 * step, (10, 10)) for step in range(10))
    ground = quickest(lambda: painter.paint(scene, next(views)))
    return {
        "size": f"{size[0]}x{size[1]}",
        "frame_ms": float(np.median(frames)),
        "slowest_frame_ms": max(frames),
        "picture_with_field_ms": field,
        "four_times_nearer_ms": close,
        "new_view_ms": ground,
    }


def main() -> int:
    """Print the table."""
    rows = measure()
    if "--json" in sys.argv:
        print(json.dumps(rows))
        return 0
    print("      size   frame  slowest  with field   4 x nearer   new view   (ms)")
    for row in rows:
        print(
            f"{row['size']:>10}  {row['frame_ms']:6.2f}  {row['slowest_frame_ms']:7.2f}  "
            f"{row['picture_with_field_ms']:10.2f}  "
            f"{row['four_times_nearer_ms']:11.2f}  {row['new_view_ms']:9.2f}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
