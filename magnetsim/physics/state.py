"""The arrays that one shot works on: what the magnets are, how they move, what has been seen."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from magnetsim.kernels.friction import sliding_table
from magnetsim.kernels.gap import Shapes, flat_shapes
from magnetsim.physics.chipmunk import PINNED_MASS
from magnetsim.physics.settings import OutsideForce
from magnetsim.table import Board, Booleans, Floats, Integers, Table

HELD = 0
AWAKE = 1
PINNED = 2
LEAVING = 3
GONE = 4

NOWHERE = 1e3
"""m; farther than anything on a table."""

Counts = npt.NDArray[np.int32]


class Magnets(NamedTuple):
    """What does not change in a shot; arrays (n,).

    body_mass, body_inertia : kg, kg·m², as Chipmunk has them, pinned ones made heavy
    inverse_mass, inverse_inertia : of what is free to move, else 0
    moment, moment_z : A·m²
    reach : m, of the outline from the centroid; −NOWHERE for what cannot be touched; −NOWHERE for what cannot be touched
    friction_radius : m, R of the friction law
    slide_static, slide_kinetic : N, the most that the table's friction holds or brakes
    turn_static, turn_kinetic : N·m, likewise, of spinning (turn_kinetic = µ N R, before the law's factor)
    outside, outside_rate : (n, 3) N, N, N·m and the same a second
    law : the table of sliding factors        shapes, kind : outlines, and which of them each magnet has
    """

    body_mass: Floats
    body_inertia: Floats
    inverse_mass: Floats
    inverse_inertia: Floats
    moment: Floats
    moment_z: Floats
    reach: Floats
    friction_radius: Floats
    slide_static: Floats
    slide_kinetic: Floats
    turn_static: Floats
    turn_kinetic: Floats
    outside: Floats
    outside_rate: Floats
    law: Floats
    shapes: Shapes
    kind: Integers


class Motion(NamedTuple):
    """What changes from step to step; arrays (n,) unless a shape is given.

    x, y, angle, vx, vy, spin : m, rad, m/s, rad/s; velocities are half a step ahead of positions
    px, py, pangle : where the next step will find the magnets
    mx, my, mz : A·m²        fx, fy, torque : N, N·m, magnetic, where the step finds them
    status : HELD, AWAKE, PINNED, LEAVING or GONE
    group : number of the touching group a held magnet rests in, −1 for none
    rest_load : (n, 3) load when it came to rest
    jointed : its friction is in the contact solver
    airborne : a delivered magnet, before it is over the table
    quiet : steps in a row that it has crept more slowly than REST_SPEED
    apart : steps in a row that it has touched nothing
    crowded : a moving magnet is within reach in this step
    touched : (n, n) the last step in which a pair touched, −1 for never
    strike : (n, n) the pair's place in the log of strikes, −1 for none
    """

    x: Floats
    y: Floats
    angle: Floats
    vx: Floats
    vy: Floats
    spin: Floats
    px: Floats
    py: Floats
    pangle: Floats
    mx: Floats
    my: Floats
    mz: Floats
    fx: Floats
    fy: Floats
    torque: Floats
    status: Integers
    group: Integers
    rest_load: Floats
    jointed: Booleans
    airborne: Booleans
    quiet: Integers
    apart: Integers
    crowded: Booleans
    touched: Counts
    strike: Counts


class Log(NamedTuple):
    """What has been seen: strikes and samples, each with room for a block of steps.

    strike_pair : (s, 2) rows          strike_step : (s,)
    strike_place : (s, 2) m            strike_impulse : (s,) quanta of IMPULSE_QUANTUM
    sample_step : (k,)                 sample_pose : (k, n, 3) m, m, rad
    sample_here : (k, n)               sample_energy : (k, 3) kinetic, magnetic, work done from outside so far, J
    """

    strike_pair: Integers
    strike_step: Integers
    strike_place: Floats
    strike_impulse: Integers
    sample_step: Integers
    sample_pose: Floats
    sample_here: Booleans
    sample_energy: Floats


class Clock(NamedTuple):
    """Where the loop is.

    step : s       sample_every : s
    count : (5,) steps done, strikes logged, samples logged, first touch of the pushed magnet (0 or 1), row of a bad state
    work : (1,) J done from outside so far
    """

    step: float
    sample_every: float
    count: Integers
    work: Floats


class Surface(NamedTuple):
    """The board as the loop needs it: rim (k, 2) m, or radius m of a round one."""

    rim: Floats
    radius: float


def magnets_of(table: Table, outside: OutsideForce | None) -> Magnets:
    """The constants of this table's magnets."""
    n = len(table)
    kinds = [table.kinds[int(index)] for index in table.kind]

    def each(values: list[float]) -> Floats:
        return np.array(values, dtype=np.float64).reshape(n)

    mass = each([kind.mass for kind in kinds])
    inertia = each([kind.inertia for kind in kinds])
    weight = each([kind.weight for kind in kinds])
    mean_radius = each([kind.outline.mean_radius for kind in kinds])
    held, kept = table.pinned_position, table.pinned_angle
    forces = np.zeros((2, n, 3))
    if outside is not None:
        forces[0] = np.column_stack([outside.force, outside.torque])
        forces[1] = np.column_stack([outside.force_rate, outside.torque_rate])
    static, kinetic = table.board.friction_static, table.board.friction_kinetic
    radius = 1.5 * mean_radius  # the disc with the same mean lever, which is what the friction law is exact for
    return Magnets(
        body_mass=np.where(held, mass * PINNED_MASS, mass),
        body_inertia=np.where(kept, inertia * PINNED_MASS, inertia),
        inverse_mass=np.where(held, 0.0, 1.0 / mass),
        inverse_inertia=np.where(kept, 0.0, 1.0 / inertia),
        moment=each([kind.moment for kind in kinds]),
        moment_z=each([kind.moment_z for kind in kinds]),
        reach=np.where(table.touchable, each([kind.outline.bounding_radius for kind in kinds]), -NOWHERE),
        friction_radius=radius,
        slide_static=static * weight,
        slide_kinetic=kinetic * weight,
        turn_static=static * weight * mean_radius,
        turn_kinetic=kinetic * weight * radius,
        outside=np.ascontiguousarray(forces[0]),
        outside_rate=np.ascontiguousarray(forces[1]),
        law=sliding_table(),
        shapes=flat_shapes(
            [kind.outline.parts for kind in table.kinds],
            [kind.outline.rounding for kind in table.kinds],
            [kind.outline.bounding_radius for kind in table.kinds],
        ),
        kind=table.kind.copy(),
    )


def motion_of(table: Table) -> Motion:
    """The table's state, nothing awake yet."""
    n = len(table)
    zeros = [np.zeros(n) for _ in range(9)]
    px, py, pangle, mx, my, mz, fx, fy, torque = zeros
    status = np.where(table.pinned_position & table.pinned_angle, PINNED, HELD).astype(np.int64)
    return Motion(
        x=np.ascontiguousarray(table.position[:, 0]).copy(),
        y=np.ascontiguousarray(table.position[:, 1]).copy(),
        angle=table.angle.copy(),
        vx=np.ascontiguousarray(table.velocity[:, 0]).copy(),
        vy=np.ascontiguousarray(table.velocity[:, 1]).copy(),
        spin=table.spin.copy(),
        px=px,
        py=py,
        pangle=pangle,
        mx=mx,
        my=my,
        mz=mz,
        fx=fx,
        fy=fy,
        torque=torque,
        status=status,
        group=np.full(n, -1, dtype=np.int64),
        rest_load=table.rest_load.copy(),
        jointed=np.zeros(n, dtype=bool),
        airborne=np.zeros(n, dtype=bool),
        quiet=np.zeros(n, dtype=np.int64),
        apart=np.zeros(n, dtype=np.int64),
        crowded=np.zeros(n, dtype=bool),
        touched=np.full((n, n), -1, dtype=np.int32),
        strike=np.full((n, n), -1, dtype=np.int32),
    )


def surface_of(board: Board) -> Surface:
    """The board as the loop needs it."""
    return Surface(rim=np.ascontiguousarray(board.rim, dtype=np.float64).reshape(-1, 2), radius=board.radius)


def empty_log(n: int, strikes: int, samples: int) -> Log:
    """A log with this much room."""
    return Log(
        strike_pair=np.zeros((strikes, 2), dtype=np.int64),
        strike_step=np.zeros(strikes, dtype=np.int64),
        strike_place=np.zeros((strikes, 2)),
        strike_impulse=np.zeros(strikes, dtype=np.int64),
        sample_step=np.zeros(samples, dtype=np.int64),
        sample_pose=np.zeros((samples, n, 3)),
        sample_here=np.zeros((samples, n), dtype=bool),
        sample_energy=np.zeros((samples, 3)),
    )
