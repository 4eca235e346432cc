"""A part of a table as the bytes of a Parquet file: the same rows give the same bytes."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping
from typing import Any

from magnetsim.results.schema import KEY, SHOTS, table_schema


def part_bytes(table: str, rows: Iterable[Mapping[str, Any]], parameters: Mapping[str, str] | None = None) -> bytes:
    """The rows of a table, sorted, as a Parquet file (zstd); parameters : as of table_schema."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    order = sort_order(table)
    in_order = sorted(rows, key=lambda row: tuple(row[name] for name in order))
    held = pa.Table.from_pylist(in_order, schema=table_schema(table, parameters))
    buffer = io.BytesIO()
    pq.write_table(held, buffer, compression="zstd", write_page_checksum=True)
    return buffer.getvalue()


def sort_order(table: str) -> tuple[str, ...]:
    """The columns that a table is sorted by; no two rows have the same values there."""
    return (*KEY, "turn") if table == SHOTS else KEY
