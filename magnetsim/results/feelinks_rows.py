"""What the table of games tells of a game of 《同感》."""

from __future__ import annotations

from typing import Any

from magnetsim.feelinks_session import FeelinksSession


def feelinks_columns(session: FeelinksSession) -> dict[str, Any]:
    """The columns that say how it went; those of magnets are left to be empty."""
    match, outcome = session.match, session.match.outcome
    events = [event for step in match.steps for event in step.events]
    verdicts = [bool(event.data["right"]) for event in events if event.name == "turned"]
    clauses = [event.clause for event in events if event.name == "ended"]
    seats = list(range(len(session.scenario.players)))
    return {
        "termination": outcome.termination if outcome else None,
        "clause": clauses[-1] if clauses else None,
        "winners": list(outcome.winners) if outcome else None,
        "teams": [],
        "scores": list(match.state.scores),
        "starters": [event.seat for event in events if event.name == "first-host"],
        "start_drawn": True,
        "playing": [seats],
        "tied_scores": [],
        "turns": match.turn,
        "shots": 0,
        "refusals": sum(len(step.refused) for step in match.steps),
        "predictions": len(verdicts),
        "right": sum(verdicts),
    }
