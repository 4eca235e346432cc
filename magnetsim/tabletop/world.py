"""What a move does on the table: lifts, stands, shoots, settles, reads clusters; reports facts and judges nothing.

rules/xinxin/facts.py says which facts belong to which move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from magnetsim.clusters import find_clusters
from magnetsim.physics import Physics, settle
from magnetsim.rules.xinxin.game import (
    Catch,
    Collect,
    Deal,
    Decline,
    Facts,
    Forfeit,
    LaidOut,
    LayOut,
    LiftShooter,
    Move,
    NoStart,
    PutBack,
    PutDown,
    Rested,
    Searched,
    SetAside,
    Shoot,
    ShotResult,
    State,
    TakeShooter,
)
from magnetsim.shot import Delivery
from magnetsim.table import Placed, Table
from magnetsim.tabletop.spots import find_put_back, find_start
from magnetsim.tabletop.standing import as_it_lies, stand, take_off

World = Callable[[State, Move], Facts | None]
"""What reports the facts of a move, made in a state."""


def tabletop(lay_out: Callable[[int], Table], physics: Physics) -> World:
    """The world of 《心心相引》.

    lay_out : makes the table of a whole new game from a seed

    What it returns raises PhysicsError where a state leaves the finite numbers.
    """

    def world(state: State, move: Move) -> Facts | None:
        match move:
            case LayOut():
                return LaidOut(settle(lay_out(move.seed), None, physics).table)
            case Deal():
                return _rested(state, move.into_hands, physics)
            case LiftShooter():
                shooter = state.shooter[state.seat]
                return _rested(state, () if shooter is None else (shooter,), physics)
            case TakeShooter():
                return _rested(state, (move.magnet,), physics)
            case Collect():
                return _rested(state, move.cluster, physics)
            case Shoot():
                return _shot(state, move, physics)
            case NoStart():
                return Searched(find_start(state, physics))
            case PutBack():
                return _put_down(state, move, physics)
            case SetAside():
                return Searched(find_put_back(state, move.magnet, physics))
            case Catch() | Decline() | Forfeit():
                return None

    return world


def _rested(state: State, magnets: Iterable[int], physics: Physics) -> Rested:
    return Rested(*take_off(state.table, magnets, physics))


def _shot(state: State, move: Shoot, physics: Physics) -> ShotResult:
    """Stand the shooter at its spot; if that touches and stirs nothing, send it in and see what it did."""
    placed = _placed(state, move.shot.magnet, move.position, move.angle)
    spot, table = stand(state.table, placed, physics, held=isinstance(move.shot, Delivery))
    if spot.touches or spot.moves:
        return ShotResult(spot)
    settled = as_it_lies(settle(table, move.shot, physics))
    return ShotResult(spot, settled, find_clusters(settled.table, settled.table.bonds, physics.criteria))


def _put_down(state: State, move: PutBack, physics: Physics) -> PutDown:
    """Stand a waiting magnet on the table, without the motion it fell with."""
    spot, table = stand(state.table, _placed(state, move.magnet, move.position, move.angle), physics)
    return PutDown(spot) if spot.touches or spot.moves else PutDown(spot, table)


def _placed(state: State, magnet: int, position: tuple[float, float], angle: float) -> Placed:
    return Placed(magnet, int(state.laid.kind[state.laid.row(magnet)]), position, angle)
