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
MOST_TURN = 1e6
"""rad of an angle; of a far greater one, what a whole turn leaves is no more than rounding."""
MOST_MAGNETS = 5000
"""Contacts are kept for every pair: 200 MB."""
FINEST_STEP, COARSEST_STEP = 1e-6, 5e-3
"""s; a motion that needs a finer one is no game's, and with a coarser one no contact is sound."""
LONGEST = 1000.0
"""s of one run."""
MOST_ITERATIONS = 1000


def check_run(table: Table, shot: Shot | None, physics: Physics, outside: OutsideForce | None) -> None:
    """Refuse, with PhysicsError, what cannot be played; ValueError for a shot of a magnet that is not on the table."""
    _check_table(table)
    for problem in chain(_of_physics(physics, len(table)), _once(_of_board, table.board)):
        raise PhysicsError(problem)
    if shot is not None:
        if shot.magnet not in table.magnet:
            listed = ", ".join(map(str, table.magnet.tolist())) or Phrase("(there are none)")
            text = Phrase(
                "{shot}.magnet: expected one on the table, of {magnets}, got {got}",
                shot=type(shot).__name__,
                magnets=listed,
                got=repr(shot.magnet),
            )
            raise ValueError(text)
        for problem in _of_shot(shot):
            text = Phrase(
                "{shot} of magnet {magnet}: {problem}", shot=type(shot).__name__, magnet=shot.magnet, problem=problem
            )
            raise PhysicsError(text, magnet=shot.magnet)
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
        raise PhysicsError(Phrase("table: expected at most {most} magnets, got {got}", most=MOST_MAGNETS, got=n))
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
    turned = np.abs(table.angle) > MOST_TURN
    if turned.any():
        row = int(np.argmax(turned))
        number = int(table.magnet[row])
        text = Phrase(
            "magnet {magnet}: its angle is {got} rad, expected at most {most} rad either way",
            magnet=number,
            got=repr(float(table.angle[row])),
            most=f"{MOST_TURN:g}",
        )
        raise PhysicsError(text, magnet=number)
    out = np.abs(table.position).max(axis=1, initial=0.0) > FARTHEST_OUT
    if out.any():
        row = int(np.argmax(out))
        number = int(table.magnet[row])
        text = Phrase(
            "magnet {magnet}: its position is {got} m, expected at most {most} m from the middle; are the units right?",
            magnet=number,
            got=table.position[row].tolist(),
            most=f"{FARTHEST_OUT:g}",
        )
        raise PhysicsError(text, magnet=number)
    if n and not 0 <= table.kind.min() <= table.kind.max() < len(table.kinds):
        text = Phrase("table.kind: expected 0 to {most}, got {got}", most=len(table.kinds) - 1, got=table.kind.tolist())
        raise PhysicsError(text)
    for index in set(table.kind.tolist()):
        for problem in _once(_of_kind, table.kinds[index]):
            text = Phrase("kind {name}: {problem}", name=table.kinds[index].name, problem=problem)
            raise PhysicsError(text)


@lru_cache(maxsize=256)
def _once(look: Callable[[Any], Iterator[Phrase]], at: Board | Kind) -> tuple[Phrase, ...]:
    """The problems of a board or kind, which are the same in shot after shot."""
    return tuple(look(at))


def _of_kind(kind: Kind) -> Iterator[Phrase]:
    for name in ("mass", "inertia"):
        value = getattr(kind, name)
        if not 0.0 < value < math.inf:
            yield _mismatch(name, Phrase("a positive, finite number"), value)
    for name in ("moment", "moment_z"):
        value = getattr(kind, name)
        if not math.isfinite(value):
            yield _mismatch(name, Phrase("a finite number"), value)
    if not 0.0 <= kind.restitution <= 1.0:
        yield _mismatch("restitution", Phrase("a number from 0 to 1"), kind.restitution)
    if not 0.0 <= kind.friction < math.inf:
        yield _mismatch("friction", Phrase("a finite number, not negative"), kind.friction)


def _of_board(board: Board) -> Iterator[Phrase]:
    if not 0.0 <= board.friction_kinetic <= board.friction_static < math.inf:
        yield Phrase(
            "board: expected friction_static and friction_kinetic finite and not negative, the kinetic one not above "
            "the static one, got {static} and {kinetic}",
            static=repr(board.friction_static),
            kinetic=repr(board.friction_kinetic),
        )
    rim = np.asarray(board.rim)
    if len(rim) == 0:
        if not 0.0 < board.radius <= FARTHEST_OUT:
            yield Phrase(
                "board: expected corners, or a radius up to {most} m, got a radius of {got}",
                most=f"{FARTHEST_OUT:g}",
                got=repr(board.radius),
            )
    elif board.radius != 0.0:
        yield Phrase(
            "board: expected corners or a radius, got both: {count} corners and {radius} m",
            count=len(rim),
            radius=repr(board.radius),
        )
    elif rim.ndim != 2 or rim.shape[1] != 2 or len(rim) < 3:
        yield Phrase("board.rim: expected at least 3 corners [x, y], got an array of shape {got}", got=rim.shape)
    elif not (np.abs(rim) <= FARTHEST_OUT).all():
        yield Phrase(
            "board.rim: expected finite corners within {most} m; are the units right?", most=f"{FARTHEST_OUT:g}"
        )
    elif area_and_centroid(rim)[0] <= 0.0:
        yield Phrase("board.rim: expected corners counter-clockwise round an area")


