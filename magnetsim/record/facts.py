"""Facts as plain data, and back: what the world reported, without the ways on which the magnets came there."""

from __future__ import annotations

from typing import Any

import numpy as np

from magnetsim.language import Phrase
from magnetsim.plain.tables import change_data, read_change, read_table, table_data
from magnetsim.plain.values import Data, entry, mismatch, plain, read, shown
from magnetsim.rules.xinxin.game import Cluster, Facts, LaidOut, PutDown, Rested, Searched, ShotResult, Spot, State
from magnetsim.shot import Contact, Exit, Settled, Trajectory
from magnetsim.table import Bond


def facts_data(facts: Facts | None, before: State) -> Data | None:
    """Facts, told against the state in which the move was made."""
    match facts:
        case None:
            return None
        case LaidOut():
            return {"facts": "laid-out", "table": table_data(facts.table)}
        case Rested():
            return {"facts": "rested", "settled": _settled_data(facts.settled, before), "moved": plain(facts.moved)}
        case ShotResult():
            settled = None if facts.settled is None else _settled_data(facts.settled, before)
            return {
                "facts": "shot",
                "spot": plain(facts.spot),
                "settled": settled,
                "clusters": plain(facts.clusters),
            }
        case PutDown():
            table = None if facts.table is None else change_data(before.table, facts.table)
            return {"facts": "put-down", "spot": plain(facts.spot), "table": table}
        case Searched():
            return {"facts": "searched", "found": plain(facts.found)}


def read_facts(data: Any, before: State, what: str) -> Facts | None:
    """The facts that the data means; ValueError, calling it `what`, when it means none."""
    if data is None:
        return None
    table = before.table
    match entry(data, "facts", what):
        case "laid-out":
            return LaidOut(read_table(entry(data, "table", what), table.board, table.kinds, f"{what}.table"))
        case "rested":
            settled = _read_settled(entry(data, "settled", what), before, f"{what}.settled")
            return Rested(settled, read(tuple[int, ...], entry(data, "moved", what), f"{what}.moved"))
        case "shot":
            found = entry(data, "settled", what)
            return ShotResult(
                read(Spot, entry(data, "spot", what), f"{what}.spot"),
                None if found is None else _read_settled(found, before, f"{what}.settled"),
                read(tuple[Cluster, ...], entry(data, "clusters", what), f"{what}.clusters"),
            )
        case "put-down":
            change = entry(data, "table", what)
            return PutDown(
                read(Spot, entry(data, "spot", what), f"{what}.spot"),
                None if change is None else read_change(table, change, f"{what}.table"),
            )
        case "searched":
            return Searched(read(tuple[float, float, float] | None, entry(data, "found", what), f"{what}.found"))
        case other:
            names = "laid-out, rested, shot, put-down, searched"
            raise mismatch(f"{what}.facts", Phrase("one of {names}", names=names), shown(other))


def _settled_data(settled: Settled, before: State) -> Data:
    return {
        "at_rest": settled.at_rest,
        "duration": settled.duration,
        "steps": settled.steps,
        "contacts": plain(settled.contacts),
        "exits": plain(settled.exits),
        "bonds_made": plain(settled.bonds_made),
        "bonds_broken": plain(settled.bonds_broken),
        "table": change_data(before.table, settled.table),
    }


def _read_settled(data: Any, before: State, what: str) -> Settled:
    def part(kind: Any, key: str) -> Any:
        return read(kind, entry(data, key, what), f"{what}.{key}")

    return Settled(
        table=read_change(before.table, entry(data, "table", what), f"{what}.table"),
        at_rest=part(bool, "at_rest"),
        duration=part(float, "duration"),
        steps=part(int, "steps"),
        contacts=part(tuple[Contact, ...], "contacts"),
        exits=part(tuple[Exit, ...], "exits"),
        bonds_made=part(tuple[Bond, ...], "bonds_made"),
        bonds_broken=part(tuple[Bond, ...], "bonds_broken"),
        trajectory=_not_kept(),
    )


def _not_kept() -> Trajectory:
    """No way at all: a record keeps where magnets came to rest; how they came there is computed again to be seen."""
    nothing = np.zeros(0)
    return Trajectory(
        magnet=np.zeros(0, dtype=np.int64),
        time=nothing,
        position=np.zeros((0, 0, 2)),
        angle=np.zeros((0, 0)),
        present=np.zeros((0, 0), dtype=bool),
        kinetic=nothing,
        magnetic=nothing,
        dissipated=nothing,
    )
