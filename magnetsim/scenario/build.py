"""From a scenario to what physics and rules take, in SI."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from magnetsim.scenario.board import make_board
from magnetsim.scenario.holding import held_together
from magnetsim.scenario.kinds import as_finite, make_kind
from magnetsim.scenario.magnet_numbers import old_clusters
from magnetsim.scenario.magnets import MagnetSection, own_kind
from magnetsim.scenario.model import Scenario
from magnetsim.scenario.physics import make_physics
from magnetsim.scenario.quantities import MM_PER_M
from magnetsim.scenario.strewing import strew
from magnetsim.scenario.trusting import check_trust, shapes_of
from magnetsim.table import Board, Kind, Placed, Table, lay

if TYPE_CHECKING:
    from magnetsim.charges import Shape

_LAYOUT = 3
"""Names the stream that layouts are drawn from; a match draws from those below it."""


def build_table(scenario: Scenario, generator: np.random.Generator) -> Table:
    """The table as the scenario lays it out: numbers from 0, in the order of the list or of the grid.

    generator : where a layout's chance comes from; magnets listed one by one need none
    ScenarioError when the layout does not fit or finds no start at rest.
    """
    if scenario.layout is None:
        table = listed_table(scenario)
        return replace(table, kinds=_as_said(scenario, table.kinds))
    board = build_board(scenario)
    kinds = _as_said(scenario, _named(scenario).values())
    placed = strew(scenario.layout, kinds, board, len(scenario.players), generator)
    return lay(board, kinds, placed)


def unfitted_kinds(scenario: Scenario) -> tuple[Kind, ...]:
    """The kinds that want charges fitted before the table can be laid, since none are kept."""
    if scenario.magnetism != "finite":
        return ()
    # Late: compiled code, which a file can be read and checked without.
    from magnetsim.charges import is_kept

    kinds = kinds_of(scenario)
    return tuple(kind for kind in kinds if kind.moment != 0.0 and not is_kept(kind.outline, kind.height))


def untried_pairs(scenario: Scenario) -> tuple[tuple[Shape, Shape], ...]:
    """The pairs of kinds of which it is not kept how wrong they pull each other as finite bodies."""
    if scenario.magnetism != "finite":
        return ()
    from magnetsim.charges import kept_errors

    _, shapes = shapes_of(kinds_of(scenario))
    return tuple((one, two) for one, two in combinations(shapes, 2) if kept_errors(one, two) is None)


def check_magnetism(scenario: Scenario) -> None:
    """ScenarioError when magnets pull each other all wrong as finite bodies; a Notice when rather wrong."""
    _as_said(scenario, kinds_of(scenario))


def kinds_of(scenario: Scenario) -> tuple[Kind, ...]:
    """All kinds of a scenario, those of listed magnets with bodies of their own included; without charges."""
    return tuple(_named(scenario).values()) if scenario.layout is not None else listed_table(scenario).kinds


def laid_out(scenario: Scenario, seed: int, attempt: int = 0) -> Table:
    """The magnets as this seed lays them at this attempt; ScenarioError when they find no place."""
    stream = np.random.SeedSequence(seed, spawn_key=(_LAYOUT, attempt))
    table = build_table(scenario, np.random.default_rng(stream))
    groups = old_clusters(scenario)
    return held_together(table, groups, make_physics(scenario.physics)) if groups else table


def build_board(scenario: Scenario) -> Board:
    """The table top."""
    return make_board(scenario.table, friction=scenario.physics.friction)


def _named(scenario: Scenario) -> dict[str, Kind]:
    return {name: make_kind(name, section) for name, section in scenario.kinds.items()}


def _as_said(scenario: Scenario, kinds: Iterable[Kind]) -> tuple[Kind, ...]:
    """The kinds as finite magnets where the scenario says so; a new one takes seconds, ScenarioError for a bad fit."""
    if scenario.magnetism == "dipole":
        return tuple(kinds)
    bodies = tuple(as_finite(kind) for kind in kinds)
    check_trust(bodies)
    return bodies


def listed_table(scenario: Scenario) -> Table:
    """The magnets that are listed one by one, as point dipoles."""
    board, kinds = build_board(scenario), _named(scenario)
    all_kinds = list(kinds.values())
    index = {name: i for i, name in enumerate(kinds)}
    own: dict[tuple[str | float | None, ...], int] = {}
    placed = []
    for number, magnet in enumerate(scenario.magnets or ()):
        if magnet.damaged:
            continue
        body = (magnet.kind, magnet.mass_g, magnet.inertia_kg_m2, magnet.moment_Am2, magnet.diameter_mm)
        if magnet.kind is not None and all(value is None for value in body[1:]):
            kind = index[magnet.kind]
        else:
            if body not in own:
                own[body] = len(all_kinds)
                make = None if magnet.kind is None else kinds[magnet.kind]
                magnetised = "in-plane" if magnet.kind is None else scenario.kinds[magnet.kind].magnetised
                all_kinds.append(own_kind(magnet, make, magnetised))
            kind = own[body]
        placed.append(_placed(number, kind, magnet))
    return lay(board, tuple(all_kinds), placed)


def _placed(number: int, kind: int, magnet: MagnetSection) -> Placed:
    x, y = magnet.position_mm
    return Placed(
        magnet=number,
        kind=kind,
        position=(x / MM_PER_M, y / MM_PER_M),
        angle=math.radians(magnet.angle_deg),
        velocity=magnet.velocity_m_s,
        spin=magnet.spin_rad_s,
        pinned_position=magnet.pinned_position,
        pinned_angle=magnet.pinned_angle,
        touchable=magnet.touchable,
    )
