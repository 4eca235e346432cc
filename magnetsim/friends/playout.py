"""Games played out: the same games as a match plays, with none of their moves kept, and votes cast together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from magnetsim.friends.friend import Friend, votes_of
from magnetsim.match import Request, Strategy, Stream, drawing, late_drawing
from magnetsim.rules.base import CHANCE, Event
from magnetsim.rules.feelinks.game import apply, apply_votes, chance, legal, view
from magnetsim.rules.feelinks.moves import Move
from magnetsim.rules.feelinks.state import Phase, State


class PlayedOut(NamedTuple):
    """The state in which a game ended, and all that happened in it."""

    state: State
    events: tuple[Event, ...]


def play_out(
    start: State,
    strategies: Sequence[Strategy[State, Move]],
    seed: int,
    watch: Callable[[], None] | None = None,
) -> PlayedOut:
    """The end of the match with this start and seed: for many games, of whose moves none is asked for.

    strategies : by seat; each is shown what it may see, as in a match
    watch : called now and then, several times a round

    IllegalShot when a strategy makes a move that is refused: a match would ask it again.
    """
    state, told, made = start, list[Event](), 0
    # Friends draw nothing, look at nothing that a view hides, and what each votes hangs on no other's vote: so they may
    # vote at once, and need no view.
    friends = [one for one in strategies if isinstance(one, Friend)]
    together = (Phase.PICK, Phase.PREDICT) if len(friends) == len(strategies) else ()
    while (mover := state.round.to_move) is not None:
        if state.round.phase in together:
            state, events = apply_votes(state, votes_of(friends, state))
            made += len(friends)
        else:
            if mover == CHANCE:
                move = chance(state, drawing(seed, Stream.CHANCE, made))
            elif together:
                move = friends[mover].move(state, mover)
            else:
                request = Request(mover, view(state, mover), partial(legal, state))
                move = strategies[mover].choose(request, late_drawing(seed, Stream.CHOICE, made))
            state, events = apply(state, move, None)
            made += 1
        told += events
        if watch is not None:
            watch()
    return PlayedOut(state, tuple(told))
