"""Scenario files: TOML in mm, g and degrees, checked strictly, and turned into SI; the one place where units change."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from magnetsim.scenario import consistency, problems, reading
from magnetsim.scenario.build import build_table, check_magnetism, kinds_of, laid_out, unfitted_kinds, untried_pairs
from magnetsim.scenario.feelinks import AnyScenario, FeelinksScenario, make_cards
from magnetsim.scenario.game_verdict import check_game
from magnetsim.scenario.magnet_numbers import magnet_label, magnet_number
from magnetsim.scenario.magnets import make_outside_force
from magnetsim.scenario.model import SCHEMA, Scenario
from magnetsim.scenario.physics import make_physics
from magnetsim.scenario.players import make_hand_error
from magnetsim.scenario.position import position_content
from magnetsim.scenario.reference import reference_page, scenario_schema
from magnetsim.scenario.rules import make_options
from magnetsim.scenario.scripts import make_shots
from magnetsim.scenario.verdict import Check

__all__ = [
    "SCHEMA",
    "AnyScenario",
    "Check",
    "FeelinksScenario",
    "Scenario",
    "build_table",
    "check_game",
    "check_magnetism",
    "kinds_of",
    "laid_out",
    "load_scenario",
    "magnet_label",
    "magnet_number",
    "make_cards",
    "make_hand_error",
    "make_options",
    "make_outside_force",
    "make_physics",
    "make_shots",
    "parse_scenario",
    "position_content",
    "reference_page",
    "scenario_data",
    "scenario_schema",
    "unfitted_kinds",
    "untried_pairs",
    "with_seed",
]


def load_scenario(path: str | Path, changes: Mapping[str, Any] = MappingProxyType({})) -> AnyScenario:
    """The scenario in a TOML file (UTF-8, a byte order mark allowed).

    changes : values by key path that are put in place of the file's, such as {"table.friction_static": 0.25}

    ScenarioError when it cannot be read, breaks the format, or does not fit together: a line a problem, with
    file, key, what was expected and what was got.
    """
    return _checked(reading.read_scenario(Path(path), changes), str(path))


def parse_scenario(data: Mapping[str, Any], source: str) -> AnyScenario:
    """The scenario that plain data makes, as TOML or JSON hold it; refused as by load_scenario, calling it `source`."""
    return _checked(reading.parse_scenario(data, source), source)


def scenario_data(scenario: AnyScenario) -> dict[str, Any]:
    """Plain data that parse_scenario makes the same scenario from; defaults included, so that it keeps its meaning."""
    data = scenario.model_dump(mode="json", by_alias=True, exclude_none=True)
    if scenario.game == "physics":
        data = {key: value for key, value in data.items() if key not in consistency.FOR_GAMES_ONLY}
    if scenario.expect is not None:
        # What is expected changes nothing that happens, and keys for the other game would be refused.
        data["expect"] = scenario.expect.model_dump(mode="json", exclude_unset=True)
    return data


def with_seed(scenario: AnyScenario, seed: int) -> AnyScenario:
    """The scenario with another seed; ScenarioError when it is not a whole number from 0 on."""
    return parse_scenario({**scenario_data(scenario), "seed": seed}, scenario.name)


def _checked(scenario: AnyScenario, source: str) -> AnyScenario:
    found = consistency.problems(scenario)
    if found:
        raise problems.refusal(source, found, scenario_data(scenario), len(found))
    return scenario
