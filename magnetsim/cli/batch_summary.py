"""What a batch came to: how many games finished, and what became of the others."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from magnetsim.cli.output import relative
from magnetsim.language import Words

if TYPE_CHECKING:
    from magnetsim.batch.gathering import Refused
    from magnetsim.batch.plan import Plan
    from magnetsim.results.reading import Dataset
    from magnetsim.results.summary import Summary

Endings = dict[tuple[str, str], Counter[str]]
"""How many games of a scenario (its name and digest) ended how."""


def counted_endings(dataset: Dataset) -> Endings:
    """How the games of a batch ended, also those of times before."""
    from magnetsim.results.reading import read_parts
    from magnetsim.results.schema import GAMES

    found: Endings = {}
    for part in read_parts(dataset, GAMES, ["scenario", "digest", "status"]):
        for row in part.to_pylist():
            found.setdefault((row["scenario"], row["digest"]), Counter())[row["status"]] += 1
    return found


def endings_of(summary: Summary) -> Endings:
    """The same of a batch that is summed up."""
    return {(one.scenario, one.digest): Counter(one.statuses) for one in summary.settings}


def summary_data(
    folder: Path, plan: Plan, summary: Summary, refused: list[Refused], played: int, seconds: float
) -> dict[str, Any]:
    """The summary as plain data for strict JSON, what `magnetsim report --json` tells with it."""
    from magnetsim.results import summary_data as report

    found = endings_of(summary)
    return {
        "folder": relative(folder),
        "games": sum(found.values(), Counter[str]()).total(),
        "played_now": played,
        "seconds": round(seconds, 3),
        "games_per_second": round(played / seconds, 4),
        "statuses": dict(sorted(sum(found.values(), Counter[str]()).items())),
        "scenarios": [
            {
                "name": entry.name,
                "digest": entry.digest,
                "file": entry.file,
                "parameters": dict(entry.parameters),
                "statuses": dict(sorted(found[entry.name, entry.digest].items())),
            }
            for entry in plan.entries
        ],
        "report": report.summary_data(summary),
        "refused": [{"file": str(one.file), "error": str(one.error)} for one in refused],
    }


def summary_lines(folder: Path, plan: Plan, found: Endings, played: int, seconds: float, words: Words) -> list[str]:
    """The summary in a few lines."""
    from magnetsim.results.naming import STATUSES
    from magnetsim.results.schema import FINISHED

    in_all = sum(found.values(), Counter[str]())
    games = words.ngettext("{count} game", "{count} games", in_all.total()).format(count=f"{in_all.total():,}")
    scenarios = words.ngettext("{count} scenario", "{count} scenarios", len(plan.entries))
    text = words.gettext("{games} of {scenarios} in {folder}; {played} played now")
    if played:
        text = words.gettext("{games} of {scenarios} in {folder}; {played} played now, {rate:.2f} a second")
    lines = [
        text.format(
            games=games,
            scenarios=scenarios.format(count=f"{len(plan.entries):,}"),
            folder=relative(folder),
            played=f"{played:,}",
            rate=played / seconds,
        )
    ]
    for status in [one for one in STATUSES if one != FINISHED]:
        counts = [(entry, found[entry.name, entry.digest][status]) for entry in plan.entries]
        lines += [f"{entry.name} ({entry.digest}): {n} {words.gettext(STATUSES[status])}" for entry, n in counts if n]
    return lines
