"""The tables as CSV, for spreadsheets."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from magnetsim.errors import naming_file
from magnetsim.record.writing import rename
from magnetsim.results.reading import Dataset, read_table
from magnetsim.results.schema import GAMES, SHOTS

_ROWS = 5_000
"""Rows that are turned into text at a time."""


def write_csv(dataset: Dataset) -> tuple[Path, ...]:
    """Write games.csv and shots.csv into the batch's folder, in place of older ones; OutputError when that cannot be.

    Lists are JSON, what is empty is an empty cell. The text is UTF-8 with a mark at its start, by which spreadsheets
    know it.
    """
    return tuple(_write(dataset, table) for table in (GAMES, SHOTS))


def _write(dataset: Dataset, name: str) -> Path:
    table = read_table(dataset, name)
    path = dataset.path / f"{name}.csv"
    unfinished = path.with_name(path.name + ".part")
    with naming_file(path):
        try:
            with unfinished.open("w", encoding="utf-8-sig", newline="") as file:
                _rows(file, table.schema.names, (batch.to_pylist() for batch in table.to_batches(max_chunksize=_ROWS)))
            rename(unfinished, path)
        except OSError:
            with suppress(OSError):
                unfinished.unlink()
            raise
    return path


def _rows(file: IO[str], names: list[str], batches: Iterable[list[dict[str, Any]]]) -> None:
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(names)
    for rows in batches:
        writer.writerows([_cell(row[name]) for name in names] for row in rows)


def _cell(value: Any) -> Any:
    if isinstance(value, list):
        return json.dumps(value, ensure_ascii=False)
    return str(value).lower() if isinstance(value, bool) else value
