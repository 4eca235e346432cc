"""settle's method once more, written plainly: public pymunk, a Python object a magnet, no batches, no compiled loop.

It follows flicks and collapses of magnets that are free to move and stay within the rim. It is slow, and what settle
gives is held against it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np
import pymunk

from magnetsim.clusters import touching_groups, touching_pairs
from magnetsim.kernels.dipole import dipole_forces
from magnetsim.kernels.friction import sliding_table
from magnetsim.kernels.gap import flat_shapes, pair_gap
from magnetsim.shot import Flick
from magnetsim.table import Board, Kind, Table

STEP = 0.5e-3
SLOP = 1e-5
LEFT_OF_OVERLAP = 0.95**2000.0
CREEP, REST = 0.5e-3, 0.2e-3
NEAR, CLOSED = 0.05e-3, SLOP + 1e-8
CHANGE = 0.05
QUIET_STEPS, LOOK_EVERY, MEMORY = 60, 8, 4

Load = tuple[float, float, float]


@dataclass(eq=False)
class Magnet:
    row: int
    kind: Kind
    board: Board
    body: pymunk.Body
    x: float
    y: float
    angle: float
    vx: float = 0.0
    vy: float = 0.0
    spin: float = 0.0
    rest: Load = (math.nan, math.nan, math.nan)
    load: Load = (0.0, 0.0, 0.0)
    awake: bool = False
    jointed: bool = False
    astray: bool = False
    crowded: bool = False
    quiet: int = 0
    apart: int = 0
    group: int = -1
    ahead: tuple[float, float, float] = (0.0, 0.0, 0.0)
    joints: list[pymunk.Constraint] = field(default_factory=list)

    def is_still(self) -> bool:
        return self.vx == 0.0 and self.vy == 0.0 and self.spin == 0.0

    def rest_load(self) -> Load:
        """What it rests under; a lone magnet's is the latest, but for rounding."""
        lone = not self.awake and self.group < 0
        return self.load if lone and not np.allclose(self.load, self.rest, rtol=1e-9, atol=0.0) else self.rest

    def speed(self) -> float:
        return math.sqrt(self.vx * self.vx + self.vy * self.vy)

    def rim_speed(self) -> float:
        return abs(self.spin) * (1.5 * self.kind.outline.mean_radius)

    def limits(self, mu: float) -> tuple[float, float]:
        """Force and torque that friction holds at rest."""
        return mu * self.kind.weight, mu * self.kind.weight * self.kind.outline.mean_radius

    def exceeds(self, load: Load, share: float) -> bool:
        force, torque = self.limits(self.board.friction_static)
        force, torque = force * force, torque * torque
        x, y, turn = load
        return 0.0 + (x * x + y * y) * torque + turn * turn * force > share * share * force * torque

    def factors(self) -> tuple[float, float]:
        """f and t of the friction law, between the entries of its table."""
        law, v, w = sliding_table(), self.speed(), self.rim_speed()
        if v + w == 0.0:
            return 0.0, 0.0
        place = v / (v + w) * (len(law) - 1)
        low = min(int(place), len(law) - 2)
        (f0, t0), (f1, t1) = law[low].tolist(), law[low + 1].tolist()
        return f0 + (place - low) * (f1 - f0), t0 + (place - low) * (t1 - t0)

    def brake(self, dt: float, *, was_still: bool) -> None:
        """Friction on what touches no other."""
        kind, per_force, per_torque = self.kind, dt * (1.0 / self.kind.mass), dt * (1.0 / self.kind.inertia)
        slide = self.board.friction_kinetic * kind.weight
        turn = self.board.friction_kinetic * kind.weight * 1.5 * kind.outline.mean_radius
        static = self.limits(self.board.friction_static)
        v = per_force * (static[0] if was_still else slide)
        w = per_torque * (static[1] if was_still else turn * (2.0 / 3.0))
        speed = self.speed()
        a, b, c = speed * w, self.spin * v, v * w
        if a * a + b * b < c * c:
            self.vx = self.vy = self.spin = 0.0
            return
        f, t = self.factors()
        slowed = max(0.0, speed - slide * f * per_force)
        if speed > 0.0:
            self.vx *= slowed / speed
            self.vy *= slowed / speed
        self.spin = math.copysign(max(0.0, abs(self.spin) - turn * t * per_torque), self.spin)


