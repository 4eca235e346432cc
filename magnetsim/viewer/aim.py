"""What a person at the window means to shoot: plain values, moved by keys and by the mouse, made into a move."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from magnetsim.rim import arc_between, rim_arc, rim_length
from magnetsim.rules.xinxin.game import Shoot, State, Way, reach_of, start_point
from magnetsim.shot import Delivery, Flick, Push
from magnetsim.table import Kind
from magnetsim.tabletop.spots import longest_stroke, start_depth

SPEED_A_METRE = 12.0
"""m/s of speed for each metre that the mouse is drawn back."""
LEAST_SPEED = 0.05
_WIDEST = math.radians(85)


@dataclass(frozen=True, slots=True)
class Aim:
    """A shot that is meant.

    share : where along the reach, from -1 (the right end) to 1 (the left end)
    direction : rad from straight in, to the left        speed : m/s
    turn : rad that the magnet's moment points from straight in
    offset : -0.9 to 0.9, the finger to the left of the centre by so much of half the bounding radius; of a delivery,
        the share of the most spin that the rules allow
    """

    way: Way
    share: float = 0.0
    direction: float = 0.0
    speed: float = 0.8
    turn: float = 0.0
    offset: float = 0.0


def first_aim(state: State, before: Aim | None = None) -> Aim:
    """Where aiming begins: as the player aimed before, if that way is still allowed."""
    if before is not None and before.way in state.options.ways:
        return before
    return Aim(state.options.ways[0], speed=min(0.8, state.options.speed_limit))


def moved(aim: Aim, state: State, **by: float) -> Aim:
    """The aim with some of its values moved by so much, each kept within what can be meant."""
    bounds = {
        "share": (-1.0, 1.0),
        "direction": (-_WIDEST, _WIDEST),
        "speed": (LEAST_SPEED, state.options.speed_limit),
        "offset": (-0.9, 0.9),
    }
    values = {}
    for name, change in by.items():
        value = getattr(aim, name) + change
        low, high = bounds.get(name, (-math.inf, math.inf))
        values[name] = min(high, max(low, value))
    return replace(aim, **values)


def next_way(aim: Aim, state: State) -> Aim:
    """The next of the ways that are allowed."""
    ways = state.options.ways
    return replace(aim, way=ways[(ways.index(aim.way) + 1) % len(ways)])


def slid_to(aim: Aim, state: State, point: tuple[float, float]) -> Aim:
    """The start slid along the reach to what is nearest to a point of the table, m."""
    board, middle = state.table.board, state.seats[state.seat].middle
    arc, length = rim_arc(board, point), rim_length(board)
    away = arc_between(board, arc, middle)
    # A player's left is clockwise along the rim, where arcs fall.
    left = (middle - arc) % length <= length / 2
    share = (away if left else -away) / (0.5 * reach_of(state))
    return replace(aim, share=min(1.0, max(-1.0, share)))


def drawn_back(aim: Aim, state: State, point: tuple[float, float]) -> Aim:
    """Aimed as with a sling that is drawn back from the shooter to a point (m): away from it, harder the farther."""
    (x, y), inward = start_of(aim, state)
    back_x, back_y = x - point[0], y - point[1]
    length = math.hypot(back_x, back_y)
    if length < 1e-6:
        return aim
    direction = math.atan2(back_y, back_x) - math.atan2(inward[1], inward[0])
    direction = (direction + math.pi) % (2 * math.pi) - math.pi
    speed = min(state.options.speed_limit, max(LEAST_SPEED, SPEED_A_METRE * length))
    return replace(aim, direction=min(_WIDEST, max(-_WIDEST, direction)), speed=speed)


def start_of(aim: Aim, state: State) -> tuple[tuple[float, float], tuple[float, float]]:
    """Where the shot starts (m), and the unit normal there that points inward."""
    return start_point(state, state.seat, aim.share, start_depth(state.options, _kind(state), aim.way))


def shoot_of(aim: Aim, state: State) -> Shoot:
    """The move that is meant."""
    options, kind, magnet = state.options, _kind(state), _in_hand(state)
    position, inward = start_of(aim, state)
    straight = math.atan2(inward[1], inward[0])
    direction, angle = straight + aim.direction, straight + aim.turn
    size = kind.outline.bounding_radius
    match aim.way:
        case Way.FLICK:
            return Shoot(position, angle, Flick(magnet, direction, aim.speed, 0.5 * size * aim.offset))
        case Way.PUSH:
            depth = start_depth(options, kind, aim.way)
            stroke = longest_stroke(options, depth)
            return Shoot(position, angle, Push(magnet, direction, aim.speed, stroke, 0.5 * size * aim.offset))
        case Way.DELIVER:
            return Shoot(position, angle, Delivery(magnet, direction, aim.speed, options.spin_limit * aim.offset))


def _in_hand(state: State) -> int:
    magnet = state.hand[state.seat]
    if magnet is None:
        raise ValueError(f"seat {state.seat} is to aim with no shooter in hand")
    return magnet


def _kind(state: State) -> Kind:
    return state.laid.kind_of(_in_hand(state))
