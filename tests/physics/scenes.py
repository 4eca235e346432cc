"""Tables and shots that the tests of physics share."""

from __future__ import annotations

import math
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from magnetsim.outline import disc_outline, heart_outline
from magnetsim.physics import settle
from magnetsim.rim import rim_length, rim_point
from magnetsim.scenario import build_table, load_scenario
from magnetsim.shot import Flick, Settled
from magnetsim.table import Board, Kind, Placed, Table, lay, magnet_kind, with_magnet, without

SCENARIOS = Path(__file__).parents[2] / "scenarios"
FIVE_TABLES = ("classic", "round-table", "wild", "mixed-discs-hearts", "upright")


def square(half: float = 0.3, static: float = 0.30, kinetic: float = 0.24) -> Board:
    corners = [(-half, -half), (half, -half), (half, half), (-half, half)]
    return Board(np.array(corners), 0.0, static, kinetic)


def wide(static: float = 0.30, kinetic: float = 0.24) -> Board:
    """So large that nothing reaches its rim."""
    return square(3.0, static, kinetic)


@cache
def heart(remanence: float = 0.15, restitution: float = 0.3, friction: float = 0.3) -> Kind:
    return magnet_kind(
        "heart",
        heart_outline(),
        height=7e-3,
        density=4900,
        remanence=remanence,
        restitution=restitution,
        friction=friction,
    )


@cache
def disc(remanence: float = 0.15, radius: float = 9e-3, restitution: float = 0.3, friction: float = 0.3) -> Kind:
    return magnet_kind(
        "disc",
        disc_outline(radius),
        height=7e-3,
        density=4900,
        remanence=remanence,
        restitution=restitution,
        friction=friction,
    )


def resting(table: Table) -> Table:
    settled = settle(table)
    assert settled.at_rest
    return settled.table


@cache
def laid_out(name: str, seed: int) -> Table:
    """A scenario's table at the start of a game, at rest."""
    return resting(build_table(load_scenario(SCENARIOS / f"{name}.toml"), np.random.default_rng(seed)))


def at_rim(table: Table, magnet: int, arc: float) -> tuple[Table, float]:
    """The table with one magnet lifted and put just inside the rim; and the direction inward."""
    row, kind = table.row(magnet), table.kind_of(magnet)
    (x, y), (inward_x, inward_y) = rim_point(table.board, arc)
    inside = kind.outline.bounding_radius + 1e-3
    place = (x + inside * inward_x, y + inside * inward_y)
    moved = with_magnet(without(table, [magnet]), Placed(magnet, int(table.kind[row]), place, float(table.angle[row])))
    return resting(moved), math.atan2(inward_y, inward_x)


def seeded_flick(table: Table, seed: int, fastest: float = 1.6) -> tuple[Table, Flick]:
    """A turn: some magnet is lifted, put at the rim, and flicked towards some other."""
    random = np.random.default_rng(seed)
    magnet = int(random.choice(table.magnet))
    ready, inward = at_rim(table, magnet, random.uniform(0, rim_length(table.board)))
    row = ready.row(magnet)
    others = np.delete(ready.position, row, axis=0)
    direction = inward + random.uniform(-1.2, 1.2)
    if len(others):
        ahead = others[random.integers(len(others))] - ready.position[row]
        direction = math.atan2(ahead[1], ahead[0]) + random.normal(0, 0.05)
    return ready, Flick(magnet, direction, random.uniform(0.2, fastest), random.uniform(-5e-3, 5e-3))


def same_bits(first: Settled | Table, second: Settled | Table) -> bool:
    """Whether two results, or two tables, agree to the last bit."""
    return bits(first) == bits(second)


def bits(of: Settled | Table) -> tuple[Any, ...]:
    table = of.table if isinstance(of, Settled) else of
    arrays = tuple(
        getattr(table, name).tobytes() for name in ("magnet", "position", "angle", "velocity", "spin", "rest_load")
    )
    if isinstance(of, Table):
        return (*arrays, tuple(sorted(table.bonds)))
    way = of.trajectory
    recorded = tuple(
        getattr(way, name).tobytes()
        for name in ("time", "position", "angle", "present", "kinetic", "magnetic", "dissipated")
    )
    told = (of.at_rest, of.duration, of.steps, of.contacts, of.exits, of.bonds_made, of.bonds_broken)
    return (*arrays, *recorded, *told, tuple(sorted(table.bonds)))


def packed(count: int, spacing: float, board: Board, seed: int, kinds: tuple[Kind, ...] | None = None) -> Table:
    """A square grid at this spacing (m), turned at random: near enough, it collapses."""
    random = np.random.default_rng(seed)
    side = math.ceil(math.sqrt(count))
    kinds = kinds or (heart(),)
    middle = (side - 1) / 2
    placed = [
        Placed(
            i,
            i % len(kinds),
            (spacing * (i % side - middle), spacing * (i // side - middle)),
            random.uniform(-math.pi, math.pi),
        )
        for i in range(count)
    ]
    return lay(board, kinds, placed)
