"""The same magnets driven from Python through pymunk: what a step is compared with.

Both get the forces from our kernel. The table's friction is what Chipmunk itself has for it, a pivot and a motor for
each body that only brake; neither looks for rest, for what leaves the table, or for energies.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pymunk
from pymunk import batch

from magnetsim.kernels.dipole import dipole_forces
from magnetsim.physics import Physics
from magnetsim.physics.chipmunk import COLLISION_BIAS, COLLISION_SLOP
from magnetsim.table import GRAVITY, Floats, Table

POSE = batch.BodyFields.POSITION | batch.BodyFields.ANGLE
LOADS = batch.BodyFields.FORCE | batch.BodyFields.TORQUE


def body_by_body(table: Table) -> Callable[[int], None]:
    """What takes some steps: positions are read, and forces set, body by body."""
    space, bodies = _space(table)
    moments, step = _moments(table), Physics().step

    def run(steps: int) -> None:
        x, y, mx, my, mz, fx, fy, torque = np.zeros((8, len(bodies)))
        for _ in range(steps):
            for row, body in enumerate(bodies):
                x[row], y[row] = body.position
                angle, moment = body.angle, moments[row]
                mx[row], my[row] = moment * math.cos(angle), moment * math.sin(angle)
            dipole_forces(x, y, mx, my, mz, fx, fy, torque)
            for row, body in enumerate(bodies):
                body.force = float(fx[row]), float(fy[row])
                body.torque = float(torque[row])
            space.step(step)

    return run


def in_batches(table: Table) -> Callable[[int], None]:
    """What takes some steps: positions of all are read, and forces of all set, in one call each."""
    space, bodies = _space(table)
    moments, step, count = _moments(table), Physics().step, len(bodies)

    def run(steps: int) -> None:
        mz, fx, fy, torque = np.zeros((4, count))
        # The last one is the ground, to which friction is tied.
        loads = np.zeros((count + 1, 3))
        read, write = batch.Buffer(), batch.Buffer()
        for _ in range(steps):
            read.clear()
            batch.get_space_bodies(space, POSE, read)
            pose = np.frombuffer(read.float_buf(), dtype=np.float64).reshape(-1, 3)[:count]
            x, y = pose[:, 0].copy(), pose[:, 1].copy()
            mx, my = moments * np.cos(pose[:, 2]), moments * np.sin(pose[:, 2])
            dipole_forces(x, y, mx, my, mz, fx, fy, torque)
            loads[:-1, 0], loads[:-1, 1], loads[:-1, 2] = fx, fy, torque
            write.set_float_buf(loads.tobytes())
            batch.set_space_bodies(space, LOADS, write)
            space.step(step)

    return run


def _moments(table: Table) -> Floats:
    return np.array([table.kinds[kind].moment for kind in table.kind.tolist()])


def _space(table: Table) -> tuple[pymunk.Space, list[pymunk.Body]]:
    """A space with the magnets of a table as they lie and move."""
    space = pymunk.Space()
    space.iterations = Physics().iterations
    space.collision_slop, space.collision_bias = COLLISION_SLOP, COLLISION_BIAS
    bodies = []
    for row in range(len(table)):
        kind = table.kinds[int(table.kind[row])]
        body = pymunk.Body(kind.mass, kind.inertia)
        body.position = tuple(table.position[row].tolist())
        body.angle = float(table.angle[row])
        body.velocity = tuple(table.velocity[row].tolist())
        shapes = [pymunk.Poly(body, part.tolist(), radius=kind.outline.rounding) for part in kind.outline.parts]
        for shape in shapes:
            shape.elasticity, shape.friction = kind.restitution**0.5, kind.friction**0.5
        pivot = pymunk.PivotJoint(space.static_body, body, (0.0, 0.0), (0.0, 0.0))
        motor = pymunk.SimpleMotor(space.static_body, body, 0.0)
        most = table.board.friction_kinetic * kind.mass * GRAVITY
        pivot.max_bias, pivot.max_force = 0.0, most
        motor.max_force = most * 2.0 / 3.0 * kind.outline.bounding_radius
        space.add(body, *shapes, pivot, motor)
        bodies.append(body)
    return space, bodies
