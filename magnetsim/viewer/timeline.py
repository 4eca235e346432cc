"""What is seen of a game, move after move, on one line of time; the same for every game."""

from __future__ import annotations

from bisect import bisect_right
from typing import Any, Generic, Protocol, TypeVar


class Span(Protocol):
    """What one move takes on the line of time."""

    @property
    def turn(self) -> int:
        """The number of its turn."""

    @property
    def seat(self) -> int:
        """Whose it is, -1 of nobody."""

    @property
    def length(self) -> float:
        """In s."""

    @property
    def told_from(self) -> float:
        """From when in it (s) what the move leads to is seen, and told."""


Piece = TypeVar("Piece", bound=Span)


class Timeline(Generic[Piece]):
    """Clips in order, one a move; it grows while a match is played.

    clips : what is seen of each move        ends : when each is over, s        changes : how often it grew or was cut
    """

    def __init__(self) -> None:
        self.clips: list[Piece] = []
        self.ends: list[float] = []
        self.changes = 0
        self._marks: tuple[tuple[float, int], ...] | None = None

    @property
    def length(self) -> float:
        """In s."""
        return self.ends[-1] if self.ends else 0.0

    def add(self, clip: Piece) -> None:
        """Put a clip at the end."""
        self.clips.append(clip)
        self.ends.append(self.length + clip.length)
        self.changes += 1
        self._marks = None

    def keep(self, clips: int) -> None:
        """Cut after so many clips."""
        del self.clips[clips:], self.ends[clips:]
        self.changes += 1
        self._marks = None

    def place(self, time: float) -> tuple[int, float]:
        """The number of the clip that is seen at a time, and the time since it began; the last one's end beyond it."""
        at = min(bisect_right(self.ends, time), len(self.clips) - 1)
        return at, min(max(0.0, time - self.start(at)), self.clips[at].length)

    def start(self, clip: int) -> float:
        """When a clip begins, s."""
        return self.ends[clip - 1] if clip else 0.0

    def first_of_turn(self, turn: int) -> int:
        """The first clip of a turn, or of the next one that has any; the last clip beyond them."""
        return next((at for at, clip in enumerate(self.clips) if clip.turn >= turn), len(self.clips) - 1)

    def marks(self) -> tuple[tuple[float, int], ...]:
        """The share of the line at which each turn begins, and whose it is."""
        # Asked for in every frame, of games of thousands of turns.
        if self._marks is None:
            marks, turn = [], 0
            for at, clip in enumerate(self.clips):
                if clip.turn != turn:
                    turn = clip.turn
                    marks.append((self.start(at) / max(self.length, 1e-9), clip.seat))
            self._marks = tuple(marks)
        return self._marks

    @property
    def turns(self) -> list[int]:
        """The numbers of the turns of which anything is seen."""
        return sorted({clip.turn for clip in self.clips})

    def span(self, turn: int) -> tuple[float, float]:
        """When one of the turns begins and ends, s."""
        clips = [at for at, clip in enumerate(self.clips) if clip.turn == turn]
        return self.start(clips[0]), self.ends[clips[-1]]


AnyTimeline = Timeline[Any]
