"""Times taken in turns, by a clock that the test winds."""

import gc
import math

import pytest

from magnetsim.benchmark.measure import FEWEST, MOST, SLICE, processor_clock, spread_of, taken_in_turns


class Clock:
    """Goes on by what things cost."""

    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now

    def thing(self, cost, calls=None):
        def repeated(times):
            self.now += cost * times
            if calls is not None:
                calls.append(times)

        return repeated


def test_a_spread_is_the_median_and_the_quartiles():
    found = spread_of([5.0, 1.0, 2.0, 4.0, 3.0])
    assert (found.median, found.low, found.high, found.turns) == (3.0, 2.0, 4.0, 5)


def test_each_thing_is_told_what_one_of_its_calls_costs():
    clock = Clock()
    found = taken_in_turns({"a": clock.thing(1e-3), "b": clock.thing(4e-3)}, seconds=1.0, clock=clock)
    assert {name: one.median for name, one in found.items()} == pytest.approx({"a": 1e-3, "b": 4e-3})
    assert {one.turns for one in found.values()} == {MOST}


def test_a_turn_lasts_about_a_slice_and_a_slow_thing_is_called_once():
    clock, quick, slow = Clock(), [], []
    things = {"quick": clock.thing(SLICE / 100, quick), "slow": clock.thing(3.0, slow)}
    taken_in_turns(things, seconds=1.0, clock=clock, slow=["slow"])
    assert set(quick[-MOST:]) <= {100, 101}
    assert set(slow) == {1}


def test_time_that_is_up_ends_it_after_the_fewest_turns(monkeypatch):
    clock, done = Clock(), []
    monkeypatch.setattr("magnetsim.benchmark.measure.time.perf_counter", clock)
    found = taken_in_turns({"a": clock.thing(1.0)}, seconds=0.5, clock=clock, slow=["a"], watch=done.append)
    assert found["a"].turns == FEWEST
    assert done[-1] == 1.0
    assert gc.isenabled()


def test_the_clock_goes_on():
    first = processor_clock()
    sum(math.sqrt(n) for n in range(10_000))
    assert processor_clock() >= first
