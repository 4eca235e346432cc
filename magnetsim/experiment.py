"""An experiment: the listed magnets are let go, followed, and read at the end; expectations are held against it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from magnetsim.clusters import find_clusters
from magnetsim.errors import ScenarioError
from magnetsim.language import Phrase
from magnetsim.physics import settle
from magnetsim.scenario import Scenario, build_table, magnet_label, magnet_number, make_outside_force, make_physics
from magnetsim.scenario.expect import ExpectMagnet, ExpectSection
from magnetsim.scenario.quantities import MM_PER_M
from magnetsim.scenario.verdict import Check, near, near_point, same, same_groups
from magnetsim.shot import Settled
from magnetsim.table import Cluster, Table


@dataclass(frozen=True, slots=True, eq=False)
class Experiment:
    """What came out.

    start : the table when the magnets were let go        settled : what happened, and the state at the end
    clusters : what holds together at the end
    checks : the scenario's expectations, each with its verdict
    """

    scenario: Scenario
    start: Table
    settled: Settled
    clusters: tuple[Cluster, ...]
    checks: tuple[Check, ...]

    @property
    def as_expected(self) -> bool:
        """Whether all that the scenario expects came out; also when it expects nothing."""
        return all(check.passed for check in self.checks)


def run_experiment(scenario: Scenario) -> Experiment:
    """Run an experiment to its end; ScenarioError for a game, PhysicsError when a state leaves the finite numbers."""
    if scenario.game != "physics":
        text = Phrase('{name}: expected an experiment (game = "physics"), got a game', name=scenario.name)
        raise ScenarioError(text)
    # Listed magnets take nothing from the generator.
    start = build_table(scenario, np.random.default_rng(scenario.seed))
    physics = make_physics(scenario.physics)
    settled = settle(start, None, physics, make_outside_force(scenario.magnets or ()))
    clusters = find_clusters(settled.table, settled.table.bonds, physics.criteria)
    result = Experiment(scenario, start, settled, clusters, ())
    if scenario.expect is None:
        return result
    return Experiment(scenario, start, settled, clusters, tuple(_checks(result, scenario.expect)))


def _checks(experiment: Experiment, expect: ExpectSection) -> Iterator[Check]:
    settled = experiment.settled
    if expect.at_rest is not None:
        yield same("at_rest", expect.at_rest, settled.at_rest)
    if expect.duration_s is not None:
        yield near("duration_s", expect.duration_s, settled.duration, expect.duration_tolerance_s, "s")
    for key, wanted, found in (
        ("clusters", expect.clusters, experiment.clusters),
        ("bonds", expect.bonds, settled.table.bonds),
    ):
        if wanted is not None:
            groups = [[magnet_label(experiment.scenario, reference) for reference in group] for group in wanted]
            yield same_groups(key, groups, [_labels(experiment, group) for group in found])
    if expect.exits is not None:
        gone = [magnet_label(experiment.scenario, one.magnet) for one in settled.exits]
        yield same("exits", [magnet_label(experiment.scenario, reference) for reference in expect.exits], gone)
    if expect.contacts is not None:
        yield from _contact_checks(experiment, expect)
    for one in expect.magnets:
        yield from _magnet_checks(experiment, one)


def _contact_checks(experiment: Experiment, expect: ExpectSection) -> Iterator[Check]:
    first: dict[frozenset[str], float] = {}
    for contact in experiment.settled.contacts:
        first.setdefault(frozenset(_labels(experiment, contact.pair)), contact.time)
    wanted = expect.contacts or ()
    pairs = [sorted(magnet_label(experiment.scenario, reference) for reference in one.pair) for one in wanted]
    yield same_groups("contacts", pairs, list(first))
    for one, pair in zip(wanted, pairs, strict=True):
        time = first.get(frozenset(pair))
        if one.time_s is not None and time is not None:
            yield near(f"contact of {' and '.join(pair)}", one.time_s, time, one.time_tolerance_s, "s")


def _magnet_checks(experiment: Experiment, expect: ExpectMagnet) -> Iterator[Check]:
    start, end = experiment.start, experiment.settled.table
    number = magnet_number(experiment.scenario, expect.magnet)
    name = magnet_label(experiment.scenario, expect.magnet)
    if number is None or number not in end.magnet:
        yield Check(name, "on the table at the end", "gone", passed=False)
        return
    row, before = end.row(number), start.row(number)
    if expect.position_mm is not None:
        place = _millimetres(end.position[row])
        yield near_point(f"{name}.position_mm", expect.position_mm, place, expect.position_tolerance_mm, "mm")
    if expect.angle_deg is not None:
        angle = math.degrees(float(end.angle[row]))
        yield near(f"{name}.angle_deg", expect.angle_deg, angle, expect.angle_tolerance_deg, "°")
    if expect.velocity_m_s is not None:
        velocity = end.velocity[row].tolist()
        yield near_point(f"{name}.velocity_m_s", expect.velocity_m_s, velocity, expect.velocity_tolerance_m_s, "m/s")
    if expect.spin_rad_s is not None:
        yield near(f"{name}.spin_rad_s", expect.spin_rad_s, float(end.spin[row]), expect.spin_tolerance_rad_s, "rad/s")
    if expect.moved is not None:
        still = np.array_equal(start.position[before], end.position[row]) and start.angle[before] == end.angle[row]
        yield same(f"{name}.moved", expect.moved, not still)


def _labels(experiment: Experiment, numbers: Cluster | tuple[int, ...]) -> list[str]:
    return [magnet_label(experiment.scenario, number) for number in sorted(numbers)]


def _millimetres(point: Any) -> list[float]:
    return [float(value) * MM_PER_M for value in point]
