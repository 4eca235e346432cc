"""No side of a square table is special: shots turned or mirrored, with all else, are ruled alike nearly always.

Not always: the solver takes contacts in an order that is not turned with them, and where a shot hangs on its last
digits, that decides. Measured: 300 of 300 a quarter turned, 298 mirrored.
"""

from itertools import count, islice
from pathlib import Path

import pytest

from magnetsim.rules.xinxin import game as xinxin
from magnetsim.rules.xinxin.game import Shoot
from magnetsim.scenario import load_scenario, with_seed
from magnetsim.session import new_session
from tests.symmetry import View

SHOTS = 300
LEAST = 290
"""Shots ruled alike: little below what was measured, for another machine's last digits."""
CLASSIC = load_scenario(Path(__file__).parent.parent / "scenarios" / "classic.toml")


def classic_shots():
    """The shots of classic games, one after the other: world, state before the shot, and the shot."""
    for seed in count(1):
        session = new_session(with_seed(CLASSIC, seed))
        session.play()
        before = session.match.start
        for step in session.match.steps:
            if isinstance(step.move, Shoot):
                yield session.world, before, step.move
            before = step.after


def ruling(world, state, move):
    """What the rules say of a shot, but for the time that it took."""
    facts = world(state, move)
    reason = xinxin.legal(state, move, facts)
    if reason is not None:
        return reason.name
    _, events = xinxin.apply(state, move, facts)
    return [
        (event.clause, event.name, event.seat, {key: value for key, value in event.data.items() if key != "duration"})
        for event in events
    ]


@pytest.mark.slow
@pytest.mark.parametrize("view", [View(1, False), View(0, True)], ids=["a quarter turned", "mirrored"])
def test_shots_are_ruled_alike_from_all_sides(view):
    alike = sum(
        ruling(world, view.state(state), view.move(move)) == ruling(world, state, move)
        for world, state, move in islice(classic_shots(), SHOTS)
    )
    assert alike >= LEAST, f"{alike} of {SHOTS} shots are ruled alike"


def test_names_exchanged_change_the_names_and_nothing_else():
    first, second = CLASSIC.players
    exchanged = CLASSIC.model_copy(
        update={
            "players": (
                first.model_copy(update={"name": second.name}),
                second.model_copy(update={"name": first.name}),
            )
        }
    )
    sessions = [new_session(scenario) for scenario in (CLASSIC, exchanged)]
    outcomes = [session.play() for session in sessions]
    assert outcomes[0] == outcomes[1]
    told = [[(step.mover, step.move, step.events) for step in session.match.steps] for session in sessions]
    assert told[0] == told[1]
    assert [player.name for player in sessions[1].match.state.players] == [second.name, first.name]
