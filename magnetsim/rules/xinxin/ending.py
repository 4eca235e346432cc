"""How a game of 《心心相引》 ends: when, who won, who plays again (X5.1-X5.4, X3.6, X2.3)."""

from __future__ import annotations

from dataclasses import replace

from magnetsim.rules.base import Event, Outcome, leaders
from magnetsim.rules.xinxin.options import teams_of
from magnetsim.rules.xinxin.state import Next, Phase, State, Termination

_END_CLAUSE = {
    Termination.COLLECTED: "X5.1",
    Termination.NO_SHOOTER: "X3.6",
    Termination.TOO_FEW: "X3.6",
    Termination.STALEMATE: "X3.6",
    Termination.TURN_LIMIT: "X3.6",
}


def termination_after(state: State, *, skipped: bool) -> Termination | None:
    """Why the game is over after this turn, None when it is not (X5.1, X3.6)."""
    lying = len(state.table) + len(state.aside)
    held = sum(magnet is not None for magnet in state.hand)
    if lying == 0:
        return Termination.COLLECTED
    if lying + held < 2:
        return Termination.TOO_FEW
    # A set-aside magnet may find a spot at the next turn's start, unless that was just tried in vain.
    if not any(map(state.can_shoot, state.playing)) and (skipped or not state.aside):
        return Termination.NO_SHOOTER
    if state.game_turn - state.lively_turn >= state.options.stalemate_rounds * len(state.playing):
        return Termination.STALEMATE
    if state.game_turn + 1 >= state.options.turn_limit:
        return Termination.TURN_LIMIT
    return None


def finish(state: State, termination: Termination) -> Next:
    """Count, and name the winner or who plays again (X5.2-X5.4, X2.3)."""
    scores = state.scores
    events = [Event(_END_CLAUSE[termination], "ended", None, {"termination": termination.value, "scores": scores})]
    lead = leaders(scores, state.sides)
    most = sum(scores[seat] for seat in lead[0])
    over = replace(state, phase=Phase.OVER, termination=termination)
    if len(lead) == 1:
        return over, (*events, _won(lead[0], most))
    seats = tuple(sorted(seat for side in lead for seat in side))
    events.append(Event("X5.4" if state.options.teams else "X2.3", "tied", None, {"seats": seats, "score": most}))
    if len(state.earlier) >= state.options.replays:
        undecided = Event("X2.3", "undecided", None, {"replays": len(state.earlier)})
        return replace(over, termination=Termination.UNDECIDED), (*events, undecided)
    return replace(over, phase=Phase.LAY_OUT, turn=state.turn + 1), tuple(events)


def _won(side: tuple[int, ...], score: int) -> Event:
    if len(side) == 1:
        return Event("X5.3", "won", side[0], {"score": score})
    return Event("X5.4", "team-won", None, {"seats": side, "score": score})


def outcome(state: State) -> Outcome | None:
    """How the match ended (X5.2-X5.4), None while it goes on."""
    if state.phase is not Phase.OVER or state.termination is None:
        return None
    lead = leaders(state.scores, state.sides)
    winners = lead[0] if len(lead) == 1 else ()
    teams = teams_of(len(state.players)) if state.options.teams else ()
    return Outcome(state.termination.value, winners, state.scores, state.earlier, teams)
