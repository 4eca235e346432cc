"""Options that other tables agree on; as the rulebook has it, all of them are off."""

import pytest

from magnetsim.clusters import changed_clusters, new_clusters
from magnetsim.errors import IllegalShot
from magnetsim.rules.xinxin import game as xinxin
from magnetsim.rules.xinxin.game import Collect, Decline, Forfeit, Options, Phase
from tests.rules.xinxin.counting import magnets_accounted_for


def refusal(play, move):
    reason = xinxin.legal(play.state, move)
    return None if reason is None else (reason.clause, reason.name)


def test_by_default_there_are_none():
    options = Options()
    assert not any((options.only_largest, options.changed_is_new, options.must_take, options.falls_to_next))


# Only the largest


@pytest.mark.rule("X4.2")
def test_only_the_largest_new_cluster_may_be_taken(game):
    play = game.start(12, only_largest=True).shoot(bonds=[(3, 4), (5, 6), (6, 7), (8, 9), (9, 10)])
    assert play.state.on_offer == (frozenset({5, 6, 7}), frozenset({8, 9, 10}))
    assert [event.data["magnets"] for event in play.named("smaller-cluster")] == [(3, 4)]
    before = play.state
    assert refusal(play, Collect(frozenset({3, 4}))) == ("X4.2", "not-largest")
    with pytest.raises(IllegalShot, match="only the largest"):
        play.collect(3, 4)
    assert play.state is before
    # Of two that are equally large, either.
    assert refusal(play, Collect(frozenset({5, 6, 7}))) is None
    play.collect(8, 9, 10)
    assert play.state.scores == (3, 0)
    assert refusal(game.start(12).shoot(bonds=[(3, 4), (5, 6), (6, 7)]), Collect(frozenset({3, 4}))) is None


@pytest.mark.rule("X4.2", "X4.3")
def test_a_larger_old_cluster_is_in_nobodys_way(game):
    play = game.start(12, only_largest=True).shoot(bonds=[(3, 4), (4, 5)]).decline().shoot(bonds=[(7, 8)])
    assert play.state.on_offer == (frozenset({7, 8}),)
    assert refusal(play, Collect(frozenset({3, 4, 5}))) == ("X4.3", "old-cluster")


# What changed is new


@pytest.mark.rule("X4.3")
@pytest.mark.parametrize(
    ("before", "after", "clusters", "new", "changed"),
    [
        ({(1, 2), (2, 3)}, {(1, 2), (2, 3)}, [{1, 2, 3}], [], []),
        ({(1, 2), (2, 3)}, {(1, 2)}, [{1, 2}], [], [{1, 2}]),
        ({(1, 2), (2, 3), (3, 4)}, {(1, 2), (3, 4)}, [{1, 2}, {3, 4}], [], [{1, 2}, {3, 4}]),
        ({(1, 2), (2, 3), (1, 3)}, {(1, 2), (2, 3)}, [{1, 2, 3}], [], [{1, 2, 3}]),
        ({(1, 2)}, {(1, 2), (2, 3)}, [{1, 2, 3}], [{1, 2, 3}], [{1, 2, 3}]),
        ({(1, 2)}, {(1, 2), (5, 6)}, [{1, 2}, {5, 6}], [{5, 6}], [{5, 6}]),
        (set(), set(), [], [], []),
    ],
    ids=["as it was", "lost a member", "split", "a bond less", "grew", "another one", "nothing"],
)
def test_what_changed_and_what_is_new(before, after, clusters, new, changed):
    clusters = [frozenset(cluster) for cluster in clusters]
    assert new_clusters(clusters, before, after) == tuple(map(frozenset, new))
    assert changed_clusters(clusters, before, after) == tuple(map(frozenset, changed))
    assert set(new_clusters(clusters, before, after)) <= set(changed_clusters(clusters, before, after))


@pytest.mark.rule("X4.3")
@pytest.mark.parametrize("wide", [False, True])
def test_a_cluster_that_lost_a_member_is_new_in_the_wider_reading_only(game, wide):
    play = game.start(12, changed_is_new=wide).shoot(bonds=[(3, 4), (4, 5), (8, 9)]).decline()
    play.shoot(falls=(5,)).catch(None)
    told = "unchanged-cluster" if wide else "old-cluster"
    if wide:
        assert play.state.phase is Phase.CHOOSE
        assert play.state.on_offer == (frozenset({3, 4}),)
        assert [event.data["magnets"] for event in play.named(told)] == [(8, 9)]
        assert [event.data for event in play.named("new-cluster")] == [{"magnets": (3, 4), "changed": ((4, 5),)}]
        assert refusal(play, Collect(frozenset({8, 9}))) == ("X4.3", "old-cluster")
        assert "changed no bond" in xinxin.legal(play.state, Collect(frozenset({8, 9}))).message
    else:
        assert play.state.phase is Phase.PUT_BACK
        assert [event.data["magnets"] for event in play.named(told)] == [(3, 4), (8, 9)]


