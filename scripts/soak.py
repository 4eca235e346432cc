"""Check every row that a batch of 《心心相引》 left, and tell its figures on a page, with pictures in images/soak.

For example: python -m scripts.soak results --page docs/soak.md
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np

from magnetsim.language import words_of
from magnetsim.results.plots import draw_pictures
from magnetsim.results.proportions import Share
from magnetsim.results.reading import Dataset, open_dataset, read_parts, read_table
from magnetsim.results.schema import FINISHED, GAMES, SHOTS, TIMES
from magnetsim.results.summary import SettingSummary, Summary, summarised
from scripts.invariants import Row, problems

SHOWN = 20
"""Problems that are printed; all are counted."""


class Checked:
    """What was looked at, and what was found wrong with it.

    games, shots : rows so far        missing : games that are still to be played
    found : problems, each with the game that it is of
    """

    def __init__(self) -> None:
        self.games = 0
        self.shots = 0
        self.missing = 0
        self.found: list[str] = []


def check(dataset: Dataset) -> Checked:
    """Look at every row of a batch, a part at a time: of what was read before, only names and seeds are kept."""
    checked, seen, seeds = Checked(), set(), set()
    parts = zip(read_parts(dataset, GAMES), read_parts(dataset, SHOTS), strict=True)
    for games, shots in parts:
        own: dict[tuple[str, str, int], list[Row]] = {}
        for shot in shots.to_pylist():
            own.setdefault(_key(shot), []).append(shot)
        for game in games.to_pylist():
            key = _key(game)
            checked.games += 1
            mine = own.pop(key, [])
            checked.shots += len(mine)
            found = list(problems(game, mine))
            if key in seen:
                found.append("it is there twice")
            if (*key[:2], game["seed"]) in seeds:
                found.append("another game has its seed")
            seen.add(key)
            seeds.add((*key[:2], game["seed"]))
            checked.found += [f"{game['scenario']} {game['game']}: {problem}" for problem in found]
        checked.found += [f"{key[0]} {key[2]}: its shots are of no game" for key in own]
    checked.missing = max(0, (dataset.planned or 0) - len(seen))
    if not checked.missing:
        checked.found += _gaps(seen)
    return checked


def _gaps(seen: set[tuple[str, str, int]]) -> Iterator[str]:
    """Games that are missing among those of a scenario in a batch that is finished."""
    for setting in sorted({key[:2] for key in seen}):
        numbers = {key[2] for key in seen if key[:2] == setting}
        if numbers != set(range(len(numbers))):
            yield f"{setting[0]}: games are not numbered from 0 without a gap"


def _key(row: Row) -> tuple[str, str, int]:
    return row["scenario"], row["digest"], row["game"]


def page(dataset: Dataset, summary: Summary, checked: Checked, pictures: Sequence[str] = ()) -> str:
    """The figures of a batch, as Markdown: all numbers come from its tables; pictures : their places, from the page."""
    wrong = f"{len(checked.found):,}" if checked.found else "none"
    unfinished = f" Games that were asked for and are not played yet: {checked.missing:,}." if checked.missing else ""
    opening = f"""# A soak

A batch of {checked.games:,} games with {checked.shots:,} shots. Every row of its tables was held against the rules:
points and magnets add up, turns go round, clusters, falls and clauses fit, the winner has most, no game is there twice
or missing.

Violations found: {wrong}.{unfinished}

`scripts/soak.py` makes this page from the tables. Intervals are Wilson's, at 95 %.

