"""Plain shots from all along the rim: what is left to a strategy that finds nothing better."""

from __future__ import annotations

import math
from collections.abc import Iterator

from magnetsim.rim import rim_arc, rim_point
from magnetsim.rules.xinxin import Shoot, State, Way
from magnetsim.shot import Delivery, Flick, Push, Shot
from magnetsim.tabletop.spots import start_poses


def spread_shots(view: State, magnet: int, speed: float) -> Iterator[Shoot]:
    """Shots straight in from every pose at the own rim that is tried, in each way that is allowed; speed in m/s."""
    kind, board, options = view.laid.kind_of(magnet), view.table.board, view.options
    stroke = stroke_of(view)
    for way in options.ways:
        for x, y, angle in start_poses(board, view.seats[view.seat], options, kind, behind=way is Way.DELIVER):
            inward_x, inward_y = rim_point(board, rim_arc(board, (x, y)))[1]
            yield Shoot((x, y), angle, plain_shot(way, magnet, math.atan2(inward_y, inward_x), speed, stroke))


def plain_shot(way: Way, magnet: int, direction: float, speed: float, stroke: float) -> Shot:
    """A central shot, without spin: direction in rad, speed in m/s, stroke in m."""
    match way:
        case Way.FLICK:
            return Flick(magnet, direction, speed)
        case Way.PUSH:
            return Push(magnet, direction, speed, stroke)
        case Way.DELIVER:
            return Delivery(magnet, direction, speed)


def stroke_of(view: State) -> float:
    """A stroke (m) that ends in the rim's zone from wherever it starts."""
    return min(view.options.stroke_limit, max(view.options.rim_zone - view.options.start_depth, 0.01))
