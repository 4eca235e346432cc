"""The arrays that one shot works on: what the magnets are and how they move, their field, what has been seen."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from magnetsim.clusters import contact_shapes, touching_groups, touching_pairs
from magnetsim.kernels.bundle import Bundle
from magnetsim.kernels.friction import sliding_table
from magnetsim.kernels.gap import Room, Shapes, room_for_a_pair
from magnetsim.magnetism import Magnets
from magnetsim.physics.settings import OutsideForce, Physics
from magnetsim.rim import rim_depth
from magnetsim.table import Board, Booleans, Floats, Integers, Kind, Table

HELD, AWAKE, PINNED, LEAVING, GONE = range(5)
"""A magnet's status: at rest and held, free to move, held for ever, just over the rim, no longer there."""

NOWHERE = 1e3
"""m; farther than anything on a table."""
PINNED_MASS = 1e15
"""Factor on the mass (inertia) of a magnet whose place (angle) is pinned: it yields to no contact."""
STILL_TOUCHING = 2**30
"""Last touch of pairs that rest in contact."""
REST_TIME = 0.03
"""s without a break that a whole touching group must creep before it is held."""
FARTHEST = 2 / 3
"""Of the half width of what is thinnest, how far into it a magnet may come before the contact is found."""
TUG = 1 / 40
"""Of that, how far a load may move a magnet in a step: where magnets snap together harder, energy would be made."""
IMPULSE_QUANTUM = 1e-15
"""N·s; impulses are summed as whole quanta, because the order in which Chipmunk lists contacts follows addresses."""

Records = npt.NDArray[Any]

MAGNET = np.dtype(
    [
        # Pointers to the body and to its two friction joints.
        *((name, np.int64) for name in ("body", "pivot", "motor")),
        # kg, kg·m², pinned ones made heavy; and the inverses of what is free to move, else 0.
        *((name, np.float64) for name in ("mass", "inertia", "inverse_mass", "inverse_inertia")),
        # A·m²; m, from the centroid to the outline's farthest point; m, lever of a spin's sweep; m, R of friction.
        *((name, np.float64) for name in ("moment", "moment_z", "reach", "sweep", "friction_radius")),
        # N and N·m that the table's friction can hold or brake; turn_kinetic is µ N R, before the law's factor.
        *((name, np.float64) for name in ("slide_static", "slide_kinetic", "turn_static", "turn_kinetic")),
        # N, N, N·m from outside at the start, and their growth a second.
        *((name, np.float64) for name in ("outside_x", "outside_y", "outside_turn", "rate_x", "rate_y", "rate_turn")),
        # m, m, rad; m/s, m/s, rad/s, half a step ahead of the positions.
        *((name, np.float64) for name in ("x", "y", "angle", "vx", "vy", "spin")),
        # m/s, m/s, rad/s, before the latest step: half a step behind the positions.
        *((name, np.float64) for name in ("before_x", "before_y", "before_spin")),
        # N, N, N·m: the whole load in this step, and the load when it came to rest.
        *((name, np.float64) for name in ("load_x", "load_y", "load_turn", "rest_x", "rest_y", "rest_turn")),
        # Which outline; status; the touching group it rests in, −1 for none.
        *((name, np.int64) for name in ("kind", "status", "group")),
        # Steps in a row that it has crept, and that it has touched nothing; the step of its latest strike.
        *((name, np.int64) for name in ("quiet", "apart", "struck")),
        # Its friction is in the contact solver; it is not yet over the table; a moving magnet is within reach;
        # nothing is, nor has touched it, so that this step brings it where it is foreseen; it has moved on
        # from where Chipmunk has it.
        *((name, np.bool_) for name in ("jointed", "airborne", "crowded", "alone", "astray")),
    ],
    align=True,
)
"""One magnet, constants and state; SI."""

STRIKE = np.dtype(
    [
        ("first", np.int64),
        ("second", np.int64),
        ("step", np.int64),
        ("x", np.float64),
        ("y", np.float64),
        ("quanta", np.int64),
    ]
)
"""One strike: two rows, when, where (m), and its impulse in quanta."""


