"""Errors that a user can meet, told in Chinese as well as in English."""

import re
from pathlib import Path

import pytest

from magnetsim.errors import MagnetsimError
from magnetsim.language import Phrase, joined, listed, told, words_of

SCENARIO = """\
schema = 1
name = "game"
game = "xinxin"
kinds.heart = { outline = "heart" }
layout = { pattern = "jittered-grid", kind = "heart", count = 6 }
players = [{ name = "Ann", strategy = "greedy" }, { name = "Ben", strategy = "random" }]
"""
# What is put in place of what, and what is said of it.
MISTAKES = {
    ("schema = 1", "schema = true"): "schema：应为 1，实为 true",
    ('name = "game"', 'name = ""'): 'name：应为 1 到 80 个字符的文本，实为 ""',
    ('name = "game"', f'name = "{"x" * 81}"'): "name：应为 1 到 80 个字符的文本，实为 ",
    ('name = "game"', 'name = " x"'): 'name：两端不应有空格，实为 " x"',
    ("kinds.heart", f"kinds.{'x' * 81}"): "：应为名字，即 1 到 80 个字符的文本，实为 ",
    ("kinds.heart", 'kinds.""'): 'kinds.""：应为名字，即 1 到 80 个字符的文本，实为 ""',
    ('game = "xinxin"', 'game = "xinxn"'): (
        'game：应为 "xinxin"、"physics" 或 "feelinks"，实为 "xinxn"；是不是想写 "xinxin"？'
    ),
    ("count = 6", "count = 0"): "layout.count：应为整数（不小于 1，不大于 200），实为 0",
    ("count = 6", "count = 2"): "layout：应为至少 3 枚磁铁，每人一枚射手再加一枚目标（X1.4），实为 2",
    ("count = 6", "count = 200"): "layout：桌面放不下网格：有一点在桌边以外",
    ("count = 6", "cuont = 6"): "layout.cuont：应为已知的键，实为不存在的键；是不是想写 count？",
    ('kind = "heart"', 'kind = "disc"'): 'layout.kind：应为 [kinds] 之一，实为 "disc"；已有的种类：heart',
    ('outline = "heart"', 'outline = "heart", mass_g = 1, density_kg_m3 = 200'): (
        "kinds.heart：density_kg_m3 与 mass_g 应只写一个，实有两个"
    ),
    ('outline = "heart"', 'outline = "points", points_mm = [[0, 0], [9, 9], [9, 0], [0, 9]]'): (
        "kinds.heart.points_mm：角 "
    ),
    ('strategy = "random"', 'strategy = "random", hand = 3'): "players[1]",
    ("schema = 1", "schema = "): "应为 TOML，第 1 行第 10 列有错：值写得不对",
    ("schema = 1", 'schema = 1\ntable = { shape = "round", friction_kinetic = 2.0 }'): (
        "table.friction_kinetic：应不大于 friction_static，即 0.3，实为 2.0"
    ),
}


