"""X3: a turn from the lift to the pass."""

import pytest

from magnetsim.errors import IllegalShot
from magnetsim.rules.xinxin import game as xinxin
from magnetsim.rules.xinxin.game import Phase, ShotResult, Spot, TakeShooter


def refusal(state, move, facts=None):
    reason = xinxin.legal(state, move, facts)
    return None if reason is None else reason.name


@pytest.mark.rule("X3.1")
def test_the_first_shot_is_from_the_hand_and_later_ones_lift_the_shooter(game):
    play = game.start()
    assert play.state.phase is Phase.AIM
    play.shoot().shoot()
    assert (play.state.seat, play.state.phase) == (0, Phase.TAKE)
    assert 0 in play.state.table.magnet
    play.lift()
    assert play.state.phase is Phase.AIM
    assert play.state.hand == (0, None)
    assert 0 not in play.state.table.magnet
    assert [event.data["magnet"] for event in play.named("lifted")] == [0]


@pytest.mark.rule("X3.1", "X4.3")
def test_bonds_made_by_the_lift_are_remembered_as_old(game):
    play = game.start().shoot().shoot().lift(bonds=[(2, 3)])
    assert play.state.bonds_before == {(2, 3)}
    play.shoot(bonds=[(4, 5)])
    assert play.state.on_offer == (frozenset({4, 5}),)


@pytest.mark.rule("X3.1")
def test_a_shooter_is_lifted_out_of_its_cluster_alone(game):
    play = game.start().shoot(bonds=[(0, 2), (2, 3)]).decline().shoot(clusters=[{0, 2, 3}])
    assert play.state.table.bonds == {(0, 2), (2, 3)}
    play.lift()
    assert play.state.bonds_before == {(2, 3)}
    assert {2, 3} <= set(play.state.table.magnet.tolist())


@pytest.mark.rule("X3.1")
def test_a_fall_during_the_lift_is_decided_before_the_shot_and_put_back_at_the_turns_end(game):
    play = game.start(10).shoot().shoot(bonds=[(6, 7)]).collect(6, 7).lift(falls=(4, 5))
    assert play.state.phase is Phase.CATCH
    play.catch(1, None)
    assert play.state.phase is Phase.AIM
    assert play.state.collected == ((), (6, 7, 4))
    play.shoot()
    assert (play.state.phase, play.state.seat, play.state.waiting) == (Phase.PUT_BACK, 0, (5,))
    play.put_back(5)
    assert play.state.seat == 1


@pytest.mark.rule("X3.1")
def test_the_turn_passes_only_when_no_legal_start_exists(game):
    play = game.start()
    with pytest.raises(IllegalShot, match=r"there is a legal spot, at \(10.0, -280.0\) mm") as caught:
        play.no_start(found=(0.01, -0.28, 0.0))
    assert caught.value.reason == "spot-exists"
    play.no_start()
    assert play.state.seat == 1
    assert play.state.hand == (0, 1)
    assert [(event.clause, event.seat) for event in play.named("no-start")] == [("X3.1", 0)]


@pytest.mark.rule("X3.2")
def test_a_shot_that_does_not_rest_is_read_as_it_lies_and_flagged(game):
    play = game.start().shoot(bonds=[(2, 3)], at_rest=False)
    assert [event.clause for event in play.named("time-limit")] == ["X3.2"]
    assert play.state.on_offer == (frozenset({2, 3}),)
    assert not game.start().shoot(bonds=[(2, 3)]).named("time-limit")


@pytest.mark.rule("X3.2")
def test_falls_are_decided_before_clusters_are_read(game):
    play = game.start().shoot(bonds=[(2, 3)], falls=(4,))
    assert (play.state.phase, play.state.on_offer) == (Phase.CATCH, ())
    assert not play.named("new-cluster")
    play.catch(None)
    assert (play.state.phase, play.state.on_offer) == (Phase.CHOOSE, (frozenset({2, 3}),))
    play.collect(2, 3)
    assert (play.state.seat, play.state.phase) == (0, Phase.PUT_BACK)
    play.put_back(4)
    assert play.state.seat == 1


@pytest.mark.rule("X3.2")
def test_the_world_must_say_what_a_good_shot_did(game):
    play = game.start()
    expected = "the start spot is good, so the facts must say what the shot did; got settled=None"
    with pytest.raises(ValueError, match=f"^{expected}$"):
        play.make(game.flick(play.state), ShotResult(Spot()))


