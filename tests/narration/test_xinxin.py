"""A game told in words."""

from types import SimpleNamespace

import numpy as np
import pytest

from magnetsim.language import words_of
from magnetsim.match import Refusal
from magnetsim.narration import explanation
from magnetsim.narration.xinxin import EVENTS, HANDS, SHOTS, TERMINATIONS, WAYS, Narrator, opening_text, outcome_text
from magnetsim.players import hand
from magnetsim.rules.base import Event, Outcome, Reason
from magnetsim.rules.xinxin.game import Termination, Way
from magnetsim.scenario import load_scenario
from tests.rules.xinxin.events import EVENTS as SAID
from tests.rules.xinxin.test_refusals import CASES as REFUSED

PLAYERS = ("小红", "小明", "Zoë")
CLUSTERS = {name for name, (_, _, keys) in SAID.items() if keys & {"magnets", "clusters"}}
"""Events whose explanation shows sets of magnets, in braces."""


# What an event may carry, as far as its words do not ask for a kind of value.
VALUES = {
    "duration": 0.5,
    "magnets": (3, 4),
    "clusters": ((1, 2), (5, 6)),
    "made": ((3, 4),),
    "changed": ((3, 4),),
    "way": "push",
    "termination": "collected",
    "phase": "aim",
    "seats": (0, 1),
    "scores": (1, 2, 0),
}


def events_of_the_rules():
    """Each event with the data that the walks through whole games hold it to; one of them has two forms."""
    for name, (clauses, has_seat, keys) in SAID.items():
        for carried in (keys, {"magnets", "changed"}) if name == "new-cluster" else (keys,):
            data = {key: VALUES.get(key, 7) for key in carried}
            yield Event(min(clauses), name, 1 if has_seat else None, data)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    "event", list(events_of_the_rules()), ids=lambda event: "-".join([event.name, *sorted(event.data)])
)
def test_every_event_of_the_rules_can_be_told_and_explained(language, event):
    """No text asks for a value that its event does not carry, and each explanation says something."""
    told = []
    narrator = Narrator(PLAYERS, words_of(language), told.append, explain=True)
    narrator.watch(Step(event))
    narrator.finish()
    assert told[-1].strip().startswith(f"{event.clause}: " if language == "en" else f"{event.clause}：")
    assert not any(sign in line for line in told for sign in "{}" if event.name not in CLUSTERS)
    assert (len(told) == 2) == (bool(EVENTS[event.name]) or event.name == "shot")


def test_no_words_are_left_of_an_event_that_is_gone():
    assert set(EVENTS) == set(SAID)
    # A new cluster is told in other words where what changed counts as new.
    assert set(explanation.EVENTS) == {*SAID, "changed-cluster"}


@pytest.mark.parametrize(("language", "begins"), [("en", "X4.5: refused: "), ("zh", "X4.5：不许：")])
@pytest.mark.parametrize("case", REFUSED)
def test_every_refusal_of_the_rules_can_be_explained(language, begins, case):
    said = explanation.refused(Reason(case.split(",")[0], "X4.5", "in the rules' own words"), words_of(language))
    assert said.startswith(begins)
    assert len(said) > len(begins)


def test_every_way_and_every_ending_has_its_words():
    assert set(WAYS) == set(SHOTS) == {way.value for way in Way}
    assert set(TERMINATIONS) == {termination.value for termination in Termination}


class Step:
    def __init__(self, *events, scores=(0, 0, 0), refused=()):
        self.events = events
        self.refused = refused
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
                "小红抽到 7 号；小明先手",
                "   1  小明：取 4 号作射手；推 4 号；9 号掉下桌；Zoë接住 9 号；新簇 3–4；收走 3–4  [0 : 2 : 1]",
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


