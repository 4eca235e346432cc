from __future__ import annotations

import json
import os
import subprocess
import sys
import warnings
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from magnetsim.charges import CloudFit, Progress, cloud_errors, fit_cloud, is_kept, kept_fit, store
from magnetsim.outline import Outline, disc_outline, heart_outline, polygon_outline
from magnetsim.scenario import kinds_of, load_scenario
from magnetsim.scenario.trusting import shapes_of

MM = 1e-3
ROOT = Path(__file__).parents[2]
FILES = sorted([*ROOT.glob("scenarios/**/*.toml"), *ROOT.glob("magnetsim/data/templates/*.toml")])
SCENARIOS = [path for path in FILES if 'game = "feelinks"' not in path.read_text(encoding="utf-8")]
HEART, HEIGHT = heart_outline(0.013), 5 * MM
"""One that is not shipped."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache folder of the test's own; in place of a fit there is another magnet's."""
    disc = store.shipped_fit(store.shape_key(disc_outline(9 * MM), 7 * MM))
    assert disc is not None

    def fitted(_outline: Outline, _height: float, progress: Progress) -> CloudFit:
        progress(0.5)
        progress(1.0)
        return disc

    monkeypatch.setattr(store, "fit_cloud", fitted)
    monkeypatch.setenv(store.CACHE_VARIABLE, str(tmp_path / "cache"))
    monkeypatch.setattr(store, "_made", {})
    store._warn_not_kept.cache_clear()
    yield tmp_path / "cache" / "charges"
    store._warn_not_kept.cache_clear()


def anew(progress: Progress = lambda _done: None) -> CloudFit:
    """As another process would be given it."""
    store._made.clear()
    return kept_fit(HEART, HEIGHT, progress)


def same(one: CloudFit, two: CloudFit) -> bool:
    clouds = [(fit.cloud.near.tobytes(), fit.cloud.far.tobytes(), fit.cloud.reach) for fit in (one, two)]
    return clouds[0] == clouds[1] and one.errors == two.errors


