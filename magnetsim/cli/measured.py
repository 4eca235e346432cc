"""How measurements are told: tables, aims, the machine; kept, drawn and compared as asked."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from magnetsim.cli.output import NOT_SO, note, say
from magnetsim.language import Words, message

if TYPE_CHECKING:
    from magnetsim.benchmark import Measure, Report
    from magnetsim.benchmark.targets import Verdict


def show(
    measures: Sequence[Measure],
    words: Words,
    *,
    json_path: Path | None,
    before: Report | None,
    failed: bool = False,
    plot: Path | None = None,
) -> None:
    """Print what was measured, and on what; keep, draw and compare it as asked; leave with 1 where something is off."""
    for bench in dict.fromkeys(one.bench for one in measures):
        for line in table_lines([one for one in measures if one.bench == bench], words):
            say(line)
        say()
    for line in target_lines(measures, words):
        say(line)
    # Told before it is written: what was measured is not lost with the place for it.
    report = keep(measures, json_path)
    if measures:
        say(machine_line(report, words))
    if plot is not None and measures:
        from magnetsim.benchmark.plot import draw

        draw(plot, measures, words)
    if before is not None:
        failed = not _compare(report, before, words) or failed
    if failed:
        raise typer.Exit(NOT_SO)


def keep(measures: Sequence[Measure], path: Path | None) -> Report:
    """The report of what was measured, written where there is a place for it."""
    from magnetsim.benchmark import report_of, write_report

    report = report_of(measures)
    if path is not None:
        write_report(path, report)
    return report


def table_lines(measures: Sequence[Measure], words: Words) -> list[str]:
    """The measures as a table; columns that would be empty are left out."""
    from magnetsim.cli.columns import columns

    kernels = measures[0].bench == "kernels"
    titles = [words.gettext("kernel") if kernels else words.gettext("what"), words.gettext("magnets")]
    titles += [words.gettext("median"), words.gettext("quartiles")]
    if kernels:
        titles += [words.gettext("ns a pair"), words.gettext("pairs a second"), words.gettext("error")]
        titles += [words.gettext("first call")]
    rows = []
    for one in measures:
        row = [
            words.gettext(one.what),
            f"{one.n:,}",
            duration(one.time.median),
            f"{duration(one.time.low)} – {duration(one.time.high)}",
        ]
        if kernels:
            pairs = one.n * max(1, one.n - 1)
            row += [f"{one.time.median / pairs * 1e9:.2f}", f"{pairs / one.time.median:.2g}", f"{one.error:.0e}"]
            row += [f"+ {duration(one.compiled)}" if one.compiled is not None and one.compiled > COMPILED else ""]
        rows.append(row)
    return columns(titles, rows, 1).splitlines()


def target_lines(measures: Sequence[Measure], words: Words) -> list[str]:
    """What the measures are to show beside what they do, and an empty line; none where they answer nothing."""
    from magnetsim.benchmark.targets import verdicts
    from magnetsim.cli.columns import columns

    rows = []
    for one in verdicts(measures):
        met = words.gettext("met") if one.met else words.gettext("NOT MET")
        rows.append([words.gettext(one.target.what), words.gettext(one.target.case), *value_and_aim(one), met])
    titles = [
        words.gettext(title) for title in (message("aim"), message("case"), message("measured"), message("bound"))
    ]
    return [*columns([*titles, ""], rows, 1).splitlines(), ""] if rows else []


def value_and_aim(verdict: Verdict) -> tuple[str, str]:
    """What was measured, and the bound that it is to keep."""
    target = verdict.target
    bound, sign = (target.at_most, "≤") if target.at_least is None else (target.at_least, "≥")
    value, aim = (f"{number:.3g} ×" if target.under else duration(number) for number in (verdict.value, bound or 0.0))
    return value, f"{sign} {aim}"


COMPILED = 1e-3
"""s; what a first call takes longer by more than that, it compiled, or read what was compiled."""


def duration(seconds: float) -> str:
    """A time with three digits, in the unit that suits it."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}" if seconds < 1000 * size else f"{seconds / size:.0f} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def machine_line(report: Report, words: Words) -> str:
    """On what it was measured."""
    of = report.machine
    text = words.gettext("{when} UTC, {processor}, {cores} cores, {threads} threads; {versions}")
    named = ("magnetsim", "code", "numpy", "numba", "pymunk", "python", "platform", "jax", "fmm3dpy")
    versions = ", ".join(f"{name} {of[name]}" for name in named if name in of)
    return text.format(
        when=report.when, processor=of["processor"], cores=of["cores"], threads=of["threads"], versions=versions
    )


def _compare(report: Report, before: Report, words: Words) -> bool:
    """Say what is slower than before; whether nothing is."""
    from magnetsim.benchmark import slower

    known = {one.key for one in before.measures}
    common = sum(one.key in known for one in report.measures)
    say(words.gettext("Compared with {count} measurements of {when} UTC:").format(count=common, when=before.when))
    if before.machine.get("processor") != report.machine["processor"]:
        note(words.gettext("That was another processor: {name}").format(name=before.machine.get("processor")))
    found = slower(report.measures, before.measures)
    for now, then in found:
        text = words.gettext("  {what} with {n} magnets is slower: {now} now, {then} before ({ratio} ×)")
        ratio = f"{now.time.median / then.time.median:.2f}"
        values = {"now": duration(now.time.median), "then": duration(then.time.median), "ratio": ratio}
        say(text.format(what=words.gettext(now.what), n=now.n, **values))
    if not found:
        say(words.gettext("  nothing is slower beyond the noise."))
    return not found
