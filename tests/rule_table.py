"""The table of rule clauses: the tests that hold each, the golden games and puzzles that show it.

Exit code 1 when a clause has no test, when one of a game that is to be shown is not, or when a mark names no clause.
"""

from __future__ import annotations

import contextlib
import io
import re
import sys
import tomllib
from collections import defaultdict
from importlib.resources import files
from pathlib import Path

import pytest

from magnetsim.scenario import load_scenario
from magnetsim.session import new_session

ROOT = Path(__file__).parent.parent
SHOWN = ("X",)
"""Games whose clauses golden games or puzzles show, by the letter of their clauses."""

Table = dict[str, list[str]]


class Collected:
    """Notes, for every clause, the tests that bear its mark."""

    def __init__(self) -> None:
        self.tests: Table = defaultdict(list)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        for item in items:
            for mark in item.iter_markers("rule"):
                for clause in mark.args:
                    name = item.nodeid.split("[")[0]
                    if name not in self.tests[clause]:
                        self.tests[clause].append(name)


def all_clauses() -> list[str]:
    """The clauses of all games."""
    clauses = []
    for path in sorted((files("magnetsim") / "data" / "rules").iterdir(), key=lambda path: path.name):
        text = tomllib.loads(path.read_text(encoding="utf-8"))
        clauses += [clause["number"] for section in text["sections"] for clause in section["clauses"]]
    return clauses


def in_transcripts() -> Table:
    """The golden games that show each clause: a line of the transcript begins with it."""
    shown: Table = defaultdict(list)
    for path in sorted((ROOT / "tests" / "golden" / "games").glob("*.txt")):
        text = path.read_text(encoding="utf-8")
        for clause in set(re.findall(r"^([A-Z]\d+\.\d+): ", text, re.MULTILINE)):
            shown[clause].append(path.stem)
    return shown


def in_puzzles() -> Table:
    """The puzzles that show each clause: playing one brings an event, or a refusal, of it; or it says that it does."""
    shown: Table = defaultdict(list)
    for path in sorted((ROOT / "scenarios" / "puzzles").glob("*.toml")):
        scenario = load_scenario(path)
        session = new_session(scenario)
        session.play()
        clauses = set(scenario.expect.clauses) if scenario.expect else set()
        for step in session.match.steps:
            clauses |= {event.clause for event in step.events} | {one.reason.clause for one in step.refused}
        for clause in clauses:
            shown[clause].append(path.stem)
    return shown


def main() -> int:
    """Print the table."""
    collected = Collected()
    report = io.StringIO()
    with contextlib.redirect_stdout(report):
        failed = pytest.main(["--collect-only", "-qq", "-m", ""], plugins=[collected])
    if failed not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        print(report.getvalue())
        return int(failed)
    clauses, tests, games, puzzles = all_clauses(), collected.tests, in_transcripts(), in_puzzles()
    for clause in clauses:
        print(f"{clause}  " + ("\n      ".join(tests[clause]) or "NO TEST"))
        for what, where in (("games", games), ("puzzles", puzzles)):
            if where[clause]:
                print(f"      {what}: {', '.join(where[clause])}")
    found = _faults(clauses, tests, games, puzzles)
    shown = f"those of {', '.join(SHOWN)} are shown in games or puzzles"
    print("\n".join(found) or f"all {len(clauses)} clauses have a test; {shown}")
    return 1 if found else 0


def _faults(clauses: list[str], tests: Table, games: Table, puzzles: Table) -> list[str]:
    """What is wrong with the table, a line each."""
    untested = [clause for clause in clauses if not tests[clause]]
    unseen = [clause for clause in clauses if clause[0] in SHOWN and not games[clause] and not puzzles[clause]]
    unknown = sorted({*tests, *games, *puzzles} - set(clauses))
    faults = []
    if untested:
        faults.append(f"{len(untested)} of {len(clauses)} clauses have no test: {', '.join(untested)}")
    if unseen:
        faults.append(f"in no golden game and no puzzle: {', '.join(unseen)}")
    if unknown:
        faults.append(f"named by a test, a game or a puzzle, but no clause: {', '.join(unknown)}")
    return faults


if __name__ == "__main__":
    sys.exit(main())
