"""Games that are taken up in their middle: old clusters and shooters that lie on the table."""

import math

import pytest

from magnetsim.errors import ScenarioError
from magnetsim.rules.xinxin.game import Phase
from magnetsim.scenario import laid_out, parse_scenario
from magnetsim.session import new_session


@pytest.fixture
def middle(game):
    """A game with an old pair, tip in notch, a lone magnet, and a shooter each."""
    del game["layout"]
    places = {"a": (0, 0), "b": (0, 14.25), "alone": (100, 0), "red": (-200, 0), "blue": (200, 0)}
    game["magnets"] = [
        {"name": name, "kind": "heart", "position_mm": list(place), "angle_deg": 90} for name, place in places.items()
    ]
    game["deal"] = {"shooters": ["red", "blue"], "start": "b", "clusters": [["a", "b"]]}
    return game


def refused(data, pattern):
    with pytest.raises(ScenarioError, match=pattern):
        laid_out(parse_scenario(data, "x"), 0)


def test_clusters_are_laid_at_rest_with_their_bonds(middle):
    table = laid_out(parse_scenario(middle, "x"), 0)
    assert table.bonds == {(0, 1)}
    assert not table.velocity.any()
    assert math.hypot(*(table.position[1] - (0, 0.01425))) < 1e-4
    assert table.position[2:].tolist() == [[0.1, 0], [-0.2, 0], [0.2, 0]]


@pytest.mark.rule("X4.3", "X1.2")
def test_they_are_old_from_the_first_turn_on(middle):
    session = new_session(parse_scenario(middle, "x"))
    while session.match.state.phase is not Phase.AIM:
        session.advance()
    assert session.match.state.bonds_before == {(0, 1)}


@pytest.mark.rule("X3.1", "X3.5")
def test_a_shooter_that_lies_there_is_lifted_before_its_shot(middle):
    middle["deal"] |= {"shooters": ["b", "blue"], "lying": ["b"], "start": "张三—é"}
    session = new_session(parse_scenario(middle, "x"))
    session.advance()
    state = session.match.state
    assert (state.phase, state.shooter, state.hand) == (Phase.TAKE, (1, 4), (None, 4))
    assert state.table.magnet.tolist() == [0, 1, 2, 3]
    session.advance()
    assert session.match.state.hand == (1, 4)
    assert session.match.state.bonds_before == set()


def test_clusters_that_do_not_hold_together_are_refused(middle):
    middle["magnets"][1]["position_mm"] = [0, 40]
    refused(middle, r"expected the magnets to hold together as \[0, 1\], they do as none")
    middle["magnets"][1] |= {"position_mm": [0, 18.2], "angle_deg": -90}
    refused(middle, "deal.clusters: expected all magnets to stay where they are put, but magnet 0 moves")
    middle["magnets"][1] |= {"position_mm": [0, 22], "angle_deg": 90}
    refused(middle, "deal.clusters: expected all magnets to stay where they are put, but magnet 0 moves")


def test_others_that_touch_or_move_are_refused(middle):
    middle["magnets"][2]["position_mm"] = [0, -24]
    refused(middle, "deal.clusters: expected all magnets to stay where they are put, but magnet")
    middle["magnets"][2]["position_mm"] = [0, -14.25]
    refused(middle, r"expected no two to touch at the start \(X1.2\), got a and alone touching")


@pytest.mark.parametrize(
    ("deal", "says"),
    [
        ({"clusters": [["a", "nobody"]]}, "deal.clusters: expected the number or name of a magnet"),
        ({"clusters": [["a", "b"], ["b", "alone"]]}, "deal.clusters: expected each magnet once"),
        ({"clusters": [["a"]]}, r"deal.clusters\[0\]: expected a list of 2 to 400"),
        ({"clusters": [["a", "red"]]}, "deal.clusters: expected no shooter but those of deal.lying"),
        ({"lying": ["a"]}, "deal.lying: expected some of deal.shooters"),
        ({"lying": [77]}, "deal.lying: expected the number or name of a magnet"),
    ],
    ids=lambda value: "" if isinstance(value, str) else str(value),
)
def test_what_does_not_fit_is_refused(middle, deal, says):
    middle["deal"] |= deal
    refused(middle, says)
