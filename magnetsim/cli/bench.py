"""`magnetsim bench`: what things cost, in tables; ours, those of others, one of the user's own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from magnetsim.cli.measured import show
from magnetsim.cli.output import Lang, complain, note, spoken
from magnetsim.cli.plotting import check_matplotlib
from magnetsim.cli.process import check_compiler
from magnetsim.cli.usage import Command, Group, UsageError
from magnetsim.cli.waiting import progress_bar, status_line
from magnetsim.language import Phrase, Words, listed, message, told

if TYPE_CHECKING:
    from magnetsim.benchmark import Measure, Report

app = typer.Typer(
    cls=Group,
    no_args_is_help=True,
    help=message("What things cost here: force kernels, a step, a shot, a game, a start."),
)

COUNTS = "25,100,1000"
ALL_COUNTS = (25, 1_000, 10_000, 100_000, 1_000_000)
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
    words, counts, before = spoken(context, lang), _counts(n), _ready(compare, json_path)
    if plot is not None:
        check_matplotlib("--plot")
    measures, fine = _kernel_measures(words, counts, kernel or [], within, only)
    show(measures, words, json_path=json_path, before=before, failed=not fine, plot=plot)


TIMED = {
    "step": (
        message("Time a step of 25 magnets against its parts, and against pymunk driven from Python."),
        message("For example: [bold]magnetsim bench step --json step.json[/bold]"),
    ),
    "shot": (
        message("Time flicks of a full table until all rests."),
        message("For example: [bold]magnetsim bench shot --compare shot.json[/bold]"),
    ),
    "game": (
        message("Time whole games: of two greedy players, of simulated friends with cards."),
        message("For example: [bold]magnetsim bench game[/bold]"),
    ),
    "start": (
        message("Time a run of one shot from the command to its end: the first, which compiles, and later ones."),
        message("For example: [bold]magnetsim bench start[/bold]"),
    ),
}
"""Commands that only time: what each does, and an example."""


def _timing_command(name: str) -> Callable[..., None]:
    """The command of that name."""

    def timed(context: typer.Context, json_path: Json = None, compare: Compare = None, lang: Lang = None) -> None:
        """Print a row for each thing that is timed."""
        words, before = spoken(context, lang), _ready(compare, json_path)
        show(_measures(name, words), words, json_path=json_path, before=before)

    return timed


for _name, (_help, _example) in TIMED.items():
    app.command(name=_name, cls=Command, help=_help, epilog=_example)(_timing_command(_name))


@app.command(
    name="all",
    cls=Command,
    help=message("Time all of these, up to a million magnets, and say what is as it is to be; takes minutes."),
    epilog=message("For example: [bold]magnetsim bench all --json measured.json[/bold]"),
)
def everything(context: typer.Context, json_path: Json = None, compare: Compare = None, lang: Lang = None) -> None:
    """Print all tables, and every aim beside what was measured."""
    words, before = spoken(context, lang), _ready(compare, json_path)
    from magnetsim.benchmark import report_of, write_report

    measures, fine = _kernel_measures(words, ALL_COUNTS, [], 0.0, None)
    for name in TIMED:
        # An interruption takes only what is not finished.
        if json_path is not None:
            write_report(json_path, report_of(measures))
        measures += _measures(name, words)
    show(measures, words, json_path=json_path, before=before, failed=not fine)


def _ready(compare: Path | None, json_path: Path | None) -> Report | None:
    """What to compare with, read before anything is timed, when there is also a place for what will be measured."""
    check_compiler()
    from magnetsim.benchmark import check_place, read_report

    if json_path is not None:
        check_place(json_path)
    if compare is None:
        return None
    return read_report(compare)


def _kernel_measures(
    words: Words, counts: Sequence[int], own: Sequence[str], within: float, only: str | None
) -> tuple[list[Measure], bool]:
    """What kernels take, and whether all were right; of those that are not is told at once."""
    from magnetsim.benchmark.contenders import family, in_c, other_libraries, users_kernel, without_c
    from magnetsim.benchmark.kernels import KernelError, compared

    refused: list[KernelError] = []

    def refuse(error: KernelError) -> None:
        refused.append(error)
        complain(words, error)

    with status_line() as status, in_c() as loop_in_c:
        status(words.gettext("Getting the kernels ready …"))
        ours, others = [*loop_in_c, *family()], other_libraries()
        names = _names(only, [*(one.name for one in ours), *others], {} if loop_in_c else {"C": without_c()})
        contenders = [one for one in ours if one.name in names]
        contenders += [make() for name, make in others.items() if name in names]
        contenders += [users_kernel(name, within) for name in own]

        def watch(count: int, name: str, part: float) -> None:
            text = words.gettext("{count} magnets: {kernel} {done} %")
            status(text.format(count=count, kernel=name, done=round(100 * part)))

        measures = list(compared(contenders, counts, watch, refuse))
    if not loop_in_c and only is None:
        note(told(Phrase("No loop in C to compare with: {reason}.", reason=without_c()), words))
    return measures, not refused


def _measures(name: str, words: Words) -> list[Measure]:
    """What one of TIMED measures, with its progress shown."""
    # By name: a start is timed in processes of its own, and needs nothing of what is compiled for the others.
    source = getattr(import_module(f"magnetsim.benchmark.{name}"), f"{name}s")
    with progress_bar(words.gettext("Measuring …")) as progress:
        return list(source(progress))


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


def _names(asked: str | None, there: Iterable[str], missing: Mapping[str, Phrase]) -> list[str]:
    """The kernels asked for, of those that are there; missing : why others are not."""
    there = list(there)
    if asked is None:
        return there
    names = [name.strip() for name in asked.split(",") if name.strip()]
    for name in names or [asked]:
        if name in missing:
            raise UsageError(Phrase("--only: no kernel {name}: {reason}", name=repr(name), reason=missing[name]))
        if name not in there:
            raise UsageError(
                Phrase("--only: no kernel {name}; there are {names}", name=repr(name), names=listed(there))
            )
    return names