@dataclass(frozen=True, eq=False)
class Field(Bundle):
    """Where the next step will find the magnets, and the magnetic forces there; arrays (n,).

    x, y, angle : m, rad        mx, my, mz : A·m²        fx, fy, torque : N, N·m
    cosine, sine, moment : of the angle, and A·m² along it
    kept_x, kept_y, kept_turn : N, N·m, of what rests on what rests
    """

    x: Floats
    y: Floats
    angle: Floats
    mx: Floats
    my: Floats
    mz: Floats
    fx: Floats
    fy: Floats
    torque: Floats
    cosine: Floats
    sine: Floats
    moment: Floats
    kept_x: Floats
    kept_y: Floats
    kept_turn: Floats


@dataclass(frozen=True, eq=False)
class Scene(Bundle):
    """All that one run works on.

    magnets : (n,) records of MAGNET
    half_on : the field half a step on, for samples
    touched : (n, n) the last step in which a pair touched, −1 for never; rows in order, the smaller first
    strike : (n, n) the pair's latest place in the log of strikes, −1 for none
    cloud : (n,) which of the clouds of charges is whose
    stirred : (n,) what moved or was moved since the kept forces were taken
    seen, members : (n,) room to follow a group in
    law : table of the friction law        shapes : all kinds' outlines        room : to compare two
    rim : (k, 2) m, no rows of a round table        radius : m, of a circle about the origin that lies on the table
    step, sample_every : s
    farthest : m that two magnets may approach each other in a step
    tug : m, step² times acceleration, that the load may move a magnet in a step
    rest_steps : steps in a row that a group creeps before it is held
    ghosts : some magnet has no contact shape
    tally : (5,) steps done, strikes logged, samples logged, one or two bad rows
    work : (1,) J done from outside so far
    kept : (1,) J, magnetic energy of what rests with what rests
    """

    magnets: Records
    field: Field
    half_on: Field
    touched: npt.NDArray[np.int32]
    strike: npt.NDArray[np.int32]
    cloud: Integers
    stirred: Booleans
    seen: Booleans
    members: Integers
    law: Floats
    shapes: Shapes
    room: Room
    rim: Floats
    radius: float
    step: float
    sample_every: float
    farthest: float
    tug: float
    rest_steps: int
    ghosts: bool
    tally: Integers
    work: Floats
    kept: Floats


STEPS, STRIKES, SAMPLES, BAD, MATE = range(5)
"""Places in Scene.tally."""


@dataclass(frozen=True, eq=False)
class Log(Bundle):
    """What has been seen.

    strikes : (s,) records of STRIKE
    pose : (k, n, 4) m, m, rad, and 1 while the magnet is on the table
    energy : (k, 4) step, kinetic, magnetic, work done from outside so far, J
    """

    strikes: Records
    pose: Floats
    energy: Floats


def scene_of(table: Table, sides: Magnets, outside: OutsideForce | None, physics: Physics, step: float) -> Scene:
    """The state of a table and its magnetic side, to be followed in such steps (s).

    Nothing is awake yet, and the engine's pointers are missing.
    """
    n = len(table)
    magnets, touched = _magnets(table), np.full((n, n), -1, dtype=np.int32)
    # Magnets that touch at the start rest, and are woken, together.
    gap = physics.criteria.touch_gap
    for group in touching_groups(table, gap):
        rows = [table.row(magnet) for magnet in group]
        magnets["group"][rows] = min(rows)
    for first, second in touching_pairs(table, gap):
        touched[table.row(first), table.row(second)] = STILL_TOUCHING
    if outside is not None:
        magnets["outside_x"], magnets["outside_y"] = outside.force.T
        magnets["rate_x"], magnets["rate_y"] = outside.force_rate.T
        magnets["outside_turn"], magnets["rate_turn"] = outside.torque, outside.torque_rate
    shapes = contact_shapes(table.kinds)
    return Scene(
        magnets=magnets,
        field=Field(*np.zeros((15, n))),
        half_on=Field(*np.zeros((15, n))),
        touched=touched,
        strike=np.full((n, n), -1, dtype=np.int32),
        cloud=sides.cloud,
        stirred=np.ones(n, dtype=np.bool_),
        seen=np.zeros(n, dtype=np.bool_),
        members=np.zeros(n, dtype=np.int64),
        law=sliding_table(),
        shapes=shapes,
        room=room_for_a_pair(shapes),
        rim=np.array(table.board.rim, dtype=np.float64).reshape(-1, 2),
        # A little within the rim, so that no rounding takes a point beyond it for one on the table.
        radius=table.board.radius or 0.999 * max(0.0, rim_depth(table.board, (0.0, 0.0))),
        step=step,
        sample_every=1.0 / physics.sample_rate,
        farthest=farthest(table),
        tug=TUG * farthest(table),
        rest_steps=math.ceil(REST_TIME / step - 1e-9),
        ghosts=not table.touchable.all(),
        tally=np.zeros(5, dtype=np.int64),
        work=np.zeros(1),
        kept=np.zeros(1),
    )


