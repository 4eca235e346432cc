"""A batch's folder, read back."""

from __future__ import annotations

import csv
import json
import zlib

import pyarrow.parquet as pq
import pytest

from magnetsim.errors import OutputError, ResultsError
from magnetsim.results.csv_export import write_csv
from magnetsim.results.layout import MANIFEST
from magnetsim.results.reading import open_dataset, read_parts, read_table
from magnetsim.results.schema import GAMES, SHOTS
from tests.results.datasets import game_row, shot_row, write_batch

GAMES_OF_SEVEN = [game_row(number) for number in (6, 2, 5, 0, 3, 1, 4)]
TWO_SHOTS_EACH = [shot_row(number, turn) for number in range(7) for turn in (2, 1)]


def test_the_parts_together_are_one_sorted_table(tmp_path):
    dataset = open_dataset(write_batch(tmp_path / "out", GAMES_OF_SEVEN, TWO_SHOTS_EACH, parts=3))
    assert (dataset.planned, len(dataset.parts)) == (7, 3)
    assert read_table(dataset, GAMES).to_pylist() == sorted(GAMES_OF_SEVEN, key=lambda row: row["game"])
    shots = read_table(dataset, SHOTS, ["seat"]).to_pylist()
    assert [(row["game"], row["turn"]) for row in shots] == [(game, turn) for game in range(7) for turn in (1, 2)]
    assert set(shots[0]) == {"scenario", "digest", "game", "turn", "seat"}
    assert sum(len(part) for part in read_parts(dataset, SHOTS)) == 14


def test_any_program_that_reads_parquet_reads_a_part(tmp_path):
    write_batch(tmp_path / "out", GAMES_OF_SEVEN, TWO_SHOTS_EACH)
    table = pq.read_table(tmp_path / "out" / "shots" / "part-000.parquet")
    assert table.column("y_mm").to_pylist() == [-290.0] * 14
    assert table.schema.field("y_mm").metadata[b"unit"] == b"mm"
    column = pq.ParquetFile(tmp_path / "out" / "games" / "part-000.parquet").metadata.row_group(0).column(0)
    assert column.compression == "ZSTD"


def test_shots_of_games_that_are_not_finished_are_left_out(tmp_path):
    folder = write_batch(tmp_path / "out", GAMES_OF_SEVEN, TWO_SHOTS_EACH, planned=20, parts=2)
    (folder / GAMES / "part-001.parquet").unlink()
    (folder / GAMES / "part-002.parquet.tmp").write_bytes(b"PAR1")
    dataset = open_dataset(folder)
    assert (dataset.planned, dataset.parts) == (20, ("part-000.parquet",))
    assert len(read_table(dataset, SHOTS)) == 2 * len(read_table(dataset, GAMES))


def test_games_of_parts_that_are_not_whole_yet_are_there(tmp_path):
    kinds = {"table.friction_static": "number"}
    games = [row | {"param.table.friction_static": 0.3} for row in GAMES_OF_SEVEN]
    folder = write_batch(tmp_path / "out", games[:5], TWO_SHOTS_EACH, planned=20, parameters=kinds)
    texts = [
        json.dumps({"game": row["game"], "games": row, "shots": [shot_row(row["game"], n) for n in (1, 2)]}).encode()
        for row in games[5:]
    ]
    lines = [b"%08x %s\n" % (zlib.crc32(text), text) for text in texts]
    (folder / "unfinished").mkdir()
    # The last line was cut; the one before was damaged.
    journal = folder / "unfinished" / "part-001.jsonl"
    journal.write_bytes(b"".join(lines) + lines[0].replace(b"made", b"mode") + lines[0][:40])
    # A part that is whole counts in place of its journal.
    (folder / "unfinished" / "part-000.jsonl").write_bytes(lines[0])
    dataset = open_dataset(folder)
    assert read_table(dataset, GAMES).to_pylist() == sorted(games, key=lambda row: row["game"])
    assert len(read_table(dataset, SHOTS, ["way"])) == 14
    journal.write_bytes(lines[1][:-2])
    assert len(read_table(dataset, GAMES)) == 5
    # The batch is going on: what was a journal is a part by now.
    journal.unlink()
    for table in (GAMES, SHOTS):
        part = folder / table / "part-000.parquet"
        part.with_name("part-001.parquet").write_bytes(part.read_bytes())
    assert len(read_table(dataset, GAMES)) == 10


