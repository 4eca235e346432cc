"""Playing a match at the command line: told turn by turn, recorded, its expectations held against it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from magnetsim.cli.output import Interrupted, command_line, complain, of_file, relative, say
from magnetsim.cli.waiting import getting_ready, said_if_long, status_line
from magnetsim.language import Words
from magnetsim.narration.xinxin import Narrator, opening_text, outcome_text

if TYPE_CHECKING:
    from magnetsim.rules.base import Outcome
    from magnetsim.scenario import Scenario
    from magnetsim.scenario.verdict import Check
    from magnetsim.session import Session, XinxinStep

RECORDS = Path("records")
"""Where records go that are not told where."""


def play_match(
    path: Path, scenario: Scenario, record: Path | None, words: Words, *, as_json: bool, quiet: bool, explain: bool
) -> bool:
    """Play a match and record it; whether all came out that the scenario expects.

    path : the scenario's file
    record : where the match is recorded; None: in `records/`, named after file and seed, beside what is there already

    Ctrl-C is Interrupted: the turns that were finished stay in the record's unfinished file.
    """
    from magnetsim.record import RecordWriter, free_path
    from magnetsim.scenario import check_game
    from magnetsim.session import new_session

    with ExitStack() as opened:
        waiting = opened.enter_context(ExitStack())
        waiting.enter_context(said_if_long(getting_ready(words)))
        if record is not None:
            _check_place(record, words)
        with of_file(path):
            session = new_session(scenario)
        if record is None:
            RECORDS.mkdir(exist_ok=True)
            record = free_path(RECORDS / f"{path.stem}-{scenario.seed}.jsonl", session)
        writer = opened.enter_context(RecordWriter(record, session))
        tell = opened.enter_context(status_line()) if as_json or quiet else say
        if tell is say:
            say(opening_text(session, words))
        narrator = Narrator([player.name for player in scenario.players], words, tell, explain=explain)

        def watch(step: XinxinStep) -> None:
            waiting.close()
            writer.watch(step)
            narrator.watch(step)

        try:
            outcome = session.play(watch)
        except KeyboardInterrupt:
            raise Interrupted(_interrupted(writer.turns, writer.unfinished, words)) from None
        writer.finish(outcome)
        narrator.finish()
    checks = check_game(scenario, outcome, session.match.turns)
    if as_json:
        say(json.dumps(match_data(session, outcome, record, checks), ensure_ascii=False, allow_nan=False, indent=2))
    else:
        _tell_end(session, outcome, record, words)
        report_misses(checks, words)
    return all(check.passed for check in checks)


def match_data(session: Session, outcome: Outcome, record: Path, checks: Sequence[Check]) -> dict[str, Any]:
    """How a match ended, as plain data for strict JSON."""
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
        "turns": len(session.match.turns),
        "record": relative(record),
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


def _tell_end(session: Session, outcome: Outcome, record: Path, words: Words) -> None:
    names = [player.name for player in session.scenario.players]
    say(outcome_text(names, outcome, len(session.match.turns), words))
    say(words.gettext("Record: {path}").format(path=relative(record)))
    say(words.gettext("Replay: {command}").format(command=command_line("replay", relative(record))))


def _interrupted(finished: int, unfinished: Path, words: Words) -> str:
    text = words.ngettext(
        "Interrupted; {count} finished turn is in {path}", "Interrupted; {count} finished turns are in {path}", finished
    )
    return text.format(count=finished, path=relative(unfinished))


def _check_place(record: Path, words: Words) -> None:
    """RecordError when there is no folder for the record, or a folder of its name."""
    from magnetsim.errors import RecordError

    if record.is_dir():
        raise RecordError(words.gettext("{path} is a folder; name a file in it").format(path=record))
    if not record.parent.is_dir():
        text = words.gettext("{path}: there is no folder {folder}; make it, or name another file")
        raise RecordError(text.format(path=record, folder=record.parent))
