"""What a run of measurements leaves, and what it is compared with."""

import json

import pytest

from magnetsim.benchmark import (
    Measure,
    Report,
    ReportError,
    Spread,
    check_place,
    read_report,
    report_of,
    slower,
    write_report,
)
from magnetsim.errors import OutputError

ONE = Measure("kernels", "numpy", 25, Spread(2e-6, 1e-6, 3e-6, 9), error=1e-15, compiled=0.5)
OTHER = Measure("shot", "flick to rest, points", 25, Spread(4e-3, 4e-3, 5e-3, 100))


def test_what_is_written_is_read_back(tmp_path):
    report = report_of([ONE, OTHER])
    write_report(tmp_path / "report.json", report)
    assert read_report(tmp_path / "report.json") == report
    assert {"processor", "cores", "threads", "numba", "magnetsim"} <= report.machine.keys()


@pytest.mark.parametrize(
    "change",
    [{"time": {"median": 2.0, "low": 3.0, "high": 4.0, "turns": 9}}, {"n": "many"}, {"time": None}],
    ids=["a median below its quartile", "a number that is none", "no time"],
)
def test_measures_that_are_none_are_refused(tmp_path, change):
    path = tmp_path / "report.json"
    write_report(path, Report("2026-01-02 03:04", {"threads": "2"}, (ONE,)))
    data = json.loads(path.read_text(encoding="utf-8"))
    data["measures"][0] |= change
    path.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(ReportError, match="something is missing or wrong"):
        read_report(path)


@pytest.mark.parametrize("machine", [{}, {"threads": "many"}])
def test_a_machine_without_threads_is_refused(tmp_path, machine):
    write_report(tmp_path / "report.json", Report("2026-01-02 03:04", machine, (ONE,)))
    with pytest.raises(ReportError, match="something is missing or wrong"):
        read_report(tmp_path / "report.json")


def test_slower_is_what_lies_beyond_the_noise_of_both():
    def now(low, median, high, what="numpy"):
        return Measure("kernels", what, 25, Spread(median, low, high, 9))

    assert slower([now(2.9e-6, 4e-6, 5e-6)], [ONE]) == []
    late = now(3.1e-6, 4e-6, 5e-6)
    assert slower([late], [ONE, OTHER]) == [(late, ONE)]
    # What was not measured before is not slower than anything.
    assert slower([now(3.1e-6, 4e-6, 5e-6, what="new")], [ONE]) == []


def test_a_place_for_a_report_is_asked_for_beforehand_and_left_as_it_was(tmp_path):
    fresh, kept = tmp_path / "fresh.json", tmp_path / "kept.json"
    kept.write_text("{}", encoding="utf-8")
    check_place(fresh)
    check_place(kept)
    assert not fresh.exists()
    assert kept.read_text(encoding="utf-8") == "{}"
    with pytest.raises(OutputError, match="cannot be written"):
        check_place(tmp_path / "missing" / "a.json")
