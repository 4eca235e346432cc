from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from magnetsim.clusters import (
    BondCriteria,
    _approaches,
    _most_overloaded_bridge,
    changed_clusters,
    find_bonds,
    find_clusters,
    new_clusters,
    overlaps,
    touching_groups,
    touching_pairs,
)
from magnetsim.outline import disc_outline, heart_outline
from magnetsim.table import (
    GRAVITY,
    TOUCH_GAP,
    Board,
    Bond,
    Kind,
    Placed,
    Table,
    lay,
    magnet_kind,
    with_arrays,
    with_magnet,
    without,
)

MM = 1e-3
RADIUS = 9 * MM
BOARD = Board(
    rim=np.array([[-0.3, -0.3], [0.3, -0.3], [0.3, 0.3], [-0.3, 0.3]]),
    radius=0.0,
    friction_static=0.3,
    friction_kinetic=0.24,
)
CRITERIA = BondCriteria()
RIGHT, UP, LEFT, DOWN = 0.0, np.pi / 2, np.pi, -np.pi / 2


def disc_kind(pull: float, *, weights: float = 1.0, upright: bool = False) -> Kind:
    """A disc of 5 g × weights that pulls another, head to tail and touching, with pull × the weight of 5 g."""
    mass = 5e-3
    moment = np.sqrt(pull * mass * GRAVITY * (2 * RADIUS) ** 4 / 6e-7)
    return Kind(
        name="disc",
        outline=disc_outline(RADIUS),
        height=7 * MM,
        mass=mass * weights,
        inertia=mass * weights * RADIUS**2 / 2,
        moment=0.0 if upright else moment,
        moment_z=moment if upright else 0.0,
        restitution=0.3,
        friction=0.3,
    )


HEART = magnet_kind(
    "heart", heart_outline(), height=7 * MM, density=4900, remanence=0.15, restitution=0.3, friction=0.3
)
STRONG = disc_kind(3.5)

Spot = tuple[float, float, float]
"""x, y in disc diameters, angle."""


def discs(spots: Iterable[Spot], kind: Kind = STRONG, *, bonds: Iterable[Bond] = ()) -> Table:
    table = lay(
        BOARD, (kind,), [Placed(i, 0, (x * 2 * RADIUS, y * 2 * RADIUS), angle) for i, (x, y, angle) in enumerate(spots)]
    )
    return Table(**{name: getattr(table, name) for name in table.__slots__ if name != "bonds"}, bonds=frozenset(bonds))


def chain(n: int, kind: Kind = STRONG, *, gap: float = 0.0) -> Table:
    return discs([(i * (1 + gap / (2 * RADIUS)), 0.0, RIGHT) for i in range(n)], kind)


def ring(n: int, kind: Kind = STRONG) -> Table:
    turn = np.arange(n) * 2 * np.pi / n
    radius = 0.5 / np.sin(np.pi / n)
    return discs(zip(radius * np.cos(turn), radius * np.sin(turn), turn + np.pi / 2, strict=True), kind)


def clusters(table: Table, criteria: BondCriteria = CRITERIA) -> list[list[int]]:
    return [sorted(cluster) for cluster in find_clusters(table, find_bonds(table, criteria), criteria)]


# Touching


def test_touching_is_at_most_the_gap() -> None:
    for gap, touching in [(-0.3 * MM, True), (0.0, True), (0.29 * MM, True), (0.31 * MM, False), (5 * MM, False)]:
        assert bool(touching_pairs(chain(2, gap=gap))) is touching
    assert touching_pairs(chain(2, gap=0.5 * MM), 0.6 * MM) == ((0, 1),)


def test_pairs_come_once_and_in_order() -> None:
    """(a, b) and (b, a) are one contact."""
    table = discs([(0, 0, 0), (5, 0, 0), (1, 0, 0), (6, 0, 0), (2, 0, 0)])
    assert touching_pairs(table) == ((0, 2), (1, 3), (2, 4))
    assert touching_groups(table) == (frozenset({0, 2, 4}), frozenset({1, 3}))
    # All within four diameters of a neighbour.
    assert touching_groups(table, 4 * 2 * RADIUS) == (frozenset(range(5)),)


