"""`magnetsim physics`: what the model is worth, in numbers and pictures."""

from __future__ import annotations

from enum import StrEnum
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from magnetsim.cli.fitting import fit_new_kinds
from magnetsim.cli.output import NOT_SO, Lang, note, say, say_json, spoken
from magnetsim.cli.plotting import check_matplotlib
from magnetsim.cli.process import check_threads
from magnetsim.cli.usage import Command, Group, UsageError
from magnetsim.cli.waiting import getting_ready, said_if_long
from magnetsim.language import Phrase, Words, message, told

if TYPE_CHECKING:
    from magnetsim.charges import GapError
    from magnetsim.laboratory import Finding

app = typer.Typer(
    cls=Group,
    no_args_is_help=True,
    help=message("The physics itself: how right it is, and how strong a magnet is."),
)


class Shape(StrEnum):
    """What can be calibrated."""

    HEART = "heart"
    DISC = "disc"


@app.command(
    cls=Command,
    help=message("Run experiments, and compare with theory and exact sums; exit code 1 when one is off by too much."),
    epilog=message("For example: [bold]magnetsim physics report --plots pictures[/bold]"),
)
def report(
    context: typer.Context,
    as_json: Annotated[bool, typer.Option("--json", help=message("Print the findings as JSON."))] = False,
    plots: Annotated[
        Path | None, typer.Option("--plots", metavar="DIR", help=message("Draw pictures into this folder."))
    ] = None,
    lang: Lang = None,
) -> None:
    """Print a line an experiment: ours, the reference, the error, what is allowed."""
    words = spoken(context, lang)
    check_threads()
    if plots is not None:
        _draw(plots, words)
    with said_if_long(getting_ready(words)):
        from magnetsim.laboratory import findings

        found = list(findings())
    if as_json:
        say_json([finding_data(one) for one in found])
    else:
        for line in report_lines(found, words):
            say(line)
    if not all(one.passed for one in found):
        raise typer.Exit(NOT_SO)


@app.command(
    cls=Command,
    help=message("Tell how far a scenario's magnets are off from exact ones, as finite bodies, by gap."),
    epilog=message("For example: [bold]magnetsim physics kind scenarios/mixed-discs-hearts.toml[/bold]"),
)
def kind(
    context: typer.Context,
    path: Annotated[Path, typer.Argument(metavar="FILE", help=message("A scenario file."))],
    lang: Lang = None,
) -> None:
    """Print the errors of the fit of each kind that is magnetised in the plane."""
    words = spoken(context, lang)
    check_threads()
    from magnetsim.scenario import FeelinksScenario, kinds_of, load_scenario

    found = load_scenario(path)
    if isinstance(found, FeelinksScenario):
        raise UsageError(Phrase("{path}: a game of cards has no magnets", path=path))
    scenario = found.model_copy(update={"magnetism": "finite"})
    fit_new_kinds(scenario, words)
    from magnetsim.charges import kept_fit, pair_errors
    from magnetsim.scenario.trusting import shapes_of

    for number, one in enumerate(kinds_of(scenario)):
        if number > 0:
            say()
        if one.moment == 0.0:
            upright = words.gettext("{kind}: upright, a point dipole; nothing is fitted.").format(kind=one.name)
            without = words.gettext("{kind}: no magnetic moment; nothing is fitted.").format(kind=one.name)
            say(upright if one.moment_z != 0.0 else without)
            continue
        fit = kept_fit(one.outline, one.height)
        text = words.gettext(
            "{kind}, {height} mm high: {near} charges near, {far} far; errors upon its like, in % of the force"
        )
        near, far = len(fit.cloud.near), len(fit.cloud.far)
        say(text.format(kind=one.name, height=f"{one.height * 1e3:g}", near=near, far=far))
        _tell_errors(fit.errors, words)
    for (name, shape), (other, others) in combinations(zip(*shapes_of(kinds_of(scenario)), strict=True), 2):
        text = words.gettext("{kind} upon {other}; errors in % of the force")
        say("\n" + text.format(kind=name, other=other))
        _tell_errors(pair_errors(shape, others), words)


