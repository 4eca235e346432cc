"""The table of rule clauses and the tests that hold them; exit code 1 when a clause has none,
or a test bears the mark of no clause."""

from __future__ import annotations

import contextlib
import io
import sys
import tomllib
from collections import defaultdict
from importlib.resources import files

import pytest


class Collected:
    """Notes, for every clause, the tests that bear its mark."""

    def __init__(self) -> None:
        self.tests: dict[str, list[str]] = defaultdict(list)

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


def main() -> int:
    """Print the table."""
    collected = Collected()
    report = io.StringIO()
    with contextlib.redirect_stdout(report):
        failed = pytest.main(["--collect-only", "-qq", "-m", ""], plugins=[collected])
    if failed not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        print(report.getvalue())
        return int(failed)
    clauses = all_clauses()
    for clause in clauses:
        print(f"{clause}  " + ("\n      ".join(collected.tests[clause]) or "NO TEST"))
    missing = [clause for clause in clauses if not collected.tests[clause]]
    unknown = sorted(set(collected.tests) - set(clauses))
    if unknown:
        print(f"marked in tests, but no clause of a game: {', '.join(unknown)}")
    if missing:
        print(f"{len(missing)} of {len(clauses)} clauses have no test: {', '.join(missing)}")
    else:
        print(f"all {len(clauses)} clauses have a test")
    return 1 if missing or unknown else 0


if __name__ == "__main__":
    sys.exit(main())