def farthest(table: Table) -> float:
    """The most (m) that two magnets may approach each other in a step, that none passes through or into another.

    FARTHEST of the thinnest outline's area / perimeter, which is half the radius of a disc, half the width of a strip.
    """
    outlines = [table.kinds[kind].outline for kind in np.unique(table.kind[table.touchable])]
    return FARTHEST * min((outline.area / outline.perimeter for outline in outlines), default=math.inf)


def _magnets(table: Table) -> Records:
    kinds = np.zeros(len(table.kinds), dtype=MAGNET)
    for at, kind in enumerate(table.kinds):
        _describe(kinds[at], kind, table.board)
    magnets: Records = kinds[table.kind]
    magnets["kind"] = table.kind
    magnets["x"], magnets["y"] = table.position.T
    magnets["vx"], magnets["vy"] = table.velocity.T
    magnets["angle"], magnets["spin"] = table.angle, table.spin
    magnets["rest_x"], magnets["rest_y"], magnets["rest_turn"] = table.rest_load.T
    for inertia, pinned in (("mass", table.pinned_position), ("inertia", table.pinned_angle)):
        magnets[inertia][pinned] *= PINNED_MASS
        magnets[f"inverse_{inertia}"][pinned] = 0.0
    magnets["reach"][~table.touchable] = -NOWHERE
    magnets["status"] = np.where(table.pinned_position & table.pinned_angle, PINNED, HELD)
    magnets["group"] = -1
    return magnets


def _describe(magnet: Any, kind: Kind, board: Board) -> None:
    """Enter what all magnets of a kind have in common."""
    outline = kind.outline
    magnet["mass"], magnet["inverse_mass"] = kind.mass, 1.0 / kind.mass
    magnet["inertia"], magnet["inverse_inertia"] = kind.inertia, 1.0 / kind.inertia
    magnet["moment"], magnet["moment_z"] = kind.moment, kind.moment_z
    magnet["reach"] = outline.bounding_radius
    # What is round sweeps over nothing when it spins.
    magnet["sweep"] = max(0.0, outline.bounding_radius - 2 * outline.area / outline.perimeter)
    # The friction law is exact for a disc; R is that of the disc with the same mean lever.
    magnet["friction_radius"] = 1.5 * outline.mean_radius
    magnet["slide_static"] = board.friction_static * kind.weight
    magnet["slide_kinetic"] = board.friction_kinetic * kind.weight
    magnet["turn_static"] = board.friction_static * kind.weight * outline.mean_radius
    magnet["turn_kinetic"] = board.friction_kinetic * kind.weight * 1.5 * outline.mean_radius


def velocities_now(magnets: Records, steps: int) -> tuple[Floats, Floats]:
    """Velocities (n, 2) in m/s and spins (n,) in rad/s at the time of the positions, after so many steps.

    Between those half a step behind and half a step ahead; just after a strike those ahead.
    """
    now = np.column_stack([magnets["vx"], magnets["vy"], magnets["spin"]])
    before = np.column_stack([magnets["before_x"], magnets["before_y"], magnets["before_spin"]])
    flowing = (magnets["status"] != HELD) & (magnets["struck"] != steps)
    now[flowing] = 0.5 * (now + before)[flowing]
    return now[:, :2], now[:, 2]


def empty_log(n: int, strikes: int, samples: int) -> Log:
    """A log with this much room."""
    return Log(strikes=np.zeros(strikes, dtype=STRIKE), pose=np.zeros((samples, n, 4)), energy=np.zeros((samples, 4)))
