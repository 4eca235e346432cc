from __future__ import annotations

import json

import numpy as np

from magnetsim.outline import disc_outline
from magnetsim.plain.tables import change_data, read_change
from magnetsim.table import Board, Placed, lay, magnet_kind, with_arrays


def test_a_zero_that_changes_its_sign_is_a_change():
    """The hash of a state tells -0.0 from 0.0, so what is written of a change must tell them apart too."""
    disc = magnet_kind(
        "disc", disc_outline(0.01), height=0.005, density=5e3, remanence=0.1, restitution=0.3, friction=0.3
    )
    board = Board(
        rim=np.array([(-1.0, -1), (1, -1), (1, 1), (-1, 1)]), radius=0.0, friction_static=0.3, friction_kinetic=0.2
    )
    table = lay(board, (disc,), [Placed(0, 0, (0.0, 0.0), 0.0), Placed(1, 0, (0.1, 0.0), 0.0)])
    before = with_arrays(table, rest_load=np.zeros((2, 3)))
    after = with_arrays(table, rest_load=np.array([[-0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]))
    written = json.loads(json.dumps(change_data(before, after)))
    assert read_change(before, written, "table").rest_load.tobytes() == after.rest_load.tobytes()
