"""How physics is done, and what acts from outside: plain values."""

from __future__ import annotations

from dataclasses import dataclass, field

from magnetsim.clusters import BondCriteria
from magnetsim.table import Floats


@dataclass(frozen=True, slots=True)
class Physics:
    """How a shot is followed.

    step : s; shorter, for the whole run, where magnets move too fast, or draw each other too hard, for their size
    time_limit : s simulated, after which a shot is read as it lies
    duration : s to run, whether or not all rests; None: until all rest
    sample_rate : Hz, of the trajectory; no more than one sample a step
    iterations : of the contact solver, a step
    criteria : what counts as a bond
    """

    step: float = 0.5e-3
    time_limit: float = 10.0
    duration: float | None = None
    sample_rate: float = 120.0
    iterations: int = 10
    criteria: BondCriteria = field(default_factory=BondCriteria)


@dataclass(frozen=True, slots=True, eq=False)
class OutsideForce:
    """What a hand or a weight does to the magnets: constant, or growing with time from the start.

    force : (n, 2) N           torque : (n,) N·m
    force_rate : (n, 2) N/s    torque_rate : (n,) N·m/s
    """

    force: Floats
    torque: Floats
    force_rate: Floats
    torque_rate: Floats
