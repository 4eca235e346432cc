"""Connected components by union and find."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Integers = npt.NDArray[np.int64]


def connected_components(n: int, first: Integers, second: Integers) -> Integers:
    """The component of each of n nodes, named by its smallest node: (n,).

    first, second : (m,) the ends of the edges, from 0 to n - 1
    Plain: magnets touch a few others at most, and to compile it takes longer than it saves.
    """
    parent = list(range(n))
    for a, b in zip(first.tolist(), second.tolist(), strict=True):
        while parent[a] != a:
            parent[a] = parent[parent[a]]
            a = parent[a]  # noqa: PLW2901
        while parent[b] != b:
            parent[b] = parent[parent[b]]
            b = parent[b]  # noqa: PLW2901
        parent[max(a, b)] = min(a, b)
    for node in range(n):
        # A parent is never the larger number, so it already names its component.
        parent[node] = parent[parent[node]]
    return np.array(parent, dtype=np.int64)
