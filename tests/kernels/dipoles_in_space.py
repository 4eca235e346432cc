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
