"""What a batch is to play: its scenarios, each with a number of games, and the seed of each game."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from magnetsim.batch.keeping import Keep
from magnetsim.results.parameters import Value, parameter_row, scenario_parameters, varying_parameters
from magnetsim.results.rows import scenario_digest
from magnetsim.scenario import AnyScenario, parse_scenario, scenario_data

GAMES_A_PART = 250
"""Games of a scenario that share a file of each table; with another number the files would be others."""
_LONGEST_STEM = 80
"""letters of a scenario's name in the names of files"""


@dataclass(frozen=True, slots=True)
class Entry:
    """A scenario of a batch, as it travels to whoever plays it.

    file : as it was named        changes : values by key path, as JSON, that were put in place of the file's
    name, digest : what names it in the tables
    data : the scenario as strict JSON
    seed : the seeds of its games come from it
    parameters : its values of the keys in which the batch's scenarios differ, by key path
    kernels : what tells games apart that are computed by other compiled code
    """

    file: str
    changes: tuple[tuple[str, str], ...]
    name: str
    digest: str
    data: str
    seed: int
    parameters: tuple[tuple[str, Value | None], ...]
    kernels: str

    @property
    def stem(self) -> str:
        """What names of files begin with that belong to it: the same in any locale, so of ASCII alone."""
        stem = re.sub(r"[^A-Za-z0-9_.=-]+", "-", self.name)[:_LONGEST_STEM].strip("-.")
        return f"{stem}-{self.digest}" if stem else self.digest


@dataclass(frozen=True, slots=True)
class Task:
    """One game to be played.

    seed : its own; the scenario with this seed plays the same game
    games : how many its scenario has        kept : which of them have their record kept
    limit : s that it may take; None: any
    code : digest of the sources that are to play it
    """

    entry: Entry
    game: int
    seed: int
    games: int
    kept: Keep
    limit: float | None
    code: str


@dataclass(frozen=True)
class Plan:
    """All games of a batch.

    entries : in the order of the tables
    games : of each scenario        only : the one game that is played of each; None: all
    kinds : of the columns of the parameters, by key path
    """

    entries: tuple[Entry, ...]
    games: int
    only: int | None
    kept: Keep
    kinds: Mapping[str, str]

    @cached_property
    def numbers(self) -> range:
        """The games that are played of each scenario."""
        return range(self.games) if self.only is None else range(self.only, self.only + 1)

    @property
    def size(self) -> int:
        """How many games there are in all."""
        return len(self.entries) * len(self.numbers)

    def stretches(self) -> Iterator[Stretch]:
        """The games by the parts of the tables that they share, in order."""
        for entry in self.entries:
            first, last = self.numbers[0] // GAMES_A_PART, self.numbers[-1] // GAMES_A_PART
            yield from (self._stretch(entry, number) for number in range(first, last + 1))

    def stretch_of(self, entry: Entry, game: int) -> Stretch:
        """The games that share a part with this one."""
        return self._stretch(entry, game // GAMES_A_PART)

    def _stretch(self, entry: Entry, number: int) -> Stretch:
        begin, end = number * GAMES_A_PART, (number + 1) * GAMES_A_PART
        return Stretch(entry, number, range(max(begin, self.numbers.start), min(end, self.numbers.stop)))


@dataclass(frozen=True, slots=True)
class Stretch:
    """Games of a scenario that share a part of each table."""

    entry: Entry
    number: int
    games: range

    @property
    def name(self) -> str:
        """The name of its files, without an ending."""
        return f"{self.entry.stem}-{self.number:06d}"


@dataclass(frozen=True, slots=True)
class Casting:
    """A scenario that is to be played, and where it came from; as of Entry."""

    file: str
    changes: tuple[tuple[str, str], ...]
    scenario: AnyScenario


def make_plan(castings: Sequence[Casting], games: int, seed: int | None, only: int | None, kept: Keep) -> Plan:
    """The plan for some scenarios, no two the same; their order does not matter.

    seed : of the batch; None: each scenario's own
    """
    data = [scenario_data(one.scenario) for one in castings]
    parameters = [scenario_parameters(one) for one in data]
    kinds = varying_parameters(parameters)
    entries = [
        Entry(
            file=one.file,
            changes=one.changes,
            name=one.scenario.name,
            digest=scenario_digest(one.scenario),
            data=json.dumps(said, ensure_ascii=False, allow_nan=False, separators=(",", ":")),
            seed=one.scenario.seed if seed is None else seed,
            parameters=tuple(parameter_row(own, kinds).items()),
            kernels=f"{said['game']} {said.get('magnetism')}",
        )
        for one, said, own in zip(castings, data, parameters, strict=True)
    ]
    entries.sort(key=lambda entry: (entry.name, entry.digest))
    return Plan(tuple(entries), games, only, kept, kinds)


def game_seed(seed: int, game: int) -> int:
    """The seed of a game, of 64 bits: it depends on the batch's seed and on the game's number alone.

    Games of the same number share it across scenarios, so that these are compared on the same draws.
    """
    return int(np.random.SeedSequence(seed, spawn_key=(game,)).generate_state(1, np.uint64)[0])


@lru_cache(maxsize=64)
def scenario_of(entry: Entry) -> AnyScenario:
    """The scenario that travelled as text."""
    return parse_scenario(json.loads(entry.data), entry.file)