EXPLAINED = [
    Step(Event("X1.5", "turn", 1, {"turn": 3})),
    Step(
        Event("X3.2", "shot", 1, {"magnet": 4, "way": "push", "duration": 0.51234}),
        Event("X4.3", "old-cluster", None, {"magnets": (4, 9)}),
        Event("X4.1", "new-cluster", 1, {"magnets": (1, 2, 3), "made": ((1, 2), (2, 3))}),
        Event("X4.1", "new-cluster", 1, {"magnets": (5, 6), "changed": ((6, 7),)}),
        refused=[Refusal(None, Reason("not-agreed-way", "X1.7", "one way, push, was agreed"))],
    ),
    Step(
        Event("X3.3", "collected", 1, {"magnets": (1, 2, 3)}),
        Event("X4.2", "left", 1, {"clusters": ((5, 6), (7, 8))}),
        Event("X5.1", "ended", None, {"termination": "collected", "scores": (0, 3, 0)}),
        Event("X5.3", "won", 1, {"score": 3}),
    ),
]


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        (
            "en",
            [
                "X1.5: turn 3, clockwise, is that of 小明",
                "X1.7: refused: another way of shooting was agreed for the whole game",
                "X3.2: 小明 sends in magnet 4, in the way called push; it is read after 0.51 s",
                "X4.3: cluster {4, 9} is not new: no bond was made by this shot within it",
                "X4.1: cluster {1, 2, 3} is new: it hangs together, and this shot made 1–2, 2–3 in it",
                "X4.1: house rule: cluster {5, 6} counts as new: this shot made or broke 6–7",
                "X3.3: 小明 takes cluster {1, 2, 3}, whole",
                "X4.2: only one new cluster may be taken; left for later: {5, 6}, {7, 8}",
                "X5.1: the game is over: all magnets are collected",
                "X5.3: 小明 has most magnets, 3, and wins",
            ],
        ),
        (
            "zh",
            [
                "X1.5：第 3 回合，按顺时针轮到小明",
                "X1.7：不许：全场约定的是另一种射击方式",
                "X3.2：小明用“推”的方式送出 4 号；0.51 秒后判读",
                "X4.3：簇 {4, 9} 不是新簇：这次射击没有使其中任何两枚吸在一起",
                "X4.1：簇 {1, 2, 3} 是新簇：能一起拎起来，而且这次射击使 1–2, 2–3 吸在了一起",
                "X4.1：桌规：簇 {5, 6} 算新簇：这次射击接上或断开了 6–7",
                "X3.3：小明收走整簇 {1, 2, 3}",
                "X4.2：只能收一个新簇，其余留待以后：{5, 6}, {7, 8}",
                "X5.1：本局结束：磁铁已收完",
                "X5.3：小明收得最多，3 枚，获胜",
            ],
        ),
    ],
)
def test_each_event_is_explained_by_its_clause(language, lines):
    told = []
    narrator = Narrator(PLAYERS, words_of(language), told.append, explain=True)
    for step in EXPLAINED:
        narrator.watch(step)
    narrator.finish()
    assert "[0 : 0 : 0]" in told[0]
    assert told[1:] == ["      " + line for line in lines]


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
        "第 1 局：小红 6、小明 6",
        "第 2 局：小红 5、小明 5",
        "没有赢家。",
    ]


@pytest.mark.rule("X5.4")
@pytest.mark.parametrize(
    ("language", "lines"),
    [
        ("en", ["Score: A 3, B 2, C 1, D 4", "Teams: A + C 4, B + D 6", "B, D win."]),
        ("zh", ["比分：A 3、B 2、C 1、D 4", "队伍：A + C 4、B + D 6", "B、D获胜。"]),
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


def test_who_plays_how_is_told_in_one_language():
    assert set(HANDS) == set(hand.HANDS)
    scenario = load_scenario("scenarios/classic.toml")
    laid = SimpleNamespace(start=SimpleNamespace(table=SimpleNamespace(magnet=np.arange(25))))
    told = opening_text(SimpleNamespace(scenario=scenario, match=laid), words_of("zh"))
    assert told == "classic，种子 1：小红（随机，手：普通）、小明（贪心，手：稳）；磁铁 0–24 号"
