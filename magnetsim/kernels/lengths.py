"""Lengths in the plane."""

from __future__ import annotations

from magnetsim.kernels.jit import inner


@inner()
def squared_length(x: float, y: float) -> float:
    """x² + y². By products: of `**` numba makes a loop that must be compiled wherever it stands."""
    return x * x + y * y
