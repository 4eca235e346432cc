"""settle with finite magnets: the laws that it keeps with point dipoles, chains and rings, and what parts a pair."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise

import numpy as np
import pytest

from magnetsim.clusters import BondCriteria, find_clusters
from magnetsim.magnetism import magnetic_loads, magnets_of, magnets_on, pair_loads
from magnetsim.physics import OutsideForce, Physics, settle
from magnetsim.scenario import laid_out, load_scenario, parse_scenario, scenario_data
from magnetsim.scenario.kinds import as_finite
from magnetsim.table import Kind, Placed, Table, lay, without
from tests.kernels.exact_prisms import disc_corners, exact_pair
from tests.physics.scenes import SCENARIOS, disc, heart, packed, resting, same_bits, seeded_flick, square, wide

HEART, DISC = as_finite(heart()), as_finite(disc())
EVERY_STEP = Physics(sample_rate=1e5)


def flown(step: float, seed: int) -> Table:
    """Hearts and discs that fly past each other on a table without friction, after 80 ms of it in such steps (s)."""
    random = np.random.default_rng(seed)
    placed = [
        Placed(
            i,
            i % 2,
            (0.06 * (i % 3) + random.uniform(-0.01, 0.01), 0.06 * (i // 3) + random.uniform(-0.01, 0.01)),
            random.uniform(-math.pi, math.pi),
            tuple(random.uniform(-0.3, 0.3, 2)),
            random.uniform(-20, 20),
        )
        for i in range(6)
    ]
    return settle(lay(wide(0.0, 0.0), (HEART, DISC), placed), None, Physics(step=step, duration=0.08)).table


@pytest.mark.parametrize("seed", range(3))
def test_the_error_of_flight_falls_with_the_square_of_the_step(seed: int) -> None:
    """Also where the charges of near magnets give way to those of far ones."""
    ends = [flown(step, seed) for step in (1e-3, 5e-4, 2.5e-4, 1.25e-4)]
    for name in ("position", "angle"):
        change = [np.abs(getattr(a, name) - getattr(b, name)).max() for a, b in pairwise(ends)]
        assert all(math.log2(a / b) >= 1.9 for a, b in pairwise(change))


def test_momentum_is_kept_through_strikes() -> None:
    random = np.random.default_rng(5)
    placed = [
        Placed(i, i % 2, (0.03 * (i % 4), 0.03 * (i // 4)), random.uniform(-3, 3), tuple(random.uniform(-0.2, 0.2, 2)))
        for i in range(10)
    ]
    table = lay(wide(0.0, 0.0), (HEART, DISC), placed)
    settled = settle(table, None, Physics(duration=0.6, sample_rate=100))
    assert len(settled.contacts) > 10
    mass = np.array([table.kinds[kind].mass for kind in table.kind])
    middle = np.einsum("m,tmi->ti", mass, settled.trajectory.position) / mass.sum()
    glide = settled.trajectory.time[:, None] * (mass @ table.velocity / mass.sum())
    assert middle - middle[0] == pytest.approx(glide, abs=1e-12)


@cache
def finite_start(seed: int) -> Table:
    """The classic table, of finite magnets."""
    classic = scenario_data(load_scenario(SCENARIOS / "classic.toml"))
    return resting(laid_out(parse_scenario({**classic, "magnetism": "finite"}, "finite"), seed))


@pytest.mark.parametrize("seed", range(8))
def test_flicks_come_to_rest_and_never_gain_energy(seed: int) -> None:
    settled = settle(*seeded_flick(finite_start(seed % 4), seed), EVERY_STEP)
    assert settled.at_rest
    way = settled.trajectory
    lost = np.diff(way.dissipated)[(way.present[1:] == way.present[:-1]).all(axis=1)]
    risen = np.maximum(-lost, 0.0)
    assert risen.sum() <= 0.02 * lost.sum()
    assert risen.max() <= 0.002 * lost.sum()


@pytest.mark.parametrize("seed", range(3))
def test_a_collapse_comes_to_rest(seed: int) -> None:
    settled = settle(packed(25, 0.034, square(), seed, (HEART,)), None, Physics())
    assert settled.at_rest
    assert settled.duration <= 1.5
    assert len(settled.table.bonds) > 5


@pytest.mark.parametrize("seed", range(6))
def test_what_is_kept_of_resting_magnets_is_what_they_do(seed: int) -> None:
    """Loads and energy at the end, which were kept while others moved, against all of it worked out at once."""
    settled = settle(*seeded_flick(finite_start(seed % 4), seed))
    table, grouped = settled.table, {magnet for bond in settled.table.bonds for magnet in bond}
    lone = np.array([int(magnet) not in grouped for magnet in table.magnet])
    loads = magnetic_loads(table)
    size = np.abs(loads).max(axis=0)
    np.testing.assert_allclose(table.rest_load[lone] / size, loads[lone] / size, rtol=0, atol=1e-9)
    again = settle(table)
    assert again.trajectory.magnetic[0] == pytest.approx(settled.trajectory.magnetic[-1], rel=1e-9)


def test_the_same_bits_twice() -> None:
    assert same_bits(*(settle(*seeded_flick(finite_start(1), 3)) for _ in range(2)))


def energy_by_prisms(table: Table) -> float:
    """The magnetic energy (J) of a table of discs, by the tests' own exact sum over every pair."""
    energy = 0.0
    border = disc_corners(table.kinds[0].outline.rounding, 96)
    for i, j in combinations(range(len(table)), 2):
        turn, (dx, dy) = table.angle[i], table.position[j] - table.position[i]
        pose = (
            math.cos(turn) * dx + math.sin(turn) * dy,
            math.cos(turn) * dy - math.sin(turn) * dx,
            table.angle[j] - turn,
        )
        energy += exact_pair(border, border, table.kinds[0].height, pose, 0.2e-3).energy
    return table.kinds[0].moment ** 2 * energy


