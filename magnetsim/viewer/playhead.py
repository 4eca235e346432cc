"""Where on the line of time one is, and how it goes on: pure, moved by what the clock says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from magnetsim.viewer.timeline import AnyTimeline

SPEEDS = tuple(2.0**power for power in range(-4, 7))
"""How many times as quick as life."""
FRAME = 1 / 120


@dataclass(frozen=True, slots=True)
class Playhead:
    """A place on a line of time.

    time : s        running : whether it goes on        speed : one of SPEEDS
    loop : stay within the clip of now
    """

    time: float = 0.0
    running: bool = True
    speed: float = 1.0
    loop: bool = False


def advanced(head: Playhead, film: AnyTimeline, elapsed: float, *, growing: bool) -> Playhead:
    """The playhead after a time on the clock (s); at the film's end it stops, or waits while the film is growing."""
    if not head.running:
        return head
    time = head.time + elapsed * head.speed
    if head.loop:
        clip, _ = film.place(head.time)
        start = film.start(clip)
        return replace(head, time=start + (time - start) % max(film.clips[clip].length, FRAME))
    if time >= film.length:
        return replace(head, time=film.length, running=growing)
    return replace(head, time=time)


def moved_to(head: Playhead, film: AnyTimeline, time: float) -> Playhead:
    """At a time of the film, or at its nearer end."""
    return replace(head, time=min(max(0.0, time), film.length))


def stepped(head: Playhead, film: AnyTimeline, frames: int) -> Playhead:
    """Frames on or back, standing still."""
    return moved_to(replace(head, running=False), film, head.time + frames * FRAME)


def clip_on(head: Playhead, film: AnyTimeline, clips: int) -> Playhead:
    """At the start of another clip; back: first to the start of the one of now."""
    at, since = film.place(head.time)
    if clips < 0 and since > 0.25:
        clips += 1
    wanted = min(max(0, at + clips), len(film.clips) - 1)
    return moved_to(head, film, film.start(wanted) if at + clips < len(film.clips) else film.length)


def shot_on(head: Playhead, film: AnyTimeline, shots: Sequence[int], count: int) -> Playhead:
    """At the start of another of the clips with a shot; back: first to the start of the one of now.

    Where there is none left, at the film's end, or where it was.
    """
    at, since = film.place(head.time)
    before = [clip for clip in shots if clip < at or (clip == at and since > 0.25)]
    after = [clip for clip in shots if clip > at]
    if count < 0:
        return moved_to(head, film, film.start(before[-1])) if before else head
    return moved_to(head, film, film.start(after[0]) if after else film.length)


def turn_on(head: Playhead, film: AnyTimeline, turns: int) -> Playhead:
    """At the start of another turn; back: first to the start of the one of now."""
    at, _ = film.place(head.time)
    turn = film.clips[at].turn
    if turns < 0 and head.time - film.start(film.first_of_turn(turn)) > 0.25:
        turns += 1
    return to_turn(head, film, turn + turns)


def to_turn(head: Playhead, film: AnyTimeline, turn: int) -> Playhead:
    """At the start of a turn, by its number; the film's end beyond the last."""
    if turn > film.clips[-1].turn:
        return moved_to(head, film, film.length)
    return moved_to(head, film, film.start(film.first_of_turn(turn)))


def faster(head: Playhead, steps: int) -> Playhead:
    """Quicker or slower by steps of two."""
    at = SPEEDS.index(head.speed) + steps
    return replace(head, speed=SPEEDS[min(max(0, at), len(SPEEDS) - 1)])
