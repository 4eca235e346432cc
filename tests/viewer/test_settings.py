"""What the window remembers: read back as it was kept; what is damaged is left aside and said."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from magnetsim.errors import OutputError
from magnetsim.viewer.overlays import Overlays
from magnetsim.viewer.settings import Settings, remember, remembered, settings_file

OTHER = Settings("zh", 0.25, (900, 700), muted=True, preview=False, overlays=Overlays(numbers=True))


def test_what_is_kept_comes_back(tmp_path):
    path = tmp_path / "new" / "window.json"
    assert remembered(path) == (Settings(), None)
    remember(path, OTHER)
    assert remembered(path) == (OTHER, None)
    remember(path, replace(OTHER, speed=4.0))
    assert remembered(path)[0].speed == 4.0
    assert [file.name for file in path.parent.iterdir()] == ["window.json"]


@pytest.mark.parametrize("content", [b"", b"{", b"[1]", b"\xff\xfe", b"[" * 10_000, b'{"overlays": 3}'])
def test_a_damaged_file_is_left_aside_and_said(tmp_path, content):
    path = tmp_path / "window.json"
    path.write_bytes(content)
    settings, problem = remembered(path)
    assert settings == Settings()
    assert "some of it is no setting" in str(problem)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("speed", 3.0),
        ("speed", [1]),
        ("language", "fr"),
        ("muted", "yes"),
        ("preview", None),
        ("size", [3, 4]),
        ("size", [1e3, 800]),
        ("size", "big"),
    ],
)
def test_one_bad_value_spoils_no_other(tmp_path, key, value):
    path = tmp_path / "window.json"
    remember(path, OTHER)
    path.write_text(json.dumps({**json.loads(path.read_text()), key: value}))
    settings, problem = remembered(path)
    assert problem is not None
    assert settings == replace(OTHER, **{key: getattr(Settings(), key)})


def test_what_a_later_version_added_does_no_harm(tmp_path):
    path = tmp_path / "window.json"
    remember(path, OTHER)
    data = json.loads(path.read_text())
    path.write_text(json.dumps({**data, "new": 1, "overlays": {**data["overlays"], "aura": True}}))
    assert remembered(path) == (OTHER, None)


def test_a_folder_that_cannot_be_made_is_said(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(OutputError, match="settings cannot be written"):
        remember(tmp_path / "file" / "window.json", OTHER)


@pytest.mark.parametrize(
    ("platform", "environment", "expected"),
    [
        ("linux", {}, "~/.config/magnetsim/window.json"),
        ("linux", {"XDG_CONFIG_HOME": "/x"}, "/x/magnetsim/window.json"),
        ("darwin", {}, "~/Library/Application Support/magnetsim/window.json"),
        ("win32", {"APPDATA": "/r"}, "/r/magnetsim/window.json"),
        ("win32", {}, "~/AppData/Roaming/magnetsim/window.json"),
        ("linux", {"MAGNETSIM_CONFIG_DIR": "/mine"}, "/mine/window.json"),
    ],
)
def test_each_system_has_its_place(platform, environment, expected):
    assert settings_file(environment, platform) == Path(expected).expanduser()


def test_an_empty_place_remembers_nothing():
    assert settings_file({"MAGNETSIM_CONFIG_DIR": ""}) is None
    assert remembered(None) == (Settings(), None)
