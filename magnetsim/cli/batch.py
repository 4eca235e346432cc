"""`magnetsim batch`: many games of many scenarios, and a table."""

from __future__ import annotations

import sys
import time
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from magnetsim.cli.batch_progress import batch_progress
from magnetsim.cli.batch_scenarios import castings_of
from magnetsim.cli.batch_summary import counted_endings, endings_of, summary_data, summary_lines
from magnetsim.cli.batch_values import settings_of, sweeps_of
from magnetsim.cli.interruption import Terminated, raising_when_terminated
from magnetsim.cli.loading import seed_of
from magnetsim.cli.output import (
    NOT_SO,
    EndedFromOutside,
    Interrupted,
    Lang,
    command_line,
    note,
    relative,
    say,
    say_json,
    spoken,
)
from magnetsim.cli.process import check_compiler
from magnetsim.cli.usage import UsageError
from magnetsim.cli.waiting import getting_ready, said_if_long
from magnetsim.errors import MagnetsimError
from magnetsim.language import Phrase, Words, message

if TYPE_CHECKING:
    from magnetsim.batch.engines import Engine
    from magnetsim.batch.keeping import Keep
    from magnetsim.batch.plan import Plan
    from magnetsim.batch.store import Store

MOST_GAMES = 1_000_000_000
"""Of a scenario: what the tables hold is far more, what a person has time for far less."""

HELP = message("Play many games of many scenarios, and leave tables of them.")
EXAMPLES = message("For example: [bold]magnetsim batch scenarios/classic.toml --games 1000 --out results[/bold]")


def batch(
    context: typer.Context,
    paths: Annotated[
        list[Path], typer.Argument(metavar="FILE|DIR", help=message("Scenario files, or folders of them."))
    ],
    out: Annotated[Path, typer.Option(metavar="DIR", help=message("The folder that the tables go into."))],
    games: Annotated[int, typer.Option(metavar="N", help=message("How many games of each scenario."))] = 100,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", "-j", metavar="J", help=message("Games at once; one a processor if left out.")),
    ] = None,
    seed: Annotated[
        str | None,
        typer.Option(metavar="S", help=message("What all games' seeds come from, instead of each file's seed.")),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help=message("Go on with the batch that is in DIR."))] = False,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help=message("A value in place of the files'; may be given again.")),
    ] = None,
    sweeps: Annotated[
        list[str] | None,
        typer.Option(
            "--sweep",
            metavar="KEY=A:B:STEP",
            help=message("Each scenario with each value from A to B, or KEY=V,W,…; may be given again."),
        ),
    ] = None,
    only: Annotated[
        int | None, typer.Option(metavar="K", help=message("Of each scenario only game K, counted from 0."))
    ] = None,
    engine: Annotated[
        Literal["loky", "dask"], typer.Option(help=message("loky: processes of this machine; dask: a cluster."))
    ] = "loky",
    scheduler: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help=message("dask: where the cluster's scheduler is."))
    ] = None,
    game_timeout: Annotated[
        float | None, typer.Option(metavar="S", help=message("Seconds after which a game is stopped, and marked."))
    ] = None,
    keep_records: Annotated[
        str, typer.Option(metavar="WHICH", help=message("Records to keep: all, none, sample:N or interesting."))
    ] = "none",
    csv: Annotated[bool, typer.Option("--csv", help=message("Leave the tables as CSV as well."))] = False,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help=message("Tell no progress, and in the end a line."))
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help=message("Print the summary as JSON, and only that."))] = False,
    lang: Lang = None,
) -> None:
    """Play a batch; exit code 1 when a scenario was refused or a game did not come to its end."""
    words = spoken(context, lang)
    check_compiler()
    _check_whole({"--games": (games, 1), "--jobs": (jobs, 1), "--only": (only, 0)})
    if game_timeout is not None and not 0 < game_timeout < 1e9:
        raise UsageError(Phrase("--game-timeout: expected a number of seconds, got {got}", got=game_timeout))
    if (engine == "dask") != (scheduler is not None):
        raise UsageError(Phrase("expected --engine dask and --scheduler together"))
    if engine == "dask" and jobs is not None:
        raise UsageError(Phrase("--jobs: with --engine dask its workers say how many games are played at once"))
    if jobs is not None:
        _check_jobs(jobs)
    options = settings_of(settings or []), sweeps_of(sweeps or [])
    kept = _kept(keep_records)
    number = None if seed is None else seed_of(seed)
    with said_if_long(getting_ready(words)):
        castings, refused = castings_of(paths, *options, number, words)
        from magnetsim.batch.plan import make_plan
        from magnetsim.batch.store import Store

        games = games if only is None else max(games, only + 1)
        plan = make_plan(castings, games, number, only, kept)
        place = _engine(scheduler, jobs, plan)
        store = Store(out, plan, resume=resume)
    begun, there = time.perf_counter(), store.done.total()
    with closing(store):
        for path in store.damaged:
            text = words.gettext("{path} is damaged or missing: its games are played again")
            note(text.format(path=relative(path)))
        _play(plan, store, place, game_timeout, words, told=not quiet and not as_json)
    seconds, played = time.perf_counter() - begun, store.done.total() - there
    from magnetsim.cli.report_text import report_text
    from magnetsim.results.reading import open_dataset
    from magnetsim.results.schema import FINISHED
    from magnetsim.results.summary import summarised

    dataset = open_dataset(out)
    if csv:
        from magnetsim.results.csv_export import write_csv

        write_csv(dataset)
    # Of a million games all is read once, and where a line will do, as little as that takes.
    summary = None if quiet and not as_json else summarised(dataset)
    found = counted_endings(dataset) if summary is None else endings_of(summary)
    if as_json and summary is not None:
        say_json(summary_data(out, plan, summary, refused, played, seconds))
    else:
        for line in summary_lines(out, plan, found, played, seconds, words):
            say(line)
        if summary is not None:
            say()
            say(report_text(summary, words))
    if refused or any(set(statuses) - {FINISHED} for statuses in found.values()):
        raise typer.Exit(NOT_SO)


