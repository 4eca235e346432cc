"""Reference cases: numbers computed without this project, by mpmath, scipy and magpylib.

A test marked `reference("group", …)` runs once for every case of these groups; with `holds="key"` only for those
that have the key among their inputs or expected values. A group that no case has is a mistake; one that only the file
in use has not is skipped, as is a key. The file is reference.json beside this one, or what the
environment variable MAGNETSIM_REFERENCE names.
"""

from __future__ import annotations

import json
import os
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

Case = dict[str, Any]


OWN = Path(__file__).with_name("reference.json")


@cache
def cases_in(path: Path) -> tuple[Case, ...]:
    return tuple(json.loads(path.read_text(encoding="utf-8"))["cases"])


def own_cases() -> tuple[Case, ...]:
    return cases_in(OWN)


def reference_cases() -> tuple[Case, ...]:
    return cases_in(Path(os.environ.get("MAGNETSIM_REFERENCE") or OWN))


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "reference(group, ..., holds=key): runs once for every such reference case")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    mark = metafunc.definition.get_closest_marker("reference")
    if mark is None:
        return
    key = mark.kwargs.get("holds")
    unknown = set(mark.args) - {case["group"] for case in (*own_cases(), *reference_cases())}
    if unknown or not mark.args:
        raise pytest.UsageError(f"{metafunc.definition.nodeid}: no reference case has the group {sorted(unknown)}")
    chosen = [
        case
        for case in reference_cases()
        if case["group"] in mark.args and (key is None or key in case["inputs"] or key in case["expected"])
    ]
    if chosen:
        metafunc.parametrize("case", chosen, ids=[case["name"] for case in chosen])
    else:
        none = pytest.param({}, marks=pytest.mark.skip(reason="no such case in the reference file"))
        metafunc.parametrize("case", [none], ids=["none"])


@pytest.fixture
def agrees(case: Case) -> Any:
    """Holds a value against the case's expected one, by its tolerance for a direct evaluation."""

    def check(key: str, value: Any, *, absolute: str = "abs", scale: float = 1.0) -> None:
        expected = np.asarray(case["expected"][key], dtype=float)
        tolerance = case["tolerance"]
        allowed = tolerance.get(absolute, 0.0) + tolerance.get("rel", 0.0) * np.linalg.norm(expected)
        miss = np.linalg.norm(np.asarray(value, dtype=float) * scale - expected)
        assert miss <= allowed, f"{key}: expected {expected}, got {value}, off by {miss:.3g}, allowed {allowed:.3g}"

    return check
