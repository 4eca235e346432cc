"""The reference page and the schema."""

import tomllib
from pathlib import Path

from magnetsim.scenario import FeelinksScenario, Scenario, laid_out, parse_scenario, reference_page, scenario_schema
from magnetsim.scenario.keys import UNITS, fields, unit, walk
from magnetsim.scenario.reference import EXAMPLE

PAGE = Path(__file__).parents[2] / "docs" / "scenarios.md"


def test_the_page_is_current():
    assert PAGE.read_text(encoding="utf-8") == reference_page(), "write reference_page() to docs/scenarios.md"


def test_the_example_on_the_page_is_a_scenario():
    scenario = parse_scenario(tomllib.loads(EXAMPLE), "example")
    assert len(laid_out(scenario, scenario.seed)) == 9


def test_the_page_has_every_key_with_a_meaning():
    page = reference_page()
    for _, section in [*walk(), *walk(FeelinksScenario)]:
        for key, field in fields(section).items():
            assert field.description, key
            assert f"| `{key}` | {field.description.replace('|', chr(92) + '|')} | " in page


def test_units_are_read_off_the_keys():
    found = {"size_mm": "mm", "density_kg_m3": "kg/m³", "torque_ramp_Nm_s": "N·m/s", "mass_g": "g", "seed": ""}
    assert {key: unit(key) for key in found} == found
    endings = list(UNITS)
    for i, ending in enumerate(endings):
        assert not any(ending.endswith(earlier) for earlier in endings[:i])


def test_the_schema_knows_the_sections():
    schema = scenario_schema()
    for branch, model in (("then", FeelinksScenario), ("else", Scenario)):
        name = schema[branch]["$ref"].removeprefix("#/$defs/")
        assert set(schema["$defs"][name]["properties"]) == set(fields(model))
        assert schema["$defs"][name]["additionalProperties"] is False
