"""Chipmunk, built and freed through pymunk's own C library, and its functions by address.

The loop in `stepping` is compiled and calls C by address.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
from pymunk._chipmunk_cffi import ffi, lib

from magnetsim.kernels.bundle import Bundle
from magnetsim.physics.state import Records
from magnetsim.table import Kind, Table

STATIC = 2
DYNAMIC = 0

ALL_STATE = lib.POSITION | lib.ANGLE | lib.VELOCITY | lib.ANGULAR_VELOCITY
SET_VELOCITY = lib.VELOCITY | lib.ANGULAR_VELOCITY
SET_MOTION = SET_VELOCITY | lib.FORCE | lib.TORQUE
GET_ARBITER = lib.BODY_A_ID | lib.BODY_B_ID | lib.TOTAL_IMPULSE | lib.CONTACT_COUNT | lib.POINT_A_1
ARBITER_INTEGERS = 3
ARBITER_FLOATS = 4

COLLISION_SLOP = 1e-5
"""m that resting magnets may overlap, so that their contact does not flicker."""
COLLISION_BIAS = (1.0 - 0.05) ** 2000.0
"""Share of an overlap left after 1 s: a twentieth of it goes in a step of 0.5 ms, which adds next to no energy."""
FINGER_RADIUS = 8e-3
"""m; a finger tip."""

_MAGNETS, _FINGER = 1, 2


@dataclass(frozen=True, eq=False)
class Engine(Bundle):
    """Addresses of C functions, and the arrays through which one space's data pass.

    space : pointer
    control : (7,) what Chipmunk's batch functions are told: count and room of the integers, their address,
        the same of the floats, and the addresses of both with the fields to move
    message : address of the last of these
    integers, floats : the buffers
    """

    step: int
    get_body: int
    set_body: int
    reindex_body: int
    each_arbiter: int
    read_arbiter: int
    set_type: int
    set_mass: int
    set_inertia: int
    set_max_force: int
    add_constraint: int
    remove_constraint: int
    space: int
    message: int
    control: npt.NDArray[np.int64]
    integers: npt.NDArray[np.int64]
    floats: npt.NDArray[np.float64]


INTEGER_COUNT, FLOAT_COUNT, FIELDS = 0, 2, 6
"""Places in Engine.control."""


class Space:
    """A fresh Chipmunk space with one static body a magnet; `close` frees it.

    Fresh for every shot, because Chipmunk keeps contacts from step to step: only a fresh one gives the same bits.
    """

    def __init__(self, table: Table, iterations: int) -> None:
        self._space = lib.cpSpaceNew()
        lib.cpSpaceSetIterations(self._space, iterations)
        lib.cpSpaceSetCollisionSlop(self._space, COLLISION_SLOP)
        lib.cpSpaceSetCollisionBias(self._space, COLLISION_BIAS)
        ground = lib.cpSpaceGetStaticBody(self._space)
        self._bodies: list[Any] = []
        self._shapes: list[list[Any]] = []
        self._constraints: list[tuple[Any, Any]] = []
        surfaces = [_Surface(kind) for kind in table.kinds]
        places = zip(table.kind.tolist(), table.position.tolist(), table.angle.tolist(), table.touchable, strict=True)
        for row, (kind, position, angle, touchable) in enumerate(places):
            body = lib.cpSpaceAddBody(self._space, lib.cpBodyNewStatic())
            lib.cpBodySetUserData(body, ffi.cast("void *", row))
            lib.cpBodySetPosition(body, position)
            lib.cpBodySetAngle(body, angle)
            self._bodies.append(body)
            self._shapes.append(surfaces[kind].added(self._space, body) if touchable else [])
            pivot = lib.cpPivotJointNew2(ground, body, (0.0, 0.0), (0.0, 0.0))
            motor = lib.cpSimpleMotorNew(ground, body, 0.0)
            # Table friction has no memory of where the body was: the joints only brake, they never pull back.
            lib.cpConstraintSetMaxBias(pivot, 0.0)
            self._constraints.append((pivot, motor))
        self._finger: tuple[Any, Any] | None = None
        self.engine = self._engine()

    def _engine(self) -> Engine:
        # Chipmunk grows a buffer that it believes full, which would free memory that is not its own: leave ample room.
        arbiters = 64 * (sum(len(shapes) for shapes in self._shapes) + 1)
        integers = np.zeros(ARBITER_INTEGERS * arbiters + 16, dtype=np.int64)
        floats = np.zeros(ARBITER_FLOATS * arbiters + 16)
        control = np.zeros(7, dtype=np.int64)
        start = control.ctypes.data
        control[:] = [0, integers.ctypes.data, 0, floats.ctypes.data, start, start + 16, 0]
        counts = control.view(np.int32)
        counts[1], counts[5] = len(integers), len(floats)
        return Engine(
            **_addresses(),
            space=_pointer(self._space),
            message=start + 32,
            control=control,
            integers=integers,
            floats=floats,
        )

    def point(self, magnets: Records) -> None:
        """Enter the addresses of each magnet's body and joints."""
        magnets["body"] = [_pointer(body) for body in self._bodies]
        magnets["pivot"] = [_pointer(pivot) for pivot, _ in self._constraints]
        magnets["motor"] = [_pointer(motor) for _, motor in self._constraints]

    def add_finger(
        self, row: int, position: tuple[float, float], velocity: tuple[float, float], friction: float
    ) -> None:
        """A finger tip (m, m/s) that moves on steadily and touches only the magnet in this row."""
        body = lib.cpSpaceAddBody(self._space, lib.cpBodyNewKinematic())
        lib.cpBodySetUserData(body, ffi.cast("void *", len(self._bodies)))
        lib.cpBodySetPosition(body, position)
        lib.cpBodySetVelocity(body, velocity)
        shape = lib.cpCircleShapeNew(body, FINGER_RADIUS, (0.0, 0.0))
        lib.cpShapeSetElasticity(shape, 0.0)
        lib.cpShapeSetFriction(shape, friction)
        lib.cpShapeSetFilter(shape, (0, _FINGER, _FINGER))
        lib.cpSpaceAddShape(self._space, shape)
        # Unless a shape is told otherwise it touches all others.
        others = ffi.new("cpShapeFilter *", (0, _MAGNETS, _MAGNETS))[0]
        for parts in self._shapes[:row] + self._shapes[row + 1 :]:
            for part in parts:
                lib.cpShapeSetFilter(part, others)
        self._finger = (body, shape)

    def remove_finger(self) -> None:
        """The finger lets go."""
        if self._finger is not None:
            body, shape = self._finger
            self._finger = None
            lib.cpSpaceRemoveShape(self._space, shape)
            lib.cpSpaceRemoveBody(self._space, body)
            lib.cpShapeFree(shape)
            lib.cpBodyFree(body)

    def remove(self, row: int) -> None:
        """The magnet in this row has left: neither its shapes nor its friction act any more."""
        for shape in self._shapes[row]:
            lib.cpSpaceRemoveShape(self._space, shape)
            lib.cpShapeFree(shape)
        self._shapes[row] = []
        for constraint in self._constraints[row]:
            if lib.cpConstraintGetSpace(constraint) != ffi.NULL:
                lib.cpSpaceRemoveConstraint(self._space, constraint)
        lib.cpSpaceRemoveBody(self._space, self._bodies[row])

    def close(self) -> None:
        """Free everything; the object is of no use afterwards."""
        self.remove_finger()
        lib.cpSpaceFree(self._space)  # first, so that nothing need be taken out of it
        for body, shapes, constraints in zip(self._bodies, self._shapes, self._constraints, strict=True):
            for shape in shapes:
                lib.cpShapeFree(shape)
            for constraint in constraints:
                lib.cpConstraintFree(constraint)
            lib.cpBodyFree(body)
        self._bodies, self._constraints, self._shapes = [], [], []


