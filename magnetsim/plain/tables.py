"""Tables as plain data: all of one, or what became of one; a number that is not known (nan) is null."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from magnetsim.language import Phrase
from magnetsim.plain.values import Data, entry, mismatch, read, shown
from magnetsim.table import Board, Kind, Placed, Table, lay, with_arrays

COLUMNS: dict[str, tuple[type, tuple[int, ...]]] = {
    "magnet": (np.int64, ()),
    "kind": (np.int64, ()),
    "position": (np.float64, (2,)),
    "angle": (np.float64, ()),
    "velocity": (np.float64, (2,)),
    "spin": (np.float64, ()),
    "pinned_position": (np.bool_, ()),
    "pinned_angle": (np.bool_, ()),
    "touchable": (np.bool_, ()),
    "rest_load": (np.float64, (3,)),
}
"""The arrays of a table, with the kind of number and the shape of a row."""
_POSE = tuple(name for name in COLUMNS if name != "rest_load")


def table_data(table: Table) -> Data:
    """All of a table but its board and kinds, a list an array."""
    return {**_columns(table, np.ones(len(table), dtype=bool)), "bonds": _bonds(table)}


def read_table(data: Any, board: Board, kinds: tuple[Kind, ...], what: str) -> Table:
    """The table that the data means, on this board; ValueError, calling it `what`, when it means none."""
    columns = _read_columns(data, len(kinds), what)
    return _with_bonds(_table(board, kinds, columns), entry(data, "bonds", what), what)


def change_data(before: Table, after: Table) -> Data:
    """What became of a table: which magnets are gone, the rows of those that are new or lie otherwise, all bonds.

    loads : of those that rest under another load, which most do, whatever moves
    """
    gone = sorted(set(before.magnet.tolist()) - set(after.magnet.tolist()))
    loaded = _changed(before, after, ("rest_load",))
    return {
        "gone": gone,
        **_columns(after, _changed(before, after, _POSE), _POSE),
        "loads": _columns(after, loaded, ("magnet", "rest_load")),
        "bonds": _bonds(after),
    }


def read_change(before: Table, data: Any, what: str) -> Table:
    """The table that became of another; ValueError, calling the data `what`, when it does not say."""
    changed = _read_columns(data, len(before.kinds), what, _POSE)
    loads = _read_columns(entry(data, "loads", what), len(before.kinds), f"{what}.loads", ("magnet", "rest_load"))
    gone = read(tuple[int, ...], entry(data, "gone", what), f"{what}.gone")
    stays = ~np.isin(before.magnet, [*gone, *changed["magnet"].tolist()])
    columns = {name: np.concatenate([getattr(before, name)[stays], changed[name]]) for name in _POSE}
    order = np.argsort(columns["magnet"], kind="stable")
    columns = {name: values[order] for name, values in columns.items()}
    known = {int(magnet): load for magnet, load in zip(before.magnet, before.rest_load, strict=True)}
    known |= {int(magnet): load for magnet, load in zip(loads["magnet"], loads["rest_load"], strict=True)}
    rest_load = [known.get(magnet, np.full(3, np.nan)) for magnet in columns["magnet"].tolist()]
    columns["rest_load"] = np.array(rest_load, dtype=np.float64).reshape(len(rest_load), 3)
    return _with_bonds(_table(before.board, before.kinds, columns), entry(data, "bonds", what), what)


def _columns(table: Table, rows: npt.NDArray[np.bool_], names: Iterable[str] = COLUMNS) -> Data:
    return {name: _listed(getattr(table, name)[rows]) for name in names}


def _listed(values: npt.NDArray[Any]) -> list[Any]:
    if values.dtype.kind == "f" and np.isnan(values).any():
        known = values.astype(object)
        known[np.isnan(values)] = None
        return list(known.tolist())
    return list(values.tolist())


def _bonds(table: Table) -> list[list[int]]:
    return [[int(first), int(second)] for first, second in sorted(table.bonds)]


def _changed(before: Table, after: Table, names: Iterable[str]) -> npt.NDArray[np.bool_]:
    """Which rows of `after` are not just so in `before`, as far as these arrays tell."""
    row = np.searchsorted(before.magnet, after.magnet)
    row[row == len(before)] = 0
    changed = ~np.isin(after.magnet, before.magnet)
    if len(before) == 0:
        return changed
    for name in names:
        new, old = getattr(after, name), getattr(before, name)[row]
        # To the bit: nan equals nan here, and −0.0 is not 0.0, for the hash of the state tells them apart.
        same = ((new == old) & (np.signbit(new) == np.signbit(old))) | ((new != new) & (old != old))
        changed |= ~same.reshape(len(after), -1 if len(after) else 1).all(axis=1)
    return changed


def _read_columns(data: Any, kinds: int, what: str, names: Iterable[str] = COLUMNS) -> dict[str, npt.NDArray[Any]]:
    columns: dict[str, npt.NDArray[Any]] = {}
    count = len(read(list[int], entry(data, "magnet", what), f"{what}.magnet"))
    for name in names:
        kind, shape = COLUMNS[name]
        try:
            columns[name] = np.array(entry(data, name, what), dtype=kind).reshape((count, *shape))
        except (TypeError, ValueError, OverflowError) as error:
            expected = Phrase("{count} rows of {numbers} numbers", count=count, numbers=int(np.prod(shape)))
            raise mismatch(f"{what}.{name}", expected, shown(data.get(name))) from error
        if kind is np.float64:
            known = np.isfinite(columns[name]) | (np.isnan(columns[name]) if name == "rest_load" else False)
            if not known.all():
                raise mismatch(f"{what}.{name}", Phrase("finite numbers"), shown(data[name]))
    if (np.diff(columns["magnet"]) <= 0).any():
        expected = Phrase("numbers, each greater than the one before")
        raise mismatch(f"{what}.magnet", expected, shown(columns["magnet"].tolist()))
    if "kind" in columns and ((columns["kind"] < 0) | (columns["kind"] >= kinds)).any():
        expected = Phrase("numbers from 0 to {most}", most=kinds - 1)
        raise mismatch(f"{what}.kind", expected, shown(columns["kind"].tolist()))
    return columns


def _table(board: Board, kinds: tuple[Kind, ...], columns: dict[str, npt.NDArray[Any]]) -> Table:
    placed = [
        Placed(int(magnet), int(kind), (0.0, 0.0), 0.0)
        for magnet, kind in zip(columns["magnet"], columns["kind"], strict=True)
    ]
    return with_arrays(lay(board, kinds, placed), **columns)


def _with_bonds(table: Table, data: Any, what: str) -> Table:
    bonds = read(tuple[tuple[int, int], ...], data, f"{what}.bonds")
    there = set(table.magnet.tolist())
    for bond in bonds:
        if bond[0] >= bond[1] or not there.issuperset(bond):
            expected = Phrase("two magnets on the table, the smaller number first")
            raise mismatch(f"{what}.bonds", expected, shown(list(bond)))
    return replace(table, bonds=frozenset(bonds))
