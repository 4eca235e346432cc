"""The README's table of speed is what the last measurement says."""

from magnetsim.benchmark import Measure, Report, Spread, read_report
from magnetsim.benchmark.targets import TARGETS
from scripts.speed import BEGIN, END, MEASURED, README, main, table

MACHINE = {"processor": "P", "cores": "2", "threads": "2", "platform": "L", "python": "3", "numba": "0", "pymunk": "7"}


def test_the_readme_has_the_table_that_was_measured():
    assert main(["--check"]) == 0
    text = README.read_text(encoding="utf-8")
    assert table(read_report(MEASURED)) in text.split(BEGIN)[1].split(END)[0]


def test_what_falls_short_stands_out():
    measures = [
        Measure("kernels", name, 25, Spread(seconds, seconds, seconds, 9))
        for name, seconds in (("C", 1e-6), ("vectorised", 2e-6), ("numpy", 1e-4))
    ]
    lines = table(Report("2026-01-02 03:04", MACHINE, tuple(measures))).splitlines()
    assert f"| {TARGETS[0].what} | 25 | **2 ×** | ≤ 1.1 × |" in lines
    assert "| numpy ÷ the kernel | 25 | 50 × | ≥ 30 × |" in lines
    assert lines[-1] == "Measured on 2026-01-02 03:04 UTC: P, 2 cores, L, 3, numba 0, pymunk 7."
