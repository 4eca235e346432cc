"""The hand's error: what comes between the aim and the shot."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from magnetsim.match import Hand
from magnetsim.rim import leads_in, rim_arc, rim_depth, rim_point
from magnetsim.rules.xinxin.game import Move, Options, Shoot
from magnetsim.shot import Delivery, Push
from magnetsim.table import Table

FLATTEST = math.radians(89.9)
"""The widest angle off the rim's normal that a hand strays to: what is aimed inward goes inward."""
WEAKEST = 0.1
"""Of the speed that was meant, the least that a hand gives."""


@dataclass(frozen=True, slots=True)
class HandError:
    """Standard deviations of a hand, each normal and independent of the others.

    direction : rad
    speed : as a part of the speed that is meant
    offset : m, of the place that the finger hits, of a flick or push
    spin : rad/s, of a delivery, where no finger hits
    """

    direction: float = 0.0
    speed: float = 0.0
    offset: float = 0.0
    spin: float = 0.0


HANDS: dict[str, HandError] = {
    "perfect": HandError(),
    "steady": HandError(direction=math.radians(0.7), speed=0.03, offset=0.2e-3, spin=0.5),
    "normal": HandError(direction=math.radians(2.0), speed=0.08, offset=0.6e-3, spin=1.5),
    "shaky": HandError(direction=math.radians(5.0), speed=0.18, offset=1.5e-3, spin=4.0),
}
"""Hands by the name that a scenario calls them; our own judgement, no source has figures."""


def hand(error: HandError, options: Options, table: Table) -> Hand[Move]:
    """A hand that errs so, at a table with these options.

    Only shots are erred in, and what was legal stays legal: what goes beyond the rules' bounds stops at them.
    """
    least_radius = min(kind.outline.bounding_radius for kind in table.kinds)

    def err(move: Move, generator: np.random.Generator) -> Move:
        if not isinstance(move, Shoot):
            return move
        turn, strength, aside, twist = generator.standard_normal(4).tolist()
        shot = move.shot
        direction = _inward(table, options, move, shot.direction + error.direction * turn)
        speed = shot.speed * max(1.0 + error.speed * strength, WEAKEST)
        speed = min(speed, max(shot.speed, options.speed_limit))
        if isinstance(shot, Delivery):
            spin = _within(shot.spin + error.spin * twist, max(abs(shot.spin), options.spin_limit))
            return replace(move, shot=replace(shot, direction=direction, speed=speed, spin=spin))
        offset = _within(shot.offset + error.offset * aside, max(abs(shot.offset), least_radius))
        struck = replace(shot, direction=direction, speed=speed, offset=offset)
        if isinstance(struck, Push):
            struck = replace(struck, stroke=_short_enough(table, options, move, struck))
        return replace(move, shot=struck)

    return err


def _inward(table: Table, options: Options, move: Shoot, direction: float) -> float:
    """The direction (rad); if it does not go in from the rim, the flattest to its side that does, or the one meant."""
    x, y = rim_point(table.board, rim_arc(table.board, move.position))[1]
    straight = math.atan2(y, x)
    off = math.remainder(direction - straight, 2 * math.pi)
    for one in (direction, straight + math.copysign(FLATTEST, off)):
        if leads_in(table.board, move.position, (math.cos(one), math.sin(one)), options.start_depth):
            return one
    return move.shot.direction


def _short_enough(table: Table, options: Options, move: Shoot, push: Push) -> float:
    """The stroke (m), shortened until the push lets go in the rim's zone."""
    stroke = push.stroke
    ahead = math.cos(push.direction), math.sin(push.direction)
    for _ in range(100):
        end = move.position[0] + stroke * ahead[0], move.position[1] + stroke * ahead[1]
        if 0.0 <= rim_depth(table.board, end) <= options.rim_zone:
            break
        stroke *= 0.9
    return stroke


def _within(value: float, limit: float) -> float:
    return min(max(value, -limit), limit)