def test_fitted_once_and_kept_to_the_last_bit(folder: Path) -> None:
    told: list[float] = []
    assert not is_kept(HEART, HEIGHT)
    first = anew(told.append)
    assert told[-1] == 1.0
    assert is_kept(HEART, HEIGHT)
    again = anew(lambda _done: pytest.fail("fitted again"))
    assert same(first, again)
    assert not again.cloud.near.flags.writeable
    assert [path.suffix for path in folder.iterdir()] == [".json"]


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"digest": 1}', "half", "digit", "bytes"])
def test_a_damaged_file_is_made_again(folder: Path, damage: str) -> None:
    first = anew()
    (path,) = folder.iterdir()
    sound = path.read_bytes()
    if damage == "half":
        path.write_bytes(sound[: len(sound) // 2])
    elif damage == "digit":
        path.write_bytes(sound.replace(b'"reach": 0.00', b'"reach": 0.01'))
    elif damage == "bytes":
        path.write_bytes(b"\xff\x00" + sound)
    else:
        path.write_text(damage, encoding="utf-8")
    assert sound != path.read_bytes()
    store._made.clear()
    assert not is_kept(HEART, HEIGHT)
    told: list[float] = []
    assert same(anew(told.append), first)
    assert told
    assert path.read_bytes() == sound


def test_nowhere_to_write_works_with_one_note(folder: Path) -> None:
    folder.parent.write_text("a file where the folder would be", encoding="utf-8")
    with pytest.warns(RuntimeWarning, match=f"cannot be kept .*: every start fits them anew .*{store.CACHE_VARIABLE}"):
        first = anew()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert same(anew(), first)
        assert same(kept_fit(HEART, HEIGHT, lambda _done: pytest.fail("fitted again")), first)


def test_other_shapes_and_other_code_have_other_files(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    anew()
    kept_fit(HEART, 6 * MM)
    assert len(list(folder.iterdir())) == 2
    monkeypatch.setattr(store, "maker_key", lambda: "another")
    anew()
    assert len(list(folder.iterdir())) == 3


def test_outlines_alike_to_a_nanometre_are_one() -> None:
    corners = heart_outline().corners
    key = store.shape_key(heart_outline(), 7 * MM)
    assert store.shape_key(polygon_outline(corners + 1e-12), 7 * MM) == key
    others = [(heart_outline(0.02001), 7 * MM), (heart_outline(), 7.001 * MM), (disc_outline(9 * MM), 7 * MM)]
    assert key not in {store.shape_key(*other) for other in others}


@pytest.mark.parametrize("height", [0.0, -0.007, np.nan, np.inf])
def test_a_height_must_be_a_length(height: float) -> None:
    with pytest.raises(ValueError, match="height: expected a positive, finite number of metres, got"):
        kept_fit(heart_outline(), height)


PROGRAM = """
import sys, time
from magnetsim.charges import store
from magnetsim.outline import disc_outline, heart_outline
def fitted(outline, height, progress):
    time.sleep(0.1)
    return store.shipped_fit(store.shape_key(disc_outline(0.009), 0.007))
store.fit_cloud = fitted
sys.stdout.write(store.written_fit(store.kept_fit(heart_outline(0.013), 0.005)))
"""


def test_several_processes_at_once(folder: Path) -> None:
    started = [subprocess.Popen([sys.executable, "-c", PROGRAM], stdout=subprocess.PIPE, text=True) for _ in range(3)]
    texts = {process.communicate()[0] for process in started}
    assert [process.returncode for process in started] == [0, 0, 0]
    (path,) = folder.iterdir()
    assert texts == {path.read_text(encoding="utf-8")}


@pytest.mark.parametrize(
    ("platform", "environment", "expected"),
    [
        ("linux", {store.CACHE_VARIABLE: "/there"}, "/there/charges"),
        ("linux", {"XDG_CACHE_HOME": "/x"}, "/x/magnetsim/charges"),
        ("linux", {}, "/home/me/.cache/magnetsim/charges"),
        ("darwin", {}, "/home/me/Library/Caches/magnetsim/charges"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local/magnetsim/charges"),
    ],
)
def test_where_the_cache_is(
    platform: str, environment: dict[str, str], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(Path, "home", lambda: Path("/home/me"))
    assert store.cache_folder(environment) == Path(expected)


def test_without_a_home() -> None:
    def nobody() -> Path:
        raise RuntimeError("Could not determine home directory.")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Path, "home", nobody)
        assert store.cache_folder({}) is None


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_the_package_has_the_kinds_of_all_its_scenarios(path: Path) -> None:
    scenario = load_scenario(path)
    _, shapes = shapes_of(kinds_of(scenario))
    for shape in shapes:
        assert store.shipped_fit(store.shape_key(*shape)) is not None, "run scripts/charges.py"
    if scenario.magnetism == "finite":
        for one, two in combinations(shapes, 2):
            assert store._shipped_text(store.pair_key(one, two)) is not None, "run scripts/charges.py"


def test_what_is_shipped_is_read_as_it_was_written() -> None:
    folder = ROOT / "magnetsim" / "data" / "charges"
    for path in sorted(folder.iterdir()):
        text = path.read_text(encoding="utf-8")
        if "-" in path.stem:
            assert store.written_errors(store.read_errors(text)) == text
            assert set(json.loads(text)) == {"digest", "errors"}
            continue
        assert store.written_fit(store.read_fit(text)) == text
        assert set(json.loads(text)) == {"digest", "near", "far", "reach", "height", "errors"}


@pytest.mark.slow
@pytest.mark.parametrize("outline", [heart_outline(), disc_outline(9 * MM)], ids=["heart", "disc"])
def test_what_is_shipped_is_what_the_fitting_gives(outline: Outline) -> None:
    """To the last digits only where the processor is that on which they were fitted; elsewhere in its errors."""
    shipped, made = store.shipped_fit(store.shape_key(outline, 7 * MM)), fit_cloud(outline, 7 * MM)
    assert shipped is not None
    assert len(shipped.errors) == len(made.errors)
    for old, new in zip(shipped.errors, made.errors, strict=True):
        assert old.gap == pytest.approx(new.gap)
        assert old.force == pytest.approx(new.force, rel=0.5, abs=1e-3)
        assert old.torque == pytest.approx(new.torque, rel=0.5, abs=1e-3)


def test_the_errors_that_are_shipped_are_those_of_the_charges() -> None:
    one = (heart_outline(), 7 * MM, kept_fit(heart_outline(), 7 * MM).cloud)
    said = [error for error in kept_fit(heart_outline(), 7 * MM).errors if not error.low][1:8]
    fresh = cloud_errors(one, one, tuple(error.gap for error in said), (), 60, np.random.default_rng(5))
    for old, new in zip(said, fresh, strict=True):
        assert new.gap == pytest.approx(old.gap)
        assert new.force == pytest.approx(old.force, rel=0.5)


def test_the_cache_of_the_tests_is_not_the_users() -> None:
    assert os.environ[store.CACHE_VARIABLE]
