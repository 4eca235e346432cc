"""Reading files: encodings, TOML, and one clear refusal for all that is wrong."""

import os
import subprocess
import sys

import pytest

from magnetsim.errors import ScenarioError
from magnetsim.scenario import load_scenario, parse_scenario, scenario_data, validation, with_seed


def refused(data, *needles):
    """The refusal of the data, which must say all of these."""
    with pytest.raises(ScenarioError) as caught:
        parse_scenario(data, "here.toml")
    text = str(caught.value)
    assert text.startswith("here.toml: ")
    for needle in needles:
        assert needle in text, text
    return text


def write(tmp_path, content):
    path = tmp_path / "局.toml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def test_a_game_is_read_and_keeps_its_names(tmp_path, game_text):
    scenario = load_scenario(write(tmp_path, game_text))
    assert scenario.game == "xinxin"
    assert scenario.players[0].name == "张三—é"
    assert scenario.table.size_mm == (600, 500)


def test_the_encoding_is_utf8_whatever_the_locale_says(tmp_path, game_text):
    path = write(tmp_path, game_text)
    code = "import sys; from magnetsim.scenario import load_scenario as l; print(ascii(l(sys.argv[1]).players[0].name))"
    for locale in ({"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0"}, {"LC_ALL": "zh_CN.GBK", "PYTHONIOENCODING": "gbk"}):
        command = [sys.executable, "-X", "warn_default_encoding", "-W", "error::EncodingWarning", "-c", code, str(path)]
        environment = {**os.environ, "PYTHONUTF8": "0", **locale}
        done = subprocess.run(command, capture_output=True, text=True, encoding="ascii", env=environment, check=False)
        assert (done.stdout.strip(), done.stderr) == (ascii("张三—é"), ""), done


def test_a_byte_order_mark_is_no_matter(tmp_path, game_text):
    assert load_scenario(write(tmp_path, b"\xef\xbb\xbf" + game_text.encode())).name == "a game"


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_utf16_is_refused_by_name(tmp_path, game_text, encoding):
    path = write(tmp_path, game_text.encode(encoding))
    with pytest.raises(ScenarioError, match=r"expected text in UTF-8, got UTF-(16|32)") as caught:
        load_scenario(path)
    assert str(path) in str(caught.value)


