"""Friction of a flat body that slides and spins at once, under uniform pressure.

With R the radius of the disc that stands for the body and λ = v/(R|ω|), the force is µ N f against the velocity
and the torque µ N R t against the spin (Farkas, Bartels, Unger & Wolf 2003; Weidman & Malhotra 2005).
"""

from __future__ import annotations

import math
from functools import cache

import numpy as np
import numpy.typing as npt

from magnetsim.kernels.jit import inner

Floats = npt.NDArray[np.float64]

ENTRIES = 513
"""Length of the table; straight lines between its entries are within 3e-5 of the closed form."""


def sliding_factors(ratio: float) -> tuple[float, float]:
    """The factors f and t in closed form, by complete elliptic integrals of modulus λ or 1/λ.

    ratio : λ, from 0 (pure spin) to inf (pure sliding)
    """
    if ratio == 1:
        return 8 / (3 * np.pi), 8 / (9 * np.pi)
    # Near both ends the closed form subtracts nearly equal numbers; there the series is exact to 1e-12.
    if ratio < 0.03:
        u = ratio * ratio
        return ratio * (1 - u / 8 - u**2 / 64 - 5 * u**3 / 1024), 2 / 3 - u / 2 + 3 * u**2 / 32 + 5 * u**3 / 384
    if ratio > 20:
        u = (1 / ratio) ** 2
        return 1 - u / 8 - u**2 / 64 - 5 * u**3 / 1024, (1 + u / 12 + 3 * u**2 / 128 + 5 * u**3 / 512) / (4 * ratio)
    square = ratio * ratio
    if ratio < 1:
        k, e = complete_elliptic_integrals(square)
        force = 4 / (3 * np.pi) * ((square + 1) * e + (square - 1) * k) / ratio
        return force, 4 / (9 * np.pi) * ((4 - 2 * square) * e + (square - 1) * k)
    k, e = complete_elliptic_integrals(1 / square)
    force = 4 / (3 * np.pi) * ((square + 1) * e - (square - 1) * k)
    return force, 4 * ratio / (9 * np.pi) * ((4 - 2 * square) * e + (2 * square - 5 + 3 / square) * k)


def complete_elliptic_integrals(parameter: float) -> tuple[float, float]:
    """K and E of a parameter (the modulus squared) from 0 to below 1, by arithmetic-geometric means.

    Abramowitz & Stegun, 17.6.
    """
    a, b, part, lost = 1.0, math.sqrt(1 - parameter), 0.5, parameter / 2
    while a - b > 1e-15 * a:
        difference = (a - b) / 2
        a, b, part = (a + b) / 2, math.sqrt(a * b), 2 * part
        lost += part * difference**2
    k = math.pi / (a + b)
    return k, k * (1 - lost)


@cache
def sliding_table() -> Floats:
    """The factors f and t at evenly spaced ξ = v/(v + R|ω|) from 0 to 1: (ENTRIES, 2), read-only."""
    share = np.linspace(0.0, 1.0, ENTRIES)
    inner = [sliding_factors(float(xi / (1 - xi))) for xi in share[:-1]]
    table = np.array([*inner, (1.0, 0.0)])
    table.setflags(write=False)
    return table


@inner()
def friction_holds(slide_square: float, turn: float, slide_limit: float, turn_limit: float) -> bool:
    """Whether static friction holds a load: force and torque lie within an ellipse whose half-axes are the limits.

    slide_square : N², square of the force        turn : N·m        slide_limit, turn_limit : N, N·m
    Friction of limits 0 holds only what has no load. Speed and spin that friction takes away in a step go the same way.
    """
    slide_limit_square, turn_limit_square = slide_limit * slide_limit, turn_limit * turn_limit
    turn_square = turn * turn
    if slide_square == 0.0 or turn_square == 0.0:
        return slide_square <= slide_limit_square and turn_square <= turn_limit_square
    load = slide_square * turn_limit_square + turn_square * slide_limit_square
    return slide_limit > 0.0 and load <= slide_limit_square * turn_limit_square


@inner()
def look_up_sliding(table: Floats, speed: float, rim_speed: float) -> tuple[float, float]:
    """The factors f and t of a body that moves; (0, 0) when it does not.

    table : of sliding_table        speed : v, m/s, not negative        rim_speed : R|ω|, m/s, not negative
    nan comes back as nan.
    """
    total = speed + rim_speed
    if total == 0.0:
        return 0.0, 0.0
    if not total < np.inf:
        return np.nan, np.nan
    last = table.shape[0] - 1
    place = speed / total * last
    i = min(np.int64(place), last - 1)
    part = place - i
    return (
        table[i, 0] + part * (table[i + 1, 0] - table[i, 0]),
        table[i, 1] + part * (table[i + 1, 1] - table[i, 1]),
    )
