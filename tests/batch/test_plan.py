"""What a batch plays: the same games whatever else is in it, each with draws of its own."""

import json

import pytest

from magnetsim.batch.gathering import Refused, gather, scenario_files
from magnetsim.batch.keeping import Keep, is_kept, parse_keep
from magnetsim.batch.plan import GAMES_A_PART, game_seed, scenario_of
from magnetsim.errors import ScenarioError
from magnetsim.scenario import load_scenario
from tests.batch.playing import Here, played, rows, tables


def test_repeats_are_different_games_and_each_the_same_alone(cards, plan_of, tmp_path):
    file = cards()
    played(plan_of(file, games=8), tmp_path / "all", Here())
    played(plan_of(file, games=8, only=5), tmp_path / "one", Here())
    games = rows(tmp_path / "all")
    assert [game["game"] for game in games] == list(range(8))
    assert len({game["seed"] for game in games}) == 8
    assert len({str(game["scores"]) for game in games}) > 1
    assert rows(tmp_path / "one") == [games[5]]


def test_a_games_seed_gives_the_same_game_to_a_single_run(cards, plan_of, tmp_path):
    from magnetsim import new_session
    from magnetsim.scenario import with_seed

    file = cards()
    played(plan_of(file, games=2), tmp_path / "out", Here())
    for game in rows(tmp_path / "out"):
        outcome = new_session(with_seed(load_scenario(file), int(game["seed"]))).play()
        assert list(outcome.scores) == game["scores"]


def test_seeds_of_any_size_are_streams_of_their_own():
    seeds = [0, 1, 2**32 - 1, 2**32, 2**64 + 5, 10**60]
    drawn = [game_seed(seed, game) for seed in seeds for game in (0, 1, 10**9)]
    assert len(set(drawn)) == len(drawn)
    assert game_seed(42, 7) == game_seed(42, 7)


def test_the_batchs_seed_stands_in_for_the_files(cards, plan_of):
    own, asked = plan_of(cards()), plan_of(cards(), seed=2**70)
    assert [plan.entries[0].seed for plan in (own, asked)] == [3, 2**70]
    assert own.entries[0].digest == asked.entries[0].digest


def test_the_order_of_files_and_other_files_change_nothing(cards, plan_of, tmp_path):
    files = [cards(name, empathy) for name, empathy in (("b", 0.1), ("a", 0.9), ("c", 0.5))]
    played(plan_of(*files), tmp_path / "one", Here())
    played(plan_of(files[2], files[0], files[1]), tmp_path / "other", Here())
    assert tables(tmp_path / "one") == tables(tmp_path / "other")
    played(plan_of(files[0]), tmp_path / "alone", Here())
    alone = rows(tmp_path / "alone")
    kept = [game for game in rows(tmp_path / "one") if game["scenario"] == files[0].stem]
    assert [{name: game[name] for name in alone[0]} for game in kept] == alone


def test_a_folder_gives_its_scenarios_sorted_and_each_once(cards, tmp_path):
    names = ["b", "a", "c"]
    files = [cards(name) for name in names]
    (tmp_path / "other.txt").write_text("no scenario", encoding="utf-8")
    assert scenario_files([tmp_path, files[0]]) == sorted(files)


def test_values_are_set_and_swept(cards, plan_of):
    plan = plan_of(
        cards(), sets={"players[1].empathy": 0.9}, sweeps={"rules.rounds": (3, 4), "players[0].empathy": (0.1,)}
    )
    scenarios = [scenario_of(entry) for entry in plan.entries]
    assert sorted(one.rules.rounds for one in scenarios) == [3, 4]
    assert {one.players[1].empathy for one in scenarios} == {0.9}
    assert {one.players[0].empathy for one in scenarios} == {0.1}
    assert plan.kinds == {"rules.rounds": "whole number"}
    assert {dict(entry.changes)["rules.rounds"] for entry in plan.entries} == {"3", "4"}


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("rules.runds", "rules.runds: expected a known key, got one that does not exist; did you mean rounds?"),
        ("players[9].empathy", "players: expected a list of more than 9, got a list of 3"),
        ("name.first", 'name: expected a table, got "cards"'),
        ("rules..rounds", "expected a key path such as table.friction_static or players[0].hand, got 'rules..rounds'"),
        ("[3]", "expected a key path such as table.friction_static or players[0].hand, got '[3]'"),
    ],
)
def test_a_value_that_has_no_place_is_refused_in_words(cards, path, said):
    file = cards()
    with pytest.raises(ScenarioError) as refused:
        load_scenario(file, {path: 3})
    assert str(refused.value) == f"{file}: {said}"


