"""`magnetsim physics`."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from magnetsim.charges import store
from magnetsim.laboratory import Finding
from magnetsim.language import Phrase
from magnetsim.scenario import load_scenario

SCENARIOS = Path(__file__).parents[2] / "scenarios"
GOOD = Finding(Phrase("two hearts"), 0.101, 0.1, "N", 0.05)
BAD = Finding(Phrase("two discs"), 1.5, None, "", 1.9, at_least=True)


def some(monkeypatch: pytest.MonkeyPatch, *found: Finding) -> None:
    monkeypatch.setattr("magnetsim.laboratory.findings", lambda: iter(found))


def test_a_report_is_a_table(command, monkeypatch):
    some(monkeypatch, GOOD, Finding(Phrase("two discs"), 0.01, None, "", 0.02))
    answer = command("physics", "report", "--lang", "en")
    code, out, _ = answer.code, answer.out, answer.err
    assert code == 0
    assert out.splitlines()[1:] == [
        "two hearts  0.101 N      0.1 N   0.01   ≤ 0.05  pass",
        "two discs      0.01              0.01   ≤ 0.02  pass",
    ]


def test_a_report_with_something_off_ends_with_1(command, monkeypatch):
    some(monkeypatch, GOOD, BAD)
    answer = command("physics", "report", "--lang", "zh")
    code, out, _ = answer.code, answer.out, answer.err
    assert code == 1
    assert "不合格" in out
    assert "≥ 1.9" in out


def test_a_report_as_json(command, monkeypatch):
    some(monkeypatch, GOOD, BAD)
    answer = command("physics", "report", "--json")
    code, out, _ = answer.code, answer.out, answer.err
    assert code == 1
    first, second = json.loads(out)
    assert first["what"] == "two hearts"
    assert first["passed"]
    assert second == {
        "what": "two discs",
        "ours": 1.5,
        "reference": None,
        "unit": "",
        "error": 1.5,
        "allowed": 1.9,
        "at_least": True,
        "passed": False,
    }


def test_pictures_without_matplotlib_say_what_to_install(command, monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    answer = command("physics", "report", "--plots", str(tmp_path), "--lang", "en")
    code, out, err = answer.code, answer.out, answer.err
    assert code == 2
    assert out == ""
    assert "pip install 'magnetsim[plot]'" in err


def test_pictures_go_into_a_folder_that_is_made(command, monkeypatch, tmp_path):
    some(monkeypatch, GOOD)
    monkeypatch.setattr("magnetsim.laboratory.plots.PICTURES", {"one": lambda path: path.write_bytes(b"x")})
    folder = tmp_path / "new" / "pictures"
    answer = command("physics", "report", "--plots", str(folder))
    code, _, err = answer.code, answer.out, answer.err
    assert code == 0
    assert (folder / "one.png").read_bytes() == b"x"
    assert "one.png" in err


def test_the_errors_of_a_scenarios_kinds(command):
    answer = command("physics", "kind", str(SCENARIOS / "mixed-discs-hearts.toml"), "--lang", "en")
    code, out, _ = answer.code, answer.out, answer.err
    assert code == 0
    assert out.startswith("heart, 7 mm high: 12 charges near, 5 far")
    assert "\n\ndisc, 7 mm high: " in out
    assert "\n\nheart upon disc; errors in % of the force\n" in out
    assert "snapped together" in out
    assert "somewhere" not in out


@pytest.mark.parametrize(("force", "says"), [(0.11, "says so once."), (0.26, "is refused.")])
def test_a_fit_that_is_too_wrong_is_told_so(command, monkeypatch, force, says):
    scenario = load_scenario(SCENARIOS / "classic.toml")
    fit = store.kept_fit(*shape(scenario))
    wrong = replace(fit, errors=(replace(fit.errors[0], force=force), *fit.errors[1:]))
    monkeypatch.setattr(store, "_made", {store.shape_key(*shape(scenario)): wrong})
    answer = command("physics", "kind", str(SCENARIOS / "classic.toml"), "--lang", "en")
    assert answer.code == 0
    assert answer.out.endswith(f"somewhere: a scenario that has them as finite bodies {says}\n")
    checked = command("scenario", "check", str(SCENARIOS / "classic.toml"), "--lang", "en")
    assert checked.code == (2 if force > 0.25 else 0)


def test_upright_kinds_have_no_charges(command):
    answer = command("physics", "kind", str(SCENARIOS / "upright.toml"), "--lang", "en")
    assert answer.code == 0
    assert answer.out.startswith("up: upright, a point dipole; nothing is fitted.\n")


def test_a_kind_without_a_moment_is_not_called_upright(command, tmp_path):
    text = (SCENARIOS / "classic.toml").read_text(encoding="utf-8")
    path = tmp_path / "own.toml"
    path.write_text(text.replace("remanence_T = 0.15", "remanence_T = 0"), encoding="utf-8")
    answer = command("physics", "kind", str(path), "--lang", "en")
    assert (answer.code, answer.out) == (0, "heart: no magnetic moment; nothing is fitted.\n")


def test_where_fits_cannot_be_kept_one_plain_line_says_so(command, monkeypatch, tmp_path):
    shipped = store.shipped_fit(store.shape_key(*shape(load_scenario(SCENARIOS / "classic.toml"))))
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    monkeypatch.setenv(store.CACHE_VARIABLE, str(tmp_path / "file"))
    monkeypatch.setattr(store, "_made", {})
    monkeypatch.setattr(store, "fit_cloud", lambda outline, height, progress: progress(1.0) or shipped)
    store._warn_not_kept.cache_clear()
    text = (SCENARIOS / "experiments" / "hearts-side-by-side.toml").read_text(encoding="utf-8")
    path = tmp_path / "own.toml"
    path.write_text(text.replace("width_mm = 20.0", "width_mm = 19.5"), encoding="utf-8")
    answer = command("run", str(path), "--json", "--lang", "en")
    json.loads(answer.out)
    # On a slow machine it says as well that it is getting ready.
    fitting, kept = (line for line in answer.err.splitlines() if not line.startswith("Getting ready"))
    assert fitting == "heart is new: fitting its charges, once …"
    assert kept.startswith("a new magnet's charges cannot be kept (")
    assert kept.endswith("every start fits them anew (set MAGNETSIM_CACHE_DIR to a writable folder)")


def test_a_game_of_cards_has_no_kinds(command):
    answer = command("physics", "kind", str(SCENARIOS / "feelinks" / "beginners.toml"), "--lang", "en")
    assert answer.code == 2
    assert "a game of cards has no magnets" in answer.err


def test_a_calibration_can_be_pasted(command, tmp_path):
    answer = command("physics", "calibrate", "--pull-force", "0.3", "--gap", "0.1", "--width", "18")
    code, out = answer.code, answer.out
    assert code == 0
    text = (SCENARIOS / "classic.toml").read_text(encoding="utf-8")
    before, _, rest = text.partition("[kinds.heart]")
    path = tmp_path / "own.toml"
    path.write_text(before + out + "\n" + rest[rest.index("\n[") :], encoding="utf-8")
    kind = load_scenario(path).kinds["heart"]
    assert kind.width_mm == 18
    assert 0.15 < kind.remanence_T < 0.3


def test_a_pull_that_no_magnet_has_is_noted(command):
    answer = command("physics", "calibrate", "--pull-force", "50", "--gap", "0.1", "--lang", "en")
    code, out, err = answer.code, answer.out, answer.err
    assert code == 0
    assert "remanence_T" in out
    assert "No permanent magnet has more than 1.5 T" in err


@pytest.mark.parametrize("wrong", [["--gap", "0"], ["--pull-force", "-1"], ["--kind", "star"], ["--height", "nan"]])
def test_a_calibration_of_nothing_is_refused(command, wrong):
    answer = command("physics", "calibrate", "--pull-force", "1", "--gap", "1", *wrong)
    code, out, err = answer.code, answer.out, answer.err
    assert code == 2
    assert out == ""
    assert wrong[0] in err


def test_a_new_kind_is_fitted_once_and_said_so(command, monkeypatch, tmp_path):
    shipped = store.shipped_fit(store.shape_key(*shape(load_scenario(SCENARIOS / "classic.toml"))))
    monkeypatch.setenv(store.CACHE_VARIABLE, str(tmp_path / "cache"))
    monkeypatch.setattr(store, "_made", {})
    monkeypatch.setattr(store, "fit_cloud", lambda outline, height, progress: progress(1.0) or shipped)
    text = (SCENARIOS / "classic.toml").read_text(encoding="utf-8")
    path = tmp_path / "own.toml"
    path.write_text(
        text.replace('magnetism = "dipole"', 'magnetism = "finite"').replace("width_mm = 20.0", "width_mm = 19.0"),
        encoding="utf-8",
    )
    answer = command("scenario", "check", str(path), "--lang", "en")
    code, _, err = answer.code, answer.out, answer.err
    assert (code, err) == (0, "heart is new: fitting its charges, once …\n")
    assert command("scenario", "check", str(path), "--lang", "en").err == ""


def shape(scenario):
    from magnetsim.scenario import kinds_of

    (kind,) = kinds_of(scenario)
    return kind.outline, kind.height
