"""Shots of a batch, counted a part of the table at a time: by scenario and by strategy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from magnetsim.results.proportions import Share, share_of
from magnetsim.results.reading import Dataset, read_parts
from magnetsim.results.schema import SHOTS

if TYPE_CHECKING:
    import pyarrow as pa

_COLUMNS = ("scenario", "digest", "strategy", "way", "cluster_sizes", "taken", "falls")


@dataclass(frozen=True, slots=True)
class ShotCounts:
    """Shots, and what they did.

    ways : how many by each way        paid : how many took a cluster
    taken : magnets taken in all        falls : magnets that fell in turns with a shot
    clusters : how many new clusters by their size
    """

    shots: int = 0
    paid: int = 0
    taken: int = 0
    falls: int = 0
    ways: Mapping[str, int] = field(default_factory=dict)
    clusters: Mapping[int, int] = field(default_factory=dict)

    @property
    def a_shot(self) -> float | None:
        """Magnets taken a shot; None of none."""
        return self.taken / self.shots if self.shots else None

    @property
    def paying(self) -> Share:
        """The share of the shots that took a cluster."""
        return share_of(self.paid, self.shots)


@dataclass(frozen=True, slots=True)
class Counted:
    """The shots of a batch, by scenario's name and digest, and by strategy."""

    by_setting: Mapping[tuple[str, str], ShotCounts]
    by_strategy: Mapping[str, ShotCounts]


def count_shots(dataset: Dataset) -> Counted:
    """All shots of a batch; ResultsError when the table cannot be read."""
    by_setting: dict[tuple[str, str], Counter[Any]] = {}
    by_strategy: dict[str, Counter[Any]] = {}
    for part in read_parts(dataset, SHOTS, _COLUMNS):
        for scenario, digest, strategy, what, count in _counts(part):
            by_setting.setdefault((scenario, digest), Counter())[what] += count
            by_strategy.setdefault(strategy, Counter())[what] += count
    return Counted(
        {setting: _gathered(counts) for setting, counts in by_setting.items()},
        {strategy: _gathered(counts) for strategy, counts in by_strategy.items()},
    )


def _counts(part: pa.Table) -> Iterator[tuple[str, str, str, Any, int]]:
    """Of each scenario and strategy, what there is how often: shots, magnets, a way, a size of cluster."""
    import pyarrow.compute as pc

    keys = ["scenario", "digest", "strategy"]
    part = part.combine_chunks()
    shots = part.append_column("paid", pc.cast(pc.greater(part["taken"], 0), "int64"))
    sums = shots.group_by(keys).aggregate([("way", "count"), ("paid", "sum"), ("taken", "sum"), ("falls", "sum")])
    for row in sums.to_pylist():
        own = (row["scenario"], row["digest"], row["strategy"])
        yield *own, "shots", row["way_count"]
        for name in ("paid", "taken", "falls"):
            yield *own, name, row[f"{name}_sum"]
    for row in shots.group_by([*keys, "way"]).aggregate([("taken", "count")]).to_pylist():
        yield row["scenario"], row["digest"], row["strategy"], ("way", row["way"]), row["taken_count"]
    clusters = part.select(keys).take(pc.list_parent_indices(part["cluster_sizes"]))
    clusters = clusters.append_column("size", pc.list_flatten(part["cluster_sizes"]))
    for row in clusters.group_by([*keys, "size"]).aggregate([("size", "count")]).to_pylist():
        yield row["scenario"], row["digest"], row["strategy"], ("size", row["size"]), row["size_count"]


def _gathered(counts: Mapping[Any, int]) -> ShotCounts:
    def those(kind: str) -> dict[Any, int]:
        return {what[1]: count for what, count in sorted(counts.items(), key=str) if what[0] == kind}

    sizes = those("size")
    return ShotCounts(
        shots=counts["shots"],
        paid=counts["paid"],
        taken=counts["taken"],
        falls=counts["falls"],
        ways=those("way"),
        clusters={size: sizes[size] for size in sorted(sizes)},
    )
