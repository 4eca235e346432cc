"""`magnetsim scenario`: check, begin and describe scenario files."""

from __future__ import annotations

import json
import re
from enum import StrEnum
from importlib.resources import files
from pathlib import Path
from typing import Annotated

import typer

from magnetsim.cli.fitting import fit_new_kinds
from magnetsim.cli.output import BAD_INPUT, Lang, command_line, complain, of_file, relative, say, say_json, spoken
from magnetsim.cli.process import check_threads
from magnetsim.cli.usage import Command, Group
from magnetsim.errors import OutputError, ScenarioError, naming_file
from magnetsim.language import Phrase, message

app = typer.Typer(
    cls=Group, no_args_is_help=True, help=message("Scenario files: check them, begin one, describe their keys.")
)


class Template(StrEnum):
    """What a new scenario may be."""

    XINXIN = "xinxin"
    PHYSICS = "physics"
    FEELINKS = "feelinks"


@app.command(
    cls=Command,
    help=message("Check scenario files; each is named, with what is wrong and where."),
    epilog=message("For example: [bold]magnetsim scenario check scenarios/*.toml[/bold]"),
)
def check(
    context: typer.Context,
    paths: Annotated[list[Path], typer.Argument(metavar="FILE", help=message("Scenario files."))],
    lang: Lang = None,
) -> None:
    """Check scenario files, and lay their tables; exit code 2 when one of them cannot be used."""
    words = spoken(context, lang)
    check_threads()
    from magnetsim.scenario import FeelinksScenario, laid_out, load_scenario, make_cards
    from magnetsim.session import new_session

    bad = 0
    for path in paths:
        try:
            scenario = load_scenario(path)
            with of_file(path):
                if isinstance(scenario, FeelinksScenario):
                    make_cards(scenario)
                else:
                    fit_new_kinds(scenario, words)
                    if scenario.position is None:
                        laid_out(scenario, scenario.seed)
                    else:
                        new_session(scenario)
        except ScenarioError as error:
            complain(words, error)
            bad += 1
        else:
            say(
                words.gettext("{path}: fine ({game}, {name})").format(path=path, game=scenario.game, name=scenario.name)
            )
    if bad:
        if len(paths) > 1:
            complain(words, words.gettext("{bad} of {all} files cannot be used").format(bad=bad, all=len(paths)))
        raise typer.Exit(BAD_INPUT)


@app.command(
    cls=Command,
    help=message("Begin a scenario: write one that runs, to be changed; to the screen when no file is named."),
    epilog=message("For example: [bold]magnetsim scenario new game.toml[/bold]"),
)
def new(
    context: typer.Context,
    path: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", help=message("File to write; never overwritten."))
    ] = None,
    game: Annotated[
        Template,
        typer.Option(
            help=message("xinxin: a game of 《心心相引》; physics: an experiment; feelinks: a game of 《同感》.")
        ),
    ] = Template.XINXIN,
    lang: Lang = None,
) -> None:
    """Write a scenario that runs."""
    words = spoken(context, lang)
    text = (files("magnetsim") / "data" / "templates" / f"{game}.toml").read_text(encoding="utf-8")
    if path is not None and path.stem.isprintable():
        text = re.sub(
            r'(?m)^name = ".*"$', lambda _: f"name = {json.dumps(path.stem[:80], ensure_ascii=False)}", text, count=1
        )
    if path is None:
        say(text.rstrip("\n"))
        return
    with naming_file(path):
        try:
            with path.open("x", encoding="utf-8", newline="\n") as file:
                file.write(text)
        except FileExistsError:
            raise OutputError(Phrase("{path} is there already; name another file", path=path)) from None
    say(words.gettext("Written: {path}").format(path=relative(path)))
    say(words.gettext("Run it: {command}").format(command=command_line("run", relative(path))))


@app.command(
    cls=Command,
    help=message("Print the JSON Schema of scenario files, for editors."),
    epilog=message("For example: [bold]magnetsim scenario schema > scenario.schema.json[/bold]"),
)
def schema() -> None:
    """Print the JSON Schema of scenario files."""
    check_threads()
    from magnetsim.scenario import scenario_schema

    say_json(scenario_schema())
