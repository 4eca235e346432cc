"""The table as a value: rows in order of numbers, arrays that nobody can write to, magnets that come and go."""

from __future__ import annotations

import math
from dataclasses import FrozenInstanceError, fields, replace

import numpy as np
import pytest

from magnetsim.outline import disc_outline, heart_outline
from magnetsim.table import (
    GRAVITY,
    MU_0,
    Board,
    Kind,
    Placed,
    Table,
    lay,
    magnet_kind,
    with_arrays,
    with_magnet,
    without,
)

BOARD = Board(np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]), 0.0, 0.3, 0.24)
HOW = {"height": 5e-3, "density": 7500.0, "remanence": 1.2, "restitution": 0.3, "friction": 0.2}
DISC = magnet_kind("disc", disc_outline(5e-3), **HOW)
HEART = magnet_kind("heart", heart_outline(), **HOW)

FOUR = Placed(4, 1, (0.1, -0.2), 0.5, (0.01, 0.02), 3.0, pinned_angle=True)
SEVEN = Placed(7, 0, (0.3, 0.4), -1.0, touchable=False)
NINE = Placed(9, 1, (-0.5, 0.6), 2.0, pinned_position=True)
ARRAYS = [field.name for field in fields(Table) if field.name not in ("board", "kinds", "bonds")]


def three() -> Table:
    return lay(BOARD, (DISC, HEART), [NINE, FOUR, SEVEN])


def row_of(table: Table, number: int) -> dict[str, list[object]]:
    return {
        name: np.asarray(getattr(table, name)[table.row(number)]).tolist() for name in ARRAYS if name != "rest_load"
    }


def test_rows_stand_in_the_order_of_numbers_whatever_order_they_are_given_in() -> None:
    table = three()
    assert len(table) == 3
    assert table.magnet.tolist() == [4, 7, 9]
    for placed in (FOUR, SEVEN, NINE):
        assert row_of(table, placed.magnet) == {
            "magnet": placed.magnet,
            "kind": placed.kind,
            "position": list(placed.position),
            "angle": placed.angle,
            "velocity": list(placed.velocity),
            "spin": placed.spin,
            "pinned_position": placed.pinned_position,
            "pinned_angle": placed.pinned_angle,
            "touchable": placed.touchable,
        }
    assert table.bonds == frozenset()
    # Nothing says yet that it rests.
    assert np.isnan(table.rest_load).all()
    assert table.rest_load.shape == (3, 3)


def test_what_a_magnet_is_if_nothing_is_said() -> None:
    table = lay(BOARD, (DISC,), [Placed(0, 0, (0.0, 0.0), 0.0)])
    assert not table.velocity.any()
    assert not table.spin.any()
    assert not table.pinned_position.any()
    assert not table.pinned_angle.any()
    assert table.touchable.all()


def test_rows_and_kinds_go_by_number() -> None:
    table = three()
    assert [table.row(number) for number in (4, 7, 9)] == [0, 1, 2]
    assert table.kind_of(7) is DISC
    assert table.kind_of(9) is HEART
    for absent in (-1, 0, 5, 8, 10):
        with pytest.raises(KeyError, match=f"magnet {absent} is not on the table"):
            table.row(absent)
        with pytest.raises(KeyError):
            table.kind_of(absent)


def test_two_magnets_of_one_number_are_refused() -> None:
    with pytest.raises(ValueError, match=r"magnet numbers must differ, got \[4, 4, 7\]"):
        lay(BOARD, (DISC, HEART), [FOUR, SEVEN, FOUR])


@pytest.mark.parametrize("name", ARRAYS)
def test_nobody_writes_to_a_table(name: str) -> None:
    table = three()
    made = [
        table,
        without(table, [7]),
        with_magnet(table, Placed(8, 0, (0.0, 0.0), 0.0)),
        with_arrays(table, angle=table.angle),
        lay(BOARD, (DISC,), []),
    ]
    for one in made:
        assert not getattr(one, name).flags.writeable
        with pytest.raises(ValueError, match="read-only"):
            getattr(one, name)[...] = 0
    with pytest.raises(FrozenInstanceError):
        table.angle = np.zeros(3)  # type: ignore[misc]


