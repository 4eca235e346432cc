"""`magnetsim render` and `watch`: pictures from a record without a screen, and what is said when there is none."""

import pytest
from PIL import Image

from tests.viewer.conftest import FEW


@pytest.fixture(scope="module")
def record(tmp_path_factory):
    from magnetsim.cli.app import start

    folder = tmp_path_factory.mktemp("rendered")
    (folder / "few.toml").write_text(FEW, encoding="utf-8")
    path = folder / "few.jsonl"
    assert start(["run", str(folder / "few.toml"), "--quiet", "--record", str(path)]) == 0
    return path


@pytest.mark.parametrize("ending", ["png", "jpg"])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_picture_of_a_turns_end(command, record, tmp_path, ending, language):
    out = tmp_path / f"a.{ending}"
    answer = command("render", record, "-o", out, "--turn", 1, "--size", "800x600", "--lang", language)
    assert answer.code == 0, answer.err
    with Image.open(out) as picture:
        assert picture.size == (800, 600)
        assert len(set(picture.convert("RGB").resize((80, 60)).get_flattened_data())) > 200


@pytest.mark.parametrize("ending", ["gif", "webp"])
def test_a_moving_picture_of_a_turn(command, record, tmp_path, ending):
    out = tmp_path / f"a.{ending}"
    answer = command("render", record, "-o", out, "--turn", 1, "--size", "560x420", "--fps", 10, "--bare")
    assert answer.code == 0, answer.err
    with Image.open(out) as picture:
        assert picture.size == (560, 420)
        assert picture.n_frames > 5
    assert sorted(path.name for path in tmp_path.iterdir()) == [out.name]


def test_a_sheet_of_all_turns(command, record, tmp_path):
    out = tmp_path / "sheet.png"
    assert command("render", record, "-o", out, "--contact-sheet", "--size", "800x600").code == 0
    with Image.open(out) as picture:
        assert picture.size[0] == 800
        assert picture.size[1] % 150 == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["-o", "a.bmp"], "expected an ending of .png, .jpg, .webp, .gif or .mp4, got '.bmp'"),
        (["-o", "nowhere/a.png"], "there is no folder nowhere"),
        (["-o", "a.png", "--turn", "99"], "turn: expected one from 1 to"),
        (["-o", "a.png", "--size", "big"], "expected WIDTHxHEIGHT in pixels"),
        (["-o", "a.png", "--size", "10x10"], "size: expected 560x420 or more, got 10x10"),
        (["-o", "a.gif", "--contact-sheet"], "for a contact sheet"),
    ],
)
def test_what_cannot_be_drawn_is_told(command, record, tmp_path, monkeypatch, arguments, said):
    monkeypatch.chdir(tmp_path)
    answer = command("render", record, *arguments)
    assert answer.code == 2
    assert said in answer.err.replace("\n", " ")
    assert list(tmp_path.iterdir()) == []


def test_a_record_is_not_drawn_over_something_that_cannot_be_written(command, record, tmp_path):
    (tmp_path / "a.png").mkdir()
    answer = command("render", record, "-o", tmp_path / "a.png")
    assert answer.code == 2
    assert "cannot be written" in answer.err


def test_watch_without_a_screen_says_what_to_do(process, record):
    gone = dict.fromkeys(("DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR", "SDL_VIDEODRIVER"))
    answer = process("watch", record, **gone)
    assert answer.returncode == 2
    assert b"expected a screen, got none" in answer.stderr
    assert b"magnetsim render" in answer.stderr
    assert b"Traceback" not in answer.stderr
    assert answer.stdout == b""
