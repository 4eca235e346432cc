"""What passes between the magnets' records and Chipmunk in a step; compiled."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from magnetsim.kernels.jit import inner
from magnetsim.kernels.lengths import squared_length
from magnetsim.physics.braking import braked, joint_limits
from magnetsim.physics.calls import call_integer, call_number, call_pointers
from magnetsim.physics.chipmunk import (
    ALL_STATE,
    DYNAMIC,
    FIELDS,
    FLOAT_COUNT,
    SET_MOTION,
    SET_VELOCITY,
    STATIC,
    Engine,
)
from magnetsim.physics.state import Field
from magnetsim.table import Floats

REST_SPEED = 0.2e-3
"""m/s below which a magnet counts as creeping."""


@inner()
def restart(engine: Engine, place: int) -> None:
    """Tell Chipmunk that a buffer is to be used from its beginning: the count is the low half of the word."""
    engine.control[place] = (engine.control[place] >> 32) << 32


@inner()
def release(engine: Engine, magnet: Any) -> None:
    """Let Chipmunk move a magnet's body."""
    call_integer(engine.set_type, magnet.body, np.int32(DYNAMIC))
    call_number(engine.set_mass, magnet.body, magnet.mass)
    call_number(engine.set_inertia, magnet.body, magnet.inertia)


@inner()
def fasten(engine: Engine, magnet: Any) -> None:
    """Make a magnet's body part of the table."""
    if magnet.jointed:
        remove_joints(engine, magnet)
    catch_up(engine, magnet)
    call_integer(engine.set_type, magnet.body, np.int32(STATIC))


@inner()
def add_joints(engine: Engine, magnet: Any) -> None:
    """Let the contact solver do the table's friction on this magnet."""
    call_pointers(engine.add_constraint, engine.space, magnet.pivot)
    call_pointers(engine.add_constraint, engine.space, magnet.motor)
    magnet.jointed = True


@inner()
def remove_joints(engine: Engine, magnet: Any) -> None:
    """Take the table's friction on this magnet out of the contact solver."""
    call_pointers(engine.remove_constraint, engine.space, magnet.pivot)
    call_pointers(engine.remove_constraint, engine.space, magnet.motor)
    magnet.jointed = False


@inner()
def catch_up(engine: Engine, magnet: Any) -> None:
    """Bring Chipmunk's body and its shapes to where a magnet has come to without it."""
    if magnet.astray:
        engine.floats[0], engine.floats[1], engine.floats[2] = magnet.x, magnet.y, magnet.angle
        engine.floats[3], engine.floats[4], engine.floats[5] = magnet.vx, magnet.vy, magnet.spin
        engine.control[FIELDS] = ALL_STATE
        restart(engine, FLOAT_COUNT)
        call_pointers(engine.set_body, magnet.body, engine.message)
        call_pointers(engine.reindex_body, engine.space, magnet.body)
        magnet.astray = False


@inner()
def set_motion(engine: Engine, magnet: Any, law: Floats) -> None:
    """Give Chipmunk a magnet's velocity and spin, its load unless it is alone, its friction if it touches others."""
    catch_up(engine, magnet)
    engine.floats[0], engine.floats[1], engine.floats[2] = magnet.vx, magnet.vy, magnet.spin
    engine.control[FIELDS] = SET_VELOCITY
    if not magnet.alone:
        engine.floats[3] = magnet.load_x if magnet.inverse_mass > 0.0 else 0.0
        engine.floats[4] = magnet.load_y if magnet.inverse_mass > 0.0 else 0.0
        engine.floats[5] = magnet.load_turn if magnet.inverse_inertia > 0.0 else 0.0
        engine.control[FIELDS] = SET_MOTION
    restart(engine, FLOAT_COUNT)
    call_pointers(engine.set_body, magnet.body, engine.message)
    if magnet.jointed:
        slide, turn = joint_limits(
            law,
            math.sqrt(squared_length(magnet.vx, magnet.vy)),
            abs(magnet.spin) * magnet.friction_radius,
            magnet.slide_static,
            magnet.slide_kinetic,
            magnet.turn_static,
            magnet.turn_kinetic,
        )
        call_number(engine.set_max_force, magnet.pivot, slide)
        call_number(engine.set_max_force, magnet.motor, turn)


@inner()
def take_over(engine: Engine, magnet: Any, field: Field, row: int, law: Floats, dt: float, now: float) -> float:
    """A magnet's state after a step of dt (s), Chipmunk's or its own where it is alone; braked unless its joints do.

    field, row : where its place in this step was foreseen        now : s, when the step began

    Returns the work (J) that outside forces did on it in the step.
    """
    was_still = is_still(magnet)
    if magnet.alone:
        # What Chipmunk does with what touches nothing, in Chipmunk's order of operations: the same bits, unasked.
        x, y, angle = field.x[row], field.y[row], field.angle[row]
        vx = magnet.vx + magnet.load_x * magnet.inverse_mass * dt
        vy = magnet.vy + magnet.load_y * magnet.inverse_mass * dt
        spin = magnet.spin + magnet.load_turn * magnet.inverse_inertia * dt
    else:
        restart(engine, FLOAT_COUNT)
        engine.control[FIELDS] = ALL_STATE
        call_pointers(engine.get_body, magnet.body, engine.message)
        x, y, angle = engine.floats[0], engine.floats[1], engine.floats[2]
        vx, vy, spin = engine.floats[3], engine.floats[4], engine.floats[5]
    work = (
        (magnet.outside_x + magnet.rate_x * now) * (magnet.vx + vx)
        + (magnet.outside_y + magnet.rate_y * now) * (magnet.vy + vy)
        + (magnet.outside_turn + magnet.rate_turn * now) * (magnet.spin + spin)
    )
    magnet.x, magnet.y, magnet.angle = x, y, angle
    magnet.before_x, magnet.before_y, magnet.before_spin = magnet.vx, magnet.vy, magnet.spin
    magnet.vx, magnet.vy, magnet.spin = vx, vy, spin
    if not magnet.jointed and not magnet.airborne:
        brake(magnet, law, dt, was_still)
    speed = max(math.sqrt(squared_length(magnet.vx, magnet.vy)), abs(magnet.spin) * magnet.friction_radius)
    magnet.quiet = magnet.quiet + 1 if speed < REST_SPEED else 0
    magnet.apart += 1
    return float(0.5 * dt * work)


@inner()
def brake(magnet: Any, law: Floats, dt: float, was_still: bool) -> None:
    """The table's friction on a magnet that touches no other, for a time dt (s)."""
    magnet.vx, magnet.vy, magnet.spin = braked(
        law,
        magnet.vx,
        magnet.vy,
        magnet.spin,
        dt * magnet.inverse_mass,
        dt * magnet.inverse_inertia,
        magnet.friction_radius,
        magnet.slide_static,
        magnet.slide_kinetic,
        magnet.turn_static,
        magnet.turn_kinetic,
        was_still,
    )


@inner()
def is_still(magnet: Any) -> bool:
    """Whether a magnet neither moves nor turns."""
    return bool(magnet.vx == 0.0 and magnet.vy == 0.0 and magnet.spin == 0.0)
