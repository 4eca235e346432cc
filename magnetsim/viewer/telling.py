"""What is told beside a picture, of any game: who plays, the turns in words, scores, as far as they have been seen."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Generic

from magnetsim.language import Words
from magnetsim.shot import Trajectory
from magnetsim.viewer.hud import TURNS, Sitter, Status
from magnetsim.viewer.timeline import Piece, Timeline
from magnetsim.viewer.turn_list import Told

BEFORE = Told(0, -1, "")
"""What all is told under that comes before the first turn."""


@dataclass(kw_only=True)
class Telling(Generic[Piece]):
    """A match or an experiment with what is told of it. Moves are added as they are made; nothing here goes by a clock.

    names, manners : of the players, by seat: what they are called, how they decide
    seed : of the scenario
    turns : all that is told, by turn        told : by clip, how many of the turns, and the last of them as far as told
    scores : by clip, by seat
    begun : what all is told under that comes before the first turn begins
    counted : as of a Status
    opening : how many clips come before that of the first move: one, where a game is taken up in its middle
    """

    title: str
    seed: int
    names: tuple[str, ...]
    manners: tuple[str, ...]
    film: Timeline[Piece] = field(default_factory=Timeline)
    turns: list[Told] = field(default_factory=list)
    told: list[tuple[int, str]] = field(default_factory=list)
    scores: list[tuple[int, ...]] = field(default_factory=list)
    begun: Told = BEFORE
    opening: int = 0
    counted: tuple[str, str] = TURNS

    @property
    def shots(self) -> list[int]:
        """The clips to step by where moves are too many: all, where nothing is shot."""
        return list(range(len(self.film.clips)))

    def begin(self, turn: int, seat: int) -> None:
        """A turn begins: its number, 0 of none, and whose it is, -1 of nobody."""
        self.turns.append(Told(turn, seat, ""))

    def say(self, text: str, words: Words) -> None:
        """Tell something of the turn of now."""
        if text and not self.turns:
            self.turns.append(self.begun)
        if text:
            last = self.turns[-1]
            self.turns[-1] = replace(last, text=words.gettext("; ").join(filter(None, (last.text, text))))

    def end(self, lines: str) -> None:
        """Tell how it ended, each line by itself."""
        self.turns += [Told(0, -1, line) for line in lines.splitlines()]

    def count(self, scores: tuple[int, ...]) -> None:
        """A clip's move is told, and these are the scores after it."""
        self.told.append((len(self.turns), self.turns[-1].text if self.turns else ""))
        self.scores.append(scores)

    def forget(self, moves: int) -> None:
        """Tell no more than so many moves."""
        clips = moves + self.opening
        self.turns = self._told_until(clips)
        del self.told[clips:], self.scores[clips:]

    def _told_until(self, clips: int) -> list[Told]:
        """The turns as told by the end of so many clips."""
        if not self.told or not clips:
            return []
        count, text = self.told[clips - 1]
        return [*self.turns[: count - 1], replace(self.turns[count - 1], text=text)] if count else []

    def status(self, time: float, *, speed: float = 1.0, running: bool = False, live: bool = False) -> Status:
        """What is written at a time, s."""
        film = self.film
        at, since = film.place(time)
        clip = film.clips[at]
        # What a move leads to is told once it is seen.
        seen = at + 1 if since >= clip.told_from else at
        scores = self.scores[seen - 1] if self.scores and seen else (0,) * len(self.names)
        told = self._told_until(seen)
        if told and not told[-1].text and told[-1].turn > clip.turn:
            # It is not its turn yet.
            told.pop()
        trajectory, moved = self.motion_of(at, since)
        return Status(
            title=self.title,
            sitters=[
                Sitter(name, manner, score)
                for name, manner, score in zip(self.names, self.manners, scores, strict=True)
            ],
            seat=clip.seat,
            turn=clip.turn,
            # The last turns may be skipped, and so be told and not seen.
            turns=max(
                film.clips[-1].turn, next((one.turn for one in reversed(self.turns) if one.turn and one.text), 0)
            ),
            told=told,
            time=min(time, film.length),
            length=film.length,
            marks=film.marks(),
            speed=speed,
            running=running,
            live=live,
            trajectory=trajectory,
            since=moved,
            counted=self.counted,
        )

    def motion_of(self, clip: int, since: float) -> tuple[Trajectory | None, float]:  # noqa: ARG002
        """What moves in a clip, and for how long (s) at a time since it began: nothing, where there are no magnets."""
        return None, since

    def code(self, time: float, words: Words) -> str:
        """What names a moment, to tell it to others: the title with its seed, and the turn."""
        at, _ = self.film.place(time)
        text = words.gettext("{name}, seed {seed}, turn {turn}")
        return text.format(name=self.title, seed=self.seed, turn=self.film.clips[at].turn)
