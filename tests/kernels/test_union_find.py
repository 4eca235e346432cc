from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components as scipy_components

from magnetsim.kernels.union_find import connected_components


@given(st.integers(1, 40).flatmap(lambda n: st.tuples(st.just(n), st.lists(st.tuples(*[st.integers(0, n - 1)] * 2)))))
def test_components_agree_with_scipy(graph: tuple[int, list[tuple[int, int]]]) -> None:
    n, edges = graph
    first, second = np.array(edges, dtype=np.int64).reshape(-1, 2).T.copy()
    labels = connected_components(n, first, second)
    _, expected = scipy_components(coo_array((np.ones(len(edges)), (first, second)), shape=(n, n)), directed=False)
    for label in range(n):
        members = np.flatnonzero(labels == label)
        if len(members):
            assert members[0] == label
            assert (np.flatnonzero(expected == expected[label]) == members).all()


def test_nothing_and_no_edges() -> None:
    nothing = np.empty(0, dtype=np.int64)
    assert connected_components(0, nothing, nothing).tolist() == []
    assert connected_components(3, nothing, nothing).tolist() == [0, 1, 2]


def test_a_long_chain_in_any_order() -> None:
    n = 5000
    order = np.random.default_rng(2).permutation(n - 1)
    for sequence in (np.arange(n - 1), np.arange(n - 1)[::-1].copy(), order):
        assert (connected_components(n, sequence, sequence + 1) == 0).all()
