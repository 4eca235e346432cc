"""settle: from a moving table to a resting one, and what happened on the way."""

from __future__ import annotations

import math
from contextlib import closing
from dataclasses import replace

import numpy as np

from magnetsim.clusters import find_bonds
from magnetsim.errors import PhysicsError
from magnetsim.kernels.dipole import NEAREST
from magnetsim.kernels.finite import Clouds
from magnetsim.language import Phrase
from magnetsim.magnetism import magnets_on
from magnetsim.physics import stepping
from magnetsim.physics.checking import FINEST_STEP, check_run
from magnetsim.physics.chipmunk import Space
from magnetsim.physics.launching import FINGER_FRICTION, Finger, closing_speed, finger_behind, started
from magnetsim.physics.report import Report
from magnetsim.physics.settings import OutsideForce, Physics
from magnetsim.physics.state import (
    AWAKE,
    BAD,
    GONE,
    HELD,
    LEAVING,
    MATE,
    NOWHERE,
    STEPS,
    Records,
    Scene,
    farthest,
    scene_of,
    velocities_now,
)
from magnetsim.shot import Delivery, Push, Settled, Shot
from magnetsim.table import Floats, Table, with_arrays, without

MOST_STEPS_A_BLOCK, PAIRS_A_BLOCK = 1000, 10_000_000
"""Bounds of what is done between two looks at the interpreter, so that Ctrl-C is heard."""
LONGEST_FLIGHT = 2.0
"""s after which a delivered magnet that never came over the table counts as fallen."""

DEFAULT = Physics()


def settle(
    table: Table, shot: Shot | None = None, physics: Physics = DEFAULT, outside: OutsideForce | None = None
) -> Settled:
    """Run a table from rest (or from its own velocities) until all is at rest again.

    shot : what a hand does at the start to one of the magnets, which lies where it is shot from
    outside : forces on top of magnetism and friction, one row a magnet; while one of them grows nothing counts as rest

    Equal input gives equal bits on one machine with the same versions: every call builds a fresh engine.
    Raises ValueError for a shot of a magnet that is not on the table, PhysicsError for what cannot be played: magnets
    that overlap at the start, what is not finite or out of range, point dipoles that meet, a motion too fast for the
    finest step.
    """
    check_run(table, shot, physics, outside)
    moving = started(table, shot)
    step = physics.step
    speed = closing_speed(moving, shot)
    if speed > 0.0:
        step = min(step, farthest(moving) / speed)
    if step < FINEST_STEP:
        text = Phrase("a start at {speed} m/s is too fast for magnets as thin as these", speed=f"{speed:g}")
        raise PhysicsError(text)
    while True:
        settled = _followed(moving, shot, physics, outside, step)
        if settled is not None:
            return settled
        # The step stays the same throughout a run: where it proves too long, all is run again with a shorter one.
        step *= 0.5


def _followed(
    table: Table, shot: Shot | None, physics: Physics, outside: OutsideForce | None, step: float
) -> Settled | None:
    """One run of a table just after the hand has acted, in steps (s) of at most this; None when they are too long."""
    step, steps = _steps(physics, step)
    magnets = magnets_on(table)
    scene = scene_of(table, magnets, outside, physics, step)
    finger = finger_behind(table, shot, step) if isinstance(shot, Push) else None
    if isinstance(shot, Delivery):
        scene.magnets["airborne"][table.row(shot.magnet)] = True
    report = Report(table, scene, steps_a_block(len(table)))
    with closing(Space(table, physics.iterations)) as space:
        space.point(scene.magnets)
        run = _Run(table, space, scene, magnets.clouds, report)
        try:
            run.launch(-1 if finger is None else finger.row)
            if finger is not None:
                run.push(finger, steps)
            run.go(steps, stop_at_rest=physics.duration is None)
        except _TooFast:
            return None
        run.finish()
    end = _table_at_end(table, scene)
    end = replace(end, bonds=find_bonds(end, physics.criteria))
    at_rest = not (scene.magnets["status"] == AWAKE).any()
    return report.settled(end, at_rest=at_rest, before=table.bonds)


class _TooFast(Exception):
    """A step is too long for what moves."""