def test_what_cannot_be_played_is_named_and_the_others_go_on(cards, tmp_path):
    files = [cards("a"), tmp_path / "none.toml", cards("c", 0.9), tmp_path / "person.toml", tmp_path / "twin.toml"]
    person = files[0].read_text(encoding="utf-8").replace('"random"', '"person"')
    files[3].write_text(person, encoding="utf-8")
    files[4].write_bytes(files[0].read_bytes())
    castings = list(gather(files, {}, {}))
    refused = [one for one in castings if isinstance(one, Refused)]
    assert [one.file for one in refused] == [files[1], files[3], files[4]]
    assert [str(one.error).split(": ", 1)[1] for one in refused] == [
        "cannot be read: there is no such file or folder",
        "Cleo is a person, whom a batch cannot ask",
        f"plays the same as {files[0]}",
    ]


def test_stretches_cover_all_games_once(cards, plan_of):
    plan = plan_of(cards("a"), cards("b"), games=2 * GAMES_A_PART + 7)
    games = [(stretch.entry, game) for stretch in plan.stretches() for game in stretch.games]
    assert len(games) == len(set(games)) == plan.size == 2 * (2 * GAMES_A_PART + 7)
    assert len({stretch.name for stretch in plan.stretches()}) == 6
    alone = plan_of(cards("a"), games=2 * GAMES_A_PART, only=GAMES_A_PART + 1)
    assert [(stretch.number, list(stretch.games)) for stretch in alone.stretches()] == [(1, [GAMES_A_PART + 1])]


def test_names_of_files_suit_every_system(cards, plan_of):
    for name in ("con", "a/b:c*?", "心心 相引", "磁" * 60, ".."):
        entry = plan_of(cards(), sets={"name": name}).entries[0]
        assert entry.stem.isascii()
        assert set(entry.stem).isdisjoint('/\\:*?"<>| ')
        assert len(entry.stem.encode()) < 120
        assert entry.stem.endswith(entry.digest)
        assert not entry.stem.startswith((".", "-"))


def test_a_path_that_the_locale_has_not_is_written_down_as_it_is(cards, plan_of, tmp_path):
    (tmp_path / "三 友.toml").write_bytes(cards().read_bytes())
    # As Python reads it from a command line where only ASCII is known.
    strange = "三 友.toml".encode().decode("ascii", "surrogateescape")
    assert plan_of(tmp_path / strange).entries[0].file == str(tmp_path / "三 友.toml")


def test_records_are_kept_of_the_games_asked_for():
    row = {"status": "finished", "ties": 0, "stalemate": False, "unrested": 0}
    for number, games in ((3, 10), (1, 7), (7, 7), (20, 7)):
        kept = [game for game in range(games) if is_kept(Keep("sample", number), {**row, "game": game}, games)]
        assert len(kept) == min(number, games)
    interesting = Keep("interesting")
    assert not is_kept(interesting, {**row, "game": 0}, 1)
    for change in ({"status": "stopped"}, {"ties": 1}, {"stalemate": True}, {"unrested": 1}):
        assert is_kept(interesting, {**row, **change, "game": 0}, 1)
    assert [str(parse_keep(text)) for text in ("all", "none", "interesting", "sample:12")] == [
        "all",
        "none",
        "interesting",
        "sample:12",
    ]
    for text in ("", "sample", "sample:0", "sample:-1", "some", "all:3"):
        with pytest.raises(ValueError, match="expected all, none"):
            parse_keep(text)


def test_kept_records_tell_the_games_of_the_table(cards, plan_of, tmp_path):
    from magnetsim import read_record

    played(plan_of(cards(), games=6, kept=Keep("sample", 2)), tmp_path / "out", Here())
    files = sorted((tmp_path / "out" / "records").iterdir())
    games = rows(tmp_path / "out")
    assert [int(file.stem[-6:]) for file in files] == [0, 3]
    for file in files:
        record = read_record(file)
        assert list(record.outcome.scores) == games[int(file.stem[-6:])]["scores"]
        assert json.loads(file.read_text(encoding="utf-8").splitlines()[0])["seed"] == int(
            games[int(file.stem[-6:])]["seed"]
        )
