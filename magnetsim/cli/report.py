"""`magnetsim report`: what a batch came to."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from magnetsim.cli.output import Lang, say, say_json, spoken
from magnetsim.language import message

HELP = message("Tell what a batch came to: wins, the start, turns, shots, clusters, endings.")
EXAMPLES = message("For example: [bold]magnetsim report results[/bold]")


def report(
    context: typer.Context,
    path: Annotated[Path, typer.Argument(metavar="DIR", help=message("The folder of a batch, finished or not."))],
    as_json: Annotated[bool, typer.Option("--json", help=message("Print the numbers as JSON, and only that."))] = False,
    lang: Lang = None,
) -> None:
    """Print the summary of a batch."""
    words = spoken(context, lang)
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
