"""settle: from a moving table to a resting one, and what happened on the way."""

from __future__ import annotations

import math
from contextlib import closing
from dataclasses import replace

import numpy as np

from magnetsim.clusters import find_bonds, overlaps, touching_groups, touching_pairs
from magnetsim.errors import PhysicsError
from magnetsim.physics import stepping
from magnetsim.physics.chipmunk import World
from magnetsim.physics.launching import FINGER_FRICTION, Finger, fastest, finger_behind, started
from magnetsim.physics.report import Report
from magnetsim.physics.settings import OutsideForce, Physics
from magnetsim.physics.state import AWAKE, GONE, LEAVING, NOWHERE, Clock, Magnets, Motion, magnets_of, motion_of, surface_of
from magnetsim.shot import Delivery, Push, Settled, Shot
from magnetsim.table import Table, with_arrays, without

BLOCK = 1000
"""Steps between two looks at the interpreter, so that Ctrl-C is heard."""
FARTHEST = 2.5e-3
"""m that the fastest magnet may move in a step, an eighth of a heart: none passes through another."""
OVERLAP_ALLOWED = 1e-3
"""m that magnets may overlap at the start; a hard strike leaves a part of this when all has come to rest."""
LONGEST_FLIGHT = 2.0
"""s after which a delivered magnet that never came over the table counts as fallen."""


def settle(
    table: Table,
    shot: Shot | None = None,
    physics: Physics = Physics(),
    outside: OutsideForce | None = None,
) -> Settled:
    """Run a table from rest (or from its own velocities) until all is at rest again.

    shot : what a hand does at the start to one of the magnets, which lies where it is shot from
    outside : forces on top of magnetism and friction, one row a magnet

    Equal input gives equal bits on one machine with the same versions: every call builds a fresh engine.
    Raises PhysicsError for magnets that overlap at the start and for a state that is no longer finite.
    """
    _check(table)
    moving = started(table, shot)
    finger = finger_behind(moving, shot) if isinstance(shot, Push) else None
    step, steps = _steps(physics, fastest(moving, shot))
    magnets, motion = magnets_of(moving, outside), motion_of(moving)
    _group(moving, motion, physics.criteria.touch_gap)
    if isinstance(shot, Delivery):
        motion.airborne[moving.row(shot.magnet)] = True
    clock = Clock(step, 1.0 / physics.sample_rate, np.zeros(5, dtype=np.int64), np.zeros(1))
    report = Report(moving, clock, BLOCK)
    with closing(World(moving, physics.iterations)) as world:
        _run(world, magnets, motion, clock, report, moving, steps, physics.duration is None, finger)
    at_rest = not np.isin(motion.status, (AWAKE, LEAVING)).any()
    end = _table_at_end(moving, magnets, motion, clock)
    end = replace(end, bonds=find_bonds(end, physics.criteria))
    return report.settled(end, at_rest=at_rest, before=table.bonds)


def _check(table: Table) -> None:
    for name in ("position", "angle", "velocity", "spin"):
        values = getattr(table, name)
        bad = np.flatnonzero(~np.isfinite(values.reshape(len(values), 1 if values.ndim == 1 else 2)).all(axis=1))
        if len(bad):
            number = int(table.magnet[bad[0]])
            raise PhysicsError(f"magnet {number}: its {name} is not finite", magnet=number)
    for first, second in overlaps(table, OVERLAP_ALLOWED):
        raise PhysicsError(
            f"magnets {first} and {second} overlap by more than {OVERLAP_ALLOWED * 1e3:g} mm at the start",
            magnet=first,
        )


def _steps(physics: Physics, speed: float) -> tuple[float, int]:
    """The step (s), the same throughout a run, and how many at most."""
    step = min(physics.step, FARTHEST / speed) if speed > 0.0 else physics.step
    if physics.duration is None:
        return step, math.ceil(physics.time_limit / step)
    steps = max(1, math.ceil(physics.duration / step - 1e-9))
    return physics.duration / steps, steps


