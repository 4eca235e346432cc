"""A scenario from its file, made ready: with another seed where one is asked for, its new kinds fitted."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from magnetsim.cli.fitting import fit_new_kinds
from magnetsim.cli.usage import UsageError
from magnetsim.language import Phrase, Words

if TYPE_CHECKING:
    from magnetsim.scenario import AnyScenario

LONGEST_SEED = 3900
"""digits of a seed, as in scenario files"""


def scenario_of(path: Path, seed: str | None, words: Words) -> AnyScenario:
    """The scenario in a file, with charges for its kinds; ScenarioError when it is none, UsageError for a bad seed."""
    from magnetsim.scenario import load_scenario, with_seed

    number = None if seed is None else seed_of(seed)
    scenario = load_scenario(path)
    if number is not None:
        scenario = with_seed(scenario, number)
    fit_new_kinds(scenario, words)
    return scenario


def seed_of(text: str) -> int:
    """A whole number from 0 on, of any size that a scenario may have; 1.0 is none."""
    if not text.isascii() or not text.isdigit() or len(text) > LONGEST_SEED:
        raise UsageError(Phrase("--seed: expected a whole number from 0 on, got {got}", got=repr(text[:60])))
    return int(text)
