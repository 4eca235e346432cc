import os
import tomllib

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import numpy as np
import pytest

from magnetsim.language import words_of
from magnetsim.outline import disc_outline, heart_outline
from magnetsim.scenario import parse_scenario
from magnetsim.session import new_session
from magnetsim.table import Board, magnet_kind
from magnetsim.viewer.scene import Scene
from magnetsim.viewer.show import match_show

FEW = """
schema = 1
name = "few"
game = "xinxin"
seed = 5

[table]
shape = "rectangle"
size_mm = [300, 300]
friction_static = 0.30
friction_kinetic = 0.24

[kinds.heart]
outline = "heart"
width_mm = 20.0
height_mm = 7.0
density_kg_m3 = 4900
remanence_T = 0.15
restitution = 0.3
friction = 0.3

[layout]
pattern = "jittered-grid"
kind = "heart"
count = 6
spacing_mm = 55

[[players]]
name = "小红"
strategy = "greedy"

[[players]]
name = "Zoë"
strategy = "greedy"
"""
SCENARIO = tomllib.loads(FEW)


def board(half=0.3):
    rim = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    return Board(rim, 0.0, 0.3, 0.24)


def kind(outline, *, upright=False, remanence=0.15, height=0.007):
    return magnet_kind(
        "one",
        outline,
        height=height,
        density=4900.0,
        remanence=remanence,
        restitution=0.3,
        friction=0.3,
        upright=upright,
    )


HEART, DISC = kind(heart_outline()), kind(disc_outline(0.010))
UP = kind(disc_outline(0.010), upright=True)


def scene(*poses, kinds=(HEART,), groups=(), owner=None):
    """Magnets at (x, y, angle), all of the first kind."""
    n = len(poses)
    pose = np.zeros((n, 4))
    pose[:, :3] = np.array(poses).reshape(n, 3)
    return Scene(
        board=board(),
        kinds=kinds,
        magnet=np.arange(n),
        kind=np.zeros(n, dtype=np.int64),
        pose=pose,
        opacity=np.ones(n),
        owner=np.full(n, -1) if owner is None else np.array(owner),
        groups=groups,
    )


@pytest.fixture(scope="session")
def session():
    """A match that was played to its end."""
    played = new_session(parse_scenario(SCENARIO, "few"))
    played.play()
    return played


@pytest.fixture
def show(session):
    return match_show(session, session.match.steps, words_of("en"))
