"""The compiled loop: many steps of Chipmunk with magnetism, table friction, rest and the rim, without the interpreter.

One step: predict where Chipmunk will move the magnets; take the magnetic forces there; wake what they, or a near moving
magnet, may move; let Chipmunk step; brake what touches nothing; look for contacts, exits and rest.
The method is described in docs/physics.md.
"""

from __future__ import annotations

import math

import numpy as np

from magnetsim.kernels.dipole import dipole_energy, dipole_forces
from magnetsim.kernels.gap import pair_gap
from magnetsim.kernels.jit import jit
from magnetsim.physics.calls import call_integer, call_number, call_pointers, call_three_pointers
from magnetsim.physics.chipmunk import (
    ARBITER_FLOATS,
    ARBITER_INTEGERS,
    DYNAMIC,
    GET_ARBITER,
    GET_STATE,
    SET_FORCE,
    SET_VELOCITY,
    STATIC,
    Engine,
)
from magnetsim.physics.braking import braked, joint_limits
from magnetsim.physics.state import AWAKE, GONE, HELD, LEAVING, Clock, Log, Magnets, Motion, Surface

RESTING, BLOCK_DONE, MAGNET_LEFT, FINGER_DONE, LOG_FULL, NOT_FINITE = range(6)

WAKE_FRACTION = 0.05
"""Share of its static limit by which a resting group's outside load may change before it is woken."""
REST_SPEED = 0.2e-3
"""m/s below which a magnet that touches others counts as creeping."""
REST_STEPS = 60
"""Steps in a row that a whole touching group must creep before it is held."""
NEAR = 0.3e-3
"""m between outlines' circles at which a moving magnet wakes a resting one."""
TOUCH_MEMORY = 4
"""Steps for which a contact that flickers still counts."""
STILL_TOUCHING = 2**30
"""Last touch of pairs that rest in contact."""
IMPULSE_QUANTUM = 1e-15
"""N·s; impulses are summed as whole quanta, because the order in which Chipmunk lists contacts follows addresses."""

_STEPS, _STRIKES, _SAMPLES, _TOUCHED, _BAD = range(5)


@jit()
def launch(engine: Engine, magnets: Magnets, motion: Motion, clock: Clock) -> int:
    """Wake what moves or must, the rest being held, and give the velocities their half step ahead.

    Returns NOT_FINITE or BLOCK_DONE.
    """
    n = len(motion.x)
    for row in range(n):
        _predict(magnets, motion, row, 0.0)
    if not _magnetism(motion, clock):
        return NOT_FINITE
    _wake_loaded(engine, magnets, motion, 0.0)
    half = 0.5 * clock.step
    for row in range(n):
        moving = motion.vx[row] != 0.0 or motion.vy[row] != 0.0 or motion.spin[row] != 0.0
        if motion.status[row] == HELD and (moving or motion.airborne[row] or magnets.slide_static[row] == 0.0):
            _wake_with_group(engine, magnets, motion, row)
    for row in range(n):
        if motion.status[row] != AWAKE:
            continue
        if motion.group[row] < 0:
            was_still = motion.vx[row] == 0.0 and motion.vy[row] == 0.0 and motion.spin[row] == 0.0
            force_x = motion.fx[row] + magnets.outside[row, 0]
            force_y = motion.fy[row] + magnets.outside[row, 1]
            torque = motion.torque[row] + magnets.outside[row, 2]
            motion.vx[row] += force_x * magnets.inverse_mass[row] * half
            motion.vy[row] += force_y * magnets.inverse_mass[row] * half
            motion.spin[row] += torque * magnets.inverse_inertia[row] * half
            if not motion.airborne[row]:
                _brake(magnets, motion, row, half, was_still)
        _set_velocity(engine, motion, row)
    return BLOCK_DONE


@jit()
def rouse(engine: Engine, magnets: Magnets, motion: Motion, row: int) -> None:
    """Wake a held magnet, and what it touches, because a hand is upon it."""
    if motion.status[row] == HELD:
        _wake_with_group(engine, magnets, motion, row)


