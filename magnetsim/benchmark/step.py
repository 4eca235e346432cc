"""What a whole step costs against its parts, and against pymunk driven from Python.

All 25 magnets are awake: far apart and gliding side by side, or collapsed into touching groups that glide as one.
Beside it stand the force kernel and Chipmunk's own steps: of the same space with the same contacts and joints, played
once more and found to end in the same bits, also of those far apart, whose steps leave Chipmunk out.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from typing import Any, cast

import numba
import numpy as np

from magnetsim.benchmark.hearts import HEARTS, hearts_on, square_grid
from magnetsim.benchmark.measure import Measure, processor_clock, spread_of
from magnetsim.benchmark.pymunk_loops import body_by_body, in_batches
from magnetsim.errors import MagnetsimError
from magnetsim.kernels.dipole import dipole_forces
from magnetsim.language import Phrase
from magnetsim.magnetism import magnets_on
from magnetsim.physics import Physics, settle, stepping
from magnetsim.physics.calls import call_number
from magnetsim.physics.chipmunk import Engine, Space
from magnetsim.physics.exchange import set_motion, take_over
from magnetsim.physics.state import AWAKE, Field, Log, Records, Scene, empty_log, scene_of
from magnetsim.table import Floats, Table, with_arrays

STEPS = 150
ROUNDS = 21
STEP = Physics().step
HALF = 3.0
"""m, half the table's side: nothing reaches the rim in the steps timed."""
SPREAD, PACKED = 0.055, 0.030
"""m between hearts: as dealt, and so near that they collapse into clusters."""
GLIDE = np.array([0.45, 0.2])
"""m/s; friction does not stop them within the steps timed."""


def steps(watch: Callable[[float], None]) -> Iterator[Measure]:
    """A step of 25 hearts, spread and packed: the whole, its parts, and the same from Python."""
    done = 0
    for name, spacing in (("spread", SPREAD), ("packed", PACKED)):
        table = _gliding(_hearts(spacing))
        played, end = _played_steps(table)
        _one_round(table, played, end)
        rounds = []
        for _ in range(ROUNDS):
            rounds.append(_one_round(table, played, end))
            done += 1
            watch(done / (2 * ROUNDS))
        for part in rounds[0]:
            yield Measure("step", f"{part}, {name}", HEARTS, spread_of([one[part] for one in rounds]))


def _hearts(spacing: float) -> Table:
    """25 hearts on a square grid, turned by chance, all at rest."""
    angle = np.random.default_rng(1).uniform(-math.pi, math.pi, HEARTS)
    return settle(hearts_on(HALF, square_grid(spacing), angle)).table


def _gliding(table: Table) -> Table:
    """The same, all with one velocity, so that nothing changes between them."""
    return with_arrays(table, velocity=np.tile(GLIDE, (HEARTS, 1)))


def _launched(table: Table, space: Space) -> tuple[Scene, Log]:
    """The table in Chipmunk, all awake, and those that touch with their friction in the solver."""
    scene = scene_of(table, magnets_on(table), None, Physics(), STEP)
    space.point(scene.magnets)
    log = empty_log(HEARTS, 4000, 100)
    stepping.launch(space.engine, scene, None, log, -1)
    stepping.sample(space.engine, scene, None, log)
    return scene, log


def _replay(engine: Engine, played: Records, law: Floats, dt: float, with_step: bool) -> None:  # noqa: FBT001
    """Give Chipmunk the velocities, loads and friction that it got in a run, step by step."""
    for at in range(len(played)):
        for row in range(played.shape[1]):
            set_motion(engine, played[at, row], law)
        if with_step:
            call_number(engine.step, engine.space, dt)


def _read_back(engine: Engine, magnets: Records, field: Field, law: Floats) -> None:
    for row in range(len(magnets)):
        take_over(engine, magnets[row], field, row, law, STEP, 0.0)


def _kernel_alone(field: Field, count: int) -> None:
    for _ in range(count):
        dipole_forces(field.x, field.y, field.mx, field.my, field.mz, field.fx, field.fy, field.torque)


# Not kept on disk: they hold copies of what lies in other folders, and would go on with old ones.
_compile = cast(Any, numba.njit)
_compiled_replay: Callable[..., None] = _compile(_replay)
_compiled_read_back: Callable[..., None] = _compile(_read_back)
_compiled_kernel_alone: Callable[..., None] = _compile(_kernel_alone)


def _advance(space: Space, scene: Scene, log: Log, count: int) -> None:
    stepping.advance(space.engine, scene, None, log, count, True, -1, 0.0, 0.0)  # noqa: FBT003


def _played_steps(table: Table) -> tuple[Records, Records]:
    """The magnets as each step found them, with the loads it put on them, and as the last one left them."""
    with closing(Space(table, Physics().iterations)) as space:
        scene, log = _launched(table, space)
        played = np.zeros((STEPS, HEARTS), dtype=scene.magnets.dtype)
        for at in range(STEPS):
            found = scene.magnets.copy()
            _advance(space, scene, log, 1)
            played[at] = scene.magnets
            for name in ("vx", "vy", "spin", "jointed"):
                played[at][name] = found[name]
            # Chipmunk takes each step in the replay, those as well that the loop took without it.
            played[at]["astray"] = False
        end = scene.magnets.copy()
    _hold((end["status"] == AWAKE).all(), "some magnet came to rest")
    _hold((played["jointed"] == end["jointed"]).all(), "some magnet began or ceased to touch others")
    return played, end


def _one_round(table: Table, played: Records, end: Records) -> dict[str, float]:
    """Seconds a step, of the whole, of its parts, and from Python; all follow close upon each other."""
    with closing(Space(table, Physics().iterations)) as space:
        scene, log = _launched(table, space)
        whole = _timed(lambda: _advance(space, scene, log, STEPS))
        _hold_to_end(scene, end)
        kernel = _timed(lambda: _compiled_kernel_alone(scene.field, STEPS))
    with closing(Space(table, Physics().iterations)) as space:
        scene, log = _launched(table, space)
        for name in ("body", "pivot", "motor"):
            played[name] = scene.magnets[name]
        both = _timed(lambda: _compiled_replay(space.engine, played, scene.law, STEP, True))  # noqa: FBT003
        _compiled_read_back(space.engine, scene.magnets, scene.field, scene.law)
        _hold_to_end(scene, end)
        bare = both - _timed(lambda: _compiled_replay(space.engine, played, scene.law, STEP, False))  # noqa: FBT003
    found = {"whole step": whole, "Chipmunk alone": bare, "force kernel alone": kernel}
    for title, run in (("pymunk, body by body", body_by_body(table)), ("pymunk.batch", in_batches(table))):
        found[title] = _timed(partial(run, STEPS))
    return found


def _timed(work: Callable[[], None]) -> float:
    """Seconds of the processor for one of the steps."""
    begun = processor_clock()
    work()
    return (processor_clock() - begun) / STEPS


def _hold_to_end(scene: Scene, end: Records) -> None:
    _hold(
        all(np.array_equal(scene.magnets[name], end[name]) for name in ("x", "y", "angle")),
        "the same steps ended elsewhere",
    )


def _hold(fine: bool, otherwise: str) -> None:  # noqa: FBT001
    if not fine:
        raise MagnetsimError(
            Phrase("what is compared is not the same: {problem}; another version of pymunk may do", problem=otherwise)
        )
