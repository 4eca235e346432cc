"""Clusters that a file lays on the table: let come to rest, and held against what the file says of them."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

import numpy as np

from magnetsim.errors import ScenarioError
from magnetsim.language import Phrase, listed
from magnetsim.scenario.quantities import MM_PER_M
from magnetsim.table import Cluster, Table

if TYPE_CHECKING:
    from magnetsim.physics import Physics

FARTHEST = 1e-3
"""m that a magnet may move while clusters come to rest: what was meant lies about so."""


def held_together(table: Table, clusters: Collection[Cluster], physics: Physics) -> Table:
    """The table at rest, with its bonds; ScenarioError when not these clusters hold together, or one moves far."""
    # Late: compiled code, which a file without clusters can be read and checked without.
    from magnetsim.clusters import find_clusters
    from magnetsim.physics import settle

    settled = settle(table, None, physics)
    after = settled.table
    for number in table.magnet.tolist():
        if number not in after.magnet or not settled.at_rest:
            text = Phrase("deal.clusters: expected all magnets to come to rest where they are put, they do not")
            raise ScenarioError(text)
        way = float(np.hypot(*(after.position[after.row(number)] - table.position[table.row(number)])))
        if way > FARTHEST:
            text = Phrase(
                "deal.clusters: expected all magnets to stay where they are put, but magnet {magnet} moves {way} mm; "
                "lay those of a cluster touching, and all others farther apart",
                magnet=number,
                way=f"{way * MM_PER_M:.1f}",
            )
            raise ScenarioError(text)
    found = find_clusters(after, after.bonds, physics.criteria)
    if set(found) != set(clusters):
        expected, got = (_told(groups) for groups in (clusters, found))
        text = Phrase(
            "deal.clusters: expected the magnets to hold together as {expected}, they do as {got}",
            expected=expected,
            got=got,
        )
        raise ScenarioError(text)
    return after


def _told(clusters: Collection[Cluster]) -> Phrase | str:
    return listed((sorted(cluster) for cluster in sorted(clusters, key=min)), none=Phrase("none"))
