"""Tables and states for strategies: made by hand, no physics."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from magnetsim.match import Request
from magnetsim.outline import heart_outline
from magnetsim.players import Ask, Tools
from magnetsim.rules.xinxin import game as xinxin
from magnetsim.rules.xinxin.game import Options, Phase
from magnetsim.scenario import load_scenario
from magnetsim.session import new_session
from magnetsim.table import Board, Placed, lay, magnet_kind, with_arrays

SQUARE = Board(np.array([[-0.3, -0.3], [0.3, -0.3], [0.3, 0.3], [-0.3, 0.3]]), 0.0, 0.3, 0.24)
ROUND = Board(np.zeros((0, 2)), 0.35, 0.3, 0.24)
HEART = magnet_kind("heart", heart_outline(), height=0.007, density=4900, remanence=0.15, restitution=0.3, friction=0.3)


def heart_table(places, board=SQUARE, kinds=(HEART,)):
    """Magnets 0, 1, … of the first kind at (x, y, angle), known to rest."""
    placed = [Placed(number, 0, (x, y), angle) for number, (x, y, angle) in enumerate(places)]
    table = lay(board, kinds, placed)
    return with_arrays(table, rest_load=np.zeros((len(placed), 3)))


def aiming(places, *, board=SQUARE, options=None, players=2, seat=0):
    """The state in which a seat is to shoot magnet 99, the others' shooters being unused in hand."""
    table = heart_table(places, board)
    names = [f"player {number}" for number in range(players)]
    state = xinxin.new_game(heart_table([*places, *_spares(players)], board), names, options or Options())
    own = tuple(len(places) + number for number in range(players))
    return replace(state, table=table, phase=Phase.AIM, seat=seat, shooter=own, hand=own)


def _spares(players):
    """In hand, far from all others in the table that only says of which kind each magnet is."""
    return [(5.0 + number, 5.0, 0.0) for number in range(players)]


def request(state, refused=()):
    """What the player whose turn it is is asked with."""
    return Request(state.seat, state, lambda move: xinxin.legal(state, move), refused)


@pytest.fixture(scope="session")
def scene():
    """Boards, a kind, and what makes tables, states and requests of them."""
    return SimpleNamespace(
        square=SQUARE, round=ROUND, heart=HEART, heart_table=heart_table, aiming=aiming, request=request
    )


@pytest.fixture
def classic():
    """A session of the classic game, before its first move."""
    path = Path(__file__).parents[2] / "scenarios" / "classic.toml"
    return new_session(load_scenario(path))


@pytest.fixture
def tools():
    """A strategy's tools, with a physics that must not be asked."""

    def ask(state, move):
        raise AssertionError("physics was asked")

    return Tools(touch_gap=0.3e-3, ask=Ask(ask))