def test_bounding_circles_are_not_contact() -> None:
    """Two hearts' circles overlap here, the hearts do not touch."""
    side_by_side = lay(BOARD, (HEART,), [Placed(0, 0, (0, 0), UP), Placed(1, 0, (0.021, 0), DOWN)])
    assert touching_pairs(side_by_side) == ()


def test_a_tip_in_the_notch_touches() -> None:
    table = lay(BOARD, (HEART,), [Placed(0, 0, (0, 0), RIGHT), Placed(1, 0, (14.2 * MM, 0), RIGHT)])
    assert touching_pairs(table) == ((0, 1),)
    assert clusters(table) == [[0, 1]]


def test_what_has_no_contact_shape_touches_nothing() -> None:
    table = chain(3)
    table = with_arrays(table, touchable=np.array([True, False, True]))
    assert touching_pairs(table) == ()
    assert find_bonds(table, CRITERIA) == frozenset()


def test_numbers_name_magnets_not_rows() -> None:
    table = without(chain(5), [0, 3])
    assert touching_pairs(table) == ((1, 2),)
    assert find_bonds(table, CRITERIA) == {(1, 2)}
    assert clusters(table) == [[1, 2]]


def test_overlaps_name_both() -> None:
    table = discs([(0, 0, 0), (0.9, 0, 0), (1.9, 0, 0), (5, 5, 0), (5, 5, 0)])
    assert overlaps(table, 0.5 * MM) == ((0, 1), (3, 4))
    assert overlaps(chain(4), 1e-6) == ()
    assert overlaps(chain(2, gap=-0.1 * MM), 0.2 * MM) == ()


# Bonds


@pytest.mark.rule("X4.1")
@pytest.mark.parametrize(
    ("angle0", "angle1", "bonded"),
    [
        (RIGHT, RIGHT, True),  # head to tail
        (LEFT, LEFT, True),
        (UP, DOWN, True),  # side by side, antiparallel: half the pull, 1.75 weights
        (UP, UP, False),  # side by side, parallel: they repel
        (RIGHT, LEFT, False),  # head to head: they repel
        (RIGHT, UP, False),  # crosswise: no force along the line between them
    ],
)
def test_only_attraction_bonds(angle0: float, angle1: float, bonded: bool) -> None:
    table = discs([(0, 0, angle0), (1, 0, angle1)])
    assert touching_pairs(table) == ((0, 1),)
    assert bool(find_bonds(table, CRITERIA)) is bonded
    assert clusters(table) == ([[0, 1]] if bonded else [])


@pytest.mark.rule("X4.1")
def test_upright_magnets_bond_when_opposite() -> None:
    up = disc_kind(6.0, upright=True)
    down = Kind(**{name: getattr(up, name) for name in up.__slots__} | {"moment_z": -up.moment_z})
    spots = [Placed(0, 0, (0, 0), 0.3), Placed(1, 0, (2 * RADIUS, 0), 1.0)]
    assert find_bonds(lay(BOARD, (up, down), spots), CRITERIA) == frozenset()
    spots[1] = Placed(1, 1, (2 * RADIUS, 0), 1.0)
    assert find_bonds(lay(BOARD, (up, down), spots), CRITERIA) == {(0, 1)}


@pytest.mark.rule("X4.1")
def test_near_is_not_enough() -> None:
    assert find_bonds(chain(2, gap=0.31 * MM), CRITERIA) == frozenset()
    assert find_bonds(chain(2, gap=0.29 * MM), CRITERIA) == {(0, 1)}


@pytest.mark.rule("X4.1")
@pytest.mark.parametrize(
    ("pull", "factor", "bonded"), [(1.01, 1, True), (0.99, 1, False), (2.9, 3, False), (3.1, 3, True)]
)
def test_the_pull_must_be_the_factor_times_the_weight(pull: float, factor: float, bonded: bool) -> None:
    assert bool(find_bonds(chain(2, disc_kind(pull)), BondCriteria(factor=factor))) is bonded


@pytest.mark.rule("X4.1")
def test_the_lighter_magnets_weight_counts() -> None:
    heavy, light = disc_kind(1.5, weights=10), disc_kind(1.5)
    table = lay(BOARD, (heavy, light), [Placed(0, 0, (0, 0), 0), Placed(1, 1, (2 * RADIUS, 0), 0)])
    assert find_bonds(table, CRITERIA) == {(0, 1)}
    both_heavy = lay(BOARD, (heavy, light), [Placed(0, 0, (0, 0), 0), Placed(1, 0, (2 * RADIUS, 0), 0)])
    assert find_bonds(both_heavy, CRITERIA) == frozenset()


