"""Magnets that fall off the table: who may catch them, and who does (X4.4)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from magnetsim.rim import arc_between, rim_arc
from magnetsim.rules.base import Event, next_seat
from magnetsim.rules.xinxin.moves import Catch
from magnetsim.rules.xinxin.state import Next, State
from magnetsim.shot import Exit


def draw_catches(state: State, generator: np.random.Generator) -> Catch:
    """Who catches each falling magnet: the nearest tries first, then the next, each with the own skill.

    One number is drawn for each falling magnet and each seat, so that nobody's luck hangs on another's.
    """
    luck = generator.random((len(state.falling), len(state.seats)))
    catchers: list[int | None] = []
    for row, fallen in enumerate(state.falling):
        able = [seat for seat in catching_order(state, fallen) if luck[row, seat] < state.seats[seat].catch_skill]
        catchers.append(able[0] if able else None)
    return Catch(tuple(catchers))


def catching_order(state: State, fallen: Exit) -> tuple[int, ...]:
    """The seats that may try to catch it and reach it, the nearest along the rim first; never the one who shot.

    Of two as near, to a nanometre, the lower seat is first.
    """
    board = state.table.board
    arc = rim_arc(board, fallen.position)
    distance = {
        seat: round(arc_between(board, arc, state.seats[seat].middle), 9)
        for seat in state.playing
        if seat != state.seat and state.holds_magnet(seat)
    }
    near = [seat for seat in distance if distance[seat] <= state.options.catch_reach]
    return tuple(sorted(near, key=lambda seat: (distance[seat], seat)))


def caught_or_dropped(state: State, catch: Catch) -> Next:
    """The falls decided: what is caught is collected, what is not waits to be put back."""
    events = []
    for fallen, catcher in zip(state.falling, catch.catchers, strict=True):
        if catcher is None:
            state = replace(state, waiting=(*state.waiting, fallen.magnet))
            events.append(Event("X4.4", "dropped", None, {"magnet": fallen.magnet}))
        else:
            state = collected_by(state, catcher, (fallen.magnet,))
            state = replace(state, lively_turn=state.game_turn)
            events.append(Event("X4.4", "caught", catcher, {"magnet": fallen.magnet}))
    return replace(state, falling=()), tuple(events)


def given_to_next(state: State, exits: tuple[Exit, ...]) -> Next:
    """The house rule that what falls is the next player's: nobody catches, nothing goes back (falls_to_next)."""
    heir = next_seat(state.playing, state.seat)
    magnets = tuple(fallen.magnet for fallen in exits)
    given = replace(collected_by(state, heir, magnets), lively_turn=state.game_turn)
    return given, tuple(Event("X4.4", "given", heir, {"magnet": magnet}) for magnet in magnets)


def collected_by(state: State, seat: int, magnets: tuple[int, ...]) -> State:
    """These magnets, already off the table, are the seat's; whoever shot with one has a shooter no more (X3.5)."""
    collected = tuple((*own, *magnets) if other == seat else own for other, own in enumerate(state.collected))
    shooter = tuple(None if own in magnets else own for own in state.shooter)
    return replace(state, collected=collected, shooter=shooter)
