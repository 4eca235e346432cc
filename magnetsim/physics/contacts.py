"""Who touches whom in a step, and which touches are strikes; compiled."""

from __future__ import annotations

import math

import numpy as np

from magnetsim.kernels.jit import inner
from magnetsim.physics.calls import call_three_pointers
from magnetsim.physics.chipmunk import (
    ARBITER_FLOATS,
    ARBITER_INTEGERS,
    FIELDS,
    FLOAT_COUNT,
    GET_ARBITER,
    INTEGER_COUNT,
    Engine,
)
from magnetsim.physics.exchange import add_joints, remove_joints, restart
from magnetsim.physics.resting import TOUCH_MEMORY
from magnetsim.physics.state import AWAKE, IMPULSE_QUANTUM, STEPS, STRIKES, Log, Records, Scene

STRIKE_TIME = 2e-3
"""s after the first touch for which a strike's impulse is summed; later ones are pressing, not striking."""


@inner()
def read_contacts(engine: Engine, scene: Scene, log: Log, pushed: int, finger_vx: float, finger_vy: float) -> None:
    """Note who touches whom; a touch after a pause is a strike.

    pushed : row of the magnet that a finger drives, −1 for none        finger_vx, finger_vy : m/s
    """
    magnets = scene.magnets
    finger = len(magnets)
    restart(engine, INTEGER_COUNT)
    restart(engine, FLOAT_COUNT)
    engine.control[FIELDS] = GET_ARBITER
    call_three_pointers(engine.each_arbiter, engine.space, engine.read_arbiter, engine.message)
    finger_quanta = np.int64(0)
    for at in range((engine.control[INTEGER_COUNT] & 0xFFFFFFFF) // ARBITER_INTEGERS):
        first = engine.integers[ARBITER_INTEGERS * at]
        second = engine.integers[ARBITER_INTEGERS * at + 1]
        if engine.integers[ARBITER_INTEGERS * at + 2] == 0:
            continue
        impulse_x = engine.floats[ARBITER_FLOATS * at]
        impulse_y = engine.floats[ARBITER_FLOATS * at + 1]
        if first == finger or second == finger:
            sign = 1.0 if second == finger else -1.0
            finger_quanta += np.int64(sign * (impulse_x * finger_vx + impulse_y * finger_vy) / IMPULSE_QUANTUM)
            magnets[pushed].apart = 0
            continue
        if magnets[first].status != AWAKE and magnets[second].status != AWAKE:
            continue  # two held magnets: Chipmunk keeps their contact without looking at it
        magnets[first].apart = 0
        magnets[second].apart = 0
        quanta = np.int64(math.hypot(impulse_x, impulse_y) / IMPULSE_QUANTUM)
        place_x, place_y = engine.floats[ARBITER_FLOATS * at + 2], engine.floats[ARBITER_FLOATS * at + 3]
        _strike(scene, log, min(first, second), max(first, second), place_x, place_y, quanta)
    scene.work[0] += float(finger_quanta) * IMPULSE_QUANTUM


@inner()
def _strike(scene: Scene, log: Log, low: int, high: int, x: float, y: float, quanta: np.int64) -> None:
    step = scene.tally[STEPS]
    last = scene.touched[low, high]
    scene.touched[low, high] = step
    if last < 0 or step - last > TOUCH_MEMORY:
        entry = scene.tally[STRIKES]
        scene.tally[STRIKES] += 1
        scene.strike[low, high] = entry
        scene.magnets[low].struck = scene.magnets[high].struck = step
        strike = log.strikes[entry]
        strike.first, strike.second, strike.step = low, high, step
        strike.x, strike.y, strike.quanta = x, y, 0
    entry = scene.strike[low, high]
    if entry < 0:
        return
    strike = log.strikes[entry]
    if (step - strike.step) * scene.step > STRIKE_TIME:
        return
    strike.quanta += quanta
    # Of several points of one strike the same one whatever their order.
    if strike.step == step and (x < strike.x or (x == strike.x and y < strike.y)):
        strike.x, strike.y = x, y


@inner()
def change_joints(engine: Engine, magnets: Records) -> None:
    """Friction moves into the contact solver while a magnet touches another, and out again."""
    for row in range(len(magnets)):
        magnet = magnets[row]
        if magnet.status != AWAKE:
            continue
        if magnet.apart == 0 and not magnet.jointed:
            add_joints(engine, magnet)
        elif magnet.apart > TOUCH_MEMORY and magnet.jointed:
            remove_joints(engine, magnet)
