"""Which clusters a shot made, and which of them may be taken (X2.1, X4.1-X4.3)."""

from __future__ import annotations

from magnetsim.clusters import changed_clusters, new_clusters
from magnetsim.rules.base import Event
from magnetsim.rules.xinxin.state import State
from magnetsim.table import Bond, Cluster


def new_of(state: State) -> tuple[Cluster, ...]:
    """The clusters that the last shot made, on the table as it left it (X4.3)."""
    tell = changed_clusters if state.options.changed_is_new else new_clusters
    return tell(state.clusters, state.bonds_before, state.table.bonds)


def on_offer(state: State) -> tuple[Cluster, ...]:
    """Those of them that may be taken: all, or the largest where that was agreed; all that are as large as it."""
    new = new_of(state)
    if not state.options.only_largest or not new:
        return new
    largest = max(map(len, new))
    return tuple(cluster for cluster in new if len(cluster) == largest)


def told(state: State) -> tuple[Event, ...]:
    """What the shot made of each cluster; and if it made none, that."""
    new, offered = new_of(state), on_offer(state)
    clause, name = ("X4.3", "unchanged-cluster") if state.options.changed_is_new else ("X4.3", "old-cluster")
    events = [
        Event(clause, name, None, {"magnets": tuple(sorted(cluster))})
        for cluster in state.clusters
        if cluster not in new
    ]
    wide = state.options.changed_is_new
    for cluster in new:
        why = {"changed": _changed(state, cluster)} if wide else {"made": _made(state, cluster)}
        events.append(Event("X4.1", "new-cluster", state.seat, {"magnets": tuple(sorted(cluster)), **why}))
    events += [
        Event("X4.2", "smaller-cluster", state.seat, {"magnets": tuple(sorted(cluster))})
        for cluster in new
        if cluster not in offered
    ]
    if not new:
        events.append(Event("X3.4", "no-new-cluster", state.seat))
    return tuple(events)


def _made(state: State, cluster: Cluster) -> tuple[Bond, ...]:
    """The bonds within a cluster that the shot made."""
    return tuple(sorted(pair for pair in state.table.bonds - state.bonds_before if cluster.issuperset(pair)))


def _changed(state: State, cluster: Cluster) -> tuple[Bond, ...]:
    """The bonds of a cluster's magnets that the shot made or broke."""
    return tuple(sorted(pair for pair in state.table.bonds ^ state.bonds_before if not cluster.isdisjoint(pair)))
