"""What the tables tell of a game of 《心心相引》, read off its moves, facts and events."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from magnetsim.rim import rim_arc, rim_length, rim_point
from magnetsim.rules.base import Event
from magnetsim.rules.xinxin.facts import Rested, ShotResult
from magnetsim.rules.xinxin.moves import Deal, Shoot
from magnetsim.rules.xinxin.options import way_of
from magnetsim.rules.xinxin.state import Phase, State, Termination
from magnetsim.session import Session, XinxinStep
from magnetsim.shot import Delivery, Push, Settled

_MM_PER_M = 1000.0
_BEFORE_THE_SHOT = {phase.value for phase in (Phase.RETURN, Phase.TAKE, Phase.AIM)}
_ENDS = ("ended", "undecided")


def xinxin_columns(session: Session) -> dict[str, Any]:
    """The columns of the table of games that say how it went."""
    match, start, state = session.match, session.match.start, session.match.state
    outcome = match.outcome
    events = [event for step in match.steps for event in step.events]
    ends = [event for event in events if event.name in _ENDS]
    why = [event.data["termination"] for event in ends if event.name == "ended"]
    forfeits = [event for event in events if event.name == "forfeited"]
    idle = sum(event.data["phase"] in _BEFORE_THE_SHOT for event in forfeits)
    skipped, no_starts = _count(events, "skipped"), _count(events, "no-start")
    settled = [one for step in match.steps if (one := _settled(step)) is not None]
    return {
        "termination": outcome.termination if outcome else None,
        "clause": ends[-1].clause if outcome else None,
        "winners": list(outcome.winners) if outcome else None,
        "teams": [list(team) for team in outcome.teams] if outcome else None,
        "scores": list(state.scores),
        "starters": [*_who_began(start), *(event.seat for event in events if event.name == "starts")],
        "start_drawn": session.scenario.deal is None and not _is_begun(start),
        "playing": [
            *([list(start.playing)] if _is_begun(start) else []),
            *(list(step.after.playing) for step in match.steps if isinstance(step.move, Deal)),
        ],
        "tied_scores": [list(scores) for scores in state.earlier[len(start.earlier) :]],
        "turns": match.turn - start.turn + 1,
        "shots": _count(events, "shot"),
        "skipped": skipped,
        "no_starts": no_starts,
        "forfeits": len(forfeits),
        "idle_turns": skipped + no_starts + idle,
        "refusals": sum(len(step.refused) for step in match.steps),
        "magnets": len(state.laid),
        "left": _left(state),
        "new_clusters": _count(events, "new-cluster"),
        "taken": sum(_size(event) for event in events if event.name == "collected"),
        "falls": _count(events, "fell"),
        "catches": _count(events, "caught"),
        "given": _count(events, "given"),
        "unrested": sum(not _shot(step).at_rest for step in match.steps if isinstance(step.move, Shoot)),
        "ties": _count(events, "tied"),
        "replays": len(state.earlier) - len(start.earlier),
        "stalemate": bool(why) and why[-1] == Termination.STALEMATE.value,
        "simulated_s": math.fsum(one.duration for one in settled),
    }


def shot_rows(session: Session) -> Iterator[dict[str, Any]]:
    """The rows of its shots, in order, without what names the game."""
    match, players = session.match, session.scenario.players
    events = _events_by_turn(match.start, match.steps)
    refusals: dict[int, int] = {}
    for step in match.steps:
        refusals[step.turn] = refusals.get(step.turn, 0) + len(step.refused)
    before = match.start
    for step in match.steps:
        if isinstance(step.move, Shoot) and isinstance(step.aim, Shoot):
            player = players[step.mover]
            yield {
                "turn": step.turn,
                "replay": len(before.earlier) - len(match.start.earlier),
                "game_turn": before.game_turn,
                "seat": step.mover,
                "player": player.name,
                "strategy": player.strategy,
                **_sent(before, step.mover, step.aim, step.move),
                "refusals": refusals[step.turn],
                **_done(_shot(step), events[step.turn]),
            }
        before = step.after


def _sent(before: State, seat: int, aim: Shoot, made: Shoot) -> dict[str, Any]:
    """Where it started, how it was meant, how it was made."""
    board = before.table.board
    arc, length = rim_arc(board, made.position), rim_length(board)
    _, (inward_x, inward_y) = rim_point(board, arc)
    inward = math.atan2(inward_y, inward_x)
    # By the shorter way round.
    along = (arc - before.seats[seat].middle + length / 2) % length - length / 2
    return {
        "way": way_of(made.shot).value,
        "magnet": made.shot.magnet,
        "x_mm": made.position[0] * _MM_PER_M,
        "y_mm": made.position[1] * _MM_PER_M,
        "angle_deg": math.degrees(made.angle),
        "along_mm": along * _MM_PER_M,
        **{f"aim_{name}": value for name, value in _shot_columns(aim, inward).items()},
        **_shot_columns(made, inward),
    }


def _shot_columns(move: Shoot, inward: float) -> dict[str, float | None]:
    shot = move.shot
    return {
        "direction_deg": math.degrees(shot.direction),
        "inward_deg": math.degrees(math.remainder(shot.direction - inward, math.tau)),
        "speed_m_s": shot.speed,
        "offset_mm": None if isinstance(shot, Delivery) else shot.offset * _MM_PER_M,
        "stroke_mm": shot.stroke * _MM_PER_M if isinstance(shot, Push) else None,
        "spin_rad_s": shot.spin if isinstance(shot, Delivery) else None,
    }


def _done(settled: Settled, events: list[Event]) -> dict[str, Any]:
    """What the shot did, and what its turn came to."""
    sizes = sorted((_size(event) for event in events if event.name == "new-cluster"), reverse=True)
    return {
        "simulated_s": settled.duration,
        "at_rest": settled.at_rest,
        "contacts": len(settled.contacts),
        "new_clusters": len(sizes),
        "cluster_sizes": sizes,
        "taken": sum(_size(event) for event in events if event.name == "collected"),
        "falls": _count(events, "fell"),
        "catchers": [event.seat for event in events if event.name == "caught"],
        "given": _count(events, "given"),
        "clauses": sorted({event.clause for event in events}),
    }


def _is_begun(start: State) -> bool:
    """Whether a match goes on from a position, in the middle of a game."""
    return start.phase not in (Phase.LAY_OUT, Phase.DEAL)


def _who_began(start: State) -> tuple[int, ...]:
    """Who started the game that a match goes on with: turns go round, those of who was skipped as well."""
    if not _is_begun(start):
        return ()
    now = start.playing.index(start.seat)
    return (start.playing[(now - start.game_turn) % len(start.playing)],)


def _events_by_turn(start: State, steps: list[XinxinStep]) -> dict[int, list[Event]]:
    """What happened in each turn, by its number; that a turn begins, and what comes before a game's first, left out.

    The move that ends a turn tells of the next one's beginning as well.
    """
    turn = start.turn if _is_begun(start) else 0
    found: dict[int, list[Event]] = {turn: []}
    for event in (event for step in steps for event in step.events):
        if event.name == "turn":
            turn = int(str(event.data["turn"]))
            found[turn] = []
        elif event.name == "replay":
            turn = 0
        elif turn:
            found[turn].append(event)
    return found


def _left(state: State) -> int:
    """How many magnets nobody has collected."""
    held = sum(magnet is not None for magnet in state.hand)
    return len(state.table) + held + len(state.falling) + len(state.waiting) + len(state.aside)


def _settled(step: XinxinStep) -> Settled | None:
    return step.facts.settled if isinstance(step.facts, Rested | ShotResult) else None


def _shot(step: XinxinStep) -> Settled:
    settled = _settled(step)
    if settled is None:
        raise ValueError(f"turn {step.turn}: a shot that was made has settled, and this one has not")
    return settled


def _count(events: list[Event], name: str) -> int:
    return sum(event.name == name for event in events)


def _size(event: Event) -> int:
    magnets = event.data["magnets"]
    return len(magnets) if isinstance(magnets, tuple) else 0
