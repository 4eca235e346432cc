"""The compiled loop: many steps of Chipmunk with magnetism, table friction, rest and the rim, without the interpreter.

One step: predict where Chipmunk will move the magnets; take the magnetic forces there; wake what they, or a near
moving magnet, may move; let Chipmunk step, or where none can touch another move them as it would; brake what touches
nothing; look for contacts, exits and rest.
"""

from __future__ import annotations

import math

from magnetsim.kernels.finite import Clouds
from magnetsim.kernels.jit import inner, jit
from magnetsim.kernels.lengths import squared_length
from magnetsim.kernels.polygon import holds_point
from magnetsim.physics.calls import call_number
from magnetsim.physics.chipmunk import Engine
from magnetsim.physics.contacts import change_joints, read_contacts
from magnetsim.physics.exchange import brake, is_still, set_motion, take_over
from magnetsim.physics.forces import loads_grow, magnetic_energy, meets_as_points, outruns_step, predict, take_forces
from magnetsim.physics.resting import (
    REST_EVERY,
    hold_creeping,
    hold_stopped,
    meets,
    wake_loaded,
    wake_near,
    wake_with_group,
)
from magnetsim.physics.state import (
    AWAKE,
    HELD,
    LEAVING,
    SAMPLES,
    STEPS,
    STRIKES,
    Log,
    Records,
    Scene,
)

RESTING, BLOCK_DONE, MAGNET_LEFT, FINGER_DONE, LOG_FULL, NOT_FINITE, TOO_NEAR, TOO_FAST = range(8)
"""Why the loop came back."""

_LAUNCH, _ADVANCE, _SAMPLE = range(3)

_holds_point = inner()(holds_point)


def launch(engine: Engine, scene: Scene, clouds: Clouds | None, log: Log, pushed: int) -> int:
    """Wake what moves or must, and give the velocities their half step ahead; NOT_FINITE or BLOCK_DONE.

    pushed : row of a magnet with a hand upon it, −1 for none
    """
    return _run(_LAUNCH, engine, scene, clouds, log, 0, False, pushed, 0.0, 0.0)


def advance(
    engine: Engine,
    scene: Scene,
    clouds: Clouds | None,
    log: Log,
    steps: int,
    stop_at_rest: bool,
    pushed: int,
    finger_vx: float,
    finger_vy: float,
) -> int:
    """Up to `steps` steps; returns why it stopped.

    pushed : row of a magnet that a finger drives, −1 for none        finger_vx, finger_vy : m/s
    """
    return _run(_ADVANCE, engine, scene, clouds, log, steps, stop_at_rest, pushed, finger_vx, finger_vy)


def sample(engine: Engine, scene: Scene, clouds: Clouds | None, log: Log) -> None:
    """Note where everything is, and its energies.

    Energies are taken half a step on, where positions (carried there) and velocities are of one time.
    """
    _run(_SAMPLE, engine, scene, clouds, log, 0, False, -1, 0.0, 0.0)


@jit(counted=False)
def _run(
    task: int,
    engine: Engine,
    scene: Scene,
    clouds: Clouds | None,
    log: Log,
    steps: int,
    stop_at_rest: bool,
    pushed: int,
    finger_vx: float,
    finger_vy: float,
) -> int:
    """The one way in: what several ways in call would be optimised within each of them."""
    if task == _LAUNCH:
        return _launch(engine, scene, clouds, pushed)
    if task == _SAMPLE:
        return _sample(scene, clouds, log)
    return _advance(engine, scene, clouds, log, steps, stop_at_rest, pushed, finger_vx, finger_vy)


@inner()
def _launch(engine: Engine, scene: Scene, clouds: Clouds | None, pushed: int) -> int:
    magnets, half = scene.magnets, 0.5 * scene.step
    for row in range(len(magnets)):
        predict(magnets, scene.field, row, 0.0)
    if not take_forces(scene, clouds, 0.0):
        return NOT_FINITE
    for row in range(len(magnets)):
        magnet = magnets[row]
        frictionless = magnet.slide_static == 0.0
        if magnet.status == HELD and (row == pushed or frictionless or magnet.airborne or not is_still(magnet)):
            wake_with_group(engine, magnets, row)
    wake_loaded(engine, magnets)
    for row in range(len(magnets)):
        magnet = magnets[row]
        if magnet.status != AWAKE:
            continue
        magnet.before_x, magnet.before_y, magnet.before_spin = magnet.vx, magnet.vy, magnet.spin
        if magnet.group < 0:
            was_still = is_still(magnet)
            magnet.vx += magnet.load_x * magnet.inverse_mass * half
            magnet.vy += magnet.load_y * magnet.inverse_mass * half
            magnet.spin += magnet.load_turn * magnet.inverse_inertia * half
            if not magnet.airborne:
                brake(magnet, scene.law, half, was_still)
    return BLOCK_DONE


