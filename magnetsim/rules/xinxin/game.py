"""The rules of 《心心相引》: the machine that moves the state. This module is a `Game`.

A turn, phase by phase; what no magnet asks for is passed over:

| phase     | who moves | moves                     | next                                                       |
|-----------|-----------|---------------------------|------------------------------------------------------------|
| LAY_OUT   | chance    | LayOut                    | DEAL: a whole new game among the tied                      |
| DEAL      | chance    | Deal                      | AIM of the starting player                                 |
| RETURN    | player    | PutBack, SetAside         | itself while magnets wait, TAKE; only if some were aside   |
| TAKE      | player    | LiftShooter, TakeShooter  | CATCH, AIM; bonds are remembered; only if none is in hand  |
| AIM       | player    | Shoot, NoStart            | CATCH, CHOOSE, PUT_BACK; clusters are read                 |
| CATCH     | chance    | Catch                     | what was to follow; only after falls that may be caught    |
| CHOOSE    | player    | Collect, Decline          | CATCH, PUT_BACK; only after new clusters                   |
| PUT_BACK  | player    | PutBack, SetAside         | itself while magnets wait; end test; the next player       |
| OVER      | nobody    |                           |                                                            |

Forfeit is possible wherever a player moves: the turn goes to PUT_BACK, or ends from there.
"""

from __future__ import annotations

import numpy as np

from magnetsim.errors import IllegalShot
from magnetsim.rules.base import CHANCE
from magnetsim.rules.xinxin.ending import outcome
from magnetsim.rules.xinxin.facts import Facts, LaidOut, PutDown, Rested, Searched, ShotResult, Spot
from magnetsim.rules.xinxin.falls import draw_catches
from magnetsim.rules.xinxin.legal import legal
from magnetsim.rules.xinxin.moves import (
    Catch,
    Collect,
    Deal,
    Decline,
    Forfeit,
    LayOut,
    LiftShooter,
    Move,
    NoStart,
    PutBack,
    SetAside,
    Shoot,
    TakeShooter,
)
from magnetsim.rules.xinxin.options import Options, Seat, Way, teams_of, way_of
from magnetsim.rules.xinxin.seats import reach_of, seats_around, start_point
from magnetsim.rules.xinxin.setup import deal, lay_out_again, new_game
from magnetsim.rules.xinxin.state import Next, Phase, State, Termination
from magnetsim.rules.xinxin.turn import (
    after_catches,
    collect,
    declined,
    forfeited,
    no_start,
    placed,
    set_aside,
    shoot,
    take,
)
from magnetsim.table import Cluster

__all__ = [
    "Catch",
    "Cluster",
    "Collect",
    "Deal",
    "Decline",
    "Facts",
    "Forfeit",
    "LaidOut",
    "LayOut",
    "LiftShooter",
    "Move",
    "NoStart",
    "Options",
    "Phase",
    "PutBack",
    "PutDown",
    "Rested",
    "Searched",
    "Seat",
    "SetAside",
    "Shoot",
    "ShotResult",
    "Spot",
    "State",
    "TakeShooter",
    "Termination",
    "Way",
    "apply",
    "chance",
    "forfeit",
    "legal",
    "new_game",
    "outcome",
    "reach_of",
    "seats_around",
    "start_point",
    "teams_of",
    "to_move",
    "turn",
    "view",
    "way_of",
]

_CHANCE_PHASES = (Phase.LAY_OUT, Phase.DEAL, Phase.CATCH)


def to_move(state: State) -> int | None:
    """The seat that decides next, CHANCE when nobody does, None when the match is over."""
    if state.phase is Phase.OVER:
        return None
    return CHANCE if state.phase in _CHANCE_PHASES else state.seat


def turn(state: State) -> int:
    """The number of the turn, from 1, over the whole match."""
    return state.turn


def chance(state: State, generator: np.random.Generator) -> Move:
    """The draw that is due: a layout's seed (X2.3), shooters and starting player (X1.3, X1.5), or catches (X4.4)."""
    if state.phase is Phase.LAY_OUT:
        return LayOut(int(generator.integers(2**32)))
    if state.phase is Phase.CATCH:
        return draw_catches(state, generator)
    drawn = generator.choice(state.table.magnet, size=len(state.playing), replace=False)
    return Deal(tuple(int(magnet) for magnet in drawn), int(generator.choice(state.playing)))


def forfeit(state: State, refusals: int) -> Move | None:
    """The forfeit, once enough moves were refused (X4.5)."""
    return Forfeit() if refusals >= state.options.refusals else None


def view(state: State, seat: int) -> State:
    """The state: all lies open, nothing is hidden in this game."""
    return state


def apply(state: State, move: Move, facts: Facts | None) -> Next:
    """The next state and what happened; IllegalShot for a refused move, ValueError for facts of the wrong kind."""
    reason = legal(state, move, facts)
    if reason is not None:
        raise IllegalShot(reason.name, reason.message)
    made = _drawn(state, move, facts) if state.phase in _CHANCE_PHASES else _chosen(state, move, facts)
    if made is None:
        got = type(facts).__name__ if facts is not None else "no facts"
        raise ValueError(f"{type(move).__name__} needs other facts than {got}; see facts.py")
    return made


def _drawn(state: State, move: Move, facts: Facts | None) -> Next | None:
    """What a draw does; None for facts of the wrong kind."""
    match move, facts:
        case LayOut(), LaidOut():
            return lay_out_again(state, facts.table)
        case Deal(), Rested():
            return deal(state, move, facts)
        case Catch(), None:
            return after_catches(state, move)
        case _:
            return None


def _chosen(state: State, move: Move, facts: Facts | None) -> Next | None:
    """What a player's move does; None for facts of the wrong kind."""
    match move, facts:
        case LiftShooter() | TakeShooter(), Rested():
            return take(state, move, facts.settled)
        case Shoot(), ShotResult():
            return shoot(state, move, facts)
        case NoStart(), Searched():
            return no_start(state)
        case Collect(), Rested():
            return collect(state, move.cluster, facts.settled)
        case Decline(), None:
            return declined(state)
        case PutBack(), PutDown():
            return placed(state, move, facts.table)
        case SetAside(), Searched():
            return set_aside(state, move.magnet)
        case Forfeit(), None:
            return forfeited(state)
        case _:
            return None
