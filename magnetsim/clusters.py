"""What holds together: who touches whom, which touching pairs are bonded, and what can be lifted as one.

Two magnets are bonded when they touch and their magnetic force pulls them together by at least the weight of the
lighter one. A cluster is what hangs together by bonds when lifted (rule X4.1).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from magnetsim.kernels.gap import Shapes, flat_shapes, near_pairs
from magnetsim.kernels.union_find import connected_components
from magnetsim.magnetism import magnets_on, pair_loads
from magnetsim.table import TOUCH_GAP, Bond, Cluster, Floats, Kind, Table


@dataclass(frozen=True, slots=True)
class BondCriteria:
    """When two magnets are bonded.

    factor : least pull, in weights of the lighter magnet
    touch_gap : m, at most this far apart they touch
    keep_gap : m, at most this far apart a pair that was bonded stays so, that bonds do not flicker
    """

    factor: float = 1.0
    touch_gap: float = TOUCH_GAP
    keep_gap: float = 0.6e-3


def touching_pairs(table: Table, gap: float = TOUCH_GAP) -> tuple[Bond, ...]:
    """The pairs of magnets at most this gap (m) apart, each once, the smaller number first, in order."""
    return tuple(_approaches(table, gap))


def touching_groups(table: Table, gap: float = TOUCH_GAP) -> tuple[Cluster, ...]:
    """The magnets of touching pairs by what they touch, directly or through others, sorted by smallest member."""
    return _components(touching_pairs(table, gap))


@lru_cache(maxsize=64)
def contact_shapes(kinds: tuple[Kind, ...]) -> Shapes:
    """The outlines of a table's kinds, for what compares them."""
    return flat_shapes(kind.outline for kind in kinds)


def overlaps(table: Table, tolerance: float = 0.0) -> tuple[Bond, ...]:
    """The pairs that overlap by more than the tolerance (m), in order."""
    return tuple(pair for pair, approach in _approaches(table, -tolerance).items() if approach[0] < -tolerance)


def find_bonds(table: Table, criteria: BondCriteria) -> frozenset[Bond]:
    """The pairs that touch and pull each other together by enough.

    A pair in table.bonds touches up to criteria.keep_gap, any other up to criteria.touch_gap.
    """
    touching = {
        pair: approach
        for pair, approach in _approaches(table, max(criteria.touch_gap, criteria.keep_gap)).items()
        if approach[0] <= (criteria.keep_gap if pair in table.bonds else criteria.touch_gap)
    }
    weight = _weights(table)
    return frozenset(
        (a, b)
        for (a, b), pull in _pulls(table, touching).items()
        if pull >= criteria.factor * min(weight[a], weight[b])
    )


def find_clusters(table: Table, bonds: Iterable[Bond], criteria: BondCriteria) -> tuple[Cluster, ...]:
    """The sets of two or more magnets that can be lifted as one, sorted by smallest member.

    bonds : pairs of magnet numbers; a pair that is no longer on the table, or further apart than
        criteria.keep_gap, holds nothing

    Lift test: held at its weighted centroid, a cluster hangs the lighter side of every bridge (a bond on no loop)
    from that bridge. Where the pull is less than that weight it breaks, first the bridge most overloaded.
    """
    given = frozenset(bonds)
    near = _approaches(table, max(criteria.touch_gap, criteria.keep_gap))
    pull = _pulls(table, {pair: approach for pair, approach in near.items() if pair in given})
    weight = _weights(table)
    clusters: list[Cluster] = []
    waiting = _parted(pull)
    while waiting:
        cluster, inside = waiting.pop()
        broken = _most_overloaded_bridge(cluster, inside, weight)
        if broken is None:
            clusters.append(cluster)
        else:
            waiting += _parted({pair: force for pair, force in inside.items() if pair != broken})
    return tuple(sorted(clusters, key=min))


def new_clusters(
    clusters: Iterable[Cluster], bonds_before: Collection[Bond], bonds_after: Iterable[Bond]
) -> tuple[Cluster, ...]:
    """The clusters that have a bond between a pair not bonded just before release (rule X4.3), in the order given."""
    made = [pair for pair in bonds_after if pair not in bonds_before]
    return tuple(cluster for cluster in clusters if any(a in cluster and b in cluster for a, b in made))


def changed_clusters(
    clusters: Iterable[Cluster], bonds_before: Collection[Bond], bonds_after: Collection[Bond]
) -> tuple[Cluster, ...]:
    """The clusters of which a magnet made or lost a bond since just before release, in the order given.

    The wider reading of rule X4.3: one that lost a member, or split, has changed as well; one that was only moved
    or turned as a whole has not.
    """
    changed = {number for pair in {*bonds_before} ^ {*bonds_after} for number in pair}
    return tuple(cluster for cluster in clusters if not changed.isdisjoint(cluster))


