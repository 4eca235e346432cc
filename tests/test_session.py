"""Whole matches from scenario files, on the real physics."""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from magnetsim.errors import ScenarioError
from magnetsim.players import STRATEGIES
from magnetsim.players.greedy import Greedy
from magnetsim.record import RecordWriter, read_record, verify
from magnetsim.rules.xinxin.game import Deal, LayOut, Phase, Termination
from magnetsim.scenario import build_table, load_scenario, parse_scenario, scenario_data, with_seed
from magnetsim.session import new_session
from tests.rules.xinxin.counting import magnets_accounted_for

SCENARIOS = Path(__file__).parents[1] / "scenarios"
GAMES = sorted(SCENARIOS.glob("*.toml"))
CLASSIC = SCENARIOS / "classic.toml"


def play_and_check(scenario, path):
    """Play and record a match: all magnets are in one place each at every move, the record is confirmed."""
    session = new_session(scenario)
    everything = tuple(session.match.start.table.magnet.tolist())

    def watch(step):
        assert magnets_accounted_for(step.after) == everything
        writer.watch(step)

    with RecordWriter(path, session) as writer:
        outcome = session.play(watch)
        writer.finish(outcome)
    assert outcome.termination in {reason.value for reason in Termination}
    record = read_record(path)
    assert record.outcome == outcome
    assert [found for _, found in verify(record) if found is not None] == []
    return outcome


@pytest.mark.rule("X1.1", "X3.6", "X5.1", "X5.2", "X5.3")
@pytest.mark.parametrize("seed", range(1, 7))
def test_a_classic_game_ends_with_every_magnet_somewhere_and_is_confirmed(seed, tmp_path):
    outcome = play_and_check(with_seed(load_scenario(CLASSIC), seed), tmp_path / "classic.jsonl")
    assert sum(outcome.scores) <= 25
    if outcome.winners:
        assert outcome.scores[outcome.winners[0]] == max(outcome.scores)


@pytest.mark.parametrize(
    ("name", "scores"),
    [("two-magnets", (2, 0)), ("two-old-clusters-joined", (4, 0)), ("lifting-leaves-an-old-cluster", (0, 0))],
)
def test_a_puzzle_is_confirmed_from_its_settled_deal_on(name, scores, tmp_path):
    outcome = play_and_check(load_scenario(SCENARIOS / "puzzles" / f"{name}.toml"), tmp_path / "puzzle.jsonl")
    assert outcome.scores == scores


