"""Points of every pattern of right and wrong: F3.8, F4.2, F4.3."""

from itertools import product

import pytest

from magnetsim.rules.feelinks.moves import SAME
from magnetsim.rules.feelinks.scoring import points_of, right_predictions, stars_of

PAIR = (1, 0)
TRIOS = [(1, 2, 0), (2, 0, 1)]


@pytest.mark.rule("F3.8")
@pytest.mark.parametrize(
    ("right", "points"),
    [((True, True), (3, 3)), ((True, False), (1, 1)), ((False, True), (1, 1)), ((False, False), (0, 0))],
)
def test_a_pair(right, points):
    assert points_of(right, PAIR) == points


@pytest.mark.rule("F3.8", "F4.3")
@pytest.mark.parametrize("targets", TRIOS)
@pytest.mark.parametrize("right", list(product([True, False], repeat=3)))
def test_a_trio_each_alone(right, targets):
    predictor = {target: seat for seat, target in enumerate(targets)}
    expected = []
    for seat in range(3):
        hits = right[seat] + right[predictor[seat]]
        expected.append({0: 0, 1: 1, 2: 3}[hits])
    assert points_of(right, targets) == tuple(expected)


@pytest.mark.rule("F4.3")
def test_a_trio_with_one_right_is_no_lump():
    # Seat 0 is right about seat 1: these two have one each, seat 2 has none.
    assert points_of((True, False, False), (1, 2, 0)) == (1, 1, 0)
    # Seats 0 and 1 are right: seat 1 predicted and was predicted right.
    assert points_of((True, True, False), (1, 2, 0)) == (1, 3, 1)
    assert points_of((True, True, True), (1, 2, 0)) == (3, 3, 3)


@pytest.mark.rule("F3.8", "F4.3")
def test_groups_do_not_touch_each_other():
    # A trio of seats 0, 2, 4 and a pair of 1 and 3.
    targets = (2, 3, 4, 1, 0)
    assert points_of((True, False, True, True, False), targets) == (1, 1, 3, 1, 1)


@pytest.mark.rule("F3.7", "F4.2")
def test_what_is_right():
    picks = (4, 4, 7, 1)
    targets = (1, 0, 3, 2)
    assert right_predictions(picks, targets, (SAME, SAME, 1, 7)) == (True, True, True, True)
    assert right_predictions(picks, targets, (5, SAME, SAME, SAME)) == (False, True, False, False)
    assert right_predictions(picks, targets, (SAME, 3, 8, 2)) == (True, False, False, False)


@pytest.mark.parametrize("votes", list(product([SAME, 1, 2, 3], repeat=2)))
@pytest.mark.parametrize("picks", list(product([1, 2, 3], repeat=2)))
def test_all_votes_of_a_pair(picks, votes):
    right = right_predictions(picks, PAIR, votes)
    assert right[0] == (picks[0] == picks[1] if votes[0] == SAME else votes[0] == picks[1])
    assert right[1] == (picks[0] == picks[1] if votes[1] == SAME else votes[1] == picks[0])


@pytest.mark.parametrize(
    ("right", "stars"), [(0, 1), (1, 1), (9, 1), (10, 2), (19, 2), (20, 3), (29, 3), (30, 4), (40, 4)]
)
def test_stars_go_by_quarters(right, stars):
    assert stars_of(right, 40) == stars


def test_without_predictions_there_is_one_star():
    assert stars_of(0, 0) == 1
