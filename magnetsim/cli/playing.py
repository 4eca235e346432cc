"""Playing a match at the command line: told turn by turn, recorded, its expectations held against it."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from magnetsim.cli.output import Interrupted, command_line, complain, note, of_file, relative, say, say_json
from magnetsim.cli.process import outlive_readers
from magnetsim.cli.waiting import getting_ready, said_if_long, status_line
from magnetsim.errors import MagnetsimError, OutputError, naming_file
from magnetsim.language import Phrase, Words
from magnetsim.narration.games import narrator, opening_text, outcome_text

if TYPE_CHECKING:
    from magnetsim.record import RecordWriter
    from magnetsim.rules.base import Outcome
    from magnetsim.scenario import AnyScenario
    from magnetsim.scenario.verdict import Check
    from magnetsim.session import AnySession, AnyStep

RECORDS = Path("records")
"""Where records go that are not told where."""
LONGEST_STEM = 120
"""bytes of a scenario file's name, and digits of a seed, that go into a record's name: systems take some 250 in all."""
LONGEST_SEED = 40

T = TypeVar("T")


def play_match(
    path: Path, scenario: AnyScenario, record: Path | None, words: Words, *, as_json: bool, quiet: bool, explain: bool
) -> bool:
    """Play a match and record it; whether all came out that the scenario expects.

    path : the scenario's file
    record : where the match is recorded; None: in `records/`, named after file and seed, beside what is there already

    Ctrl-C is Interrupted: the turns that were finished stay in the record's unfinished file. OutputError, after the
    end of the match, when it could not be recorded or told.
    """
    from magnetsim.record import RecordWriter
    from magnetsim.scenario import check_game
    from magnetsim.session import new_session

    # The record is kept to its end, also when `head` has seen enough.
    outlive_readers()
    kept, heard = Outlet(), Outlet()
    with ExitStack() as opened:
        waiting = opened.enter_context(ExitStack())
        waiting.enter_context(said_if_long(getting_ready(words)))
        if record is not None:
            _check_place(record)
        with of_file(path):
            session = new_session(scenario)
        if record is None:
            writer = RecordWriter.beside(own_place(path, scenario.seed), session)
        else:
            writer = RecordWriter(record, session)
        opened.enter_context(writer)
        tell = opened.enter_context(status_line()) if as_json or quiet else partial(heard.write, say)
        if not (as_json or quiet):
            tell(opening_text(session, words))
        teller = narrator(session, words, tell, explain=explain)

        def watch(step: AnyStep) -> None:
            waiting.close()
            kept.write(writer.watch, step)
            teller.watch(step)

        try:
            with of_file(path):
                outcome = session.play(watch)
        except KeyboardInterrupt:
            raise Interrupted(_interrupted(writer, words)) from None
        except MagnetsimError:
            teller.finish()
            note(words.gettext("What was played until then is in {path}").format(path=relative(writer.unfinished)))
            raise
        kept.write(writer.finish, outcome)
        teller.finish()
    checks = check_game(scenario, outcome, session.match.turns)
    place = writer.path if kept.failure is None else None
    if as_json:
        say_json(match_data(session, outcome, place, checks))
    elif heard.failure is None:
        tell_end(session, outcome, place, words)
        report_misses(checks, words)
    for failure in (kept.failure, heard.failure):
        if failure is not None:
            raise failure
    return all(check.passed for check in checks)


class Outlet:
    """Where something is written that takes no more once it has failed: the game goes on without.

    failure : what it failed with, to be raised when the game is over
    """

    def __init__(self) -> None:
        self.failure: OutputError | None = None

    def write(self, write: Callable[[T], None], what: T) -> None:
        """Write it, unless that has failed before."""
        if self.failure is None:
            try:
                write(what)
            except OutputError as error:
                self.failure = error


def match_data(session: AnySession, outcome: Outcome, record: Path | None, checks: Sequence[Check]) -> dict[str, Any]:
    """How a match ended, as plain data for strict JSON.

    record : where it is recorded; None: nowhere
    """
    names = [player.name for player in session.scenario.players]
    return {
        "scenario": session.scenario.name,
        "seed": session.scenario.seed,
        "termination": outcome.termination,
        "winners": [names[seat] for seat in outcome.winners],
        "scores": dict(zip(names, outcome.scores, strict=True)),
        "teams": [
            {"players": [names[seat] for seat in team], "score": sum(outcome.scores[seat] for seat in team)}
            for team in outcome.teams
        ],
        "earlier": [dict(zip(names, scores, strict=True)) for scores in outcome.earlier],
        "turns": session.match.turn,
        "record": None if record is None else relative(record),
        "expectations": [asdict(check) for check in checks],
    }


def report_misses(checks: Sequence[Check], words: Words) -> None:
    """Say which expectations are not met, or that all are."""
    for check in checks:
        if not check.passed:
            text = words.gettext("{key}: expected {expected}, got {got}")
            complain(words, text.format(key=check.key, expected=check.expected_text, got=check.got_text))
    if checks:
        met = sum(check.passed for check in checks)
        say(words.gettext("{met} of {all} expectations met").format(met=met, all=len(checks)))


def tell_end(session: AnySession, outcome: Outcome, record: Path | None, words: Words) -> None:
    """How a match ended, where it is recorded and how it is told again; record: None: nowhere."""
    say(outcome_text(session, outcome, words))
    if record is not None:
        say(words.gettext("Record: {path}").format(path=relative(record)))
        say(words.gettext("Replay: {command}").format(command=command_line("replay", relative(record))))


def _interrupted(writer: RecordWriter, words: Words) -> str:
    if writer.turns == 0:
        return words.gettext("Interrupted.")
    text = words.ngettext(
        "Interrupted; {count} finished turn is in {path}",
        "Interrupted; {count} finished turns are in {path}",
        writer.turns,
    )
    return text.format(count=writer.turns, path=relative(writer.unfinished))


def own_place(scenario: Path, seed: int) -> Path:
    """Where a match is recorded that is not told where, in a folder that is there; the name is cut where it is long."""
    with naming_file(RECORDS):
        RECORDS.mkdir(exist_ok=True)
    stem = scenario.stem
    while len(os.fsencode(stem)) > LONGEST_STEM:
        stem = stem[:-1]
    return RECORDS / f"{stem}-{str(seed)[:LONGEST_SEED]}.jsonl"


def _check_place(record: Path) -> None:
    """OutputError when there is no folder for the record, or a folder of its name."""
    if record.is_dir():
        raise OutputError(Phrase("{path} is a folder; name a file in it", path=record))
    if not record.parent.is_dir():
        text = Phrase(
            "{path}: there is no folder {folder}; make it, or name another file", path=record, folder=record.parent
        )
        raise OutputError(text)
