"""Golden games of 《同感》: whole matches that must go on as they did; `make golden` writes their transcripts anew."""

from __future__ import annotations

import re

import pytest

from magnetsim.narration.feelinks import EVENTS
from magnetsim.rules.feelinks.state import Termination
from tests.golden.feelinks_transcript import FOLDER, games, played, transcript
from tests.rule_table import all_clauses

GAMES = games()
NEVER_SHOWN = {
    "F1.1",  # who plays stands in the first line
    "F1.2",
    "F1.4",
    "F1.5",
    "F1.6",
    "F4.1",
    "F4.2",
    "F4.3",
    "F4.6",
    "F4.7",
}
"""Clauses that no event bears: other clauses' events, and their tests, show them."""


@pytest.fixture(scope="module")
def sessions():
    """Each golden game, played once."""
    return {name: played(path) for name, path in GAMES.items()}


def events(session):
    return [event for step in session.match.steps for event in step.events]


def test_each_has_a_transcript():
    assert sorted(path.stem for path in FOLDER.glob("*.txt")) == sorted(GAMES)
    assert {len(played(path).scenario.players) for path in GAMES.values()} == set(range(3, 9))


@pytest.mark.parametrize("name", sorted(GAMES))
def test_it_goes_as_it_went(sessions, name):
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert text.split("\n") == [*transcript(sessions[name]), ""], "if this is meant: make golden, and read its diff"


def test_the_games_end_in_every_way_that_friends_bring_about(sessions):
    ended = {session.match.outcome.termination for session in sessions.values()}
    assert ended >= {Termination.ROUNDS.value, Termination.LAST_CELL.value}


def test_the_games_show_every_event_and_clause(sessions):
    told = [event for session in sessions.values() for event in events(session)]
    assert {event.name for event in told} == set(EVENTS)
    text = "\n".join(path.read_text(encoding="utf-8") for path in FOLDER.glob("*.txt"))
    shown = set(re.findall(r"^ +(F\d\.\d): ", text, re.MULTILINE))
    assert shown == {clause for clause in all_clauses() if clause.startswith("F")} - NEVER_SHOWN


@pytest.mark.rule("F3.9", "F4.6")
def test_a_pile_runs_out_and_its_symbol_is_swapped_no_more(sessions):
    session = sessions["exhausted-pile"]
    swaps = [event for event in events(session) if event.name == "swapped"]
    assert [event.data["position"] for event in swaps] == [1]
    assert session.match.state.stock.piles == ((), (), ())
    assert any(event.name == "reshuffled" for event in events(session))


@pytest.mark.rule("F4.5")
def test_a_card_is_put_back_at_most_once_a_round(sessions):
    told = events(sessions["redraw"])
    assert sum(event.name == "redrew" for event in told) >= 2


@pytest.mark.rule("F5.3")
def test_a_win_is_shared(sessions):
    assert len(sessions["shared-win"].match.outcome.winners) == 2


@pytest.mark.rule("F5.2")
def test_an_open_end_is_reached(sessions):
    outcome = sessions["open-end"].match.outcome
    assert outcome.termination == "last-cell"
    assert max(outcome.scores) == 12


@pytest.mark.rule("F4.4")
def test_beginners_begin_without_points(sessions):
    first = sessions["beginners"].match.turns[0]
    assert any(event.name == "beginners" for event in first.events)
    assert first.after.scores == (0,) * 5
