"""One move as a short film: a hand takes and sets magnets, then they move, then all is still for a moment."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from magnetsim.shot import Settled
from magnetsim.table import GRAVITY, Booleans
from magnetsim.viewer.scene import Scene

_RAISED = 0.045
FALL_SEEN = 0.30
"""For how long (s) a magnet that left the table is seen to fall."""


@dataclass(frozen=True, slots=True, eq=False)
class Clip:
    """What is to be seen of one move.

    turn : its number            seat : whose, -1 of nobody
    before, after : all at rest
    kind_of : by magnet, the index of its kind        owner_of : by magnet, the seat whose shooter it is
    hand, moving, still : s, how long the hand takes, how long magnets move, how long the end is shown
    settled : computes the motion; returns None where nothing moves
    """

    turn: int
    seat: int
    before: Scene
    after: Scene
    kind_of: Mapping[int, int]
    owner_of: Mapping[int, int]
    hand: float
    moving: float
    still: float
    settled: Callable[[], Settled | None]

    @property
    def length(self) -> float:
        """In s."""
        return self.hand + self.moving + self.still

    @property
    def told_from(self) -> float:
        """From when in it (s) what the move leads to is seen."""
        return self.hand + self.moving


def scene_at(clip: Clip, settled: Settled | None, time: float) -> Scene:
    """What is seen at a time (s) after the clip's start.

    settled : what clip.settled computed
    """
    if time >= clip.hand + clip.moving:
        return clip.after
    if settled is None or time < clip.hand:
        return _by_hand(clip, settled, min(1.0, time / clip.hand) if clip.hand else 1.0)
    return _moving(clip, settled, time - clip.hand)


def _by_hand(clip: Clip, settled: Settled | None, share: float) -> Scene:
    """Magnets that leave rise and fade, magnets that come sink to where they will stand."""
    before, start = clip.before, _start(clip, settled)
    ease = share * share * (3 - 2 * share)
    leaving = ~np.isin(before.magnet, start.magnet)
    coming = ~np.isin(start.magnet, before.magnet)
    if not leaving.any() and not coming.any():
        return before
    gone, come = _rows(before, leaving), _rows(start, coming)
    gone.pose[:, 3] += _RAISED * ease
    come.pose[:, 3] += _RAISED * (1 - ease)
    kept = _rows(before, ~leaving)
    parts = (kept, replace(gone, opacity=gone.opacity * (1 - ease)), replace(come, opacity=come.opacity * ease))
    return _joined(before, parts)


def _start(clip: Clip, settled: Settled | None) -> Scene:
    """The scene as the motion begins."""
    return clip.after if settled is None else _moving(clip, settled, 0.0)


def _moving(clip: Clip, settled: Settled, time: float) -> Scene:
    """All on their ways at a time (s) after these began."""
    way = settled.trajectory
    at = min(max(time, 0.0), float(way.time[-1]))
    row = min(max(int(np.searchsorted(way.time, at, side="right")) - 1, 0), max(0, len(way.time) - 2))
    last = min(row + 1, len(way.time) - 1)
    span = float(way.time[last] - way.time[row])
    share = (at - float(way.time[row])) / span if span > 0 else 0.0
    pose = np.zeros((len(way.magnet), 4))
    pose[:, :2] = way.position[row] + share * (way.position[last] - way.position[row])
    pose[:, 2] = way.angle[row] + share * (way.angle[last] - way.angle[row])
    opacity = np.where(way.present[row] & way.present[last], 1.0, 0.0)
    for gone in settled.exits:
        fallen = int(np.flatnonzero(way.magnet == gone.magnet)[0])
        since = time - gone.time
        if since >= 0:
            height = -0.5 * GRAVITY * since**2
            x, y = (place + since * speed for place, speed in zip(gone.position, gone.velocity, strict=True))
            pose[fallen] = (x, y, gone.angle + since * gone.spin, height)
            opacity[fallen] = max(0.0, 1 - since / FALL_SEEN)
    magnets = way.magnet.tolist()
    return replace(
        clip.before,
        magnet=way.magnet,
        kind=np.array([clip.kind_of[magnet] for magnet in magnets], dtype=np.int64),
        pose=pose,
        opacity=opacity,
        owner=np.array([clip.owner_of.get(magnet, -1) for magnet in magnets], dtype=np.int64),
        groups=(),
        bonds=(),
    )


def _rows(scene: Scene, chosen: Booleans) -> Scene:
    """Some of a scene's magnets, alone."""
    return replace(
        scene,
        magnet=scene.magnet[chosen],
        kind=scene.kind[chosen],
        pose=scene.pose[chosen].copy(),
        opacity=scene.opacity[chosen],
        owner=scene.owner[chosen],
        groups=(),
        bonds=(),
    )


def _joined(scene: Scene, parts: tuple[Scene, ...]) -> Scene:
    """A scene with the magnets of several, those that stay first; clusters are shown of which no magnet is taken."""
    row = {int(magnet): at for at, magnet in enumerate(parts[0].magnet)}
    at = [row.get(int(magnet), -1) for magnet in scene.magnet]
    groups = (replace(group, members=tuple(at[member] for member in group.members)) for group in scene.groups)
    bonds = ((at[first], at[second]) for first, second in scene.bonds)
    return replace(
        scene,
        magnet=np.concatenate([part.magnet for part in parts]),
        kind=np.concatenate([part.kind for part in parts]),
        pose=np.concatenate([part.pose for part in parts]),
        opacity=np.concatenate([part.opacity for part in parts]),
        owner=np.concatenate([part.owner for part in parts]),
        groups=tuple(group for group in groups if min(group.members) >= 0),
        bonds=tuple(bond for bond in bonds if min(bond) >= 0),
    )
