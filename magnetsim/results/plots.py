"""Pictures of a batch, drawn with matplotlib: the start, scores, magnets over a game, which shots pay."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from magnetsim.errors import naming_file
from magnetsim.language import Words
from magnetsim.results.figures import COLOURS, SURE, blank_figure
from magnetsim.results.lettering import drawable, in_our_letters
from magnetsim.results.naming import setting_labels, strategy_word
from magnetsim.results.reading import Dataset, read_table
from magnetsim.results.schema import FINISHED, GAMES, SHOTS
from magnetsim.results.shot_arrays import ShotArrays, shot_arrays
from magnetsim.results.summary import SettingSummary, Summary
from magnetsim.results.sweeps import sweep_figure, sweeps

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from matplotlib.ticker import Locator

_FEWEST = 5
"""Shots below which a mean is not shown: it would be one of chance."""
_CELLS = 15
_LONGEST_STEM = 55
"""letters of a scenario's label in the names of files, each of up to four bytes, of which a name may have 255"""
_LONGEST_LABEL = 44
"""columns of a name that a picture of the usual width has room for, beside what is drawn"""
_DPI = 120


def draw_pictures(dataset: Dataset, summary: Summary, folder: Path, words: Words) -> Iterator[Path]:
    """Draw into a folder, which is made; tells each picture's path. OutputError when one cannot be written."""
    for name, draw in _pictures(dataset, summary, words):
        path = folder / f"{name}.png"
        with in_our_letters():
            figure = draw()
            with naming_file(path):
                folder.mkdir(parents=True, exist_ok=True)
                figure.savefig(path, dpi=_DPI, metadata={"Software": None})
        yield path


def _pictures(dataset: Dataset, summary: Summary, words: Words) -> Iterator[tuple[str, Callable[[], Figure]]]:
    """Names of pictures, and what draws each."""
    if any(one.first.wins.of for one in summary.settings):
        yield "first-player", partial(_first_players, summary.settings, words)
    games = read_table(dataset, GAMES, ["status", "scores"]).to_pylist()
    shots = shot_arrays(read_table(dataset, SHOTS, ["strategy", "game_turn", "along_mm", "aim_inward_deg", "taken"]))
    for name, key, swept in sweeps(summary.settings):
        stem = _stem(name) if len(name) <= _LONGEST_STEM else f"{_stem(name)}-{swept[0].digest}"
        yield f"{stem}-sweep", partial(sweep_figure, swept, key, words)
    labels = setting_labels(summary.settings)
    stems = _stems(summary.settings, labels)
    for one in summary.settings:
        stem = stems[one.digest]
        setting = replace(one, scenario=labels[one.digest])
        own = [row["scores"] for row in games if row["digest"] == one.digest and row["status"] == FINISHED]
        if own:
            yield f"{stem}-scores", partial(_score_distributions, setting, own, words)
        if one.digest in shots:
            yield f"{stem}-turns", partial(_magnets_over_a_game, setting, shots[one.digest], words)
            yield f"{stem}-shots", partial(_paying_shots, setting, shots[one.digest], words)


def _stems(settings: Sequence[SettingSummary], labels: Mapping[str, str]) -> dict[str, str]:
    """What the files of each scenario begin with, by digest: its label; its digest where that is long or no other."""
    stems = {one.digest: _stem(labels[one.digest]) for one in settings}
    shared = Counter(stems.values())
    return {
        one.digest: stem
        if shared[stem := stems[one.digest]] == 1 and len(labels[one.digest]) <= _LONGEST_STEM
        else f"{_stem(one.scenario)}-{one.digest}"
        for one in settings
    }


def _stem(name: str) -> str:
    """A scenario's name as the beginning of a file's."""
    return re.sub(r"[^\w.=-]+", "-", name).strip("-.")[:_LONGEST_STEM]


def _first_players(settings: Sequence[SettingSummary], words: Words) -> Figure:
    """How often who starts wins, each scenario with its interval, and with what chance alone would give."""
    labels = setting_labels(settings)
    told = [one for one in settings if one.first.wins.of]
    figure = blank_figure(7.5, 1.6 + 0.42 * len(told))
    axis = figure.subplots()
    for row, one in enumerate(told):
        wins, chance = one.first.wins, one.first.chance
        share = wins.count / wins.of
        axis.plot([100 * wins.low, 100 * wins.high], [row, row], color=COLOURS[0], linewidth=2.5, solid_capstyle="butt")
        axis.plot([100 * share], [row], "o", color=COLOURS[0], markersize=7)
        if chance is not None:
            axis.plot([100 * chance], [row], "|", color=COLOURS[1], markersize=18, markeredgewidth=2.5)
    axis.plot([], [], "o-", color=COLOURS[0], label=words.gettext("measured, with its interval at 95 %"))
    axis.plot([], [], "|", color=COLOURS[1], markersize=12, markeredgewidth=2.5, label=words.gettext("by chance alone"))
    axis.set_yticks(range(len(told)), [drawable(labels[one.digest], _LONGEST_LABEL) for one in told])
    axis.set(ylim=(len(told) - 0.5, -0.5), xlabel=words.gettext("games won by who started, %"))
    axis.set_title(words.gettext("Does it help to start?"))
    axis.grid(axis="x", alpha=0.3)
    figure.legend(loc="outside lower center", ncols=2, frameon=False)
    return figure