@jit()
def advance(
    engine: Engine,
    magnets: Magnets,
    motion: Motion,
    surface: Surface,
    clock: Clock,
    log: Log,
    steps: int,
    until_rest: bool,
    pushed: int,
    finger_vx: float,
    finger_vy: float,
) -> int:
    """Up to `steps` steps; returns why it stopped.

    until_rest : stop as soon as everything rests
    pushed : row of a magnet that a finger drives, −1 for none; finger_vx, finger_vy : m/s
    """
    n = len(motion.x)
    for _ in range(steps):
        if clock.count[_STRIKES] + 8 * n > len(log.strike_step) or clock.count[_SAMPLES] + 1 > len(log.sample_step):
            return LOG_FULL
        now = clock.count[_STEPS] * clock.step
        for row in range(n):
            if motion.status[row] == AWAKE:
                _predict(magnets, motion, row, clock.step)
        if not _magnetism(motion, clock):
            return NOT_FINITE
        _wake_loaded(engine, magnets, motion, now)
        near = _wake_near(engine, magnets, motion)
        awake = 0
        for row in range(n):
            if motion.status[row] == AWAKE:
                awake += 1
        if awake == 0 and until_rest:
            return RESTING
        clock.count[_STEPS] += 1
        left = False
        if awake > 0:
            _load(engine, magnets, motion, now)
            call_number(engine.step, engine.space, clock.step)
            for row in range(n):
                if motion.status[row] == AWAKE:
                    _take_over(engine, magnets, motion, clock, now, row)
            if near or pushed >= 0:
                _read_contacts(engine, motion, clock, log, pushed, finger_vx, finger_vy)
            left = _cross_rim(motion, surface)
            _change_joints(engine, motion)
            _rest(engine, magnets, motion, clock, now)
        step = clock.count[_STEPS]
        if math.floor(step * clock.step / clock.sample_every) > math.floor((step - 1) * clock.step / clock.sample_every):
            sample(magnets, motion, clock, log)
        if left:
            return MAGNET_LEFT
        if clock.count[_TOUCHED] > 0 and pushed >= 0:
            return FINGER_DONE
    return BLOCK_DONE


@jit()
def sample(magnets: Magnets, motion: Motion, clock: Clock, log: Log) -> None:
    """Note where everything is, and its energies.

    Energies are taken half a step on, where positions (carried there) and velocities are of one time.
    """
    n = len(motion.x)
    at = clock.count[_SAMPLES]
    clock.count[_SAMPLES] += 1
    log.sample_step[at] = clock.count[_STEPS]
    x, y = np.empty(n), np.empty(n)
    mx, my = np.empty(n), np.empty(n)
    half = 0.5 * clock.step
    kinetic = 0.0
    for row in range(n):
        log.sample_pose[at, row, 0] = motion.x[row]
        log.sample_pose[at, row, 1] = motion.y[row]
        log.sample_pose[at, row, 2] = motion.angle[row]
        log.sample_here[at, row] = motion.status[row] < LEAVING
        x[row] = motion.x[row] + motion.vx[row] * half
        y[row] = motion.y[row] + motion.vy[row] * half
        angle = motion.angle[row] + motion.spin[row] * half
        moment = magnets.moment[row] if motion.status[row] != GONE else 0.0
        mx[row] = moment * math.cos(angle)
        my[row] = moment * math.sin(angle)
        if motion.status[row] == AWAKE:
            if magnets.inverse_mass[row] > 0.0:
                kinetic += 0.5 * (motion.vx[row] ** 2 + motion.vy[row] ** 2) / magnets.inverse_mass[row]
            if magnets.inverse_inertia[row] > 0.0:
                kinetic += 0.5 * motion.spin[row] ** 2 / magnets.inverse_inertia[row]
    log.sample_energy[at, 0] = kinetic
    log.sample_energy[at, 1] = dipole_energy(x, y, mx, my, motion.mz)
    log.sample_energy[at, 2] = clock.work[0]


@jit()
def _predict(magnets: Magnets, motion: Motion, row: int, dt: float) -> None:
    motion.px[row] = motion.x[row] + motion.vx[row] * dt
    motion.py[row] = motion.y[row] + motion.vy[row] * dt
    motion.pangle[row] = motion.angle[row] + motion.spin[row] * dt
    motion.mx[row] = magnets.moment[row] * math.cos(motion.pangle[row])
    motion.my[row] = magnets.moment[row] * math.sin(motion.pangle[row])
    motion.mz[row] = magnets.moment_z[row]


