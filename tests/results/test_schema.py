"""The tables' columns."""

from __future__ import annotations

import subprocess
import sys

import pyarrow as pa
import pytest

from magnetsim.results.schema import COLUMNS, GAMES, SHOTS, TIMES, table_schema


@pytest.mark.parametrize("table", [GAMES, SHOTS, TIMES])
def test_every_column_says_what_it_means(table):
    schema = table_schema(table)
    assert schema.names == [column.name for column in COLUMNS[table]]
    assert len(set(schema.names)) == len(schema.names)
    for field in schema:
        assert field.metadata[b"meaning"].decode()
    assert schema.metadata == {b"magnetsim.table": table.encode(), b"magnetsim.schema": b"1"}


@pytest.mark.parametrize("table", [GAMES, SHOTS, TIMES])
def test_a_unit_in_a_name_is_the_columns_unit(table):
    units = {"_mm": "mm", "_deg": "°", "_m_s": "m/s", "_rad_s": "rad/s", "_s": "s"}
    for column in COLUMNS[table]:
        ending = next(
            (ending for ending in ("_rad_s", "_m_s", "_mm", "_deg", "_s") if column.name.endswith(ending)), ""
        )
        assert column.unit == units.get(ending, ""), column.name
        assert (column.kind == "number") == bool(ending), column.name


def test_parameters_follow_the_games_own_columns():
    schema = table_schema(GAMES, {"table.friction_static": "number", "players[0].strategy": "text"})
    assert schema.field("param.table.friction_static").type == pa.float64()
    assert schema.names[-1] == "param.players[0].strategy"


def test_the_columns_and_the_help_need_no_pyarrow():
    names = "magnetsim.results.schema, magnetsim.results.parameters, magnetsim.cli.app"
    code = f"import sys, {names}; sys.exit('pyarrow' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
