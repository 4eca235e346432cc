"""settle against the same method written plainly with public pymunk: the same bits, step by step."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pymunk
import pytest

from magnetsim.physics import Physics, settle
from magnetsim.shot import Contact, Flick
from magnetsim.table import Kind, Placed, Table, lay, with_arrays
from tests.physics.plain import STEP, Plain
from tests.physics.scenes import disc, heart, packed, resting, wide


def hulled(kind: Kind) -> Kind:
    """The kind with its parts' corners in the order in which pymunk takes them, which is the hull's."""
    parts = []
    for part in kind.outline.parts:
        corners = part if len(part) == 1 else np.array(pymunk.Poly(None, part.tolist()).get_vertices())
        assert sorted(corners.tolist()) == sorted(part.tolist())
        parts.append(corners)
    return replace(kind, outline=replace(kind.outline, parts=tuple(parts)))


HEART, DISC = hulled(heart()), disc()


def strike_of(contact: Contact) -> tuple[int, int, int]:
    return *contact.pair, round(contact.time / STEP)


def alike(table: Table, shot: Flick | None, steps: int, *, every_step: bool = False) -> Plain:
    """Run both, and hold every magnet's place and angle after every step against each other.

    every_step : the plain one leaves no step to its own arithmetic
    """
    settled = settle(table, shot, Physics(sample_rate=1 / STEP))
    plain = Plain(table, shot, every_step=every_step)
    plain.launch()
    way = settled.trajectory
    at = 0
    while plain.step():
        at += 1
        place = np.array([(magnet.x, magnet.y) for magnet in plain.magnets])
        angle = np.array([magnet.angle for magnet in plain.magnets])
        assert at <= settled.steps
        assert (way.position[at] == place).all(), f"step {at}: {np.abs(way.position[at] - place).max():.2e} m off"
        assert (way.angle[at] == angle).all(), f"step {at}: {np.abs(way.angle[at] - angle).max():.2e} rad off"
    assert at == settled.steps >= steps
    strikes = sorted((table.row(a), table.row(b), step) for a, b, step in map(strike_of, settled.contacts))
    assert strikes == sorted((*pair, step) for pair, step in plain.strikes)
    rest = np.array([magnet.rest_load() for magnet in plain.magnets])
    assert rest.tobytes() == settled.table.rest_load.tobytes()
    return plain


def test_a_flick_with_strikes() -> None:
    placed = [
        Placed(0, 0, (-0.15, 0.0), 0.3),
        Placed(1, 1, (0.0, 0.004), 1.0),
        Placed(2, 0, (0.05, 0.02), -2.0),
        Placed(3, 0, (0.06, -0.05), 2.5),
        Placed(4, 1, (0.12, 0.0), 0.0),
        Placed(5, 0, (0.0, 0.12), 0.7),
        Placed(6, 0, (-0.1, -0.1), -0.4),
    ]
    table = resting(lay(wide(), (HEART, DISC), placed))
    plain = alike(table, Flick(0, 0.02, 1.4, 1e-3), 400)
    assert len({pair for pair, _ in plain.strikes}) >= 2


@pytest.mark.parametrize("seed", range(3))
def test_a_collapse(seed: int) -> None:
    table = packed(9, 0.030, wide(), seed, (HEART, DISC))
    plain = alike(table, None, 300)
    assert len({pair for pair, _ in plain.strikes}) >= 4


def test_a_flick_at_a_resting_cluster() -> None:
    cluster = [Placed(i, 0, (0.0205 * i, 0.0), 0.0) for i in range(4)]
    table = resting(lay(wide(), (HEART, DISC), [*cluster, Placed(9, 1, (0.02, -0.12), 1.0)]))
    alike(table, Flick(9, math.pi / 2, 0.9), 300)


@pytest.mark.parametrize("every_step", [False, True])
def test_a_flight_past_others(every_step: bool) -> None:
    placed = [Placed(i, i % 2, (0.055 * (i % 3), 0.055 * (i // 3)), 0.9 * i) for i in range(6)]
    table = resting(lay(wide(), (HEART, DISC), placed))
    plain = alike(table, Flick(0, -2.0, 0.9, 3e-3), 300, every_step=every_step)
    assert not plain.strikes


@pytest.mark.parametrize("every_step", [False, True])
def test_discs_collide_after_a_flight_as_if_the_engine_had_taken_every_step(every_step: bool) -> None:
    """One point touches at a time, so that nothing hangs on the order in which the engine finds contacts."""
    placed = [Placed(0, 0, (-0.15, 0.0), 0.4), Placed(1, 0, (0.05, 0.003), 0.8), Placed(2, 0, (0.0, 0.15), 0.0)]
    table = resting(lay(wide(), (DISC,), placed))
    plain = alike(table, Flick(0, 0.0, 1.2, 1e-3), 400, every_step=every_step)
    assert {pair for pair, _ in plain.strikes} == {(0, 1)}


@pytest.mark.parametrize("every_step", [False, True])
def test_nothing_stays_where_a_magnet_set_out(every_step: bool) -> None:
    """One flies off and rests elsewhere; another then passes over its first place, and strikes it at the last.

    Far away two more collide meanwhile, for whose sake the engine does step.
    """
    pair = [Placed(2, 0, (-0.3, 0.6), 0.0), Placed(3, 0, (-0.1, 0.6), 0.0)]
    table = lay(wide(), (DISC,), [Placed(0, 0, (0.0, 0.0), 0.4), Placed(1, 0, (-0.25, 0.0), 0.0), *pair])
    speeds = np.array([[0.3, 0.0], [1.4, 0.0], [1.4, 0.0], [0.0, 0.0]])
    plain = alike(with_arrays(table, velocity=speeds), None, 400, every_step=every_step)
    assert {pair for pair, _ in plain.strikes} == {(0, 1), (2, 3)}