@app.command(
    cls=Command,
    help=message(
        "Find the remanence with which two magnets pull each other so, head to tail; print it for a scenario."
    ),
    epilog=message("For example: [bold]magnetsim physics calibrate --pull-force 0.3 --gap 0.5[/bold]"),
)
def calibrate(
    context: typer.Context,
    force: Annotated[
        float,
        typer.Option("--pull-force", metavar="N", min=1e-6, max=1e4, help=message("Pull of the two, in newtons.")),
    ],
    gap: Annotated[
        float, typer.Option("--gap", metavar="MM", min=0.01, max=1000, help=message("Gap between the two, in mm."))
    ],
    shape: Annotated[Shape, typer.Option("--kind", help=message("Outline of both."))] = Shape.HEART,
    width: Annotated[
        float, typer.Option("--width", metavar="MM", min=1, max=500, help=message("Width or diameter, in mm."))
    ] = 20.0,
    height: Annotated[
        float, typer.Option("--height", metavar="MM", min=0.5, max=500, help=message("Height, in mm."))
    ] = 7.0,
    lang: Lang = None,
) -> None:
    """Print the lines of a kind with the remanence that makes a catalogue's pull."""
    words = spoken(context, lang)
    check_threads()
    with said_if_long(getting_ready(words)):
        from magnetsim.laboratory import remanence_for
        from magnetsim.outline import disc_outline, heart_outline

        outline = heart_outline(width / 1e3) if shape is Shape.HEART else disc_outline(width / 2e3)
        remanence = remanence_for(outline, height / 1e3, gap / 1e3, force)
    size = "width_mm" if shape is Shape.HEART else "diameter_mm"
    say(f"[kinds.{shape}]")
    say(f'outline = "{shape}"')
    say(f"{size} = {width:g}")
    say(f"height_mm = {height:g}")
    say(f"remanence_T = {remanence:.4g}")
    if remanence > STRONGEST:
        text = words.gettext("No permanent magnet has more than {most} T: such a pull takes larger ones.")
        note(text.format(most=STRONGEST))


def _tell_errors(errors: tuple[GapError, ...], words: Words) -> None:
    """Print errors as a table, and what comes of them."""
    from magnetsim.charges import DOUBTFUL, USELESS

    for line in error_lines(errors, words):
        say(line)
    worst = max(error.force for error in errors)
    limits = {"doubtful": f"{100 * DOUBTFUL:g}", "useless": f"{100 * USELESS:g}"}
    if worst > USELESS:
        text = words.gettext("More than {useless} % somewhere: a scenario that has them as finite bodies is refused.")
        say(text.format(**limits))
    elif worst > DOUBTFUL:
        text = words.gettext(
            "More than {doubtful} % somewhere: a scenario that has them as finite bodies says so once."
        )
        say(text.format(**limits))


STRONGEST = 1.5
"""T, remanence of the strongest neodymium magnets."""


def finding_data(finding: Finding) -> dict[str, object]:
    """A finding as plain data."""
    return {
        "what": str(finding.what),
        "ours": finding.ours,
        "reference": finding.reference,
        "unit": finding.unit,
        "error": finding.error,
        "allowed": finding.allowed,
        "at_least": finding.at_least,
        "passed": finding.passed,
    }


def report_lines(found: list[Finding], words: Words) -> list[str]:
    """The findings as a table."""
    from magnetsim.cli.columns import columns

    head = [words.gettext(title) for title in (message("experiment"), message("ours"), message("reference"))]
    head += [words.gettext("error"), words.gettext("allowed"), ""]
    rows = []
    for one in found:
        bound = ("≥ " if one.at_least else "≤ ") + f"{one.allowed:.3g}"
        reference = "" if one.reference is None else f"{one.reference:.5g} {one.unit}".strip()
        passed = words.gettext("pass") if one.passed else words.gettext("FAIL")
        rows.append(
            [told(one.what, words), f"{one.ours:.5g} {one.unit}".strip(), reference, f"{one.error:.2g}", bound, passed]
        )
    return columns(head, rows, 1).splitlines()


def error_lines(errors: tuple[GapError, ...], words: Words) -> list[str]:
    """The errors of a fit as a table."""
    from magnetsim.cli.columns import columns

    titles = (message("gap, mm"), message("force, rms"), message("worst"), message("torque, rms"), message("worst"))
    head = [*(words.gettext(title) for title in titles), ""]
    rows = []
    for one in errors:
        numbers = [f"{100 * part:.2f}" for part in (one.force, one.worst_force, one.torque, one.worst_torque)]
        rows.append([f"{one.gap * 1e3:.3g}", *numbers, words.gettext("snapped together") if one.low else ""])
    return columns(head, rows, 1).splitlines()


def _draw(folder: Path, words: Words) -> None:
    check_matplotlib("--plots")
    from magnetsim.laboratory.plots import PICTURES

    folder.mkdir(parents=True, exist_ok=True)
    with said_if_long(getting_ready(words)):
        for name, draw in PICTURES.items():
            path = folder / f"{name}.png"
            draw(path)
            note(str(path))