def _check_whole(options: dict[str, tuple[int | None, int]]) -> None:
    """UsageError when a number is below the least that makes sense, which stands beside it, or too large."""
    for option, (value, least) in options.items():
        if value is not None and value < least:
            text = Phrase("{option}: expected {least} or more, got {got}", option=option, least=least, got=value)
            raise UsageError(text)
        if value is not None and value > MOST_GAMES:
            text = Phrase("{option}: expected at most {most}, got {got}", option=option, most=MOST_GAMES, got=value)
            raise UsageError(text)


def _check_jobs(jobs: int) -> None:
    """UsageError when that is more than this machine is asked for at once."""
    from magnetsim.batch.engines import most_jobs

    if jobs > (most := most_jobs()):
        raise UsageError(Phrase("--jobs: expected at most {most} on this machine, got {got}", most=most, got=jobs))


def _kept(text: str) -> Keep:
    from magnetsim.batch.keeping import parse_keep

    try:
        return parse_keep(text)
    except ValueError as error:
        problem = Phrase("--keep-records: expected all, none, sample:N or interesting, got {got}", got=repr(text))
        raise UsageError(problem) from error


def _engine(scheduler: str | None, jobs: int | None, plan: Plan) -> Engine:
    """Where the games are played."""
    from magnetsim.batch.engines import Cluster, Local, usual_jobs

    if scheduler is not None:
        return Cluster(scheduler)
    if jobs is None:
        return Local(usual_jobs(plan.size))
    return Local(min(jobs, plan.size))


def _play(plan: Plan, store: Store, place: Engine, limit: float | None, words: Words, *, told: bool) -> None:
    """Play what is missing; when that ends before its end, say how to go on."""
    from magnetsim.batch.running import run_batch

    try:
        with raising_when_terminated(), batch_progress(plan, store, words, told=told) as tell:
            run_batch(plan, store, place, limit=limit, watch=lambda task, _: tell(task.entry))
    except Terminated:
        raise EndedFromOutside(_to_go_on(words.gettext("Terminated."), store, words)) from None
    except KeyboardInterrupt:
        raise Interrupted(_to_go_on(words.gettext("Interrupted."), store, words)) from None
    except MagnetsimError:
        note(_to_go_on("", store, words))
        raise


def _to_go_on(said: str, store: Store, words: Words) -> str:
    """How many games are kept, and how the others are played."""
    count = store.done.total()
    kept = words.ngettext("{count} finished game is in {folder}", "{count} finished games are in {folder}", count)
    kept = kept.format(count=count, folder=relative(store.folder))
    arguments = [argument for argument in sys.argv[1:] if argument != "--resume"]
    again = words.gettext("Resume: {command}").format(command=command_line(*arguments, "--resume"))
    return "\n".join([*([said] if said else []), kept, again])
