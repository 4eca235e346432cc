"""From a scenario to SI: tables, kinds, magnets, physics, rules, hands and scripts."""

import math

import numpy as np
import pytest

from magnetsim.errors import ScenarioError
from magnetsim.physics import Physics
from magnetsim.players.hand import HANDS, HandError
from magnetsim.players.tools import OWN
from magnetsim.rules.xinxin.game import Options, Way
from magnetsim.scenario import (
    build_table,
    make_hand_error,
    make_options,
    make_outside_force,
    make_physics,
    make_shots,
    parse_scenario,
)
from magnetsim.scenario.physics import PhysicsSection
from magnetsim.scenario.players import PlayerSection
from magnetsim.scenario.rules import RulesSection
from magnetsim.shot import Delivery, Flick, Push
from magnetsim.table import MU_0


def table_of(data):
    return build_table(parse_scenario(data, "x"), np.random.default_rng(0))


def refused(data, pattern):
    with pytest.raises(ScenarioError, match=pattern):
        parse_scenario(data, "x")


def test_defaults_are_those_of_the_parts_they_go_to():
    assert make_options(RulesSection()) == Options()
    assert make_physics(PhysicsSection()) == Physics()


def test_the_default_heart_is_the_one_of_the_game(game):
    heart = table_of(game).kinds[0]
    assert heart.mass == pytest.approx(7.56e-3, rel=2e-3)
    assert heart.inertia == pytest.approx(2.986e-7, rel=2e-3)
    assert heart.moment == pytest.approx(0.184, rel=2e-3)
    assert (heart.moment_z, heart.restitution, heart.friction, heart.height) == (0, 0.3, 0.3, 0.007)


def test_tables_of_all_shapes(game, experiment):
    board = table_of(game).board
    assert board.rim.tolist() == [[-0.3, -0.25], [0.3, -0.25], [0.3, 0.25], [-0.3, 0.25]]
    assert (board.radius, board.friction_static, board.friction_kinetic) == (0, 0.30, 0.24)
    experiment["table"] = {"shape": "round", "diameter_mm": 500, "friction_static": 0.5, "friction_kinetic": 0.5}
    board = table_of(experiment).board
    assert (board.radius, len(board.rim), board.friction_static) == (0.25, 0, 0.5)
    corners = [[-200, -200], [-200, 200], [200, 200], [200, -200]]
    for order in (corners, corners[::-1], [*corners, corners[0]]):
        experiment["table"] = {"shape": "polygon", "corners_mm": order}
        rim = table_of(experiment).board.rim
        assert len(rim) == 4
        x, y = rim.T
        assert np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y) / 2 == pytest.approx(0.16)
    experiment["table"] = {"shape": "polygon", "corners_mm": [[-200, -200], [200, 200], [200, -200], [-200, 200]]}
    refused(experiment, "table.corners_mm: .*cross")


def test_friction_can_be_switched_off(experiment):
    experiment["physics"] = {"friction": False}
    board = table_of(experiment).board
    assert (board.friction_static, board.friction_kinetic) == (0, 0)


def test_kinds_by_density_and_remanence_or_by_mass_and_moment(experiment):
    disc = experiment["kinds"]["disc"]
    disc |= {"height_mm": 5.0, "density_kg_m3": 7500, "remanence_T": 1.2}
    kind = table_of(experiment).kinds[0]
    volume = math.pi * 0.01**2 * 0.005
    assert kind.mass == pytest.approx(7500 * volume)
    assert kind.inertia == pytest.approx(kind.mass * 0.01**2 / 2)
    assert kind.moment == pytest.approx(1.2 / MU_0 * volume)
    experiment["kinds"]["disc"] = {"outline": "disc", "mass_g": 7.6, "moment_Am2": 0.25, "inertia_kg_m2": 3.078e-7}
    kind = table_of(experiment).kinds[0]
    assert (kind.mass, kind.moment, kind.inertia) == (0.0076, 0.25, 3.078e-7)
    for pair in ({"mass_g": 1.0, "density_kg_m3": 1000}, {"moment_Am2": 1.0, "remanence_T": 1.0}):
        experiment["kinds"]["disc"] = {"outline": "disc", **pair}
        refused(experiment, r"kinds.disc: expected .* got both")


@pytest.mark.parametrize(("way", "sign"), [("up", 1), ("down", -1)])
def test_upright_kinds(experiment, way, sign):
    experiment["kinds"]["disc"]["magnetised"] = way
    kind = table_of(experiment).kinds[0]
    assert kind.moment == 0
    assert kind.moment_z == pytest.approx(sign * 0.15 / MU_0 * math.pi * 0.01**2 * 0.007)
    experiment["kinds"]["disc"]["moment_Am2"] = 0.5
    assert table_of(experiment).kinds[0].moment_z == sign * 0.5