@pytest.mark.slow
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_two_hundred_games_of_random_and_greedy(path, tmp_path):
    """All game scenarios share two hundred games between them; every player is random or greedy, in turns."""
    data = scenario_data(load_scenario(path))
    for seed in range(-(-200 // len(GAMES))):
        players = [
            {key: value for key, value in player.items() if key != "shots"}
            | {"strategy": ("random", "greedy")[(seat + seed) % 2]}
            for seat, player in enumerate(data["players"])
        ]
        plain = {key: value for key, value in data.items() if key not in ("deal", "expect")}
        scenario = parse_scenario({**plain, "seed": seed, "players": players}, path.stem)
        play_and_check(scenario, tmp_path / f"{seed}.jsonl")


def test_greedy_beats_random(tmp_path):
    """Aiming pays: over a few games, whoever starts."""
    wins = Counter()
    data = scenario_data(load_scenario(CLASSIC))
    for seed in range(6):
        players = [
            {"name": name, "strategy": name, "hand": "normal"}
            for name in (("random", "greedy") if seed % 2 else ("greedy", "random"))
        ]
        session = new_session(parse_scenario({**data, "seed": seed, "players": players}, "duel"))
        outcome = session.play()
        wins.update(session.scenario.players[seat].name for seat in outcome.winners)
    assert wins["greedy"] >= 5


def test_the_order_of_keys_and_tables_in_the_file_changes_nothing(tmp_path):
    """Tables and keys may stand in any order; only lists, and kinds among themselves, are in order."""
    data = tomllib.loads((SCENARIOS / "classic.toml").read_text("utf-8"))
    turned = {
        key: dict(reversed(value.items())) if isinstance(value, dict) else value
        for key, value in reversed(data.items())
    }
    assert list(turned) != list(data)
    ends = []
    for number, one in enumerate((data, turned)):
        session = new_session(parse_scenario(one, "classic"))
        path = tmp_path / f"{number}.jsonl"
        with RecordWriter(path, session) as writer:
            for _ in range(8):
                writer.watch(session.advance())
        ends.append((tmp_path / f"{number}.jsonl.part").read_bytes())
    assert ends[0] == ends[1]


@pytest.mark.rule("X1.3", "X1.5")
def test_a_deal_that_the_scenario_settles_is_the_first_move():
    session = new_session(load_scenario(SCENARIOS / "puzzles" / "two-magnets.toml"))
    step = session.advance()
    assert step.move == Deal((0, 2), 0)
    assert session.match.state.hand == (0, 2)


@pytest.mark.rule("X1.3", "X1.5")
def test_without_one_shooters_and_start_are_drawn_from_the_seed():
    scenario = load_scenario(CLASSIC)
    deals = [new_session(with_seed(scenario, seed)).advance().move for seed in range(12)]
    assert deals == [new_session(with_seed(scenario, seed)).advance().move for seed in range(12)]
    assert len(set(deals)) == 12
    assert {deal.start for deal in deals} == {0, 1}


@pytest.mark.rule("X1.2")
def test_nothing_moves_before_the_first_shot():
    session = new_session(load_scenario(CLASSIC))
    laid = session.match.start.table
    dealt = session.advance().after.table
    for row, magnet in enumerate(dealt.magnet.tolist()):
        assert dealt.position[row].tobytes() == laid.position[laid.row(magnet)].tobytes()
        assert dealt.angle[row] == laid.angle[laid.row(magnet)]


def test_a_game_played_again_is_laid_out_until_it_can_be(monkeypatch):
    """Where a layout needs luck, a tie is no reason for the match to end in an error."""
    session = new_session(load_scenario(CLASSIC))
    tied = replace(session.match.state, phase=Phase.LAY_OUT)
    calm = build_table(session.scenario, np.random.default_rng(0))
    tries = []

    def unlucky(scenario, generator):
        tries.append(float(generator.random()))
        if len(tries) < 4:
            raise ScenarioError("no start at rest found")
        return calm

    monkeypatch.setattr("magnetsim.scenario.build.build_table", unlucky)
    assert session.world(tied, LayOut(5)).table.magnet.tolist() == list(range(25))
    assert len(set(tries)) == 4
    tries.clear()
    monkeypatch.setattr("magnetsim.session._LAYOUT_ATTEMPTS", 3)
    with pytest.raises(ScenarioError, match="no start at rest"):
        session.world(tied, LayOut(5))


def test_an_experiment_is_no_match():
    experiment = sorted((SCENARIOS / "experiments").glob("*.toml"))[0]
    with pytest.raises(ScenarioError, match='expected game = "xinxin" to play a match, got "physics"'):
        new_session(load_scenario(experiment))


def test_how_often_players_asked_physics_is_recorded(tmp_path):
    session = new_session(with_seed(load_scenario(CLASSIC), 2))
    with RecordWriter(tmp_path / "asked.jsonl", session) as writer:
        writer.finish(session.play(writer.watch))
    assert json.loads((tmp_path / "asked.jsonl").read_text("utf-8").splitlines()[-1])["asked"] == [0, 0]


def test_a_strategy_that_asks_physics_is_counted(tmp_path, monkeypatch):
    class Curious(Greedy):
        def choose(self, request, generator):
            move = super().choose(request, generator)
            self.tools.ask(request.view, move)
            return move

    monkeypatch.setitem(STRATEGIES, "greedy", Curious)
    session = new_session(load_scenario(CLASSIC))
    with RecordWriter(tmp_path / "asked.jsonl", session) as writer:
        writer.finish(session.play(writer.watch))
    data = [player.strategy for player in session.scenario.players]
    chosen = Counter(data[step.mover] for step in session.match.steps if step.mover >= 0)
    asked = json.loads((tmp_path / "asked.jsonl").read_text("utf-8").splitlines()[-1])["asked"]
    assert dict(zip(data, asked, strict=True)) == {"greedy": chosen["greedy"], "random": 0}
    assert read_record(tmp_path / "asked.jsonl").outcome is not None
