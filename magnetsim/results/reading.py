"""A batch's folder, read back: whole, resumed, or not finished yet.

DIR/batch.json       what was asked for; its key "planned" is the number of games
DIR/games/*.parquet  parts of the table of games; each has shots of its own name, written before it
DIR/shots/*.parquet  parts of the table of shots; one without games of its name is not finished, and left out
DIR/times/*.parquet  how long games took, by the clock
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from magnetsim.errors import ResultsError, reason
from magnetsim.language import Phrase
from magnetsim.results.layout import JOURNAL, JOURNALS, MANIFEST, PART, unsealed
from magnetsim.results.parts import sort_order
from magnetsim.results.schema import GAMES, TIMES, VERSION, table_schema

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True, slots=True)
class Dataset:
    """A batch's folder.

    planned : how many games were asked for; None where that is not known
    parameters : kind by key path, of the columns of the table of games beyond its own
    parts : names of the parts that are finished, in order
    journals : of parts that are not, each with some of its games
    """

    path: Path
    planned: int | None
    parameters: Mapping[str, str]
    parts: tuple[str, ...]
    journals: tuple[Path, ...]

    def part(self, table: str, name: str) -> Path:
        """Where a part of a table lies."""
        return self.path / table / name


def open_dataset(path: str | Path) -> Dataset:
    """The batch in a folder; ResultsError when there is none."""
    folder = Path(path)
    if not folder.exists():
        raise ResultsError(Phrase("{path}: there is no such folder", path=folder))
    plan, games = folder / MANIFEST, folder / GAMES
    if not folder.is_dir() or not (plan.exists() or games.is_dir()):
        text = Phrase(
            "{path}: expected the folder of a batch, with {plan} and {games} in it; magnetsim batch … --out DIR "
            "makes one",
            path=folder,
            plan=MANIFEST,
            games=f"{GAMES}/",
        )
        raise ResultsError(text)
    names = sorted(one.name for one in games.glob(f"*{PART}")) if games.is_dir() else []
    finished = {name.removesuffix(PART) for name in names}
    journals = [one for one in sorted((folder / JOURNALS).glob(f"*{JOURNAL}")) if one.stem not in finished]
    planned, parameters = _plan(plan)
    return Dataset(folder, planned, parameters, tuple(names), tuple(journals))


def read_parts(dataset: Dataset, table: str, columns: Sequence[str] | None = None) -> Iterator[pa.Table]:
    """The parts of a table, one at a time, each sorted; ResultsError names one that is damaged.

    The games of parts that are not whole yet are among them, but not in the table of times.

    columns : those to read; all when None
    """
    first = None
    for name in dataset.parts:
        part = _read(dataset.part(table, name), columns)
        if first is not None and not part.schema.equals(first):
            text = Phrase("{path}: its columns are not those of the parts before it", path=dataset.part(table, name))
            raise ResultsError(text)
        first = part.schema
        yield part
    for journal in () if table == TIMES else dataset.journals:
        try:
            lines = journal.read_bytes()
        except FileNotFoundError:
            # Since the folder was opened it has become a part.
            yield _read(dataset.part(table, journal.stem + PART), columns)
        else:
            yield _journal(lines, table, dataset.parameters, columns)


def read_table(dataset: Dataset, table: str, columns: Sequence[str] | None = None) -> pa.Table:
    """A whole table, sorted by what names its rows; ResultsError as of read_parts.

    columns : those to read; what it is sorted by is read in any case
    """
    import pyarrow as pa

    order = sort_order(table)
    wanted = None if columns is None else list(dict.fromkeys([*order, *columns]))
    parts = list(read_parts(dataset, table, wanted))
    if not parts:
        nothing = table_schema(table, dataset.parameters if table == GAMES else None).empty_table()
        return _selected(nothing, wanted)
    return pa.concat_tables(parts).sort_by([(name, "ascending") for name in order])


def _plan(plan: Path) -> tuple[int | None, Mapping[str, str]]:
    """How many games were asked for, and the parameters; ResultsError when the file is there and does not say it."""
    try:
        data: Any = json.loads(plan.read_bytes())
    except FileNotFoundError:
        return None, {}
    except (OSError, ValueError) as error:
        why = reason(error) if isinstance(error, OSError) else Phrase("it is damaged")
        raise ResultsError(Phrase("{path}: cannot be read: {reason}", path=plan, reason=why)) from error
    planned, parameters = (data.get(key) if isinstance(data, dict) else None for key in ("planned", "parameters"))
    if type(planned) is not int or planned < 0 or not isinstance(parameters, dict):
        raise ResultsError(Phrase('{path}: expected "planned" and "parameters" in it', path=plan))
    return planned, parameters


def _journal(lines: bytes, table: str, parameters: Mapping[str, str], columns: Sequence[str] | None) -> pa.Table:
    """What a journal has of a table; a line that was cut, or damaged, counts as not written."""
    import pyarrow as pa

    rows: list[dict[str, Any]] = []
    for line in lines.splitlines(keepends=True):
        text = unsealed(line)
        if text is not None:
            found = json.loads(text)[table]
            rows += [found] if table == GAMES else found
    rows.sort(key=lambda row: [row[name] for name in sort_order(table)])
    schema = table_schema(table, parameters if table == GAMES else None)
    return _selected(pa.Table.from_pylist(rows, schema=schema), columns)


def _selected(table: pa.Table, columns: Sequence[str] | None) -> pa.Table:
    return table if columns is None else table.select([name for name in columns if name in table.schema.names])


def _read(path: Path, columns: Sequence[str] | None) -> pa.Table:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        # Opened here, for a name that is no Unicode, or looks like an address, is none to pyarrow.
        with path.open("rb") as source, pq.ParquetFile(source, page_checksum_verification=True) as file:
            found = file.schema_arrow
            metadata = found.metadata or {}
            version = metadata.get(b"magnetsim.schema", b"").decode()
            table = file.read(columns=None if columns is None else [name for name in columns if name in found.names])
    except FileNotFoundError as error:
        raise ResultsError(Phrase("{path}: this part is missing; {mend}", path=path, mend=_mend())) from error
    except (pa.ArrowException, OSError) as error:
        raise ResultsError(Phrase("{path}: this part is damaged; {mend}", path=path, mend=_mend())) from error
    if version != str(VERSION):
        text = Phrase(
            "{path}: expected tables of version {version}, got {got}", path=path, version=VERSION, got=repr(version)
        )
        raise ResultsError(text)
    return table


def _mend() -> Phrase:
    return Phrase("take it away, and what bears its name in the folders beside; magnetsim batch … --resume plays anew")
