"""What settle refuses, in words, before anything is compiled or handed to Chipmunk."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from magnetsim.clusters import BondCriteria
from magnetsim.errors import PhysicsError
from magnetsim.physics import OutsideForce, Physics, checking, settle
from magnetsim.shot import Delivery, Flick, Push, Shot
from magnetsim.table import Board, Placed, Table, lay, with_arrays
from tests.physics.scenes import disc, heart, wide

NONE = math.nan


def two() -> Table:
    return lay(wide(), (heart(0.0), disc(0.0)), [Placed(3, 0, (0.0, 0.0), 0.0), Placed(8, 1, (0.1, 0.0), 0.0)])


def still(n: int) -> dict[str, np.ndarray]:
    """No outside force on n magnets."""
    return {
        "force": np.zeros((n, 2)),
        "torque": np.zeros(n),
        "force_rate": np.zeros((n, 2)),
        "torque_rate": np.zeros(n),
    }


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("step", [0.0, -1.0, 1e-12, 1.0, NONE, math.inf]),
        ("time_limit", [0.0, -1.0, 1e300, NONE, math.inf]),
        ("duration", [0.0, -1.0, 1e300, NONE, math.inf]),
        ("sample_rate", [0.0, -120.0, NONE, math.inf]),
        ("iterations", [0, -1, 2.5, 10**9, NONE]),
    ],
)
def test_settings_out_of_range_are_refused(name: str, values: list[float]) -> None:
    for value in values:
        with pytest.raises(PhysicsError, match=rf"physics\.{name}: expected .*, got"):
            settle(two(), None, replace(Physics(), **{name: value}))


@pytest.mark.parametrize(
    "criteria",
    [BondCriteria(factor=-1.0), BondCriteria(touch_gap=0.0), BondCriteria(keep_gap=1e-4), BondCriteria(NONE)],
)
def test_criteria_that_mean_nothing_are_refused(criteria: BondCriteria) -> None:
    with pytest.raises(PhysicsError, match=r"physics\.criteria: expected"):
        settle(two(), None, Physics(criteria=criteria))


@pytest.mark.parametrize(
    ("shot", "key"),
    [
        *((Flick(3, 0.0, speed), "speed") for speed in (0.0, -1.0, NONE, math.inf, 1e300)),
        *((Push(3, 0.0, speed, 0.1), "speed") for speed in (0.0, NONE, 1e300)),
        *((Delivery(3, 0.0, speed), "speed") for speed in (0.0, NONE, 1e300)),
        *((Flick(3, direction, 1.0), "direction") for direction in (NONE, math.inf)),
        *((Flick(3, 0.0, 1.0, offset), "offset") for offset in (NONE, -math.inf)),
        *((Push(3, 0.0, 1.0, stroke), "stroke") for stroke in (0.0, -0.1, NONE, math.inf)),
        (Delivery(3, 0.0, 1.0, math.inf), "spin"),
    ],
)
def test_shots_that_no_hand_makes_are_refused(shot: Shot, key: str) -> None:
    with pytest.raises(PhysicsError, match=f"of magnet 3: {key}: expected") as refused:
        settle(two(), shot)
    assert refused.value.magnet == 3


@pytest.mark.parametrize("shot", [Flick(3, 0.0, 1.0, 50.0), Delivery(3, 0.0, 1.0, 1e9)])
def test_a_spin_at_the_edge_of_what_is_allowed_is_too_fast_to_follow(shot: Shot) -> None:
    with pytest.raises(PhysicsError, match=r"magnet 3: it moves too fast, .* in step 0 \(0\.0000 s\)") as refused:
        settle(two(), shot)
    assert refused.value.magnet == 3


def test_a_shot_so_slow_that_nothing_moves_ends() -> None:
    settled = settle(two(), Flick(3, 0.0, 1e-300))
    assert settled.at_rest
    assert not settled.exits
    assert not settled.table.velocity.any()
    for name in ("position", "angle"):
        assert getattr(settled.table, name).tobytes() == getattr(two(), name).tobytes()


@pytest.mark.parametrize(
    ("name", "shape"),
    [("force", (2,)), ("force", (1, 2)), ("torque", (2, 1)), ("force_rate", ()), ("torque_rate", (3,))],
)
def test_an_outside_force_of_another_shape_is_not_spread(name: str, shape: tuple[int, ...]) -> None:
    outside = OutsideForce(**still(2) | {name: np.zeros(shape)})
    with pytest.raises(PhysicsError, match=rf"outside\.{name}: expected an array of shape"):
        settle(two(), None, Physics(), outside)


@pytest.mark.parametrize("name", ["force", "torque", "force_rate", "torque_rate"])
@pytest.mark.parametrize("row", [0, 1])
def test_what_is_not_finite_is_blamed_on_its_own_magnet(name: str, row: int) -> None:
    outside = OutsideForce(**still(2))
    getattr(outside, name)[row] = NONE
    with pytest.raises(PhysicsError, match=f"magnet {(3, 8)[row]}: its outside {name} is not finite") as refused:
        settle(two(), None, Physics(), outside)
    assert refused.value.magnet == (3, 8)[row]


CORNERS = np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)])
NO_CORNERS = np.empty((0, 2))


@pytest.mark.parametrize(
    "board",
    [
        Board(NO_CORNERS, 0.0, 0.3, 0.2),
        Board(NO_CORNERS, -1.0, 0.3, 0.2),
        Board(NO_CORNERS, NONE, 0.3, 0.2),
        Board(CORNERS, 1.0, 0.3, 0.2),
        Board(CORNERS[:2], 0.0, 0.3, 0.2),
        Board(CORNERS[::-1], 0.0, 0.3, 0.2),
        Board(CORNERS * NONE, 0.0, 0.3, 0.2),
        Board(CORNERS * 600, 0.0, 0.3, 0.2),
        Board(CORNERS.ravel(), 0.0, 0.3, 0.2),
        Board(CORNERS, 0.0, -0.1, -0.2),
        Board(CORNERS, 0.0, 0.2, 0.3),
        Board(CORNERS, 0.0, NONE, 0.2),
        Board(CORNERS, 0.0, math.inf, 0.2),
    ],
)
def test_a_board_that_is_none_is_refused(board: Board) -> None:
    with pytest.raises(PhysicsError, match=r"^board"):
        settle(replace(two(), board=board))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *((name, value) for name in ("mass", "inertia") for value in (0.0, -1.0, NONE, math.inf)),
        *((name, value) for name in ("moment", "moment_z") for value in (NONE, math.inf)),
        *(("restitution", value) for value in (-0.1, 1.1, NONE)),
        *(("friction", value) for value in (-0.1, math.inf, NONE)),
    ],
)
def test_a_kind_that_is_no_body_is_refused(name: str, value: float) -> None:
    table = two()
    kinds = (table.kinds[0], replace(table.kinds[1], **{name: value}))
    with pytest.raises(PhysicsError, match=f"kind disc: {name}: expected"):
        settle(replace(table, kinds=kinds))


@pytest.mark.parametrize(
    ("name", "value"), [("position", np.zeros((2, 3))), ("angle", np.zeros(3)), ("spin", np.zeros((2, 1)))]
)
def test_arrays_that_do_not_fit_the_magnets_are_refused(name: str, value: Any) -> None:
    with pytest.raises(PhysicsError, match=rf"table\.{name}: expected an array of shape"):
        settle(with_arrays(two(), **{name: value}))


def test_a_place_in_millimetres_is_refused() -> None:
    with pytest.raises(PhysicsError, match=r"magnet 8: its position is .* are the units right\?"):
        settle(with_arrays(two(), position=np.array([(0.0, 0.0), (250.0, 0.0)])))


def test_a_kind_that_is_not_there_is_refused() -> None:
    with pytest.raises(PhysicsError, match=r"table\.kind: expected 0 to 1, got \[0, 2\]"):
        settle(with_arrays(two(), kind=np.array([0, 2])))


def test_a_trajectory_that_memory_would_not_hold_is_refused_before_it_begins() -> None:
    with pytest.raises(PhysicsError, match=r"physics\.sample_rate: expected at most 10000 Hz for 2 magnets and 1000 s"):
        settle(two(), None, Physics(step=1e-5, time_limit=1000.0, sample_rate=1e5))
    # No more than one a step is taken, so that a rate above that asks for no more.
    settle(two(), None, Physics(duration=0.1, sample_rate=1e12))


def test_a_table_too_large_for_the_contacts_of_all_pairs_is_refused() -> None:
    n = checking.MOST_MAGNETS + 1
    with pytest.raises(PhysicsError, match=r"expected at most 5000 magnets, got 5001"):
        settle(lay(wide(), (disc(0.0),), [Placed(i, 0, (0.0, 0.0), 0.0) for i in range(n)]))


def test_at_most_one_sample_a_step() -> None:
    way = settle(two(), Flick(3, 2.0, 0.5), Physics(duration=0.05, sample_rate=1e5)).trajectory
    assert np.diff(way.time) == pytest.approx(Physics().step)


def test_what_is_refused_is_refused_before_anything_is_built(monkeypatch: pytest.MonkeyPatch) -> None:
    from magnetsim.physics import settling

    monkeypatch.setattr(settling, "Space", None)
    monkeypatch.setattr(settling, "scene_of", None)
    with pytest.raises(PhysicsError):
        settle(two(), None, Physics(iterations=0))
    with pytest.raises(PhysicsError):
        settle(two(), Push(3, 0.0, 1e300, 0.1))
