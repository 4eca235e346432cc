"""How a shot sets a resting magnet going."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from magnetsim.kernels.gap import flat_shapes, pair_gap
from magnetsim.outline import disc_outline
from magnetsim.physics.chipmunk import FINGER_RADIUS
from magnetsim.shot import Flick, Push, Shot
from magnetsim.table import Table, with_arrays

FINGER_FRICTION = 0.5
"""Between a finger tip and a magnet."""


@dataclass(frozen=True, slots=True)
class Finger:
    """A finger that pushes the magnet in this row: where it starts (m), how it moves (m/s), for how long (s)."""

    row: int
    position: tuple[float, float]
    velocity: tuple[float, float]
    duration: float


def started(table: Table, shot: Shot | None) -> Table:
    """The table just after the hand has acted: same places; a push changes no velocity, what is pinned gets none."""
    velocity, spin = table.velocity.copy(), table.spin.copy()
    if shot is not None and not isinstance(shot, Push):
        row = table.row(shot.magnet)
        velocity[row] += shot.speed * np.array([math.cos(shot.direction), math.sin(shot.direction)])
        if isinstance(shot, Flick):
            kind = table.kinds[int(table.kind[row])]
            spin[row] -= kind.mass * shot.speed * shot.offset / kind.inertia
        else:
            spin[row] += shot.spin
    velocity[table.pinned_position] = 0.0
    spin[table.pinned_angle] = 0.0
    return with_arrays(table, velocity=velocity, spin=spin)


def closing_speed(table: Table, shot: Shot | None) -> float:
    """The highest speed (m/s) with which two magnets, or a magnet and the finger, may approach at the start."""
    pushed = [shot.speed] if isinstance(shot, Push) else []
    speeds = np.hypot(table.velocity[:, 0], table.velocity[:, 1])[table.touchable]
    return float(sum(sorted([*speeds.tolist(), *pushed])[-2:]))


def finger_behind(table: Table, push: Push, step: float) -> Finger:
    """The finger of this push, which in its first step (s) comes to touch the magnet from behind.

    If it touched it before that, it would be a step's way deep in it by the time the contact is found, and Chipmunk,
    parting them over the next 20 ms, would drive the magnet ahead of the finger.
    """
    row = table.row(push.magnet)
    along = np.array([math.cos(push.direction), math.sin(push.direction)])
    left = np.array([-along[1], along[0]])
    outline = table.kinds[int(table.kind[row])].outline

    shapes = flat_shapes([outline, disc_outline(FINGER_RADIUS)])

    def gap(back: float) -> float:
        place = table.position[row] + push.offset * left - back * along
        x, y = table.position[row]
        return pair_gap(shapes, 0, x, y, table.angle[row], 1, place[0], place[1], 0.0)[0]

    near, far = 0.0, outline.bounding_radius + abs(push.offset) + FINGER_RADIUS
    for _ in range(40):
        middle = 0.5 * (near + far)
        near, far = (near, middle) if gap(middle) > 0.0 else (middle, far)
    place = table.position[row] + push.offset * left - (far + push.speed * step) * along
    return Finger(
        row=row,
        position=(float(place[0]), float(place[1])),
        velocity=(float(push.speed * along[0]), float(push.speed * along[1])),
        duration=push.stroke / push.speed + step,
    )
