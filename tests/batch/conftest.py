"""Batches of 《同感》, whose games are cheap, and of games that cost nothing at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from magnetsim.batch.gathering import gather
from magnetsim.batch.keeping import Keep
from magnetsim.batch.plan import Plan, make_plan

NONE = Keep("none")
CARDS = """
schema = 1
name = "{name}"
game = "feelinks"
seed = 3
rules = {{ rounds = 3 }}
players = [
  {{ name = "小安", strategy = "friend", empathy = {empathy} }},
  {{ name = "小北", strategy = "friend" }},
  {{ name = "Cleo", strategy = "random" }},
]
"""


@pytest.fixture
def cards(tmp_path):
    """Writes a scenario of three short rounds, and says where."""

    def write(name: str = "cards", empathy: float = 0.3) -> Path:
        path = tmp_path / f"{name}.toml"
        path.write_text(CARDS.format(name=name, empathy=empathy), encoding="utf-8")
        return path

    return write


@pytest.fixture
def plan_of():
    """The plan for some files."""

    def make(*files: Path, games: int = 6, seed=None, only=None, kept=NONE, sets=None, sweeps=None) -> Plan:
        return make_plan(list(gather(files, sets or {}, sweeps or {})), games, seed, only, kept)

    return make
