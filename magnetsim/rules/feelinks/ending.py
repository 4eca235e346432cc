"""When a game of 《同感》 is over, who has won it, and how that is told."""

from __future__ import annotations

from magnetsim.rules.base import Event, Outcome, leaders
from magnetsim.rules.feelinks.scoring import stars_of
from magnetsim.rules.feelinks.state import State, Termination


def termination_after_round(state: State) -> Termination | None:
    """Why the game is over after this round, None when it goes on (F5.1, F5.2)."""
    setup = state.setup
    if setup.options.open_end:
        return Termination.ROUND_LIMIT if state.counted >= setup.options.max_rounds else None
    return Termination.ROUNDS if state.counted >= setup.rounds else None


def told_end(state: State) -> tuple[Event, ...]:
    """That the game is over and who has won."""
    outcome = outcome_of(state)
    if outcome is None:
        raise ValueError("the game goes on: there is no end to tell")
    clause = "F5.1" if outcome.termination == Termination.ROUNDS.value else "F5.2"
    ended = Event(clause, "ended", None, {"termination": outcome.termination})
    if state.setup.options.cooperative:
        predictions = state.counted * len(state.scores)
        stars = stars_of(outcome.scores[0], predictions)
        data = {"right": outcome.scores[0], "predictions": predictions, "stars": stars}
        return ended, Event("F5.3", "stars", None, data)
    score = max(outcome.scores)
    won = clause if outcome.termination == Termination.LAST_CELL.value else "F5.3"
    return ended, Event(won, "won", None, {"seats": outcome.winners, "score": score})


def outcome_of(state: State) -> Outcome | None:
    """How the game ended, None while it goes on: farthest wins, equals share the win (F5.2, F5.3)."""
    if state.termination is None:
        return None
    seats = tuple(range(len(state.scores)))
    first = leaders(state.scores, [(seat,) for seat in seats])
    return Outcome(state.termination.value, tuple(seat for (seat,) in first), state.scores)