@pytest.mark.parametrize(("shape", "count"), [("chain", 2), ("chain", 5), ("ring", 4), ("ring", 7)])
def test_chains_and_rings_of_discs_hold_together(shape: str, count: int) -> None:
    radius, apart = DISC.outline.rounding, 1.002
    turn = np.arange(count) * 2 * np.pi / count
    if shape == "chain":
        placed = [Placed(i, 0, (2 * i * radius * apart, 0.0), 0.0) for i in range(count)]
    else:
        wide_ring = apart * radius / math.sin(math.pi / count)
        placed = [
            Placed(i, 0, (wide_ring * math.cos(a), wide_ring * math.sin(a)), a + math.pi / 2)
            for i, a in enumerate(turn)
        ]
    settled = settle(lay(square(static=0.05, kinetic=0.04), (DISC,), placed))
    assert settled.at_rest
    assert len(settled.table.bonds) == (count - 1 if shape == "chain" else count)
    (cluster,) = find_clusters(settled.table, settled.table.bonds, BondCriteria())
    assert len(cluster) == count
    expected = energy_by_prisms(settled.table)
    assert expected < 0
    assert settled.trajectory.magnetic[-1] == pytest.approx(expected, rel=0.01)


def snapped(kind: Kind, place: tuple[float, float], angle: float) -> Table:
    """A pair that has come together on a table of little friction."""
    return resting(
        lay(square(static=0.02, kinetic=0.016), (kind,), [Placed(0, 0, (0.0, 0.0), 0.0), Placed(1, 0, place, angle)])
    )


def test_what_is_left_of_a_table_keeps_its_model() -> None:
    """Else the last shot of a game, after which nothing lies there, would have the other model compiled."""
    table = lay(wide(0.1, 0.1), (HEART, DISC), [Placed(0, 0, (0.0, 0.0), 0.0), Placed(1, 1, (0.05, 0.0), 0.0)])
    for left in ((0,), (1,), ()):
        assert magnets_on(without(table, {0, 1} - set(left))).clouds is magnets_on(table).clouds


