"""A match of 《同感》 as text that is read: each round, then every event of it with its clause."""

from __future__ import annotations

import os
from contextlib import chdir
from pathlib import Path

from magnetsim.language import words_of
from magnetsim.narration.games import narrator, opening_text, outcome_text
from magnetsim.scenario import load_scenario
from magnetsim.session import new_session

FOLDER = Path(__file__).parent / "feelinks"
SCENARIOS = Path(__file__).parents[2] / "scenarios" / "feelinks"
WORDS = words_of("en")


def games():
    """The scenarios that have a transcript, by name: the project's own, and those beside the transcripts."""
    return {path.stem: path for path in sorted([*SCENARIOS.glob("*.toml"), *FOLDER.glob("*.toml")])}


def played(path):
    """The scenario's match, played to its end; cards are looked for in the transcripts' folder."""
    with chdir(FOLDER):
        session = new_session(load_scenario(os.path.relpath(path, FOLDER)))
        session.play()
    return session


def transcript(session):
    """The whole match that a session has played, as lines."""
    lines = [*opening_text(session, WORDS).split("\n"), ""]
    teller = narrator(session, WORDS, lines.append, explain=True)
    for step in session.match.steps:
        teller.watch(step)
    teller.finish()
    return [*lines, "", *outcome_text(session, session.match.outcome, WORDS).split("\n")]
