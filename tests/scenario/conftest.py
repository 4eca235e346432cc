import tomllib

import pytest

GAME = """\
schema = 1
name = "a game"
game = "xinxin"
seed = 5

[table]
shape = "rectangle"
size_mm = [600, 500]
friction_static = 0.30
friction_kinetic = 0.24

[kinds.heart]
outline = "heart"
width_mm = 20.0

[layout]
pattern = "jittered-grid"
kind = "heart"
count = 25

[[players]]
name = "张三—é"
strategy = "random"

[[players]]
name = "b"
strategy = "greedy"
"""

EXPERIMENT = """\
schema = 1
name = "an experiment"
game = "physics"
magnetism = "dipole"

[kinds.disc]
outline = "disc"
diameter_mm = 20.0

[[magnets]]
kind = "disc"
position_mm = [-50, 0]

[[magnets]]
name = "right"
kind = "disc"
position_mm = [50, 0]
"""


@pytest.fixture
def game_text():
    """A small game as its file."""
    return GAME


@pytest.fixture
def game():
    """The data of a small game, to change."""
    return tomllib.loads(GAME)


@pytest.fixture
def experiment():
    """The data of a small experiment, to change."""
    return tomllib.loads(EXPERIMENT)
