"""Experiments: what comes out, as data and against expectations."""

import json
import math

import pytest

from magnetsim.cli.experiment import experiment_data
from magnetsim.errors import ScenarioError
from magnetsim.experiment import run_experiment
from magnetsim.scenario import parse_scenario

DATA = {
    "schema": 1,
    "name": "slide off",
    "game": "physics",
    "table": {"shape": "rectangle", "size_mm": [600, 600], "friction_static": 0.2, "friction_kinetic": 0.2},
    "kinds": {"disc": {"outline": "disc", "mass_g": 7.6, "moment_Am2": 0.0}},
    "magnets": [
        {"name": "stays", "kind": "disc", "position_mm": [-100, 50], "velocity_m_s": [0.5, 0]},
        {"kind": "disc", "position_mm": [280, -50], "velocity_m_s": [1, 0]},
        {"name": "struck", "kind": "disc", "position_mm": [-60, 50]},
    ],
}


def run(expect=None, **changes):
    data = DATA | changes | ({} if expect is None else {"expect": expect})
    return run_experiment(parse_scenario(data, "x"))


def test_the_result_is_strict_json_in_the_units_of_its_keys():
    data = experiment_data(run())
    assert json.loads(json.dumps(data, allow_nan=False)) == data
    assert data["at_rest"] is True
    assert [magnet["magnet"] for magnet in data["magnets"]] == ["stays", "struck"]
    assert data["magnets"][0]["kind"] == "disc"
    assert data["magnets"][0]["velocity_m_s"] == [0, 0]
    (gone,) = data["exits"]
    assert gone["magnet"] == "1"
    # 20 mm at 1 m/s against 0.2 g: the centre passes the rim with the root of 1 - 2 × 0.2 × 9.81 × 0.02.
    speed = math.sqrt(1 - 0.4 * 9.81 * 0.02)
    assert gone["velocity_m_s"] == pytest.approx([speed, 0], abs=0.002)
    assert gone["time_s"] == pytest.approx((1 - speed) / (0.2 * 9.81), abs=0.001)
    assert gone["position_mm"] == pytest.approx([300, -50], abs=0.6)
    (contact,) = data["contacts"]
    assert contact["pair"] == ["stays", "struck"]
    # Known to the way of the step in which they meet.
    assert contact["position_mm"] == pytest.approx([-70, 50], abs=0.25)
    kinetic = data["energy_J"]["kinetic"]
    assert kinetic[0] == pytest.approx(0.5 * 7.6e-3 * (0.5**2 + 1), rel=0.01)
    assert kinetic[1] == 0


def test_what_is_as_expected_and_what_is_not():
    right = {
        "at_rest": True,
        "exits": [1],
        "clusters": [],
        "bonds": [],
        "contacts": [{"pair": ["struck", 0], "time_s": 0.04385, "time_tolerance_s": 0.001}],
        "magnets": [{"magnet": 2, "moved": True, "angle_deg": 0, "spin_rad_s": 0, "velocity_m_s": [0, 0]}],
    }
    experiment = run(right)
    assert len(experiment.checks) == 10
    assert experiment.as_expected, [str(check) for check in experiment.checks]
    wrong = {
        "at_rest": False,
        "duration_s": 5.0,
        "exits": [],
        "clusters": [[0, 2]],
        "bonds": [[0, 2]],
        "contacts": [],
        "magnets": [
            {"magnet": 1},
            {
                "magnet": 2,
                "moved": False,
                "position_mm": [-60, 50],
                "angle_deg": 90,
                "spin_rad_s": 1,
                "velocity_m_s": [1, 0],
            },
        ],
    }
    experiment = run(wrong)
    assert len(experiment.checks) == 12
    assert [check.key for check in experiment.checks if check.passed] == []
    assert not experiment.as_expected
    assert str(experiment.checks[2]) == "clusters: expected [[stays, struck]], got []: not as expected"
    assert str(experiment.checks[6]) == "1: expected on the table at the end, got gone: not as expected"


def test_nothing_expected_is_as_expected():
    assert run().checks == ()
    assert run().as_expected


def test_a_duration_stops_what_moves():
    experiment = run({"at_rest": False, "duration_s": 0.01, "duration_tolerance_s": 1e-9}, physics={"duration_s": 0.01})
    assert experiment.as_expected
    assert experiment.settled.table.velocity[0, 0] == pytest.approx(0.5 - 0.2 * 9.81 * 0.01, abs=1e-3)


def test_a_contact_that_never_comes_is_missed():
    experiment = run({"contacts": [{"pair": [0, 1], "time_s": 0.1}]})
    assert [check.key for check in experiment.checks] == ["contacts"]
    assert not experiment.as_expected


def test_whole_turns_count():
    spinner = [{"kind": "disc", "position_mm": [0, 0], "spin_rad_s": 100}]
    turned = math.degrees(100**2 * 0.01 * 3 / 4 / (0.2 * 9.81) / 2)
    assert turned > 360
    for angle, fits in ((turned, True), (turned - 360, False)):
        expect = {"magnets": [{"magnet": 0, "angle_deg": angle, "angle_tolerance_deg": 6}]}
        assert run(expect, magnets=spinner).as_expected is fits


def test_a_game_is_no_experiment():
    game = {
        "schema": 1,
        "name": "g",
        "game": "xinxin",
        "kinds": {"heart": {"outline": "heart"}},
        "layout": {"pattern": "jittered-grid", "kind": "heart", "count": 5},
        "players": [{"name": name, "strategy": "random"} for name in "ab"],
    }
    with pytest.raises(ScenarioError, match="g: expected an experiment"):
        run_experiment(parse_scenario(game, "x"))
