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
from magnetsim.physics.state import (
    AWAKE,
    BAD,
    GONE,
    HELD,
    LEAVING,
    NOWHERE,
    STEPS,
    STILL_TOUCHING,
    Records,
    Scene,
    scene_of,
)
from magnetsim.shot import Delivery, Push, Settled, Shot
from magnetsim.table import Floats, Table, with_arrays, without

BLOCK = 1000
"""Steps between two looks at the interpreter, so that Ctrl-C is heard."""
FARTHEST = 2.5e-3
"""m that the fastest magnet may move in a step, an eighth of a heart: none passes through another."""
OVERLAP_ALLOWED = 1e-3
"""m that magnets may overlap at the start; a hard strike leaves a part of this when all has come to rest."""
LONGEST_FLIGHT = 2.0
"""s after which a delivered magnet that never came over the table counts as fallen."""

DEFAULT = Physics()


def settle(
    table: Table, shot: Shot | None = None, physics: Physics = DEFAULT, outside: OutsideForce | None = None
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
    scene = scene_of(moving, outside, step, 1.0 / physics.sample_rate)
    _group(moving, scene, physics.criteria.touch_gap)
    if isinstance(shot, Delivery):
        scene.magnets["airborne"][moving.row(shot.magnet)] = True
    report = Report(moving, scene, BLOCK)
    with closing(World(moving, physics.iterations)) as world:
        world.point(scene.magnets)
        run = _Run(moving, world, scene, report)
        run.launch(-1 if finger is None else finger.row)
        if finger is not None:
            run.push(finger, steps)
        run.go(steps, stop_at_rest=physics.duration is None)
        run.finish()
    end = _table_at_end(moving, scene)
    end = replace(end, bonds=find_bonds(end, physics.criteria))
    at_rest = not (scene.magnets["status"] == AWAKE).any()
    return report.settled(end, at_rest=at_rest, before=table.bonds)


class _Run:
    """One run of the compiled loop, block by block."""

    def __init__(self, table: Table, world: World, scene: Scene, report: Report) -> None:
        self._table = table
        self._world = world
        self._scene = scene
        self._report = report

    def launch(self, pushed: int) -> None:
        """The state just after the hand has acted."""
        self._judge(stepping.launch(self._world.engine, self._scene, pushed))
        stepping.sample(self._scene, self._report.log)

    def push(self, finger: Finger, steps: int) -> None:
        """Steps with a finger behind a magnet, until its stroke, its first contact or step number `steps`."""
        self._world.add_finger(finger.row, finger.position, finger.velocity, FINGER_FRICTION)
        last = min(steps, math.ceil(finger.duration / self._scene.step))
        status = stepping.BLOCK_DONE
        while status != stepping.FINGER_DONE and self._scene.tally[STEPS] < last and not self._is_gone(finger.row):
            status = self._block(last, False, finger.row, finger.velocity)
        self._world.remove_finger()

    def go(self, steps: int, *, stop_at_rest: bool) -> None:
        """Steps until all rests, or to step number `steps`."""
        status = stepping.BLOCK_DONE
        while status != stepping.RESTING and self._scene.tally[STEPS] < steps:
            status = self._block(steps, stop_at_rest, -1, (0.0, 0.0))

    def finish(self) -> None:
        """The last sample, where the last step was not sampled anyway."""
        if self._report.last_step() != self._scene.tally[STEPS]:
            stepping.sample(self._scene, self._report.log)

    def _block(self, last: int, stop_at_rest: bool, pushed: int, velocity: tuple[float, float]) -> int:
        steps = min(BLOCK, last - int(self._scene.tally[STEPS]))
        status = stepping.advance(
            self._world.engine, self._scene, self._report.log, steps, stop_at_rest, pushed, *velocity
        )
        self._judge(status)
        self._report.make_room()
        magnets = self._scene.magnets
        if self._scene.tally[STEPS] * self._scene.step > LONGEST_FLIGHT:
            magnets["status"][magnets["airborne"]] = LEAVING
        for row in np.flatnonzero(magnets["status"] == LEAVING):
            self._report.leave(int(row))
            self._world.remove(int(row))
            self._forget(int(row))
        return status

    def _is_gone(self, row: int) -> bool:
        return bool(self._scene.magnets["status"][row] == GONE)

    def _forget(self, row: int) -> None:
        """A magnet that has left acts on nothing, from wherever it went."""
        magnet, field = self._scene.magnets[row], self._scene.field
        magnet["status"], magnet["airborne"] = GONE, False
        magnet["x"] = field.x[row] = NOWHERE * (1.0 + row)
        field.mx[row] = field.my[row] = field.mz[row] = 0.0

    def _judge(self, status: int) -> None:
        if status == stepping.NOT_FINITE:
            number, step = int(self._table.magnet[self._scene.tally[BAD]]), int(self._scene.tally[STEPS])
            raise PhysicsError(
                f"magnet {number}: the force on it is not finite in step {step} ({step * self._scene.step:.4f} s)",
                step=step,
                magnet=number,
            )


def _check(table: Table) -> None:
    for name in ("position", "angle", "velocity", "spin"):
        values = getattr(table, name)
        if np.isfinite(values).all():
            continue
        row = int(np.argmin(np.isfinite(values).reshape(len(table), -1).all(axis=1)))
        number = int(table.magnet[row])
        raise PhysicsError(f"magnet {number}: its {name} is not finite: {values[row]}", magnet=number)
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
    # A whole number of steps, the last of which ends where the run does.
    steps = max(1, math.ceil(physics.duration / step - 1e-9))
    return physics.duration / steps, steps


def _group(table: Table, scene: Scene, gap: float) -> None:
    """Magnets that touch at the start rest, and are woken, together."""
    for group in touching_groups(table, gap):
        rows = [table.row(magnet) for magnet in group]
        scene.magnets["group"][rows] = min(rows)
    for first, second in touching_pairs(table, gap):
        scene.touched[table.row(first), table.row(second)] = STILL_TOUCHING


def _table_at_end(table: Table, scene: Scene) -> Table:
    magnets = scene.magnets
    awake = magnets["status"] == AWAKE
    velocity, spin = np.column_stack([magnets["vx"], magnets["vy"]]), magnets["spin"].copy()
    # In flight velocities are half a step ahead of positions: take them back.
    flying = awake & ~magnets["jointed"]
    half = 0.5 * scene.step
    pull = np.column_stack([magnets["load_x"], magnets["load_y"]]) * magnets["inverse_mass"][:, None]
    velocity[flying] -= half * pull[flying]
    spin[flying] -= half * (magnets["load_turn"] * magnets["inverse_inertia"])[flying]
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
