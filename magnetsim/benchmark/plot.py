"""Times against numbers of magnets, as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from magnetsim.benchmark.measure import Measure
from magnetsim.errors import OutputError, reason
from magnetsim.language import Phrase, Words
from magnetsim.results.figures import blank_figure
from magnetsim.results.lettering import in_our_letters

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def draw(path: Path, measures: Sequence[Measure], words: Words) -> None:
    """Draw a line a kernel on logarithmic axes; OutputError when the file cannot be written, or is of no known kind."""
    with in_our_letters():
        figure = _figure(measures, words)
        try:
            figure.savefig(path)
        except (OSError, ValueError) as error:
            problem = reason(error) if isinstance(error, OSError) else str(error)
            raise OutputError(Phrase("{path}: cannot be written: {reason}", path=path, reason=problem)) from error


def _figure(measures: Sequence[Measure], words: Words) -> Figure:
    figure = blank_figure(8.0, 5.5)
    axes = figure.subplots()
    for what in dict.fromkeys(one.what for one in measures):
        own = sorted((one for one in measures if one.what == what), key=lambda one: one.n)
        off = [[one.time.median - one.time.low for one in own], [one.time.high - one.time.median for one in own]]
        axes.errorbar([one.n for one in own], [one.time.median for one in own], yerr=off, marker="o", label=what)
    axes.set(xscale="log", yscale="log", xlabel=words.gettext("magnets"), ylabel="s")
    axes.grid(visible=True, which="major", alpha=0.3)
    axes.legend()
    return figure
