"""The scenarios of a batch: from files and folders, each with what is set, once for every value that is swept."""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

from magnetsim.batch.plan import Casting, game_seed
from magnetsim.errors import MagnetsimError, Notice, ScenarioError
from magnetsim.language import Phrase
from magnetsim.results.rows import scenario_digest
from magnetsim.scenario import AnyScenario, load_scenario
from magnetsim.session import new_session

GAMES_TRIED = 3
"""Games of a scenario that are set up before any is played: where none of them can be, hardly any will."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A file that takes no part, and why."""

    file: Path
    error: MagnetsimError


def scenario_files(paths: Sequence[Path]) -> list[Path]:
    """The files that are named, and those that end in .toml in the folders that are, sorted, each once."""
    found = {file for path in paths for file in (sorted(path.glob("*.toml")) if path.is_dir() else [path])}
    return sorted(found)


def gather(
    files: Sequence[Path], settings: Mapping[str, Any], sweeps: Mapping[str, Sequence[Any]]
) -> Iterator[Casting | Refused]:
    """Every scenario with every combination of the values that are swept; one that cannot be played, refused.

    settings : values by key path that are the same for all        sweeps : those that are taken one after the other
    """
    seen: dict[tuple[str, str], Path] = {}
    for file in files:
        for values in product(*sweeps.values()):
            swept = dict(zip(sweeps, values, strict=True))
            try:
                scenario = load_scenario(file, {**settings, **swept})
                _check_playable(file, scenario)
                key = scenario.name, scenario_digest(scenario)
                if key in seen:
                    raise ScenarioError(Phrase("{path}: plays the same as {other}", path=file, other=seen[key]))
                seen[key] = file
            except MagnetsimError as error:
                yield Refused(file, error)
                continue
            told = tuple((path, json.dumps(value, ensure_ascii=False)) for path, value in swept.items())
            yield Casting(_text(file), told, scenario)


def check_start(casting: Casting, seed: int) -> None:
    """ScenarioError when none of the first games can be set up: no layout at rest, a position of another game.

    seed : that the games' seeds come from
    """
    for game in range(GAMES_TRIED):
        try:
            with warnings.catch_warnings():
                # What is doubtful was said as the scenario was read.
                warnings.simplefilter("ignore", Notice)
                new_session(casting.scenario.model_copy(update={"seed": game_seed(seed, game)}))
        except MagnetsimError as error:
            why = error
        else:
            return
    text = Phrase(
        "{path}: none of its first {count} games can be set up: {problem}",
        path=casting.file,
        count=GAMES_TRIED,
        problem=why,
    )
    raise ScenarioError(text) from why


def _text(file: Path) -> str:
    """A path as text that any file can hold, also where the locale has not its characters."""
    return os.fsencode(file).decode("utf-8", "replace")


def _check_playable(file: Path, scenario: AnyScenario) -> None:
    """ScenarioError when a scenario is no game, or waits for a person."""
    if scenario.game == "physics":
        text = Phrase("{path}: is an experiment, and no game to be played often: magnetsim run {path}", path=file)
        raise ScenarioError(text)
    for player in scenario.players:
        if player.strategy == "person":
            raise ScenarioError(
                Phrase("{path}: {player} is a person, whom a batch cannot ask", path=file, player=player.name)
            )
