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

Endings = dict[tuple[str, str], Counter[str]]
"""How many games of a scenario (its name and digest) ended how."""


def endings(folder: Path, plan: Plan) -> Endings:
    """How the games in a batch's folder ended, also those of times before."""
    from magnetsim.results.reading import open_dataset, read_parts

    found: Endings = {(entry.name, entry.digest): Counter() for entry in plan.entries}
    for part in read_parts(open_dataset(folder), "games", ["scenario", "digest", "status"]):
        for row in part.to_pylist():
            found[row["scenario"], row["digest"]][row["status"]] += 1
    return found


def summary_data(folder: Path, plan: Plan, found: Endings, refused: list[Refused], played: int, seconds: float) -> Any:
    """The summary as plain data for strict JSON, what `magnetsim report --json` tells with it."""
    from magnetsim.results import summary_data as report
    from magnetsim.results.reading import open_dataset
    from magnetsim.results.summary import summarised

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
        "report": report.summary_data(summarised(open_dataset(folder))),
        "refused": [{"file": str(one.file), "error": str(one.error)} for one in refused],
    }


def summary_lines(folder: Path, plan: Plan, found: Endings, played: int, seconds: float, words: Words) -> list[str]:
    """The summary in a few lines."""
    from magnetsim.results.naming import STATUSES
    from magnetsim.results.schema import FINISHED

    in_all = sum(found.values(), Counter[str]())
    text = words.gettext(
        "{games} games of {scenarios} scenarios are in {folder}; {played} played now, {rate:.2f} a second"
    )
    lines = [
        text.format(
            games=in_all.total(),
            scenarios=len(plan.entries),
            folder=relative(folder),
            played=played,
            rate=played / seconds,
        )
    ]
    for status in [one for one in STATUSES if one != FINISHED]:
        counts = [(entry, found[entry.name, entry.digest][status]) for entry in plan.entries]
        lines += [f"{entry.name} ({entry.digest}): {n} {words.gettext(STATUSES[status])}" for entry, n in counts if n]
    return lines