class Plain:
    """One run; magnets as they are after each step, `strikes` as (pair, step).

    every_step : the engine takes those steps as well in which nothing can touch
    """

    def __init__(self, table: Table, shot: Flick | None, *, every_step: bool = False) -> None:
        self.table = table
        self.every_step = every_step
        self.space = pymunk.Space()
        self.space.iterations = 10
        self.space.collision_slop = SLOP
        self.space.collision_bias = LEFT_OF_OVERLAP
        self.steps = 0
        self.magnets = [self._magnet(row) for row in range(len(table))]
        self.of_body = {magnet.body: magnet for magnet in self.magnets}
        self.touched: dict[tuple[int, int], float] = {}
        self.strikes: list[tuple[tuple[int, int], int]] = []
        self.shapes = flat_shapes(kind.outline for kind in table.kinds)
        for group in touching_groups(table):
            for number in group:
                self.magnets[table.row(number)].group = min(table.row(one) for one in group)
        for first, second in touching_pairs(table):
            self.touched[table.row(first), table.row(second)] = math.inf
        if shot is not None:
            struck = self.magnets[table.row(shot.magnet)]
            struck.vx += shot.speed * math.cos(shot.direction)
            struck.vy += shot.speed * math.sin(shot.direction)
            struck.spin -= struck.kind.mass * shot.speed * shot.offset / struck.kind.inertia

    def _magnet(self, row: int) -> Magnet:
        table, kind = self.table, self.table.kinds[int(self.table.kind[row])]
        body = pymunk.Body(body_type=pymunk.Body.STATIC)
        body.position = tuple(table.position[row].tolist())
        body.angle = float(table.angle[row])
        self.space.add(body)
        for part in kind.outline.parts:
            radius = kind.outline.rounding + 0.5 * SLOP
            shape = pymunk.Circle(body, radius) if len(part) == 1 else pymunk.Poly(body, part.tolist(), radius=radius)
            shape.elasticity, shape.friction = kind.restitution**0.5, kind.friction**0.5
            self.space.add(shape)
        x, y, vx, vy = *table.position[row].tolist(), *table.velocity[row].tolist()
        rest = tuple(table.rest_load[row].tolist())
        return Magnet(
            row, kind, table.board, body, x, y, float(table.angle[row]), vx, vy, float(table.spin[row]), rest=rest
        )

    # Who wakes and who rests

    def is_alone(self, magnet: Magnet) -> bool:
        """Whether nothing touches it in this step, nor did lately."""
        return not magnet.jointed and magnet.apart > 0 and not any(self.within_reach(magnet))

    def within_reach(self, magnet: Magnet) -> Iterator[Magnet]:
        """Others that it may touch where the step will end."""
        for other in self.magnets:
            reach = magnet.kind.outline.bounding_radius + other.kind.outline.bounding_radius + NEAR
            dx, dy = other.ahead[0] - magnet.ahead[0], other.ahead[1] - magnet.ahead[1]
            if other is not magnet and dx * dx + dy * dy <= reach * reach:
                yield other

    def wake(self, magnet: Magnet) -> None:
        body = magnet.body
        body.body_type = pymunk.Body.DYNAMIC
        body.mass, body.moment = magnet.kind.mass, magnet.kind.inertia
        magnet.awake, magnet.quiet, magnet.apart = True, 0, 0
        if magnet.group >= 0:
            self.join(magnet)

    def wake_all(self, magnet: Magnet) -> None:
        for other in self.magnets:
            if not other.awake and (other is magnet or (magnet.group >= 0 and other.group == magnet.group)):
                self.wake(other)

    def join(self, magnet: Magnet) -> None:
        # Made when first needed, for pymunk wants a body that moves, and kept: the solver goes on from where it was.
        if not magnet.joints:
            ground = self.space.static_body
            pivot = pymunk.PivotJoint(ground, magnet.body, (0.0, 0.0), (0.0, 0.0))
            pivot.max_bias = 0.0
            magnet.joints = [pivot, pymunk.SimpleMotor(ground, magnet.body, 0.0)]
        self.space.add(*magnet.joints)
        magnet.jointed = True

    def part(self, magnet: Magnet) -> None:
        self.space.remove(*magnet.joints)
        magnet.jointed = False

    def hold(self, magnet: Magnet, group: int) -> None:
        if magnet.jointed:
            self.part(magnet)
        self.catch_up(magnet)
        magnet.body.body_type = pymunk.Body.STATIC
        magnet.awake, magnet.group, magnet.rest = False, group, magnet.load
        magnet.vx = magnet.vy = magnet.spin = 0.0

    def wake_loaded(self) -> None:
        for magnet in self.magnets:
            if magnet.awake:
                continue
            if magnet.group < 0:
                if magnet.exceeds(magnet.load, 1.0):
                    self.wake(magnet)
                continue
            x, y, turn = (load - rest for load, rest in zip(magnet.load, magnet.rest, strict=True))
            if math.isnan(x) or magnet.exceeds((x, y, turn), CHANGE):
                self.wake_all(magnet)

    def wake_near(self) -> None:
        for magnet in self.magnets:
            magnet.crowded = False
        for magnet in self.magnets:
            if not magnet.awake or magnet.is_still():
                continue
            for other in self.within_reach(magnet):
                other.crowded = True
                close = NEAR if magnet.quiet == 0 else CLOSED
                if not other.awake and (other.group < 0 or self.gap(magnet, other) <= close):
                    self.wake_all(other)

    def gap(self, magnet: Magnet, other: Magnet) -> float:
        kinds = (int(self.table.kind[one.row]) for one in (magnet, other))
        return pair_gap(self.shapes, next(kinds), *magnet.ahead, next(kinds), *other.ahead, NEAR)[0]

    def touch(self, magnet: Magnet, other: Magnet) -> bool:
        pair = min(magnet.row, other.row), max(magnet.row, other.row)
        return pair in self.touched and self.steps - self.touched[pair] <= MEMORY

    def hold_what_rests(self) -> None:
        for magnet in self.magnets:
            if magnet.awake and not magnet.jointed and magnet.is_still() and not magnet.crowded:
                self.hold(magnet, -1)
        if self.steps % LOOK_EVERY:
            return
        seen: set[Magnet] = set()
        for magnet in self.magnets:
            if magnet in seen or not magnet.jointed:
                continue
            group = [magnet]
            for one in group:
                group += [
                    other for other in self.magnets if other.awake and other not in group and self.touch(one, other)
                ]
            seen.update(group)
            if all(one.quiet >= QUIET_STEPS for one in group):
                for one in group:
                    self.hold(one, magnet.row)
                for one, other in combinations(group, 2):
                    if self.touch(one, other):
                        self.touched[min(one.row, other.row), max(one.row, other.row)] = math.inf

    # Motion

    def take_forces(self, dt: float) -> None:
        for magnet in self.magnets:
            magnet.ahead = (
                magnet.x + magnet.vx * dt,
                magnet.y + magnet.vy * dt,
                magnet.angle + magnet.spin * dt,
            )
        x, y, angle = np.array([magnet.ahead for magnet in self.magnets]).T.copy()
        moment = [magnet.kind.moment for magnet in self.magnets]
        mx = np.array([m * math.cos(a) for m, a in zip(moment, angle, strict=True)])
        my = np.array([m * math.sin(a) for m, a in zip(moment, angle, strict=True)])
        mz = np.array([magnet.kind.moment_z for magnet in self.magnets])
        fx, fy, torque = np.empty((3, len(self.magnets)))
        dipole_forces(x, y, mx, my, mz, fx, fy, torque)
        for magnet in self.magnets:
            magnet.load = (float(fx[magnet.row]), float(fy[magnet.row]), float(torque[magnet.row]))

    def launch(self) -> None:
        self.take_forces(0.0)
        for magnet in self.magnets:
            if not magnet.awake and (magnet.board.friction_static == 0.0 or not magnet.is_still()):
                self.wake_all(magnet)
        self.wake_loaded()
        half = 0.5 * STEP
        for magnet in self.magnets:
            if not magnet.awake:
                continue
            if magnet.group < 0:
                was_still = magnet.is_still()
                magnet.vx += magnet.load[0] * (1.0 / magnet.kind.mass) * half
                magnet.vy += magnet.load[1] * (1.0 / magnet.kind.mass) * half
                magnet.spin += magnet.load[2] * (1.0 / magnet.kind.inertia) * half
                magnet.brake(half, was_still=was_still)

    def step(self) -> bool:
        """One step; false, and none done, when all rests."""
        self.take_forces(STEP)
        self.wake_loaded()
        self.wake_near()
        awake = [magnet for magnet in self.magnets if magnet.awake]
        if not awake:
            return False
        self.steps += 1
        if not self.every_step and all(map(self.is_alone, awake)):
            for magnet in awake:
                self.fly(magnet)
        else:
            for magnet in awake:
                self.load(magnet)
            self.space.step(STEP)
            for magnet in awake:
                self.follow(magnet)
            for magnet in awake:
                magnet.body.each_arbiter(self.note, magnet)
        for magnet in awake:
            if magnet.apart == 0 and not magnet.jointed:
                self.join(magnet)
            elif magnet.apart > MEMORY and magnet.jointed:
                self.part(magnet)
        self.hold_what_rests()
        return True

    def fly(self, magnet: Magnet) -> None:
        """A step without the engine, which stays behind."""
        was_still = magnet.is_still()
        (magnet.x, magnet.y, magnet.angle), magnet.astray = magnet.ahead, True
        magnet.vx += magnet.load[0] * (1.0 / magnet.kind.mass) * STEP
        magnet.vy += magnet.load[1] * (1.0 / magnet.kind.mass) * STEP
        magnet.spin += magnet.load[2] * (1.0 / magnet.kind.inertia) * STEP
        self.end_step(magnet, was_still=was_still)

    def catch_up(self, magnet: Magnet) -> None:
        """The engine catches up."""
        if magnet.astray:
            magnet.body.position, magnet.body.angle = (magnet.x, magnet.y), magnet.angle
            magnet.body.velocity, magnet.body.angular_velocity = (magnet.vx, magnet.vy), magnet.spin
            self.space.reindex_shapes_for_body(magnet.body)
            magnet.astray = False

    def load(self, magnet: Magnet) -> None:
        self.catch_up(magnet)
        magnet.body.velocity, magnet.body.angular_velocity = (magnet.vx, magnet.vy), magnet.spin
        magnet.body.force, magnet.body.torque = magnet.load[:2], magnet.load[2]
        if not magnet.jointed:
            return
        slide, turn = magnet.limits(magnet.board.friction_static)
        if max(magnet.speed(), magnet.rim_speed()) >= CREEP:
            f, t = magnet.factors()
            weight = magnet.board.friction_kinetic * magnet.kind.weight
            slide, turn = weight * f, weight * 1.5 * magnet.kind.outline.mean_radius * t
        magnet.joints[0].max_force, magnet.joints[1].max_force = slide, turn

    def follow(self, magnet: Magnet) -> None:
        body, was_still = magnet.body, magnet.is_still()
        (magnet.x, magnet.y), magnet.angle = body.position, body.angle
        (magnet.vx, magnet.vy), magnet.spin = body.velocity, body.angular_velocity
        self.end_step(magnet, was_still=was_still)

    def end_step(self, magnet: Magnet, *, was_still: bool) -> None:
        if not magnet.jointed:
            magnet.brake(STEP, was_still=was_still)
        magnet.quiet = magnet.quiet + 1 if max(magnet.speed(), magnet.rim_speed()) < REST else 0
        magnet.apart += 1

    def note(self, arbiter: pymunk.Arbiter, magnet: Magnet) -> None:
        other = next(one for one in (self.of_body[body] for body in arbiter.bodies) if one is not magnet)
        pair = min(magnet.row, other.row), max(magnet.row, other.row)
        magnet.apart = other.apart = 0
        if self.steps - self.touched.get(pair, -math.inf) > MEMORY:
            self.strikes.append((pair, self.steps))
        self.touched[pair] = self.steps
