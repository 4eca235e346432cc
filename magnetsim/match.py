"""The match: asks whose move it is, makes it, keeps it. It knows no game and no physics.

Every input is kept: the start, the seed, and each move with the facts that the world reported. What is
drawn at a move depends on the seed and on the move's place alone, so a match that is taken up again at
any of its moves, forked or taken back goes on with the same draws.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from itertools import groupby, takewhile
from typing import Any, Generic, NamedTuple, Protocol, TypeVar, cast

import numpy as np

from magnetsim.rules.base import CHANCE, Event, Game, Outcome, Reason

State = TypeVar("State")
Move = TypeVar("Move")
Facts = TypeVar("Facts")

World = Callable[[State, Move], Facts | None]
"""What reports the facts of a move, made in a state."""


@dataclass(frozen=True, slots=True, eq=False)
class Refusal(Generic[Move]):
    """A move that was refused, and why; nothing changed by it."""

    move: Move
    reason: Reason


class Request(NamedTuple, Generic[State, Move]):
    """What a player is asked with.

    view : the state as this seat may see it
    legal : why a move would be refused, as far as that can be said before the world is asked
    refused : the moves that were refused since the last one that was made
    """

    seat: int
    view: State
    legal: Callable[[Move], Reason | None]
    refused: tuple[Refusal[Move], ...] = ()


class Strategy(Protocol[State, Move]):
    """What decides: a program, a script, a person at a window."""

    def choose(self, request: Request[State, Move], generator: np.random.Generator) -> Move:
        """The move that is meant."""


Hand = Callable[[Move, np.random.Generator], Move]
"""What becomes of a move that is meant: the hand's error."""


@dataclass(frozen=True, slots=True)
class Participant(Generic[State, Move]):
    """One who sits in a seat: what decides, and the hand that does it; no hand errs in nothing."""

    strategy: Strategy[State, Move]
    hand: Hand[Move] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Step(Generic[State, Move, Facts]):
    """One move that was made.

    turn : the number of the turn it belongs to
    mover : the seat, or CHANCE
    aim : the move as it was meant        move : as it was made
    refused : the moves refused before it
    after : the state that followed
    refusals : how many moves were refused in this turn so far, since one was last imposed in it
    imposed : made in the player's place, after too many refusals
    """

    turn: int
    mover: int
    aim: Move
    move: Move
    facts: Facts | None
    refused: tuple[Refusal[Move], ...]
    events: tuple[Event, ...]
    after: State
    refusals: int = 0
    imposed: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Turn(Generic[State, Move, Facts]):
    """All that was done in one turn, in order."""

    number: int
    steps: tuple[Step[State, Move, Facts], ...]

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened in it."""
        return tuple(event for step in self.steps for event in step.events)

    @property
    def after(self) -> State:
        """The state it ended with."""
        return self.steps[-1].after


class Match(Generic[State, Move, Facts]):
    """The one thing that grows as a game is played.

    start : the state before the first move
    seed : not negative; all that is drawn comes from it
    steps : the moves made so far
    """

    def __init__(self, game: Game[State, Move, Facts], start: State, seed: int) -> None:
        self.game = game
        self.start = start
        self.seed = seed
        self.steps: list[Step[State, Move, Facts]] = []

    @property
    def state(self) -> State:
        """The state now."""
        return self.steps[-1].after if self.steps else self.start

    @property
    def turn(self) -> int:
        """The number of the turn it stands in, or of the last one; those in which somebody was skipped count."""
        return self.game.turn(self.state)

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, None while it goes on."""
        return self.game.outcome(self.state)

    @property
    def turns(self) -> tuple[Turn[State, Move, Facts], ...]:
        """The moves made so far, by turn."""
        return tuple(Turn(number, tuple(steps)) for number, steps in groupby(self.steps, lambda step: step.turn))

    def make(
        self,
        move: Move,
        facts: Facts | None,
        *,
        aim: Move | None = None,
        refused: tuple[Refusal[Move], ...] = (),
    ) -> Step[State, Move, Facts]:
        """Make a move with the facts the world reported, and keep it; IllegalShot when the game refuses it."""
        before = self.state
        mover = self.game.to_move(before)
        if mover is None:
            raise ValueError("the match is over: no move can be made")
        refusals = self.refusals() + len(refused)
        imposed = move == self.game.forfeit(before, refusals)
        after, events = self.game.apply(before, move, facts)
        meant = move if aim is None else aim
        told = 0 if imposed else refusals
        step = Step(self.game.turn(before), mover, meant, move, facts, refused, events, after, told, imposed)
        self.steps.append(step)
        return step

    def fork(self, turn: int | None = None) -> Match[State, Move, Facts]:
        """A match of its own that stands where this one stood before a turn; None: where this one stands now.

        Turns go by number, the next one included; one that was skipped has no move of its own, and means the one after
        it. Moves made before are shared, as they never change; what is drawn from there on is what this match draws.

        ValueError when no such turn was begun.
        """
        forked = Match(self.game, self.start, self.seed)
        forked.steps = self.steps[: len(self.steps) if turn is None else self._before(turn)]
        return forked

    def undo(self, turns: int = 1) -> tuple[Step[State, Move, Facts], ...]:
        """Take back the last turns, of which one that is not over is the first; all is as it was before them.

        Returns the moves taken back, in order: for `redo`. ValueError when fewer turns were played.
        """
        played = self.turns
        if not 0 <= turns <= len(played):
            raise ValueError(f"turns to take back: expected 0 to {len(played)}, as many as were played, got {turns}")
        kept = sum(len(turn.steps) for turn in played[: len(played) - turns])
        taken = tuple(self.steps[kept:])
        del self.steps[kept:]
        return taken

    def redo(self, taken: Sequence[Step[State, Move, Facts]]) -> None:
        """Make moves again that were taken back, with all that was kept of each; IllegalShot where one does not fit."""
        for step in taken:
            self.make(step.move, step.facts, aim=step.aim, refused=step.refused)

    def _before(self, turn: int) -> int:
        """How many moves were made before a turn."""
        first, last = self.game.turn(self.start), self.game.turn(self.state)
        if not first <= turn <= last:
            raise ValueError(f"turn: expected one from {first} to {last}, got {turn}")
        return sum(1 for _ in takewhile(lambda step: step.turn < turn, self.steps))

    def refusals(self) -> int:
        """How many moves were refused in the turn that is being played, since one was last imposed in it."""
        last = self.steps[-1] if self.steps else None
        return last.refusals if last is not None and last.turn == self.game.turn(last.after) else 0