@pytest.mark.parametrize("change", MISTAKES, ids=lambda change: change[1][:30])
def test_a_mistake_in_a_scenario_is_told_in_chinese(command, tmp_path, change):
    path = tmp_path / "错.toml"
    path.write_text(SCENARIO.replace(*change), encoding="utf-8")
    answer = command("--lang", "zh", "scenario", "check", path)
    assert answer.code == 2
    assert f"错误：{path}：" in answer.err
    assert MISTAKES[change] in answer.err
    assert not re.search(r"expected|\bgot\b|should|did you", answer.err)
    assert command("scenario", "check", path, "--lang", "zh").err == answer.err
    english = command("scenario", "check", path)
    assert english.err.startswith(f"Error: {path}: ")
    assert not re.search("[：，；应为实]", english.err.replace(str(path), ""))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("rum",), "没有 'rum' 这个命令；这里有：run、"),
        (("run",), "应写 FILE，或者写 --position 和 --shot"),
        (("replay",), "缺少 RECORD"),
        (("run", "a.toml", "b.toml"), "多余的参数 'b.toml'"),
        (("run", "a.toml", "--sede", "1"), "没有 --sede 这个选项；是不是想写 --seed？"),
        (("run", "a.toml", "--seed"), "--seed：应跟一个值；若是开关则不跟值"),
        (("run", "a.toml", "--seed", "1.5"), "--seed：应为不小于 0 的整数，实为 '1.5'"),
        (("run", "a.toml"), "a.toml：无法读取：没有这个文件或文件夹"),
        (("rules", "chess"), "应为 'xinxin'、'feelinks' 之一"),
        (("replay", "a.jsonl"), "a.jsonl：无法读取：没有这个文件或文件夹"),
        (("replay", "game.toml"), "game.toml：应为记录，实为场景文件的名字：magnetsim run game.toml"),
        (("replay", "x.jsonl"), "x.jsonl 第 1 行：应为一行严格 JSON"),
        (("run", "game.toml", "--record", "."), ". 是文件夹，请给出其中的文件名"),
        (
            ("run", "game.toml", "--record", "x.jsonl"),
            "x.jsonl：那里已有一个文件，且不是记录；请另取文件名，或把它移走",
        ),
        (("scenario", "new", "x.jsonl"), "x.jsonl 已经存在，请换一个文件名"),
        (("scenario", "new", "no/x.toml"), "x.toml：无法写入：没有这个文件或文件夹"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else None,
)
def test_a_bad_command_line_is_told_in_chinese(command, tmp_path, monkeypatch, arguments, said):
    monkeypatch.chdir(tmp_path)
    Path("game.toml").write_text(SCENARIO, encoding="utf-8")
    Path("x.jsonl").write_text("precious\n", encoding="utf-8")
    answer = command("--lang", "zh", *arguments)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith("错误：")
    assert said in answer.err
    assert len(answer.err.splitlines()) == 1


def test_damage_is_told_in_chinese(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("game.toml").write_text(SCENARIO, encoding="utf-8")
    assert command("--lang", "zh", "run", "game.toml", "--record", "game.jsonl", "--quiet").code == 0
    lines = Path("game.jsonl").read_text("utf-8").splitlines(keepends=True)
    lines[1] = lines[1].replace('"mover":-1', '"mover":5', 1)
    Path("bad.jsonl").write_text("".join(lines), encoding="utf-8")
    answer = command("--lang", "zh", "replay", "bad.jsonl")
    assert answer.code == 2
    assert answer.err == (
        "错误：bad.jsonl 第 2 行：steps[0].mover：应为 -1，实为 5；哈希也不对：这一行或之前某一行已与写下时不同\n"
    )


def test_a_phrase_holds_texts_phrases_and_errors():
    inner = MagnetsimError(Phrase("a list of {count}", count=3))
    outer = Phrase("{path}: expected {expected}, got {got}", path="{x}", expected=inner, got=Phrase("nothing"))
    assert str(outer) == "{x}: expected a list of 3, got nothing"
    assert told(outer, words_of("zh")) == "{x}：应为 3 项的列表，实为无"
    assert told(MagnetsimError("{plain} text"), words_of("zh")) == "{plain} text"
    assert str(MagnetsimError(outer)) == str(outer)


def test_joined_phrases_are_told_with_what_joins_them():
    either = joined(" or ", [Phrase("a number"), Phrase("a table"), "x"])
    assert str(either) == "a number or a table or x"
    assert told(either, words_of("zh")) == "数 或 表 或 x"
    assert told(listed(["a", 1, Phrase("none")]), words_of("zh")) == "a、1、无"
    assert str(listed(["a", 1, Phrase("none")])) == "a, 1, none"
    assert (str(listed([])), str(listed((), none=Phrase("none")))) == ("", "none")
    assert str(joined("; ", [])) == told(joined("; ", []), words_of("zh")) == ""
