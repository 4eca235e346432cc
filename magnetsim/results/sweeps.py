"""What a swept key changes: a picture of a scenario's points, by the key's value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from magnetsim.language import Words
from magnetsim.results.figures import COLOURS, SURE, blank_figure
from magnetsim.results.lettering import drawable
from magnetsim.results.proportions import Share
from magnetsim.results.summary import SettingSummary

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_FEWEST = 3
"""Points that make a sweep worth a picture."""
_LONGEST_NAME = 64
"""columns of a name that there is room for"""


def sweeps(settings: Sequence[SettingSummary]) -> Iterator[tuple[str, str, list[SettingSummary]]]:
    """Scenarios of which one key alone takes several numbers: name, key path, and the points in its order."""
    for name in dict.fromkeys(one.scenario for one in settings):
        points = [one for one in settings if one.scenario == name and one.finished]
        keys = [key for key in settings[0].parameters if len({str(one.parameters[key]) for one in points}) > 1]
        if len(points) >= _FEWEST and len(keys) == 1 and all(_is_number(one.parameters[keys[0]]) for one in points):
            # Points of a sweep come in the order of their values.
            yield name, keys[0], points


def sweep_figure(points: Sequence[SettingSummary], key: str, words: Words) -> Figure:
    """Turns, shots that pay, and wins of who starts, each with its interval at 95 %."""
    _ = words.gettext
    panels = [_("turns"), _("wins of who starts, %")]
    if points[0].shots is not None:
        panels.insert(1, _("shots that pay, %"))
    figure = blank_figure(7.0, 1.0 + 2.0 * len(panels))
    axes = figure.subplots(len(panels), 1, sharex=True)
    values = [float(one.parameters[key]) for one in points]
    means = [one.turns.mean or 0.0 for one in points]
    errors = [SURE * (one.turns.error or 0.0) for one in points]
    axes[0].errorbar(values, means, errors, fmt="o-", color=COLOURS[0], capsize=3)
    if points[0].shots is not None:
        _shares(axes[1], values, [one.shots.paying for one in points if one.shots is not None])
    _shares(axes[-1], values, [one.first.wins for one in points])
    if points[0].first.chance is not None:
        axes[-1].axhline(100 * points[0].first.chance, color=COLOURS[1], linestyle="--", label=_("by chance alone"))
        axes[-1].legend(frameon=False)
    for axis, title in zip(axes, panels, strict=True):
        axis.set_ylabel(title)
        axis.grid(alpha=0.3)
    axes[-1].set_xlabel(drawable(key, _LONGEST_NAME))
    figure.suptitle(drawable(points[0].scenario, _LONGEST_NAME))
    return figure


def _shares(axis: Axes, values: Sequence[float], shares: Sequence[Share]) -> None:
    """Shares in per cent, each with its interval; of none there is nothing to draw."""
    known = [(value, one, one.share) for value, one in zip(values, shares, strict=True) if one.share is not None]
    middles = [100 * share for _, _, share in known]
    bounds = [
        [100 * (share - one.low) for _, one, share in known],
        [100 * (one.high - share) for _, one, share in known],
    ]
    axis.errorbar([value for value, _, _ in known], middles, bounds, fmt="o-", color=COLOURS[0], capsize=3)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
