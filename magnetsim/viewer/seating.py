"""Who sits at the window: seats given to people, and the person who plays them all."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from magnetsim.scenario import Scenario
from magnetsim.session import Session
from magnetsim.viewer.person import Person


def with_people(scenario: Scenario, seats: Collection[int]) -> Scenario:
    """The scenario with people in these seats, beside those that it gives to people."""
    players = tuple(
        player.model_copy(update={"strategy": "person", "shots": ()}) if seat in seats else player
        for seat, player in enumerate(scenario.players)
    )
    return scenario.model_copy(update={"players": players})


def seat_person(session: Session, person: Person) -> Session:
    """The session with this person in all seats that are people's; a person's hand is as steady as it is."""
    participants = tuple(
        replace(one, strategy=person, hand=None) if player.strategy == "person" else one
        for player, one in zip(session.scenario.players, session.participants, strict=True)
    )
    return replace(session, participants=participants)
