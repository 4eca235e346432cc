"""On from a moment of a match in another way: what has been seen of it stays, what comes after is played anew."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from magnetsim.codes import position_code, shot_code
from magnetsim.rules.xinxin.game import Phase, Shoot, State
from magnetsim.session import Session, XinxinStep, resumed
from magnetsim.viewer.seating import with_people
from magnetsim.viewer.show import Show


@dataclass(frozen=True, slots=True)
class Fork:
    """A wish to play on: after so many moves, with a person in these seats."""

    moves: int
    seats: tuple[int, ...]


def seen_moves(show: Show, time: float) -> int:
    """How many moves have been seen to their end at a time, s; one that is under way is not."""
    at, since = show.film.place(time)
    clip = show.film.clips[at]
    seen = at + 1 if since >= clip.hand + clip.moving else at
    return max(0, seen - show.opening)


def forked(session: Session, steps: Sequence[XinxinStep], seats: Collection[int]) -> Session:
    """A session of its own in which these moves were made, with people in these seats.

    What nobody chooses is drawn as in the match that it comes from.
    """
    again = resumed(with_people(session.scenario, seats), session.match.start)
    again.match.steps.extend(steps)
    return again


def position_after(session: Session, steps: Sequence[XinxinStep], moves: int) -> State | None:
    """The first state after so many of the moves in which a player is to shoot; None when none is known."""
    states = [session.match.start, *(step.after for step in steps)]
    return next((state for state in states[moves:] if state.phase is Phase.AIM), None)


def codes_at(session: Session, show: Show, time: float) -> tuple[str, ...]:
    """The position of the next shot, and the shot as well while it is seen, as options of `magnetsim run`."""
    moves = seen_moves(show, time)
    state = position_after(session, show.steps, moves)
    if state is None:
        return ()
    lines = [f"--position {position_code(session.scenario, state)}"]
    clip = show.film.place(time)[0] - show.opening
    move = show.steps[clip].move if 0 <= clip == moves else None
    if isinstance(move, Shoot):
        lines.append(f"--shot {shot_code(move)}")
    return tuple(lines)
