"""Whole games under every combination of options, held move by move against a referee who knows only the clauses."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace
from itertools import product
from zlib import crc32

import numpy as np
import pytest

from magnetsim.match import Match, Participant, advance, play
from magnetsim.rules.base import CHANCE
from magnetsim.rules.xinxin import game as xinxin
from magnetsim.rules.xinxin.game import (
    Collect,
    Deal,
    Decline,
    LaidOut,
    LayOut,
    LiftShooter,
    NoStart,
    Options,
    Phase,
    PutBack,
    PutDown,
    Rested,
    Searched,
    SetAside,
    Shoot,
    ShotResult,
    Spot,
    TakeShooter,
    Termination,
    Way,
)
from magnetsim.shot import Delivery, Flick, Push
from magnetsim.table import Placed, with_magnet, without
from tests.rules.xinxin.counting import magnets_accounted_for
from tests.rules.xinxin.referee import Referee

SWITCHES = ("teams", "free_movement", "only_largest", "changed_is_new", "must_take", "falls_to_next")
AGREED = [tuple(Way), *((way,) for way in Way)]
COMBINATIONS = [
    {"ways": ways, **dict(zip(SWITCHES, on, strict=True))}
    for ways, on in product(AGREED, product((False, True), repeat=len(SWITCHES)))
]


class Dreamed:
    """A world that reports whatever it likes, and the same whenever it is asked the same."""

    def __init__(self, game, seed):
        self.game, self.seed = game, seed

    def __call__(self, state, move):
        place = repr((state.turn, state.phase, state.table.magnet.tolist(), sorted(state.table.bonds), move))
        luck = np.random.default_rng([self.seed, crc32(place.encode())])
        table = state.table
        match move:
            case LayOut():
                return LaidOut(state.laid)
            case Deal():
                return Rested(self.game.settled(without(table, move.shooters)))
            case LiftShooter():
                own = state.shooter[state.seat]
                return Rested(self.later(without(table, [own] if own in table.magnet else []), luck, 0.1, 0.1))
            case TakeShooter() if move.magnet in table.magnet:
                return Rested(self.later(without(table, [move.magnet]), luck, 0.1, 0.1))
            case Collect():
                return Rested(self.later(without(table, move.cluster), luck, 0.1, 0.1))
            case Shoot():
                return self.shot(table, move, luck)
            case NoStart() | SetAside():
                return Searched((0.1, 0.1, 0.0) if luck.random() < 0.3 else None)
            case PutBack():
                spot = self.spot(luck)
                on = move.magnet in table.magnet
                return PutDown(spot, None if on else with_magnet(table, Placed(move.magnet, 0, move.position, 0.0)))
            case _:
                return None

    def shot(self, table, move, luck):
        spot = self.spot(luck)
        if spot.touches or spot.moves or move.shot.magnet in table.magnet:
            return ShotResult(spot)
        settled = self.later(with_magnet(table, Placed(move.shot.magnet, 0, (0.25, 0.0), 0.0)), luck, 0.55, 0.2)
        clusters = [group for group in self.game.components(settled.table.bonds) if luck.random() > 0.05]
        return ShotResult(spot, settled, tuple(clusters))

    def spot(self, luck):
        share = luck.random()
        return Spot(touches=(1,)) if share < 0.08 else Spot(moves=(2,)) if share < 0.16 else Spot()

    def later(self, table, luck, bond_share, fall_share):
        bonds = {bond for bond in sorted(table.bonds) if luck.random() > 0.1}
        while len(table) > 1 and luck.random() < bond_share:
            first, second = sorted(luck.choice(table.magnet, size=2, replace=False).tolist())
            bonds.add((first, second))
        falls = []
        while luck.random() < fall_share and len(falls) < len(table):
            falls.append(int(luck.choice([number for number in table.magnet.tolist() if number not in falls])))
        places = {number: (float(luck.uniform(-0.3, 0.3)), 0.3) for number in falls}
        table = without(table, falls)
        bonds = frozenset(bond for bond in bonds if not set(bond) & set(falls))
        return self.game.settled(replace(table, bonds=bonds), places, at_rest=luck.random() > 0.05)


class Whimsical:
    """Does anything, much of it against the rules, in every way of shooting and from all round the table."""

    def choose(self, request, generator):
        state, luck = request.view, generator.random()
        if luck < 0.04:
            return [NoStart(), Decline(), LiftShooter(), TakeShooter(int(generator.integers(0, 30)))][
                int(generator.integers(4))
            ]
        match state.phase:
            case Phase.TAKE:
                offered = state.table.magnet.tolist()
                own = state.shooter[state.seat]
                return LiftShooter() if own is not None or luck < 0.1 else TakeShooter(int(generator.choice(offered)))
            case Phase.AIM:
                return self.shot(state, generator)
            case Phase.CHOOSE:
                if luck < 0.15:
                    return Decline()
                return Collect(state.clusters[int(generator.integers(len(state.clusters)))])
            case _:
                magnet = int(generator.choice(state.waiting))
                if luck < 0.4:
                    return SetAside(magnet)
                return PutBack(magnet, tuple(generator.uniform(-0.32, 0.32, 2).tolist()), 0.0)

    def shot(self, state, generator):
        deep, share, turn, speed, spin, offset, stroke = generator.uniform(size=7).tolist()
        way = list(Way)[int(generator.integers(3))] if generator.random() < 0.2 else state.options.ways[0]
        depth = -0.002 + 0.033 * deep
        seats = state.seats if generator.random() < 0.1 else [state.seats[state.seat]]
        middle = seats[int(generator.integers(len(seats)))].middle
        reach = 2.4 if state.options.free_movement else 0.44
        arc = (middle + reach * (share - 0.5)) % 2.4
        side, along = divmod(arc, 0.6)
        corner = [(-0.3, -0.3), (0.3, -0.3), (0.3, 0.3), (-0.3, 0.3)][int(side) % 4]
        ahead = [(1, 0), (0, 1), (-1, 0), (0, -1)][int(side) % 4]
        inward = (-ahead[1], ahead[0])
        depth = -depth if way is Way.DELIVER else depth
        position = tuple(corner[k] + along * ahead[k] + depth * inward[k] for k in (0, 1))
        direction = math.atan2(inward[1], inward[0]) + 1.7 * (2 * turn - 1)
        magnet = 7 if generator.random() < 0.02 else state.hand[state.seat]
        speed = -0.1 + 5.3 * speed
        if way is Way.FLICK:
            return Shoot(position, 0.0, Flick(magnet, direction, speed, 0.0104 * (2 * offset - 1)))
        if way is Way.PUSH:
            return Shoot(position, 0.0, Push(magnet, direction, speed, 0.102 * stroke, 0.0104 * (2 * offset - 1)))
        return Shoot(position, 0.0, Delivery(magnet, direction, speed, 62 * (2 * spin - 1)))


def setting(game, number):
    """The match of this number, before its first move, and its world."""
    options = COMBINATIONS[number * 37 % len(COMBINATIONS)]
    luck = np.random.default_rng(number)
    players = int(luck.choice([4, 6, 8] if options["teams"] else [2, 3, 4, 5, 8]))
    count = players + int(luck.integers(1, 18))
    bounds = {
        "stalemate_rounds": int(luck.integers(1, 5)),
        "turn_limit": int(luck.integers(15, 80)),
        "replays": number % 3,
    }
    options = Options(catch_reach=2.0, **bounds, **options)
    state = xinxin.new_game(game.grid(count), [f"player {seat}" for seat in range(players)], options)
    return Match(xinxin, state, number), Dreamed(game, number)


def refereed(game, number):
    """Play a match under the referee's eyes; what happened, by name of event and of refusal."""
    match, world = setting(game, number)
    state = match.start
    count = len(state.table)
    referee = Referee(len(state.players), count, state.options)
    people = [Participant(Whimsical())] * len(state.players)
    seen = Counter()
    while match.outcome is None:
        before = match.state
        assert xinxin.to_move(before) == referee.to_move()
        step = advance(match, people, world)
        for one in step.refused:
            assert not referee.allows(one.move, world(before, one.move)), one.reason
            seen[one.reason.name] += 1
        assert referee.allows(step.move, step.facts), (before.phase, step.move)
        referee.note(step.move, step.facts)
        seen.update(event.name for event in step.events)
        compare(referee, step.after, count)
    result = match.outcome
    assert referee.to_move() is None
    assert (result.termination, result.winners) == (referee.termination, referee.winners())
    assert (result.scores, result.earlier) == (referee.scores(), tuple(referee.earlier))
    assert result.termination in {reason.value for reason in Termination}
    for turn in match.turns:
        assert sum(isinstance(step.move, Shoot) for step in turn.steps) <= 1
        assert len({step.mover for step in turn.steps} - {CHANCE}) <= 1
    seen[result.termination] += 1
    return match, seen


