from __future__ import annotations

from pathlib import Path

import pytest

from magnetsim.laboratory import EXPERIMENTS, Finding, pull_force, remanence_for
from magnetsim.laboratory.plots import PICTURES
from magnetsim.laboratory.report import Experiment, closed_energy
from magnetsim.language import Phrase
from magnetsim.outline import disc_outline, heart_outline
from magnetsim.table import MU_0

MM = 1e-3


@pytest.mark.parametrize("experiment", EXPERIMENTS, ids=lambda experiment: experiment.__name__)
def test_every_experiment_finds_what_it_should(experiment: Experiment) -> None:
    found = list(experiment())
    assert found
    for finding in found:
        assert finding.passed, f"{finding.what}: {finding.ours} instead of {finding.reference}, off by {finding.error}"


def test_what_counts_as_passed() -> None:
    what = Phrase("a thing")
    assert Finding(what, 1.02, 1.0, "N", 0.03).error == pytest.approx(0.02)
    assert not Finding(what, 1.02, 1.0, "N", 0.01).passed
    assert not Finding(what, -1.0, 1.0, "N", 0.01).passed
    assert Finding(what, 0.01, None, "", 0.02).passed
    assert Finding(what, 2.0, None, "", 1.9, at_least=True).passed
    assert not Finding(what, 1.8, None, "", 1.9, at_least=True).passed
    for nothing in (float("nan"), float("inf")):
        assert not Finding(what, nothing, 1.0, "N", 0.5).passed


def test_closed_energies_of_spheres() -> None:
    """A pair is −2; from four on, a ring lies below a chain."""
    assert closed_energy(2, ring=False) == -2
    assert closed_energy(3, ring=True) > closed_energy(3, ring=False)
    assert closed_energy(4, ring=True) < closed_energy(4, ring=False)


@pytest.mark.parametrize("gap", [0.1, 2.0, 30.0])
def test_a_remanence_gives_the_pull_that_it_was_asked_for(gap: float) -> None:
    for outline in (heart_outline(), disc_outline(9 * MM)):
        remanence = remanence_for(outline, 7 * MM, gap * MM, 0.25)
        moment = remanence / MU_0 * outline.area * 7 * MM
        assert pull_force(outline, 7 * MM, gap * MM, moment) == pytest.approx(0.25, rel=1e-9)


def test_far_off_the_pull_is_a_dipoles() -> None:
    gap, radius = 0.5, 9 * MM
    expected = 6e-7 * 0.2**2 / (gap + 2 * radius) ** 4
    assert pull_force(disc_outline(radius), 7 * MM, gap, 0.2) == pytest.approx(expected, rel=2e-3)


@pytest.mark.slow
@pytest.mark.parametrize("name", PICTURES)
def test_pictures_are_drawn(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MPLBACKEND", "agg")
    path = tmp_path / f"{name}.png"
    PICTURES[name](path)
    assert path.read_bytes().startswith(b"\x89PNG")


def test_every_picture_stands_in_the_docs() -> None:
    docs = Path(__file__).parents[2] / "docs"
    page = (docs / "magnetism.md").read_text(encoding="utf-8")
    for name in PICTURES:
        assert f"images/{name}.png" in page
        assert (docs / "images" / f"{name}.png").is_file()