@pytest.mark.rule("X4.1")
def test_a_bond_once_made_is_kept_a_little_longer() -> None:
    """Touching does not flicker."""
    for gap, bonded in [(0.2 * MM, True), (0.5 * MM, True), (0.59 * MM, True), (0.61 * MM, False)]:
        table = discs([(0, 0, 0), (1 + gap / (2 * RADIUS), 0, 0)], bonds=[(0, 1)])
        assert bool(find_bonds(table, CRITERIA)) is bonded
    assert find_bonds(chain(2, gap=0.5 * MM), CRITERIA) == frozenset()


@pytest.mark.rule("X4.1")
def test_a_bond_that_turned_to_repulsion_is_gone() -> None:
    assert find_bonds(discs([(0, 0, RIGHT), (1, 0, LEFT)], bonds=[(0, 1)]), CRITERIA) == frozenset()


@given(st.floats(-0.3 * MM, 0.28 * MM), st.floats(-0.02 * MM, 0.02 * MM), st.floats(-0.02, 0.02))
def test_solver_slop_changes_no_bond(gap: float, shift: float, turn: float) -> None:
    """What the solver leaves of overlap and play is far inside the tolerance."""
    spot = (1 + gap / (2 * RADIUS), shift / RADIUS, turn)
    assert find_bonds(discs([(0, 0, 0), spot]), CRITERIA) == {(0, 1)}
    x = 14.2 * MM
    table = lay(BOARD, (HEART,), [Placed(0, 0, (0, 0), 0), Placed(1, 0, (x + shift, shift), turn)])
    assert find_bonds(table, CRITERIA) == {(0, 1)}


@pytest.mark.rule("X4.1")
def test_a_magnet_taken_away_leaves_no_bond_behind() -> None:
    """The middle one goes, one of the same number comes back elsewhere."""
    table = chain(3)
    table = Table(
        **{name: getattr(table, name) for name in table.__slots__ if name != "bonds"}, bonds=find_bonds(table, CRITERIA)
    )
    assert clusters(table) == [[0, 1, 2]]
    without_middle = without(table, [1])
    assert without_middle.bonds == frozenset()
    assert clusters(without_middle) == []
    back = with_magnet(without_middle, Placed(1, 0, (0.1, 0.1), 0.0))
    assert touching_pairs(back) == ()
    assert clusters(back) == []
    # Bonds remembered from before hold nothing that has left, or lies apart.
    assert find_clusters(without_middle, table.bonds, CRITERIA) == ()
    assert find_clusters(back, table.bonds, CRITERIA) == ()


# The lift test


@pytest.mark.rule("X4.1")
@pytest.mark.parametrize(
    ("n", "expected"),
    [
        (2, [[0, 1]]),
        (6, [[0, 1, 2, 3, 4, 5]]),  # the middle bond carries 3 weights of its 3.5
        (7, [[0, 1, 2, 3, 4, 5, 6]]),
        (8, [[0, 1, 2, 3], [4, 5, 6, 7]]),  # the middle bond would carry 4
        (9, None),
    ],
)
def test_a_chain_breaks_where_it_cannot_carry(n: int, expected: list[list[int]] | None) -> None:
    found = clusters(chain(n))
    if expected is None:
        assert sorted(len(cluster) for cluster in found) == [4, 5]
        assert [number for cluster in found for number in cluster] == list(range(n))
    else:
        assert found == expected


@pytest.mark.rule("X4.1")
def test_bonds_on_a_loop_are_not_tested() -> None:
    assert clusters(ring(12)) == [list(range(12))]
    assert clusters(chain(12)) != [list(range(12))]


