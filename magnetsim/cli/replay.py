"""`magnetsim replay`: a record told again, or computed again and compared."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from magnetsim.cli.output import NOT_SO, Lang, complain, say, spoken
from magnetsim.cli.process import check_compiler, check_threads
from magnetsim.cli.usage import UsageError
from magnetsim.cli.waiting import getting_ready, said_if_long, status_line
from magnetsim.language import Phrase, Words, message, told
from magnetsim.narration.games import narrator, opening_text, outcome_text

if TYPE_CHECKING:
    from magnetsim.record import Difference, Record

HELP = message("Tell a recorded match again, turn by turn; or compute it again and compare.")
EXAMPLES = message("For example: [bold]magnetsim replay records/classic-1.jsonl --verify[/bold]")
MOST_TOLD = 10
"""Differing turns that are told one by one."""


def replay(
    context: typer.Context,
    path: Annotated[Path, typer.Argument(metavar="RECORD", help=message("Record of a match."))],
    verify: Annotated[
        bool, typer.Option("--verify", help=message("Compute every turn again; exit code 1 when one differs."))
    ] = False,
    explain: Annotated[
        bool, typer.Option("--explain", help=message("Tell each event of a match with the clause that it comes from."))
    ] = False,
    codes: Annotated[
        int | None,
        typer.Option(
            "--codes", metavar="TURN", help=message("Print the codes of a turn's position and shot, for magnetsim run.")
        ),
    ] = None,
    lang: Lang = None,
) -> None:
    """Tell a record again, verify it, or print the codes of one of its turns."""
    words = spoken(context, lang)
    if explain + verify + (codes is not None) > 1:
        text = Phrase(
            "--explain tells the turns, --verify computes them again, --codes prints one of them: leave out one"
        )
        raise UsageError(text)
    if verify:
        check_compiler()
    else:
        check_threads()
    from magnetsim.record import read_record

    with said_if_long(getting_ready(words)):
        record = read_record(path)
    if codes is not None:
        _tell_codes(record, codes)
    elif not verify:
        _tell(record, words, explain=explain)
    elif not _confirmed(record, words):
        raise typer.Exit(NOT_SO)


def _tell(record: Record, words: Words, *, explain: bool) -> None:
    say(opening_text(record.session, words))
    teller = narrator(record.session, words, say, explain=explain)
    for step in record.match.steps:
        teller.watch(step)
    teller.finish()
    if record.outcome is not None:
        say(outcome_text(record.session, record.outcome, words))
    else:
        _tell_break(record, words)


def _tell_codes(record: Record, turn: int) -> None:
    """The position and the shot of a turn, as options that play it again."""
    from magnetsim.codes import codes_of_turn
    from magnetsim.rules.xinxin.game import Shoot
    from magnetsim.scenario import Scenario

    scenario = record.session.scenario
    found = codes_of_turn(scenario, record.match, turn) if isinstance(scenario, Scenario) else None
    if found is None:
        shot = sorted({step.turn for step in record.match.steps if isinstance(step.move, Shoot)})
        if shot:
            expected = Phrase("a turn with a shot, from {first} to {last}", first=shot[0], last=shot[-1])
        else:
            expected = Phrase("a record with a shot")
        raise UsageError(Phrase("--codes: expected {expected}, got {got}", expected=expected, got=turn))
    say(f"--position {found[0]}")
    say(f"--shot {found[1]}")


def _tell_break(record: Record, words: Words) -> None:
    """How a record without an outcome ends."""
    if record.stopped is not None:
        say(
            words.gettext("The record breaks off in turn {turn}.").format(
                turn=record.match.game.turn(record.match.state)
            )
        )
        say(words.gettext("What ended it: {error}").format(error=record.stopped))
        return
    turns = len(record.match.turns)
    text = words.ngettext(
        "The record breaks off after {turns} turn.", "The record breaks off after {turns} turns.", turns
    )
    say(text.format(turns=turns))


def _confirmed(record: Record, words: Words) -> bool:
    """Whether computing the record again gives the same, bit for bit; says where it does not."""
    from magnetsim.record import verify

    turns = len(record.match.turns)
    differences = []
    with said_if_long(getting_ready(words)), status_line() as show:
        for turn, difference in verify(record):
            show(words.gettext("turn {turn} of {turns}").format(turn=turn or 0, turns=turns))
            if difference is not None:
                differences.append(difference)
    if record.outcome is None:
        _tell_break(record, words)
    if not differences:
        text = words.ngettext(
            "{turns} turn computed again: the same, bit for bit.",
            "{turns} turns computed again: all the same, bit for bit.",
            turns,
        )
        say(text.format(turns=turns))
        return True
    for difference in differences[:MOST_TOLD]:
        complain(words, _difference_text(difference, words))
    differing = len([difference for difference in differences if difference.turn is not None])
    if differing:
        complain(words, words.gettext("{differing} of {turns} turns differ").format(differing=differing, turns=turns))
    _compare_versions(record, words)
    return False


def _difference_text(difference: Difference, words: Words) -> str:
    where = (
        words.gettext("the layout")
        if difference.turn is None
        else words.gettext("turn {turn}").format(turn=difference.turn)
    )
    if difference.magnet is not None:
        where += words.gettext(", magnet {magnet}").format(magnet=difference.magnet)
    text = words.gettext("{where}: {field}: recorded {recorded}, found {found}").format(
        where=where, field=difference.field, recorded=difference.recorded, found=told(difference.found, words)
    )
    if difference.off_by is not None:
        text += words.gettext(" (off by {off_by:.3g})").format(off_by=difference.off_by)
    return text


def _compare_versions(record: Record, words: Words) -> None:
    """Say what computed the record otherwise: other versions or another machine need not give the same bits."""
    from magnetsim.versions import versions

    for name, here in versions().items():
        there = record.versions.get(name, words.gettext("none"))
        if there != here:
            text = words.gettext("{name}: recorded with {there}, here {here}")
            complain(words, text.format(name=name, there=there, here=here))
