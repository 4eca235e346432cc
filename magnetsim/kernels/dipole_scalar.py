"""The definition compiled as it stands: one pair after the other."""

from __future__ import annotations

from magnetsim.kernels.dipole_python import dipole_forces_python
from magnetsim.kernels.jit import jit

dipole_forces_scalar = jit(counted=False)(dipole_forces_python)
