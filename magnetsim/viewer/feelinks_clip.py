"""One move of 《同感》 as it is seen: votes are laid, turned over, markers go on. What lies face down is not in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from magnetsim.feelinks_session import FeelinksStep
from magnetsim.rules.feelinks.ending import outcome_of
from magnetsim.rules.feelinks.moves import Deal, Keep, Pick, Predict, Read, Redraw, Reshuffle, Shuffle, Swap
from magnetsim.rules.feelinks.partners import clockwise
from magnetsim.rules.feelinks.scoring import points_of, right_predictions
from magnetsim.rules.feelinks.state import Phase, Round, State

_ACT = {Shuffle: 1.2, Reshuffle: 0.8, Redraw: 0.8, Read: 2.4, Pick: 0.4, Deal: 1.4, Predict: 0.5, Swap: 1.8, Keep: 0.8}
"""For how long (s) each kind of move is seen to be made."""
_TURN, _POINTS, _STILL, _END = 0.45, 1.4, 0.9, 2.5
"""s: a card is turned over, markers go on, all is still after that, and at the end."""


@dataclass(frozen=True, slots=True)
class Vote:
    """A vote card on the table.

    by : the seat that laid it        number : what it says, 0 for "same"; None while it lies face down
    turned : how far it is turned over, 0…1        come : how far it has been laid down, 0…1
    right : whether it was right, where that is told
    """

    by: int
    number: int | None = None
    turned: float = 0.0
    come: float = 1.0
    right: bool | None = None


@dataclass(frozen=True, slots=True)
class SeatSeen:
    """A player's place: the own vote, the one about the player, whom the player predicts, cells on the track.

    group, target : the partners' number and the seat that is predicted, -1 while there are none
    points : gained in this round, None while they are not told        cell : where the marker is, also between two
    """

    own: Vote | None = None
    about: Vote | None = None
    group: int = -1
    target: int = -1
    points: int | None = None
    cell: float = 0.0


@dataclass(frozen=True, slots=True)
class CardScene:
    """One moment.

    phase : that is played        mover : whose move is seen, -1 of nobody        host : -1 before there is one
    emotions : at the eight positions        voted : those that were there when votes were cast
    fresh : positions, from 1, that are new on the table
    new : position that is being exchanged, 0 of none, and how far, 0…1
    card : the situation card, None before it is read        situation : which of the card's, from 1
    drawn : whether it lies there, face down or not        deck : cards left
    winners : seats, once the game is over
    """

    phase: Phase
    turn: int
    mover: int
    host: int
    emotions: tuple[int, ...]
    voted: tuple[int, ...]
    fresh: tuple[int, ...]
    new: tuple[int, float]
    card: int | None
    situation: int
    drawn: bool
    deck: int
    seats: tuple[SeatSeen, ...]
    winners: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class CardClip:
    """What is to be seen of one move.

    turn : its number        seat : whose, -1 of nobody        before, after : the states
    points : gained in the round that the move belongs to; None before they are told
    """

    turn: int
    seat: int
    before: State
    after: State
    step: FeelinksStep
    points: tuple[int, ...] | None

    @property
    def act(self) -> float:
        """For how long (s) the move itself is seen."""
        return _ACT[type(self.step.move)]

    @property
    def turned(self) -> int:
        """How many cards are turned over after it."""
        return sum(event.name in ("showed", "turned") for event in self.step.events)

    @property
    def told_from(self) -> float:
        """From when in it (s) what it leads to is seen: when markers go on, if any do."""
        return self.act + _TURN * self.turned

    @property
    def length(self) -> float:
        """In s."""
        scored = any(event.name == "scored" for event in self.step.events)
        end = _END if self.after.termination is not None else _STILL if self.turned else 0.0
        return self.told_from + (_POINTS if scored else 0.0) + end


def step_clip(before: State, step: FeelinksStep) -> CardClip:
    """The clip of one move, made in a state."""
    points = None
    for event in step.events:
        if event.name == "scored":
            points = _whole(event.data["points"])
    now = step.after.round if step.after.round.turn == before.round.turn else before.round
    if points is None and before.phase is Phase.SWAP and not before.is_beginners_round:
        right = right_predictions(now.picks, now.targets, now.predictions)
        together = before.setup.options.cooperative
        points = (sum(right),) * len(right) if together else points_of(right, now.targets)
    host = before.round.host if before.phase is not Phase.SHUFFLE else step.after.round.host
    return CardClip(step.turn, step.mover if step.mover >= 0 else host, before, step.after, step, points)


def scene_at(clip: CardClip, since: float) -> CardScene:
    """What is seen at a time (s) after the clip's start."""
    before, after, move = clip.before, clip.after, clip.step.move
    done = min(1.0, since / clip.act)
    # A move that ends a round leaves the round on the table until the next move begins another.
    ends = after.round.turn != before.round.turn
    now = before.round if ends else after.round
    start, laid = before.phase is Phase.SHUFFLE, after if before.phase is Phase.SHUFFLE else before
    scene = CardScene(
        phase=before.phase,
        turn=before.round.turn,
        mover=clip.step.mover,
        host=laid.round.host,
        emotions=laid.board.emotions,
        voted=laid.board.emotions,
        fresh=laid.board.fresh,
        new=(0, 0.0),
        card=now.card if now.situation is not None else None,
        situation=now.situation or 0,
        drawn=now.card is not None and not start,
        deck=len(laid.stock.deck),
        seats=tuple(SeatSeen(cell=float(score)) for score in before.scores),
    )
    if start:
        return scene
    scene = replace(scene, seats=_seats(clip, now, since, done))
    if isinstance(move, Swap):
        share = done * done * (3 - 2 * done)
        emotions = after.board.emotions if share > 0.5 else before.board.emotions
        scene = replace(scene, emotions=emotions, new=(move.position, share))
    if since > clip.act and clip.turned:
        scene = replace(scene, phase=Phase.REVEAL if since < clip.told_from else Phase.SCORE, mover=-1)
    if after.termination is not None and since >= clip.length - _END:
        outcome = outcome_of(after)
        scene = replace(scene, phase=Phase.OVER, mover=-1, winners=outcome.winners if outcome else ())
    return scene


