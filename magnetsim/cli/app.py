"""The commands, put together, and what surrounds each of them: language, errors, exit codes."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import typer

from magnetsim.cli import replay, rules, run, scenario
from magnetsim.cli.output import BAD_INPUT, INTERRUPTED, Interrupted, complain, note
from magnetsim.cli.versions import show_versions
from magnetsim.errors import MagnetsimError
from magnetsim.language import LANGUAGES, Words, choose_language, message, words_of

app = typer.Typer(
    name="magnetsim",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    help=message("Simulate 《心心相引》: magnets that slide, strike and hold together, and the game played with them."),
    epilog=message("For example: [bold]magnetsim run scenarios/classic.toml[/bold]"),
)
app.command(name="run", help=run.HELP, epilog=run.EXAMPLES)(run.run)
app.command(name="replay", help=replay.HELP, epilog=replay.EXAMPLES)(replay.replay)
app.add_typer(scenario.app, name="scenario")
app.command(name="rules", help=rules.HELP, epilog=rules.EXAMPLES)(rules.rules)


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            callback=show_versions,
            is_eager=True,
            help=message("Show the versions that matter for reproducing a result."),
        ),
    ] = False,
) -> None:
    pass


def start(arguments: Sequence[str]) -> int:
    """Run one command line; returns the exit code."""
    words = words_of(_language_of(arguments, os.environ))
    command = typer.main.get_command(app)
    _translate(command, words)
    try:
        result = command.main(list(arguments), prog_name="magnetsim", standalone_mode=False)
    except typer.TyperException as error:
        # Without a command the help is shown, and there is no more to say; pydantic's words are no help.
        if text := error.format_message().replace("Value error, ", ""):
            complain(words, text)
        return BAD_INPUT
    except MagnetsimError as error:
        complain(words, str(error))
        return BAD_INPUT
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        complain(words, f"{place}{error.strerror or error}")
        return BAD_INPUT
    except Interrupted as interruption:
        note(str(interruption))
        return INTERRUPTED
    if result == INTERRUPTED:
        note(words.gettext("Interrupted."))
    return result if isinstance(result, int) else 0


def _language_of(arguments: Sequence[str], environment: Mapping[str, str]) -> str:
    """The language of help and errors, chosen before the command line is understood."""
    found = re.search(rf"(?:^|\n)--lang[=\n]({'|'.join(LANGUAGES)})(?:\n|$)", "\n".join(arguments))
    return choose_language(found.group(1) if found else None, environment)


def _translate(command: Any, words: Words) -> None:
    """Put a command's help, and that of all under it, into the language of these words."""
    asks_for_help = command.get_help_option(typer.Context(command))
    asks_for_help.help = message("Show this message and exit.")
    for part in (command, *command.params, asks_for_help):
        if getattr(part, "is_flag", False):
            part.metavar = ""  # typer would show that it takes a <bool>, which it does not
        for name in ("help", "epilog", "short_help"):
            if getattr(part, name, None):
                setattr(part, name, words.gettext(getattr(part, name)))
    for below in getattr(command, "commands", {}).values():
        _translate(below, words)