def test_outlines_of_points(experiment):
    square = {"outline": "points", "points_mm": [[0, 0], [10, 0], [10, 10], [0, 10]]}
    experiment["kinds"]["disc"] = square
    outline = table_of(experiment).kinds[0].outline
    assert outline.area == pytest.approx(1e-4)
    np.testing.assert_allclose(outline.corners.mean(axis=0), 0, atol=1e-12)
    square["points_mm"] = [[0, 0], [10, 10], [10, 0], [0, 10]]
    refused(experiment, "kinds.disc.points_mm: .*cross")


def test_listed_magnets_are_laid_as_they_stand(experiment):
    experiment["magnets"][1] |= {
        "angle_deg": 90,
        "velocity_m_s": [0.5, -0.25],
        "spin_rad_s": 3,
        "pinned_position": True,
        "pinned_angle": True,
        "touchable": False,
    }
    table = table_of(experiment)
    assert table.magnet.tolist() == [0, 1]
    assert table.position.tolist() == [[-0.05, 0], [0.05, 0]]
    assert table.angle.tolist() == [0, math.radians(90)]
    assert table.velocity.tolist() == [[0, 0], [0.5, -0.25]]
    assert table.spin.tolist() == [0, 3]
    assert table.pinned_position.tolist() == table.pinned_angle.tolist() == [False, True]
    assert table.touchable.tolist() == [True, False]


def test_magnets_may_have_bodies_of_their_own(experiment):
    experiment["magnets"][0] |= {"mass_g": 5.0}
    experiment["magnets"][1] = {"mass_g": 8.0, "moment_Am2": 0.1, "diameter_mm": 30, "position_mm": [80, 0]}
    table = table_of(experiment)
    common, heavy, own = (table.kind_of(0), table.kinds[0], table.kind_of(1))
    assert common.mass == 0.005
    assert common.inertia / common.mass == pytest.approx(heavy.inertia / heavy.mass)
    assert (common.moment, common.outline) == (heavy.moment, heavy.outline)
    assert (own.mass, own.moment, own.outline.rounding) == (0.008, 0.1, 0.015)
    assert own.inertia == pytest.approx(0.008 * 0.015**2 / 2)
    del experiment["magnets"][1]["moment_Am2"]
    refused(experiment, r"magnets\[1\]: expected mass_g and moment_Am2")
    experiment["magnets"][1] |= {"kind": "disc"}
    refused(experiment, r"magnets\[1\]: expected no diameter_mm")


def test_a_magnet_may_have_no_moment_of_its_own(experiment):
    experiment["magnets"][0] |= {"moment_Am2": 0.0}
    table = table_of(experiment)
    assert (table.kind_of(0).moment, table.kind_of(0).moment_z) == (0, 0)
    assert table.kind_of(1).moment > 0


@pytest.mark.parametrize(("way", "moments"), [("in-plane", (0.1, 0)), ("up", (0, 0.1)), ("down", (0, -0.1))])
def test_a_moment_of_its_own_points_as_the_kinds_would(experiment, way, moments):
    experiment["kinds"]["disc"] |= {"magnetised": way, "moment_Am2": 0.0}
    experiment["magnets"][0] |= {"moment_Am2": 0.1}
    table = table_of(experiment)
    assert (table.kind_of(0).moment, table.kind_of(0).moment_z) == moments
    assert (table.kind_of(1).moment, table.kind_of(1).moment_z) == (0, 0)


@pytest.mark.rule("X4.7")
def test_a_damaged_magnet_is_not_placed(experiment):
    experiment["magnets"].insert(1, {"kind": "disc", "position_mm": [0, 0], "damaged": True})
    table = table_of(experiment)
    assert table.magnet.tolist() == [0, 2]
    experiment["magnets"][2]["force_N"] = [0.01, 0]
    force = make_outside_force(parse_scenario(experiment, "x").magnets)
    assert force.force.tolist() == [[0, 0], [0.01, 0]]
    for magnet in experiment["magnets"]:
        magnet["damaged"] = True
    refused(experiment, "magnets: expected at least one that is not damaged")


def test_outside_forces(experiment):
    assert make_outside_force(parse_scenario(experiment, "x").magnets) is None
    experiment["magnets"][0] |= {"force_N": [1, 2], "torque_Nm": 0.1}
    experiment["magnets"][1] |= {"force_ramp_N_s": [3, 4], "torque_ramp_Nm_s": 0.2}
    outside = make_outside_force(parse_scenario(experiment, "x").magnets)
    assert outside.force.tolist() == [[1, 2], [0, 0]]
    assert outside.force_rate.tolist() == [[0, 0], [3, 4]]
    assert outside.torque.tolist() == [0.1, 0]
    assert outside.torque_rate.tolist() == [0, 0.2]


@pytest.mark.parametrize("distance", [19.8, 10.0, 0.0])
def test_magnets_that_overlap_are_refused_with_both_names(experiment, distance):
    experiment["magnets"][1]["position_mm"] = [-50 + distance, 0]
    refused(experiment, "x: magnets: expected magnets apart, got 0 and right overlapping")


def test_magnets_that_touch_are_fine_in_an_experiment(experiment):
    experiment["magnets"][1]["position_mm"] = [-30, 0]
    assert len(table_of(experiment)) == 2


