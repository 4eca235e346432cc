"""Golden games: whole matches, recorded, that must go on being ruled as they were; `make golden` writes them anew."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from magnetsim.narration.explanation import EVENTS
from magnetsim.record import read_record
from magnetsim.rules.xinxin.game import Termination
from magnetsim.scenario import check_game, load_scenario
from tests.golden.replaying import differences
from tests.golden.transcript import transcript
from tests.rule_table import all_clauses, in_transcripts

FOLDER = Path(__file__).parent / "games"
GAMES = sorted(path.stem for path in FOLDER.glob("*.toml"))
NEVER = {
    "declined",  # no strategy leaves a cluster that it may take
}
"""Events that no golden game has."""


@pytest.fixture(scope="module")
def recorded():
    """Each golden game's record, read once."""
    return {name: read_record(FOLDER / f"{name}.jsonl") for name in GAMES}


def test_there_are_games_enough():
    assert len(GAMES) >= 12
    assert sorted(path.stem for path in FOLDER.glob("*.jsonl")) == GAMES
    assert sorted(path.stem for path in FOLDER.glob("*.txt")) == GAMES


@pytest.mark.parametrize("name", GAMES)
def test_it_is_ruled_as_it_was(recorded, name):
    assert list(differences(recorded[name].session)) == [], "if this is meant: make golden, and read its diff"


@pytest.mark.parametrize("name", GAMES)
def test_the_transcript_tells_the_record(recorded, name):
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert text.split("\n") == [*transcript(recorded[name].session), ""]


@pytest.mark.parametrize("name", GAMES)
def test_the_record_is_of_this_scenario(recorded, name):
    scenario = load_scenario(FOLDER / f"{name}.toml")
    session = recorded[name].session
    assert session.scenario == scenario
    checks = check_game(scenario, recorded[name].outcome, session.match.turns)
    assert [check.key for check in checks if check.passed] == [
        "termination",
        *(f"scores.{player.name}" for player in scenario.players),
    ]


@pytest.mark.parametrize("name", GAMES)
def test_the_scores_are_what_was_told_on_the_way(recorded, name):
    """Counted from the events alone: what each collected, caught or was given in the last game."""
    counted = Counter()
    for step in recorded[name].match.steps:
        for event in step.events:
            match event.name:
                case "replay":
                    counted.clear()
                case "collected":
                    counted[event.seat] += len(event.data["magnets"])
                case "caught" | "given":
                    counted[event.seat] += 1
    scores = recorded[name].outcome.scores
    assert tuple(counted[seat] for seat in range(len(scores))) == scores


def test_the_games_visit_every_clause():
    assert set(in_transcripts()) == {clause for clause in all_clauses() if clause.startswith("X")}


def test_the_games_end_in_every_way(recorded):
    assert {record.outcome.termination for record in recorded.values()} == {reason.value for reason in Termination}


def test_the_games_have_every_event(recorded):
    happened = {
        event.name for record in recorded.values() for step in record.session.match.steps for event in step.events
    }
    # Told of new clusters under a house rule; it is no event's name.
    assert happened == set(EVENTS) - {"changed-cluster"} - NEVER
