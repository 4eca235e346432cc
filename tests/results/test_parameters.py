"""The keys in which scenarios differ."""

from __future__ import annotations

from magnetsim.results.parameters import parameter_row, scenario_parameters, varying_parameters


def test_only_what_differs_is_a_parameter():
    one = scenario_parameters({"name": "a", "table": {"friction_static": 0.3, "size_mm": [600.0, 600.0]}})
    other = scenario_parameters({"name": "b", "table": {"friction_static": 0.4, "size_mm": [600.0, 600.0]}})
    assert one == {"table.friction_static": 0.3, "table.size_mm": "[600.0, 600.0]"}
    varying = varying_parameters([one, other])
    assert varying == {"table.friction_static": "number"}
    assert parameter_row(other, varying) == {"table.friction_static": 0.4}


def test_players_are_told_by_seat():
    one = scenario_parameters(
        {"players": [{"name": "小红", "hand": "steady"}, {"name": "小明", "hand": {"speed": 0.1}}]}
    )
    assert one == {
        "players[0].name": "小红", "players[0].hand": "steady", "players[1].name": "小明", "players[1].hand.speed": 0.1,
    }  # fmt: skip


def test_kinds_of_columns():
    found = [
        {"a": True, "b": 1, "c": 1, "d": "x", "e": 1, "f": 2**80, "g": 1},
        {"a": False, "b": 2, "c": 1.5, "d": "y", "e": "all", "f": 1, "g": 1.0},
    ]
    kinds = varying_parameters(found)
    assert kinds == {"a": "yes or no", "b": "whole number", "c": "number", "d": "text", "e": "text", "f": "number"}
    assert parameter_row(found[0], kinds) == {"a": True, "b": 1, "c": 1.0, "d": "x", "e": "1", "f": 2.0**80}


def test_a_key_that_a_scenario_lacks_is_empty():
    kinds = varying_parameters([{"a": 1}, {}])
    assert kinds == {"a": "whole number"}
    assert parameter_row({}, kinds) == {"a": None}


def test_what_a_scenario_has_not_at_all_is_no_difference():
    hearts = scenario_parameters({"game": "xinxin", "kinds": {"heart": {"height_mm": 7.0}}, "rules": {"teams": True}})
    discs = scenario_parameters({"game": "xinxin", "kinds": {"disc": {"height_mm": 5.0}}, "rules": {"reach_mm": 4.0}})
    cards = scenario_parameters({"game": "feelinks", "rules": {"track": 30}})
    assert varying_parameters([hearts, discs, cards]) == {"rules.reach_mm": "number", "rules.teams": "yes or no"}
    assert varying_parameters([hearts, cards]) == {}


def test_one_scenario_alone_has_no_parameters():
    assert varying_parameters([{"a": 1}]) == {}
    assert varying_parameters([]) == {}
