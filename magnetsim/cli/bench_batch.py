"""`magnetsim bench batch`: what the runner of a batch costs, and what a second processor brings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Annotated

import typer

from magnetsim.cli.fitting import fit_new_kinds
from magnetsim.cli.output import Lang, say, say_json, spoken
from magnetsim.cli.process import check_compiler
from magnetsim.cli.usage import UsageError
from magnetsim.cli.waiting import status_line
from magnetsim.language import Phrase, Words, message

if TYPE_CHECKING:
    from magnetsim.batch.plan import Plan
    from magnetsim.batch.speed import Round

HELP = message("Time a batch against a bare loop over the same games, with one process and with several.")
EXAMPLES = message("For example: [bold]magnetsim bench batch scenarios/classic.toml --games 50 --rounds 4[/bold]")


def batch(
    context: typer.Context,
    path: Annotated[Path, typer.Argument(metavar="FILE", help=message("Scenario file."))],
    games: Annotated[int, typer.Option(metavar="N", help=message("Games a round, played in each way."))] = 50,
    rounds: Annotated[int, typer.Option(metavar="N", help=message("Rounds, each of other games."))] = 4,
    jobs: Annotated[int, typer.Option("--jobs", "-j", metavar="J", help=message("Processes beside one."))] = 2,
    as_json: Annotated[bool, typer.Option("--json", help=message("Print the result as JSON, and only that."))] = False,
    lang: Lang = None,
) -> None:
    """Print seconds a game in each way, their ratios, and the memory of the process that hands out the games."""
    words = spoken(context, lang)
    for option, value, least in (("--rounds", rounds, 1), ("--jobs", jobs, 2), ("--games", games, 2 * jobs + 2)):
        if value < least:
            problem = Phrase("{option}: expected {least} or more, got {got}", option=option, least=least, got=value)
            raise UsageError(problem)
    check_compiler()
    plan = _plan(path, games, words)
    from magnetsim.batch.speed import rounds as played

    with status_line() as status:

        def watch(number: int, ways: int) -> None:
            text = words.gettext("round {round} of {rounds}: {what}")
            status(text.format(round=number + 1, rounds=rounds, what=_way(ways, words)))

        found = list(played(plan, (1, jobs), rounds, watch))
    if as_json:
        say_json([asdict(one) for one in found])
    else:
        for line in _lines(found, jobs, words):
            say(line)


def _plan(path: Path, games: int, words: Words) -> Plan:
    from magnetsim.batch.gathering import Refused, gather
    from magnetsim.batch.keeping import Keep
    from magnetsim.batch.plan import make_plan

    (casting,) = gather([path], {}, {})
    if isinstance(casting, Refused):
        raise casting.error
    fit_new_kinds(casting.scenario, words)
    return make_plan([casting], games, None, None, Keep("none"))


def _way(ways: int, words: Words) -> str:
    if ways == 0:
        return words.gettext("bare loop")
    return words.ngettext("{count} process", "{count} processes", ways).format(count=ways)


def _lines(found: list[Round], jobs: int, words: Words) -> Iterator[str]:
    """What was measured; ratios are medians of those of the rounds."""
    for ways in found[0].seconds:
        each = sorted(1 / one.seconds[ways] for one in found)
        text = words.gettext("{what}: {rate:.3g} games a second ({low:.3g} to {high:.3g})")
        yield text.format(what=_way(ways, words), rate=median(each), low=each[0], high=each[-1])
    faster = median(one.seconds[1] / one.seconds[jobs] for one in found)
    dearer = [
        median(of[1] / of[0] - 1 for of in each)
        for each in ([one.seconds for one in found], [one.processor for one in found])
    ]
    yield words.gettext("{jobs} processes play {ratio:.2f} × the games of one").format(jobs=jobs, ratio=faster)
    text = words.gettext("the runner costs {part:.1f} % beside a bare loop, {processor:.1f} % of processor time")
    yield text.format(part=100 * dearer[0], processor=100 * dearer[1])
    first, last = found[0].memory, found[-1].memory
    if first is not None and last is not None:
        text = words.gettext("this process held {first:.1f} MB after the first round, {last:.1f} MB after the last")
        yield text.format(first=first / 1e6, last=last / 1e6)
