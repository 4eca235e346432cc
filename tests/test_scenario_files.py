"""Every file in scenarios/ runs, and what it expects comes out."""

from pathlib import Path

import pytest

from magnetsim.experiment import run_experiment
from magnetsim.rules.xinxin.game import Termination
from magnetsim.scenario import check_game, load_scenario
from magnetsim.session import new_session

SCENARIOS = Path(__file__).parents[1] / "scenarios"
FILES = sorted(SCENARIOS.rglob("*.toml"))
EXPERIMENTS = [path for path in FILES if path.parent.name == "experiments"]
FEELINKS = [path for path in FILES if path.parent.name == "feelinks"]
GAMES = [path for path in FILES if path not in (*EXPERIMENTS, *FEELINKS)]


def by_name(path):
    return path.relative_to(SCENARIOS).as_posix()


def test_what_there_must_be_is_there():
    names = {by_name(path) for path in GAMES}
    assert names >= {
        "classic.toml",
        "round-table.toml",
        "wild.toml",
        "three-players.toml",
        "four-players.toml",
        "five-players.toml",
        "mixed-discs-hearts.toml",
        "upright.toml",
        "teams.toml",
        "fixed-way.toml",
        "free-movement.toml",
        "puzzles/two-magnets.toml",
    }
    assert len(EXPERIMENTS) >= 10


def test_names_are_all_different():
    names = [load_scenario(path).name for path in FILES]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("path", EXPERIMENTS, ids=by_name)
def test_an_experiment_comes_out_as_theory_says(path):
    scenario = load_scenario(path)
    assert scenario.game == "physics"
    experiment = run_experiment(scenario)
    assert experiment.checks, "an experiment without expectations tests nothing"
    assert [str(check) for check in experiment.checks if not check.passed] == []


@pytest.mark.parametrize("path", GAMES, ids=by_name)
def test_a_game_ends_for_a_reason_with_all_magnets_somewhere(path):
    scenario = load_scenario(path)
    session = new_session(scenario)
    total = len(session.match.start.table)

    def count(step):
        state = step.after
        taken = [number for seat in state.collected for number in seat]
        held = [number for number in state.hand if number is not None]
        places = [
            *state.table.magnet.tolist(),
            *taken,
            *held,
            *(fallen.magnet for fallen in state.falling),
            *state.waiting,
            *state.aside,
        ]
        assert sorted(places) == list(range(total))

    outcome = session.play(count)
    assert outcome.termination in {reason.value for reason in Termination}
    assert outcome.scores == won(session.match.steps, len(scenario.players))
    checks = check_game(scenario, outcome, session.match.turns)
    assert [str(check) for check in checks if not check.passed] == []
    if path.parent.name == "puzzles":
        assert checks, "a puzzle without expectations tests nothing"


def won(steps, players):
    """By seat, the magnets that the events of the last game each took part in give; before, where one sat out."""
    score = [0] * players
    for event in (event for step in steps for event in step.events):
        match event.name:
            case "replay":
                for seat in event.data["seats"]:
                    score[seat] = 0
            case "collected":
                score[event.seat] += len(event.data["magnets"])
            case "caught" | "given":
                score[event.seat] += 1
    return tuple(score)


def test_two_runs_of_an_experiment_are_the_same_to_the_bit():
    scenario = load_scenario(SCENARIOS / "experiments" / "heart-tip-in-notch.toml")
    first, second = run_experiment(scenario).settled, run_experiment(scenario).settled
    assert first.table.position.tobytes() == second.table.position.tobytes()
    assert first.trajectory.position.tobytes() == second.trajectory.position.tobytes()
