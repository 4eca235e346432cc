"""Each refusal of 《心心相引》: by what clause, and what it tells the player to do; nothing changes by it."""

import pytest

from magnetsim.errors import IllegalShot
from magnetsim.narration.explanation import REFUSALS
from magnetsim.rules.base import Reason
from magnetsim.rules.xinxin import game as xinxin
from magnetsim.rules.xinxin.game import (
    Catch,
    Collect,
    Deal,
    Decline,
    LayOut,
    LiftShooter,
    NoStart,
    PutBack,
    PutDown,
    Searched,
    SetAside,
    Shoot,
    ShotResult,
    Spot,
    TakeShooter,
    Way,
)
from magnetsim.shot import Delivery, Flick, Push

# Where seat 0 sits the rim runs along y = -0.3 m; inward is +y.
START = (0.0, -0.28)
BEHIND = (0.0, -0.32)
NORTH, EAST = 1.5707963267948966, 0.0
FOUND = (0.1, -0.05, 0.0)

CASES = {
    "wrong-phase": lambda game: (
        game.start(),
        LayOut(1),
        None,
        Reason("wrong-phase", "X3.1", "LayOut is no move of the phase aim"),
    ),
    "not-one-each": lambda game: (
        dealing(game),
        Deal((3, 3), 0),
        None,
        Reason("not-one-each", "X1.3", "each player draws one magnet of their own, got (3, 3)"),
    ),
    "not-one-each, lying": lambda game: (
        dealing(game),
        Deal((3, 4), 0, (4, 5)),
        None,
        Reason("not-one-each", "X1.3", "of the shooters some may lie on the table already, got (4, 5)"),
    ),
    "not-one-each, catchers": lambda game: (
        game.start().shoot(falls=(4, 5)),
        Catch((1,)),
        None,
        Reason("not-one-each", "X4.4", "2 magnets fall, got 1 catchers"),
    ),
    "not-playing": lambda game: (
        dealing(game),
        Deal((3, 4), 2),
        None,
        Reason("not-playing", "X1.5", "seat 2 does not play; it cannot start"),
    ),
    "not-another": lambda game: (
        game.start().shoot(falls=(4,)),
        Catch((0,)),
        None,
        Reason("not-another", "X4.4", "only another player may catch, got seat 0"),
    ),
    "bare-hand": lambda game: (
        game.start().shoot().shoot().lift().shoot(falls=(4,)),
        Catch((1,)),
        None,
        Reason("bare-hand", "X4.4", "seat 1 has no magnet in hand to catch with"),
    ),
    "no-shooter": lambda game: (
        shooterless(game),
        LiftShooter(),
        None,
        Reason("no-shooter", "X3.5", "the own shooter was collected; take a magnet from the table instead"),
    ),
    "has-shooter": lambda game: (
        game.start().shoot().shoot(),
        TakeShooter(4),
        None,
        Reason("has-shooter", "X3.5", "magnet 0 is still the own shooter; lift it instead"),
    ),
    "not-on-table": lambda game: (
        shooterless(game),
        TakeShooter(3),
        None,
        Reason("not-on-table", "X3.5", "magnet 3 is not on the table; take one that is"),
    ),
    "anothers-shooter": lambda game: (
        shooterless(game),
        TakeShooter(1),
        None,
        Reason("anothers-shooter", "X3.5", "magnet 1 is the shooter of seat 1; take another"),
    ),
    "not-own-shooter": lambda game: (
        game.start(),
        Shoot(START, 0.0, Flick(5, NORTH, 1.0)),
        None,
        Reason("not-own-shooter", "X3.1", "the own shooter is magnet 0, got 5"),
    ),
    "not-finite": lambda game: (
        game.start(),
        Shoot(START, float("nan"), Flick(0, NORTH, 1.0)),
        None,
        Reason("not-finite", "X4.5", "every number of a shot is finite; one is not"),
    ),
    "not-finite, spin": lambda game: (
        game.start(),
        Shoot(BEHIND, 0.0, Delivery(0, NORTH, 1.0, float("inf"))),
        None,
        Reason("not-finite", "X4.5", "every number of a shot is finite; one is not"),
    ),
    "not-finite, offset": lambda game: (
        game.start(),
        Shoot(START, 0.0, Push(0, NORTH, 1.0, 0.05, float("nan"))),
        None,
        Reason("not-finite", "X4.5", "every number of a shot is finite; one is not"),
    ),
    "not-finite, spot": lambda game: (
        waiting(game),
        PutBack(4, (0.0, 0.2), float("inf")),
        None,
        Reason("not-finite", "X4.4", "every number of a spot is finite; one is not"),
    ),
    "too-many-turns": lambda game: (
        game.start(),
        Shoot(START, 0.0, Flick(0, 1e300, 1.0)),
        None,
        Reason("too-many-turns", "X4.5", "an angle is at most 1e+06 rad either way; one is more"),
    ),
    "too-many-turns, spot": lambda game: (
        waiting(game),
        PutBack(4, (0.0, 0.2), -1e300),
        None,
        Reason("too-many-turns", "X4.4", "an angle is at most 1e+06 rad either way; it is more"),
    ),
    "way-not-allowed": lambda game: (
        game.start(ways=(Way.FLICK, Way.PUSH)),
        Shoot(BEHIND, 0.0, Delivery(0, NORTH, 1.0)),
        None,
        Reason("way-not-allowed", "X1.6", "ways of shooting here: flick, push; got deliver"),
    ),
    "not-agreed-way": lambda game: (
        game.start(ways=(Way.PUSH,)),
        Shoot(START, 0.0, Flick(0, NORTH, 1.0)),
        None,
        Reason("not-agreed-way", "X1.7", "one way, push, was agreed for the whole game; got flick"),
    ),
    "not-at-rim": lambda game: (
        game.start(),
        Shoot((0.0, -0.1), 0.0, Flick(0, NORTH, 1.0)),
        None,
        Reason("not-at-rim", "X4.5", "a shot starts at most 30 mm inside the rim, got 200.0 mm inside"),
    ),
    "not-at-rim, delivered": lambda game: (
        game.start(),
        Shoot((0.0, -0.35), 0.0, Delivery(0, NORTH, 1.0)),
        None,
        Reason("not-at-rim", "X4.5", "a shot starts at most 30 mm behind the rim, got -50.0 mm inside"),
    ),
    "out-of-reach": lambda game: (
        game.start(),
        Shoot((0.28, -0.28), 0.0, Flick(0, NORTH, 1.0)),
        None,
        Reason("out-of-reach", "X4.5", "the start is beyond what the seated player reaches; move along the rim"),
    ),
    "not-inward": lambda game: (
        game.start(),
        Shoot(START, 0.0, Flick(0, EAST, 1.0)),
        None,
        Reason("not-inward", "X4.5", "a shot is sent in from the rim; turn its direction inward"),
    ),
    "speed": lambda game: (
        game.start(),
        Shoot(START, 0.0, Flick(0, NORTH, 7.5)),
        None,
        Reason("speed", "X4.5", "speed: expected more than 0, at most 5.0 m/s; got 7.5"),
    ),
    "spin": lambda game: (
        game.start(),
        Shoot(BEHIND, 0.0, Delivery(0, NORTH, 1.0, 99.0)),
        None,
        Reason("spin", "X4.5", "spin: expected at most 60.0 rad/s; got 99.0"),
    ),
    "offset": lambda game: (
        game.start(),
        Shoot(START, 0.0, Flick(0, NORTH, 1.0, 0.0125)),
        None,
        Reason("offset", "X4.5", "offset: expected at most 10.0 mm; got 12.5 mm"),
    ),
    "stroke": lambda game: (
        game.start(),
        Shoot(START, 0.0, Push(0, NORTH, 1.0, 0.1015)),
        None,
        Reason("stroke", "X1.6", "stroke: expected more than 0, at most 100 mm; got 101.5 mm"),
    ),
    "stroke-end": lambda game: (
        game.start(rim_zone=0.08),
        Shoot(START, 0.0, Push(0, NORTH, 1.0, 0.0751)),
        None,
        Reason("stroke-end", "X1.6", "a push lets go at most 80 mm inside the rim, got 95.1 mm; shorten the stroke"),
    ),
    "touches": lambda game: (
        game.start(),
        Shoot(START, 0.0, Flick(0, NORTH, 1.0)),
        ShotResult(Spot(touches=(5, 6))),
        Reason("touches", "X3.1", "the shooter would touch magnet 5 there; choose another spot"),
    ),
    "disturbs": lambda game: (
        game.start(),
        Shoot(START, 0.0, Flick(0, NORTH, 1.0)),
        ShotResult(Spot(moves=(6, 7))),
        Reason("disturbs", "X3.1", "with the shooter there, magnet 6 would move; choose another spot"),
    ),
    "touches, put back": lambda game: (
        waiting(game),
        PutBack(4, (0.0, 0.2), 0.0),
        PutDown(Spot(touches=(5,))),
        Reason("touches", "X4.4", "the magnet would touch magnet 5 there; choose another spot"),
    ),
    "disturbs, put back": lambda game: (
        waiting(game),
        PutBack(4, (0.0, 0.2), 0.0),
        PutDown(Spot(moves=(6,))),
        Reason("disturbs", "X4.4", "with the magnet there, magnet 6 would move; choose another spot"),
    ),
    "spot-exists": lambda game: (
        game.start(),
        NoStart(),
        Searched(FOUND),
        Reason("spot-exists", "X3.1", "there is a legal spot, at (100.0, -50.0) mm; use one"),
    ),
    "spot-exists, set aside": lambda game: (
        waiting(game),
        SetAside(4),
        Searched(FOUND),
        Reason("spot-exists", "X4.4", "there is a legal spot, at (100.0, -50.0) mm; use one"),
    ),
    "off-table": lambda game: (
        waiting(game),
        PutBack(4, (0.0, 0.31), 0.0),
        None,
        Reason("off-table", "X4.4", "magnet 4 would stand beyond the rim; choose a spot on the table"),
    ),
    "not-waiting": lambda game: (
        waiting(game),
        PutBack(5, (0.0, 0.2), 0.0),
        None,
        Reason("not-waiting", "X4.4", "magnet 5 does not wait to be put back"),
    ),
    "not-waiting, set aside": lambda game: (
        waiting(game),
        SetAside(5),
        Searched(None),
        Reason("not-waiting", "X4.4", "magnet 5 does not wait to be put back"),
    ),
    "old-cluster": lambda game: (
        game.start(12).shoot(bonds=[(2, 3)]).decline().shoot(bonds=[(4, 5)]),
        Collect(frozenset({3, 2})),
        None,
        Reason("old-cluster", "X4.3", "cluster [2, 3] is not new: this shot made no bond in it"),
    ),
    "old-cluster, wide": lambda game: (
        game.start(12, changed_is_new=True).shoot(bonds=[(2, 3)]).decline().shoot(bonds=[(4, 5)]),
        Collect(frozenset({3, 2})),
        None,
        Reason("old-cluster", "X4.3", "cluster [2, 3] is not new: this shot changed no bond of it"),
    ),
    "not-largest": lambda game: (
        game.start(12, only_largest=True).shoot(bonds=[(2, 3), (4, 5), (5, 6)]),
        Collect(frozenset({3, 2})),
        None,
        Reason("not-largest", "X4.2", "cluster [2, 3] is new, but only the largest may be taken here"),
    ),
    "no-cluster": lambda game: (
        game.start(12).shoot(bonds=[(4, 5), (5, 6)]),
        Collect(frozenset({5, 4})),
        None,
        Reason("no-cluster", "X3.3", "[4, 5] is not one of the new clusters, whole; choose one of those"),
    ),
    "must-take": lambda game: (
        game.start(must_take=True).shoot(bonds=[(2, 3)]),
        Decline(),
        None,
        Reason("must-take", "X3.3", "it was agreed that who makes a new cluster takes one; choose one"),
    ),
}


def dealing(game):
    return game.play(xinxin.new_game(game.grid(8), ["a", "b"]))


def shooterless(game):
    """Seat 0 is to take a new shooter; seat 1's, magnet 1, lies on the table, magnets 0 and 3 are collected."""
    return game.start().shoot(bonds=[(0, 3)]).collect(0, 3).shoot()


def waiting(game):
    """Magnet 4 waits to be put back by seat 0."""
    return game.start().shoot(falls=(4,)).catch(None)


@pytest.mark.rule("X4.5")
@pytest.mark.parametrize("case", CASES)
def test_each_refusal_has_its_own_reason_and_changes_nothing(game, case):
    play, move, facts, expected = CASES[case](game)
    before = play.state
    assert xinxin.legal(before, move, facts) == expected
    with pytest.raises(IllegalShot) as caught:
        play.make(move, facts)
    assert (caught.value.reason, str(caught.value)) == (expected.name, expected.message)
    assert play.state is before


def test_every_reason_is_here_and_told():
    assert {case.split(",")[0] for case in CASES} == set(REFUSALS)
