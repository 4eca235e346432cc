"""The commands, put together, and what surrounds each of them: language, errors, exit codes."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Annotated, Any

import typer

from magnetsim.cli import (
    batch,
    bench,
    bench_batch,
    feelinks,
    physics,
    play,
    render,
    replay,
    report,
    rules,
    run,
    scenario,
    watch,
)
from magnetsim.cli.interruption import INTERRUPTED
from magnetsim.cli.output import (
    BAD_INPUT,
    READER_LEFT,
    Interrupted,
    Lang,
    ReaderLeftError,
    complain,
    language_option,
    note,
    say,
)
from magnetsim.cli.process import warnings_noted
from magnetsim.cli.usage import Command, Group, usage_problem
from magnetsim.cli.versions import show_versions
from magnetsim.errors import MagnetsimError, reason
from magnetsim.language import Phrase, Words, choose_language, message, words_of


def _language_below(context: typer.Context, lang: Lang = None) -> None:
    """Take the language also between a group and its command, and with the group's help."""
    context.obj = lang or context.obj


app = typer.Typer(
    name="magnetsim",
    cls=Group,
    invoke_without_command=True,
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    help=message("Simulate 《心心相引》: magnets that slide, strike and hold together, and the game played with them."),
    epilog=message("For example: [bold]magnetsim run scenarios/classic.toml[/bold]"),
)
app.command(name="run", cls=Command, help=run.HELP, epilog=run.EXAMPLES)(run.run)
app.command(name="play", cls=Command, help=play.HELP, epilog=play.EXAMPLES)(play.play)
app.command(name="watch", cls=Command, help=watch.HELP, epilog=watch.EXAMPLES)(watch.watch)
app.command(name="render", cls=Command, help=render.HELP, epilog=render.EXAMPLES)(render.render)
app.command(name="batch", cls=Command, help=batch.HELP, epilog=batch.EXAMPLES)(batch.batch)
app.command(name="report", cls=Command, help=report.HELP, epilog=report.EXAMPLES)(report.report)
app.command(name="replay", cls=Command, help=replay.HELP, epilog=replay.EXAMPLES)(replay.replay)
app.add_typer(scenario.app, name="scenario", callback=_language_below)
app.add_typer(feelinks.app, name="feelinks", callback=_language_below)
app.add_typer(physics.app, name="physics", callback=_language_below)
bench.app.command(name="batch", cls=Command, help=bench_batch.HELP, epilog=bench_batch.EXAMPLES)(bench_batch.batch)
app.add_typer(bench.app, name="bench", callback=_language_below)
app.command(name="rules", cls=Command, help=rules.HELP, epilog=rules.EXAMPLES)(rules.rules)


@app.callback()
def _options(
    context: typer.Context,
    version: Annotated[  # noqa: ARG001  its callback answers it
        bool,
        typer.Option(
            "--version",
            callback=show_versions,
            is_eager=True,
            help=message("Show the versions that matter for reproducing a result."),
        ),
    ] = False,
    lang: Lang = None,
) -> None:
    context.obj = lang
    if context.invoked_subcommand is None:
        say(context.get_help())
        raise typer.Exit(BAD_INPUT)


def start(arguments: Sequence[str]) -> int:
    """Run one command line; returns the exit code."""
    # Help and errors are told in it before the command line is understood.
    words = words_of(choose_language(language_option(arguments), os.environ))
    command = typer.main.get_command(app)
    _translate(command, words)
    try:
        with warnings_noted(words):
            result = command.main(list(arguments), prog_name="magnetsim", standalone_mode=False)
    except typer.TyperException as error:
        # Where only the help is asked for, it is shown, and there is no more to say.
        if error.format_message():
            complain(words, usage_problem(error))
        return BAD_INPUT
    except ReaderLeftError:
        return READER_LEFT
    except MagnetsimError as error:
        complain(words, error)
        return BAD_INPUT
    except OSError as error:
        problem = Phrase("{path}: {problem}", path=error.filename, problem=reason(error))
        complain(words, problem if error.filename else reason(error))
        return BAD_INPUT
    except Interrupted as interruption:
        note(str(interruption))
        return interruption.code
    except Exception as error:
        # Ctrl-C while pydantic makes a model ready comes out as an error of its own that quotes it.
        if "KeyboardInterrupt" not in str(error):
            raise
        result = INTERRUPTED
    if result == INTERRUPTED:
        note(words.gettext("Interrupted."))
    return result if isinstance(result, int) else 0


def _translate(command: Any, words: Words) -> None:
    """Put a command's help, and that of all under it, into the language of these words."""
    command.words = words
    command.options_metavar = words.gettext("[OPTIONS]")
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