def _of_physics(physics: Physics, n: int) -> Iterator[Phrase]:
    if not FINEST_STEP <= physics.step <= COARSEST_STEP:
        span = Phrase("{least} to {most} s", least=f"{FINEST_STEP:g}", most=f"{COARSEST_STEP:g}")
        yield _mismatch("physics.step", span, physics.step)
    for name in ("time_limit", "duration"):
        value = getattr(physics, name)
        if value is not None and not 0.0 < value <= LONGEST:
            yield _mismatch(f"physics.{name}", _up_to(LONGEST, "s"), value)
    if not 0.0 < physics.sample_rate < math.inf:
        yield _mismatch("physics.sample_rate", Phrase("a positive, finite number of Hz"), physics.sample_rate)
    if physics.iterations not in range(1, MOST_ITERATIONS + 1):
        whole = Phrase("a whole number from 1 to {most}", most=MOST_ITERATIONS)
        yield _mismatch("physics.iterations", whole, physics.iterations)
    criteria = physics.criteria
    if not (0.0 <= criteria.factor < math.inf and 0.0 < criteria.touch_gap <= criteria.keep_gap < math.inf):
        whole = Phrase("a factor not negative, touch_gap over 0, keep_gap not below it, all finite")
        yield _mismatch("physics.criteria", whole, criteria)
    seconds = physics.time_limit if physics.duration is None else physics.duration
    if n * seconds * min(physics.sample_rate, 1.0 / physics.step) > MOST_SAMPLES:
        yield Phrase(
            "physics.sample_rate: expected at most {most} Hz for {count} magnets and {seconds} s, got {got}",
            most=f"{MOST_SAMPLES / (n * seconds):g}",
            count=n,
            seconds=f"{seconds:g}",
            got=f"{physics.sample_rate:g}",
        )


def _of_shot(shot: Shot) -> Iterator[Phrase]:
    if not abs(shot.direction) <= MOST_TURN:
        yield _mismatch("direction", Phrase("at most {most} rad either way", most=f"{MOST_TURN:g}"), shot.direction)
    if not 0.0 < shot.speed <= FASTEST:
        yield _mismatch("speed", _up_to(FASTEST, "m/s"), shot.speed)
    if isinstance(shot, Flick | Push):
        if not abs(shot.offset) <= FARTHEST_OUT:
            yield _mismatch("offset", Phrase("a finite number of m"), shot.offset)
    elif not math.isfinite(shot.spin):
        yield _mismatch("spin", Phrase("a finite number of rad/s"), shot.spin)
    if isinstance(shot, Push) and not 0.0 < shot.stroke <= FARTHEST_OUT:
        yield _mismatch("stroke", _up_to(FARTHEST_OUT, "m"), shot.stroke)


def _up_to(most: float, unit: str) -> Phrase:
    return Phrase("more than 0, at most {most} {unit}", most=f"{most:g}", unit=unit)


def _mismatch(name: str, expected: Phrase, got: object) -> Phrase:
    return Phrase("{path}: expected {expected}, got {got}", path=name, expected=expected, got=repr(got))


def _check_outside(table: Table, outside: OutsideForce) -> None:
    n = len(table)
    for name, shape in (("force", (n, 2)), ("torque", (n,)), ("force_rate", (n, 2)), ("torque_rate", (n,))):
        values = np.asarray(getattr(outside, name))
        _check_shape(f"outside.{name}", values.shape, shape)
        _check_finite(table, Phrase("outside {name}", name=name), values)


def _check_shape(name: str, shape: tuple[int, ...], expected: tuple[int, ...]) -> None:
    if shape != expected:
        raise PhysicsError(
            Phrase("{path}: expected an array of shape {shape}, got {got}", path=name, shape=expected, got=shape)
        )


def _check_finite(table: Table, name: Phrase | str, values: np.ndarray) -> None:
    bad = np.argwhere(~np.isfinite(values))
    if len(bad):
        row = int(bad[0, 0])
        number = int(table.magnet[row])
        text = Phrase("magnet {magnet}: its {name} is not finite: {got}", magnet=number, name=name, got=values[row])
        raise PhysicsError(text, magnet=number)