@pytest.mark.rule("X4.1")
def test_a_tail_on_a_ring_is_tested() -> None:
    """A ring of 12 with a row of 5 beside it, antiparallel: each bond of the row carries 1.75 weights."""
    whole = ring(12)
    spots = [(*(row / (2 * RADIUS)), float(turn)) for row, turn in zip(whole.position, whole.angle, strict=True)]
    outermost_x = spots[0][0]
    beside = [(outermost_x + 1 + i, 0.0, DOWN if i % 2 == 0 else UP) for i in range(5)]
    table = discs([*spots, *beside])
    assert touching_groups(table) == (frozenset(range(17)),)
    assert len(find_bonds(table, CRITERIA)) == 12 + 5
    found = clusters(table)
    assert found[0] == list(range(12))
    assert sorted(len(cluster) for cluster in found) == [2, 3, 12]
    assert clusters(without(table, [13, 14, 15, 16])) == [list(range(13))]


@pytest.mark.rule("X4.1")
def test_a_weak_bridge_leaves_two_clusters() -> None:
    """Two pairs head to tail, side by side with a bond that carries one magnet but not two."""
    kind = disc_kind(3.0)
    # The rows (0, 1) and (2, 3) touch only by 1 and 2: antiparallel side by side, 1.5 weights of pull.
    table = discs([(-1, 0, RIGHT), (0, 0, RIGHT), (0, 1, LEFT), (1, 1, LEFT)], kind)
    bonds = find_bonds(table, CRITERIA)
    assert bonds == {(0, 1), (1, 2), (2, 3)}
    assert clusters(table) == [[0, 1], [2, 3]]
    assert clusters(without(table, [3])) == [[0, 1, 2]]


@pytest.mark.rule("X4.1")
def test_a_single_magnet_that_breaks_off_is_no_cluster() -> None:
    """The bond is given, the pull is not there any more."""
    table = discs([(0, 0, RIGHT), (1, 0, RIGHT), (1, 1, RIGHT)])
    assert find_clusters(table, {(0, 1), (1, 2)}, CRITERIA) == (frozenset({0, 1}),)


@pytest.mark.rule("X4.1")
def test_the_weight_of_the_lighter_side_counts() -> None:
    """A light magnet holds a heap that it could not carry: the heap hangs in the hand, the light one from it."""
    heavy, light = disc_kind(2.0, weights=1.9), disc_kind(2.0)
    spots = [Placed(i, 0, (i * 2 * RADIUS, 0), 0) for i in range(2)] + [Placed(2, 1, (4 * RADIUS, 0), 0)]
    assert clusters(lay(BOARD, (heavy, light), spots)) == [[0, 1, 2]]


def brute_force_bridges(members: set[int], bonds: set[Bond]) -> dict[Bond, set[int]]:
    """Take each bond out and see what is still reached from its first end."""
    bridges = {}
    for bond in bonds:
        reached, edge = {bond[0]}, {bond[0]}
        while edge:
            edge = {b for pair in bonds - {bond} for a, b in (pair, pair[::-1]) if a in edge} - reached
            reached |= edge
        if bond[1] not in reached:
            bridges[bond] = reached
    return bridges


@given(st.integers(0, 2**32 - 1))
def test_what_is_found_passes_the_lift_test_and_no_more_is_cut(seed: int) -> None:
    """Random trees and loops of discs on a triangular grid, against a check that takes bonds out one by one."""
    random = np.random.default_rng(seed)
    cells = {(0, 0)}
    while len(cells) < 14:
        x, y = sorted(cells)[random.integers(len(cells))]
        step = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)][random.integers(6)]
        cells.add((x + step[0], y + step[1]))
    places = [(x + y / 2, y * np.sqrt(0.75)) for x, y in sorted(cells)]
    table = discs([(x, y, random.uniform(-np.pi, np.pi)) for x, y in places], disc_kind(float(random.uniform(1.5, 8))))
    bonds = find_bonds(table, CRITERIA)
    found = find_clusters(table, bonds, CRITERIA)
    assert list(found) == sorted(found, key=min)
    weight = STRONG.weight
    members = set().union(*found)
    assert len(members) == sum(map(len, found))
    for cluster in found:
        inside = {pair for pair in bonds if set(pair) <= cluster}
        for bridge, side in brute_force_bridges(set(cluster), inside).items():
            # A bond that carries n weights is there on its own when the pair's mass is n times as great.
            assert carries(table, bridge, min(len(side), len(cluster) - len(side)) * weight)
    for group in touching_groups(table):
        uncut = {pair for pair in bonds if set(pair) <= group}
        if uncut and all(
            carries(table, bridge, min(len(side), len(connected(uncut, bridge)) - len(side)) * weight)
            for bridge, side in brute_force_bridges(set(group), uncut).items()
        ):
            assert {pair for cluster in found for pair in uncut if set(pair) <= cluster} == uncut


