"""What the table's friction does to one magnet in one step, sliding and spinning together."""

from __future__ import annotations

import math

from magnetsim.kernels.friction import friction_holds, look_up_sliding
from magnetsim.kernels.jit import inner
from magnetsim.table import Floats

CREEP = 0.5e-3
"""m/s below which a magnet that touches others is held by static friction."""


@inner()
def braked(
    law: Floats,
    vx: float,
    vy: float,
    spin: float,
    per_force: float,
    per_torque: float,
    radius: float,
    slide_static: float,
    slide_kinetic: float,
    turn_static: float,
    turn_kinetic: float,
    was_still: bool,
) -> tuple[float, float, float]:
    """Velocity (m/s, m/s, rad/s) after friction has acted for a step on a magnet that touches no other.

    law : the table of sliding factors
    per_force, per_torque : step / mass, step / inertia; 0 for what is pinned
    radius : m, R of the friction law
    slide_static, slide_kinetic : N        turn_static, turn_kinetic : N·m, the latter µ N R
    was_still : it rested before the step, so that it is static friction that it has to overcome

    Friction that can bring everything to a halt within the step does so, and exactly.
    """
    if slide_kinetic == 0.0:
        return vx, vy, spin
    speed = math.sqrt(vx * vx + vy * vy)
    # What friction can take away in the step.
    least_speed = per_force * (slide_static if was_still else slide_kinetic)
    least_spin = per_torque * (turn_static if was_still else turn_kinetic * (2.0 / 3.0))
    if friction_holds(speed * speed, spin, least_speed, least_spin):
        return 0.0, 0.0, 0.0
    f, t = look_up_sliding(law, speed, abs(spin) * radius)
    slowed = max(0.0, speed - slide_kinetic * f * per_force)
    if speed > 0.0:
        vx *= slowed / speed
        vy *= slowed / speed
    return vx, vy, math.copysign(max(0.0, abs(spin) - turn_kinetic * t * per_torque), spin)


@inner()
def joint_limits(
    law: Floats,
    speed: float,
    rim_speed: float,
    slide_static: float,
    slide_kinetic: float,
    turn_static: float,
    turn_kinetic: float,
) -> tuple[float, float]:
    """Force (N) and torque (N·m) with which friction joints may brake a magnet that touches others.

    law : the table of sliding factors
    speed : m/s        rim_speed : m/s, |spin| times the radius of the friction law
    """
    if max(speed, rim_speed) < CREEP:
        return slide_static, turn_static
    f, t = look_up_sliding(law, speed, rim_speed)
    return slide_kinetic * f, turn_kinetic * t
