"""`magnetsim scenario`."""

import json
import tomllib

import pytest

SURROUNDINGS = [
    {"PYTHONUTF8": "0", "PYTHONIOENCODING": "gbk", "LC_ALL": "zh_CN.GBK"},
    {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "LC_ALL": "C"},
    # numba itself reads a file of the system in the locale's encoding.
    {
        "PYTHONWARNDEFAULTENCODING": "1",
        "PYTHONWARNINGS": "error::EncodingWarning,ignore::EncodingWarning:numba.core.config",
    },
]


@pytest.mark.parametrize("game", ["xinxin", "physics"])
def test_new_prints_a_scenario_that_is_fine(command, tmp_path, game):
    printed = command("scenario", "new", "--game", game)
    assert printed.code == 0
    assert tomllib.loads(printed.out)["game"] == game
    path = tmp_path / "new.toml"
    path.write_text(printed.out, encoding="utf-8")
    checked = command("scenario", "check", path)
    assert checked.code == 0
    assert "fine" in checked.out
    assert checked.err == ""


def test_new_writes_a_file_and_says_how_to_run_it(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    answer = command("scenario", "new", "我的 game.toml")
    assert answer.code == 0
    assert "Written: 我的 game.toml" in answer.out
    assert "magnetsim run '我的 game.toml'" in answer.out
    assert "fine (xinxin, 我的 game)" in command("scenario", "check", "我的 game.toml").out
    command("scenario", "new", "--game", "physics", 'a "b.toml')
    assert 'fine (physics, a "b)' in command("scenario", "check", 'a "b.toml').out


def test_new_never_overwrites(command, tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text("precious", encoding="utf-8")
    answer = command("scenario", "new", path)
    assert answer.code == 2
    assert "is there already" in answer.err
    assert path.read_text(encoding="utf-8") == "precious"


def test_new_in_a_folder_that_is_not_there(command, tmp_path):
    answer = command("scenario", "new", tmp_path / "no" / "new.toml")
    assert answer.code == 2
    assert answer.err.startswith("Error: ")


def test_check_reports_every_file_and_counts_the_bad(command, tmp_path):
    command("scenario", "new", tmp_path / "good.toml")
    text = (tmp_path / "good.toml").read_text(encoding="utf-8")
    (tmp_path / "bad.toml").write_text(text.replace("friction_static", "frcition_static"), encoding="utf-8")
    answer = command("scenario", "check", tmp_path / "bad.toml", tmp_path / "missing.toml", tmp_path / "good.toml")
    assert answer.code == 2
    assert "good.toml: fine (xinxin, good)" in answer.out
    assert "bad.toml: table.frcition_static" in answer.err
    assert "friction_static?" in answer.err
    assert "missing.toml" in answer.err
    assert "2 of 3 files cannot be used" in answer.err


def test_check_lays_the_table(command, tmp_path):
    text = command("scenario", "new").out.replace("count = 25", "count = 200")
    assert "count = 200" in text
    path = tmp_path / "many.toml"
    path.write_text(text, encoding="utf-8")
    answer = command("scenario", "check", path)
    assert answer.code == 2
    assert answer.err.startswith(f"Error: {path}: layout: the grid does not fit the table: ")
    assert "102.6 mm beyond the rim" in answer.err
    assert len(answer.err.splitlines()) == 1
    assert command("run", path).err == answer.err


def test_check_without_files_is_bad_input(command):
    assert command("scenario", "check").code == 2


def test_schema_is_json(command):
    answer = command("scenario", "schema")
    assert answer.code == 0
    definitions = json.loads(answer.out)["$defs"]
    assert {"name", "game", "table"} <= set(definitions["Scenario"]["properties"])
    assert {"name", "game", "themes"} <= set(definitions["FeelinksScenario"]["properties"])


@pytest.mark.parametrize("environment", SURROUNDINGS, ids=["gbk", "C", "warn"])
def test_files_are_utf8_whatever_the_code_page(process, tmp_path, environment):
    folder = tmp_path / "磁 铁"
    folder.mkdir()
    written = process("scenario", "new", "新.toml", cwd=folder, **environment)
    assert written.returncode == 0, written.stderr
    assert "小红" in (folder / "新.toml").read_text(encoding="utf-8")
    checked = process("scenario", "check", "新.toml", cwd=folder, **environment)
    assert checked.returncode == 0, checked.stderr
    assert b"fine" in checked.stdout or "可用".encode("gbk") in checked.stdout
