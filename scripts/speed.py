"""Write the README's table of speed from `benchmarks/measured.json`, which `make bench` leaves.

With `--check` nothing is written; the exit code is 1 where the table is not what the file says.
"""

from __future__ import annotations

import sys
from pathlib import Path

from magnetsim.benchmark import Report, read_report
from magnetsim.benchmark.targets import Verdict, verdicts
from magnetsim.cli.measured import duration, value_and_aim

ROOT = Path(__file__).parent.parent
MEASURED, README = ROOT / "benchmarks" / "measured.json", ROOT / "README.md"
BEGIN, END = "<!-- from benchmarks/measured.json, by scripts/speed.py -->", "<!-- end -->"
MILLION = "kernels/multipole 1e-06/1000000"


def table(report: Report) -> str:
    """The table, and when and where it was measured."""
    lines = ["| what | of | measured | aim |", "|---|---|---|---|"]
    lines += [row(one) for one in verdicts(report.measures, report.threads)]
    for one in report.measures:
        if one.key == MILLION:
            lines.append(
                f"| the multipole kernel to 1e-6 | {one.n:,} | {duration(one.time.median)}, error {one.error:.0e} | |"
            )
    of = report.machine
    where = f"{of['processor']}, {of['cores']} cores, {of['platform']}, {of['python']}, numba {of['numba']}"
    return "\n".join([*lines, "", f"Measured on {report.when} UTC: {where}, pymunk {of['pymunk']}."])


def row(one: Verdict) -> str:
    """A target and what came of it; one that is not met stands out."""
    value, aim = value_and_aim(one)
    return f"| {one.target.what} | {one.target.case} | {f'**{value}**' if one.met is False else value} | {aim} |"


def main(arguments: list[str]) -> int:
    """Bring the README up to the file, or check it."""
    text = README.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN + "\n", 1)
    after = rest.split(END, 1)[1]
    new = f"{before}{BEGIN}\n{table(read_report(MEASURED))}\n{END}{after}"
    if "--check" in arguments:
        return int(new != text)
    README.write_text(new, encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