def connected(bonds: set[Bond], bond: Bond) -> set[int]:
    reached, edge = {bond[0]}, {bond[0]}
    while edge:
        edge = {b for pair in bonds for a, b in (pair, pair[::-1]) if a in edge} - reached
        reached |= edge
    return reached


def carries(table: Table, pair: Bond, load: float) -> bool:
    """Whether the pair's bond is at least as strong as a load (N), by the bond test itself."""
    alone = without(table, set(table.magnet.tolist()) - set(pair))
    return find_bonds(alone, BondCriteria(factor=load / STRONG.weight)) == {pair}


def test_a_chain_of_five_thousand() -> None:
    """No recursion, and no more than what a chain can carry in each piece."""
    table = chain(5000)
    assert touching_groups(table) == (frozenset(range(5000)),)
    bonds = find_bonds(table, CRITERIA)
    assert len(bonds) == 4999
    found = find_clusters(table, bonds, CRITERIA)
    assert sorted(number for cluster in found for number in cluster) == list(range(5000))
    assert max(map(len, found)) <= 7
    assert clusters(ring(5000)) == [list(range(5000))]


def test_an_empty_table() -> None:
    table = discs([])
    assert touching_pairs(table) == touching_groups(table) == overlaps(table) == ()
    assert find_clusters(table, find_bonds(table, CRITERIA), CRITERIA) == ()


def test_clusters_do_not_depend_on_where_the_table_is_looked_at_from() -> None:
    table = discs([(0, 0, 0), (1, 0, 0), (1.5, np.sqrt(0.75), 2.0), (4, 0, 0), (5, 0, 0)])
    expected = find_bonds(table, CRITERIA)
    for angle in np.linspace(0.1, 6, 7):
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        turned = with_arrays(table, position=table.position @ turn.T + 0.01, angle=table.angle + angle)
        assert find_bonds(turned, CRITERIA) == expected


# What is new


def bonds_of(*pairs: tuple[int, int]) -> frozenset[Bond]:
    return frozenset(pairs)


PAIR, TRIO = frozenset({1, 2}), frozenset({1, 2, 3})


@pytest.mark.rule("X4.3")
def test_a_cluster_with_a_new_bond_is_new() -> None:
    assert new_clusters([PAIR], bonds_of(), bonds_of((1, 2))) == (PAIR,)
    assert new_clusters([TRIO], bonds_of((1, 2)), bonds_of((1, 2), (2, 3))) == (TRIO,)


@pytest.mark.rule("X4.3")
def test_a_cluster_from_before_is_not_new() -> None:
    assert new_clusters([PAIR], bonds_of((1, 2)), bonds_of((1, 2))) == ()


@pytest.mark.rule("X4.3")
def test_a_cluster_that_lost_a_member_or_split_is_not_new() -> None:
    before = bonds_of((1, 2), (2, 3), (3, 4), (4, 5))
    assert new_clusters([TRIO], before, bonds_of((1, 2), (2, 3))) == ()
    assert new_clusters([PAIR, frozenset({4, 5})], before, bonds_of((1, 2), (4, 5))) == ()


@pytest.mark.rule("X4.3")
def test_a_bond_broken_and_made_again_is_not_new() -> None:
    """Only the bonds just before release and those at the end are compared."""
    assert new_clusters([PAIR], bonds_of((1, 2)), bonds_of((1, 2))) == ()


@pytest.mark.rule("X4.3")
def test_a_shooter_that_was_lifted_and_finds_its_old_mate_is_new() -> None:
    table = chain(2)
    bonds = find_bonds(table, CRITERIA)
    table = replace(table, bonds=bonds)
    found = find_clusters(table, bonds, CRITERIA)
    assert new_clusters(found, table.bonds, bonds) == ()
    # Lifting breaks its bonds.
    assert new_clusters(found, without(table, [0]).bonds, bonds) == (frozenset({0, 1}),)