def _score_distributions(setting: SettingSummary, scores: Sequence[Sequence[int]], words: Words) -> Figure:
    """How often each player came to which score."""
    figure = blank_figure(7.5, 4.4)
    axis = figure.subplots()
    most = max(map(max, scores))
    width = 0.85 / len(setting.players)
    for player in setting.players:
        counts = Counter(one[player.seat] for one in scores)
        places = [score + (player.seat - (len(setting.players) - 1) / 2) * width for score in range(most + 1)]
        shares = [100 * counts[score] / len(scores) for score in range(most + 1)]
        name = f"{drawable(player.name, _LONGEST_LABEL)} ({strategy_word(player.strategy, setting.kind, words)})"
        colour = COLOURS[player.seat % len(COLOURS)]
        axis.bar(places, shares, width, color=colour, label=name)
        if player.score is not None:
            axis.axvline(player.score, color=colour, linewidth=1, linestyle="--")
    axis.set(xlabel=words.gettext("score (dashed: the mean)"), ylabel=words.gettext("games, %"))
    axis.set_title(_titled(setting, words.gettext("scores of {count} games"), len(scores)))
    axis.xaxis.set_major_locator(_whole_numbers())
    axis.grid(axis="y", alpha=0.3)
    axis.legend(frameon=False)
    return figure


def _magnets_over_a_game(setting: SettingSummary, shots: dict[str, ShotArrays], words: Words) -> Figure:
    """How many magnets a shot takes, turn by turn of a game."""
    figure = blank_figure(7.5, 5.0)
    axis, below = figure.subplots(2, 1, sharex=True, height_ratios=(3, 1))
    for number, (strategy, own) in enumerate(shots.items()):
        turns = own.game_turn + 1
        count = np.bincount(turns)
        total = np.bincount(turns, own.taken)
        squares = np.bincount(turns, own.taken.astype(np.float64) ** 2)
        shown = np.flatnonzero(count >= _FEWEST)
        colour, name = COLOURS[number % len(COLOURS)], strategy_word(strategy, setting.kind, words)
        mean = total[shown] / count[shown]
        spread = np.maximum(squares[shown] / count[shown] - mean**2, 0.0)
        error = SURE * np.sqrt(spread / (count[shown] - 1))
        axis.fill_between(shown, np.maximum(mean - error, 0), mean + error, color=colour, alpha=0.2, linewidth=0)
        axis.plot(shown, mean, "o-", color=colour, markersize=3.5, label=drawable(name))
        below.step(np.arange(len(count)), count, where="mid", color=colour)
    axis.set(ylabel=words.gettext("magnets a shot"), ylim=(0, None))
    axis.set_title(_titled(setting, words.gettext("what a shot takes, over {count} shots"), _total(shots)))
    below.set(xlabel=words.gettext("turn of the game"), ylabel=words.gettext("shots"), xlim=(0.5, None), ylim=(0, None))
    below.xaxis.set_major_locator(_whole_numbers())
    for one in (axis, below):
        one.grid(alpha=0.3)
    axis.legend(frameon=False)
    return figure


def _paying_shots(setting: SettingSummary, shots: dict[str, ShotArrays], words: Words) -> Figure:
    """What a shot takes on the mean, by where it starts and whither it is aimed; a map a strategy."""
    along = np.concatenate([own.along_mm for own in shots.values()])
    aim = np.concatenate([own.aim_inward_deg for own in shots.values()])
    edges = [_edges(along), _edges(aim)]
    maps = {strategy: _means(own, edges) for strategy, own in shots.items()}
    most = max((float(np.nanmax(one)) for one in maps.values() if not np.isnan(one).all()), default=0.0)
    figure = blank_figure(4.3 * len(maps) + 1.6, 4.6)
    axes: Any = figure.subplots(1, len(maps), sharex=True, sharey=True, squeeze=False)
    for axis, (strategy, means) in zip(axes[0], maps.items(), strict=True):
        shown = axis.pcolormesh(*edges, means.T, vmin=0, vmax=most or 1, cmap="viridis")
        axis.set_facecolor("#e4e4e4")
        axis.set(xlabel=words.gettext("start along the rim from the seat's middle, mm"))
        axis.set_title(
            drawable(
                words.gettext("{strategy}: {count} shots").format(
                    strategy=strategy_word(strategy, setting.kind, words), count=f"{shots[strategy].taken.size:,}"
                )
            )
        )
    axes[0, 0].set_ylabel(words.gettext("aim from straight inward, ° to the left"))
    figure.colorbar(shown, ax=axes, label=words.gettext("magnets a shot; grey: too few shots"))
    figure.suptitle(_titled(setting, words.gettext("which of {count} shots pay"), _total(shots)))
    return figure


def _means(own: ShotArrays, edges: Sequence[np.ndarray[Any, Any]]) -> np.ndarray[Any, Any]:
    """Magnets a shot by start and aim; nan where there are too few shots."""
    count, _, _ = np.histogram2d(own.along_mm, own.aim_inward_deg, edges)
    total, _, _ = np.histogram2d(own.along_mm, own.aim_inward_deg, edges, weights=own.taken)
    return np.where(count >= _FEWEST, total / np.maximum(count, 1), np.nan)


def _edges(values: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The bounds of cells over all values, as wide to the one side of 0 as to the other."""
    reach = max(1.0, float(np.abs(values).max()) * (1 + 1e-9))
    return np.linspace(-reach, reach, _CELLS + 1)


def _total(shots: dict[str, ShotArrays]) -> int:
    return sum(own.taken.size for own in shots.values())


def _titled(setting: SettingSummary, text: str, count: int) -> str:
    return f"{drawable(setting.scenario, _LONGEST_LABEL)}: {text.format(count=f'{count:,}')}"


def _whole_numbers() -> Locator:
    from matplotlib.ticker import MaxNLocator

    return MaxNLocator(integer=True)
