"""What measurements are to show, and what came of it."""

import pytest

from magnetsim.benchmark import Measure, Spread
from magnetsim.benchmark.targets import MEASURES, TARGETS, Target, Verdict, verdicts


def timed(key, seconds):
    bench, what, n = key.split("/")
    return Measure(bench, what, int(n), Spread(seconds, seconds / 2, 3 * seconds, 9))


def test_what_aims_are_about_is_told_in_words():
    kept = {key.split("/")[1] for target in TARGETS for key in (*target.over, *target.under)}
    own = {name for name in kept if ", " in name}
    assert own == set(MEASURES)


def test_every_aim_is_answered_by_some_measures():
    keys = {key for target in TARGETS for key in (*target.over, *target.under)}
    found = list(verdicts([timed(key, 1.0) for key in keys], threads=2))
    assert [one.target for one in found] == list(TARGETS)
    assert {one.value for one in found if len(one.target.under) < 2} == {1.0}
    assert {one.value for one in found if len(one.target.under) == 2} == {0.5}


def test_a_ratio_is_of_medians_the_first_over_the_sum_of_the_others():
    whole = timed("step/whole step, spread/25", 6e-6)
    parts = [timed("step/Chipmunk alone, spread/25", 4e-6), timed("step/force kernel alone, spread/25", 1e-6)]
    (one,) = verdicts([whole, *parts], threads=1)
    assert one.value == pytest.approx(1.2)
    # What one of its parts is not measured of is left open.
    assert list(verdicts([whole, parts[0]], threads=1)) == []


def test_what_takes_two_threads_is_not_judged_where_there_is_one():
    measures = [timed(f"kernels/{what}/1000", 1.0) for what in ("vectorised (wall)", "parallel", "vectorised", "numpy")]
    alone, two = (list(verdicts(measures, threads)) for threads in (1, 2))
    assert [(one.value, one.met) for one in alone] == [(None, None), (1.0, False)]
    assert [(one.value, one.met) for one in two] == [(1.0, False), (1.0, False)]


@pytest.mark.parametrize(
    ("bounds", "value", "met"),
    [
        ({"at_most": 2.0}, 2.0, True),
        ({"at_most": 2.0}, 2.1, False),
        ({"at_least": 2.0}, 2.0, True),
        ({"at_least": 2.0}, 1.9, False),
    ],
)
def test_an_aim_is_met_up_to_its_bound(bounds, value, met):
    assert Verdict(Target("what", "case", ("shot/a/1",), **bounds), value).met is met