class _Surface:
    """The outline of a kind as Chipmunk needs it, from which each magnet of the kind is given its contact shapes."""

    def __init__(self, kind: Kind) -> None:
        self._parts = [(len(part), ffi.new("cpVect[]", part.tolist())) for part in kind.outline.parts]
        # Half the slop on each side, so that magnets which just touch are in contact and rest without overlap.
        self._rounding = kind.outline.rounding + 0.5 * COLLISION_SLOP
        # Chipmunk multiplies the two shapes' figures; the roots make a pair of one kind come out as stated.
        self._elasticity, self._friction = kind.restitution**0.5, kind.friction**0.5

    def added(self, space: Any, body: Any) -> list[Any]:
        """New shapes (pointers), one a convex part, on a body of this space and in it."""
        shapes = []
        for count, corners in self._parts:
            if count == 1:
                shape = lib.cpCircleShapeNew(body, self._rounding, corners[0])
            else:
                shape = lib.cpPolyShapeNewRaw(body, count, corners, self._rounding)
            lib.cpShapeSetElasticity(shape, self._elasticity)
            lib.cpShapeSetFriction(shape, self._friction)
            shapes.append(lib.cpSpaceAddShape(space, shape))
        return shapes


@cache
def _addresses() -> dict[str, int]:
    """Where Chipmunk's functions are in this process, by the fields of Engine."""
    names = {
        "step": "cpSpaceStep",
        "get_body": "pmSpaceBodyGetIteratorFuncBatched",
        "set_body": "pmSpaceBodySetIteratorFuncBatched",
        "reindex_body": "cpSpaceReindexShapesForBody",
        "each_arbiter": "cpSpaceEachCachedArbiter",
        "read_arbiter": "pmSpaceArbiterIteratorFuncBatched",
        "set_type": "cpBodySetType",
        "set_mass": "cpBodySetMass",
        "set_inertia": "cpBodySetMoment",
        "set_max_force": "cpConstraintSetMaxForce",
        "add_constraint": "cpSpaceAddConstraint",
        "remove_constraint": "cpSpaceRemoveConstraint",
    }
    return {field: _pointer(ffi.addressof(lib, name)) for field, name in names.items()}


def _pointer(item: Any) -> int:
    return int(ffi.cast("intptr_t", item))