def compare(referee, state, count):
    """The referee's books and the state say the same, and no magnet is lost or doubled."""
    assert set(state.table.magnet.tolist()) == referee.lying
    assert list(state.hand) == referee.hand
    assert list(state.shooter) == referee.shooter
    assert [list(own) for own in state.collected] == referee.won
    assert [one.magnet for one in state.falling] == referee.falling
    assert sorted(state.waiting) == sorted(referee.back)
    assert sorted(state.aside) == sorted(referee.aside)
    assert list(state.on_offer) == referee.offers
    assert list(state.playing) == referee.playing
    assert state.scores == referee.scores()
    assert magnets_accounted_for(state) == tuple(range(count))


def test_the_combinations_are_all_of_them():
    assert len(COMBINATIONS) == 4 * 2**6
    assert len({37 * number % len(COMBINATIONS) for number in range(1000)}) == len(COMBINATIONS)


CLAUSES = (
    *("X1.1", "X1.3", "X1.5", "X1.6", "X1.7", "X2.1", "X2.2", "X2.3"),
    *("X3.1", "X3.2", "X3.3", "X3.4", "X3.5", "X3.6"),
    *("X4.2", "X4.3", "X4.4", "X4.5", "X4.6", "X5.1", "X5.2", "X5.3", "X5.4"),
)


