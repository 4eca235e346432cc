"""What settle refuses before anything is compiled or handed to Chipmunk, which checks nothing itself."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import chain
from typing import Any

import numpy as np

from magnetsim.clusters import overlaps
from magnetsim.errors import PhysicsError
from magnetsim.kernels.polygon import area_and_centroid
from magnetsim.language import Phrase
from magnetsim.physics.settings import OutsideForce, Physics
from magnetsim.shot import MOST_SAMPLES, Flick, Push, Shot
from magnetsim.table import Board, Kind, Table

OVERLAP_ALLOWED = 1e-3
"""m that magnets may overlap at the start; a hard strike leaves a part of this when all has come to rest."""
FARTHEST_OUT = 100.0
"""m from the middle of the table; what lies further out has another unit."""
FASTEST = 100.0
"""m/s of a shot; rad/s of what spins are what a rim at this speed allows."""
MOST_MAGNETS = 5000
"""Contacts are kept for every pair: 200 MB."""
FINEST_STEP, COARSEST_STEP = 1e-6, 5e-3
"""s; a motion that needs a finer one is no game's, and with a coarser one no contact is sound."""
LONGEST = 1000.0
"""s of one run."""
MOST_ITERATIONS = 1000


def check_run(table: Table, shot: Shot | None, physics: Physics, outside: OutsideForce | None) -> None:
    """Refuse, with PhysicsError, what cannot be played; KeyError for a shot of a magnet that is not on the table."""
    _check_table(table)
    for problem in chain(_of_physics(physics, len(table)), _once(_of_board, table.board)):
        raise PhysicsError(problem)
    if shot is not None:
        table.row(shot.magnet)
        for problem in _of_shot(shot):
            raise PhysicsError(f"{type(shot).__name__} of magnet {shot.magnet}: {problem}", magnet=shot.magnet)
    if outside is not None:
        _check_outside(table, outside)
    for first, second in overlaps(table, OVERLAP_ALLOWED):
        text = Phrase(
            "magnets {one} and {other} overlap by more than {most} mm at the start",
            one=first,
            other=second,
            most=f"{OVERLAP_ALLOWED * 1e3:g}",
        )
        raise PhysicsError(text, magnet=first)


def _check_table(table: Table) -> None:
    n = len(table)
    if n > MOST_MAGNETS:
        raise PhysicsError(f"table: expected at most {MOST_MAGNETS} magnets, got {n}")
    for name, shape in (
        ("kind", (n,)),
        ("position", (n, 2)),
        ("angle", (n,)),
        ("velocity", (n, 2)),
        ("spin", (n,)),
        ("pinned_position", (n,)),
        ("pinned_angle", (n,)),
        ("touchable", (n,)),
        ("rest_load", (n, 3)),
    ):
        _check_shape(f"table.{name}", getattr(table, name).shape, shape)
    for name in ("position", "angle", "velocity", "spin"):
        values = getattr(table, name)
        _check_finite(table, name, values)
    out = np.abs(table.position).max(axis=1, initial=0.0) > FARTHEST_OUT
    if out.any():
        row = int(np.argmax(out))
        raise PhysicsError(
            f"magnet {table.magnet[row]}: its position is {table.position[row].tolist()} m, expected at most "
            f"{FARTHEST_OUT:g} m from the middle; are the units right?",
            magnet=int(table.magnet[row]),
        )
    if n and not 0 <= table.kind.min() <= table.kind.max() < len(table.kinds):
        raise PhysicsError(f"table.kind: expected 0 to {len(table.kinds) - 1}, got {table.kind.tolist()}")
    for index in set(table.kind.tolist()):
        for problem in _once(_of_kind, table.kinds[index]):
            raise PhysicsError(f"kind {table.kinds[index].name}: {problem}")


@lru_cache(maxsize=256)
def _once(look: Callable[[Any], Iterator[str]], at: Board | Kind) -> tuple[str, ...]:
    """The problems of a board or kind, which are the same in shot after shot."""
    return tuple(look(at))


def _of_kind(kind: Kind) -> Iterator[str]:
    for name in ("mass", "inertia"):
        value = getattr(kind, name)
        if not 0.0 < value < math.inf:
            yield f"{name}: expected a positive, finite number, got {value!r}"
    for name in ("moment", "moment_z"):
        value = getattr(kind, name)
        if not math.isfinite(value):
            yield f"{name}: expected a finite number, got {value!r}"
    if not 0.0 <= kind.restitution <= 1.0:
        yield f"restitution: expected a number from 0 to 1, got {kind.restitution!r}"
    if not 0.0 <= kind.friction < math.inf:
        yield f"friction: expected a finite number, not negative, got {kind.friction!r}"


