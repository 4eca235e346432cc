"""Chipmunk, built and freed through pymunk's own C library, and its functions by address.

The loop in `stepping` is compiled and calls C by address; only functions whose arguments are pointers and numbers
are used, so that no platform's way of passing structures matters.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from pymunk._chipmunk_cffi import ffi, lib

from magnetsim.table import Kind, Table

STATIC = 2
DYNAMIC = 0

GET_STATE = lib.POSITION | lib.ANGLE | lib.VELOCITY | lib.ANGULAR_VELOCITY
SET_VELOCITY = lib.VELOCITY | lib.ANGULAR_VELOCITY
SET_FORCE = lib.FORCE | lib.TORQUE
GET_ARBITER = lib.BODY_A_ID | lib.BODY_B_ID | lib.TOTAL_IMPULSE | lib.CONTACT_COUNT | lib.POINT_A_1
ARBITER_INTEGERS = 3
ARBITER_FLOATS = 4

COLLISION_SLOP = 1e-5
"""m that resting magnets may overlap, so that their contact does not flicker."""
COLLISION_BIAS = (1.0 - 0.1) ** 60.0
"""Share of an overlap that is left after 1 s: Chipmunk's own default."""
PINNED_MASS = 1e15
"""Factor on the mass (inertia) of a magnet whose place (angle) is pinned: it yields to no contact."""
FINGER_RADIUS = 8e-3
"""m; a finger tip."""

_MAGNETS, _FINGER = 1, 2


class Engine(NamedTuple):
    """Addresses of C functions and of one space's parts, with the arrays through which data passes.

    data : address of the message; space : address of the space
    bodies, pivots, motors : (n,) pointers
    integers, floats : buffers that Chipmunk fills; integer_head, float_head : int32 views of (count, capacity, …)
    message : (3,) the structure that tells Chipmunk's batch functions which fields to move
    """

    step: int
    get_body: int
    set_body: int
    each_arbiter: int
    read_arbiter: int
    set_type: int
    set_mass: int
    set_inertia: int
    set_max_force: int
    add_constraint: int
    remove_constraint: int
    data: int
    space: int
    bodies: npt.NDArray[np.int64]
    pivots: npt.NDArray[np.int64]
    motors: npt.NDArray[np.int64]
    integers: npt.NDArray[np.int64]
    floats: npt.NDArray[np.float64]
    integer_head: npt.NDArray[np.int32]
    float_head: npt.NDArray[np.int32]
    message: npt.NDArray[np.int64]


