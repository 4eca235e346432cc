"""Intervals and tests, held against published values and scipy's."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from magnetsim.results.proportions import binomial_test, share_of, wilson_interval


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    # R. G. Newcombe, Statist. Med. 17 (1998) 857, table I, method 3.
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_intervals_are_as_published(count, of, low, high):
    assert wilson_interval(count, of) == pytest.approx((low, high), abs=5e-5)


@given(st.integers(0, 3000).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of))))
def test_intervals_are_those_of_scipy(pair):
    count, of = pair
    low, high = wilson_interval(count, of)
    assert 0 <= low <= (count / of if of else 0.5) <= high <= 1
    if of:
        theirs = binomtest(count, of).proportion_ci(0.95, method="wilson")
        assert (low, high) == pytest.approx((theirs.low, theirs.high), abs=1e-12)


@given(
    st.integers(1, 2000).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of))),
    st.sampled_from([0.5, 1 / 3, 0.25, 0.2, 1 / 7]),
)
def test_the_test_is_that_of_scipy(pair, chance):
    count, of = pair
    assert binomial_test(count, of, chance) == pytest.approx(binomtest(count, of, chance).pvalue, rel=1e-6, abs=1e-290)


def test_many_games_are_no_harder_than_few():
    assert binomial_test(10_200, 20_000, 0.5) == pytest.approx(binomtest(10_200, 20_000, 0.5).pvalue, rel=1e-8)


def test_of_none_nothing_is_known():
    assert (share_of(0, 0).share, share_of(0, 0).low, share_of(0, 0).high) == (None, 0.0, 1.0)
    assert binomial_test(0, 0, 0.5) == 1.0