@pytest.mark.rule("X4.3")
def test_two_old_clusters_that_join_are_new() -> None:
    four = frozenset({1, 2, 3, 4})
    assert new_clusters([four], bonds_of((1, 2), (3, 4)), bonds_of((1, 2), (2, 3), (3, 4))) == (four,)


@pytest.mark.rule("X4.3")
def test_a_new_bond_that_the_lift_test_cut_makes_nothing_new() -> None:
    """The pairs were bonded before; the bridge between them, made now, carries neither."""
    old = bonds_of((0, 1), (2, 3))
    table = discs([(-1, 0, RIGHT), (0, 0, RIGHT), (0, 1, LEFT), (1, 1, LEFT)], disc_kind(3.0), bonds=old)
    bonds = find_bonds(table, CRITERIA)
    found = find_clusters(table, bonds, CRITERIA)
    assert len(found) == 2
    assert new_clusters(found, old, bonds) == ()


@pytest.mark.rule("X4.2", "X4.3")
def test_several_new_clusters_are_all_told() -> None:
    both = [PAIR, frozenset({7, 8})]
    assert new_clusters(both, bonds_of(), bonds_of((1, 2), (7, 8))) == tuple(both)
    assert new_clusters(both, bonds_of((1, 2)), bonds_of((1, 2), (7, 8))) == (both[1],)


@pytest.mark.rule("X4.3")
def test_each_magnet_is_in_one_cluster_only() -> None:
    """A cluster of three made by two hits counts three magnets; a chain that breaks is shared out."""
    assert clusters(ring(3, disc_kind(8.0))) == [[0, 1, 2]]
    found = clusters(chain(60))
    assert len(found) > 5
    assert sorted(number for cluster in found for number in cluster) == list(range(60))


def test_tolerances_are_wider_than_the_solvers_slop() -> None:
    assert CRITERIA.touch_gap == TOUCH_GAP
    assert CRITERIA.keep_gap > CRITERIA.touch_gap > 0.1 * MM


@pytest.mark.rule("X4.1")
def test_the_most_overloaded_bridge_breaks_first() -> None:
    """By pull in shares of the load that hangs on it: neither the weakest one nor the one that lacks most newtons."""
    weight = dict.fromkeys(range(6), 1.0)
    pull = {(0, 1): 0.9, (1, 2): 1.5, (2, 3): 2.2, (3, 4): 1.4, (4, 5): 2.0}
    load = {(0, 1): 1.0, (1, 2): 2.0, (2, 3): 3.0, (3, 4): 2.0, (4, 5): 1.0}
    assert min(pull, key=lambda bridge: pull[bridge]) == (0, 1)
    assert max(pull, key=lambda bridge: load[bridge] - pull[bridge]) == (2, 3)
    assert _most_overloaded_bridge(frozenset(range(6)), pull, weight) == (3, 4)
    # Of equally overloaded ones the first by number, whatever order they come in.
    even = {bridge: 0.5 * load[bridge] for bridge in reversed(load)}
    assert _most_overloaded_bridge(frozenset(range(6)), even, weight) == (0, 1)
    # What carries its load to the last bits, carries it.
    assert _most_overloaded_bridge(frozenset(range(6)), load, weight) is None
    nearly = {bridge: carried * (1 - 1e-12) for bridge, carried in load.items()}
    assert _most_overloaded_bridge(frozenset(range(6)), nearly, weight) is None
    just = {bridge: carried * (1 - 1e-11) for bridge, carried in load.items()}
    assert _most_overloaded_bridge(frozenset(range(6)), just, weight) is not None


@pytest.mark.rule("X4.1")
@pytest.mark.parametrize(("gap", "holds"), [(0.59 * MM, True), (0.61 * MM, False)])
def test_a_given_bond_holds_as_far_as_bonds_are_kept(gap: float, holds: bool) -> None:
    assert find_clusters(chain(2, gap=gap), {(0, 1)}, CRITERIA) == ((frozenset({0, 1}),) if holds else ())


