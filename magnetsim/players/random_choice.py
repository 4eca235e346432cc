"""Random: any way, any angle, any speed that makes sense; it asks nothing and prefers nothing."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from magnetsim.match import Request
from magnetsim.players.tools import Tools
from magnetsim.players.turn import decide
from magnetsim.rules.xinxin.game import Cluster, Move, Shoot, State, Way, start_point
from magnetsim.shot import Delivery, Flick, Push, Shot
from magnetsim.tabletop.spots import Pose, longest_stroke, plain_shots

SPEEDS = 0.2, 1.6
"""m/s: from a nudge to a shot across the table."""
WIDEST = math.radians(60)
"""How far a shot goes off the rim's normal, to either side."""
OFFSET = 3e-3
"""m, the farthest that the finger hits off the centre."""
DRAWS = 200
"""Shots drawn before it goes along the rim for one that is possible."""


@dataclass(frozen=True, slots=True)
class RandomChoice:
    """The strategy `random`."""

    tools: Tools

    def choose(self, request: Request[State, Move], generator: np.random.Generator) -> Move:
        """A legal move, all of which is drawn."""
        return decide(self, request, generator, self.tools.touch_gap)

    def shots(self, view: State, magnet: int, generator: np.random.Generator) -> Iterator[Shoot]:
        """Drawn shots; where none of many is possible, plain ones from all along the rim."""
        for _ in range(DRAWS):
            yield _drawn(view, magnet, generator)
        yield from plain_shots(view, magnet)

    def new_shooter(self, view: State, magnets: Sequence[int], generator: np.random.Generator) -> int:
        """Any."""
        return magnets[int(generator.integers(len(magnets)))]

    def cluster(self, clusters: Sequence[Cluster], generator: np.random.Generator) -> Cluster:
        """Any."""
        return clusters[int(generator.integers(len(clusters)))]

    def put_back(self, view: State, poses: Sequence[Pose], generator: np.random.Generator) -> Iterable[Pose]:
        """Anywhere."""
        return (poses[index] for index in generator.permutation(len(poses)).tolist())


def _drawn(view: State, magnet: int, generator: np.random.Generator) -> Shoot:
    options = view.options
    way = options.ways[int(generator.integers(len(options.ways)))]
    share, depth, aside, strength, spin, offset, stroke = generator.uniform(size=7).tolist()
    deep = min(options.start_depth, 2 * view.laid.kind_of(magnet).outline.bounding_radius) * depth
    position, inward = start_point(view, view.seat, 2 * share - 1, -deep if way is Way.DELIVER else deep)
    direction = math.atan2(inward[1], inward[0]) + WIDEST * (2 * aside - 1)
    speed = min(SPEEDS[0] + (SPEEDS[1] - SPEEDS[0]) * strength, options.speed_limit)
    lever, length = OFFSET * (2 * offset - 1), longest_stroke(options, deep) * (0.2 + 0.8 * stroke)
    angle = float(generator.uniform(-math.pi, math.pi))
    shot: Shot
    match way:
        case Way.FLICK:
            shot = Flick(magnet, direction, speed, lever)
        case Way.PUSH:
            shot = Push(magnet, direction, speed, length, lever)
        case Way.DELIVER:
            shot = Delivery(magnet, direction, speed, options.spin_limit * (2 * spin - 1))
    return Shoot(position, angle, shot)