class _Run:
    """One run of the compiled loop, block by block."""

    def __init__(self, table: Table, space: Space, scene: Scene, clouds: Clouds | None, report: Report) -> None:
        self._table = table
        self._space = space
        self._scene = scene
        self._clouds = clouds
        self._report = report

    def launch(self, pushed: int) -> None:
        """The state just after the hand has acted."""
        self._judge(stepping.launch(self._space.engine, self._scene, self._clouds, self._report.log, pushed))
        stepping.sample(self._space.engine, self._scene, self._clouds, self._report.log)

    def push(self, finger: Finger, steps: int) -> None:
        """Steps with a finger behind a magnet, until its stroke, its first contact or step number `steps`."""
        self._space.add_finger(finger.row, finger.position, finger.velocity, FINGER_FRICTION)
        last = math.ceil(min(steps, finger.duration / self._scene.step))
        status = stepping.BLOCK_DONE
        while status != stepping.FINGER_DONE and self._scene.tally[STEPS] < last and not self._is_gone(finger.row):
            status = self._block(last, False, finger.row, finger.velocity)
        self._space.remove_finger()

    def go(self, steps: int, *, stop_at_rest: bool) -> None:
        """Steps until all rests, or to step number `steps`."""
        status = stepping.BLOCK_DONE
        while status != stepping.RESTING and self._scene.tally[STEPS] < steps:
            status = self._block(steps, stop_at_rest, -1, (0.0, 0.0))

    def finish(self) -> None:
        """The last sample, where the last step was not sampled anyway."""
        if self._report.last_step() != self._scene.tally[STEPS]:
            stepping.sample(self._space.engine, self._scene, self._clouds, self._report.log)

    def _block(self, last: int, stop_at_rest: bool, pushed: int, velocity: tuple[float, float]) -> int:
        steps = min(steps_a_block(len(self._table)), last - int(self._scene.tally[STEPS]))
        status = stepping.advance(
            self._space.engine, self._scene, self._clouds, self._report.log, steps, stop_at_rest, pushed, *velocity
        )
        self._judge(status)
        self._report.make_room()
        magnets = self._scene.magnets
        if self._scene.tally[STEPS] * self._scene.step > LONGEST_FLIGHT:
            magnets["status"][magnets["airborne"]] = LEAVING
        for row in np.flatnonzero(magnets["status"] == LEAVING):
            self._report.leave(int(row))
            self._space.remove(int(row))
            self._forget(int(row))
        return status

    def _is_gone(self, row: int) -> bool:
        return bool(self._scene.magnets["status"][row] == GONE)

    def _forget(self, row: int) -> None:
        """A magnet that has left acts on nothing, from wherever it went."""
        magnet, field = self._scene.magnets[row], self._scene.field
        magnet["status"], magnet["airborne"] = GONE, False
        magnet["x"] = field.x[row] = NOWHERE * (1.0 + row)
        field.mx[row] = field.my[row] = field.mz[row] = field.moment[row] = 0.0
        self._scene.stirred[row] = True

    def _judge(self, status: int) -> None:
        if status not in (stepping.NOT_FINITE, stepping.TOO_NEAR, stepping.TOO_FAST):
            return
        bad, mate, step = (int(self._scene.tally[place]) for place in (BAD, MATE, STEPS))
        number = int(self._table.magnet[bad])
        when = Phrase("in step {step} ({time} s)", step=step, time=f"{step * self._scene.step:.4f}")
        if status == stepping.NOT_FINITE:
            what = Phrase("magnet {magnet}: the force on it is not finite {when}", magnet=number, when=when)
        elif status == stepping.TOO_NEAR:
            what = Phrase(
                "magnets {one} and {other}: their centres come nearer than {least} mm {when}; expected a contact shape "
                "on both, for point dipoles mean nothing so near",
                one=number,
                other=int(self._table.magnet[mate]),
                least=f"{NEAREST * 1e3:g}",
                when=when,
            )
        elif 0.5 * self._scene.step >= FINEST_STEP:
            raise _TooFast
        else:
            what = Phrase(
                "magnet {magnet}: it moves too fast, or is drawn too hard, {when} for magnets as thin as these",
                magnet=number,
                when=when,
            )
        raise PhysicsError(what, step=step, magnet=number)


def steps_a_block(n: int) -> int:
    """Steps of n magnets between two looks at the interpreter: what a step costs grows with the square of n."""
    return max(1, min(MOST_STEPS_A_BLOCK, PAIRS_A_BLOCK // (n * n + 1)))


def _steps(physics: Physics, step: float) -> tuple[float, int]:
    """The step (s), at most this one and the same throughout a run, and how many at most."""
    if physics.duration is None:
        return step, math.ceil(physics.time_limit / step)
    # A whole number of steps, the last of which ends where the run does.
    steps = max(1, math.ceil(physics.duration / step - 1e-9))
    return physics.duration / steps, steps


def _table_at_end(table: Table, scene: Scene) -> Table:
    magnets = scene.magnets
    velocity, spin = velocities_now(magnets, int(scene.tally[STEPS]))
    end = with_arrays(
        table,
        position=np.column_stack([magnets["x"], magnets["y"]]),
        angle=magnets["angle"],
        velocity=velocity,
        spin=spin,
        rest_load=_rest_load(magnets),
    )
    return without(end, [int(number) for number in table.magnet[magnets["status"] == GONE]])


def _rest_load(magnets: Records) -> Floats:
    """The load (n, 3) under which each magnet rests, nan for what moves."""
    load = np.column_stack([magnets["load_x"], magnets["load_y"], magnets["load_turn"]])
    rest = np.column_stack([magnets["rest_x"], magnets["rest_y"], magnets["rest_turn"]])
    # A lone magnet rests under any load up to its limit. It may lie so close to others that it counts as touching
    # them from the next shot on: then only a change from now on tells that something has happened.
    lone = (magnets["status"] == HELD) & (magnets["group"] < 0)
    changed = ~(np.abs(load - rest) <= 1e-9 * np.abs(rest)).all(axis=1)
    rest[lone & changed] = load[lone & changed]
    rest[magnets["status"] == AWAKE] = np.nan
    return rest
