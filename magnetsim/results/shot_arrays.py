"""What pictures need of shots, as arrays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from magnetsim.table import Booleans, Floats, Integers

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True, slots=True, eq=False)
class ShotArrays:
    """Some shots, (n,) of each.

    game_turn : from 0        along_mm : mm along the rim        aim_inward_deg : ° from straight inward
    taken : magnets
    """

    game_turn: Integers
    along_mm: Floats
    aim_inward_deg: Floats
    taken: Integers

    def those(self, rows: Booleans) -> ShotArrays:
        """Some of them."""
        return ShotArrays(self.game_turn[rows], self.along_mm[rows], self.aim_inward_deg[rows], self.taken[rows])


def shot_arrays(table: pa.Table) -> dict[str, dict[str, ShotArrays]]:
    """The shots of a table by the scenario's digest and by strategy, in alphabetical order."""
    every = ShotArrays(
        table["game_turn"].to_numpy().astype(np.int64),
        table["along_mm"].to_numpy(),
        table["aim_inward_deg"].to_numpy(),
        table["taken"].to_numpy().astype(np.int64),
    )
    digest, strategy = (np.asarray(table[name].to_pylist(), dtype=str) for name in ("digest", "strategy"))
    found: dict[str, dict[str, ShotArrays]] = {}
    for name in np.unique(digest):
        for who in np.unique(strategy[digest == name]):
            found.setdefault(str(name), {})[str(who)] = every.those((digest == name) & (strategy == who))
    return found
