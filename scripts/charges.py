"""Fit the charges of the magnets of all scenarios of the project, and put them into the package.

A fit that is there already is made again: its bits may differ from one processor to another, its errors hardly.
"""

from __future__ import annotations

from pathlib import Path

from magnetsim.charges import fit_cloud
from magnetsim.charges.store import shape_key, written_fit
from magnetsim.outline import Outline
from magnetsim.scenario import Scenario, load_scenario
from magnetsim.scenario.build import laid_out

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "magnetsim" / "data" / "charges"


def default_shapes() -> dict[str, tuple[Outline, float]]:
    """Outline and height (m) of every magnet in the scenarios and templates that is magnetised in the plane."""
    shapes = {}
    for path in sorted([*ROOT.glob("scenarios/**/*.toml"), *ROOT.glob("magnetsim/data/templates/*.toml")]):
        scenario = load_scenario(path)
        for kind in laid_out(scenario, 0).kinds if isinstance(scenario, Scenario) else ():
            if kind.moment != 0.0:
                shapes[shape_key(kind.outline, kind.height)] = (kind.outline, kind.height)
    return shapes


def main() -> None:
    """Fit, write, and say how good each fit is."""
    FOLDER.mkdir(exist_ok=True)
    for key, (outline, height) in default_shapes().items():
        fit = fit_cloud(outline, height)
        (FOLDER / f"{key}.json").write_text(written_fit(fit), encoding="utf-8")
        worst = max(error.force for error in fit.errors)
        print(f"{key}: reach {outline.bounding_radius * 1e3:.4g} mm, height {height * 1e3:.4g} mm, {worst:.2%} at most")


if __name__ == "__main__":
    main()