@pytest.mark.rule("X3.3")
def test_a_new_cluster_goes_whole_to_who_shot_whoevers_shooters_are_in_it(game):
    play = game.start().shoot().shoot(bonds=[(0, 4), (4, 5)])
    assert play.state.seat == 1
    play.collect(0, 4, 5)
    assert play.state.scores == (0, 3)
    assert play.state.collected == ((), (0, 4, 5))
    assert play.state.shooter == (None, 1)
    assert play.state.seat == 0


@pytest.mark.rule("X3.3")
def test_taking_may_be_declined_and_the_cluster_stays(game):
    play = game.start().shoot(bonds=[(2, 3)]).decline()
    assert play.state.scores == (0, 0)
    assert {2, 3} <= set(play.state.table.magnet.tolist())
    assert play.state.seat == 1
    assert play.state.on_offer == ()


@pytest.mark.rule("X3.3", "X4.4")
def test_what_was_declined_is_no_longer_on_offer_while_falls_are_put_back(game):
    play = game.start().shoot(bonds=[(2, 3)], falls=(4,)).catch(None).decline()
    assert (play.state.phase, play.state.on_offer) == (Phase.PUT_BACK, ())


@pytest.mark.rule("X3.3", "X4.2")
@pytest.mark.parametrize("part", [{2}, {2, 3, 4}, {2, 4}, set()])
def test_a_cluster_is_taken_whole_or_not_at_all(game, part):
    play = game.start().shoot(bonds=[(2, 3)])
    before = play.state
    with pytest.raises(IllegalShot) as caught:
        play.collect(*part)
    assert caught.value.reason == "no-cluster"
    assert play.state is before


@pytest.mark.rule("X3.3", "X4.3")
def test_bonds_made_when_a_cluster_is_lifted_away_are_nobodys_and_old(game):
    play = game.start(10).shoot(bonds=[(2, 3)]).collect(2, 3, bonds=[(4, 5)])
    assert play.state.scores == (2, 0)
    play.shoot(clusters=[{4, 5}])
    assert [event.data["magnets"] for event in play.named("old-cluster")] == [(4, 5)]
    assert play.state.seat == 0


@pytest.mark.rule("X3.3", "X4.4")
def test_a_fall_when_a_cluster_is_lifted_away_is_decided_and_put_back(game):
    play = game.start(10).shoot(bonds=[(2, 3)]).collect(2, 3, falls=(4, 5))
    assert play.state.phase is Phase.CATCH
    play.catch(1, None)
    assert play.state.scores == (2, 1)
    assert (play.state.phase, play.state.seat) == (Phase.PUT_BACK, 0)
    assert play.put_back(5).state.seat == 1


@pytest.mark.rule("X3.4")
def test_without_a_new_cluster_all_stays_as_it_lies(game):
    play = game.start()
    facts = play.shot_facts()
    play.make(game.flick(play.state), facts)
    assert [event.clause for event in play.named("no-new-cluster")] == ["X3.4"]
    assert play.state.table is facts.settled.table
    assert play.state.scores == (0, 0)
    assert play.state.seat == 1
    assert play.state.shooter == (0, 1)


@pytest.mark.rule("X3.5")
def test_a_shooter_on_the_table_is_used_again(game):
    play = game.start().shoot().shoot()
    assert play.state.offered_shooters(0) == ()
    assert refusal(play.state, TakeShooter(4)) == "has-shooter"
    play.lift().shoot()
    assert play.state.shooter == (0, 1)


@pytest.mark.rule("X3.5")
def test_a_collected_shooter_is_replaced_from_the_table_at_the_next_own_turn_then_one_shot(game):
    play = game.start(12).shoot(bonds=[(0, 2)]).collect(0, 2).shoot()
    assert (play.state.seat, play.state.phase) == (0, Phase.TAKE)
    assert play.state.offered_shooters(0) == (3, 4, 5, 6, 7, 8, 9, 10, 11)
    assert refusal(play.state, xinxin.LiftShooter()) == "no-shooter"
    assert refusal(play.state, TakeShooter(1)) == "anothers-shooter"
    assert refusal(play.state, TakeShooter(0)) == "not-on-table"
    assert refusal(play.state, TakeShooter(99)) == "not-on-table"
    play.take(7)
    assert [(event.name, event.seat, event.data["magnet"]) for event in play.events] == [("took-shooter", 0, 7)]
    assert play.state.shooter == (7, 1)
    assert play.state.hand == (7, None)
    assert play.state.phase is Phase.AIM
    play.shoot()
    assert play.state.seat == 1
    assert play.state.collected == ((0, 2), ())