class Stream(IntEnum):
    """What is drawn at a move."""

    CHANCE = 0
    CHOICE = 1
    HAND = 2


def advance(
    match: Match[State, Move, Facts],
    participants: Sequence[Participant[State, Move]],
    world: World[State, Move, Facts],
) -> Step[State, Move, Facts]:
    """Make one move: ask for it, let the hand err, ask the world, apply.

    A refused move is asked for again, until it is a legal one or the game makes one in the player's place.
    """
    game, state = match.game, match.state
    mover = game.to_move(state)
    if mover is None:
        raise ValueError("the match is over: no move can be made")
    if mover == CHANCE:
        drawn = game.chance(state, drawing(match.seed, Stream.CHANCE, len(match.steps)))
        return match.make(drawn, world(state, drawn))

    refused: tuple[Refusal[Move], ...] = ()
    earlier = match.refusals()
    participant = participants[mover]
    while True:
        instead = game.forfeit(state, earlier + len(refused))
        if instead is not None:
            return match.make(instead, world(state, instead), refused=refused)
        request = Request(mover, game.view(state, mover), lambda move: game.legal(state, move), refused)
        generator = late_drawing(match.seed, Stream.CHOICE, len(match.steps), len(refused))
        aim = participant.strategy.choose(request, generator)
        move = aim
        reason = game.legal(state, aim)
        if reason is None and participant.hand is not None:
            move = participant.hand(aim, drawing(match.seed, Stream.HAND, len(match.steps), len(refused)))
            reason = game.legal(state, move)
        if reason is None:
            facts = world(state, move)
            # Without facts there is nothing to say that has not been said.
            reason = None if facts is None else game.legal(state, move, facts)
            if reason is None:
                return match.make(move, facts, aim=aim, refused=refused)
        refused = (*refused, Refusal(move, reason))


def play(
    match: Match[State, Move, Facts],
    participants: Sequence[Participant[State, Move]],
    world: World[State, Move, Facts],
    watch: Callable[[Step[State, Move, Facts]], None] | None = None,
) -> Outcome:
    """Play a match to its end from wherever it stands; `watch` sees each move as it is made."""
    while (outcome := match.outcome) is None:
        step = advance(match, participants, world)
        if watch is not None:
            watch(step)
    return outcome


@lru_cache(maxsize=64)
def _words(seed: int) -> tuple[int, ...]:
    """The words of 32 bits that SeedSequence makes of a seed with a spawn key: so it is done sooner."""
    count = max(4, -(-seed.bit_length() // 32))
    return tuple((seed >> 32 * i) & 0xFFFFFFFF for i in range(count))


def drawing(seed: int, stream: Stream, move: int, attempt: int = 0) -> np.random.Generator:
    """A generator for one draw, which depends on the match's seed and the draw's place alone.

    move : how many were made before        attempt : how often the move was refused before
    """
    words = np.array([*_words(seed), int(stream), move, attempt], dtype=np.uint32)
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence(words)))


class _Late:
    """A generator that is made when it is first drawn from."""

    __slots__ = ("_made", "_place")

    def __init__(self, place: tuple[int, Stream, int, int]) -> None:
        self._place = place
        self._made: np.random.Generator | None = None

    def __getattr__(self, name: str) -> Any:
        if self._made is None:
            self._made = drawing(*self._place)
        return getattr(self._made, name)


def late_drawing(seed: int, stream: Stream, move: int, attempt: int = 0) -> np.random.Generator:
    """As `drawing`, but made when it is first drawn from: many a player draws nothing, and to make one takes long."""
    return cast(np.random.Generator, _Late((seed, stream, move, attempt)))
