"""`magnetsim run`: one match, or one experiment, from a scenario file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from magnetsim.cli.loading import scenario_of
from magnetsim.cli.output import NOT_SO, Lang, of_file, say, say_json, spoken
from magnetsim.cli.playing import play_match, report_misses
from magnetsim.cli.position import play_shot
from magnetsim.cli.process import check_compiler
from magnetsim.cli.usage import UsageError
from magnetsim.cli.waiting import getting_ready, said_if_long
from magnetsim.language import Phrase, Words, message

if TYPE_CHECKING:
    from magnetsim.scenario import Scenario

HELP = message("Play a match, or run an experiment, from a scenario file.")
EXAMPLES = message("For example: [bold]magnetsim run scenarios/classic.toml --seed 7[/bold]")


def run(
    context: typer.Context,
    path: Annotated[Path | None, typer.Argument(metavar="FILE", help=message("Scenario file."))] = None,
    seed: Annotated[
        str | None,
        typer.Option(metavar="N", help=message("Where all chance comes from, instead of the file's seed.")),
    ] = None,
    record: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help=message("Where the match is recorded; records/NAME-SEED.jsonl if left out, NAME being that of FILE."),
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help=message("Print the result as JSON, and only that."))] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help=message("Do not tell the turns, only the end."))] = False,
    explain: Annotated[
        bool, typer.Option("--explain", help=message("Tell each event of a match with the clause that it comes from."))
    ] = False,
    position: Annotated[
        str | None,
        typer.Option(metavar="CODE", help=message("Instead of FILE, with --shot: where one shot is played from.")),
    ] = None,
    shot: Annotated[
        str | None, typer.Option(metavar="CODE", help=message("The shot; magnetsim replay --codes prints both codes."))
    ] = None,
    lang: Lang = None,
) -> None:
    """Play a match, or run an experiment; exit code 1 when the scenario's expectations are not met."""
    words = spoken(context, lang)
    if explain and (as_json or quiet):
        raise UsageError(Phrase("--explain tells the turns: leave out --json and --quiet"))
    check_compiler()
    if path is None or position is not None or shot is not None:
        if position is None or shot is None or path or seed is not None or record or as_json or quiet:
            raise UsageError(Phrase("expected FILE, or --position and --shot with --explain and --lang at most"))
        if not play_shot(position, shot, words, explain=explain):
            raise typer.Exit(NOT_SO)
        return
    scenario = scenario_of(path, seed, words)
    if scenario.game == "physics":
        if record is not None:
            raise UsageError(Phrase("{path}: an experiment is not recorded; --json prints its result", path=path))
        if explain:
            raise UsageError(Phrase("{path}: an experiment has no rules to explain; leave out --explain", path=path))
        as_expected = _run_experiment(path, scenario, words, as_json=as_json)
    else:
        as_expected = play_match(path, scenario, record, words, as_json=as_json, quiet=quiet, explain=explain)
    if not as_expected:
        raise typer.Exit(NOT_SO)


def _run_experiment(path: Path, scenario: Scenario, words: Words, *, as_json: bool) -> bool:
    from magnetsim.cli.experiment import experiment_data, experiment_text
    from magnetsim.experiment import run_experiment

    with said_if_long(getting_ready(words)), of_file(path):
        experiment = run_experiment(scenario)
    data = experiment_data(experiment)
    if as_json:
        say_json(data)
    else:
        say(experiment_text(data, words))
        if experiment.checks:
            say()
        report_misses(experiment.checks, words)
    return experiment.as_expected