@pytest.mark.rule("X3.5")
def test_a_magnet_in_a_cluster_may_be_taken_as_shooter_and_leaves_it(game):
    play = game.start(12).shoot(bonds=[(0, 2), (4, 5), (5, 6)]).collect(0, 2).shoot(clusters=[{4, 5, 6}]).take(4)
    assert play.state.bonds_before == {(5, 6)}
    assert play.state.shooter == (4, 1)


@pytest.mark.rule("X3.5")
def test_a_shooter_collected_by_another_is_replaced_too(game):
    play = game.start(12).shoot().shoot(bonds=[(0, 4)]).collect(0, 4)
    assert (play.state.seat, play.state.phase, play.state.shooter) == (0, Phase.TAKE, (None, 1))


@pytest.mark.rule("X3.6")
def test_who_has_nothing_to_shoot_is_skipped_and_nobody_else_is(game):
    # Seat 2's shooter is taken and every other magnet is a shooter: there is nothing left for it to take.
    play = game.start(6, 5, start=0)
    play.shoot().shoot().shoot(bonds=[(2, 5)]).collect(2, 5)
    order = []
    for _ in range(8):
        order.append(play.state.seat)
        play.ready().shoot()
    assert order == [3, 4, 0, 1, 3, 4, 0, 1]
    assert [event.seat for event in play.log if event.name == "skipped"] == [2, 2]
    shots = [event.seat for event in play.log if event.name == "shot"]
    assert [shots.count(seat) for seat in range(5)] == [3, 3, 1, 2, 2]


@pytest.mark.rule("X3.6")
def test_two_who_go_out_in_one_turn_are_both_skipped(game):
    play = game.start(5, 4, start=0).shoot().shoot().shoot().shoot(bonds=[(0, 1), (1, 4)]).collect(0, 1, 4)
    order = []
    for _ in range(5):
        order.append(play.state.seat)
        play.ready().shoot()
    assert order == [2, 3, 2, 3, 2]
    assert play.state.scores == (0, 0, 0, 3)


@pytest.mark.rule("X3.6")
def test_shooters_are_each_others_targets_when_nothing_else_is_left(game):
    play = game.start(4, 3).shoot().shoot().shoot(bonds=[(2, 3)]).collect(2, 3)
    assert play.state.table.magnet.tolist() == [0, 1]
    play.lift().shoot(bonds=[(0, 1)])
    assert play.state.on_offer == (frozenset({0, 1}),)
    play.collect(0, 1)
    assert play.state.scores == (2, 0, 2)


@pytest.mark.rule("X1.5")
def test_turns_are_numbered_from_one_without_a_gap(game):
    play = game.start(players=3)
    for _ in range(5):
        play.ready().shoot()
    assert [event.data["turn"] for event in play.log if event.name == "turn"] == [1, 2, 3, 4, 5, 6]
    assert play.state.turn == 6


@pytest.mark.rule("X3.2", "X3.3")
def test_what_does_not_rest_when_a_cluster_is_lifted_away_is_flagged(game):
    play = game.start().shoot(bonds=[(2, 3)]).collect(2, 3, at_rest=False)
    assert [(event.clause, event.seat) for event in play.named("time-limit")] == [("X3.2", 0)]
    play.shoot().lift(at_rest=False)
    assert [(event.clause, event.seat) for event in play.named("time-limit")] == [("X3.2", 0)]


@pytest.mark.rule("X3.3", "X4.4")
def test_once_one_is_taken_none_is_on_offer_while_a_fall_is_decided(game):
    play = game.start(10).shoot(bonds=[(2, 3), (4, 5)]).collect(2, 3, falls=(6,))
    assert (play.state.phase, play.state.then, play.state.on_offer) == (Phase.CATCH, Phase.PUT_BACK, ())


@pytest.mark.rule("X4.3")
def test_a_turn_ends_without_what_was_bonded_before_its_shot(game):
    play = game.start(players=2).shoot(bonds=[(2, 3)]).decline().shoot()
    assert (play.state.phase, play.state.bonds_before) == (Phase.TAKE, frozenset())
