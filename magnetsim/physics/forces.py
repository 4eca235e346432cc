"""Where the next step will find the magnets, what acts on them there, and whether it may be taken; compiled."""

from __future__ import annotations

import math
from typing import Any

from magnetsim.kernels.dipole import NEAREST, dipole_energy, dipole_forces
from magnetsim.kernels.finite import Clouds, finite_forces
from magnetsim.kernels.jit import inner
from magnetsim.kernels.lengths import squared_length
from magnetsim.physics.state import AWAKE, BAD, LEAVING, MATE, Field, Records, Scene
from magnetsim.table import Floats


@inner()
def predict(magnets: Records, field: Field, row: int, dt: float) -> None:
    """Where a magnet, and its moment, will be after a time dt (s)."""
    magnet = magnets[row]
    field.x[row] = magnet.x + magnet.vx * dt
    field.y[row] = magnet.y + magnet.vy * dt
    field.angle[row] = magnet.angle + magnet.spin * dt
    field.cosine[row], field.sine[row] = math.cos(field.angle[row]), math.sin(field.angle[row])
    field.moment[row] = magnet.moment
    field.mx[row] = magnet.moment * field.cosine[row]
    field.my[row] = magnet.moment * field.sine[row]
    field.mz[row] = magnet.moment_z


@inner()
def take_forces(scene: Scene, clouds: Clouds | None, now: float) -> bool:
    """Fill in every magnet's load; false, with the row noted, when one is not finite."""
    field = scene.field
    if clouds is None:
        dipole_forces(field.x, field.y, field.mx, field.my, field.mz, field.fx, field.fy, field.torque)
    else:
        _take_finite_forces(scene, clouds)
    bad = -1
    for row in range(len(scene.magnets)):
        magnet = scene.magnets[row]
        magnet.load_x = field.fx[row] + magnet.outside_x + magnet.rate_x * now
        magnet.load_y = field.fy[row] + magnet.outside_y + magnet.rate_y * now
        magnet.load_turn = field.torque[row] + magnet.outside_turn + magnet.rate_turn * now
        if bad < 0 and not math.isfinite(magnet.load_x + magnet.load_y + magnet.load_turn):
            bad = row
    if bad < 0:
        return True
    # One that is nowhere spoils the loads of all.
    for row in range(len(scene.magnets) - 1, -1, -1):
        if not math.isfinite(field.x[row] + field.y[row] + field.angle[row]):
            bad = row
    scene.tally[BAD] = bad
    return False


@inner()
def loads_grow(magnets: Records) -> bool:
    """Whether some magnet on the table is loaded more and more from outside, so that no rest is for ever."""
    for row in range(len(magnets)):
        magnet = magnets[row]
        pushed = magnet.inverse_mass > 0.0 and (magnet.rate_x != 0.0 or magnet.rate_y != 0.0)
        turned = magnet.inverse_inertia > 0.0 and magnet.rate_turn != 0.0
        if magnet.status < LEAVING and (pushed or turned):
            return True
    return False


@inner()
def outruns_step(scene: Scene) -> bool:
    """Whether the next step is too long: two magnets might approach too far, or the force move one too far from rest.

    The row of the magnet that moves fastest, or is drawn hardest, is noted.
    """
    first = second = 0.0
    most = scene.tug / (scene.step * scene.step)
    for row in range(len(scene.magnets)):
        magnet = scene.magnets[row]
        if magnet.status != AWAKE or magnet.reach < 0.0:
            continue
        load, lightness = squared_length(magnet.load_x, magnet.load_y), magnet.inverse_mass
        if load * (lightness * lightness) > most * most:
            scene.tally[BAD] = row
            return True
        pace = math.sqrt(squared_length(magnet.vx, magnet.vy)) + abs(magnet.spin) * magnet.sweep
        if pace > first:
            first, second = pace, first
            scene.tally[BAD] = row
        elif pace > second:
            second = pace
    return (first + second) * scene.step > scene.farthest


@inner()
def meets_as_points(scene: Scene) -> bool:
    """Whether two magnets come, in the next step, nearer than point dipoles may; both rows are noted.

    Outlines keep magnets apart, so it can be only where one has none.
    """
    magnets, field = scene.magnets, scene.field
    for row in range(len(magnets)):
        if magnets[row].reach > 0.0 or not _is_magnetic(magnets[row]):
            continue
        for other in range(len(magnets)):
            if other == row or not _is_magnetic(magnets[other]):
                continue
            x, y = magnets[other].x - magnets[row].x, magnets[other].y - magnets[row].y
            # The nearest point of the straight way from here to where the step will end.
            way_x, way_y = field.x[other] - field.x[row] - x, field.y[other] - field.y[row] - y
            square = way_x * way_x + way_y * way_y
            share = min(1.0, max(0.0, -(x * way_x + y * way_y) / square)) if square > 0.0 else 0.0
            if squared_length(x + share * way_x, y + share * way_y) < NEAREST * NEAREST:
                scene.tally[BAD], scene.tally[MATE] = row, other
                return True
    return False


@inner()
def _is_magnetic(magnet: Any) -> bool:
    return bool(magnet.status < LEAVING and (magnet.moment != 0.0 or magnet.moment_z != 0.0))


@inner()
def magnetic_energy(scene: Scene, clouds: Clouds | None) -> float:
    """The magnetic energy (J) of the magnets as they are half a step on."""
    field = scene.half_on
    if clouds is None:
        return dipole_energy(field.x, field.y, field.mx, field.my, field.mz)
    return keep_resting(scene, clouds) + _finite_forces(scene, clouds, field, False, field.fx, field.fy, field.torque)


@inner()
def keep_resting(scene: Scene, clouds: Clouds) -> float:
    """The magnetic energy (J) of what rests with what rests.

    It and the forces are taken anew when other magnets rest now, or rest elsewhere; else they are kept.
    """
    field, changed = scene.field, False
    for row in range(len(scene.magnets)):
        awake = scene.magnets[row].status == AWAKE
        changed = changed or scene.stirred[row] != awake
        scene.stirred[row] = awake
    if changed:
        scene.kept[0] = _finite_forces(scene, clouds, field, True, field.kept_x, field.kept_y, field.kept_turn)
    return float(scene.kept[0])


@inner()
def _take_finite_forces(scene: Scene, clouds: Clouds) -> None:
    field = scene.field
    keep_resting(scene, clouds)
    _finite_forces(scene, clouds, field, False, field.fx, field.fy, field.torque)
    for row in range(len(scene.magnets)):
        field.fx[row] += field.kept_x[row]
        field.fy[row] += field.kept_y[row]
        field.torque[row] += field.kept_turn[row]


@inner()
def _finite_forces(
    scene: Scene, clouds: Clouds, field: Field, resting: bool, fx: Floats, fy: Floats, torque: Floats
) -> float:
    """As finite_forces, of the scene's magnets where a field has them."""
    return finite_forces(
        field.x,
        field.y,
        field.cosine,
        field.sine,
        field.moment,
        field.mz,
        scene.cloud,
        scene.stirred,
        resting,
        clouds,
        fx,
        fy,
        torque,
    )
