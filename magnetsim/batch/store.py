"""The folder of a batch: finished games go into journals, and from there, in parts of a fixed size, into the tables.

Whatever happens to the process, a game is in a journal, in a part, or still to be played. A part's bytes depend on its
games alone, not on the order in which they came.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from magnetsim.batch.files import UNFINISHED, Claim, put, sync_folder
from magnetsim.batch.journal import Journal
from magnetsim.batch.manifest import check_manifest, write_manifest
from magnetsim.batch.plan import Entry, Plan, Stretch
from magnetsim.batch.play import Played
from magnetsim.errors import OutputError, naming_file
from magnetsim.language import Phrase
from magnetsim.results.layout import JOURNAL, JOURNALS, MANIFEST, PART
from magnetsim.results.parts import part_bytes
from magnetsim.results.schema import GAMES, SHOTS, TIMES

RECORDS = "records"
LEDGER = "parts.jsonl"
"""The parts that are finished, a line each, with the digests of their files."""
CLAIM = "in-use"
SYNC_EVERY = 1.0
"""s between having the journals on the disk: what a power failure may take of finished games."""


class Store:
    """A batch's folder, while this process works on it.

    done : how many games are there, by entry of the plan
    damaged : files that were found damaged or missing; their games are played again
    """

    def __init__(self, folder: Path, plan: Plan, *, resume: bool) -> None:
        """Take possession of the folder; OutputError when it holds something else, or cannot be written."""
        self.folder = folder
        self.done: Counter[Entry] = Counter()
        self.damaged: list[Path] = []
        self._plan = plan
        self._journals: dict[str, Journal] = {}
        self._synced = 0.0
        begun = _is_begun(folder, resume=resume)
        with naming_file(folder):
            folder.mkdir(parents=True, exist_ok=True)
        self._claim = Claim(folder / CLAIM)
        try:
            if begun:
                check_manifest(folder, plan)
            else:
                write_manifest(folder, plan)
            with naming_file(folder):
                for name in (GAMES, SHOTS, TIMES, JOURNALS):
                    (folder / name).mkdir(exist_ok=True)
                sync_folder(folder)
            self._finished = self._read_ledger()
            self._take_up_journals()
        except BaseException:
            self.close()
            raise
        for stretch in plan.stretches():
            if stretch.name in self._finished:
                self.done[stretch.entry] += len(stretch.games)
            elif stretch.name in self._journals:
                self.done[stretch.entry] += len(self._journals[stretch.name].games)

    def missing(self) -> Iterator[tuple[Entry, int]]:
        """The games that are still to be played, in order; each stretch is looked at when its turn comes."""
        for stretch in self._plan.stretches():
            if stretch.name in self._finished:
                continue
            journal = self._journal(stretch)
            there = set(journal.games)
            if len(there) == len(stretch.games):
                self._write_part(stretch, journal)
            yield from ((stretch.entry, game) for game in stretch.games if game not in there)

    def keep(self, entry: Entry, game: int, played: Played) -> None:
        """Keep a game; when it is the last of its stretch, write their part. OutputError when that cannot be."""
        stretch = self._plan.stretch_of(entry, game)
        if played.record is not None:
            with naming_file(self.folder / RECORDS):
                (self.folder / RECORDS).mkdir(exist_ok=True)
            path = self.folder / RECORDS / f"{entry.stem}-{game:06d}.jsonl"
            put(path, played.record.encode())
        journal = self._journal(stretch)
        times = {name: played.row[name] for name in ("scenario", "digest", "game")} | played.times
        journal.add(game, {GAMES: played.row, SHOTS: played.shots, TIMES: times})
        self.done[entry] += 1
        if len(journal.games) == len(stretch.games):
            self._write_part(stretch, journal)
        elif time.monotonic() - self._synced > SYNC_EVERY:
            journal.sync()
            self._synced = time.monotonic()

    def finish(self) -> None:
        """Tidy up after the last game: the ledger in order, nothing that is unfinished."""
        lines = [json.dumps(self._finished[stretch.name]) for stretch in self._plan.stretches()]
        put(self.folder / LEDGER, "".join(f"{line}\n" for line in lines).encode())
        with suppress(OSError):
            (self.folder / JOURNALS).rmdir()

    def close(self) -> None:
        """Leave the folder; what is unfinished stays."""
        for journal in self._journals.values():
            with suppress(OutputError):
                journal.sync()
            journal.close()
        self._journals.clear()
        self._claim.give_up()

    def _journal(self, stretch: Stretch) -> Journal:
        name = stretch.name
        if name not in self._journals:
            self._journals[name] = Journal(self.folder / JOURNALS / f"{name}{JOURNAL}")
        return self._journals[name]

    def _write_part(self, stretch: Stretch, journal: Journal) -> None:
        """Write the part of each table that a journal's games make; then the journal is not needed any more."""
        games = list(journal.read())
        # That of games last: who reads meanwhile takes a part for finished when that is there.
        rows = {
            SHOTS: [shot for game in games for shot in game[SHOTS]],
            TIMES: [_moment(game[TIMES]) for game in games],
            GAMES: [game[GAMES] for game in games],
        }
        digests = {}
        for table, those in rows.items():
            content = part_bytes(table, those, self._plan.kinds if table == GAMES else None)
            put(self._part(table, stretch.name), content)
            digests[table] = hashlib.sha256(content).hexdigest()
        line = {"part": stretch.name, "games": len(games), "shots": len(rows[SHOTS]), "sha256": digests}
        path = self.folder / LEDGER
        with naming_file(path), path.open("ab", buffering=0) as file:
            file.write(json.dumps(line).encode() + b"\n")
            os.fsync(file.fileno())
        self._finished[stretch.name] = line
        del self._journals[stretch.name]
        journal.remove()

    def _part(self, table: str, name: str) -> Path:
        return self.folder / table / f"{name}{PART}"

    def _read_ledger(self) -> dict[str, Mapping[str, Any]]:
        """The parts that are finished and undamaged; the ledger is written anew if some are not."""
        path, names = self.folder / LEDGER, {stretch.name for stretch in self._plan.stretches()}
        finished: dict[str, Mapping[str, Any]] = {}
        damaged = False
        with naming_file(path):
            text = path.read_bytes() if path.exists() else b""
        for line in text.splitlines():
            try:
                part = json.loads(line)
                name, digests = part["part"], part["sha256"]
                wrong = [file for table in digests if _differs(file := self._part(table, name), digests[table])]
            except (ValueError, KeyError, TypeError):
                # A line that was cut, or damaged: its part is made again, from its journal if there still is one.
                damaged = True
                continue
            if wrong or name not in names:
                self.damaged += wrong
                damaged = True
            else:
                finished[name] = part
        if damaged or (text and not text.endswith(b"\n")):
            put(path, b"".join(json.dumps(part).encode() + b"\n" for part in finished.values()))
        return finished

    def _take_up_journals(self) -> None:
        """Open the journals of parts that are not finished; what else was left half done is taken away."""
        for stretch in self._plan.stretches():
            path = self.folder / JOURNALS / f"{stretch.name}{JOURNAL}"
            if stretch.name not in self._finished and path.exists():
                self._journal(stretch)
            elif path.exists():
                path.unlink()
        for left in self.folder.glob(f"*/.*{UNFINISHED}"):
            left.unlink()


