"""Games of 《同感》 from scenarios, their records, and what is said of scenarios that cannot be played."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from magnetsim.errors import OutputError, RecordError, ScenarioError
from magnetsim.feelinks_session import FeelinksSession, feelinks_session
from magnetsim.record import RecordWriter, read_record, save, verify
from magnetsim.rules.feelinks.state import Termination
from magnetsim.scenario import check_game, load_scenario, parse_scenario, scenario_data, with_seed
from magnetsim.scenario.feelinks import FeelinksScenario, make_empathy
from magnetsim.session import new_session

SCENARIOS = sorted((Path(__file__).parents[1] / "scenarios" / "feelinks").glob("*.toml"))
TEMPLATE = Path(__file__).parents[1] / "magnetsim" / "data" / "templates" / "feelinks.toml"


def scenario(**parts):
    """Three friends."""
    players = [{"name": name} for name in ("Ann", "Bob", "Cid")]
    return parse_scenario({"schema": 1, "name": "three", "game": "feelinks", "players": players, **parts}, "three")


def recorded(session, path):
    with RecordWriter(path, session) as writer:
        writer.finish(session.play(writer.watch))
    return read_record(path)


def test_there_are_scenarios_of_every_kind():
    names = {path.stem for path in SCENARIOS}
    assert names >= {f"{word}-friends" for word in ("three", "four", "five", "six", "seven", "eight")}
    assert names >= {"open-end", "beginners", "together", "learning"}


@pytest.mark.parametrize("path", [*SCENARIOS, TEMPLATE], ids=lambda path: path.stem)
def test_a_scenario_plays_to_its_end_and_its_record_is_confirmed(path, tmp_path):
    made = load_scenario(path)
    assert isinstance(made, FeelinksScenario)
    record = recorded(new_session(made), tmp_path / "record.jsonl")
    assert record.outcome.termination in {reason.value for reason in Termination}
    assert record.session.scenario == made
    found = list(verify(record))
    assert [difference for _, difference in found if difference is not None] == []
    assert len(found) == 1 + len(record.match.turns)
    assert all(check.passed for check in check_game(made, record.outcome, record.match.turns))


def test_a_seed_gives_the_same_bytes_and_another_does_not(tmp_path):
    for name, seed in (("a", 1), ("b", 1), ("c", 2)):
        recorded(new_session(with_seed(scenario(), seed)), tmp_path / name)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    assert (tmp_path / "a").read_bytes() != (tmp_path / "c").read_bytes()


def test_a_record_needs_no_card_files(tmp_path, monkeypatch):
    cards = tmp_path / "mine"
    cards.mkdir()
    own = Path(__file__).parents[1] / "magnetsim" / "data" / "feelinks"
    for name in ("emotions.toml", "work.toml"):
        (cards / name).write_bytes((own / name).read_bytes())
    monkeypatch.chdir(tmp_path)
    record = recorded(new_session(scenario(cards="mine", themes=["work"])), tmp_path / "r.jsonl")
    assert [difference for _, difference in verify(record) if difference] == []
    text = (cards / "work.toml").read_text(encoding="utf-8")
    (cards / "work.toml").write_text(text.replace("Your first pay has arrived.", "Payday!"), encoding="utf-8")
    differences = [difference for _, difference in verify(read_record(tmp_path / "r.jsonl")) if difference]
    assert [(one.field.split("[")[0], one.found) for one in differences] == [("cards.cards", "Payday!")]
    (cards / "work.toml").unlink()
    gone = read_record(tmp_path / "r.jsonl")
    assert gone.outcome == record.outcome
    (first, *_) = [difference for _, difference in verify(gone) if difference]
    assert isinstance(first.found, ScenarioError)


def test_a_vote_that_was_changed_in_a_record_is_found(tmp_path):
    path = tmp_path / "r.jsonl"
    recorded(new_session(scenario()), path)
    lines = path.read_text(encoding="utf-8").split("\n")
    for old, new in (
        ('"move":"pick","seat":0,"vote":', '"move":"pick","seat":1,"vote":'),
        ('"move":"read"', '"move":"see"'),
    ):
        assert old in lines[1]
        path.write_text("\n".join([lines[0], lines[1].replace(old, new, 1), *lines[2:]]), encoding="utf-8")
        with pytest.raises(RecordError, match="line 2"):
            read_record(path)


def test_another_choice_is_a_difference(tmp_path):
    path = tmp_path / "r.jsonl"
    session = new_session(scenario())
    recorded(session, path)
    record = read_record(path)
    other = feelinks_session(with_seed(scenario(), 99), session.match.start.setup.cards)
    strangers = FeelinksSession(record.session.scenario, record.session.match, other.participants)
    found = [difference for _, difference in verify(type(record)(path, {}, strangers, None, None)) if difference]
    assert found
    assert found[0].field.startswith(("aim", "move"))


def test_a_match_is_saved_in_the_middle_of_a_round_and_goes_on(tmp_path):
    path, session = tmp_path / "s.jsonl", new_session(scenario())
    whole = new_session(scenario())
    whole.play()
    for _ in range(12):
        session.advance()
    save(path, session)
    again = read_record(path)
    assert again.outcome is None
    assert again.match.steps[-1].after == session.match.state
    assert again.session.play() == whole.match.outcome
    assert again.match.state == whole.match.state
    save(path, again.session)
    assert read_record(path).outcome == whole.match.outcome
    assert [difference for _, difference in verify(read_record(path)) if difference] == []
    assert sorted(tmp_path.iterdir()) == [path]


def test_a_match_saved_at_once_is_a_record_written_turn_by_turn(tmp_path):
    session = new_session(scenario())
    recorded(session, tmp_path / "turns.jsonl")
    save(tmp_path / "once.jsonl", session)
    assert (tmp_path / "once.jsonl").read_bytes() == (tmp_path / "turns.jsonl").read_bytes()


def test_a_match_is_not_saved_over_another_that_is_being_written(tmp_path):
    path, session = tmp_path / "s.jsonl", new_session(scenario())
    session.advance()
    (tmp_path / "s.jsonl.part").write_text("another's")
    with pytest.raises(OutputError, match=r"s\.jsonl\.part: an unfinished record is there"):
        save(path, session)
    assert (tmp_path / "s.jsonl.part").read_text() == "another's"
    assert not path.exists()


def test_a_save_that_fails_leaves_what_was_there(tmp_path, monkeypatch):
    path, session = tmp_path / "s.jsonl", new_session(scenario())
    save(path, session)
    before = path.read_bytes()
    session.advance()

    def full(*_):
        raise OSError(errno.ENOSPC, "full")

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", full)
        with pytest.raises(OutputError, match=r"s\.jsonl: cannot be written: no space is left"):
            save(path, session)
    assert path.read_bytes() == before
    assert sorted(tmp_path.iterdir()) == [path]
    with pytest.raises(OutputError, match="there is no such file or folder"):
        save(tmp_path / "nowhere" / "s.jsonl", session)


def test_a_person_is_not_asked_where_nobody_sits():
    players = [{"name": "Ann", "strategy": "person"}, {"name": "Bob"}, {"name": "Cid"}]
    session = new_session(scenario(players=players))
    with pytest.raises(ScenarioError, match="Ann is a person, and nobody is here to ask: magnetsim feelinks play"):
        session.play()


def test_empathy_may_be_for_each_by_name():
    players = [{"name": "Ann", "empathy": {"Cid": 0.9}}, {"name": "Bob", "empathy": 0.2}, {"name": "Cid"}]
    made = scenario(players=players)
    assert [make_empathy(made, seat) for seat in range(3)] == [(0.5, 0.5, 0.9), (0.2, 0.2, 0.2), (0.5, 0.5, 0.5)]


def test_a_scenario_is_made_again_from_its_data():
    made = scenario(rules={"rounds": 5}, expect={"turns": 5}, seed=4)
    assert parse_scenario(scenario_data(made), "again") == made


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ({"players": [{"name": "Ann"}, {"name": "Bob"}]}, "players: expected a list of 3 to 8"),
        ({"players": [{"name": str(i)} for i in range(9)]}, "players: expected a list of 3 to 8"),
        ({"players": [{"name": "Ann"}, {"name": "ann"}, {"name": "Cid"}]}, "players[1].name: expected a name that"),
        (
            {"players": [{"name": "Ann", "hand": "x"}, {"name": "B"}, {"name": "C"}]},
            "players[0].hand: expected a known key",
        ),
        (
            {"players": [{"name": "A", "empathy": {"Z": 0.5}}, {"name": "B"}, {"name": "C"}]},
            'players[0].empathy: expected one of the players A, B, C, got "Z"',
        ),
        ({"rules": {"rounds": 2}}, "rules.rounds: expected a whole number from 3 to 10000, got 2"),
        ({"rules": {"rounds": 3, "open_end": True}}, "rules: rounds: expected none with an open end"),
        ({"rules": {"track": 0}}, "rules.track: expected a whole number from 1"),
        ({"themes": []}, "themes: expected a list of 1"),
        ({"expect": {}}, "expect: expected at least one key"),
        ({"expect": {"winners": ["Zoe"]}}, 'expect.winners: expected one of the players Ann, Bob, Cid, got "Zoe"'),
        ({"expect": {"scores": {"Zoe": 1}}}, "expect.scores: expected one of the players"),
        ({"expect": {"termination": "bored"}}, 'expect.termination: expected "rounds", "last-cell" or "round-limit"'),
        ({"table": {}}, "table: expected a known key, got one that does not exist"),
        ({"theme": "work"}, "did you mean themes?"),
    ],
)
def test_what_does_not_fit_is_named(parts, said):
    with pytest.raises(ScenarioError) as caught:
        scenario(**parts)
    assert said in str(caught.value)


def test_rounds_for_all_hosts_are_asked_for():
    players = [{"name": name} for name in "ABCDE"]
    with pytest.raises(ScenarioError, match=r"rules: rounds: expected at least 5, so that each player is host once"):
        scenario(players=players, rules={"rounds": 4})


def test_expectations_are_held_against_the_game():
    session = new_session(scenario())
    outcome = session.play()
    names = ("Ann", "Bob", "Cid")
    met = {
        "winners": [names[seat] for seat in outcome.winners],
        "termination": "rounds",
        "scores": dict(zip(names, outcome.scores, strict=True)),
        "turns": 6,
    }
    checks = check_game(scenario(expect=met), outcome, session.match.turns)
    assert len(checks) == 6
    assert all(check.passed for check in checks)
    missed = check_game(scenario(expect={"turns": 7, "termination": "last-cell"}), outcome, session.match.turns)
    assert [check.passed for check in missed] == [False, False]
    assert check_game(scenario(), outcome, session.match.turns) == ()
