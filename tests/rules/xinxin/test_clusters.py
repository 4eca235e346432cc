"""X2.1 and X4.1-X4.3: which clusters a shot earns."""

import pytest

from magnetsim.errors import IllegalShot
from magnetsim.rules.xinxin.game import Phase


@pytest.mark.rule("X2.1", "X4.1")
def test_a_shot_that_makes_a_cluster_earns_it(game):
    play = game.start().shoot(bonds=[(3, 4)])
    assert [event.data["magnets"] for event in play.named("new-cluster")] == [(3, 4)]
    play.collect(3, 4)
    assert play.state.scores == (2, 0)
    assert [(event.clause, event.seat) for event in play.named("collected")] == [("X3.3", 0)]


@pytest.mark.rule("X4.1")
def test_only_what_the_world_reads_as_a_cluster_is_one(game):
    # A bond whose magnets the lift test parted, or a mere touch, makes no cluster.
    play = game.start().shoot(bonds=[(3, 4)], clusters=[])
    assert play.state.seat == 1
    assert play.named("no-new-cluster")


@pytest.mark.rule("X4.2")
def test_one_of_several_new_clusters_and_no_more(game):
    play = game.start(12).shoot(bonds=[(2, 3), (4, 5), (5, 6)])
    assert play.state.on_offer == (frozenset({2, 3}), frozenset({4, 5, 6}))
    play.collect(4, 5, 6)
    assert play.state.scores == (3, 0)
    assert [event.data["clusters"] for event in play.named("left")] == [((2, 3),)]
    assert play.state.seat == 1
    # What was left is old from now on.
    play.shoot(clusters=[{2, 3}])
    assert play.state.seat == 0


@pytest.mark.rule("X4.2")
def test_two_clusters_together_are_not_one(game):
    play = game.start(12).shoot(bonds=[(2, 3), (4, 5)])
    with pytest.raises(IllegalShot, match="not one of the new clusters"):
        play.collect(2, 3, 4, 5)


def old_pair(game):
    """Bonds 2-3 and 3-4 lie there from before; seat 0 shoots."""
    return game.start(12).shoot(bonds=[(2, 3), (3, 4)]).decline().shoot(clusters=[{2, 3, 4}]).lift()


@pytest.mark.rule("X4.3")
def test_an_unchanged_cluster_is_not_new_and_may_not_be_taken(game):
    play = old_pair(game).shoot(bonds=[(5, 6)], clusters=[{2, 3, 4}, {5, 6}])
    assert play.state.on_offer == (frozenset({5, 6}),)
    assert [event.data["magnets"] for event in play.named("old-cluster")] == [(2, 3, 4)]
    with pytest.raises(IllegalShot, match=r"cluster \[2, 3, 4\] is not new") as caught:
        play.collect(2, 3, 4)
    assert caught.value.reason == "old-cluster"


@pytest.mark.rule("X4.3")
def test_a_cluster_that_only_lost_a_member_is_not_new(game):
    play = old_pair(game)
    facts = play.shot_facts(clusters=[{2, 3}])
    play.make(play.flick(), facts)
    assert play.state.seat == 1


@pytest.mark.rule("X4.3")
def test_a_cluster_that_grew_is_new_whole(game):
    play = old_pair(game).shoot(bonds=[(4, 5)])
    assert play.state.on_offer == (frozenset({2, 3, 4, 5}),)
    play.collect(2, 3, 4, 5)
    assert play.state.scores == (4, 0)


@pytest.mark.rule("X4.3")
def test_a_bond_more_between_two_members_makes_it_new(game):
    play = old_pair(game).shoot(bonds=[(2, 4)])
    assert play.state.on_offer == (frozenset({2, 3, 4}),)


@pytest.mark.rule("X4.3")
def test_a_bond_broken_and_made_again_is_not_new(game):
    # Only before and after count: the same pairs, whatever happened in between.
    assert old_pair(game).shoot(clusters=[{2, 3, 4}]).state.seat == 1


@pytest.mark.rule("X4.3")
def test_the_shooter_back_with_its_old_mate_is_new(game):
    play = game.start(12).shoot(bonds=[(0, 2)]).decline().shoot(clusters=[{0, 2}])
    assert play.state.seat == 0
    play.lift().shoot(bonds=[(0, 2)])
    assert play.state.on_offer == (frozenset({0, 2}),)


@pytest.mark.rule("X2.1", "X4.2")
def test_a_cluster_formed_by_two_hits_is_counted_once(game):
    # A ring of bonds: each magnet is in it once, however many bonds it has.
    play = game.start(12).shoot(bonds=[(0, 2), (2, 3), (0, 3)]).collect(0, 2, 3)
    assert play.state.scores == (3, 0)
    assert play.state.collected == ((0, 2, 3), ())


@pytest.mark.rule("X4.1")
def test_links_of_a_collected_magnet_are_gone(game):
    play = game.start(12).shoot(bonds=[(2, 3), (3, 4)]).decline()
    play.shoot(bonds=[(3, 5)], clusters=[{3, 5}]).collect(3, 5)
    assert play.state.table.bonds == frozenset()


@pytest.mark.rule("X4.1")
def test_a_cluster_of_magnets_that_are_not_there_is_the_worlds_mistake(game):
    with pytest.raises(ValueError, match=r"cluster \[3, 4\] holds magnets that are not on the table"):
        game.start().shoot(clusters=[{3, 4}], falls=(4,))


@pytest.mark.rule("X4.1")
def test_a_magnet_that_falls_in_the_shot_that_bonds_it_has_fallen(game):
    play = game.start().shoot(bonds=[(2, 3), (3, 4)], falls=(4,))
    assert play.state.phase is Phase.CATCH
    play.catch(1)
    assert play.state.on_offer == (frozenset({2, 3}),)
    play.collect(2, 3)
    assert play.state.collected == ((2, 3), (4,))
