"""Set-up of 《心心相引》: who sits where, what each reaches, and a game ready for its first deal."""

from __future__ import annotations

import math
from collections.abc import Sequence

from magnetsim.clusters import touching_pairs
from magnetsim.errors import ScenarioError
from magnetsim.rim import Point, arc_between, rim_arc, rim_depth, rim_length, rim_point
from magnetsim.rules.base import Event, Player, leaders
from magnetsim.rules.xinxin.options import Options, Seat, teams_of
from magnetsim.rules.xinxin.state import Phase, State
from magnetsim.table import Board, Table


def seats_around(
    board: Board, players: int, options: Options, skills: Sequence[float] | None = None
) -> tuple[Seat, ...]:
    """Seats at equal distances along the rim, clockwise, the first at the near side (towards -y) (X1.4).

    skills : each player's chance of a catch; the seat's own default where not given
    Raises ScenarioError when there are too few players, or more than the rim has room for.
    """
    if players < 2:
        raise ScenarioError(f"players: expected 2 or more, got {players}; add another [[players]] (X1.4)")
    length = rim_length(board)
    room = math.floor(length / options.seat_width + 1e-9)
    if players > room:
        raise ScenarioError(
            f"players: expected at most {room} at a rim of {1e3 * length:.0f} mm, "
            f"{1e3 * options.seat_width:.0f} mm a seat, got {players}; take fewer players or a larger table (X1.4)"
        )
    near = rim_arc(board, (0.0, -2 * length))
    middles = [(near - seat * length / players) % length for seat in range(players)]
    if skills is None:
        return tuple(Seat(middle) for middle in middles)
    return tuple(Seat(middle, skill) for middle, skill in zip(middles, skills, strict=True))


def new_game(
    table: Table, names: Sequence[str], options: Options | None = None, skills: Sequence[float] | None = None
) -> State:
    """A game laid out and ready for the deal (X1.1-X1.4, X4.6); ScenarioError when it cannot be played."""
    options = Options() if options is None else options
    if options.teams:
        check_teams(len(names))
    seats = seats_around(table.board, len(names), options, skills)
    playing = tuple(range(len(names)))
    check_layout(table, len(playing))
    return State(
        options=options,
        players=tuple(Player(name) for name in names),
        seats=seats,
        playing=playing,
        laid=table,
        table=table,
        phase=Phase.DEAL,
        seat=0,
        turn=1,
        shooter=(None,) * len(names),
        hand=(None,) * len(names),
        collected=((),) * len(names),
    )


def lay_out_again(state: State, table: Table) -> tuple[State, tuple[Event, ...]]:
    """A whole new game among the tied, teams whole, in the same order, with the same options (X2.3, X5.4)."""
    if len(table) != len(state.laid):
        raise ValueError(f"a replay has as many magnets as the game: expected {len(state.laid)}, got {len(table)}")
    tied = tuple(sorted(seat for side in leaders(state.scores, state.sides) for seat in side))
    check_layout(table, len(tied))
    nobody = (None,) * len(state.players)
    again = State(
        options=state.options,
        players=state.players,
        seats=state.seats,
        playing=tied,
        laid=table,
        table=table,
        phase=Phase.DEAL,
        seat=tied[0],
        turn=state.turn,
        shooter=nobody,
        hand=nobody,
        collected=((),) * len(state.players),
        earlier=(*state.earlier, state.scores),
    )
    return again, (Event("X2.3", "replay", None, {"seats": tied, "replay": len(again.earlier)}),)


def check_teams(players: int) -> None:
    """Refuse, with ScenarioError, players who do not divide into teams of two (X4.6)."""
    try:
        teams_of(players)
    except ValueError as error:
        raise ScenarioError(f"players: {error}; add or take away [[players]], or set teams = false (X4.6)") from error


def check_layout(table: Table, players: int) -> None:
    """Refuse, with ScenarioError, a layout without a target (X1.4) or with magnets that touch (X1.2)."""
    if len(table) <= players:
        raise ScenarioError(
            f"magnets: expected at least {players + 1}, a shooter for each of {players} players and a target, "
            f"got {len(table)}; lay more magnets (X1.4)"
        )
    touching = touching_pairs(table)
    if touching:
        first, second = touching[0]
        raise ScenarioError(
            f"magnets {first} and {second} touch at the start; expected no two to touch; move them apart (X1.2)"
        )
    moving = [int(number) for number, row in zip(table.magnet, table.velocity, strict=True) if row.any()]
    if moving:
        raise ScenarioError(f"magnet {moving[0]} moves at the start; expected all at rest; give it no velocity (X1.2)")


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
