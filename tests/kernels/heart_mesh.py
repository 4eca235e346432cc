"""The heart as magpylib knows it."""

from __future__ import annotations

from typing import Any

import magpylib
import numpy as np


def heart_mesh(corners: np.ndarray, height: float, polarisation: float) -> Any:
    """A closed surface of triangles over a heart (k, 2) m: both faces fanned from a point, and the walls."""
    low, high = (np.column_stack([corners, np.full(len(corners), z)]) for z in (-height / 2, height / 2))
    vertices = np.concatenate([low, high, [[-2e-3, 0, -height / 2], [-2e-3, 0, height / 2]]])
    n = len(corners)
    faces = []
    for i in range(n):
        j = (i + 1) % n
        faces += [(j, i, 2 * n), (i + n, j + n, 2 * n + 1), (i, j, j + n), (i, j + n, i + n)]
    return magpylib.magnet.TriangularMesh(
        vertices=vertices, faces=np.array(faces), polarization=(polarisation, 0, 0), reorient_faces="skip"
    )