@jit()
def _magnetism(motion: Motion, clock: Clock) -> bool:
    """Fill the forces; false, with the row noted, when one is not finite."""
    dipole_forces(
        motion.px, motion.py, motion.mx, motion.my, motion.mz, motion.fx, motion.fy, motion.torque
    )
    total = 0.0
    for row in range(len(motion.x)):
        total += abs(motion.fx[row]) + abs(motion.fy[row]) + abs(motion.torque[row])
    if math.isfinite(total):
        return True
    for row in range(len(motion.x)):
        if not math.isfinite(motion.fx[row] + motion.fy[row] + motion.torque[row]):
            clock.count[_BAD] = row
            break
    return False


@jit()
def _beyond(magnets: Magnets, row: int, force_x: float, force_y: float, torque: float, share: float) -> bool:
    """Whether a force and torque exceed this share of what the table's static friction holds, as an ellipse."""
    slide = magnets.slide_static[row] ** 2
    turn = magnets.turn_static[row] ** 2
    load = 0.0
    if magnets.inverse_mass[row] > 0.0:
        load += (force_x**2 + force_y**2) * turn
    if magnets.inverse_inertia[row] > 0.0:
        load += torque**2 * slide
    return load > share**2 * slide * turn


@jit()
def _wake_loaded(engine: Engine, magnets: Magnets, motion: Motion, now: float) -> None:
    """Wake a lone magnet whose load friction does not hold, and a group whose outside load has changed."""
    for row in range(len(motion.x)):
        if motion.status[row] != HELD:
            continue
        force_x = motion.fx[row] + magnets.outside[row, 0] + magnets.outside_rate[row, 0] * now
        force_y = motion.fy[row] + magnets.outside[row, 1] + magnets.outside_rate[row, 1] * now
        torque = motion.torque[row] + magnets.outside[row, 2] + magnets.outside_rate[row, 2] * now
        if motion.group[row] < 0:
            if _beyond(magnets, row, force_x, force_y, torque, 1.0):
                _wake(engine, magnets, motion, row)
            continue
        rest = motion.rest_load[row]
        # Within a resting group the mates' forces do not change, so any change comes from outside.
        if math.isnan(rest[0]) or _beyond(
            magnets, row, force_x - rest[0], force_y - rest[1], torque - rest[2], WAKE_FRACTION
        ):
            _wake_with_group(engine, magnets, motion, row)


@jit()
def _wake_near(engine: Engine, magnets: Magnets, motion: Motion) -> bool:
    """Wake what a moving magnet may touch in this step: struck while held, it would be as heavy as the table.

    Returns whether any two magnets may touch.
    """
    n = len(motion.x)
    near = False
    motion.crowded[:] = False
    for row in range(n):
        if motion.status[row] != AWAKE:
            continue
        moving = motion.vx[row] != 0.0 or motion.vy[row] != 0.0 or motion.spin[row] != 0.0
        for other in range(n):
            if other == row or motion.status[other] >= LEAVING:
                continue
            dx = motion.px[other] - motion.px[row]
            dy = motion.py[other] - motion.py[row]
            reach = magnets.reach[row] + magnets.reach[other] + NEAR
            if reach < 0.0 or dx * dx + dy * dy > reach * reach:
                continue
            near = True
            if moving:
                motion.crowded[other] = True
                if motion.status[other] == HELD and _may_touch(magnets, motion, row, other):
                    _wake_with_group(engine, magnets, motion, other)
    return near


@jit()
def _may_touch(magnets: Magnets, motion: Motion, row: int, other: int) -> bool:
    """Whether two magnets within reach come near enough; a lone one may be woken for nothing, a group may not."""
    if motion.group[other] < 0:
        return True
    gap = pair_gap(
        magnets.shapes,
        magnets.kind[row],
        motion.px[row],
        motion.py[row],
        motion.pangle[row],
        magnets.kind[other],
        motion.px[other],
        motion.py[other],
        motion.pangle[other],
        NEAR,
    )[0]
    return gap <= NEAR


