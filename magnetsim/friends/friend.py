"""A simulated friend: feels, reads the others as well as its empathy lets it, and may learn from what was revealed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from magnetsim.friends.persona import Feeling, Persona, nearest
from magnetsim.match import Request
from magnetsim.rules.feelinks.cards import SITUATIONS
from magnetsim.rules.feelinks.moves import SAME, Keep, Move, Pick, Predict, Read, Redraw, Swap
from magnetsim.rules.feelinks.state import Phase, State

TAME = 0.4
"""A card whose situations all leave the host nearer to indifference than this is put back."""
TRUST = 3.0
"""Rounds seen of another after which what was learned counts half."""
UNUSED = 2
"""Rounds that an emotion stays unpicked before it is swapped."""

# Votes are most of what is done in a game, and there are few different ones.
_picked, _predicted = lru_cache(Pick), lru_cache(Predict)


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
        view, seat = request.view, request.seat
        phase = view.round.phase
        if phase is Phase.PICK:
            return _picked(seat, self.pick(view, seat))
        if phase is Phase.PREDICT:
            return _predicted(seat, self.prediction(view, seat))
        if phase is Phase.SITUATION:
            return self.situation(view, seat)
        return _swap(view, seat)

    def pick(self, view: State, seat: int) -> int:
        """The emotion nearest to the own feeling; it looks at the situation, the emotions and itself alone (F3.4)."""
        card, situation = _read(view)
        cards = view.setup.cards
        return nearest(cards, view.board.emotions, self.personas[seat].feeling(cards, card, situation))

    def prediction(self, view: State, seat: int) -> int:
        """The emotion nearest to what it believes its partner feels; "same" when that is the own."""
        card, situation = _read(view)
        cards, target = view.setup.cards, view.round.targets[seat]
        persona, empathy = self.personas[target], self.empathy[target]
        pleasant, lively = cards.cards[card].situations[situation - 1].feels
        felt = persona.feeling(cards, card, situation)
        blind = 1.0 - empathy
        usual = (0.0, 0.0) if blind == 0.0 or not self.learning else learned(view, target)
        seen = (
            pleasant + empathy * (felt[0] - pleasant) + blind * usual[0],
            lively + empathy * (felt[1] - lively) + blind * usual[1],
        )
        vote = nearest(cards, view.board.emotions, seen)
        return SAME if vote == view.round.picks[seat] else vote

    def situation(self, view: State, seat: int) -> Move:
        """Read out what moves the host most; put the card back where nothing does, once, if there is another."""
        card = view.round.card
        if card is None:
            raise ValueError("the host is asked for a situation with no card drawn")
        cards, persona = view.setup.cards, self.personas[seat]
        strength = [_size(persona.feeling(cards, card, 1 + i)) for i in range(SITUATIONS)]
        strongest = max(strength)
        others = len(view.stock.deck) + len(view.board.discards)
        if strongest < TAME * TAME and not view.round.redrawn and others:
            return Redraw(seat)
        return Read(seat, 1 + strength.index(strongest))


def learned(view: State, other: int) -> Feeling:
    """How another has felt so far, against most people: the mean over what was revealed, trusted as it grows."""
    cards, rounds = view.setup.cards, view.history
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
    used = {shown.emotions[vote - 1] for shown in view.history[-UNUSED:] for vote in shown.picks if vote}
    there: Sequence[int] = view.history[-UNUSED].emotions
    symbols, piles = view.setup.cards.positions, view.stock.piles
    for i, emotion in enumerate(view.board.emotions):
        if emotion not in used and there[i] == emotion and piles[symbols[i]]:
            return Swap(seat, 1 + i)
    return Keep(seat)


def _read(view: State) -> tuple[int, int]:
    """The card and its situation that was read out."""
    card, situation = view.round.card, view.round.situation
    if card is None or situation is None:
        raise ValueError("a vote is asked for before a situation was read")
    return card, situation


def _size(feeling: Feeling) -> float:
    return feeling[0] * feeling[0] + feeling[1] * feeling[1]
