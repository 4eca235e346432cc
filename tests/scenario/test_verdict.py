"""Expectations and verdicts."""

import pytest

from magnetsim.match import Refusal, Step, Turn
from magnetsim.rules.base import Event, Outcome, Reason
from magnetsim.scenario import check_game, parse_scenario
from magnetsim.scenario.verdict import near, near_point, same, same_groups


def turn(number, *events, refused=()):
    return Turn(number, (Step(number, 0, None, None, None, refused, events, None),))


TURNS = (
    turn(
        1,
        Event("X4.1", "new-cluster", 0, {"magnets": (3, 7)}),
        Event("X4.1", "new-cluster", 0, {"magnets": (1, 2, 4)}),
        Event("X4.3", "old-cluster", None, {"magnets": (5, 6)}),
        Event("X3.3", "collected", 0, {"magnets": (1, 2, 4)}),
        refused=(Refusal(None, Reason("touches", "X3.1", "it would")),),
    ),
    turn(2, Event("X4.4", "fell", None, {"magnet": 9}), Event("X3.4", "no-new-cluster", 1)),
)
OUTCOME = Outcome("stalemate", (0,), (3, 0))


def misses(game, expect):
    checks = check_game(parse_scenario({**game, "expect": expect}, "x"), OUTCOME, TURNS)
    return [check.key for check in checks if not check.passed]


def test_a_game_as_expected(game):
    expect = {
        "winner": "张三—é",
        "termination": "stalemate",
        "scores": {"张三—é": 3, "b": 0},
        "turns": 2,
        "ruling": [
            {
                "turn": 1,
                "new_clusters": [[4, 2, 1], [7, 3]],
                "taken": [2, 1, 4],
                "fallen": [],
                "old_clusters": [[6, 5]],
            },
            {"turn": 1, "refused": ["touches"], "events": ["collected", "new-cluster"]},
            {"turn": 2, "new_clusters": [], "taken": [], "fallen": [9], "old_clusters": [], "refused": []},
        ],
    }
    assert misses(game, expect) == []


@pytest.mark.rule("X5.4")
@pytest.mark.parametrize(("winner", "met"), [("p1", True), ("p3", True), ("p0", False)])
def test_either_mate_of_a_team_is_its_winner(game, winner, met):
    game["players"] = [{"name": f"p{seat}", "strategy": "random"} for seat in range(4)]
    outcome = Outcome("collected", (1, 3), (3, 2, 0, 2), teams=((0, 2), (1, 3)))
    scenario = parse_scenario({**game, "rules": {"teams": True}, "expect": {"winner": winner}}, "x")
    (check,) = check_game(scenario, outcome, TURNS)
    assert (check.passed, check.got) == (met, "p1 and p3")


@pytest.mark.parametrize(
    ("expect", "key"),
    [
        ({"winner": "b"}, "winner"),
        ({"termination": "collected"}, "termination"),
        ({"scores": {"b": 1}}, "scores.b"),
        ({"turns": 3}, "turns"),
        ({"ruling": [{"turn": 1, "new_clusters": [[1, 2, 4]]}]}, "turn 1, new_clusters"),
        ({"ruling": [{"turn": 1, "taken": []}]}, "turn 1, taken"),
        ({"ruling": [{"turn": 2, "fallen": [8]}]}, "turn 2, fallen"),
        ({"ruling": [{"turn": 1, "old_clusters": []}]}, "turn 1, old_clusters"),
        ({"ruling": [{"turn": 1, "refused": []}]}, "turn 1, refused"),
        ({"ruling": [{"turn": 2, "events": ["fell", "caught"]}]}, "turn 2, events"),
        ({"ruling": [{"turn": 3, "fallen": []}]}, "turn 3"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_game_not_as_expected(game, expect, key):
    assert misses(game, expect) == [key]


def test_nothing_expected_nothing_checked(game):
    assert check_game(parse_scenario(game, "x"), OUTCOME, TURNS) == ()


def test_comparisons():
    assert same("a", expected=True, got=True).passed
    assert near("a", 1.0, 1.09, 0.1, "mm").passed
    assert not near("a", 1.0, 1.11, 0.1, "mm").passed
    assert not near("a", 1.0, float("nan"), 0.1, "mm").passed
    assert near_point("a", (0, 0), (0.3, 0.4), 0.5, "mm").passed
    assert not near_point("a", (0, 0), (0.3, 0.4), 0.49, "mm").passed
    assert same_groups("a", [["x", "y"], ["z"]], [("z",), ("y", "x")]).passed
    assert not same_groups("a", [["x", "y"]], [["x"], ["y"]]).passed
    assert str(near("a", 1.0, 1.5, 0.1, "mm")) == "a: expected 1 ± 0.1 mm, got 1.5 mm: not as expected"