@inner()
def _advance(
    engine: Engine,
    scene: Scene,
    clouds: Clouds | None,
    log: Log,
    steps: int,
    stop_at_rest: bool,
    pushed: int,
    finger_vx: float,
    finger_vy: float,
) -> int:
    for _ in range(steps):
        if scene.tally[STRIKES] + 8 * len(scene.magnets) > len(log.strikes) or scene.tally[SAMPLES] == len(log.energy):
            return LOG_FULL
        status, near = _foresee(engine, scene, clouds, stop_at_rest, pushed)
        if status != BLOCK_DONE:
            return status
        scene.tally[STEPS] += 1
        if _any(scene.magnets, AWAKE):
            busy = near or pushed >= 0
            _step(engine, scene, busy)
            if busy:
                read_contacts(engine, scene, log, pushed, finger_vx, finger_vy)
            _cross_rim(scene)
            change_joints(engine, scene.magnets)
            creeping = hold_stopped(engine, scene)
            if creeping > 0 and scene.tally[STEPS] % REST_EVERY == 0:
                hold_creeping(engine, scene)
        _sample_if_due(scene, clouds, log)
        if _any(scene.magnets, LEAVING):
            return MAGNET_LEFT
    return BLOCK_DONE


@inner()
def _foresee(engine: Engine, scene: Scene, clouds: Clouds | None, stop_at_rest: bool, pushed: int) -> tuple[int, bool]:
    """Take the forces where the step will end and wake what they move; BLOCK_DONE, or why the step is not to be taken.

    And whether any two magnets may touch in it.
    """
    magnets = scene.magnets
    for row in range(len(magnets)):
        if magnets[row].status == AWAKE:
            predict(magnets, scene.field, row, scene.step)
    if not take_forces(scene, clouds, scene.tally[STEPS] * scene.step):
        return NOT_FINITE, False
    if clouds is None:  # noqa: SIM102  by itself, so that finite magnets leave out what follows
        if scene.ghosts and meets_as_points(scene):
            return TOO_NEAR, False
    wake_loaded(engine, magnets)
    near = wake_near(engine, scene)
    if pushed >= 0:
        magnets[pushed].alone = False
    if stop_at_rest and not _any(magnets, AWAKE) and not loads_grow(magnets):
        return RESTING, near
    if outruns_step(scene):
        return TOO_FAST, near
    # A soft finger has no part in the strike itself.
    if pushed >= 0 and meets(scene, pushed):
        return FINGER_DONE, near
    return BLOCK_DONE, near


@inner()
def _any(magnets: Records, status: int) -> bool:
    for row in range(len(magnets)):  # noqa: SIM110  numba compiles no generators
        if magnets[row].status == status:
            return True
    return False


@inner()
def _step(engine: Engine, scene: Scene, busy: bool) -> None:
    magnets, now = scene.magnets, (scene.tally[STEPS] - 1) * scene.step
    # What touched something is jointed for longer than Chipmunk keeps a contact, so that none outlives its time.
    for row in range(len(magnets)):
        busy = busy or (magnets[row].status == AWAKE and not magnets[row].alone)
    for row in range(len(magnets)):
        if magnets[row].status == AWAKE:
            if busy:
                set_motion(engine, magnets[row], scene.law)
            else:
                magnets[row].astray = True
    if busy:
        call_number(engine.step, engine.space, scene.step)
    for row in range(len(magnets)):
        if magnets[row].status == AWAKE:
            scene.work[0] += take_over(engine, magnets[row], scene.field, row, scene.law, scene.step, now)


@inner()
def _cross_rim(scene: Scene) -> None:
    """Mark what has left the table; land what was delivered over it."""
    for row in range(len(scene.magnets)):
        magnet = scene.magnets[row]
        if magnet.status != AWAKE:
            continue
        over = squared_length(magnet.x, magnet.y) <= scene.radius * scene.radius or _holds_point(
            scene.rim, magnet.x, magnet.y
        )
        if magnet.airborne:
            magnet.airborne = not over
        elif not over:
            magnet.status = LEAVING


@inner()
def _sample_if_due(scene: Scene, clouds: Clouds | None, log: Log) -> None:
    step = scene.tally[STEPS]
    if _due(scene, step) > _due(scene, step - 1):
        _sample(scene, clouds, log)


@inner()
def _due(scene: Scene, step: int) -> int:
    """How many samples are due up to a step; a sampling time that is a step's but for rounding is that step's."""
    return math.floor(step * scene.step / scene.sample_every + 1e-6)


@inner()
def _sample(scene: Scene, clouds: Clouds | None, log: Log) -> int:
    magnets, field = scene.magnets, scene.half_on
    at = scene.tally[SAMPLES]
    scene.tally[SAMPLES] += 1
    kinetic = 0.0
    for row in range(len(magnets)):
        magnet = magnets[row]
        log.pose[at, row, 0], log.pose[at, row, 1], log.pose[at, row, 2] = magnet.x, magnet.y, magnet.angle
        log.pose[at, row, 3] = 1.0 if magnet.status < LEAVING else 0.0
        predict(magnets, field, row, 0.5 * scene.step)
        if magnet.status >= LEAVING:
            field.moment[row] = field.mx[row] = field.my[row] = field.mz[row] = 0.0
        if magnet.status == AWAKE:
            if magnet.inverse_mass > 0.0:
                kinetic += 0.5 * squared_length(magnet.vx, magnet.vy) / magnet.inverse_mass
            if magnet.inverse_inertia > 0.0:
                kinetic += 0.5 * (magnet.spin * magnet.spin) / magnet.inverse_inertia
    log.energy[at, 0] = scene.tally[STEPS]
    log.energy[at, 1] = kinetic
    log.energy[at, 2] = magnetic_energy(scene, clouds)
    log.energy[at, 3] = scene.work[0]
    return BLOCK_DONE
