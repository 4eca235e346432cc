"""`magnetsim report`: what a batch came to."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from magnetsim.cli.output import Lang, note, relative, say, say_json, spoken
from magnetsim.cli.plotting import check_matplotlib
from magnetsim.language import message

HELP = message("Tell what a batch came to: wins, the start, turns, shots, clusters, endings.")
EXAMPLES = message("For example: [bold]magnetsim report results --plots pictures[/bold]")


def report(
    context: typer.Context,
    path: Annotated[Path, typer.Argument(metavar="DIR", help=message("The folder of a batch, finished or not."))],
    as_json: Annotated[bool, typer.Option("--json", help=message("Print the numbers as JSON, and only that."))] = False,
    plots: Annotated[
        Path | None, typer.Option("--plots", metavar="DIR", help=message("Draw pictures into this folder."))
    ] = None,
    lang: Lang = None,
) -> None:
    """Print the summary of a batch, and draw pictures of it where they are asked for."""
    words = spoken(context, lang)
    if plots is not None:
        check_matplotlib("--plots")
    from magnetsim.cli.report_text import report_text
    from magnetsim.results.reading import open_dataset
    from magnetsim.results.summary import summarised
    from magnetsim.results.summary_data import summary_data

    dataset = open_dataset(path)
    summary = summarised(dataset)
    if as_json:
        say_json(summary_data(summary))
    else:
        say(report_text(summary, words))
    if plots is not None:
        from magnetsim.results.plots import draw_pictures

        for picture in draw_pictures(dataset, summary, plots, words):
            note(relative(picture))
