"""What every strategy does alike in a turn: it asks its own policies for what the phase wants."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

import numpy as np

from magnetsim.match import Request
from magnetsim.rules.xinxin.game import (
    Cluster,
    Collect,
    LiftShooter,
    Move,
    NoStart,
    Phase,
    PutBack,
    SetAside,
    Shoot,
    State,
    TakeShooter,
)
from magnetsim.shot import Delivery
from magnetsim.tabletop.footing import stands_well
from magnetsim.tabletop.spots import Pose, table_poses


class Policies(Protocol):
    """The choices that are a strategy's own; each draws from the generator or not."""

    def shots(self, view: State, magnet: int, generator: np.random.Generator) -> Iterable[Shoot]:
        """Shots with this magnet in the order in which they are liked; the first possible one is taken."""

    def new_shooter(self, view: State, magnets: Sequence[int], generator: np.random.Generator) -> int:
        """Which of these magnets becomes the own shooter."""

    def cluster(self, clusters: Sequence[Cluster], generator: np.random.Generator) -> Cluster:
        """Which of these new clusters is taken."""

    def put_back(self, view: State, poses: Sequence[Pose], generator: np.random.Generator) -> Iterable[Pose]:
        """Poses on the table in the order in which they are liked for a fallen magnet."""


def decide(policies: Policies, request: Request[State, Move], generator: np.random.Generator, touch_gap: float) -> Move:
    """The move that these policies make in whatever phase the turn is.

    touch_gap : m, nearer than which magnets count as touching
    """
    view = request.view
    match view.phase:
        case Phase.RETURN | Phase.PUT_BACK:
            return _put_back(policies, request, generator, touch_gap)
        case Phase.TAKE:
            if view.shooter[request.seat] is not None:
                return LiftShooter()
            return TakeShooter(policies.new_shooter(view, view.offered_shooters(request.seat), generator))
        case Phase.CHOOSE:
            return Collect(policies.cluster(view.on_offer, generator))
        case _:
            return _shoot(policies, request, generator, touch_gap)


def _shoot(policies: Policies, request: Request[State, Move], generator: np.random.Generator, touch_gap: float) -> Move:
    view = request.view
    magnet = view.hand[request.seat]
    if magnet is None:
        raise ValueError(f"seat {request.seat} is asked to shoot with no shooter in hand")
    kind = view.laid.kind_of(magnet)
    refused = [one.move for one in request.refused]
    tried = {(one.position, one.angle) for one in refused if isinstance(one, Shoot)}
    stands_free = stands_well(view.table, kind, touch_gap)
    stands_held = stands_well(view.table, kind, touch_gap, held=True)
    for shoot in policies.shots(view, magnet, generator):
        stands = stands_held if isinstance(shoot.shot, Delivery) else stands_free
        is_new = (shoot.position, shoot.angle) not in tried
        if is_new and request.legal(shoot) is None and stands(*shoot.position, shoot.angle):
            return shoot
    return NoStart()


def _put_back(
    policies: Policies, request: Request[State, Move], generator: np.random.Generator, touch_gap: float
) -> Move:
    view = request.view
    magnet = view.waiting[0]
    kind = view.laid.kind_of(magnet)
    refused = [one.move for one in request.refused]
    tried = {(*one.position, one.angle) for one in refused if isinstance(one, PutBack)}
    stands = stands_well(view.table, kind, touch_gap)
    poses = tuple(table_poses(view.table.board, kind))
    for pose in policies.put_back(view, poses, generator):
        if pose not in tried and stands(*pose):
            return PutBack(magnet, pose[:2], pose[2])
    return SetAside(magnet)
