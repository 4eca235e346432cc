"""Connected components by union and find."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from magnetsim.kernels.jit import jit

Integers = npt.NDArray[np.int64]


@jit()
def connected_components(n: int, first: Integers, second: Integers) -> Integers:
    """The component of each of n nodes, named by its smallest node: (n,).

    first, second : (m,) the ends of the edges, from 0 to n - 1
    """
    parent = np.arange(n)
    for edge in range(first.shape[0]):
        a, b = first[edge], second[edge]
        while parent[a] != a:
            parent[a] = parent[parent[a]]
            a = parent[a]
        while parent[b] != b:
            parent[b] = parent[parent[b]]
            b = parent[b]
        parent[max(a, b)] = min(a, b)
    for node in range(n):
        # A parent is never the larger number, so it already names its component.
        parent[node] = parent[parent[node]]
    return parent