def test_a_batch_of_which_nothing_is_finished(tmp_path):
    dataset = open_dataset(write_batch(tmp_path / "out", planned=9))
    assert len(read_table(dataset, GAMES)) == 0
    assert read_table(dataset, SHOTS, ["seat"]).schema.names == ["scenario", "digest", "game", "turn", "seat"]


def test_a_folder_that_is_no_batch_is_refused(tmp_path):
    with pytest.raises(ResultsError, match="there is no such folder"):
        open_dataset(tmp_path / "nowhere")
    with pytest.raises(ResultsError, match="expected the folder of a batch"):
        open_dataset(tmp_path)
    (tmp_path / "file").write_text("")
    with pytest.raises(ResultsError, match="expected the folder of a batch"):
        open_dataset(tmp_path / "file")


@pytest.mark.parametrize("text", ["", "[]", '{"planned": 7}', '{"planned": -1, "parameters": {}}', '{"planned": tru'])
def test_a_damaged_plan_is_named(tmp_path, text):
    (write_batch(tmp_path / "out") / MANIFEST).write_text(text)
    with pytest.raises(ResultsError, match=r"batch\.json"):
        open_dataset(tmp_path / "out")


@pytest.mark.parametrize("table", [GAMES, SHOTS])
def test_a_damaged_part_is_named(tmp_path, table):
    folder = write_batch(tmp_path / "out", GAMES_OF_SEVEN, TWO_SHOTS_EACH, parts=2)
    part = folder / table / "part-001.parquet"
    content = part.read_bytes()
    flipped = bytearray(content)
    flipped[80] ^= 1
    for damaged in (
        b"",
        content[: len(content) // 2],
        b"x" * len(content),
        content[:100] + b"\0" * 100 + content[200:],
    ):
        part.write_bytes(damaged)
        with pytest.raises(ResultsError, match=rf"{table}.part-001\.parquet: this part is damaged"):
            list(read_parts(open_dataset(folder), table))
    if table == SHOTS:
        part.unlink()
        with pytest.raises(ResultsError, match="this part is missing"):
            read_table(open_dataset(folder), SHOTS)


def test_a_part_of_other_columns_is_named(tmp_path):
    folder = write_batch(tmp_path / "out", GAMES_OF_SEVEN[:3])
    other = write_batch(tmp_path / "other", [game_row(9) | {"param.a": 1}], parameters={"a": "whole number"})
    (other / GAMES / "part-000.parquet").rename(folder / GAMES / "part-007.parquet")
    (other / SHOTS / "part-000.parquet").rename(folder / SHOTS / "part-007.parquet")
    with pytest.raises(ResultsError, match=r"part-007\.parquet: its columns are not those of the parts before it"):
        read_table(open_dataset(folder), GAMES)
    pq.write_table(
        pq.read_table(folder / GAMES / "part-000.parquet").replace_schema_metadata({}), folder / GAMES / "a.parquet"
    )
    with pytest.raises(ResultsError, match="expected tables of version 1, got ''"):
        read_table(open_dataset(folder), GAMES)


def test_csv_says_the_same(tmp_path):
    folder = write_batch(tmp_path / "out", GAMES_OF_SEVEN, TWO_SHOTS_EACH, parts=2)
    games, shots = write_csv(open_dataset(folder))
    with games.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["game"] for row in rows] == list("0123456")
    assert json.loads(rows[0]["players"]) == ["小红", "小明"]
    assert (rows[0]["start_drawn"], rows[0]["error"], rows[0]["simulated_s"]) == ("true", "", "0.0")
    with shots.open(encoding="utf-8-sig", newline="") as file:
        assert [(row["game"], row["turn"]) for row in csv.DictReader(file)][:3] == [("0", "1"), ("0", "2"), ("1", "1")]
    assert sorted(path.name for path in folder.iterdir()) == [
        MANIFEST,
        "games",
        "games.csv",
        "shots",
        "shots.csv",
        "times",
    ]


def test_csv_that_cannot_be_written_is_said(tmp_path):
    folder = write_batch(tmp_path / "out", GAMES_OF_SEVEN)
    (folder / "games.csv").mkdir()
    with pytest.raises(OutputError, match=r"games\.csv: cannot be written"):
        write_csv(open_dataset(folder))
    assert not (folder / "games.csv.part").exists()
