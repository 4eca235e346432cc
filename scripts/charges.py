"""Fit the charges of the magnets of all scenarios of the project, and put them into the package.

A fit that is there already is made again: its bits may differ from one processor to another, its errors hardly.
"""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

from magnetsim.charges import fit_cloud
from magnetsim.charges.store import pair_key, shape_key, shipped_fit, written_errors, written_fit
from magnetsim.charges.trust import new_pair_errors
from magnetsim.outline import Outline
from magnetsim.scenario import Scenario, kinds_of, load_scenario
from magnetsim.scenario.trusting import shapes_of

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "magnetsim" / "data" / "charges"


def default_shapes() -> dict[str, tuple[Outline, float]]:
    """Outline and height (m) of every magnet in the scenarios and templates that is magnetised in the plane."""
    shapes = {}
    for path in sorted([*ROOT.glob("scenarios/**/*.toml"), *ROOT.glob("magnetsim/data/templates/*.toml")]):
        scenario = load_scenario(path)
        for kind in kinds_of(scenario) if isinstance(scenario, Scenario) else ():
            if kind.moment != 0.0:
                shapes[shape_key(kind.outline, kind.height)] = (kind.outline, kind.height)
    return shapes


def default_pairs() -> dict[str, tuple[tuple[Outline, float], tuple[Outline, float]]]:
    """Each two shapes of one scenario whose magnets are finite bodies."""
    pairs = {}
    for path in sorted([*ROOT.glob("scenarios/**/*.toml"), *ROOT.glob("magnetsim/data/templates/*.toml")]):
        scenario = load_scenario(path)
        if isinstance(scenario, Scenario) and scenario.magnetism == "finite":
            for one, two in combinations(shapes_of(kinds_of(scenario))[1], 2):
                pairs[pair_key(one, two)] = one, two
    return pairs


def main() -> None:
    """Fit, write, and say how good each fit is."""
    FOLDER.mkdir(exist_ok=True)
    for key, (outline, height) in default_shapes().items():
        fit = fit_cloud(outline, height)
        (FOLDER / f"{key}.json").write_text(written_fit(fit), encoding="utf-8")
        worst = max(error.force for error in fit.errors)
        shipped_fit.cache_clear()
        print(f"{key}: reach {outline.bounding_radius * 1e3:.4g} mm, height {height * 1e3:.4g} mm, {worst:.2%} at most")
    for key, (one, two) in default_pairs().items():
        errors = new_pair_errors(one, two)
        (FOLDER / f"{key}.json").write_text(written_errors(errors), encoding="utf-8")
        print(f"{key}: {max(error.force for error in errors):.2%} at most")


if __name__ == "__main__":
    main()
