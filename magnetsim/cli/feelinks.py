"""`magnetsim feelinks play`: people round one keyboard play 《同感》, with simulated friends in other seats."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from magnetsim.cli.loading import seed_of
from magnetsim.cli.output import Interrupted, Lang, command_line, relative, say, spoken
from magnetsim.cli.process import check_threads
from magnetsim.cli.usage import Command, Group, UsageError
from magnetsim.errors import OutputError, RecordError, ScenarioError
from magnetsim.language import Phrase, Words, language_of, message
from magnetsim.rules.feelinks.options import FEWEST, MOST

if TYPE_CHECKING:
    from magnetsim.feelinks_session import FeelinksSession

app = typer.Typer(cls=Group, no_args_is_help=True, help=message("《同感》: play it at one keyboard."))

HELP = message("Play 《同感》 at one keyboard, handed round; q leaves the game, to go on another time.")
EXAMPLES = message("For example: [bold]magnetsim feelinks play --players 4 --friends 2 --theme work[/bold]")
FRIENDS = {
    "zh": ("小安", "小北", "小川", "小冬", "小恩", "小凡", "小谷", "小禾"),
    "en": ("Ada", "Ben", "Cleo", "Dan", "Eli", "Flo", "Gil", "Hal"),
}
"""Names of simulated friends, enough also where people bear some of them."""


@app.command(cls=Command, help=HELP, epilog=EXAMPLES)
def play(
    context: typer.Context,
    players: Annotated[
        int | None, typer.Option(metavar="N", help=message("How many play, 3 to 8; as many as --names, or 3."))
    ] = None,
    names: Annotated[
        str | None,
        typer.Option(
            metavar="NAMES", help=message("Names of the people, between commas; simulated friends have their own.")
        ),
    ] = None,
    friends: Annotated[int, typer.Option(metavar="N", help=message("How many of them are simulated friends."))] = 0,
    theme: Annotated[
        list[str] | None,
        typer.Option(
            metavar="THEME",
            help=message("A deck: family, friends, school, work; give it again to shuffle several together."),
        ),
    ] = None,
    rounds: Annotated[
        int | None, typer.Option(metavar="N", help=message("How many rounds; each is host once at least."))
    ] = None,
    open_end: Annotated[
        bool, typer.Option("--open-end", help=message("Play until a marker reaches the last cell of the track."))
    ] = False,
    track: Annotated[int, typer.Option(metavar="N", help=message("Cells of the track."))] = 30,
    beginners: Annotated[
        bool, typer.Option("--beginners", help=message("The first round goes without partners and points."))
    ] = False,
    together: Annotated[
        bool, typer.Option("--together", help=message("Play together, for one sum and stars."))
    ] = False,
    cards: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help=message("Cards of your own; docs/feelinks.md says how."))
    ] = None,
    seed: Annotated[
        str | None, typer.Option(metavar="N", help=message("Where all chance comes from; any if left out."))
    ] = None,
    save: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help=message("Where the game is kept; records/feelinks-SEED.jsonl if left out.")),
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE", help=message("Go on with a game that was left; other options aside."))
    ] = None,
    lang: Lang = None,
) -> None:
    """Play at one keyboard; a game that is left ends well, Ctrl-C ends it with exit code 130."""
    words = spoken(context, lang)
    check_threads()
    if resume is not None:
        session, path = _resumed(resume), resume
    else:
        options = {"open_end": open_end, "track": track, "beginners_round": beginners, "cooperative": together}
        data = {
            "schema": 1,
            "name": words.gettext("feelinks"),
            "game": "feelinks",
            "seed": secrets.randbits(32) if seed is None else seed_of(seed),
            "themes": theme or ["family"],
            "rules": options if rounds is None else {**options, "rounds": rounds},
            "players": _players(players, names, friends, words),
        }
        session = _begun(data if cards is None else {**data, "cards": str(cards)})
        path = _place(save, session)
    _played(session, path, words)


def _players(players: int | None, names: str | None, friends: int, words: Words) -> list[dict[str, Any]]:
    """Who plays, people first, as a scenario has it."""
    people = [name.strip() for name in re.split(r"[,，、]", names)] if names is not None else []
    most = players if players is not None else MOST if people else FEWEST
    if not FEWEST <= most <= MOST:
        raise UsageError(Phrase("--players: expected 3 to 8, got {got}", got=players))
    if not 0 <= friends < most:
        text = Phrase(
            "--friends: expected 0 to {most}, so that somebody sits at the keyboard, got {got}",
            most=most - 1,
            got=friends,
        )
        raise UsageError(text)
    if players is None:
        players = _seats(people, friends) if people else FEWEST
    if people and len(people) != players - friends:
        text = Phrase(
            "--names: expected {expected}, one a person, got {got}", expected=players - friends, got=len(people)
        )
        raise UsageError(text)
    if not people:
        people = [words.gettext("Player {number}").format(number=1 + i) for i in range(players - friends)]
    from magnetsim.scenario.consistency import alike

    taken = [alike(name) for name in people]
    free = [name for name in FRIENDS[language_of(words)] if alike(name) not in taken]
    return [
        *({"name": name, "strategy": "person"} for name in people),
        *({"name": name, "strategy": "friend", "learning": True} for name in free[:friends]),
    ]


def _seats(people: Sequence[str], friends: int) -> int:
    """How many play where that is left to the names; UsageError when so many cannot."""
    seats = len(people) + friends
    if seats < FEWEST:
        text = Phrase(
            "--names: expected 3 to 8 who play, got {got};"
            " name more people, or let simulated friends play: --friends {friends}",
            got=seats,
            friends=FEWEST - len(people),
        )
        raise UsageError(text)
    if seats > MOST:
        text = Phrase(
            "--names: expected 3 to 8 who play, got {people} names and {friends} simulated friends; name fewer people",
            people=len(people),
            friends=friends,
        )
        raise UsageError(text)
    return seats


def _begun(data: dict[str, Any]) -> FeelinksSession:
    from magnetsim.feelinks_session import feelinks_session
    from magnetsim.scenario import parse_scenario
    from magnetsim.scenario.feelinks import FeelinksScenario

    scenario = parse_scenario(data, "feelinks play")
    if not isinstance(scenario, FeelinksScenario):
        raise ScenarioError(Phrase("{path}: expected a game of 《同感》, got another", path="feelinks play"))
    return feelinks_session(scenario)


def _resumed(path: Path) -> FeelinksSession:
    """A game that was left, at the move it stands at."""
    from magnetsim.feelinks_session import FeelinksSession
    from magnetsim.record import read_record

    record = read_record(path)
    if not isinstance(record.session, FeelinksSession):
        raise RecordError(Phrase("{path}: expected a game of 《同感》, got another", path=path))
    if record.outcome is not None:
        raise RecordError(Phrase("{path}: this game is over", path=path))
    return record.session


def _place(save: Path | None, session: FeelinksSession) -> Path:
    """Where the game is kept: a file that is not there yet."""
    from magnetsim.cli.playing import RECORDS

    if save is None:
        RECORDS.mkdir(exist_ok=True)
        stem = f"feelinks-{str(session.scenario.seed)[:40]}"
        named = chain([f"{stem}.jsonl"], (f"{stem}-{number}.jsonl" for number in count(2)))
        return next(path for path in (RECORDS / name for name in named) if not path.exists())
    if save.exists():
        raise OutputError(Phrase("{path} is there already; name another file, or go on with it: --resume", path=save))
    return save


def _played(session: FeelinksSession, path: Path, words: Words) -> None:
    """Play to the end, or until somebody leaves. The game is kept after every round, and when it is left."""
    from magnetsim.cli.keyboard import InputEnded, People, Screen, Suspended
    from magnetsim.match import Participant
    from magnetsim.narration.games import opening_text, outcome_text
    from magnetsim.record import save

    screen = Screen(words)
    seats = tuple(seat for seat, player in enumerate(session.scenario.players) if player.strategy == "person")
    people = People(screen, seats)
    seated = tuple(
        Participant(people) if seat in seats else participant for seat, participant in enumerate(session.participants)
    )
    session = replace(session, participants=seated)
    save(path, session)
    screen.say(opening_text(session, words))
    screen.say(words.gettext("q at any question leaves the game; it is kept in {path}").format(path=relative(path)))
    screen.say()
    try:
        while session.match.outcome is None:
            turn = session.match.game.turn(session.match.state)
            people.watch(session.advance())
            if session.match.game.turn(session.match.state) != turn:
                save(path, session)
    except (Suspended, KeyboardInterrupt) as left:
        save(path, session)
        screen.clear()
        if isinstance(left, InputEnded):
            say(words.gettext("The input ended before the game did."))
        say(
            words.gettext("Go on: {command}").format(
                command=command_line("feelinks", "play", "--resume", relative(path))
            )
        )
        if isinstance(left, KeyboardInterrupt):
            raise Interrupted(words.gettext("Interrupted.")) from None
        return
    save(path, session)
    say(outcome_text(session, session.match.outcome, words))
    say(words.gettext("Record: {path}").format(path=relative(path)))
