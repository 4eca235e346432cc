"""Two point dipoles in space, by the definition alone: what the kernels of the plane are held against."""

from __future__ import annotations

import numpy as np

from magnetsim.table import Floats


def dipole_pair_in_space(r: Floats, moment1: Floats, moment2: Floats) -> tuple[Floats, Floats, Floats, float]:
    """Force on 2 (N), torque on 1, torque on 2 (N·m), energy (J).

    r : (3,) m from 1 to 2        moment1, moment2 : (3,) A·m²
    """
    distance = float(np.sqrt(r @ r))
    n = r / distance
    a, b, c = moment1 @ n, moment2 @ n, moment1 @ moment2
    force = 3e-7 / distance**4 * (a * moment2 + b * moment1 + (c - 5 * a * b) * n)
    field1 = 1e-7 / distance**3 * (3 * a * n - moment1)
    field2 = 1e-7 / distance**3 * (3 * b * n - moment2)
    energy = 1e-7 / distance**3 * (c - 3 * a * b)
    return force, np.cross(moment1, field2), np.cross(moment2, field1), float(energy)


def dipole_pair_force(
    dx: float, dy: float, mx1: float, my1: float, mz1: float, mx2: float, my2: float, mz2: float
) -> tuple[float, float]:
    """The in-plane force (N) of dipole 1 on dipole 2, which lies at (dx, dy) m from it; moments in A·m²."""
    force, *_ = dipole_pair_in_space(np.array([dx, dy, 0.0]), np.array([mx1, my1, mz1]), np.array([mx2, my2, mz2]))
    return float(force[0]), float(force[1])