def games(game, numbers):
    seen = Counter()
    for number in numbers:
        try:
            seen += refereed(game, number)[1]
        except AssertionError as error:
            raise AssertionError(f"game {number}: {error}") from error
    return seen


@pytest.mark.rule(*CLAUSES)
def test_a_hundred_games_go_as_the_referee_says(game):
    seen = games(game, range(100))
    assert {"caught", "dropped", "given", "put-back", "set-aside", "skipped", "forfeited", "time-limit"} <= set(seen)
    assert {"team-won", "won", "tied", "replay", "undecided", "left", "smaller-cluster", "forgone"} <= set(seen)
    assert {"old-cluster", "unchanged-cluster", "not-largest", "must-take", "not-agreed-way", "out-of-reach"} <= set(
        seen
    )


@pytest.mark.slow
@pytest.mark.rule(*CLAUSES)
def test_a_thousand_games_go_as_the_referee_says(game):
    seen = games(game, range(1000))
    assert {reason.value for reason in Termination} <= set(seen)


@pytest.mark.parametrize("number", range(0, 60, 12))
def test_from_any_turn_a_game_is_played_on_the_same(game, number):
    match, _ = refereed(game, number)
    _, world = setting(game, number)
    people = [Participant(Whimsical())] * len(match.start.players)
    told = [(step.move, step.refused and [one.reason for one in step.refused], step.events) for step in match.steps]
    turns = [turn.number for turn in match.turns]
    for turn in turns[:: max(1, len(turns) // 4)]:
        forked = match.fork(turn)
        assert xinxin.turn(forked.state) >= turn
        play(forked, people, world)
        again = [
            (step.move, step.refused and [one.reason for one in step.refused], step.events) for step in forked.steps
        ]
        assert again == told
        assert forked.outcome == match.outcome
    taken = match.undo(len(turns) // 2)
    assert match.outcome is None
    match.redo(taken)
    assert [step.events for step in match.steps] == [events for *_, events in told]
