"""Small matches of 《心心相引》 that last a moment, and their records."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from magnetsim.record import RecordWriter
from magnetsim.scenario import parse_scenario
from magnetsim.session import new_session


def small(seed=8, count=9, strategies=("random", "greedy"), **sections):
    """Two players and a few hearts."""
    return parse_scenario(
        {
            "schema": 1,
            "name": "small",
            "game": "xinxin",
            "seed": seed,
            "table": {"shape": "rectangle", "size_mm": [400.0, 400.0]},
            "kinds": {"heart": {"outline": "heart"}},
            "layout": {"pattern": "jittered-grid", "kind": "heart", "count": count, "spacing_mm": 60.0},
            "players": [
                {"name": name, "strategy": strategy, "hand": "normal"}
                for name, strategy in zip(("小红", "小明"), strategies, strict=True)
            ],
            **sections,
        },
        "small",
    )


def play(path, session):
    """Play a match to its end and record it."""
    with RecordWriter(path, session) as writer:
        writer.finish(session.play(writer.watch))
    return session


@pytest.fixture(scope="session")
def scene():
    """What makes scenarios, plays and records them."""
    return SimpleNamespace(small=small, play=play)


@pytest.fixture(scope="session")
def played(tmp_path_factory):
    """A match that was played, and the path of its record."""
    path = tmp_path_factory.mktemp("records") / "小.jsonl"
    session = play(path, new_session(small()))
    return SimpleNamespace(session=session, path=path, lines=path.read_text("utf-8").splitlines())
