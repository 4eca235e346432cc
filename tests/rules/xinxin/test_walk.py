"""Whole games of 《心心相引》, senseless players in a world without physics: what must hold at every move."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from magnetsim.match import Match, Participant, play
from magnetsim.rules.base import CHANCE
from magnetsim.rules.xinxin import game as xinxin
from magnetsim.rules.xinxin.game import (
    Catch,
    Collect,
    Deal,
    Decline,
    Forfeit,
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
)
from magnetsim.table import Placed, with_magnet, without
from tests.rules.xinxin.counting import magnets_accounted_for

REASONS = {termination.value for termination in Termination}


class Whims:
    """A world that reports whatever it likes, as long as no magnet is lost or doubled."""

    def __init__(self, game, seed):
        self.game = game
        self.generator = np.random.default_rng(seed)

    def happens(self, share):
        return self.generator.random() < share

    def some(self, magnets, most):
        magnets = [int(magnet) for magnet in magnets]
        count = int(self.generator.integers(0, min(most, len(magnets)) + 1))
        return [int(magnet) for magnet in self.generator.permutation(magnets)[:count]]

    def settled(self, table, bond_share, fall_share):
        """The table a while later: bonds lost and made, magnets fallen, not always at rest."""
        bonds = {bond for bond in table.bonds if not self.happens(0.1)}
        while len(table) > 1 and self.happens(bond_share):
            pair = self.generator.choice(table.magnet, size=2, replace=False)
            bonds.add((int(min(pair)), int(max(pair))))
        falls = self.some(table.magnet, 2) if self.happens(fall_share) else []
        table = without(replace(table, bonds=frozenset(bonds)), falls)
        return self.game.settled(table, falls, at_rest=not self.happens(0.05))

    def rested(self, table, magnets, bond_share=0.2, fall_share=0.1):
        return Rested(self.settled(without(table, magnets), bond_share, fall_share))

    def spot(self, table):
        touched = self.some(table.magnet, 1) if self.happens(0.2) else []
        return Spot(tuple(touched), tuple(self.some(table.magnet, 1)) if self.happens(0.2) else ())

    def __call__(self, state, move):
        table = state.table
        match move:
            case LayOut():
                return LaidOut(state.laid)
            case Deal():
                return Rested(self.game.settled(without(table, move.shooters)))
            case LiftShooter():
                return self.rested(table, [state.shooter[state.seat]])
            case TakeShooter():
                return self.rested(table, [move.magnet])
            case Collect():
                return self.rested(table, move.cluster)
            case Shoot():
                spot = self.spot(table)
                if spot.touches or spot.moves:
                    return ShotResult(spot)
                settled = self.settled(with_magnet(table, Placed(move.shot.magnet, 0, (0.25, 0), 0.0)), 0.6, 0.15)
                clusters = [group for group in self.game.components(settled.table.bonds) if not self.happens(0.1)]
                return ShotResult(spot, settled, tuple(clusters))
            case NoStart() | SetAside():
                return Searched((0.1, 0.1, 0.0) if self.happens(0.5) else None)
            case PutBack():
                spot = self.spot(table)
                return PutDown(spot, with_magnet(table, Placed(move.magnet, 0, move.position, move.angle)))
            case _:
                return None


class Senseless:
    """Moves at random, now and then against the rules."""

    def __init__(self, game, declines):
        self.game = game
        self.declines = declines

    def choose(self, request, generator):
        state, luck = request.view, generator.random()
        if luck < 0.1:
            return TakeShooter(int(generator.integers(0, 30)))
        match state.phase:
            case Phase.TAKE:
                offered = state.offered_shooters(state.seat)
                return TakeShooter(int(generator.choice(offered))) if offered else LiftShooter()
            case Phase.AIM:
                if luck < 0.2:
                    return NoStart()
                depth = generator.uniform(-0.01, 0.04)
                return self.game.flick(
                    state, share=generator.uniform(-1, 1), depth=depth, turn=generator.uniform(-2, 2)
                )
            case Phase.CHOOSE:
                if generator.random() < self.declines:
                    return Decline()
                return Collect(state.clusters[int(generator.integers(len(state.clusters)))])
            case _:
                magnet = int(generator.choice(state.waiting))
                return SetAside(magnet) if luck < 0.4 else PutBack(magnet, tuple(generator.uniform(-0.3, 0.3, 2)), 0.0)


def whim_game(game, seed, players, count, declines=0.1, **options):
    options = {"stalemate_rounds": 4, "replays": 3, "turn_limit": 100, "catch_reach": 2.0, **options}
    state = xinxin.new_game(game.grid(count), [f"player {seat}" for seat in range(players)], Options(**options))
    match = Match(xinxin, state, seed)
    strategy = Senseless(game, declines)
    result = play(match, [Participant(strategy)] * players, Whims(game, seed + 1))
    return match, result


WALK = {
    "seed": st.integers(0, 2**32),
    "players": st.integers(2, 6),
    "more": st.integers(1, 25),
    "declines": st.sampled_from([0.0, 0.1, 1.0]),
}


@pytest.mark.rule("X1.1", "X2.2", "X3.1", "X3.3", "X3.6", "X4.3", "X4.4", "X5.2")
@settings(max_examples=120)
@given(**WALK)
def test_what_holds_in_every_game(game, seed, players, more, declines):
    count = players + more
    match, result = whim_game(game, seed, players, count, declines)
    assert result.termination in REASONS
    gains = np.zeros(players, dtype=int)
    states = [match.start, *(step.after for step in match.steps)]
    for before, step in zip(states, match.steps, strict=False):
        after = step.after
        assert magnets_accounted_for(after) == tuple(range(count))
        held = {magnet for magnet in after.hand if magnet is not None}
        assert held <= set(after.shooter)
        owned = [magnet for magnet in after.shooter if magnet is not None]
        assert len(set(owned)) == len(owned)
        assert not set(owned) & {magnet for own in after.collected for magnet in own}
        if isinstance(step.move, LayOut):
            gains[:] = 0
        if isinstance(step.move, Collect):
            cluster = step.move.cluster
            made = before.table.bonds - before.bonds_before
            assert any(a in cluster and b in cluster for a, b in made)
            gains[step.mover] += len(cluster)
        if isinstance(step.move, Catch):
            for catcher in step.move.catchers:
                if catcher is not None:
                    gains[catcher] += 1
                    assert catcher != before.seat
        assert (step.mover == CHANCE) == isinstance(step.move, LayOut | Deal | Catch)
        if not after.earlier:
            assert tuple(gains) == after.scores
    assert all(result.scores[seat] == gains[seat] for seat in match.state.playing)
    assert result.winners == tuple(
        seat
        for seat in match.state.playing
        if all(result.scores[seat] > result.scores[other] for other in match.state.playing if other != seat)
    )
    assert (result.winners == ()) == (result.termination == "undecided")


@pytest.mark.rule("X1.5", "X3.1", "X3.6")
@settings(max_examples=60)
@given(**WALK)
def test_one_shot_a_turn_and_every_seat_in_its_order(game, seed, players, more, declines):
    match, _ = whim_game(game, seed, players, players + more, declines)
    for turn in match.turns:
        assert sum(isinstance(step.move, Shoot) for step in turn.steps) <= 1
        assert sum(isinstance(step.move, Collect) for step in turn.steps) <= 1
        assert len({step.mover for step in turn.steps} - {CHANCE}) <= 1
    before = None
    for step in match.steps:
        for event in step.events:
            if event.name == "starts":
                before = None
            if event.name == "turn":
                playing = step.after.playing
                if before is not None:
                    assert event.seat == playing[(playing.index(before) + 1) % len(playing)]
                before = event.seat


@pytest.mark.rule("X2.3", "X3.6")
@settings(max_examples=40)
@given(**WALK)
def test_every_game_is_bounded(game, seed, players, more, declines):
    match, result = whim_game(game, seed, players, players + more, declines, turn_limit=30, replays=2)
    assert len(result.earlier) <= 2
    assert match.state.turn < 30 * (len(result.earlier) + 1) + len(result.earlier) + 1
    rounds = 4 * players
    idle = 0
    for turn in match.turns:
        names = {event.name for event in turn.events}
        idle = 0 if names & {"new-cluster", "caught", "replay"} else idle + 1
        assert idle <= rounds


def test_players_who_are_never_legal_lose_every_turn(game):
    class Stubborn:
        def choose(self, request, generator):
            return replace(game.flick(request.view), position=(0.0, 0.0))

    state = xinxin.new_game(game.grid(6), ["a", "b"], Options(stalemate_rounds=3, replays=1))
    match = Match(xinxin, state, 1)
    result = play(match, [Participant(Stubborn())] * 2, Whims(game, 1))
    assert (result.termination, result.winners, result.scores) == ("undecided", (), (0, 0))
    assert all(isinstance(step.move, Forfeit) for step in match.steps if step.mover != CHANCE)
    assert {len(step.refused) for step in match.steps if step.mover != CHANCE} == {3}
    assert not any(event.name == "shot" for step in match.steps for event in step.events)


@pytest.mark.rule("X1.5", "X5.3")
def test_names_are_only_names(game):
    def scores(names):
        state = xinxin.new_game(game.grid(10), names, Options(stalemate_rounds=4, replays=3))
        match = Match(xinxin, state, 5)
        return play(match, [Participant(Senseless(game, 0.1))] * 2, Whims(game, 6)), len(match.steps)

    assert scores(["小红", "小明"]) == scores(["小明", "小红"])


def test_the_walk_meets_the_ways_to_end(game):
    met = set()
    for seed in range(60):
        options = {"replays": seed % 2, "turn_limit": 40 if seed % 3 else 8, "stalemate_rounds": 1 + seed % 4}
        met.add(whim_game(game, seed, 2 + seed % 3, 6 + seed % 9, 0.2, **options)[1].termination)
    assert met >= REASONS - {"no-shooter"}