@jit()
def _wake_with_group(engine: Engine, magnets: Magnets, motion: Motion, row: int) -> None:
    group = motion.group[row]
    if group < 0:
        _wake(engine, magnets, motion, row)
        return
    for other in range(len(motion.x)):
        if motion.group[other] == group and motion.status[other] == HELD:
            _wake(engine, magnets, motion, other)


@jit()
def _wake(engine: Engine, magnets: Magnets, motion: Motion, row: int) -> None:
    call_integer(engine.set_type, engine.bodies[row], np.int32(DYNAMIC))
    call_number(engine.set_mass, engine.bodies[row], magnets.body_mass[row])
    call_number(engine.set_inertia, engine.bodies[row], magnets.body_inertia[row])
    motion.status[row] = AWAKE
    motion.quiet[row] = 0
    motion.apart[row] = 0
    if motion.group[row] >= 0:
        _add_joints(engine, motion, row)


@jit()
def _hold(engine: Engine, magnets: Magnets, motion: Motion, row: int, group: int, now: float) -> None:
    if motion.jointed[row]:
        _remove_joints(engine, motion, row)
    call_integer(engine.set_type, engine.bodies[row], np.int32(STATIC))
    motion.status[row] = HELD
    motion.group[row] = group
    motion.vx[row] = 0.0
    motion.vy[row] = 0.0
    motion.spin[row] = 0.0
    motion.rest_load[row, 0] = motion.fx[row] + magnets.outside[row, 0] + magnets.outside_rate[row, 0] * now
    motion.rest_load[row, 1] = motion.fy[row] + magnets.outside[row, 1] + magnets.outside_rate[row, 1] * now
    motion.rest_load[row, 2] = motion.torque[row] + magnets.outside[row, 2] + magnets.outside_rate[row, 2] * now
    _predict(magnets, motion, row, 0.0)


@jit()
def _add_joints(engine: Engine, motion: Motion, row: int) -> None:
    call_pointers(engine.add_constraint, engine.space, engine.pivots[row])
    call_pointers(engine.add_constraint, engine.space, engine.motors[row])
    motion.jointed[row] = True


@jit()
def _remove_joints(engine: Engine, motion: Motion, row: int) -> None:
    call_pointers(engine.remove_constraint, engine.space, engine.pivots[row])
    call_pointers(engine.remove_constraint, engine.space, engine.motors[row])
    motion.jointed[row] = False


@jit()
def _set_velocity(engine: Engine, motion: Motion, row: int) -> None:
    engine.floats[0] = motion.vx[row]
    engine.floats[1] = motion.vy[row]
    engine.floats[2] = motion.spin[row]
    engine.float_head[0] = 0
    engine.message[2] = SET_VELOCITY
    call_pointers(engine.set_body, engine.bodies[row], engine.data)


@jit()
def _load(engine: Engine, magnets: Magnets, motion: Motion, now: float) -> None:
    """Hand Chipmunk the forces, and the friction of what touches."""
    for row in range(len(motion.x)):
        if motion.status[row] != AWAKE:
            continue
        free = 1.0 if magnets.inverse_mass[row] > 0.0 else 0.0
        turns = 1.0 if magnets.inverse_inertia[row] > 0.0 else 0.0
        engine.floats[0] = free * (motion.fx[row] + magnets.outside[row, 0] + magnets.outside_rate[row, 0] * now)
        engine.floats[1] = free * (motion.fy[row] + magnets.outside[row, 1] + magnets.outside_rate[row, 1] * now)
        engine.floats[2] = turns * (motion.torque[row] + magnets.outside[row, 2] + magnets.outside_rate[row, 2] * now)
        engine.float_head[0] = 0
        engine.message[2] = SET_FORCE
        call_pointers(engine.set_body, engine.bodies[row], engine.data)
        if motion.jointed[row]:
            slide, turn = joint_limits(
                magnets.law,
                math.hypot(motion.vx[row], motion.vy[row]),
                abs(motion.spin[row]) * magnets.friction_radius[row],
                magnets.slide_static[row],
                magnets.slide_kinetic[row],
                magnets.turn_static[row],
                magnets.turn_kinetic[row],
            )
            call_number(engine.set_max_force, engine.pivots[row], slide)
            call_number(engine.set_max_force, engine.motors[row], turn)


