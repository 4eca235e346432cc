"""Pictures of a batch; that a letter is missing is a warning of matplotlib's, and so an error here."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image

from magnetsim.errors import OutputError
from magnetsim.language import words_of
from magnetsim.results.lettering import drawable
from magnetsim.results.plots import draw_pictures
from magnetsim.results.reading import open_dataset
from magnetsim.results.summary import summarised
from magnetsim.results.sweeps import sweeps
from tests.results.datasets import game_row, shot_row, write_batch


def summary_of(folder):
    dataset = open_dataset(folder)
    return dataset, summarised(dataset)


def pictures(folder, out, language="en"):
    return list(draw_pictures(*summary_of(folder), out, words_of(language)))


@pytest.fixture
def batch(tmp_path):
    games = [game_row(n, (n % 2,), (n % 6, 8 - n % 6), players=["小红", "𠮷"]) for n in range(12)]
    shots = [
        shot_row(n, turn, turn % 2, turn % 3, along_mm=30.0 * (n % 3), aim_inward_deg=10.0 * turn)
        for n in range(12)
        for turn in (1, 2, 3)
    ]
    return write_batch(tmp_path / "out", games, shots)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_four_pictures_of_a_scenario(batch, tmp_path, language):
    drawn = pictures(batch, tmp_path / "pictures" / "here", language)
    assert [path.name for path in drawn] == ["first-player.png", "made-scores.png", "made-turns.png", "made-shots.png"]
    for path in drawn:
        with Image.open(path) as picture:
            assert np.asarray(picture.convert("L")).std() > 10, "something is drawn"
    again = next(draw_pictures(*summary_of(batch), tmp_path / "again", words_of(language)))
    assert again.read_bytes() == drawn[0].read_bytes()


def test_a_batch_of_one_game_a_batch_of_none_and_one_of_cards(tmp_path):
    one = write_batch(tmp_path / "one", [game_row(0)], [shot_row()])
    assert len(pictures(one, tmp_path / "pictures")) == 4
    assert pictures(write_batch(tmp_path / "none", planned=3), tmp_path / "nothing") == []
    assert not (tmp_path / "nothing").exists()
    lost = {"winners": None, "scores": None, "starters": None, "playing": None, "status": "crashed"}
    assert pictures(write_batch(tmp_path / "lost", [game_row(0) | lost]), tmp_path / "nothing") == []
    cards = write_batch(tmp_path / "cards", [game_row(0, kind="feelinks", scenario="同感 1/2")])
    assert [path.name for path in pictures(cards, tmp_path / "p")] == ["first-player.png", "同感-1-2-scores.png"]


def test_points_of_a_sweep_have_pictures_of_their_own(tmp_path):
    key = "param.table.friction_static"
    games = [game_row(n, digest=f"d{n}") | {key: 0.2 + n / 10} for n in range(3)]
    shots = [shot_row(n, turn, digest=f"d{n}") for n in range(3) for turn in (1, 2)]
    kinds = {key.removeprefix("param."): "number"}
    two = write_batch(tmp_path / "two", games[:2], parameters=kinds)
    names = [path.name for path in pictures(two, tmp_path / "a")]
    assert names == ["first-player.png", *(f"made-table.friction_static={value}-scores.png" for value in (0.2, 0.3))]
    three = write_batch(tmp_path / "three", games, shots, parameters=kinds)
    names = [path.name for path in pictures(three, tmp_path / "b")]
    assert names[:3] == ["first-player.png", "made-sweep.png", "made-table.friction_static=0.2-scores.png"]
    assert len(names) == 2 + 3 * 3


def test_scenarios_whose_labels_are_too_long_for_files_go_by_their_digests(tmp_path):
    key = "param." + "a.long.path." * 7
    games = [game_row(n, digest=f"d{n}") | {key: n} for n in range(2)]
    folder = write_batch(tmp_path / "long", games, parameters={key.removeprefix("param."): "whole number"})
    names = [path.name for path in pictures(folder, tmp_path / "a")]
    assert names == ["first-player.png", "made-d0-scores.png", "made-d1-scores.png"]


def test_a_sweep_is_of_one_number(tmp_path):
    kinds = {"a": "number", "b": "text"}
    games = [game_row(n, digest=f"d{n}") | {"param.a": float(n), "param.b": "x"} for n in range(3)]
    ((name, key, points),) = sweeps(summary_of(write_batch(tmp_path / "one", games, parameters=kinds))[1].settings)
    assert (name, key, [one.parameters["a"] for one in points]) == ("made", "a", [0, 1, 2])
    both = [row | {"param.b": str(n)} for n, row in enumerate(games)]
    assert list(sweeps(summary_of(write_batch(tmp_path / "both", both, parameters=kinds))[1].settings)) == []
    texts = [row | {"param.a": 1.0} for row in both]
    assert list(sweeps(summary_of(write_batch(tmp_path / "texts", texts, parameters=kinds))[1].settings)) == []


def test_what_the_font_has_not_is_a_question_mark():
    assert drawable("小红 𠮷") == "小红 ?"


@pytest.mark.parametrize(
    ("text", "longest", "shown"),
    [
        ("0123456789", 10, "0123456789"),
        ("0123456789x", 10, "01234…789x"),
        ("0123456789x", 9, "0123…789x"),
        ("心心相引", 8, "心心相引"),
        ("心心相引", 7, "心…引"),
        ("𠮷" * 9, 4, "??…?"),
    ],
)
def test_of_a_long_name_the_middle_is_left_out(text, longest, shown):
    assert drawable(text, longest) == shown


def test_pictures_of_any_name(tmp_path):
    """matplotlib warns, and so fails here, where a name leaves no room; and dollars are no formula."""
    name, key = "𠮷" * 57 + "很长的名字" * 4 + "$x^$", "param." + "a.long.path." * 12
    games = [game_row(n, players=[name, "b"], scenario=name, digest=f"d{n}") | {key: n} for n in range(3)]
    shots = [shot_row(0, 1, scenario=name)]
    folder = write_batch(tmp_path / "out", games, shots, parameters={key.removeprefix("param."): "number"})
    names = [path.name for path in pictures(folder, tmp_path / "pictures")]
    assert (len(names), len(set(names))) == (2 + 3 + 2, 2 + 3 + 2)
    assert max(len(one.encode()) for one in names) < 250


def test_pictures_that_cannot_be_written_are_said(batch, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(OutputError, match=r"first-player\.png: cannot be written"):
        pictures(batch, tmp_path / "file")