def _of_board(board: Board) -> Iterator[str]:
    if not 0.0 <= board.friction_kinetic <= board.friction_static < math.inf:
        yield (
            "board: expected friction_static and friction_kinetic finite and not negative, the kinetic one not above "
            f"the static one, got {board.friction_static!r} and {board.friction_kinetic!r}"
        )
    rim = np.asarray(board.rim)
    if len(rim) == 0:
        if not 0.0 < board.radius <= FARTHEST_OUT:
            yield f"board: expected corners, or a radius up to {FARTHEST_OUT:g} m, got a radius of {board.radius!r}"
    elif board.radius != 0.0:
        yield f"board: expected corners or a radius, got both: {len(rim)} corners and {board.radius!r} m"
    elif rim.ndim != 2 or rim.shape[1] != 2 or len(rim) < 3:
        yield f"board.rim: expected at least 3 corners [x, y], got an array of shape {rim.shape}"
    elif not (np.abs(rim) <= FARTHEST_OUT).all():
        yield f"board.rim: expected finite corners within {FARTHEST_OUT:g} m; are the units right?"
    elif area_and_centroid(rim)[0] <= 0.0:
        yield "board.rim: expected corners counter-clockwise round an area"


def _of_physics(physics: Physics, n: int) -> Iterator[str]:
    if not FINEST_STEP <= physics.step <= COARSEST_STEP:
        yield f"physics.step: expected {FINEST_STEP:g} to {COARSEST_STEP:g} s, got {physics.step!r}"
    for name in ("time_limit", "duration"):
        value = getattr(physics, name)
        if value is not None and not 0.0 < value <= LONGEST:
            yield f"physics.{name}: expected more than 0, at most {LONGEST:g} s, got {value!r}"
    if not 0.0 < physics.sample_rate < math.inf:
        yield f"physics.sample_rate: expected a positive, finite number of Hz, got {physics.sample_rate!r}"
    if physics.iterations not in range(1, MOST_ITERATIONS + 1):
        yield f"physics.iterations: expected a whole number from 1 to {MOST_ITERATIONS}, got {physics.iterations!r}"
    criteria = physics.criteria
    if not (0.0 <= criteria.factor < math.inf and 0.0 < criteria.touch_gap <= criteria.keep_gap < math.inf):
        yield (
            "physics.criteria: expected a factor not negative, touch_gap over 0, keep_gap not below it, all finite, "
            f"got {criteria}"
        )
    seconds = physics.time_limit if physics.duration is None else physics.duration
    if n * seconds * min(physics.sample_rate, 1.0 / physics.step) > MOST_SAMPLES:
        yield (
            f"physics.sample_rate: expected at most {MOST_SAMPLES / (n * seconds):g} Hz for {n} magnets and "
            f"{seconds:g} s, got {physics.sample_rate:g}"
        )


def _of_shot(shot: Shot) -> Iterator[str]:
    if not math.isfinite(shot.direction):
        yield f"direction: expected a finite number of rad, got {shot.direction!r}"
    if not 0.0 < shot.speed <= FASTEST:
        yield f"speed: expected more than 0, at most {FASTEST:g} m/s, got {shot.speed!r}"
    if isinstance(shot, Flick | Push):
        if not abs(shot.offset) <= FARTHEST_OUT:
            yield f"offset: expected a finite number of m, got {shot.offset!r}"
    elif not math.isfinite(shot.spin):
        yield f"spin: expected a finite number of rad/s, got {shot.spin!r}"
    if isinstance(shot, Push) and not 0.0 < shot.stroke <= FARTHEST_OUT:
        yield f"stroke: expected more than 0, at most {FARTHEST_OUT:g} m, got {shot.stroke!r}"


def _check_outside(table: Table, outside: OutsideForce) -> None:
    n = len(table)
    for name, shape in (("force", (n, 2)), ("torque", (n,)), ("force_rate", (n, 2)), ("torque_rate", (n,))):
        values = np.asarray(getattr(outside, name))
        _check_shape(f"outside.{name}", values.shape, shape)
        _check_finite(table, f"outside {name}", values)


def _check_shape(name: str, shape: tuple[int, ...], expected: tuple[int, ...]) -> None:
    if shape != expected:
        raise PhysicsError(f"{name}: expected an array of shape {expected}, got {shape}")


def _check_finite(table: Table, name: str, values: np.ndarray) -> None:
    bad = np.argwhere(~np.isfinite(values))
    if len(bad):
        row = int(bad[0, 0])
        number = int(table.magnet[row])
        text = Phrase("magnet {magnet}: its {name} is not finite: {got}", magnet=number, name=name, got=values[row])
        raise PhysicsError(text, magnet=number)
