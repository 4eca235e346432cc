"""Hand-made facts for the rules of 《心心相引》: no physics, so that a whole game takes milliseconds."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from magnetsim.outline import disc_outline
from magnetsim.rules.xinxin import game as xinxin
from magnetsim.rules.xinxin.game import (
    Catch,
    Collect,
    Deal,
    Decline,
    LaidOut,
    LayOut,
    LiftShooter,
    NoStart,
    Options,
    PutBack,
    PutDown,
    Rested,
    Searched,
    SetAside,
    Shoot,
    ShotResult,
    Spot,
    TakeShooter,
)
from magnetsim.shot import Exit, Flick, Settled, Trajectory
from magnetsim.table import Board, Kind, Placed, lay, with_magnet, without
from tests.rules.xinxin.events import check_event

SQUARE = Board(np.array([[-0.3, -0.3], [0.3, -0.3], [0.3, 0.3], [-0.3, 0.3]]), 0.0, 0.3, 0.24)
DISC = Kind("disc", disc_outline(0.01), 0.007, 0.01, 5e-7, 0.25, 0.0, 0.3, 0.3)


def grid(count, board=SQUARE, kind=DISC):
    """Magnets 0, 1, … in rows of five, 50 mm apart, in the middle."""
    placed = [Placed(n, 0, (0.05 * (n % 5) - 0.1, 0.05 * (n // 5) - 0.1), 0.0) for n in range(count)]
    return lay(board, (kind,), placed)


def settled(table, falls=(), at_rest=True):
    """A report of physics: this table, and magnets that fell at places (default: the far side's middle)."""
    falls = falls if isinstance(falls, dict) else dict.fromkeys(falls, (0.0, 0.3))
    exits = tuple(Exit(number, 0.1, place, (0.0, 1.0), 0.0, 0.0) for number, place in falls.items())
    none = np.zeros(0)
    trajectory = Trajectory(none.astype(int), none, np.zeros((0, 0, 2)), np.zeros((0, 0)), none, none, none, none)
    return Settled(table, at_rest, 0.5, 1000, (), exits, (), (), trajectory)


def components(bonds):
    """Clusters that bonds make, when no lift test fails."""
    groups = []
    for pair in bonds:
        joined = set(pair)
        for group in [group for group in groups if group & joined]:
            groups.remove(group)
            joined |= group
        groups.append(joined)
    return tuple(sorted(map(frozenset, groups), key=min))


class Play:
    """A game driven by hand: each method makes a move with facts that it makes up; keeps state and events."""

    def __init__(self, state):
        self.state = state
        self.events = ()
        self.log = []

    def make(self, move, facts):
        self.state, self.events = xinxin.apply(self.state, move, facts)
        self.log += self.events
        for event in self.events:
            check_event(event, self.state.options)
        return self

    def rest(self, without_magnets, *, bonds=None, falls=(), at_rest=True, moved=()):
        """Facts of magnets lifted; bonds in place of those left over, if given."""
        table = without(self.state.table, [*without_magnets, *falls])
        if bonds is not None:
            table = replace(table, bonds=frozenset(bonds))
        return Rested(settled(table, falls, at_rest), moved)

    def deal(self, shooters, start=0):
        return self.make(Deal(tuple(shooters), start), self.rest(shooters))

    def flick(self, **changes):
        """A legal flick of the own shooter from the middle of the own seat, straight in."""
        return flick(self.state, **changes)

    def shot_facts(self, bonds=(), falls=(), clusters=None, at_rest=True, spot=None):
        """Facts of a shot: the bonds made on top of those there were; falls."""
        magnet = self.state.hand[self.state.seat]
        table = with_magnet(self.state.table, Placed(magnet, 0, (0.25, 0.01 * magnet), 0.0))
        table = replace(table, bonds=table.bonds | frozenset(tuple(sorted(pair)) for pair in bonds))
        table = without(table, falls)
        if clusters is None:
            clusters = components(table.bonds)
        return ShotResult(spot or Spot(), settled(table, falls, at_rest), tuple(map(frozenset, clusters)))

    def shoot(self, bonds=(), falls=(), clusters=None, at_rest=True):
        return self.make(self.flick(), self.shot_facts(bonds, falls, clusters, at_rest))

    def ready(self):
        """Lift the own shooter when it lies on the table."""
        return self.lift() if self.state.phase is xinxin.Phase.TAKE else self

    def lift(self, **facts):
        return self.make(LiftShooter(), self.rest([self.state.shooter[self.state.seat]], **facts))

    def take(self, magnet, **facts):
        return self.make(TakeShooter(magnet), self.rest([magnet], **facts))

    def collect(self, *cluster, **facts):
        return self.make(Collect(frozenset(cluster)), self.rest(cluster, **facts))

    def decline(self):
        return self.make(Decline(), None)

    def catch(self, *catchers):
        return self.make(Catch(catchers), None)

    def put_back(self, magnet, position=(0.2, -0.2), spot=None):
        move = PutBack(magnet, position, 0.0)
        return self.make(move, PutDown(spot or Spot(), with_magnet(self.state.table, Placed(magnet, 0, position, 0.0))))

    def set_aside(self, magnet, found=None):
        return self.make(SetAside(magnet), Searched(found))

    def no_start(self, found=None):
        return self.make(NoStart(), Searched(found))

    def lay_out(self):
        return self.make(LayOut(7), LaidOut(self.state.laid))

    def named(self, name):
        """The last move's events of this name."""
        return [event for event in self.events if event.name == name]


def flick(state, *, share=0.0, depth=0.02, turn=0.0, **changes):
    """A legal flick by whose turn it is: share of the reach, depth inside the rim, turned from straight in."""
    position, inward = xinxin.start_point(state, state.seat, share, depth)
    aim = {"magnet": state.hand[state.seat], "direction": math.atan2(inward[1], inward[0]) + turn, "speed": 1.0}
    return Shoot(position, 0.0, Flick(**{**aim, **changes}))


class Bench:
    """What tests of these rules are given."""

    square = SQUARE
    disc = DISC
    grid = staticmethod(grid)
    settled = staticmethod(settled)
    components = staticmethod(components)
    flick = staticmethod(flick)
    play = Play

    @staticmethod
    def start(count=8, players=2, shooters=None, start=0, **options):
        """A game that has been dealt: player k has magnet k, unless given."""
        names = [f"player {seat}" for seat in range(players)]
        play = Play(xinxin.new_game(grid(count), names, Options(**options)))
        return play.deal(range(players) if shooters is None else shooters, start)


@pytest.fixture(scope="session")
def game():
    return Bench