def _most_overloaded_bridge(cluster: Cluster, pull: Mapping[Bond, float], weight: Mapping[int, float]) -> Bond | None:
    """The bridge with the least pull for the weight that hangs on it, if that is too little; ties by number."""
    worst: tuple[float, Bond] | None = None
    total = sum(weight[number] for number in sorted(cluster))
    for bridge, side in _bridges(cluster, pull, weight).items():
        load = min(side, total - side)
        # Two equal sides may differ in the last bits of their sums.
        if pull[bridge] < load * (1 - 1e-12):
            worst = min(worst or (np.inf, bridge), (pull[bridge] / load, bridge))
    return worst and worst[1]


def _bridges(cluster: Cluster, bonds: Iterable[Bond], weight: Mapping[int, float]) -> dict[Bond, float]:
    """The bonds whose loss would split a connected cluster, each with the weight of one of its sides.

    Tarjan (1974), without recursion: a bond to a child is a bridge when nothing below it reaches above it.
    """
    neighbours: dict[int, list[int]] = {number: [] for number in cluster}
    for a, b in bonds:
        neighbours[a].append(b)
        neighbours[b].append(a)
    root = min(cluster)
    seen = {root: 0}
    lowest = {root: 0}
    below = {number: weight[number] for number in cluster}
    bridges: dict[Bond, float] = {}
    path = [(root, root, iter(neighbours[root]))]
    while path:
        parent, here, left = path[-1]
        for mate in left:
            if mate == parent:
                continue
            if mate not in seen:
                seen[mate] = lowest[mate] = len(seen)
                path.append((here, mate, iter(neighbours[mate])))
                break
            lowest[here] = min(lowest[here], seen[mate])
        else:
            path.pop()
            if here == root:
                continue
            lowest[parent] = min(lowest[parent], lowest[here])
            below[parent] += below[here]
            if lowest[here] > seen[parent]:
                bridges[min(parent, here), max(parent, here)] = below[here]
    return bridges


def _parted(pull: Mapping[Bond, float]) -> list[tuple[Cluster, dict[Bond, float]]]:
    """The connected components of some bonds, each with its own bonds."""
    parts = _components(pull)
    home = {number: place for place, part in enumerate(parts) for number in part}
    own: list[dict[Bond, float]] = [{} for _ in parts]
    for pair, force in pull.items():
        own[home[pair[0]]][pair] = force
    return list(zip(parts, own, strict=True))


def _components(bonds: Collection[Bond]) -> tuple[Cluster, ...]:
    """The connected components of the bonds' ends, sorted by smallest member."""
    names = np.array(sorted({number for pair in bonds for number in pair}), dtype=np.int64)
    ends = np.searchsorted(names, np.array(list(bonds), dtype=np.int64).reshape(-1, 2))
    labels = connected_components(len(names), ends[:, 0].copy(), ends[:, 1].copy())
    groups: dict[int, list[int]] = {}
    for number, label in zip(names.tolist(), labels.tolist(), strict=True):
        groups.setdefault(label, []).append(number)
    return tuple(frozenset(group) for group in groups.values())


@lru_cache(maxsize=8)
def _approaches(table: Table, reach: float) -> Mapping[Bond, Floats]:
    """Gap (m), unit normal and point of all pairs at most reach (m) apart, in order.

    Of a few tables it is kept: to stand a magnet and to settle what it stands on ask the same several times.
    """
    rows = np.flatnonzero(table.touchable)
    x, y = table.position[rows].T.copy()
    pairs, approaches = near_pairs(contact_shapes(table.kinds), table.kind[rows], x, y, table.angle[rows], reach)
    numbers = table.magnet[rows][pairs].tolist()
    return {(a, b): approach for (a, b), approach in zip(numbers, approaches, strict=True)}


def _pulls(table: Table, approaches: Mapping[Bond, Floats]) -> dict[Bond, float]:
    """The magnetic force (N) that draws each pair together along its contact normal, negative if it drives it apart.

    From the force model: what the contact solver finds is not unique where contacts form loops.
    """
    x, y = table.position.T.copy()
    first, second = np.searchsorted(table.magnet, np.array([*approaches], dtype=np.int64).reshape(-1, 2).T)
    loads = pair_loads(magnets_on(table), x, y, table.angle, first, second)
    return {
        pair: -float(force_x * normal_x + force_y * normal_y)
        for (pair, (_, normal_x, normal_y, *_)), (force_x, force_y, _) in zip(
            approaches.items(), loads[:, 1].tolist(), strict=True
        )
    }


def _weights(table: Table) -> dict[int, float]:
    """The weight (N) of each magnet number."""
    each = [kind.weight for kind in table.kinds]
    return {number: each[kind] for number, kind in zip(table.magnet.tolist(), table.kind.tolist(), strict=True)}