class World:
    """A fresh Chipmunk space with one static body a magnet; `close` frees it.

    Fresh for every shot, because Chipmunk keeps contacts from step to step: only a fresh space gives the same bits again.
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
        parts = [[part.tolist() for part in kind.outline.parts] for kind in table.kinds]
        for row in range(len(table)):
            kind = table.kinds[int(table.kind[row])]
            body = lib.cpSpaceAddBody(self._space, lib.cpBodyNewStatic())
            lib.cpBodySetUserData(body, ffi.cast("void *", row))
            lib.cpBodySetPosition(body, tuple(table.position[row].tolist()))
            lib.cpBodySetAngle(body, float(table.angle[row]))
            self._bodies.append(body)
            shapes = []
            if table.touchable[row]:
                shapes = [self._add_part(body, kind, corners) for corners in parts[int(table.kind[row])]]
            self._shapes.append(shapes)
            pivot = lib.cpPivotJointNew2(ground, body, (0.0, 0.0), (0.0, 0.0))
            motor = lib.cpSimpleMotorNew(ground, body, 0.0)
            # Table friction has no memory of where the body was: the joints only brake, they never pull back.
            lib.cpConstraintSetMaxBias(pivot, 0.0)
            self._constraints.append((pivot, motor))
        self._finger: tuple[Any, Any] | None = None
        self.engine = self._engine()

    def _add_part(self, body: Any, kind: Kind, corners: list[list[float]]) -> Any:
        # Half the slop on each side, so that magnets which just touch are in contact and rest without overlap.
        rounding = kind.outline.rounding + 0.5 * COLLISION_SLOP
        if len(corners) == 1:
            shape = lib.cpCircleShapeNew(body, rounding, corners[0])
        else:
            shape = lib.cpPolyShapeNewRaw(body, len(corners), corners, rounding)
        # Chipmunk multiplies the two shapes' figures; the roots make a pair of one kind come out as stated.
        lib.cpShapeSetElasticity(shape, kind.restitution**0.5)
        lib.cpShapeSetFriction(shape, kind.friction**0.5)
        lib.cpShapeSetFilter(shape, (0, _MAGNETS, _MAGNETS))
        return lib.cpSpaceAddShape(self._space, shape)

    def _engine(self) -> Engine:
        n = len(self._bodies)
        # Chipmunk grows a buffer that it believes full, which would free memory that is not its own: leave it ample room.
        arbiters = 64 * (sum(len(shapes) for shapes in self._shapes) + 1)
        integers = np.zeros(ARBITER_INTEGERS * arbiters + 16, dtype=np.int64)
        floats = np.zeros(max(ARBITER_FLOATS * arbiters, 6 * n) + 16)
        integer_array = ffi.new("pmIntArray *")
        float_array = ffi.new("pmFloatArray *")
        data = ffi.new("pmBatchedData *")
        integer_array.max, float_array.max = len(integers), len(floats)
        integer_array.arr = ffi.cast("uintptr_t *", integers.ctypes.data)
        float_array.arr = ffi.cast("cpFloat *", floats.ctypes.data)
        data.intArray, data.floatArray = integer_array, float_array
        self._arrays = (integer_array, float_array, data)

        def address(name: str) -> int:
            return int(ffi.cast("intptr_t", ffi.addressof(lib, name)))

        def pointers(items: list[Any]) -> npt.NDArray[np.int64]:
            return np.array([int(ffi.cast("intptr_t", item)) for item in items], dtype=np.int64)

        return Engine(
            step=address("cpSpaceStep"),
            get_body=address("pmSpaceBodyGetIteratorFuncBatched"),
            set_body=address("pmSpaceBodySetIteratorFuncBatched"),
            each_arbiter=address("cpSpaceEachCachedArbiter"),
            read_arbiter=address("pmSpaceArbiterIteratorFuncBatched"),
            set_type=address("cpBodySetType"),
            set_mass=address("cpBodySetMass"),
            set_inertia=address("cpBodySetMoment"),
            set_max_force=address("cpConstraintSetMaxForce"),
            add_constraint=address("cpSpaceAddConstraint"),
            remove_constraint=address("cpSpaceRemoveConstraint"),
            data=int(ffi.cast("intptr_t", data)),
            space=int(ffi.cast("intptr_t", self._space)),
            bodies=pointers(self._bodies),
            pivots=pointers([pivot for pivot, _ in self._constraints]),
            motors=pointers([motor for _, motor in self._constraints]),
            integers=integers,
            floats=floats,
            integer_head=np.frombuffer(ffi.buffer(integer_array), dtype=np.int32),
            float_head=np.frombuffer(ffi.buffer(float_array), dtype=np.int32),
            message=np.frombuffer(ffi.buffer(data), dtype=np.int64),
        )

    def add_finger(self, row: int, position: tuple[float, float], velocity: tuple[float, float], friction: float) -> None:
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
        for part in self._shapes[row]:
            lib.cpShapeSetFilter(part, (0, _MAGNETS | _FINGER, _MAGNETS | _FINGER))
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
        for row, body in enumerate(self._bodies):
            if lib.cpBodyGetSpace(body) != ffi.NULL:
                self.remove(row)
            for constraint in self._constraints[row]:
                lib.cpConstraintFree(constraint)
            lib.cpBodyFree(body)
        self._bodies, self._constraints, self._shapes = [], [], []
        lib.cpSpaceFree(self._space)


