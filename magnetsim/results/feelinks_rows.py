"""What the table of games tells of a game of 《同感》."""

from __future__ import annotations

from typing import Any

from magnetsim.feelinks_session import FeelinksSession
from magnetsim.friends import PlayedOut


def feelinks_columns(session: FeelinksSession, ended: PlayedOut | None) -> dict[str, Any]:
    """The columns that say how it went; those of magnets are left to be empty.

    ended : of a game that was played out; None: it is as the match has it
    """
    match = session.match
    state, events = ended or (match.state, [event for step in match.steps for event in step.events])
    outcome = match.game.outcome(state)
    verdicts = [bool(event.data["right"]) for event in events if event.name == "turned"]
    clauses = [event.clause for event in events if event.name == "ended"]
    seats = list(range(len(session.scenario.players)))
    return {
        "termination": outcome.termination if outcome else None,
        "clause": clauses[-1] if clauses else None,
        "winners": list(outcome.winners) if outcome else None,
        "teams": [],
        "scores": list(state.scores),
        "starters": [event.seat for event in events if event.name == "first-host"],
        "start_drawn": True,
        "playing": [seats],
        "tied_scores": [],
        "turns": match.game.turn(state),
        "shots": 0,
        "refusals": sum(len(step.refused) for step in match.steps),
        "predictions": len(verdicts),
        "right": sum(verdicts),
    }
