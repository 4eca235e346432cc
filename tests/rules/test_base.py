"""Seats, turn order and leaders, which all games share."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from magnetsim.rules.base import leaders, next_seat

SEATS = st.sets(st.integers(0, 9), min_size=1, max_size=8).map(sorted)


@pytest.mark.rule("X1.5")
def test_turn_goes_round_clockwise():
    order, seat = [], 2
    for _ in range(7):
        seat = next_seat(range(5), seat)
        order.append(seat)
    assert order == [3, 4, 0, 1, 2, 3, 4]


def test_nobody_is_passed_over_when_a_seat_drops_out_on_its_own_turn():
    assert next_seat([0, 1, 3, 4], 2) == 3
    assert next_seat([0, 1, 2, 3], 4) == 0
    assert next_seat([0, 4], 2) == 4


@given(SEATS, st.integers(0, 9))
def test_every_seat_moves_once_a_round(playing, seat):
    order = []
    for _ in playing:
        seat = next_seat(playing, seat)
        order.append(seat)
    assert sorted(order) == playing


def test_leaders_are_all_sides_with_the_most_points():
    assert leaders([3, 7, 7, 1], [(0,), (1,), (2,), (3,)]) == ((1,), (2,))
    assert leaders([3, 7, 7, 1], [(0,), (3,)]) == ((0,),)
    assert leaders([0, 0, 0], [(0,), (1,), (2,)]) == ((0,), (1,), (2,))


@pytest.mark.rule("X5.4")
def test_the_points_of_a_side_are_added_up():
    assert leaders([9, 4, 0, 5], [(0, 2), (1, 3)]) == ((0, 2), (1, 3))
    assert leaders([9, 4, 0, 6], [(0, 2), (1, 3)]) == ((1, 3),)
    assert leaders([9, 4, 1, 6, 0, 0], [(0, 3), (2, 5)]) == ((0, 3),)
