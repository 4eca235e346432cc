"""Position and shot codes: what is read is, to the last bit, what was written; what was damaged is refused."""

from __future__ import annotations

import math
import string
from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from magnetsim.codes import codes_of_turn, position_code, read_position, read_shot, shot_code
from magnetsim.errors import CodeError
from magnetsim.rules.xinxin.game import Phase, Shoot
from magnetsim.scenario import load_scenario
from magnetsim.session import new_session
from magnetsim.shot import Delivery, Flick, Push
from magnetsim.table import Table, with_arrays

SCENARIOS = Path(__file__).parents[1] / "scenarios"
GAMES = [
    "classic",
    "mixed-discs-hearts",
    "upright",
    "round-table",
    "teams",
    "puzzles/two-magnets",
    "puzzles/lifting-leaves-an-old-cluster",
]
numbers = st.floats(allow_nan=False, allow_infinity=False)
shots = st.one_of(
    st.builds(Flick, st.integers(0, 300), numbers, numbers, numbers),
    st.builds(Push, st.integers(0, 300), numbers, numbers, numbers, numbers),
    st.builds(Delivery, st.integers(0, 300), numbers, numbers, numbers),
)


def aiming(name):
    """A game and the state before its first shot."""
    session = new_session(load_scenario(SCENARIOS / f"{name}.toml"))
    while session.match.state.phase is not Phase.AIM:
        session.advance()
    return session.scenario, session.match.state


CLASSIC = aiming("classic")


def bits(value):
    """What tells floats apart that are equal: the sign of zero."""
    return value.tobytes() if isinstance(value, np.ndarray) else value


def same_table(first, second):
    for field in fields(Table):
        if field.name not in ("board", "kinds"):
            assert bits(getattr(first, field.name)) == bits(getattr(second, field.name)), field.name


@pytest.mark.parametrize("name", GAMES)
def test_a_position_is_read_as_it_was_written(name):
    scenario, state = aiming(name)
    code = position_code(scenario, state)
    assert set(code) <= {*string.ascii_letters, *string.digits, *"-_."}
    again = read_position(code).match.state
    same_table(again.table, state.table)
    assert again.options == state.options
    assert again.seats == state.seats
    assert (again.shooter, again.hand, again.seat, again.turn) == (state.shooter, state.hand, state.seat, state.turn)
    for mine, theirs in zip(again.table.kinds, state.table.kinds, strict=True):
        assert (mine.mass, mine.moment, mine.moment_z) == (theirs.mass, theirs.moment, theirs.moment_z)
        assert bits(mine.outline.corners) == bits(theirs.outline.corners)
    assert bits(again.table.board.rim) == bits(state.table.board.rim)
    for magnet in state.laid.magnet.tolist():
        assert again.laid.kind_of(magnet).name == state.laid.kind_of(magnet).name
    assert position_code(read_position(code).scenario, again) == code


@given(data=st.data())
def test_any_table_goes_there_and_back_to_the_bit(data):
    scenario, state = CLASSIC
    n = len(state.table)
    arrays = {
        "position": data.draw(st.lists(numbers, min_size=2 * n, max_size=2 * n)),
        "angle": data.draw(st.lists(numbers, min_size=n, max_size=n)),
        "rest_load": data.draw(st.lists(numbers | st.just(math.nan), min_size=3 * n, max_size=3 * n)),
    }
    shaped = {name: np.array(values).reshape(getattr(state.table, name).shape) for name, values in arrays.items()}
    pairs = st.tuples(st.integers(0, 24), st.integers(0, 24)).map(lambda pair: (min(pair), max(pair)))
    bonds = data.draw(st.frozensets(pairs, max_size=30))
    table = replace(with_arrays(state.table, **shaped), bonds=bonds)
    again = read_position(position_code(scenario, replace(state, table=table))).match.state
    same_table(again.table, table)


@given(place=st.tuples(numbers, numbers), angle=numbers, shot=shots)
def test_any_shot_goes_there_and_back_to_the_bit(place, angle, shot):
    shoot = Shoot(place, angle, shot)
    again = read_shot(shot_code(shoot))
    # The text of a float tells every bit of it.
    assert repr(again) == repr(shoot)


def test_the_shot_of_a_code_does_what_the_turn_did():
    session = new_session(load_scenario(SCENARIOS / "classic.toml"))
    while len(session.match.turns) < 4:
        session.advance()
    for turn in (1, 2, 3):
        step = next(one for one in session.match.steps if one.turn == turn and isinstance(one.move, Shoot))
        position, shot = codes_of_turn(session.scenario, session.match, turn)
        resumed = read_position(position)
        facts = resumed.world(resumed.match.state, read_shot(shot))
        same_table(facts.settled.table, step.facts.settled.table)
        assert resumed.match.make(read_shot(shot), facts).events == step.events
    assert codes_of_turn(session.scenario, session.match, 0) is None


def test_what_follows_goes_on_from_a_position():
    scenario, state = aiming("three-players")
    session = read_position(position_code(scenario, state))
    while session.match.state.turn < state.turn + 3:
        session.advance()
    assert session.match.turns[0].number == state.turn


def test_a_state_without_a_shot_to_come_has_no_code():
    session = new_session(load_scenario(SCENARIOS / "classic.toml"))
    with pytest.raises(ValueError, match="got the phase deal"):
        position_code(session.scenario, session.match.state)


SHOT = shot_code(Shoot((0.1, -0.28), 0.5, Flick(3, 1.5, 0.75, 0.001)))
CODE = position_code(*CLASSIC)


@given(st.data())
def test_a_code_that_was_changed_or_cut_is_refused(data):
    at = data.draw(st.integers(0, len(SHOT) - 1))
    letter = data.draw(
        st.sampled_from(string.ascii_letters + string.digits + "-_.").filter(lambda one: one != SHOT[at])
    )
    for damaged in (SHOT[:at] + letter + SHOT[at + 1 :], SHOT[:at], SHOT[:at] + SHOT[at + 1 :]):
        found = read_or_reason(damaged)
        # Base64 has bits to spare in its last letter.
        assert found == read_shot(SHOT) or str(found).startswith("shot code: ")


def read_or_reason(code):
    try:
        return read_shot(code)
    except CodeError as error:
        return error


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("", r"expected shot-1\.….…, whole, got ''…, 0 characters"),
        ("nonsense", "expected shot-1.….…, whole, got 'nonsense'…"),
        (CODE, "expected one that begins with shot-, got one that begins with position-"),
        (SHOT.replace("shot-1", "shot-2"), "expected version 1, got 2"),
        (SHOT[:-1] + ("0" if SHOT[-1] != "0" else "1"), "changed or cut on its way: expected the check"),
        (SHOT[:30] + SHOT[-9:], "changed or cut on its way: its content has no end"),
        ("shot-1.AAAA.00000000", "changed or cut on its way"),
    ],
    ids=["empty", "nonsense", "position", "version", "check", "cut", "not deflated"],
)
def test_a_bad_code_is_refused_with_a_reason(code, says):
    with pytest.raises(CodeError, match=f"^shot code: .*{says}"):
        read_shot(code)


def test_a_code_may_be_folded_as_mails_fold_it():
    folded = "\n".join(CODE[at : at + 76] for at in range(0, len(CODE), 76))
    assert position_code(read_position(folded).scenario, read_position(folded).match.state) == CODE