def test_what_is_taken_off_is_gone_with_its_bonds_and_the_rest_as_it_was() -> None:
    table = replace(three(), bonds=frozenset({(4, 7), (4, 9)}))
    table = with_arrays(table, rest_load=np.arange(9.0).reshape(3, 3))
    left = without(table, [7])
    assert left.magnet.tolist() == [4, 9]
    assert left.bonds == {(4, 9)}
    assert left.rest_load.tolist() == [[0, 1, 2], [6, 7, 8]]
    for number in (4, 9):
        assert row_of(left, number) == row_of(table, number)
    assert left.kinds is table.kinds
    # What is not there cannot be taken off, and is no mistake.
    assert without(table, [1, 100]).magnet.tolist() == [4, 7, 9]
    assert len(without(table, iter([4, 7, 9]))) == 0
    # The first is as it was.
    assert table.magnet.tolist() == [4, 7, 9]
    assert table.bonds == {(4, 7), (4, 9)}


@pytest.mark.parametrize(("number", "order"), [(0, [0, 4, 7, 9]), (8, [4, 7, 8, 9]), (12, [4, 7, 9, 12])])
def test_one_more_takes_its_place_among_the_numbers(number: int, order: list[int]) -> None:
    table = with_arrays(replace(three(), bonds=frozenset({(4, 9)})), rest_load=np.zeros((3, 3)))
    placed = Placed(number, 1, (0.7, 0.8), 1.5, (0.1, 0.2), -2.0, True, True, False)
    wider = with_magnet(table, placed)
    assert wider.magnet.tolist() == order
    assert wider.bonds == {(4, 9)}
    single = lay(BOARD, (DISC, HEART), [placed])
    assert row_of(wider, number) == row_of(single, number)
    assert np.isnan(wider.rest_load[wider.row(number)]).all()
    for other in (4, 7, 9):
        assert row_of(wider, other) == row_of(table, other)
        assert not wider.rest_load[wider.row(other)].any()
    back = without(wider, [number])
    for name in ARRAYS:
        assert getattr(back, name).tobytes() == getattr(table, name).tobytes()
        assert getattr(back, name).dtype == getattr(table, name).dtype


def test_a_number_that_is_there_is_not_put_on_twice() -> None:
    with pytest.raises(ValueError, match="magnet 7 is already on the table"):
        with_magnet(three(), Placed(7, 0, (0.0, 0.0), 0.0))


def test_arrays_that_replace_others_are_copies() -> None:
    table, position = three(), np.zeros((3, 2))
    moved = with_arrays(table, position=position, spin=np.ones(3))
    position[0] = 5.0
    assert not moved.position.any()
    assert position.flags.writeable
    assert moved.spin.tolist() == [1, 1, 1]
    assert moved.angle is table.angle
    assert table.position[0].tolist() == [0.1, -0.2]
    with pytest.raises(TypeError):
        with_arrays(table, positions=position)


def test_mass_inertia_and_moment_come_from_the_outline() -> None:
    volume = math.pi * 5e-3**2 * 5e-3
    assert DISC.mass == pytest.approx(7500 * volume)
    assert DISC.weight == pytest.approx(7500 * volume * GRAVITY)
    assert DISC.inertia == pytest.approx(DISC.mass * 5e-3**2 / 2)
    assert DISC.moment == pytest.approx(1.2 / MU_0 * volume)
    assert DISC.moment_z == 0.0
    upright: Kind = magnet_kind("up", disc_outline(5e-3), **HOW, upright=True)
    assert (upright.moment, upright.moment_z) == (0.0, DISC.moment)
    assert (HEART.height, HEART.restitution, HEART.friction) == (5e-3, 0.3, 0.2)
