"""Who rests and who wakes; compiled.

A magnet at rest is held: a part of the table to the solver. A lone one is released exactly when static friction no
longer holds its load; magnets that touch rest and wake as one group, before a moving magnet touches one of them or
when the load from outside the group has changed. What nothing disturbs keeps its bits.
"""

from __future__ import annotations

import math
from typing import Any

from magnetsim.kernels.friction import friction_holds
from magnetsim.kernels.gap import pair_gap_in
from magnetsim.kernels.jit import inner
from magnetsim.kernels.lengths import squared_length
from magnetsim.physics.chipmunk import COLLISION_SLOP, Engine
from magnetsim.physics.exchange import add_joints, fasten, is_still, release
from magnetsim.physics.forces import predict
from magnetsim.physics.state import AWAKE, HELD, LEAVING, STEPS, STILL_TOUCHING, Records, Scene

WAKE_FRACTION = 0.05
"""Share of its static limit by which a resting group's outside load may change before it is woken."""
REST_EVERY = 8
"""Steps from one look for resting groups to the next."""
NEAR = 0.05e-3
"""m between outlines, where the step will put them, at which a moving magnet wakes a resting one.

Where it will be is known but for what Chipmunk adds to part overlapping magnets.
"""
CLOSED = COLLISION_SLOP + 1e-8
"""m between outlines at which a creeping magnet does: only when they touch.

Two groups that rest side by side would else wake each other in turns for ever.
"""
TOUCH_MEMORY = 4
"""Steps for which a contact that flickers still counts."""


@inner()
def beyond(magnet: Any, force_x: float, force_y: float, turn: float, share: float) -> bool:
    """Whether a force (N) and torque (N·m) exceed a share of what static friction holds; pins hold the rest."""
    slide_square = squared_length(force_x, force_y) if magnet.inverse_mass > 0.0 else 0.0
    turn = turn if magnet.inverse_inertia > 0.0 else 0.0
    return not friction_holds(slide_square, turn, share * magnet.slide_static, share * magnet.turn_static)


@inner()
def wake_loaded(engine: Engine, magnets: Records) -> None:
    """Wake a lone magnet whose load friction does not hold, and a group whose outside load has changed."""
    for row in range(len(magnets)):
        magnet = magnets[row]
        if magnet.status != HELD:
            continue
        if magnet.group < 0:
            if beyond(magnet, magnet.load_x, magnet.load_y, magnet.load_turn, 1.0):
                wake(engine, magnet)
            continue
        # Within a resting group the mates' forces do not change, so any change comes from outside.
        change_x, change_y = magnet.load_x - magnet.rest_x, magnet.load_y - magnet.rest_y
        if math.isnan(magnet.rest_x) or beyond(
            magnet, change_x, change_y, magnet.load_turn - magnet.rest_turn, WAKE_FRACTION
        ):
            wake_with_group(engine, magnets, row)


@inner()
def wake_near(engine: Engine, scene: Scene) -> bool:
    """Wake what a moving magnet may touch in this step: struck while held, it would be as heavy as the table.

    Notes who is alone, and returns whether any two magnets may touch.
    """
    magnets, field = scene.magnets, scene.field
    near, widest = False, 0.0
    for row in range(len(magnets)):
        magnets[row].crowded = False
        # Chipmunk parts what overlapped in the step before by velocities of its own.
        magnets[row].alone = magnets[row].apart > 0 and not magnets[row].jointed
        widest = max(widest, magnets[row].reach)
    farthest = 2.0 * widest + NEAR
    farthest *= farthest
    for row in range(len(magnets)):
        if magnets[row].status != AWAKE:
            continue
        # Most have nobody about them, which is seen without a look at the records.
        about = 0
        for other in range(len(magnets)):
            dx, dy = field.x[other] - field.x[row], field.y[other] - field.y[row]
            about += dx * dx + dy * dy <= farthest
        if about == 1:
            continue
        moving = not is_still(magnets[row])
        for other in range(len(magnets)):
            dx, dy = field.x[other] - field.x[row], field.y[other] - field.y[row]
            apart = dx * dx + dy * dy
            if apart > farthest or other == row or magnets[other].status >= LEAVING:
                continue
            reach = magnets[row].reach + magnets[other].reach + NEAR
            if reach < 0.0 or apart > reach * reach:
                continue
            near = True
            magnets[row].alone = False
            if moving:
                magnets[other].crowded = True
                close = NEAR if magnets[row].quiet == 0 else CLOSED
                # A lone magnet may be woken for nothing, it will not move; a group might shift a little.
                if magnets[other].status == HELD and (magnets[other].group < 0 or _gap(scene, row, other) <= close):
                    wake_with_group(engine, magnets, other)
    return near