def test_another_code_page_is_refused_with_its_line(tmp_path, game_text):
    with pytest.raises(ScenarioError, match=r"expected text in UTF-8, got the byte 0xd5 in line 22"):
        load_scenario(write(tmp_path, game_text.replace("—é", "").encode("gbk")))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('name = "C:\\Users\\x"', "single quotes"),
        ("name = \n", "line 1"),
        ("a = 1\na = 2\n", "line 2"),
        ("a = " + "9" * 5000, "cannot be read"),
        ("a = " + "[" * 100_000, "deep"),
        (".".join("a" * 5000) + " = 1", "deep"),
        ("", "schema: expected 1, got nothing"),
    ],
    ids=["backslash", "no value", "twice", "huge", "deep lists", "deep tables", "empty"],
)
def test_what_is_no_scenario_is_refused_in_one_message(tmp_path, text, says):
    path = write(tmp_path, text)
    with pytest.raises(ScenarioError) as caught:
        load_scenario(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert says in str(caught.value)


def test_what_cannot_be_read_is_refused(tmp_path):
    for path in (tmp_path, tmp_path / "missing.toml", tmp_path / "a\0b"):
        with pytest.raises(ScenarioError, match="cannot be read"):
            load_scenario(path)
    with pytest.raises(ScenarioError, match="at most"):
        load_scenario(write(tmp_path, b"#" * 3_000_000))


def test_a_misspelt_key_is_refused_with_the_nearest_one_in_every_table(game, experiment):
    game["table"]["frcition_static"] = 0.3
    refused(game, "table.frcition_static: expected a known key", "did you mean friction_static?")
    del game["table"]["frcition_static"]
    for where, key, close in (
        ((), "Seed", "seed"),
        (("kinds", "heart"), "widht_mm", "width_mm"),
        (("layout",), "spacing", "spacing_mm"),
        (("players", 1), "stratgy", "strategy"),
    ):
        data = game
        for step in where:
            data = data[step]
        data[key] = 1
        refused(game, f"{key}: expected a known key", f"did you mean {close}?")
        del data[key]
    for where, key, close in ((("magnets", 0), "angle", "angle_deg"), ((), "magnet", "magnets")):
        data = experiment
        for step in where:
            data = data[step]
        data[key] = 1
        refused(experiment, f"{key}: expected a known key", f"did you mean {close}?")
        del data[key]
    for section in ("physics", "rules", "expect"):
        refused({**game, section: {"zzz": 1}}, f"{section}.zzz: expected a known key", "known here: ")


def test_a_key_in_the_wrong_table_is_told_where_it_belongs(game, experiment):
    refused({**game, "friction_static": 0.3}, "friction_static belongs in [table]")
    game["table"]["seed"] = 1
    refused(game, "seed belongs at the top")
    experiment["table"] = {"shape": "round", "size_mm": [600, 600]}
    refused(experiment, "table.size_mm: expected a known key", 'size_mm belongs in [table] with shape = "rectangle"')


def test_keys_of_the_other_game_are_refused(game, experiment):
    refused({**experiment, "rules": {}}, "rules: belongs to a game")
    refused({**experiment, "players": []}, "players: belongs to a game")
    refused({**game, "physics": {"duration_s": 1.0}}, "physics.duration_s: expected nothing in a game")
    refused({**game, "expect": {"at_rest": True}}, 'expect.at_rest: does not go with game = "xinxin"')
    refused({**experiment, "expect": {"winner": "b"}}, 'expect.winner: does not go with game = "physics"')


def test_games_that_are_not_there_yet_are_refused_with_those_that_are(game):
    refused({**game, "game": "chess"}, 'game: expected "xinxin", "physics" or "feelinks", got "chess"')
    refused({**game, "magnetism": "points"}, 'magnetism: expected "dipole" or "finite", got "points"')


@pytest.mark.parametrize(
    "value", [-1, 0, 0.0, float("nan"), float("inf"), -float("inf"), 1e308, "7", True, [7], 10**400], ids=repr
)
@pytest.mark.parametrize("key", ["mass_g", "diameter_mm", "height_mm", "inertia_kg_m2"])
def test_numbers_that_would_break_the_engine_are_refused(experiment, key, value):
    experiment["kinds"]["disc"][key] = value
    refused(experiment, f"kinds.disc.{key}: expected a number from ", " to ", ", got ")


@pytest.mark.parametrize(
    ("section", "key", "value", "expected"),
    [
        ("table", "size_mm", [600], "a number"),
        ("table", "size_mm", [600, "x"], "a number from 20 to 10000"),
        ("table", "friction_kinetic", 0.31, "at most friction_static, 0.3, got 0.31"),
        ("layout", "count", 25.0, "a whole number from 1 to 200, got 25.0"),
        ("layout", "count", 10**30, "a whole number from 1 to 200, got 10"),
        ("layout", "kind", "hart", 'one of [kinds], got "hart"; did you mean "heart"?'),
        ("layout", "pattern", "grid", '"jittered-grid", got "grid"'),
        ("table", "shape", "oval", '"rectangle", "round" or "polygon", got "oval"'),
    ],
)
def test_wrong_values_are_refused_with_what_was_expected(game, section, key, value, expected):
    game[section][key] = value
    refused(game, f"{section}.{key}", f"expected {expected}")


def test_every_problem_is_reported_on_a_line_of_its_own(game):
    game["seed"] = -1
    game["table"]["size_mm"] = [1, 1]
    game["layout"]["spacign_mm"] = 50
    lines = refused(game, "layout.spacign_mm").splitlines()
    assert len(lines) == 4
    assert all(line.startswith("here.toml: ") for line in lines)


def test_thousands_of_problems_are_not_all_told(experiment):
    experiment["magnets"] = [{"position_mm": "x", "kind": 3}] * 4000
    assert len(refused(experiment, "and 7992 more problems").splitlines()) == 9


def test_unknown_keys_by_the_thousand_are_counted_and_the_first_looked_into(experiment, monkeypatch):
    looked_into = []
    monkeypatch.setattr(validation, "section_at", lambda location, data: looked_into.append(location))
    text = refused({**experiment, **{f"key{i}": 1 for i in range(20_000)}}, "key0: expected a known")
    assert text.splitlines()[-1].endswith("and 19992 more problems")
    assert len(looked_into) == 8


@pytest.mark.parametrize("schema", [True, 1.0, 2, "1"])
def test_the_schema_is_the_whole_number_one(experiment, schema):
    refused({**experiment, "schema": schema}, "schema: expected 1, got ")


@pytest.mark.parametrize("name", ["1", "\uff11", "01"])
def test_a_magnet_is_not_named_as_another_is_numbered(experiment, name):
    del experiment["magnets"][1]["name"]
    experiment["magnets"][0]["name"] = name
    refused(experiment, "magnets[0].name: expected a name that is not another magnet's number, got ")
    experiment["magnets"][0]["name"] = "0"
    parse_scenario(experiment, "x")
    experiment["magnets"][0]["name"] = "2"
    parse_scenario(experiment, "x")


@pytest.mark.parametrize("seed", [0, 2**32 - 1, 2**32, 2**64 + 5, 10**3000], ids=int.bit_length)
def test_seeds_are_whole_numbers_of_any_size(game, seed):
    assert parse_scenario({**game, "seed": seed}, "x").seed == seed


@pytest.mark.parametrize(
    "seed", [-1, 1.0, "abc", True, None, 1 << 100_000], ids=["-1", "1.0", "abc", "true", "none", "2**100000"]
)
def test_other_seeds_are_refused(game, seed):
    refused({**game, "seed": seed}, "seed: expected ")
    with pytest.raises(ScenarioError, match="seed: expected"):
        with_seed(parse_scenario(game, "x"), seed)


def test_another_seed_changes_nothing_else(game):
    scenario = parse_scenario(game, "x")
    other = with_seed(scenario, 77)
    assert other.seed == 77
    assert with_seed(other, 5) == scenario


def test_doubled_names_are_refused(game, experiment):
    game["players"][1]["name"] = "张三—É"
    refused(game, "players[1].name: expected a name that players[0] does not have")
    experiment["magnets"][0]["name"] = "right"
    refused(experiment, "magnets[1].name: expected a name that magnets[0] does not have")


@pytest.mark.parametrize("name", ["小红", "o'Neill-é", "王\u3000明", "👩\u200d🚀"])
def test_names_in_any_script_are_fine(game, name):
    game["players"][0]["name"] = name
    assert parse_scenario(game, "x").players[0].name == name


@pytest.mark.parametrize("name", ["", " a", "a\nb", "a\x1b[31m", "a\u202eb", "a\u2028b", "x" * 81])
def test_names_that_would_break_a_line_are_refused(game, name):
    game["players"][0]["name"] = name
    text = refused(game, "players[0].name: expected ")
    assert text.isprintable()


def test_plain_data_makes_the_same_scenario_again(game, experiment):
    experiment["expect"] = {"at_rest": True, "magnets": [{"magnet": 0, "moved": False}]}
    for data in (game, experiment):
        scenario = parse_scenario(data, "x")
        assert parse_scenario(scenario_data(scenario), "y") == scenario


def test_scenarios_are_read_only(game):
    scenario = parse_scenario(game, "x")
    with pytest.raises(ValueError, match="frozen"):
        scenario.seed = 3


def test_of_two_ways_to_write_a_value_the_one_that_was_meant_is_told(game):
    game["players"][1] = {"name": "小明", "strategy": "greedy", "hand": {"angle": 3.0, "speed": 0.1}}
    with pytest.raises(ScenarioError) as caught:
        parse_scenario(game, "x.toml")
    lines = str(caught.value).splitlines()
    assert [line.split(": ")[1] for line in lines] == ["players[1].hand.angle", "players[1].hand.angle_deg"]
    # Lists count from 0, people from 1: the name says whom it means.
    assert all(line.endswith(' (players[1] is "小明")') for line in lines)