{_computed(dataset)}
"""
    drawn = [f"![{Path(one).stem}]({one})\n" for one in pictures]
    return "\n".join([opening, *(_setting(dataset, one) for one in summary.settings), *drawn])


def _computed(dataset: Dataset) -> str:
    """What computed it; a batch goes on with the versions that it was begun with."""
    first = next(read_parts(dataset, GAMES, ["versions", "batch_seed"])).to_pylist()[0]
    told = ", ".join(f"{name} {version}" for name, version in json.loads(first["versions"]).items())
    return f"Computed by {told}. Seed of the batch: {first['batch_seed']}."


def _setting(dataset: Dataset, setting: SettingSummary) -> str:
    if setting.shots is None:
        raise SystemExit(f"{setting.scenario}: expected games of magnets, got others")
    rows = read_table(dataset, GAMES, ["status", "turns", "simulated_s"])
    ours = [row for row in rows.to_pylist() if row["digest"] == setting.digest and row["status"] == FINISHED]
    wins = [[one.name, f"{one.strategy}, {one.hand}", *_share(one.wins), f"{one.score:.2f}"] for one in setting.players]
    sizes = [[str(size), f"{count:,}"] for size, count in setting.shots.clusters.items()]
    ties = (
        f"A game was tied in {_told(setting.ties)} of the matches, and {setting.replays:,} were played again; "
        f"{_told(setting.undecided)} stayed undecided. At the end {setting.left:.2f} magnets on the mean were nobody's."
    )
    shots = (
        f"{setting.shots.shots:,} shots took {setting.shots.taken:,} magnets, {setting.shots.a_shot:.3f} a shot; "
        f"{_told(setting.shots.paying)} took something. Magnets that fell: {setting.falls:,}, of which "
        f"caught: {setting.catches:,}."
    )
    parts = [
        f"## {setting.scenario}: {setting.finished:,} games",
        "### Who wins",
        _table(["player", "plays", "games won", "share", "95 %", "mean score"], wins),
        _first(setting),
        "### How games end",
        _table(["why", "games", "share", "95 %"], [[why, *_share(share)] for why, share in setting.endings.items()]),
        ties,
        "### How long they take",
        _table(
            ["", "mean", "median", "5 %", "95 %", "least", "most"],
            [
                ["turns", *_spread([row["turns"] for row in ours], "{:.0f}", "{:.1f}")],
                ["time on the table, s", *_spread([row["simulated_s"] for row in ours], "{:.2f}", "{:.2f}")],
                *_clock(dataset, setting),
            ],
        ),
        "### What shots do",
        shots,
        _table(["magnets of a new cluster", "how many"], sizes),
    ]
    return "\n\n".join(parts) + "\n"


def _first(setting: SettingSummary) -> str:
    first = setting.first
    if first.chance is None or first.p_value is None or first.advantage is None:
        return "No game tells whether it helps to start."
    return (
        f"Who started won {_told(first.wins)} of the {first.wins.of:,} games that tell; by chance alone it would be "
        f"{100 * first.chance:.1f} %. The difference is {100 * first.advantage:+.2f} points (exact binomial test, "
        f"two-sided: p = {first.p_value:.2g})."
    )


def _clock(dataset: Dataset, setting: SettingSummary) -> Iterator[list[str]]:
    """How long games took by the clock, and the processor."""
    times = [row for row in read_table(dataset, TIMES).to_pylist() if row["digest"] == setting.digest]
    for name, what in (("wall_s", "time by the clock, s"), ("process_s", "processor time, s")):
        values = [row[name] for row in times if row[name] is not None]
        if values:
            yield [what, *_spread(values, "{:.3f}", "{:.3f}")]


def _spread(values: Sequence[float], one: str, mean: str) -> list[str]:
    marks = [float(mark) for mark in np.percentile(values, (50, 5, 95, 0, 100))]
    return [mean.format(np.mean(values)), *(one.format(mark) for mark in marks)]


def _share(share: Share) -> list[str]:
    return [f"{share.count:,}", f"{100 * (share.share or 0):.2f} %", f"{100 * share.low:.2f}–{100 * share.high:.2f} %"]


def _told(share: Share) -> str:
    return f"{100 * (share.share or 0):.2f} % ({100 * share.low:.2f}–{100 * share.high:.2f} %)"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def write_page(path: Path, dataset: Dataset, checked: Checked) -> None:
    """Write the page, and its pictures."""
    summary, folder = summarised(dataset), path.parent / "images" / "soak"
    drawn = draw_pictures(dataset, summary, folder, words_of("en"))
    places = [one.relative_to(path.parent).as_posix() for one in drawn]
    path.write_text(page(dataset, summary, checked, places), encoding="utf-8")


def main(arguments: Sequence[str]) -> int:
    """Check a batch, write its page where one is named; 1 when something is wrong with a row."""
    folder, *more = arguments or ["--help"]
    if folder == "--help" or (more and (len(more) != 2 or more[0] != "--page")):
        print(__doc__)
        return 2
    dataset = open_dataset(folder)
    checked = check(dataset)
    for problem in checked.found[:SHOWN]:
        print(problem)
    counts = f"{checked.games:,} games, {checked.shots:,} shots; missing: {checked.missing:,}"
    print(f"{counts}; problems: {len(checked.found):,}")
    if more:
        write_page(Path(more[1]), dataset, checked)
    return 1 if checked.found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