@pytest.mark.rule("X4.1")
def test_which_pairs_were_bonded_decides_pair_by_pair() -> None:
    """In one table: 0 and 1 were bonded, 2 and 3 were not; both lie 0.5 mm apart."""
    apart = 1 + 0.5 * MM / (2 * RADIUS)
    spots = [(0, 0, 0), (apart, 0, 0), (8, 0, 0), (8 + apart, 0, 0)]
    assert find_bonds(discs(spots, bonds=[(0, 1)]), CRITERIA) == {(0, 1)}
    assert find_bonds(discs(spots, bonds=[(2, 3)]), CRITERIA) == {(2, 3)}
    # Near enough to touch, both are.
    wide = BondCriteria(touch_gap=0.55 * MM)
    assert find_bonds(discs(spots), wide) == {(0, 1), (2, 3)}


@pytest.mark.rule("X4.1")
def test_what_lies_at_most_so_far_apart_includes_just_so_far() -> None:
    """Discs at exactly two radii: a gap of 0.0 to the last bit."""
    just = chain(2)
    assert touching_pairs(just, 0.0) == ((0, 1),)
    assert overlaps(just) == ()
    # An overlap of just the tolerance is none that counts.
    pressed = chain(2, gap=-0.1 * MM)
    depth = -float(_approaches(pressed, 0.0)[0, 1][0])
    assert depth == pytest.approx(0.1 * MM)
    assert overlaps(pressed, depth) == ()
    assert overlaps(pressed, np.nextafter(depth, 0.0)) == overlaps(pressed) == ((0, 1),)
    closed = BondCriteria(touch_gap=0.0, keep_gap=0.0)
    assert find_bonds(just, closed) == {(0, 1)}
    assert find_bonds(replace(just, bonds=frozenset({(0, 1)})), closed) == {(0, 1)}
    assert find_clusters(just, {(0, 1)}, closed) == (frozenset({0, 1}),)


@pytest.mark.rule("X4.1")
def test_a_pull_of_just_the_factor_is_enough() -> None:
    """With a factor of 0 any touch holds that does not push; what is no magnet pulls with exactly 0."""
    wood = disc_kind(0.0)
    assert find_bonds(chain(2, wood), BondCriteria(factor=0.0)) == {(0, 1)}
    assert find_bonds(chain(2, wood), CRITERIA) == frozenset()


@pytest.mark.rule("X4.1")
@pytest.mark.parametrize("turn", np.linspace(0.3, 6.0, 5))
def test_the_pull_counts_along_the_line_between_them(turn: float) -> None:
    """Whatever that line's direction, a pair head to tail pulls with what disc_kind says, to a part in a million."""
    aim = np.array([np.cos(turn), np.sin(turn)])
    table = discs([(0, 0, turn), (*aim, turn)], disc_kind(2.0))
    assert find_bonds(table, BondCriteria(factor=2.0 * (1 - 1e-6))) == {(0, 1)}
    assert find_bonds(table, BondCriteria(factor=2.0 * (1 + 1e-6))) == frozenset()


def test_kinds_without_an_upright_moment_and_with_one_do_not_mix_them_up() -> None:
    """A lying magnet and an upright one neither pull nor push each other in the plane along the lying one's side."""
    lying, upright = disc_kind(4.0), disc_kind(4.0, upright=True)
    spots = [Placed(0, 0, (0, 0), UP), Placed(1, 1, (2 * RADIUS, 0), 0.0)]
    assert find_bonds(lay(BOARD, (lying, upright), spots), CRITERIA) == frozenset()


@pytest.mark.rule("X4.3")
def test_a_cluster_has_changed_when_a_member_made_or_lost_a_bond() -> None:
    before = bonds_of((1, 2), (2, 3))
    assert changed_clusters([TRIO], before, before) == ()
    # A bond more, a bond less, a member lost, a bond made to one outside.
    assert changed_clusters([TRIO], before, before | {(1, 3)}) == (TRIO,)
    assert changed_clusters([TRIO], before | {(1, 3)}, before) == (TRIO,)
    assert changed_clusters([PAIR], before, bonds_of((1, 2))) == (PAIR,)
    assert changed_clusters([TRIO], before, before | {(3, 9)}) == (TRIO,)
    # In the order given; what happened elsewhere does not count.
    far = frozenset({7, 8})
    told = [far, PAIR, frozenset({5, 6})]
    assert changed_clusters(told, bonds_of((1, 2), (5, 6)), bonds_of((5, 6), (7, 8))) == (far, PAIR)
