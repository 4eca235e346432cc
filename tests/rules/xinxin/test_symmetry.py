"""The rules know no side of the table: turned or mirrored facts get the same ruling, always."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from magnetsim.match import Match, Participant, play
from magnetsim.rules.xinxin import game as xinxin
from magnetsim.rules.xinxin.falls import catching_order
from magnetsim.rules.xinxin.game import Options, PutBack, SetAside, Shoot
from tests.rules.xinxin.test_walk import Senseless, Whims, whim_game
from tests.symmetry import VIEWS


def verdict(reason):
    """A refusal without its sentence, which may name a place."""
    return reason and (reason.name, reason.clause)


@pytest.mark.rule("X1.4", "X4.4", "X4.5")
@settings(max_examples=25)
@given(seed=st.integers(0, 2**32), players=st.integers(2, 6), view=st.sampled_from(VIEWS), free=st.booleans())
def test_turned_and_mirrored_facts_are_ruled_alike(game, seed, players, view, free):
    match, _ = whim_game(game, seed, players, players + 8, free_movement=free, turn_limit=30, catch_reach=0.4)
    before = match.start
    for step in match.steps:
        seen = view.state(before)
        for one in step.refused:
            assert verdict(xinxin.legal(seen, view.move(one.move))) == verdict(xinxin.legal(before, one.move))
        after, events = xinxin.apply(seen, view.move(step.move), view.facts(step.facts))
        assert events == step.events
        assert (after.phase, after.seat, after.collected, after.waiting) == (
            step.after.phase,
            step.after.seat,
            step.after.collected,
            step.after.waiting,
        )
        for fallen, turned in zip(before.falling, seen.falling, strict=True):
            assert catching_order(seen, turned) == catching_order(before, fallen)
        before = step.after


def test_the_walk_has_what_a_side_of_the_table_could_decide(game):
    matches = [whim_game(game, seed, 4, 12, turn_limit=30, catch_reach=0.4)[0] for seed in range(8)]
    steps = [step for match in matches for step in match.steps]
    assert {type(step.move) for step in steps} >= {Shoot, PutBack, SetAside}
    assert {one.reason.name for step in steps for one in step.refused} >= {"not-inward", "not-at-rim"}
    reached = [len(catching_order(step.after, fallen)) for step in steps for fallen in step.after.falling]
    assert {0, 1} <= set(reached)


@pytest.mark.rule("X1.5", "X5.3")
@settings(max_examples=20)
@given(seed=st.integers(0, 2**32))
def test_two_names_exchanged_change_the_names_and_nothing_else(game, seed):
    def played(names):
        state = xinxin.new_game(game.grid(10), names, Options(stalemate_rounds=4, replays=3, catch_reach=2.0))
        match = Match(xinxin, state, seed)
        outcome = play(match, [Participant(Senseless(game, 0.1))] * 3, Whims(game, seed))
        assert [player.name for player in match.state.players] == names
        return outcome, [(step.mover, step.move, step.events) for step in match.steps]

    assert played(["小红", "小明", "小兰"]) == played(["小明", "小红", "小兰"])
