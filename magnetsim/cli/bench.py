"""`magnetsim bench`: what things cost, in tables; ours, those of others, one of the user's own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from magnetsim.cli.output import NOT_SO, Lang, complain, note, say, spoken
from magnetsim.cli.process import check_compiler
from magnetsim.cli.usage import Command, Group, UsageError
from magnetsim.cli.waiting import status_line
from magnetsim.language import Phrase, Words, message

if TYPE_CHECKING:
    from magnetsim.benchmark import Measure, Report

app = typer.Typer(
    cls=Group,
    no_args_is_help=True,
    help=message("What things cost here: force kernels, a step, a shot, a game."),
)

COUNTS = "25,100,1000"
MOST = 1_000_000
EXAMPLES = message(
    """For example: [bold]magnetsim bench kernels --n 25,1000 --kernel mymodule:forces[/bold]

[bold]magnetsim bench kernels --json before.json[/bold], and later [bold]… --compare before.json[/bold]"""
)

Json = Annotated[
    Path | None, typer.Option("--json", metavar="FILE", help=message("Write the measurements to this file as well."))
]
Compare = Annotated[
    Path | None,
    typer.Option(
        "--compare",
        metavar="FILE",
        help=message("Compare with such a file; exit code 1 when something is slower beyond the noise of both."),
    ),
]


@app.command(
    cls=Command,
    help=message("Time force kernels against each other; each is held against the definition first."),
    epilog=EXAMPLES,
)
def kernels(
    context: typer.Context,
    n: Annotated[str, typer.Option("--n", metavar="N,…", help=message("Numbers of magnets."))] = COUNTS,
    kernel: Annotated[
        list[str] | None,
        typer.Option(
            "--kernel",
            metavar="MODULE:FUNCTION",
            help=message(
                "Time a kernel of your own as well, from a module in this folder or an installed one:"
                " f(x, y, mx, my, mz, fx, fy, torque)."
            ),
        ),
    ] = None,
    within: Annotated[
        float,
        typer.Option(
            "--within",
            min=0.0,
            max=1.0,
            help=message("How far your own kernel may be off, over the sum of the sizes of the pairs' forces."),
        ),
    ] = 1e-12,
    only: Annotated[
        str | None, typer.Option("--only", metavar="NAME,…", help=message("Only these of the kernels that are there."))
    ] = None,
    json_path: Json = None,
    compare: Compare = None,
    plot: Annotated[
        Path | None,
        typer.Option("--plot", metavar="FILE", help=message("Draw time against number, on logarithmic axes.")),
    ] = None,
    lang: Lang = None,
) -> None:
    """Print a row a kernel and number of magnets."""
    words = spoken(context, lang)
    counts = _counts(n)
    check_compiler()
    before = _read(compare)
    if plot is not None:
        _check_plotting()
    from magnetsim.benchmark.contenders import family, in_c, other_libraries, users_kernel
    from magnetsim.benchmark.kernels import WrongKernel, compared

    refused: list[WrongKernel] = []

    def refuse(error: WrongKernel) -> None:
        refused.append(error)
        complain(words, error)

    with status_line() as status, in_c() as loop_in_c:
        status(words.gettext("Getting the kernels ready …"))
        there = [*loop_in_c, *family(), *other_libraries()]
        chosen = [one for one in there if one.name in _names(only, [one.name for one in there])]
        contenders = [*chosen, *(users_kernel(name, within) for name in kernel or ())]

        def watch(count: int, name: str, part: float) -> None:
            text = (
                words.gettext("{count} magnets: {done} %") if not name else words.gettext("{count} magnets: {kernel}")
            )
            status(text.format(count=count, kernel=name, done=round(100 * part)))

        measures = list(compared(contenders, counts, watch, refuse))
    if not loop_in_c and only is None:
        note(words.gettext("No loop in C to compare with: that takes a C compiler and the source folder."))
    show(measures, words, json_path=json_path, before=before, failed=bool(refused), plot=plot)


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

    report = report_of(measures)
    if measures:
        for line in table_lines(measures, words):
            say(line)
        say()
        say(machine_line(report, words))
    if json_path is not None:
        write_report(json_path, report)
    if plot is not None and measures:
        from magnetsim.benchmark.plot import draw

        draw(plot, measures)
    if before is not None:
        failed = not _compare(report, before, words) or failed
    if failed:
        raise typer.Exit(NOT_SO)


def table_lines(measures: Sequence[Measure], words: Words) -> list[str]:
    """The measures as a table; columns that would be empty are left out."""
    from magnetsim.cli.physics import aligned

    kernels = measures[0].bench == "kernels"
    titles = [words.gettext("kernel") if kernels else words.gettext("what"), words.gettext("magnets")]
    titles += [words.gettext("median"), words.gettext("quartiles")]
    if kernels:
        titles += [words.gettext("ns a pair"), words.gettext("pairs a second"), words.gettext("error")]
        titles += [words.gettext("first call")]
    rows = [titles]
    for one in measures:
        row = [
            one.what,
            f"{one.n:,}",
            duration(one.time.median),
            f"{duration(one.time.low)} – {duration(one.time.high)}",
        ]
        if kernels:
            pairs = one.n * max(1, one.n - 1)
            row += [f"{one.time.median / pairs * 1e9:.2f}", f"{pairs / one.time.median:.2g}", f"{one.error:.0e}"]
            row += [f"+ {duration(one.compiled)}" if one.compiled is not None and one.compiled > COMPILED else ""]
        rows.append(row)
    return aligned(rows)


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
        say(text.format(what=now.what, n=now.n, **values))
    if not found:
        say(words.gettext("  nothing is slower beyond the noise."))
    return not found


def _counts(text: str) -> list[int]:
    counts = []
    for part in text.split(","):
        if not part.strip().isascii() or not part.strip().isdigit() or not 1 <= int(part) <= MOST:
            raise UsageError(
                Phrase(
                    "--n: expected whole numbers from 1 to {most}, with commas between, got {got}",
                    most=MOST,
                    got=repr(part),
                )
            )
        counts.append(int(part))
    return list(dict.fromkeys(counts))


def _names(asked: str | None, there: Iterable[str]) -> list[str]:
    there = list(there)
    if asked is None:
        return there
    names = [name.strip() for name in asked.split(",") if name.strip()]
    for name in names:
        if name not in there:
            raise UsageError(
                Phrase("--only: no kernel {name}; there are {names}", name=repr(name), names=", ".join(there))
            )
    return names


def _read(path: Path | None) -> Report | None:
    if path is None:
        return None
    from magnetsim.benchmark import read_report

    return read_report(path)


def _check_plotting() -> None:
    try:
        import matplotlib  # noqa: F401 - only whether it is there
    except ImportError:
        wanted = "pip install 'magnetsim[plot]'"
        raise UsageError(
            Phrase("--plot draws with matplotlib, which is not installed: {command}", command=wanted)
        ) from None
