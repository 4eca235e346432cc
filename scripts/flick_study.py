"""How often two ways of computing a flick of the classic table come to the same ruling: prints tables in Markdown.

Each flick is a turn as one is played: some magnet is lifted, stood at the rim, and flicked at some other. The ruling is
which new clusters there are, member by member. The same flicks are computed with point dipoles and with finite magnets,
with the default step and with a fourth of it.

`python scripts/flick_study.py [how many flicks]`
"""

from __future__ import annotations

import math
import sys
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from magnetsim.clusters import BondCriteria, Cluster, find_clusters, new_clusters
from magnetsim.physics import Physics, settle
from magnetsim.rim import rim_length, rim_point
from magnetsim.scenario import laid_out, load_scenario
from magnetsim.scenario.kinds import as_finite
from magnetsim.shot import Flick
from magnetsim.table import Placed, Table, with_magnet, without

CLASSIC = Path(__file__).parent.parent / "scenarios" / "classic.toml"
STEP = 0.5e-3
WAYS = {
    "dipole": (False, STEP),
    "dipole, step / 4": (False, STEP / 4),
    "finite": (True, STEP),
    "finite, step / 4": (True, STEP / 4),
}
COMPARED = (
    ("dipole", "dipole, step / 4"),
    ("finite", "finite, step / 4"),
    ("dipole", "finite"),
    ("dipole, step / 4", "finite, step / 4"),
)
SLOWEST, FASTEST = 0.2, 1.6


@dataclass(frozen=True, slots=True)
class Ruling:
    """What came of a flick: new clusters, magnets that fell, and where all lie (m), by number."""

    clusters: frozenset[Cluster]
    fallen: frozenset[int]
    place: dict[int, tuple[float, float]]


def turn(seed: int) -> tuple[Table, Flick]:
    """A table as laid for this seed, as points, with a shooter at the rim; and its flick."""
    table = laid_out(load_scenario(CLASSIC).model_copy(update={"magnetism": "dipole"}), seed)
    random = np.random.default_rng([seed, 1])
    number = int(random.choice(table.magnet))
    kind = table.kind_of(number)
    (x, y), inward = rim_point(table.board, random.uniform(0, rim_length(table.board)))
    inside = kind.outline.bounding_radius + 1e-3
    place = (x + inside * inward[0], y + inside * inward[1])
    placed = Placed(number, int(table.kind[table.row(number)]), place, float(random.uniform(-math.pi, math.pi)))
    ready = with_magnet(without(table, [number]), placed)
    row = ready.row(number)
    ahead = np.delete(ready.position, row, axis=0)[random.integers(len(ready) - 1)] - ready.position[row]
    direction = math.atan2(ahead[1], ahead[0]) + random.normal(0, 0.05)
    return ready, Flick(number, direction, float(random.uniform(SLOWEST, FASTEST)))


def ruled(table: Table, shot: Flick, *, finite: bool, step: float) -> Ruling:
    """What comes of a flick of a table that rests, one way."""
    kinds = tuple(as_finite(kind) if finite else replace(kind, charges=None) for kind in table.kinds)
    table = replace(table, kinds=kinds)
    settled = settle(table, shot, Physics(step=step))
    end = settled.table
    clusters = new_clusters(find_clusters(end, end.bonds, BondCriteria()), table.bonds, end.bonds)
    return Ruling(
        frozenset(clusters),
        frozenset(int(number) for number in set(table.magnet) - set(end.magnet)),
        {int(number): (float(x), float(y)) for number, (x, y) in zip(end.magnet, end.position, strict=True)},
    )


def furthest(one: Ruling, two: Ruling) -> float:
    """How far apart (mm) a magnet lies at the end of both, at most; those that fell in either are left out."""
    both = one.place.keys() & two.place.keys()
    return max((math.dist(one.place[number], two.place[number]) for number in both), default=0.0) * 1e3


def share(count: int, of: int) -> str:
    """A share in percent with its standard error."""
    part = count / of
    return f"{100 * part:.1f} ± {100 * math.sqrt(part * (1 - part) / of):.1f} %"


def rulings_of(seeds: range) -> dict[str, list[Ruling]]:
    """What comes of the flicks of these seeds, each way."""
    rulings: dict[str, list[Ruling]] = {way: [] for way in WAYS}
    for seed in seeds:
        table, shot = turn(seed)
        for way, (finite, step) in WAYS.items():
            rulings[way].append(ruled(table, shot, finite=finite, step=step))
    return rulings


def tell(rulings: dict[str, list[Ruling]]) -> None:
    """Print what agrees."""
    flicks = len(rulings["dipole"])
    print(f"{flicks} flicks\n\n| of the same flicks | same new clusters | same falls | median of the largest shift |")
    print("|---|---|---|---|")
    for first, second in COMPARED:
        pairs = list(zip(rulings[first], rulings[second], strict=True))
        clusters = sum(one.clusters == two.clusters for one, two in pairs)
        falls = sum(one.fallen == two.fallen for one, two in pairs)
        shift = float(np.median([furthest(one, two) for one, two in pairs]))
        print(f"| {first} – {second} | {share(clusters, flicks)} | {share(falls, flicks)} | {shift:.2g} mm |")
    sizes = {
        way: Counter(len(cluster) for ruling in some for cluster in ruling.clusters) for way, some in rulings.items()
    }
    print("\n| new clusters of | " + " | ".join(WAYS) + " |\n|---|" + "---|" * len(WAYS))
    for size in range(2, 1 + max((max(counted, default=2) for counted in sizes.values()), default=2)):
        row = " | ".join(f"{sizes[way][size]} ± {math.sqrt(sizes[way][size]):.0f}" for way in WAYS)
        print(f"| {size} magnets | {row} |")


if __name__ == "__main__":
    tell(rulings_of(range(int(sys.argv[1]) if len(sys.argv) > 1 else 500)))
