"""Which games' records are kept: all, none, some at even distances, or those in which something unusual happened."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from magnetsim.results.schema import FINISHED

Kind = Literal["all", "none", "sample", "interesting"]


@dataclass(frozen=True, slots=True)
class Keep:
    """The choice; sample : how many of each scenario's games, for that kind alone."""

    kind: Kind
    sample: int = 0

    def __str__(self) -> str:
        return f"sample:{self.sample}" if self.kind == "sample" else self.kind


def parse_keep(text: str) -> Keep:
    """The choice that a text means: all, none, interesting, or sample:N; ValueError for any other."""
    whole: dict[str, Kind] = {"all": "all", "none": "none", "interesting": "interesting"}
    if text in whole:
        return Keep(whole[text])
    kind, _, number = text.partition(":")
    if kind != "sample" or not number.isascii() or not number.isdigit() or not int(number[:18]):
        raise ValueError(f"expected all, none, interesting or sample:N, got {text!r}")
    return Keep("sample", int(number[:18]))


def is_kept(keep: Keep, row: Mapping[str, Any], games: int) -> bool:
    """Whether a game's record is kept; row : the game's in its table; games : how many its scenario has."""
    match keep.kind:
        case "sample":
            game = row["game"]
            return bool(game * keep.sample // games != (game - 1) * keep.sample // games)
        case "interesting":
            return _is_interesting(row)
        case _:
            return keep.kind == "all"


def _is_interesting(row: Mapping[str, Any]) -> bool:
    """Whether it ended by an error, tied, in a stalemate, or had a shot that did not come to rest."""
    return row["status"] != FINISHED or bool(row["ties"] or row["stalemate"] or row["unrested"])
