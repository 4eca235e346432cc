"""The golden games as rows, read once for all tests."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from magnetsim.record import read_record
from magnetsim.results.rows import game_rows, new_setup

FOLDER = Path(__file__).parents[1] / "golden" / "games"
NAMES = sorted(path.stem for path in FOLDER.glob("*.jsonl"))


def session_of(name):
    """A golden game's session, a new one at every call."""
    return read_record(FOLDER / f"{name}.jsonl").session


@lru_cache
def golden(name):
    """A golden game's outcome, seed, row, and the rows of its shots; as game 3 of a batch with seed 7."""
    session = session_of(name)
    rows = game_rows(new_setup(session.scenario, {"code": "0"}, 7, {}), 3, session)
    return session.match.outcome, session.match.seed, *rows
