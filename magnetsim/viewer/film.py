"""A whole match or experiment as clips, one after the other, on one line of time."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence

import numpy as np

from magnetsim.clusters import BondCriteria, find_clusters
from magnetsim.experiment import Experiment
from magnetsim.rules.xinxin.game import (
    Collect,
    Deal,
    LiftShooter,
    PutBack,
    Rested,
    Shoot,
    ShotResult,
    State,
    TakeShooter,
    reach_of,
)
from magnetsim.session import Session, XinxinStep
from magnetsim.shot import Settled
from magnetsim.table import Table
from magnetsim.viewer.clip import FALL_SEEN, Clip, scene_at
from magnetsim.viewer.scene import Group, Reach, Scene
from magnetsim.viewer.timeline import Timeline

_HAND, _STILL, _END = 0.45, 0.55, 1.5
_KEPT = 24
"""Clips whose motion is kept once it is computed."""


class Film(Timeline[Clip]):
    """Clips of magnets. Motions are computed when they are first seen."""

    def __init__(self) -> None:
        super().__init__()
        self._motions: OrderedDict[int, Settled | None] = OrderedDict()

    def keep(self, clips: int) -> None:
        """Cut after so many clips."""
        super().keep(clips)
        for clip in [clip for clip in self._motions if clip >= clips]:
            del self._motions[clip]

    def motion(self, clip: int) -> Settled | None:
        """What moves in a clip."""
        if clip not in self._motions:
            self._motions[clip] = self.clips[clip].settled()
            while len(self._motions) > _KEPT:
                self._motions.popitem(last=False)
        self._motions.move_to_end(clip)
        return self._motions[clip]

    def scene(self, time: float) -> Scene:
        """What is seen at a time, s."""
        at, since = self.place(time)
        return scene_at(self.clips[at], self.motion(at), since)


def step_clip(session: Session, before: State, step: XinxinStep) -> Clip:
    """The clip of one move, made in a state."""
    criteria = session.criteria
    found = _settled_of(step.facts)

    def settled() -> Settled | None:
        if found is None or len(found.trajectory.time) > 1:
            return found
        # A record keeps no ways: they are computed again, from the state in which the move was made.
        return _settled_of(session.world(before, step.move))

    by_hand = isinstance(step.move, LiftShooter | TakeShooter | Collect | Shoot | PutBack | Deal)
    last = step.after.termination is not None
    return Clip(
        turn=step.turn,
        seat=step.mover if step.mover >= 0 else before.seat,
        before=state_scene(before, criteria),
        after=state_scene(step.after, criteria),
        kind_of=dict(zip(before.laid.magnet.tolist(), before.laid.kind.tolist(), strict=True)),
        owner_of={magnet: seat for seat, magnet in enumerate(step.after.shooter) if magnet is not None},
        hand=_HAND if by_hand else 0.0,
        moving=_moving(found),
        still=_END if last else _STILL if isinstance(step.move, Shoot) else 0.1,
        settled=settled,
    )


def opening_clip(start: State, criteria: BondCriteria) -> Clip:
    """What is seen of a match that is taken up in its middle before anybody moves."""
    lying = state_scene(start, criteria)
    return Clip(
        turn=start.turn,
        seat=start.seat,
        before=lying,
        after=lying,
        kind_of={},
        owner_of={},
        hand=0.0,
        moving=0.0,
        still=_STILL,
        settled=lambda: None,
    )


def experiment_film(experiment: Experiment, criteria: BondCriteria) -> Film:
    """The film of an experiment: its magnets let go."""
    table, film = experiment.start, Film()
    film.add(
        Clip(
            turn=1,
            seat=-1,
            before=table_scene(table, {}, criteria),
            after=table_scene(experiment.settled.table, {}, criteria),
            kind_of=dict(zip(table.magnet.tolist(), table.kind.tolist(), strict=True)),
            owner_of={},
            hand=0.0,
            moving=_moving(experiment.settled),
            still=_END,
            settled=lambda: experiment.settled,
        )
    )
    return film


def state_scene(state: State, criteria: BondCriteria) -> Scene:
    """All at rest, with seats, shooters, clusters and those on offer."""
    owners = {magnet: seat for seat, magnet in enumerate(state.shooter) if magnet is not None}
    length = reach_of(state)
    reaches = tuple(Reach(seat.middle, length) for seat in state.seats)
    return table_scene(state.table, owners, criteria, state.on_offer, reaches, state.seat)


def table_scene(
    table: Table,
    owners: Mapping[int, int],
    criteria: BondCriteria,
    new: Sequence[frozenset[int]] = (),
    reaches: tuple[Reach, ...] = (),
    seat: int = -1,
) -> Scene:
    """A table at rest; owners : by magnet, the seat whose shooter it is; new : clusters that were just made."""
    row = {int(magnet): at for at, magnet in enumerate(table.magnet)}
    clusters = find_clusters(table, table.bonds, criteria)
    return Scene(
        board=table.board,
        kinds=table.kinds,
        magnet=table.magnet,
        kind=table.kind,
        pose=np.column_stack([table.position, table.angle, np.zeros(len(table))]),
        opacity=np.ones(len(table)),
        owner=np.array([owners.get(int(magnet), -1) for magnet in table.magnet], dtype=np.int64),
        groups=tuple(Group(tuple(sorted(row[one] for one in cluster)), cluster in new) for cluster in clusters),
        bonds=tuple(sorted((row[a], row[b]) for a, b in table.bonds)),
        reaches=reaches,
        seat=seat,
    )


def _moving(settled: Settled | None) -> float:
    """For how long (s) magnets are seen to move, the last fall included."""
    if settled is None:
        return 0.0
    return settled.duration + (FALL_SEEN if settled.exits else 0.0)


def _settled_of(facts: object) -> Settled | None:
    """What moved, of facts that say so."""
    return facts.settled if isinstance(facts, Rested | ShotResult) else None