@inner()
def meets(scene: Scene, row: int) -> bool:
    """Whether a magnet may touch another in this step."""
    magnets, field = scene.magnets, scene.field
    for other in range(len(magnets)):
        if other == row or magnets[other].status >= LEAVING:
            continue
        dx, dy = field.x[other] - field.x[row], field.y[other] - field.y[row]
        reach = magnets[row].reach + magnets[other].reach + NEAR
        if reach > 0.0 and dx * dx + dy * dy <= reach * reach and _gap(scene, row, other) <= NEAR:
            return True
    return False


@inner()
def _gap(scene: Scene, row: int, other: int) -> float:
    magnets, field = scene.magnets, scene.field
    return pair_gap_in(
        scene.room,
        scene.shapes,
        magnets[row].kind,
        field.x[row],
        field.y[row],
        field.angle[row],
        magnets[other].kind,
        field.x[other],
        field.y[other],
        field.angle[other],
        NEAR,
    )[0]


@inner()
def wake_with_group(engine: Engine, magnets: Records, row: int) -> None:
    """Wake a held magnet and all that rest with it."""
    group = magnets[row].group
    if group < 0:
        wake(engine, magnets[row])
        return
    for other in range(len(magnets)):
        if magnets[other].group == group and magnets[other].status == HELD:
            wake(engine, magnets[other])


@inner()
def wake(engine: Engine, magnet: Any) -> None:
    """Let a held magnet move."""
    release(engine, magnet)
    magnet.status = AWAKE
    magnet.before_x, magnet.before_y, magnet.before_spin = magnet.vx, magnet.vy, magnet.spin
    magnet.quiet = 0
    magnet.apart = 0
    magnet.alone = False
    if magnet.group >= 0:
        add_joints(engine, magnet)


@inner()
def hold(engine: Engine, scene: Scene, row: int, group: int) -> None:
    """Make a magnet rest, as a member of a touching group or, with −1, alone."""
    magnet = scene.magnets[row]
    fasten(engine, magnet)
    magnet.status = HELD
    magnet.group = group
    magnet.vx, magnet.vy, magnet.spin = 0.0, 0.0, 0.0
    magnet.rest_x, magnet.rest_y, magnet.rest_turn = magnet.load_x, magnet.load_y, magnet.load_turn
    # From now on it acts on the others from where it came to be, not from where it was expected.
    predict(scene.magnets, scene.field, row, 0.0)
    scene.stirred[row] = True


@inner()
def hold_stopped(engine: Engine, scene: Scene) -> int:
    """Hold each lone magnet that friction has stopped; returns how many others creep."""
    creeping = 0
    for row in range(len(scene.magnets)):
        magnet = scene.magnets[row]
        if magnet.status != AWAKE or magnet.slide_static == 0.0 or magnet.airborne:
            continue
        if magnet.jointed:
            creeping += magnet.quiet >= scene.rest_steps
        elif is_still(magnet) and not magnet.crowded:
            hold(engine, scene, row, -1)
    return creeping


@inner()
def hold_creeping(engine: Engine, scene: Scene) -> None:
    """Hold each group of touching magnets that has crept long enough."""
    magnets, step = scene.magnets, scene.tally[STEPS]
    n = len(magnets)
    seen, members = scene.seen, scene.members
    for row in range(n):
        seen[row] = False
    for start in range(n):
        if seen[start] or magnets[start].status != AWAKE or not magnets[start].jointed:
            continue
        seen[start] = True
        members[0] = start
        count, at, quiet = 1, 0, True
        while at < count:
            row = members[at]
            at += 1
            quiet = quiet and magnets[row].quiet >= scene.rest_steps
            for other in range(n):
                if not seen[other] and magnets[other].status == AWAKE and _touch(scene, row, other, step):
                    seen[other] = True
                    members[count] = other
                    count += 1
        if quiet:
            for at in range(count):
                # One alone leans on a pinned magnet, which takes a part of its load: it rests as a group too.
                hold(engine, scene, members[at], start)
                for mate in range(at):
                    other = members[mate]
                    if _touch(scene, members[at], other, step):
                        low, high = min(members[at], other), max(members[at], other)
                        scene.touched[low, high] = STILL_TOUCHING


@inner()
def _touch(scene: Scene, row: int, other: int, step: int) -> bool:
    last = scene.touched[min(row, other), max(row, other)]
    return bool(last >= 0 and step - last <= TOUCH_MEMORY)
