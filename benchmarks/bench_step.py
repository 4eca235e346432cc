"""What a whole step costs against its parts: `python benchmarks/bench_step.py [--json]`.

All 25 magnets are awake: far apart and gliding side by side, or collapsed into touching groups that glide as one.
The floor is the force kernel and Chipmunk's own steps: the same ones, of the same space with the same contacts and
joints, played once more and found to end in the same bits.
"""

from __future__ import annotations

import json
import math
import statistics
import sys
import time
from collections.abc import Callable
from contextlib import closing
from typing import Any

import numba
import numpy as np

from magnetsim.kernels.dipole import dipole_forces
from magnetsim.magnetism import magnets_on
from magnetsim.outline import heart_outline
from magnetsim.physics import Physics, settle, stepping
from magnetsim.physics.calls import call_number
from magnetsim.physics.chipmunk import Engine, Space
from magnetsim.physics.exchange import set_load, set_velocity, take_over
from magnetsim.physics.state import AWAKE, Field, Log, Records, Scene, empty_log, scene_of
from magnetsim.table import Board, Floats, Placed, Table, lay, magnet_kind, with_arrays

HEARTS = 25
STEPS = 150
REPEATS = 15
STEP = Physics().step
GLIDE = np.array([0.45, 0.2])
"""m/s; friction does not stop them within the steps timed."""


def hearts(spacing: float) -> Table:
    """25 hearts on a square grid, turned by chance, all at rest."""
    kind = magnet_kind(
        "heart", heart_outline(), height=0.007, density=4900, remanence=0.15, restitution=0.3, friction=0.3
    )
    board = Board(np.array([[-3.0, -3.0], [3.0, -3.0], [3.0, 3.0], [-3.0, 3.0]]), 0.0, 0.3, 0.24)
    angles = np.random.default_rng(1).uniform(-math.pi, math.pi, HEARTS)
    places = [Placed(i, 0, (spacing * (i % 5 - 2), spacing * (i // 5 - 2)), angles[i]) for i in range(HEARTS)]
    return settle(lay(board, (kind,), places)).table


def gliding(table: Table) -> Table:
    """The same, all with one velocity, so that nothing changes between them."""
    return with_arrays(table, velocity=np.tile(GLIDE, (HEARTS, 1)))


def launched(table: Table, space: Space) -> tuple[Scene, Log]:
    """The table in Chipmunk, all awake, and those that touch with their friction in the solver."""
    scene = scene_of(table, magnets_on(table), None, Physics(), STEP)
    space.point(scene.magnets)
    log = empty_log(HEARTS, 4000, 100)
    stepping.launch(space.engine, scene, None, log, -1)
    stepping.sample(space.engine, scene, None, log)
    return scene, log


@numba.njit
def replay(engine: Engine, played: Records, law: Floats, dt: float, with_step: bool) -> None:
    """Give Chipmunk the velocities, loads and friction that it got in a run, step by step."""
    for at in range(len(played)):
        for row in range(played.shape[1]):
            set_velocity(engine, played[at, row])
            set_load(engine, played[at, row], law)
        if with_step:
            call_number(engine.step, engine.space, dt)


@numba.njit
def read_back(engine: Engine, magnets: Records, law: Floats) -> None:
    for row in range(len(magnets)):
        take_over(engine, magnets[row], law, STEP, 0.0)


@numba.njit
def kernel_alone(field: Field, count: int) -> None:
    for _ in range(count):
        dipole_forces(field.x, field.y, field.mx, field.my, field.mz, field.fx, field.fy, field.torque)


def advance(space: Space, scene: Scene, log: Log, count: int) -> None:
    stepping.advance(space.engine, scene, None, log, count, True, -1, 0.0, 0.0)


def played_steps(table: Table) -> tuple[Records, Records]:
    """The magnets as each step found them, with the loads it put on them, and as the last one left them."""
    with closing(Space(table, Physics().iterations)) as space:
        scene, log = launched(table, space)
        played = np.zeros((STEPS, HEARTS), dtype=scene.magnets.dtype)
        for at in range(STEPS):
            found = scene.magnets.copy()
            advance(space, scene, log, 1)
            played[at] = scene.magnets
            for name in ("vx", "vy", "spin", "jointed"):
                played[at][name] = found[name]
        end = scene.magnets.copy()
    assert (end["status"] == AWAKE).all(), "some magnet came to rest"
    assert (played["jointed"] == end["jointed"]).all(), "some magnet began or ceased to touch others"
    return played, end


def microseconds(call: Callable[..., None], *arguments: Any) -> float:
    """Of one step, in processor time."""
    start = time.thread_time()
    call(*arguments)
    return (time.thread_time() - start) / STEPS * 1e6


def one_round(table: Table, played: Records, end: Records) -> dict[str, float]:
    """Microseconds a step, of the whole and of its parts."""
    with closing(Space(table, Physics().iterations)) as space:
        scene, log = launched(table, space)
        whole = microseconds(advance, space, scene, log, STEPS)
        for name in ("x", "y", "angle"):
            np.testing.assert_array_equal(scene.magnets[name], end[name])
        kernel = microseconds(kernel_alone, scene.field, STEPS)
    with closing(Space(table, Physics().iterations)) as space:
        scene, log = launched(table, space)
        for name in ("body", "pivot", "motor"):
            played[name] = scene.magnets[name]
        given = space.engine, played, scene.law, STEP
        both = microseconds(replay, *given, True)
        read_back(space.engine, scene.magnets, scene.law)
        for name in ("x", "y", "angle"):
            np.testing.assert_array_equal(scene.magnets[name], end[name])
        bare = both - microseconds(replay, *given, False)
    return {"whole": whole, "bare": bare, "kernel": kernel}


def measure(table: Table) -> dict[str, float]:
    """Medians of many rounds; within a round all that is compared follows close upon each other."""
    played, end = played_steps(table)
    one_round(table, played, end)
    rounds = [one_round(table, played, end) for _ in range(REPEATS)]
    times = {name: statistics.median(one[name] for one in rounds) for name in rounds[0]}
    ratio = statistics.median(one["whole"] / (one["bare"] + one["kernel"]) for one in rounds)
    return {**times, "ratio": ratio}


def main() -> None:
    results = {"spread": measure(gliding(hearts(0.055))), "packed": measure(gliding(hearts(0.030)))}
    if "--json" in sys.argv[1:]:
        print(json.dumps(results))
        return
    print(f"{'a step of 25 awake, us':<24}" + "".join(f"{name:>8}" for name in results["spread"]))
    for name, of in results.items():
        print(f"  {name:<22}" + "".join(f"{value:8.2f}" for value in of.values()))


if __name__ == "__main__":
    main()