def test_magnets_that_cannot_touch_may_pass_through_but_not_coincide(experiment):
    for magnet in experiment["magnets"]:
        magnet["touchable"] = False
    experiment["magnets"][1]["position_mm"] = [-48, 0]
    assert len(table_of(experiment)) == 2
    experiment["magnets"][1]["position_mm"] = [-50, 0.5]
    refused(experiment, "expected at least 1 mm between all centres, got 0 and right nearer")


def test_magnets_off_the_table_are_refused(experiment):
    experiment["magnets"][1]["position_mm"] = [300.5, 0]
    refused(experiment, r"magnets\[1\]\.position_mm: expected a place on the table, got \[300\.5, 0\.0\]")
    experiment["magnets"][1]["position_mm"] = [299.5, 0]
    assert len(table_of(experiment)) == 2


def test_thousands_of_touching_magnets_are_no_problem(experiment):
    experiment["table"] = {"shape": "rectangle", "size_mm": [10_000, 10_000]}
    experiment["magnets"] = [
        {"kind": "disc", "position_mm": [-4000 + 20 * (i % 400), 20 * (i // 400)]} for i in range(5000)
    ]
    assert len(table_of(experiment)) == 5000
    experiment["magnets"].append({"kind": "disc", "position_mm": [0, -100]})
    refused(experiment, "magnets: expected a list of 1 to 5000")


def test_physics_in_si():
    section = PhysicsSection(
        step_ms=0.25,
        time_limit_s=5.0,
        duration_s=2.0,
        sample_rate_Hz=60.0,
        bond_factor=1.5,
        touch_gap_mm=0.2,
        keep_gap_mm=0.5,
    )
    physics = make_physics(section)
    assert (physics.step, physics.time_limit, physics.duration, physics.sample_rate) == (0.00025, 5, 2, 60)
    criteria = physics.criteria
    assert (criteria.factor, criteria.touch_gap, criteria.keep_gap) == (1.5, 0.0002, 0.0005)
    with pytest.raises(ValueError, match="keep_gap_mm: expected at least touch_gap_mm"):
        PhysicsSection(touch_gap_mm=0.7)


def test_rules_in_si():
    options = make_options(RulesSection(ways=("push",), reach_mm=500.0, stalemate_rounds=4, speed_limit_m_s=2.0))
    assert options.ways == (Way.PUSH,)
    assert (options.reach, options.stalemate_rounds, options.speed_limit) == (0.5, 4, 2)


@pytest.mark.rule("X4.6")
def test_what_is_agreed_on_is_off_unless_asked_for():
    keys = ("teams", "free_movement", "only_largest", "changed_is_new", "must_take", "falls_to_next")
    assert make_options(RulesSection()) == Options()
    for key in keys:
        options = make_options(RulesSection(**{key: True}))
        assert {other: getattr(options, other) for other in keys} == {other: other == key for other in keys}


def test_hands_by_name_or_of_their_own():
    steady = PlayerSection(name="a", strategy="random", hand="steady")
    assert make_hand_error(steady) == HANDS["steady"]
    own = PlayerSection(
        name="a", strategy="random", hand={"angle_deg": 2, "speed": 0.1, "offset_mm": 1.0, "spin_rad_s": 2.0}
    )
    assert make_hand_error(own) == HandError(math.radians(2), 0.1, 0.001, 2)


def test_every_hand_that_players_know_can_be_asked_for(game):
    for name in HANDS:
        game["players"][0]["hand"] = name
        parse_scenario(game, "x")


def test_scripts_in_si(game):
    game["players"][0] = {
        "name": "a",
        "strategy": "scripted",
        "shots": [
            {"way": "flick", "position_mm": [0, -240], "direction_deg": 90, "speed_m_s": 1, "offset_mm": 2},
            {"way": "push", "position_mm": [0, -240], "direction_deg": 90, "speed_m_s": 1, "stroke_mm": 50},
            {"way": "deliver", "position_mm": [0, -260], "direction_deg": 90, "speed_m_s": 1, "spin_rad_s": 4},
        ],
    }
    game["players"][0]["shots"][2]["magnet"] = 7
    scenario = parse_scenario(game, "x")
    flick, push, delivery = make_shots(scenario, scenario.players[0])
    up = math.radians(90)
    assert flick.position == (0, -0.24)
    assert flick.shot == Flick(OWN, up, 1, 0.002)
    assert push.shot == Push(OWN, up, 1, 0.05)
    assert delivery.shot == Delivery(7, up, 1, 4)
    game["players"][0]["shots"][2]["magnet"] = 25
    refused(game, r"players\[0\]\.shots\[2\]\.magnet: expected the number or name of a magnet that is placed, got 25")
    del game["players"][0]["shots"][2]["magnet"]
    game["players"][0]["shots"][0]["stroke_mm"] = 5
    refused(game, r"players\[0\]\.shots\[0\]: expected stroke_mm for a push, and for a push only")
    game["players"][0]["strategy"] = "greedy"
    del game["players"][0]["shots"][0]["stroke_mm"]
    refused(game, r"players\[0\]: expected shots for a scripted player")
