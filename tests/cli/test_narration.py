"""A game told in words."""

import re
from importlib.resources import files
from pathlib import Path

import pytest

from magnetsim.cli.narration import EVENTS, SHOTS, TERMINATIONS, Narrator, outcome_text
from magnetsim.language import words_of
from magnetsim.rules.base import Event, Outcome
from magnetsim.rules.xinxin import Termination, Way

PLAYERS = ("小红", "小明", "Zoë")


def test_every_event_of_the_rules_has_its_words():
    sources = sorted(Path(str(files("magnetsim"))).glob("rules/xinxin*.py"))
    source = "".join(path.read_text(encoding="utf-8") for path in sources)
    named = re.findall(r'"X\d\.\d",\s*"([a-z-]+)"', source) + re.findall(r'Event\(\w+\[\w+\], "([a-z-]+)"', source)
    assert set(named) == set(EVENTS)


def test_every_way_and_every_ending_has_its_words():
    assert set(SHOTS) == {way.value for way in Way}
    assert set(TERMINATIONS) == {termination.value for termination in Termination}


class Step:
    def __init__(self, *events, scores=(0, 0, 0)):
        self.events = events
        self.after = self
        self.scores = scores


TURN = [
    Step(
        Event("X1.3", "drew-shooter", 0, {"magnet": 7}),
        Event("X1.5", "starts", 1),
        Event("X1.5", "turn", 1, {"turn": 1}),
    ),
    Step(Event("X3.5", "took-shooter", 1, {"magnet": 4})),
    Step(
        Event("X3.2", "shot", 1, {"magnet": 4, "way": "push", "duration": 0.5}),
        Event("X4.4", "fell", None, {"magnet": 9}),
    ),
    Step(
        Event("X4.4", "caught", 2, {"magnet": 9}),
        Event("X4.1", "new-cluster", 1, {"magnets": (3, 4)}),
        scores=(0, 0, 1),
    ),
    Step(
        Event("X3.3", "collected", 1, {"magnets": (3, 4)}),
        Event("X1.5", "turn", 2, {"turn": 2}),
        scores=(0, 2, 1),
    ),
]


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        (
            "en",
            [
                "小红 draws magnet 7; 小明 starts",
                (
                    "   1  小明: takes magnet 4 as shooter; pushes 4; 9 falls off the table; Zoë catches 9; "
                    "new cluster 3–4; takes 3–4  [0 : 2 : 1]"
                ),
            ],
        ),
        (
            "zh",
            [
                "小红 抽到 7 号；小明 先手",
                "   1  小明：取 4 号作射手；推 4 号；9 号掉下桌；Zoë 接住 9 号；新簇 3–4；收走 3–4  [0 : 2 : 1]",
            ],
        ),
    ],
)
def test_a_turn_is_a_line(language, lines):
    told = []
    narrator = Narrator(PLAYERS, words_of(language), told.append)
    for step in TURN:
        narrator.watch(step)
    narrator.finish()
    assert told == lines


def test_the_end_in_english():
    text = outcome_text(PLAYERS[:2], Outcome("stalemate", (1,), (3, 9)), 41, words_of("en"))
    assert text.splitlines() == [
        "Over after 41 turns: too many rounds without a new cluster or a catch.",
        "Score: 小红 3, 小明 9",
        "小明 wins.",
    ]


def test_the_end_in_chinese_after_a_replay_that_nobody_won():
    text = outcome_text(PLAYERS[:2], Outcome("undecided", (), (5, 5), ((6, 6),)), 80, words_of("zh"))
    assert text.splitlines() == [
        "80 回合后结束：重赛用尽仍未分出胜负。",
        "第 1 局：小红 6，小明 6",
        "第 2 局：小红 5，小明 5",
        "没有赢家。",
    ]


@pytest.mark.rule("X5.4")
@pytest.mark.parametrize(
    ("language", "lines"),
    [
        ("en", ["Score: A 3, B 2, C 1, D 4", "Teams: A + C 4, B + D 6", "B, D win."]),
        ("zh", ["比分：A 3，B 2，C 1，D 4", "队伍：A + C 4，B + D 6", "B，D 获胜。"]),
    ],
)
def test_the_end_of_a_game_of_teams(language, lines):
    outcome = Outcome("collected", (1, 3), (3, 2, 1, 4), teams=((0, 2), (1, 3)))
    assert outcome_text("ABCD", outcome, 9, words_of(language)).splitlines()[1:] == lines


def test_names_with_braces_are_only_names():
    told = []
    narrator = Narrator(("{magnet}", "{0}"), words_of("en"), told.append)
    narrator.watch(Step(Event("X1.3", "drew-shooter", 0, {"magnet": 7}), Event("X1.5", "starts", 1)))
    narrator.finish()
    assert told == ["{magnet} draws magnet 7; {0} starts"]
