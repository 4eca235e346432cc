"""A scenario that takes a game up in its middle: a position's code says the table, the file who plays on."""

import pytest

from magnetsim.codes import position_code
from magnetsim.errors import ScenarioError
from magnetsim.plain.states import state_data
from magnetsim.record import read_record
from magnetsim.record.verifying import verify
from magnetsim.rules.xinxin.game import Phase
from magnetsim.scenario import load_scenario, parse_scenario, scenario_data, with_seed
from magnetsim.session import new_session
from tests.record.conftest import play, small


@pytest.fixture(scope="module")
def middle():
    """A match that was played to its end, and a state of it in which a player was to shoot and scores differ."""
    session = new_session(small())
    session.play()
    steps = session.match.steps
    return session, next(step.after for step in steps if step.after.phase is Phase.AIM and any(step.after.scores))


def data(middle, **more):
    session, state = middle
    return {"schema": 1, "name": "middle", "game": "xinxin", "position": position_code(session.scenario, state), **more}


def test_the_game_goes_on_from_there_as_it_did(middle):
    session, state = middle
    scenario = parse_scenario(data(middle), "middle")
    begun = new_session(scenario)
    assert state_data(begun.match.start) == state_data(state)
    assert scenario.players == session.scenario.players
    assert scenario.seed == session.scenario.seed
    outcome = begun.play()
    assert begun.match.steps[0].turn == state.turn
    assert sum(outcome.scores) >= sum(state.scores)


def test_what_the_file_says_of_players_rules_and_seed_goes_before(middle):
    players = [{"name": "Ann", "strategy": "person"}, {"name": "Bob", "strategy": "greedy"}]
    changed = parse_scenario(data(middle, players=players, seed=77, rules={"refusals": 5}), "middle")
    assert [player.name for player in changed.players] == ["Ann", "Bob"]
    assert (changed.seed, changed.rules.refusals) == (77, 5)
    state = new_session(changed).match.start
    assert state.scores == middle[1].scores
    assert state.options.refusals == 5


def test_it_is_the_same_scenario_once_it_is_written_out(middle):
    scenario = parse_scenario(data(middle), "middle")
    assert parse_scenario(scenario_data(scenario), "again") == scenario
    assert new_session(with_seed(scenario, 5)).match.seed == 5


def test_a_code_may_be_folded_in_the_file(middle, tmp_path):
    code = data(middle)["position"]
    folded = "\n".join(code[at : at + 100] for at in range(0, len(code), 100))
    path = tmp_path / "middle.toml"
    path.write_text(f'schema = 1\nname = "m"\ngame = "xinxin"\nposition = """\n{folded}\n"""\n', "utf-8")
    assert state_data(new_session(load_scenario(path)).match.start) == state_data(middle[1])


def test_its_record_is_read_and_confirmed(middle, tmp_path):
    session = play(tmp_path / "m.jsonl", new_session(parse_scenario(data(middle), "middle")))
    record = read_record(tmp_path / "m.jsonl")
    assert state_data(record.match.start) == state_data(session.match.start)
    assert [difference for _turn, difference in verify(record)] == [None] * (1 + len(record.match.turns))


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"position": "position-1.abc"}, "position code: expected position-1"),
        ({"table": {"shape": "round", "diameter_mm": 500.0}}, "table: is said by the position"),
        ({"magnetism": "dipole"}, "magnetism: is said by the position"),
        ({"players": [{"name": name, "strategy": "greedy"} for name in "abc"]}, "players: expected 2, as many"),
    ],
)
def test_what_the_position_says_cannot_be_said_otherwise(middle, more, says):
    with pytest.raises(ScenarioError, match=says):
        parse_scenario(data(middle, **more), "f.toml")


def test_the_code_of_a_shot_is_none_of_a_position():
    from magnetsim.codes import shot_code
    from magnetsim.rules.xinxin.game import Shoot
    from magnetsim.shot import Flick

    code = shot_code(Shoot((0.0, 0.0), 0.0, Flick(0, 0.0, 1.0, 0.0)))
    with pytest.raises(ScenarioError, match="begins with position-"):
        parse_scenario({"schema": 1, "name": "x", "game": "xinxin", "position": code}, "f.toml")