def _is_begun(folder: Path, *, resume: bool) -> bool:
    """Whether the folder holds a batch that is to be resumed; OutputError when what it holds is in the way."""
    with naming_file(folder):
        there = folder.is_dir() and [one for one in folder.iterdir() if not _is_left_over(one.name)]
        taken = folder.exists() and not folder.is_dir()
        begun = bool(there) and (folder / MANIFEST).exists()
    if taken:
        raise OutputError(Phrase("{path}: expected a folder, got a file; name another", path=folder))
    if begun and not resume:
        text = Phrase("{path}: a batch is there; --resume goes on with it, or name another folder", path=folder)
        raise OutputError(text)
    if there and not begun:
        raise OutputError(Phrase("{path}: expected an empty folder, got one that holds something else", path=folder))
    return begun


def _is_left_over(name: str) -> bool:
    """Whether a file is what a batch leaves that was killed as it began."""
    return name == CLAIM or name.endswith(UNFINISHED)


def _differs(file: Path, digest: str) -> bool:
    """Whether a file is not as it was written."""
    with naming_file(file):
        return not file.exists() or hashlib.sha256(file.read_bytes()).hexdigest() != digest


def _moment(times: Mapping[str, Any]) -> dict[str, Any]:
    """A row of times as its table holds it."""
    started = times.get("started")
    return {**times, "started": None if started is None else datetime.fromtimestamp(started, UTC)}
