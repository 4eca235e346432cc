"""Position and shot codes: what is read is, to the last bit, what was written; what was damaged is refused."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import json
import math
import string
import zlib
from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from magnetsim.codes import codes_of_turn, position_code, read_position, read_shot, shot_code
from magnetsim.errors import CodeError, PhysicsError
from magnetsim.plain.codes import decoded, encoded
from magnetsim.rules.xinxin import game
from magnetsim.rules.xinxin.game import Phase, Shoot, start_point
from magnetsim.scenario import load_scenario, parse_scenario, scenario_data
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
    moved = data.draw(st.lists(st.floats(-0.009, 0.009), min_size=2 * n, max_size=2 * n))
    arrays = {
        "position": state.table.position + np.array(moved).reshape(n, 2),
        "angle": np.array(data.draw(st.lists(st.floats(-1e6, 1e6), min_size=n, max_size=n))),
        "rest_load": np.array(data.draw(st.lists(numbers | st.just(math.nan), min_size=3 * n, max_size=3 * n))),
    }
    arrays["rest_load"] = arrays["rest_load"].reshape(n, 3)
    there = st.sampled_from(state.table.magnet.tolist())
    pairs = st.tuples(there, there).filter(lambda pair: pair[0] < pair[1])
    bonds = data.draw(st.frozensets(pairs, max_size=30))
    table = replace(with_arrays(state.table, **arrays), bonds=bonds)
    again = read_position(position_code(scenario, replace(state, table=table, bonds_before=bonds))).match.state
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


def forged(change):
    """A code of a position of point dipoles that was changed by hand, with a check that fits."""
    content = json.loads(json.dumps(POINTS))
    change(content)
    return encoded("position", content)


def points():
    scenario = parse_scenario({**scenario_data(CLASSIC[0]), "magnetism": "dipole"}, "classic")
    session = new_session(scenario)
    while session.match.state.phase is not Phase.AIM:
        session.advance()
    return decoded("position", position_code(session.scenario, session.match.state))


POINTS = points()
HELD = POINTS["state"]["hand"][POINTS["state"]["seat"]]
LYING = POINTS["state"]["table"]["magnet"][0]


def put(*path):
    """Changes the content: the last item of the path goes where the others lead."""

    def change(content):
        *way, last, value = path
        for key in way:
            content = content[key]
        content[last] = value

    return change


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (put("state", "seat", 99), r"state\.seat: expected one of those that play, \[0, 1\], got 99"),
        (put("state", "playing", []), r"state\.playing: expected at least two seats, got \[\]"),
        (put("state", "playing", [0, 7]), r"state\.playing: expected seats from 0 to 1, in order, got \[0, 7\]"),
        (put("state", "shooter", [HELD]), "state.shooter: expected 2 entries, one a player, got '1'"),
        (put("state", "collected", 0, [HELD]), f"expected each magnet once, got {HELD}, 2 times"),
        (put("state", "aside", [77]), "expected magnets of the game, 0, 1, .*, got 77"),
        (put("state", "hand", [None, None]), f"expected all magnets of the game, .*, got none of .*{HELD}"),
        (put("state", "hand", 1 - POINTS["state"]["seat"], 3), "expected each magnet once, got 3, 2 times"),
        (put("state", "turn", 0), "state.turn: expected from 1 to 1000000000, got 0"),
        (put("state", "turn", 10**30), f"state.turn: expected from 1 to 1000000000, got {10**30}"),
        (put("state", "game_turn", 9), "state.game_turn: expected from 0 to 0, got 9"),
        (put("state", "lively_turn", -2), "state.lively_turn: expected from -1 to 0, got -2"),
        (put("state", "phase", "choose"), "state.phase: expected aim, got choose"),
        (put("state", "termination", "collected"), "state.termination: expected none while a player is to shoot"),
        (put("state", "on_offer", [[3, 4]]), "state.on_offer: expected none while a player is to shoot"),
        (put("state", "table", "bonds", [[3, 99]]), "state.table.bonds: expected two magnets on the table, .*, got "),
        (
            put("state", "bonds_before", [[3, 4]]),
            r"state\.bonds_before: expected the table's bonds, \[\], got \[\(3, 4",
        ),
        (put("state", "clusters", [[3, 99]]), "state.clusters: expected two or more magnets of the game in each"),
        (put("state", "table", "position", 0, [50.0, 0.0]), rf"expected magnet {LYING} on the table, got \[50"),
        (put("state", "table", "touchable", 0, False), "state.table.touchable: expected magnets that meet each other"),
        (put("state", "table", "pinned_angle", 0, True), "state.table.pinned_angle: expected free magnets"),
        (put("state", "table", "angle", 0, 1e300), "its angle is 1e[+]300 rad, expected at most 1e[+]06 rad"),
        (put("state", "table", "spin", 0, 1e5), f"expected magnet {LYING} nowhere faster than 10 m/s, got 100000.0"),
        (put("state", "table", "angle", 0, -5), "state.table.angle.0.: expected -5.0, written so, got -5"),
        (
            put("state", "table", "magnet", list(range(24, 1, -1))),
            "state.table.magnet: expected numbers, each greater than the one",
        ),
        (put("laid", "magnet", list(range(1, 26))), "laid.magnet: expected the scenario's, .0, 1, .*, got .1, 2"),
        (put("laid", "kind", [0] * 24 + [1]), "laid.kind: expected numbers from 0 to 0, got 1"),
        (
            lambda content: put("state", "table", "position", 1, content["state"]["table"]["position"][0])(content),
            "overlap by more than 1 mm",
        ),
    ],
)
def test_a_position_that_no_match_comes_to_is_refused(change, says):
    with pytest.raises(CodeError, match=f"^position code: .*{says}"):
        read_position(forged(change))


def test_what_is_no_number_of_strict_json_is_refused():
    content = b'{"move":NaN}'
    packed = base64.urlsafe_b64encode(zlib.compress(content)).decode().rstrip("=")
    with pytest.raises(CodeError, match="expected strict JSON in it, got something else: NaN is no number of strict"):
        read_shot(f"shot-1.{packed}.{hashlib.sha256(content).hexdigest()[:8]}")


leaves = st.one_of(
    st.none(), st.booleans(), st.integers(-2, 30), numbers, st.text(max_size=3), st.just([]), st.just({})
)


def places(content, path=()):
    """The ways to all that is in the content."""
    if isinstance(content, dict | list):
        for key in content if isinstance(content, dict) else range(len(content)):
            yield (*path, key)
            yield from places(content[key], (*path, key))


WAYS = [path for path in places(POINTS) if path[0] != "scenario"]
FEW = [path for path in WAYS if "table" not in path or len(path) < 4]


@settings(max_examples=150)
@given(st.sampled_from(FEW) | st.sampled_from(WAYS), leaves | st.sampled_from(WAYS))
def test_whatever_is_changed_in_a_position_it_is_played_or_refused(path, other):
    def change(content):
        value = other
        if isinstance(other, tuple):
            value = content
            for key in other:
                value = value[key]
        put(*path, json.loads(json.dumps(value)))(content)

    with contextlib.suppress(CodeError):
        play_a_turn(read_position(forged(change)))


def play_a_turn(session):
    """A shot of whoever is to shoot; what magnets put anywhere do to each other may be more than physics follows."""
    state = session.match.state
    start, inward = start_point(state, state.seat, 0.0, 0.02)
    shoot = Shoot(start, 0.0, Flick(state.hand[state.seat], math.atan2(inward[1], inward[0]), 0.2))
    if session.match.game.legal(state, shoot) is not None:
        return
    with contextlib.suppress(PhysicsError):
        facts = session.world(state, shoot)
        if session.match.game.legal(state, shoot, facts) is None:
            session.match.make(shoot, facts)


def test_a_shot_by_a_million_turns_is_refused():
    state = CLASSIC[1]
    for angle, direction in ((1e300, 1.5), (0.0, -1e300)):
        shoot = read_shot(shot_code(Shoot((0.1, -0.28), angle, Flick(state.hand[state.seat], direction, 0.5))))
        assert game.legal(state, shoot).name == "too-many-turns"
