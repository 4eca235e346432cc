"""What a run of measurements leaves: a file to keep, and to compare the next run with."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from magnetsim.benchmark.measure import Measure, Spread
from magnetsim.errors import MagnetsimError, naming_file, reason
from magnetsim.language import Phrase
from magnetsim.versions import versions

FORMAT = 1
OTHERS = ("jax", "fmm3dpy")
"""Libraries whose versions are noted where they are there, beside those that results depend on."""


class ReportError(MagnetsimError):
    """A file that is no report of measurements."""


@dataclass(frozen=True, slots=True)
class Report:
    """Measurements, and on what they were made: names and values, in order; `when` in UTC, to the minute."""

    when: str
    machine: dict[str, str]
    measures: tuple[Measure, ...]

    @property
    def threads(self) -> int:
        """How many threads numba had."""
        return int(self.machine["threads"])


def report_of(measures: Sequence[Measure]) -> Report:
    """A report of measurements that were made just now, here."""
    return Report(datetime.now(UTC).strftime("%Y-%m-%d %H:%M"), machine(), tuple(measures))


def machine() -> dict[str, str]:
    """The machine, the versions and the number of threads."""
    import numba

    found = {
        "processor": _processor(),
        "cores": str(os.cpu_count() or "?"),
        "threads": str(numba.get_num_threads()),
        **versions(),
    }
    for name in OTHERS:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def _processor() -> str:
    """The processor as it names itself, else as the system does."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    named = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return named[0] if named else platform.processor() or platform.machine()


def write_report(path: Path, report: Report) -> None:
    """Write it as JSON; OutputError when that cannot be done."""
    text = json.dumps({"format": FORMAT, **asdict(report)}, indent=1, ensure_ascii=False, allow_nan=False)
    with naming_file(path):
        path.write_text(text + "\n", encoding="utf-8", newline="\n")


def check_place(path: Path) -> None:
    """OutputError where a report cannot be written, before anything is measured; leaves all as it was."""
    there = path.exists()
    with naming_file(path):
        path.open("a", encoding="utf-8").close()
        if not there:
            path.unlink()


def read_report(path: Path) -> Report:
    """Read one; ReportError when the file cannot be read or is none."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ReportError(Phrase("{path}: {problem}", path=path, problem=reason(error))) from error
    except ValueError as error:
        raise ReportError(
            Phrase("{path}: expected measurements as --json writes them, got no JSON", path=path)
        ) from error
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ReportError(
            Phrase("{path}: expected measurements as --json writes them, of format {format}", path=path, format=FORMAT)
        )
    try:
        report = Report(str(data["when"]), dict(data["machine"]), tuple(_measure(one) for one in data["measures"]))
        _ = report.threads  # which is read from it when it is judged
    except (KeyError, TypeError, ValueError) as error:
        raise ReportError(
            Phrase(
                "{path}: expected measurements as --json writes them; something is missing or wrong: {problem}",
                path=path,
                problem=error,
            )
        ) from error
    return report


def _measure(data: dict[str, Any]) -> Measure:
    time = data["time"]
    spread = Spread(float(time["median"]), float(time["low"]), float(time["high"]), int(time["turns"]))
    error, compiled = data["error"], data["compiled"]
    if not 0 <= spread.low <= spread.median <= spread.high:
        raise ValueError("time")
    return Measure(
        str(data["bench"]),
        str(data["what"]),
        int(data["n"]),
        spread,
        None if error is None else float(error),
        None if compiled is None else float(compiled),
    )


def slower(now: Sequence[Measure], before: Sequence[Measure]) -> list[tuple[Measure, Measure]]:
    """What takes longer now, beyond the noise of both: the quartiles do not overlap; each with what it was before."""
    known = {one.key: one for one in before}
    pairs = [(one, known[one.key]) for one in now if one.key in known]
    return [(one, other) for one, other in pairs if one.time.low > other.time.high]
