"""How measurements are told: tables, aims, the machine; kept, drawn and compared as asked."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from magnetsim.cli.output import NOT_SO, note, say
from magnetsim.cli.usage import UsageError
from magnetsim.language import Phrase, Words, message

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
    from magnetsim.benchmark import report_of, write_report

    for bench in dict.fromkeys(one.bench for one in measures):
        for line in table_lines([one for one in measures if one.bench == bench], words):
            say(line)
        say()
    report = report_of(measures)
    for line in target_lines(report, words):
        say(line)
    # Told before it is written: what was measured is not lost with the place for it.
    if json_path is not None:
        write_report(json_path, report)
    if measures:
        say(machine_line(report, words))
    if plot is not None and measures:
        from magnetsim.benchmark.plot import draw

        draw(plot, measures, words)
    if before is not None:
        failed = not _compare(report, before, words) or failed
    if failed:
        raise typer.Exit(NOT_SO)


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


def target_lines(report: Report, words: Words) -> list[str]:
    """What the measures are to show beside what they do, and an empty line; none where they answer nothing."""
    from magnetsim.benchmark.targets import verdicts
    from magnetsim.cli.columns import columns

    rows = []
    said = {True: words.gettext("met"), False: words.gettext("NOT MET"), None: ""}
    for one in verdicts(report.measures, report.threads):
        value, aim = value_and_aim(one)
        case = words.gettext(one.target.case)
        rows.append([words.gettext(one.target.what), case, words.gettext(value), aim, said[one.met]])
    titles = [
        words.gettext(title) for title in (message("aim"), message("case"), message("measured"), message("bound"))
    ]
    return [*columns([*titles, ""], rows, 1).splitlines(), ""] if rows else []


def value_and_aim(verdict: Verdict) -> tuple[str, str]:
    """What was measured, or a message that it was not, and the bound that it is to keep."""
    target = verdict.target
    bound, sign = (target.at_most, "≤") if target.at_least is None else (target.at_least, "≥")

    def told(number: float) -> str:
        return f"{number:.3g} ×" if target.under else duration(number)

    value = message("not measured: one thread") if verdict.value is None else told(verdict.value)
    return value, f"{sign} {told(bound or 0.0)}"


COMPILED = 1e-3
"""s; what a first call takes longer by more than that, it compiled, or read what was compiled."""


def duration(seconds: float) -> str:
    """A time with three digits, in the unit that suits it."""
    for unit, size in (("ns", 1e-9), ("µs", 1e-6), ("ms", 1e-3), ("s", 1.0)):
        digits = f"{seconds / size:.3g}"
        if float(digits) < 1000:
            return f"{digits} {unit}"
    return f"{seconds:.0f} s"


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
    """Say what is slower than before; whether nothing is. UsageError where the two have nothing in common."""
    from magnetsim.benchmark import slower

    known = {one.key for one in before.measures}
    common = sum(one.key in known for one in report.measures)
    if not common:
        problem = Phrase(
            "--compare: nothing of what was measured is among the measurements of {when} UTC; nothing can be compared",
            when=before.when,
        )
        raise UsageError(problem)
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
