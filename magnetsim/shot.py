"""Shots, and what physics reports about them: plain frozen values, SI."""

from __future__ import annotations

from dataclasses import dataclass

from magnetsim.table import Bond, Booleans, Floats, Integers, Table


@dataclass(frozen=True, slots=True)
class Flick:
    """A finger's tap on a resting magnet (手指弹射).

    direction : rad, of the impulse, table frame
    speed : m/s that a central hit gives: impulse / mass
    offset : m, lever of the impulse about the centroid, positive to the left of the direction;
        the spin is mass × speed × −offset / inertia
    """

    magnet: int
    direction: float
    speed: float
    offset: float = 0.0


@dataclass(frozen=True, slots=True)
class Push:
    """A finger that stays behind a magnet, drives it along and lets go (手指推动).

    direction : rad        speed : m/s of the finger
    offset : m, of the finger's line from the centroid, positive to the left of the direction
    stroke : m, the finger's longest way; it ends earlier at the magnet's first contact
    """

    magnet: int
    direction: float
    speed: float
    stroke: float
    offset: float = 0.0


@dataclass(frozen=True, slots=True)
class Delivery:
    """A magnet sent in from behind the rim, free of the table's friction until it is over it (从桌边投送).

    direction : rad        speed : m/s        spin : rad/s
    """

    magnet: int
    direction: float
    speed: float
    spin: float = 0.0


Shot = Flick | Push | Delivery

MOST_SAMPLES = 2e7
"""Places of single magnets in one trajectory; they take some 600 MB."""


@dataclass(frozen=True, slots=True)
class Contact:
    """Two magnets' strike: the smaller number first.

    time : s after the start        position : m, a point between them
    impulse : N·s, of the strike's first 2 ms
    """

    pair: Bond
    time: float
    position: tuple[float, float]
    impulse: float


@dataclass(frozen=True, slots=True)
class Exit:
    """A magnet whose centre of mass passed the rim.

    time : s        position : m        velocity : m/s        spin : rad/s
    """

    magnet: int
    time: float
    position: tuple[float, float]
    velocity: tuple[float, float]
    angle: float
    spin: float


@dataclass(frozen=True, slots=True, eq=False)
class Trajectory:
    """All magnets' ways, sampled; t samples of n magnets, the first at the start, the last at the end.

    magnet : (n,) numbers
    time : (t,) s            position : (t, n, 2) m        angle : (t, n) rad
    present : (t, n) whether the magnet is still on the table
    kinetic, magnetic, dissipated : (t,) J; their sum is the start's energy plus the work done from outside
    """

    magnet: Integers
    time: Floats
    position: Floats
    angle: Floats
    present: Booleans
    kinetic: Floats
    magnetic: Floats
    dissipated: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Settled:
    """What a shot did.

    table : the state at the end, without the magnets that left
    at_rest : false when the time limit (or a given duration) came first
    duration : s simulated        steps : steps taken
    contacts, exits : in order of time
    bonds_made, bonds_broken : against the start's bonds
    """

    table: Table
    at_rest: bool
    duration: float
    steps: int
    contacts: tuple[Contact, ...]
    exits: tuple[Exit, ...]
    bonds_made: tuple[Bond, ...]
    bonds_broken: tuple[Bond, ...]
    trajectory: Trajectory