@pytest.mark.parametrize("model", ["dipole", "finite"])
@pytest.mark.parametrize(("place", "angle"), [((0.022, 0.0), 0.0), ((0.0, 0.0215), math.pi)])
def test_the_force_that_parts_two_hearts_is_the_one_that_rules_call_their_bond(
    model: str, place: tuple[float, float], angle: float
) -> None:
    """A slowly growing pull on one, the other pinned, without friction: it comes off when that is overcome."""
    table = snapped(HEART if model == "finite" else heart(), place, angle)
    assert len(table.bonds) == 1
    x, y = table.position.T.copy()
    pull = pair_loads(magnets_on(table), x, y, table.angle, np.array([0]), np.array([1]))[0, 1, :2]
    strength = float(np.hypot(*pull))
    away = -pull / strength
    pinned = np.array([True, False])
    held = replace(table, board=square(static=0.0, kinetic=0.0), pinned_position=pinned, pinned_angle=np.ones(2, bool))
    rate, start = 0.5 * strength, 0.6 * strength
    force, growth = np.zeros((2, 2)), np.zeros((2, 2))
    force[1], growth[1] = start * away, rate * away
    outside = OutsideForce(force, np.zeros(2), growth, np.zeros(2))
    way = settle(held, None, Physics(duration=1.6, sample_rate=2000), outside).trajectory
    off = np.hypot(*(way.position[:, 1] - way.position[0, 1]).T) > 0.2e-3
    assert off.any()
    assert not off[0]
    found = start + rate * way.time[int(np.argmax(off))]
    assert found == pytest.approx(strength, rel=0.05)


def test_the_pull_on_the_end_of_a_chain_is_the_sum_of_its_pairs() -> None:
    radius = DISC.outline.rounding
    border = disc_corners(radius, 96)
    table = lay(wide(), (DISC,), [Placed(i, 0, (2.004 * i * radius, 0.0), 0.0) for i in range(4)])
    expected = sum(
        exact_pair(border, border, DISC.height, (2.004 * i * radius, 0.0, 0.0), 0.1e-3).force[0] for i in (1, 2, 3)
    )
    assert magnetic_loads(table)[3, 0] == pytest.approx(DISC.moment**2 * expected, rel=0.02)


def test_two_models_differ_where_hearts_touch_and_agree_far_off() -> None:
    def pull(kind: Kind, distance: float) -> float:
        table = lay(wide(), (kind,), [Placed(0, 0, (0.0, 0.0), 0.0), Placed(1, 0, (0.0, distance), math.pi)])
        return -float(magnetic_loads(table)[1, 1])

    assert pull(HEART, 0.0202) > 1.3 * pull(heart(), 0.0202)
    assert pull(HEART, 0.15) == pytest.approx(pull(heart(), 0.15), rel=0.02)


def test_points_and_bodies_do_not_mix() -> None:
    with pytest.raises(
        ValueError, match="kind disc: expected charges, as other kinds on this table have them, got none"
    ):
        magnets_of([HEART, disc()])
    upright = replace(disc(), name="up", moment=0.0, moment_z=0.1)
    sides = magnets_of([HEART, upright, as_finite(upright)])
    assert sides.clouds is not None
    assert sides.cloud.tolist() == [0, 1, 1]


def test_an_upright_magnet_among_finite_ones_is_a_point() -> None:
    upright = replace(disc(), name="up", moment=0.0, moment_z=0.1)
    placed = [Placed(0, 0, (0.0, 0.0), 0.0), Placed(1, 1, (0.03, 0.0), 0.0), Placed(2, 1, (0.0, 0.04), 0.0)]
    mixed, alone = lay(wide(), (HEART, upright), placed), lay(wide(), (HEART, upright), placed[1:])
    np.testing.assert_allclose(magnetic_loads(mixed)[1:], magnetic_loads(alone), rtol=1e-9, atol=1e-15)
    assert (magnetic_loads(mixed)[0] == 0).all()