@jit()
def _take_over(engine: Engine, magnets: Magnets, motion: Motion, clock: Clock, now: float, row: int) -> None:
    """Read a magnet's state after Chipmunk's step, and brake it if the contact solver has not."""
    engine.float_head[0] = 0
    engine.message[2] = GET_STATE
    call_pointers(engine.get_body, engine.bodies[row], engine.data)
    was_still = motion.vx[row] == 0.0 and motion.vy[row] == 0.0 and motion.spin[row] == 0.0
    vx, vy, spin = engine.floats[3], engine.floats[4], engine.floats[5]
    clock.work[0] += 0.5 * clock.step * (
        (magnets.outside[row, 0] + magnets.outside_rate[row, 0] * now) * (motion.vx[row] + vx)
        + (magnets.outside[row, 1] + magnets.outside_rate[row, 1] * now) * (motion.vy[row] + vy)
        + (magnets.outside[row, 2] + magnets.outside_rate[row, 2] * now) * (motion.spin[row] + spin)
    )
    motion.x[row] = engine.floats[0]
    motion.y[row] = engine.floats[1]
    motion.angle[row] = engine.floats[2]
    motion.vx[row] = vx
    motion.vy[row] = vy
    motion.spin[row] = spin
    if not motion.jointed[row] and not motion.airborne[row]:
        _brake(magnets, motion, row, clock.step, was_still)
        _set_velocity(engine, motion, row)
    speed = math.hypot(motion.vx[row], motion.vy[row])
    rim_speed = abs(motion.spin[row]) * magnets.friction_radius[row]
    motion.quiet[row] = motion.quiet[row] + 1 if max(speed, rim_speed) < REST_SPEED else 0
    motion.apart[row] += 1


@jit()
def _brake(magnets: Magnets, motion: Motion, row: int, dt: float, was_still: bool) -> None:
    motion.vx[row], motion.vy[row], motion.spin[row] = braked(
        magnets.law,
        motion.vx[row],
        motion.vy[row],
        motion.spin[row],
        dt * magnets.inverse_mass[row],
        dt * magnets.inverse_inertia[row],
        magnets.friction_radius[row],
        magnets.slide_static[row],
        magnets.slide_kinetic[row],
        magnets.turn_static[row],
        magnets.turn_kinetic[row],
        was_still,
    )


@jit()
def _read_contacts(
    engine: Engine, motion: Motion, clock: Clock, log: Log, pushed: int, finger_vx: float, finger_vy: float
) -> None:
    """Note who touches whom; a touch after a pause is a strike."""
    finger = len(motion.x)
    step = clock.count[_STEPS]
    window = math.ceil(2e-3 / clock.step)
    engine.integer_head[0] = 0
    engine.float_head[0] = 0
    engine.message[2] = GET_ARBITER
    call_three_pointers(engine.each_arbiter, engine.space, engine.read_arbiter, engine.data)
    finger_quanta = 0
    for at in range(engine.integer_head[0] // ARBITER_INTEGERS):
        first = engine.integers[ARBITER_INTEGERS * at]
        second = engine.integers[ARBITER_INTEGERS * at + 1]
        if engine.integers[ARBITER_INTEGERS * at + 2] == 0:
            continue
        jx = engine.floats[ARBITER_FLOATS * at]
        jy = engine.floats[ARBITER_FLOATS * at + 1]
        if first == finger or second == finger:
            sign = 1.0 if second == finger else -1.0
            finger_quanta += np.int64(sign * (jx * finger_vx + jy * finger_vy) / IMPULSE_QUANTUM)
            motion.apart[pushed] = 0
            continue
        if motion.status[first] != AWAKE and motion.status[second] != AWAKE:
            continue  # two held magnets: Chipmunk keeps their contact without looking at it
        motion.apart[first] = 0
        motion.apart[second] = 0
        if first == pushed or second == pushed:
            clock.count[_TOUCHED] = 1
        low, high = min(first, second), max(first, second)
        place_x = engine.floats[ARBITER_FLOATS * at + 2]
        place_y = engine.floats[ARBITER_FLOATS * at + 3]
        last = motion.touched[low, high]
        motion.touched[low, high] = step
        if last < 0 or step - last > TOUCH_MEMORY:
            entry = clock.count[_STRIKES]
            clock.count[_STRIKES] += 1
            motion.strike[low, high] = entry
            log.strike_pair[entry, 0] = low
            log.strike_pair[entry, 1] = high
            log.strike_step[entry] = step
            log.strike_place[entry, 0] = place_x
            log.strike_place[entry, 1] = place_y
        entry = motion.strike[low, high]
        if entry < 0 or step - log.strike_step[entry] > window:
            continue
        log.strike_impulse[entry] += np.int64(math.hypot(jx, jy) / IMPULSE_QUANTUM)
        if log.strike_step[entry] == step and (
            place_x < log.strike_place[entry, 0]
            or (place_x == log.strike_place[entry, 0] and place_y < log.strike_place[entry, 1])
        ):
            log.strike_place[entry, 0] = place_x
            log.strike_place[entry, 1] = place_y
    clock.work[0] += finger_quanta * IMPULSE_QUANTUM


@jit()
def _cross_rim(motion: Motion, surface: Surface) -> bool:
    """Mark what has left the table; land what was delivered over it."""
    left = False
    for row in range(len(motion.x)):
        if motion.status[row] != AWAKE:
            continue
        over = inside(surface, motion.x[row], motion.y[row])
        if motion.airborne[row]:
            motion.airborne[row] = not over
        elif not over:
            motion.status[row] = LEAVING
            left = True
    return left


@jit()
def inside(surface: Surface, x: float, y: float) -> bool:
    """Whether a point (m) is over the table; on the rim is over it."""
    if surface.radius > 0.0:
        return x * x + y * y <= surface.radius * surface.radius
    odd = False
    corners = len(surface.rim)
    previous = corners - 1
    for corner in range(corners):
        ax, ay = surface.rim[previous]
        bx, by = surface.rim[corner]
        cross = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        if cross == 0.0 and min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by):
            return True
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            odd = not odd
        previous = corner
    return odd