def _seats(clip: CardClip, now: Round, since: float, done: float) -> tuple[SeatSeen, ...]:
    """What lies at each seat."""
    move, before, players = clip.step.move, clip.before, len(clip.before.scores)
    revealed = before.phase is Phase.SWAP
    order = clockwise(players, now.host)
    # Own votes are turned over first, the host's, then clockwise; then the predictions about each in the same order.
    place = {seat: at for at, seat in enumerate(order)}
    right: Sequence[bool | None] = (None,) * players
    if now.predictions and None not in now.predictions:
        right = right_predictions(now.picks, now.targets, now.predictions)
    paired = bool(now.targets) and not (isinstance(move, Deal) and done < 0.3) and not isinstance(move, Pick)
    group = {seat: at for at, members in enumerate(now.groups) for seat in members}
    by = {target: seat for seat, target in enumerate(now.targets)}

    def vote(seat: int, number: int | None, at: int, *, cast: bool, verdict: bool | None) -> Vote | None:
        if number is None:
            return None
        come = done if cast else 1.0
        turned = 1.0 if revealed else min(1.0, max(0.0, (since - clip.act) / _TURN - at)) if clip.turned else 0.0
        shown = turned > 0.5
        return Vote(seat, number if shown else None, turned, come, verdict if turned == 1.0 else None)

    seats = []
    for seat in range(players):
        own = vote(seat, now.picks[seat], place[seat], cast=isinstance(move, Pick) and move.seat == seat, verdict=None)
        about = None
        if now.predictions and seat in by:
            one = by[seat]
            cast = isinstance(move, Predict) and move.seat == one
            about = vote(one, now.predictions[one], players + place[seat], cast=cast, verdict=right[one])
        scored = revealed or since >= clip.told_from
        seats.append(
            SeatSeen(
                own=own,
                about=about,
                group=group.get(seat, -1) if paired else -1,
                target=now.targets[seat] if paired else -1,
                points=clip.points[seat] if clip.points is not None and scored else None,
                cell=_cell(clip, seat, since),
            )
        )
    return tuple(seats)


def _cell(clip: CardClip, seat: int, since: float) -> float:
    """Where a marker is while it goes on, cell by cell."""
    start, end = clip.before.scores[seat], clip.after.scores[seat]
    share = min(1.0, max(0.0, (since - clip.told_from) / (0.7 * _POINTS)))
    return start + (end - start) * share


def _whole(data: object) -> tuple[int, ...]:
    return tuple(int(one) for one in data) if isinstance(data, tuple) else ()