def _group(table: Table, motion: Motion, gap: float) -> None:
    """Magnets that touch at the start rest, and are woken, together."""
    for group in touching_groups(table, gap):
        rows = [table.row(magnet) for magnet in group]
        if len(rows) > 1:
            motion.group[rows] = min(rows)
    for first, second in touching_pairs(table, gap):
        motion.touched[table.row(first), table.row(second)] = stepping.STILL_TOUCHING


def _run(
    world: World,
    magnets: Magnets,
    motion: Motion,
    clock: Clock,
    report: Report,
    table: Table,
    steps: int,
    until_rest: bool,
    finger: Finger | None,
) -> None:
    """Block by block, to the end of the run."""
    pushed, velocity, lifted = -1, (0.0, 0.0), steps
    if finger is not None:
        world.add_finger(finger.row, finger.position, finger.velocity, FINGER_FRICTION)
        pushed, velocity, lifted = finger.row, finger.velocity, math.ceil(finger.duration / clock.step)
    surface = surface_of(table.board)
    status = stepping.launch(world.engine, magnets, motion, clock)
    if pushed >= 0:
        stepping.rouse(world.engine, magnets, motion, pushed)
    stepping.sample(magnets, motion, clock, report.log)
    while status not in (stepping.RESTING, stepping.NOT_FINITE) and clock.count[0] < steps:
        left = steps - int(clock.count[0])
        if pushed >= 0:
            left = min(left, lifted - int(clock.count[0]))
        status = stepping.advance(
            world.engine,
            magnets,
            motion,
            surface,
            clock,
            report.log,
            min(BLOCK, left),
            until_rest and pushed < 0,
            pushed,
            velocity[0],
            velocity[1],
        )
        report.make_room()
        if pushed >= 0 and (status == stepping.FINGER_DONE or clock.count[0] >= lifted):
            world.remove_finger()
            pushed = -1
        if clock.count[0] * clock.step > LONGEST_FLIGHT and motion.airborne.any():
            motion.status[motion.airborne] = LEAVING
        for row in np.flatnonzero(motion.status == LEAVING):
            report.leave(motion, int(row))
            world.remove(int(row))
            _forget(motion, int(row))
    if status == stepping.NOT_FINITE:
        number, step = int(table.magnet[clock.count[4]]), int(clock.count[0])
        raise PhysicsError(
            f"magnet {number}: the force on it is not finite in step {step} ({step * clock.step:.4f} s)",
            step=step,
            magnet=number,
        )
    if report.last_step() != clock.count[0]:
        stepping.sample(magnets, motion, clock, report.log)


def _forget(motion: Motion, row: int) -> None:
    """A magnet that has left acts on nothing, from wherever it went."""
    motion.status[row] = GONE
    motion.airborne[row] = False
    motion.px[row] = motion.x[row] = NOWHERE * (1.0 + row)
    motion.mx[row] = motion.my[row] = motion.mz[row] = 0.0


def _table_at_end(table: Table, magnets: Magnets, motion: Motion, clock: Clock) -> Table:
    velocity, spin = np.column_stack([motion.vx, motion.vy]), motion.spin.copy()
    # In flight velocities are half a step ahead of positions: take them back.
    flying = (motion.status == AWAKE) & ~motion.jointed
    half = 0.5 * clock.step
    now = clock.count[0] * clock.step
    load = np.column_stack([motion.fx, motion.fy, motion.torque]) + magnets.outside + magnets.outside_rate * now
    velocity[flying] -= half * load[flying, :2] * magnets.inverse_mass[flying, None]
    spin[flying] -= half * load[flying, 2] * magnets.inverse_inertia[flying]
    rest_load = np.where((motion.status == AWAKE)[:, None], np.nan, motion.rest_load)
    end = with_arrays(
        table,
        position=np.column_stack([motion.x, motion.y]),
        angle=motion.angle,
        velocity=velocity,
        spin=spin,
        rest_load=rest_load,
    )
    return without(end, [int(number) for number in table.magnet[motion.status == GONE]])
