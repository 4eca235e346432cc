"""The experiments, each a function of nothing that gives its findings."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations, pairwise

import numpy as np

from magnetsim.charges import cloud_errors, kept_fit
from magnetsim.charges.poses import poses_at, prism
from magnetsim.kernels.prism import prism_pair
from magnetsim.laboratory.finding import Finding
from magnetsim.laboratory.tables import HEIGHT, KINETIC, MODELS, STATIC, board, chain, collapsing, disc, flying, heart
from magnetsim.language import Phrase
from magnetsim.magnetism import magnetic_loads
from magnetsim.physics import OutsideForce, Physics, settle
from magnetsim.table import GRAVITY, Placed, Table, lay

Experiment = Callable[[], Iterator[Finding]]

ALLOWED = ((0.1e-3, 0.05), (0.5e-3, 0.03), (2e-3, 0.01), (10e-3, 0.01))
"""Root mean square of the error in force that is allowed at a gap (m)."""
POSES = 200


def findings() -> Iterator[Finding]:
    """What all experiments give, one after the other; a minute of work."""
    for experiment in EXPERIMENTS:
        yield from experiment()


def forces_in_random_poses() -> Iterator[Finding]:
    """Finite magnets against the exact sum over their side walls."""
    gaps = tuple(gap for gap, _ in ALLOWED)
    pairs = (
        (Phrase("two hearts"), heart("finite"), heart("finite")),
        (Phrase("two discs"), disc("finite"), disc("finite")),
        (Phrase("heart and disc"), heart("finite"), disc("finite")),
    )
    for name, *kinds in pairs:
        one, two = ((kind.outline, kind.height, kept_fit(kind.outline, kind.height).cloud) for kind in kinds)
        errors = cloud_errors(one, two, gaps, (), POSES, np.random.default_rng(7))
        for error, (gap, allowed) in zip(errors, ALLOWED, strict=True):
            what = Phrase(
                "{magnets}, finite, {gap} mm apart: error of the force, rms over poses",
                magnets=name,
                gap=f"{gap * 1e3:g}",
            )
            yield Finding(what, error.force, None, "", allowed if kinds[0] is kinds[1] else 2 * allowed)


def forces_of_snapped_hearts() -> Iterator[Finding]:
    """Tip in notch, and side by side."""
    kind = heart("finite")
    one = prism(kind.outline, kind.height, 1.0)
    for name, direction, angle in (
        (Phrase("two hearts, tip in notch"), 0.0, 0.0),
        (Phrase("two hearts, side by side"), math.pi / 2, math.pi),
    ):
        ((x, y, turn),) = poses_at(one, one, np.array([[direction, angle]]), 0.1e-3)
        exact = prism_pair(one.walls, HEIGHT, one.walls, HEIGHT, x, y, turn)
        table = lay(board(), (kind,), [Placed(0, 0, (0.0, 0.0), 0.0), Placed(1, 0, (float(x), float(y)), float(turn))])
        force = math.hypot(*magnetic_loads(table)[1, :2])
        expected = kind.moment**2 * math.hypot(exact[0], exact[1])
        yield Finding(Phrase("{magnets}, finite, 0.1 mm apart: force", magnets=name), force, expected, "N", 0.05)


def energies_of_chains_and_rings() -> Iterator[Finding]:
    """Point dipoles against closed forms, finite discs against the sum of exact pairs."""
    for count, ring in ((4, False), (6, True)):
        name = Phrase("ring of {count} discs", count=count) if ring else Phrase("chain of {count} discs", count=count)
        kind = disc("dipole")
        settled = settle(chain("dipole", count, ring=ring))
        unit = 1e-7 * kind.moment**2 / (2 * kind.outline.rounding) ** 3
        energy = float(settled.trajectory.magnetic[-1])
        yield Finding(
            Phrase("{magnets}, dipole: energy", magnets=name), energy, unit * closed_energy(count, ring=ring), "J", 0.01
        )
        settled = settle(chain("finite", count, ring=ring))
        energy = float(settled.trajectory.magnetic[-1])
        yield Finding(
            Phrase("{magnets}, finite: energy", magnets=name), energy, _exact_energy(settled.table), "J", 0.01
        )


def closed_energy(count: int, *, ring: bool) -> float:
    """The energy of touching dipolar spheres in mu0 m²/(4π d³)."""
    if not ring:
        return -2 * sum((count - j) / j**3 for j in range(1, count))
    return (
        -count
        / 2
        * sum(
            (3 + math.cos(2 * math.pi * j / count))
            / 2
            * (math.sin(math.pi / count) / math.sin(math.pi * j / count)) ** 3
            for j in range(1, count)
        )
    )


def stopping_discs() -> Iterator[Finding]:
    """A disc that slides, one that spins, and what is left of both at the end."""
    kind = replace(disc("dipole"), moment=0.0)
    radius, speed, spin = kind.outline.rounding, 1.0, 60.0
    every = Physics(step=5e-5, sample_rate=2e4)

    def run(velocity: float, turning: float) -> tuple[float, float]:
        start = Placed(0, 0, (0.0, 0.0), 0.0, (velocity, 0.0), turning)
        settled = settle(lay(board(), (kind,), [start]), None, every)
        return float(settled.table.position[0, 0]), settled.duration

    slide = speed**2 / (2 * KINETIC * GRAVITY)
    yield Finding(Phrase("a sliding disc: way to rest"), run(speed, 0.0)[0], slide, "m", 0.002)
    turn = 3 * radius * spin / (4 * KINETIC * GRAVITY)
    yield Finding(Phrase("a spinning disc: time to rest"), run(0.0, spin)[1], turn, "s", 0.005)
    start = Placed(0, 0, (0.0, 0.0), 0.0, (0.3, 0.0), 0.3 / radius)
    way = settle(lay(board(), (kind,), [start]), None, Physics(step=2e-6, sample_rate=2e4)).trajectory
    late = int(np.searchsorted(way.time, 0.999 * way.time[-1]))
    moved, turned = np.diff(way.position[:, 0, 0])[late], np.diff(way.angle[:, 0])[late]
    yield Finding(
        Phrase("a sliding and spinning disc: v/(Rω) at the end"), float(moved / (radius * turned)), 0.6530, "", 0.01
    )


def distance_of_capture() -> Iterator[Finding]:
    """How near two magnets on one line must be for friction to let go."""
    kind = disc("dipole")
    expected = (6e-7 * kind.moment**2 / (STATIC * kind.weight)) ** 0.25

    def moves(distance: float) -> bool:
        table = lay(board(), (kind,), [Placed(0, 0, (0.0, 0.0), 0.0), Placed(1, 0, (distance, 0.0), 0.0)])
        return settle(table).steps > 0

    low, high = 0.9 * expected, 1.1 * expected
    while high - low > 1e-4 * expected:
        middle = (low + high) / 2
        low, high = (middle, high) if moves(middle) else (low, middle)
    yield Finding(Phrase("two discs on one line, dipole: distance of capture"), (low + high) / 2, expected, "m", 0.001)


def flight() -> Iterator[Finding]:
    """Energy and the order of the method, where nothing touches."""
    for model in MODELS:
        way = settle(flying(model), None, Physics(step=1e-3, sample_rate=1e3, duration=0.08)).trajectory
        energy = way.kinetic + way.magnetic
        drift = float(np.abs(energy - energy[0]).max() / way.kinetic.max())
        yield Finding(
            Phrase("flight without friction, {model}: change of energy, over the kinetic", model=model),
            drift,
            None,
            "",
            1e-4,
        )
        ends = [settle(flying(model), None, Physics(step=0.5**k * 1e-3, duration=0.08)).table for k in range(4)]
        change = [np.abs(a.position - b.position).max() for a, b in pairwise(ends)]
        order = min(math.log2(a / b) for a, b in pairwise(change))
        yield Finding(
            Phrase("flight without friction, {model}: order of the method", model=model),
            order,
            None,
            "",
            1.9,
            at_least=True,
        )


def energy_of_collapses() -> Iterator[Finding]:
    """With strikes and friction, energy never rises."""
    for model in MODELS:
        worst = 0.0
        for seed in range(3):
            settled = settle(collapsing(model, seed), None, Physics(sample_rate=1e5))
            lost = np.diff(settled.trajectory.dissipated)
            worst = max(worst, float(np.maximum(-lost, 0.0).sum() / lost.sum()))
        yield Finding(
            Phrase("25 hearts that clump, {model}: rises of energy, over what is lost", model=model),
            worst,
            None,
            "",
            0.02,
        )


def parting_of_hearts() -> Iterator[Finding]:
    """The force that parts a snapped pair, found by pulling ever harder, against the pull that the rules go by."""
    for model in MODELS:
        kind = heart(model)
        start = [Placed(0, 0, (0.0, 0.0), 0.0), Placed(1, 0, (0.0, 0.0215), math.pi)]
        table = settle(lay(board(0.02, 0.016), (kind,), start)).table
        found, expected = parting_force(table)
        yield Finding(
            Phrase("two hearts side by side, {model}: force that parts them", model=model), found, expected, "N", 0.05
        )


def parting_force(table: Table) -> tuple[float, float]:
    """The force (N) at which the second of two magnets comes off the first, pinned, and their pull by the model."""
    pull = magnetic_loads(table)[1, :2]
    strength = float(np.hypot(*pull))
    held = replace(
        table, board=board(0.0, 0.0), pinned_position=np.array([True, False]), pinned_angle=np.array([True, True])
    )
    force, growth = np.zeros((2, 2)), np.zeros((2, 2))
    force[1], growth[1] = -0.6 * pull, -0.5 * pull
    outside = OutsideForce(force, np.zeros(2), growth, np.zeros(2))
    way = settle(held, None, Physics(duration=1.6, sample_rate=2000), outside).trajectory
    off = np.hypot(*(way.position[:, 1] - way.position[0, 1]).T) > 0.2e-3
    return strength * (0.6 + 0.5 * float(way.time[int(np.argmax(off))])) if off.any() else math.inf, strength


def _exact_energy(table: Table) -> float:
    """The energy (J) of a table's finite magnets, from the work of the exact force as each comes from afar.

    Pair by pair along the line of centres, by Gauss points in 1/distance.
    """
    energy = 0.0
    at, weight = np.polynomial.legendre.leggauss(24)
    for i, j in combinations(range(len(table)), 2):
        kinds = [table.kinds[table.kind[row]] for row in (i, j)]
        one, two = (prism(kind.outline, kind.height, 1.0) for kind in kinds)
        turn, (dx, dy) = table.angle[i], table.position[j] - table.position[i]
        distance = math.hypot(dx, dy)
        along = math.atan2(dy, dx) - turn
        for place, share in zip((at + 1) / 2, weight / 2, strict=True):
            far = distance / place
            pose = (far * math.cos(along), far * math.sin(along), table.angle[j] - turn)
            fx, fy, _, _ = prism_pair(one.walls, one.height, two.walls, two.height, *pose)
            outward = fx * math.cos(along) + fy * math.sin(along)
            energy += kinds[0].moment * kinds[1].moment * share * outward * distance / place**2
    return energy


EXPERIMENTS: tuple[Experiment, ...] = (
    forces_in_random_poses,
    forces_of_snapped_hearts,
    energies_of_chains_and_rings,
    parting_of_hearts,
    distance_of_capture,
    stopping_discs,
    flight,
    energy_of_collapses,
)
