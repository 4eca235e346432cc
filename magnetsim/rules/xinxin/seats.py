"""Who sits where round the rim in 《心心相引》, and from where each may shoot (X1.4, X4.5, X4.6)."""

from __future__ import annotations

import math
from collections.abc import Sequence

from magnetsim.errors import ScenarioError
from magnetsim.language import Phrase
from magnetsim.rim import Point, arc_between, rim_arc, rim_depth, rim_length, rim_point
from magnetsim.rules.xinxin.options import Options, Seat
from magnetsim.rules.xinxin.state import State
from magnetsim.table import Board


def seats_around(
    board: Board, players: int, options: Options, skills: Sequence[float] | None = None
) -> tuple[Seat, ...]:
    """Seats at equal distances along the rim, clockwise, the first at the near side (towards -y) (X1.4).

    skills : each player's chance of a catch; the seat's own default where not given
    Raises ScenarioError when there are too few players, or more than the rim has room for.
    """
    if players < 2:
        text = Phrase("players: expected 2 or more, got {got}; add another [[players]] (X1.4)", got=players)
        raise ScenarioError(text)
    length = rim_length(board)
    room = math.floor(length / options.seat_width + 1e-9)
    if players > room:
        text = Phrase(
            "players: expected at most {most} at a rim of {length} mm, {width} mm a seat, got {got}; take fewer "
            "players or a larger table (X1.4)",
            most=room,
            length=f"{1e3 * length:.0f}",
            width=f"{1e3 * options.seat_width:.0f}",
            got=players,
        )
        raise ScenarioError(text)
    near = rim_arc(board, (0.0, -2 * length))
    middles = [(near - seat * length / players) % length for seat in range(players)]
    if skills is None:
        return tuple(Seat(middle) for middle in middles)
    return tuple(Seat(middle, skill) for middle, skill in zip(middles, skills, strict=True))


def within_reach(state: State, seat: int, position: Point) -> bool:
    """Whether a point (m) is at the stretch of rim that a player may shoot from (X1.4)."""
    board = state.table.board
    return arc_between(board, rim_arc(board, position), state.seats[seat].middle) <= 0.5 * reach_of(state) + 1e-9


def reach_of(state: State) -> float:
    """The length of rim (m) that a player may shoot from: the seated reach, or all of it (X4.5, X4.6)."""
    return rim_length(state.table.board) if state.options.free_movement else state.options.reach


def at_rim(state: State, position: Point, *, delivered: bool) -> bool:
    """Whether a point (m) is where a shot may start: just inside the rim, or just behind it to be delivered (X4.5)."""
    depth = rim_depth(state.table.board, position)
    if delivered:
        return -state.options.start_depth <= depth <= 0.0
    return 0.0 <= depth <= state.options.start_depth


def start_point(state: State, seat: int, share: float, depth: float) -> tuple[Point, Point]:
    """A point that a player may shoot from, and the unit normal there that points inward.

    share : where along the reach, from -1 (the player's right end) to 1 (the left end)
    depth : m within the rim; negative behind it
    """
    board = state.table.board
    arc = state.seats[seat].middle - 0.5 * share * reach_of(state)
    (x, y), (inward_x, inward_y) = rim_point(board, arc)
    return (x + depth * inward_x, y + depth * inward_y), (inward_x, inward_y)
