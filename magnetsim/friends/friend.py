"""A simulated friend: feels, reads the others as well as its empathy lets it, and may learn from what was revealed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from magnetsim.friends.persona import Feeling, Persona, nearest, place_of
from magnetsim.match import Request
from magnetsim.rules.feelinks.cards import CardSet
from magnetsim.rules.feelinks.moves import SAME, Keep, Move, Read, Redraw, Swap, picked, predicted
from magnetsim.rules.feelinks.state import Phase, Revealed, State

TAME = 0.4
"""A card whose situations all leave the host nearer to indifference than this is put back."""
TRUST = 3.0
"""Rounds seen of another after which what was learned counts half."""
UNUSED = 2
"""Rounds that an emotion stays unpicked before it is swapped."""


class Scene(NamedTuple):
    """What a vote goes by, of what all may see.

    usual : what most people feel in the situation        at : where it is among all, as Persona counts
    emotions : how those on the board feel, by position, as of CardSet.feels
    targets : whom each seat predicts        history : what the rounds so far have shown
    """

    cards: CardSet
    usual: Feeling
    at: int
    emotions: list[tuple[float, float, float]]
    targets: tuple[int, ...]
    history: tuple[Revealed, ...]


def scene_of(state: State) -> Scene:
    """What a vote goes by in a state or a view of it; no vote is in it. ValueError when no situation was read."""
    now, cards = state.round, state.setup.cards
    if now.card is None or now.situation is None:
        raise ValueError("a vote is asked for before a situation was read")
    usual = cards.cards[now.card].situations[now.situation - 1].feels
    all_feel = cards.feels
    feels = [all_feel[emotion] for emotion in state.board.emotions]
    return Scene(cards, usual, place_of(now.card, now.situation), feels, now.targets, state.history)


@dataclass(frozen=True, slots=True)
class Friend:
    """The strategy `friend`.

    personas : everybody's nature, by seat; of another's it uses no more than its empathy lets through
    empathy : by seat, from 0 (sees what most people would feel) to 1 (sees what that one feels)
    learning : what empathy does not show is filled in from how the other felt in earlier rounds
    """

    personas: tuple[Persona, ...]
    empathy: tuple[float, ...]
    learning: bool = False

    def choose(self, request: Request[State, Move], generator: np.random.Generator) -> Move:  # noqa: ARG002
        """The move of the phase; nothing is drawn."""
        return self.move(request.view, request.seat)

    def move(self, view: State, seat: int) -> Move:
        """As of choose."""
        phase = view.round.phase
        if phase is Phase.PICK:
            return picked(seat, self.pick(scene_of(view), seat))
        if phase is Phase.PREDICT:
            return predicted(seat, self.prediction(scene_of(view), seat, view.round.picks[seat]))
        if phase is Phase.SITUATION:
            return self.situation(view, seat)
        return _swap(view, seat)

    def pick(self, scene: Scene, seat: int) -> int:
        """The emotion nearest to the own feeling; it looks at the situation, the emotions and itself alone (F3.4)."""
        pleasant, lively = self.personas[seat].felt(scene.usual, scene.at)
        return nearest(scene.emotions, pleasant, lively)

    def prediction(self, scene: Scene, seat: int, own: int | None) -> int:
        """The emotion nearest to what it believes its partner feels; "same" when that is its own pick."""
        _, usual, at, emotions, targets, _ = scene
        target = targets[seat]
        empathy, (pleasant, lively) = self.empathy[target], usual
        felt = self.personas[target].felt(usual, at)
        blind = 1.0 - empathy
        shown = learned(scene, target) if self.learning and blind else (0.0, 0.0)
        vote = nearest(
            emotions,
            pleasant + empathy * (felt[0] - pleasant) + blind * shown[0],
            lively + empathy * (felt[1] - lively) + blind * shown[1],
        )
        return SAME if vote == own else vote

    def situation(self, view: State, seat: int) -> Move:
        """Read out what moves the host most; put the card back where nothing does, once, if there is another."""
        card = view.round.card
        if card is None:
            raise ValueError("the host is asked for a situation with no card drawn")
        feelings = self.personas[seat].feelings(view.setup.cards, card)
        strength = [pleasant * pleasant + lively * lively for pleasant, lively in feelings]
        strongest = max(strength)
        others = len(view.stock.deck) + len(view.board.discards)
        if strongest < TAME * TAME and not view.round.redrawn and others:
            return Redraw(seat)
        return Read(seat, 1 + strength.index(strongest))


def votes_of(friends: Sequence[Friend], state: State) -> tuple[int, ...]:
    """What friends vote who have all yet to, by seat: each knows what lies open to all, and its own pick."""
    scene, picks = scene_of(state), state.round.picks
    if state.round.phase is Phase.PICK:
        return tuple([friend.pick(scene, seat) for seat, friend in enumerate(friends)])
    return tuple([friend.prediction(scene, seat, picks[seat]) for seat, friend in enumerate(friends)])


def learned(scene: Scene, other: int) -> Feeling:
    """How another has felt so far, against most people: the mean over what was revealed, trusted as it grows."""
    cards, rounds = scene.cards, scene.history
    if not rounds:
        return 0.0, 0.0
    pleasant = lively = 0.0
    for shown in rounds:
        vote = shown.picks[other]
        if vote is None:
            raise ValueError(f"seat {other} has shown no emotion in a round that was revealed")
        felt = cards.emotions[shown.emotions[vote - 1]].feels
        usual = cards.cards[shown.card].situations[shown.situation - 1].feels
        pleasant += felt[0] - usual[0]
        lively += felt[1] - usual[1]
    weight = 1.0 / (len(rounds) + TRUST)
    return pleasant * weight, lively * weight


def _swap(view: State, seat: int) -> Move:
    """Swap the first emotion that nobody has picked for a while, if there is another of its symbol."""
    if len(view.history) < UNUSED:
        return Keep(seat)
    # A card that is taken away never returns: who voted for the place of one that still lies there voted for it.
    lately = view.history[-UNUSED:]
    before, votes = lately[0].emotions, set[int | None]().union(*[shown.picks for shown in lately])
    symbols, piles = view.setup.cards.positions, view.stock.piles
    places = zip(view.board.emotions, before, symbols, strict=True)
    for position, (emotion, earlier, symbol) in enumerate(places, start=1):
        if emotion == earlier and position not in votes and piles[symbol]:
            return Swap(seat, position)
    return Keep(seat)
