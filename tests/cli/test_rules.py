"""`magnetsim rules`."""

import tomllib
from importlib.resources import files

import pytest
from rich.cells import cell_len

from magnetsim.cli.rules import _wrapped, rules_text

CLAUSES = {
    "xinxin": [
        *(f"X1.{i}" for i in range(1, 8)),
        *(f"X2.{i}" for i in range(1, 4)),
        *(f"X3.{i}" for i in range(1, 7)),
        *(f"X4.{i}" for i in range(1, 8)),
        *(f"X5.{i}" for i in range(1, 5)),
    ],
    "feelinks": [
        *(f"F1.{i}" for i in range(1, 8)),
        *(f"F3.{i}" for i in range(1, 10)),
        *(f"F4.{i}" for i in range(1, 8)),
        *(f"F5.{i}" for i in range(1, 4)),
    ],
}
GAMES = pytest.mark.parametrize("game", list(CLAUSES))


def clauses(game):
    text = (files("magnetsim") / "data" / "rules" / f"{game}.toml").read_text(encoding="utf-8")
    return [clause for section in tomllib.loads(text)["sections"] for clause in section["clauses"]]


@GAMES
def test_every_clause_is_told_once_and_in_order(game):
    assert [clause["number"] for clause in clauses(game)] == CLAUSES[game]


@GAMES
def test_every_clause_is_told_in_both_languages(game):
    for clause in clauses(game):
        assert clause["zh"].strip()
        assert clause["en"].strip()
        assert ("settled_zh" in clause) == ("settled_en" in clause), clause["number"]
        assert set(clause) <= {"number", "zh", "en", "settled_zh", "settled_en"}


@GAMES
@pytest.mark.parametrize("language", ["zh", "en"])
def test_text_marks_what_is_settled_here(game, language):
    text = rules_text(game, language)
    assert text.count("◇") == sum("settled_en" in clause for clause in clauses(game)) + 1
    assert {"zh": "以出版方的规则书为准", "en": "The publisher's rulebook has the last word"}[language] in text


def test_the_first_game_needs_no_name(command):
    assert command("rules") == command("rules", "xinxin")
    assert command("rules", "feelinks").out.startswith("The rules of 《同感》")


@pytest.mark.rule("X4.7")
@pytest.mark.parametrize(
    ("language", "said"),
    [("zh", ["切勿入口", "立刻就医", "损坏"]), ("en", ["into a mouth", "medical help at once", "damaged"])],
)
def test_safety_is_told(command, language, said):
    answer = command("rules", "xinxin", "--lang", language)
    assert answer.code == 0
    for words in said:
        assert words in answer.out


@GAMES
@pytest.mark.parametrize("language", ["zh", "en"])
def test_on_a_terminal_the_text_is_wrapped_and_whole(game, language):
    text = rules_text(game, language)
    wrapped = _wrapped(text, 60)
    assert max(cell_len(line) for line in wrapped.splitlines()) <= 60
    assert "".join(wrapped.split()) == "".join(text.split())
    assert wrapped.count(f"\n\n{CLAUSES[game][1]}  ") == 1
    assert "\n\n\n" not in wrapped
