"""What no single section can check."""

import pytest

from magnetsim.errors import ScenarioError
from magnetsim.scenario import magnet_number, parse_scenario


def refused(data, *needles):
    with pytest.raises(ScenarioError) as caught:
        parse_scenario(data, "x")
    for needle in needles:
        assert needle in str(caught.value)


def players(game, number):
    game["players"] = [{"name": f"player {i}", "strategy": "random"} for i in range(number)]


@pytest.mark.rule("X1.4")
def test_two_players_or_more_as_many_as_the_rim_seats(game):
    for number in (0, 1):
        players(game, number)
        refused(game, f"players: expected at least 2 [[players]], got {number}")
    players(game, 7)
    parse_scenario(game, "x")
    players(game, 8)
    refused(game, "players: expected at most 7, as many as the rim seats (X1.4), got 8")


@pytest.mark.rule("X1.4")
def test_a_target_is_left(game):
    game["layout"]["count"] = 3
    parse_scenario(game, "x")
    game["layout"]["count"] = 2
    refused(game, "layout: expected at least 3 magnets, a shooter each and a target (X1.4), got 2")


@pytest.mark.rule("X4.6")
def test_players_divide_into_teams(game):
    game["rules"] = {"teams": True}
    for number in (2, 3, 5, 7):
        players(game, number)
        refused(
            game, f"rules.teams: expected false, or an even number of 4 players or more (X4.6), got true for {number}"
        )
    for number in (4, 6):
        players(game, number)
        assert parse_scenario(game, "x").rules.teams
    players(game, 8)
    refused(game, "players: expected at most 7, as many as the rim seats (X1.4), got 8")


@pytest.mark.rule("X1.7")
def test_a_way_that_does_not_exist_is_refused(game):
    game["rules"] = {"ways": ["flik"]}
    refused(game, 'rules.ways[0]: expected "flick", "push" or "deliver", got "flik"', 'did you mean "flick"?')
    game["rules"] = {"ways": []}
    refused(game, "rules.ways: expected a list of 1 to 3", "got 0")
    game["rules"] = {"ways": ["push", "push"]}
    refused(game, 'rules.ways: expected each of the ways once, got ["push", "push"]')


@pytest.mark.rule("X4.6")
def test_an_option_is_true_or_false(game):
    for key in ("teams", "free_movement"):
        game["rules"] = {key: "yes"}
        refused(game, f'rules.{key}: expected true or false, got "yes"')


def listed(game):
    del game["layout"]
    game["magnets"] = [{"name": name, "kind": "heart", "position_mm": [60 * i, 0]} for i, name in enumerate("uvwx")]
    return game


@pytest.mark.rule("X1.2")
def test_the_magnets_of_a_game_lie_free_and_apart(game):
    parse_scenario(listed(game), "x")
    for key, value in (
        ("velocity_m_s", [0.1, 0]),
        ("spin_rad_s", 1),
        ("pinned_position", True),
        ("pinned_angle", True),
        ("touchable", False),
        ("force_N", [0, 1]),
        ("torque_ramp_Nm_s", 1),
    ):
        game["magnets"][2][key] = value
        refused(game, "magnets[2]: expected it free and at rest in a game")
        del game["magnets"][2][key]
    game["magnets"][1]["position_mm"] = [18.2, 0]
    game["kinds"]["heart"] = {"outline": "disc", "diameter_mm": 18.0}
    refused(game, "expected no two to touch at the start (X1.2), got u and v touching")


def test_magnets_come_from_one_source(game):
    game["magnets"] = [{"kind": "heart", "position_mm": [0, 0]}]
    refused(game, "x: expected either [layout] or [[magnets]]")
    del game["magnets"], game["layout"]
    refused(game, "x: expected either [layout] or [[magnets]]")


@pytest.mark.rule("X1.3", "X1.5")
def test_a_deal_names_a_shooter_each_and_who_starts(game):
    game["deal"] = {"shooters": [0, 1], "start": "b"}
    refused(game, "deal: expected [[magnets]] beside it")
    listed(game)
    game["deal"] = {"shooters": ["w", 0], "start": "b"}
    scenario = parse_scenario(game, "x")
    assert [magnet_number(scenario, one) for one in scenario.deal.shooters] == [2, 0]
    for shooters in ([0, 0], ["u", 0], [0, 1, 2]):
        game["deal"]["shooters"] = shooters
        refused(game, "deal.shooters: expected 2 different magnets, one a player")
    game["deal"] = {"shooters": [0, "z"], "start": "nobody"}
    refused(game, 'the number or name of a magnet that is placed, got "z"', "deal.start: expected one of the players")


def test_expectations_are_of_things_that_are_there(game, experiment):
    game["expect"] = {"winner": "c", "scores": {"d": 1}, "termination": "boredom"}
    refused(game, 'expect.winner: expected one of the players 张三—é, b, got "c"', "expect.scores", '"collected", ')
    game["expect"] = {"ruling": [{"turn": 1, "taken": [25], "new_clusters": [[0, 1]]}]}
    refused(game, "expect.ruling[0].taken: expected the number or name of a magnet that is placed, got 25")
    experiment["expect"] = {"clusters": [[0, "left"]], "magnets": [{"magnet": 5}], "exits": ["right"]}
    refused(experiment, "expect.clusters: expected the number or name", 'got "left"', "expect.magnets", "got 5")
    experiment["expect"] = {}
    refused(experiment, "expect: expected at least one key")


def test_a_trajectory_that_fills_the_memory_is_refused(experiment):
    experiment["physics"] = {"sample_rate_Hz": 10_000, "duration_s": 100}
    parse_scenario(experiment, "x")
    experiment["magnets"] += [{"kind": "disc", "position_mm": [-280 + 20 * i, 200]} for i in range(28)]
    refused(experiment, "physics.sample_rate_Hz: expected at most 6666.67 Hz for 30 magnets and 100 s, got 10000")
