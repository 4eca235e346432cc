"""A batch's folder, read back: whole, resumed, or not finished yet.

DIR/batch.json       what was asked for; its key "planned" is the number of games
DIR/games/*.parquet  parts of the table of games; each has shots of its own name, written before it
DIR/shots/*.parquet  parts of the table of shots; one without games of its name is not finished, and left out
DIR/times/*.parquet  how long games took, by the clock
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from magnetsim.errors import ResultsError, reason
from magnetsim.language import Phrase
from magnetsim.results.parts import sort_order
from magnetsim.results.schema import GAMES, VERSION

if TYPE_CHECKING:
    import pyarrow as pa

PLAN = "batch.json"
PART = ".parquet"


@dataclass(frozen=True, slots=True)
class Dataset:
    """A batch's folder.

    planned : how many games were asked for; None where that is not known
    parts : names of the parts that are finished, in order
    """

    path: Path
    planned: int | None
    parts: tuple[str, ...]

    def part(self, table: str, name: str) -> Path:
        """Where a part of a table lies."""
        return self.path / table / name


def open_dataset(path: str | Path) -> Dataset:
    """The batch in a folder; ResultsError when there is none."""
    folder = Path(path)
    if not folder.exists():
        raise ResultsError(Phrase("{path}: there is no such folder", path=folder))
    plan, games = folder / PLAN, folder / GAMES
    if not folder.is_dir() or not (plan.exists() or games.is_dir()):
        text = Phrase(
            "{path}: expected the folder of a batch, with {plan} and {games} in it; magnetsim batch … --out DIR "
            "makes one",
            path=folder,
            plan=PLAN,
            games=f"{GAMES}/",
        )
        raise ResultsError(text)
    names = sorted(one.name for one in games.glob(f"*{PART}")) if games.is_dir() else []
    return Dataset(folder, _planned(plan), tuple(names))


def read_parts(dataset: Dataset, table: str, columns: Sequence[str] | None = None) -> Iterator[pa.Table]:
    """The finished parts of a table, one at a time, each sorted; ResultsError names one that is damaged.

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


def read_table(dataset: Dataset, table: str, columns: Sequence[str] | None = None) -> pa.Table:
    """A whole table, sorted by what names its rows; ResultsError as of read_parts.

    columns : those to read; what it is sorted by is read in any case
    """
    import pyarrow as pa

    from magnetsim.results.schema import table_schema

    order = sort_order(table)
    wanted = None if columns is None else list(dict.fromkeys([*order, *columns]))
    parts = list(read_parts(dataset, table, wanted))
    if not parts:
        nothing = table_schema(table).empty_table()
        return nothing if wanted is None else nothing.select([name for name in wanted if name in nothing.schema.names])
    return pa.concat_tables(parts).sort_by([(name, "ascending") for name in order])


def _planned(plan: Path) -> int | None:
    """How many games were asked for; ResultsError when the plan is there and does not say it."""
    try:
        data: Any = json.loads(plan.read_bytes())
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        why = reason(error) if isinstance(error, OSError) else Phrase("it is damaged")
        raise ResultsError(Phrase("{path}: cannot be read: {reason}", path=plan, reason=why)) from error
    planned = data.get("planned") if isinstance(data, dict) else None
    if type(planned) is not int or planned < 0:
        raise ResultsError(Phrase('{path}: expected "planned", the number of games, in it', path=plan))
    return planned


def _read(path: Path, columns: Sequence[str] | None) -> pa.Table:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with pq.ParquetFile(path, page_checksum_verification=True) as file:
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
