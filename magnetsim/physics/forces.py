"""Where the next step will find the magnets, and what acts on them there; compiled."""

from __future__ import annotations

import math

from magnetsim.kernels.dipole import dipole_forces
from magnetsim.kernels.jit import jit
from magnetsim.physics.state import BAD, Scene


@jit(counted=False)
def predict(scene: Scene, row: int, dt: float) -> None:
    """Where a magnet, and its moment, will be after a time dt (s)."""
    magnet, field = scene.magnets[row], scene.field
    field.x[row] = magnet.x + magnet.vx * dt
    field.y[row] = magnet.y + magnet.vy * dt
    field.angle[row] = magnet.angle + magnet.spin * dt
    field.mx[row] = magnet.moment * math.cos(field.angle[row])
    field.my[row] = magnet.moment * math.sin(field.angle[row])
    field.mz[row] = magnet.moment_z


@jit(counted=False)
def take_forces(scene: Scene, now: float) -> bool:
    """Fill in every magnet's load; false, with the row noted, when one is not finite."""
    field = scene.field
    dipole_forces(field.x, field.y, field.mx, field.my, field.mz, field.fx, field.fy, field.torque)
    finite = True
    for row in range(len(scene.magnets)):
        magnet = scene.magnets[row]
        magnet.load_x = field.fx[row] + magnet.outside_x + magnet.rate_x * now
        magnet.load_y = field.fy[row] + magnet.outside_y + magnet.rate_y * now
        magnet.load_turn = field.torque[row] + magnet.outside_turn + magnet.rate_turn * now
        if finite and not math.isfinite(magnet.load_x + magnet.load_y + magnet.load_turn):
            scene.tally[BAD] = row
            finite = False
    return finite
