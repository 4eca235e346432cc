"""Games played out for their end alone: as quick as the rules go, with nothing kept on the way."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from magnetsim.match import Request, Strategy
from magnetsim.rules.base import CHANCE
from magnetsim.rules.feelinks.game import apply, chance, legal, view
from magnetsim.rules.feelinks.moves import Move
from magnetsim.rules.feelinks.state import State


def play_out(state: State, strategies: Sequence[Strategy[State, Move]], generator: np.random.Generator) -> State:
    """The state in which the game ends; for studies of many games, of which no record or turn is asked for.

    strategies : by seat; each is shown its own view, as in a match. IllegalShot when one makes a refused move.
    generator : all chance comes from it, in the order of play; a match draws otherwise
    """
    while (mover := state.round.to_move) is not None:
        if mover == CHANCE:
            move = chance(state, generator)
        else:
            request = Request(mover, view(state, mover), partial(legal, state))
            move = strategies[mover].choose(request, generator)
        state, _ = apply(state, move, None)
    return state