@pytest.mark.rule("X4.3", "X3.1")
def test_what_changed_before_the_shot_is_old_in_either_reading(game):
    play = game.start(12, changed_is_new=True).shoot(bonds=[(0, 4), (4, 5)]).decline().shoot(clusters=[(0, 4, 5)])
    # Lifting the shooter 0 out of its cluster is not the shot.
    play.lift(bonds=[(4, 5)]).shoot()
    assert [event.data["magnets"] for event in play.named("unchanged-cluster")] == [(4, 5)]
    assert play.named("no-new-cluster")


# Taking is compulsory


@pytest.mark.rule("X3.3")
def test_where_taking_is_compulsory_declining_is_refused(game):
    play = game.start(12, must_take=True).shoot(bonds=[(3, 4), (6, 7)])
    before = play.state
    assert refusal(play, Decline()) == ("X3.3", "must-take")
    with pytest.raises(IllegalShot):
        play.decline()
    assert play.state is before
    assert refusal(play, Collect(frozenset({6, 7}))) is None
    # Who will not choose loses the turn all the same (X4.5).
    assert play.make(Forfeit(), None).state.seat == 1
    assert refusal(game.start(12).shoot(bonds=[(3, 4)]), Decline()) is None


# Falls go to the next player


@pytest.mark.rule("X4.4")
def test_what_falls_is_the_next_players_and_no_cluster_is_taken(game):
    play = game.start(12, 3, falls_to_next=True).shoot(bonds=[(3, 4)], falls=(8, 9))
    assert play.state.scores == (0, 2, 0)
    assert (play.state.seat, play.state.phase) == (1, Phase.AIM)
    assert [(event.seat, event.data["magnet"]) for event in play.named("given")] == [(1, 8), (1, 9)]
    assert [event.data["clusters"] for event in play.named("forgone")] == [((3, 4),)]
    # It stays on the table, and is old from now on.
    play.shoot(bonds=[(6, 7)])
    assert play.state.on_offer == (frozenset({6, 7}),)
    assert magnets_accounted_for(play.state) == tuple(range(12))


@pytest.mark.rule("X4.4", "X3.5")
def test_the_shooters_own_fall_costs_it(game):
    play = game.start(12, 3, falls_to_next=True).shoot(falls=(0,))
    assert play.state.scores == (0, 1, 0)
    assert play.state.shooter == (None, 1, 2)
    assert not play.named("forgone")
    play.shoot().shoot()
    assert (play.state.seat, play.state.phase) == (0, Phase.TAKE)
    assert refusal(play, xinxin.TakeShooter(5)) is None


@pytest.mark.rule("X4.4", "X3.3")
def test_what_falls_as_a_cluster_is_lifted_away_is_the_next_players_too(game):
    play = game.start(12, falls_to_next=True).shoot(bonds=[(3, 4)]).collect(3, 4, falls=(7,))
    assert play.state.scores == (2, 1)
    assert play.state.phase is Phase.AIM


@pytest.mark.rule("X4.4", "X3.1")
def test_what_falls_as_a_shooter_is_lifted_does_not_cost_the_cluster(game):
    play = game.start(12, falls_to_next=True).shoot().shoot().lift(falls=(7,))
    assert (play.state.scores, play.state.phase) == ((0, 1), Phase.AIM)
    assert play.shoot(bonds=[(3, 4)]).state.phase is Phase.CHOOSE


@pytest.mark.rule("X4.4", "X3.6")
def test_a_gift_starts_the_count_of_idle_rounds_anew_as_a_catch_does(game):
    play = game.start(12, stalemate_rounds=1, replays=0, falls_to_next=True).shoot().shoot(falls=(7,))
    assert play.state.game_turn == 2
    play.ready().shoot()
    assert xinxin.outcome(play.state) is None


@pytest.mark.rule("X5.1", "X4.4")
def test_a_gift_of_the_last_magnet_ends_it(game):
    play = game.start(4, falls_to_next=True).shoot(falls=(0, 2, 3))
    result = xinxin.outcome(play.state)
    assert (result.termination, result.winners, result.scores) == ("collected", (1,), (0, 3))


@pytest.mark.rule("X4.4", "X4.6")
def test_in_teams_the_next_player_is_an_opponent(game):
    play = game.start(12, 4, falls_to_next=True, teams=True).shoot(falls=(7,))
    assert play.state.scores == (0, 1, 0, 0)
    assert (0, 1) not in play.state.sides