@jit()
def _change_joints(engine: Engine, motion: Motion) -> None:
    """Friction moves into the contact solver while a magnet touches another, and out again."""
    for row in range(len(motion.x)):
        if motion.status[row] != AWAKE:
            continue
        if motion.apart[row] == 0 and not motion.jointed[row]:
            _add_joints(engine, motion, row)
        elif motion.apart[row] > TOUCH_MEMORY and motion.jointed[row]:
            _remove_joints(engine, motion, row)


@jit()
def _rest(engine: Engine, magnets: Magnets, motion: Motion, clock: Clock, now: float) -> None:
    """Hold what has come to rest: a lone magnet that friction has stopped, a group that has crept long enough."""
    n = len(motion.x)
    candidates = 0
    for row in range(n):
        if motion.status[row] != AWAKE or magnets.slide_static[row] == 0.0 or motion.airborne[row]:
            continue
        if motion.jointed[row]:
            candidates += motion.quiet[row] >= REST_STEPS
        elif motion.vx[row] == 0.0 and motion.vy[row] == 0.0 and motion.spin[row] == 0.0 and not motion.crowded[row]:
            _hold(engine, magnets, motion, row, -1, now)
    step = clock.count[_STEPS]
    if candidates == 0 or step % 8 != 0:
        return
    seen = np.zeros(n, dtype=np.bool_)
    members = np.empty(n, dtype=np.int64)
    for start in range(n):
        if seen[start] or motion.status[start] != AWAKE or not motion.jointed[start]:
            continue
        seen[start] = True
        members[0] = start
        count, at, quiet = 1, 0, True
        while at < count:
            row = members[at]
            at += 1
            quiet = quiet and motion.quiet[row] >= REST_STEPS
            for other in range(n):
                touch = motion.touched[min(row, other), max(row, other)]
                if (
                    not seen[other]
                    and motion.status[other] == AWAKE
                    and touch >= 0
                    and step - touch <= TOUCH_MEMORY
                ):
                    seen[other] = True
                    members[count] = other
                    count += 1
        if quiet:
            for at in range(count):
                _hold(engine, magnets, motion, members[at], start if count > 1 else -1, now)
            for first in range(count):
                for second in range(first):
                    low, high = min(members[first], members[second]), max(members[first], members[second])
                    if motion.touched[low, high] >= 0 and step - motion.touched[low, high] <= TOUCH_MEMORY:
                        motion.touched[low, high] = STILL_TOUCHING
