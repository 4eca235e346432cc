"""Starting layouts: on the grid, on the table, apart, and at rest whichever shooters are taken."""

from itertools import combinations

import numpy as np
import pytest

from magnetsim.clusters import touching_pairs
from magnetsim.errors import ScenarioError
from magnetsim.kernels.dipole import dipole_forces
from magnetsim.physics import settle
from magnetsim.scenario import build_table, parse_scenario


def table_of(data, seed=0):
    return build_table(parse_scenario(data, "x"), np.random.default_rng(seed))


def loads(table):
    """Force and torque on each magnet, by the kernel."""
    moment = np.array([table.kinds[kind].moment for kind in table.kind])
    x, y = np.ascontiguousarray(table.position.T)
    mx, my = moment * np.cos(table.angle), moment * np.sin(table.angle)
    mz = np.array([table.kinds[kind].moment_z for kind in table.kind])
    fx, fy, torque = np.empty(len(table)), np.empty(len(table)), np.empty(len(table))
    dipole_forces(x, y, mx, my, mz, fx, fy, torque)
    return np.column_stack([fx, fy, torque])


def within_limits(table):
    kinds = [table.kinds[kind] for kind in table.kind]
    limit = np.array([table.board.friction_static * kind.weight for kind in kinds])
    radius = np.array([kind.outline.mean_radius for kind in kinds])
    scaled = loads(table) / np.column_stack([limit, limit, limit * radius])
    return (np.sqrt((scaled**2).sum(axis=1)) <= 1).all()


@pytest.mark.rule("X1.1", "X1.2")
@pytest.mark.parametrize("seed", range(8))
def test_a_layout_is_at_rest_apart_and_near_its_grid(game, seed):
    table = table_of(game, seed)
    assert table.magnet.tolist() == list(range(25))
    assert touching_pairs(table, 1e-3) == ()
    assert within_limits(table)
    columns, rows = np.meshgrid(np.arange(-2, 3), np.arange(2, -3, -1))
    grid = np.column_stack([columns.ravel(), rows.ravel()]) * 0.055
    assert (abs(table.position - grid) <= 0.005 + 1e-12).all()


@pytest.mark.rule("X1.2", "X1.3")
def test_whichever_shooters_are_drawn_the_rest_stays(game):
    from magnetsim.table import without

    game["layout"]["spacing_mm"] = 48
    table = table_of(game, 1)
    assert all(within_limits(without(table, pair)) for pair in combinations(range(25), 2))


@pytest.mark.rule("X1.2")
def test_physics_agrees_that_it_rests(game):
    table = table_of(game, 2)
    settled = settle(table)
    assert settled.at_rest
    assert np.array_equal(settled.table.position, table.position)
    assert np.array_equal(settled.table.angle, table.angle)


def test_the_generator_alone_decides(game):
    first, again, other = table_of(game, 4), table_of(game, 4), table_of(game, 5)
    assert np.array_equal(first.position, again.position)
    assert np.array_equal(first.angle, again.angle)
    assert not np.array_equal(first.position, other.position)


def test_kinds_are_mixed_by_chance_in_the_numbers_asked_for(game):
    game["kinds"]["disc"] = {"outline": "disc", "diameter_mm": 18.0}
    del game["layout"]["kind"], game["layout"]["count"]
    game["layout"]["counts"] = {"heart": 9, "disc": 16}
    first, other = table_of(game, 0), table_of(game, 1)
    names = [kind.name for kind in first.kinds]
    assert sorted(names[kind] for kind in first.kind) == ["disc"] * 16 + ["heart"] * 9
    assert not np.array_equal(first.kind, other.kind)


def test_columns_centre_and_jitter_are_followed(game):
    game["layout"] |= {"count": 5, "columns": 2, "centre_mm": [30, -20], "jitter_mm": 0, "spacing_mm": 60}
    x, y = table_of(game).position.T * 1000
    np.testing.assert_allclose(x, [0, 60, 0, 60, 0], atol=1e-9)
    np.testing.assert_allclose(y, [40, 40, -20, -20, -80], atol=1e-9)


def test_a_grid_that_does_not_fit_is_refused(game):
    game["layout"]["spacing_mm"] = 120
    with pytest.raises(ScenarioError, match=r"^layout: the grid does not fit the table: .* 10\.0 mm .* at least"):
        table_of(game)


@pytest.mark.parametrize(("key", "value"), [("spacing_mm", 35), ("spacing_mm", 12)])
def test_a_layout_that_cannot_rest_is_refused(game, key, value):
    game["layout"] |= {key: value, "redraws": 30}
    with pytest.raises(ScenarioError, match=r"no start at rest found in 30 redraws: .*expected a wider spacing_mm"):
        table_of(game)


def test_without_friction_only_what_is_not_magnetic_rests(game):
    game["physics"] = {"friction": False}
    with pytest.raises(ScenarioError, match="no start at rest"):
        table_of(game)
    game["kinds"]["heart"]["remanence_T"] = 0
    assert len(table_of(game)) == 25


@pytest.mark.parametrize(
    "wrong",
    [
        {"count": None},
        {"kind": None},
        {"counts": {"heart": 3}},
        {"kind": None, "count": None},
        {"kind": None, "count": None, "counts": {"heart": 150, "other": 150}},
    ],
    ids=["no count", "no kind", "both", "neither", "too many"],
)
def test_magnets_are_counted_one_way(game, wrong):
    game["layout"] = {key: value for key, value in (game["layout"] | wrong).items() if value is not None}
    with pytest.raises(ScenarioError, match=r"layout: expected (either kind and count, or counts|at most 200)"):
        parse_scenario(game, "x")
