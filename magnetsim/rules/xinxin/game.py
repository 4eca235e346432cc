"""The rules of 《心心相引》: the machine that moves the state. This module is a `Game`.

A turn, phase by phase; what no magnet asks for is passed over:

| phase     | who moves | moves                     | next                                                       |
|-----------|-----------|---------------------------|------------------------------------------------------------|
| LAY_OUT   | chance    | LayOut                    | DEAL: a whole new game among the tied                      |
| DEAL      | chance    | Deal                      | AIM of the starting player                                 |
| RETURN    | player    | PutBack, SetAside         | itself while magnets wait, TAKE; only if some were aside   |
| TAKE      | player    | LiftShooter, TakeShooter  | CATCH, AIM; bonds are remembered; only if none is in hand  |
| AIM       | player    | Shoot, NoStart            | CATCH, CHOOSE, PUT_BACK; clusters are read                 |
| CATCH     | chance    | Catch                     | what was to follow; only after falls that may be caught    |
| CHOOSE    | player    | Collect, Decline          | CATCH, PUT_BACK; only after new clusters                   |
| PUT_BACK  | player    | PutBack, SetAside         | itself while magnets wait; end test; the next player       |
| OVER      | nobody    |                           |                                                            |

Forfeit is possible wherever a player moves: the turn goes to PUT_BACK, or ends from there.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from magnetsim.errors import IllegalShot, ScenarioError
from magnetsim.rules.base import CHANCE, Event, next_seat
from magnetsim.rules.xinxin.clusters import on_offer, told
from magnetsim.rules.xinxin.count import check_magnets, check_settled, lifted, magnets_accounted_for
from magnetsim.rules.xinxin.ending import finish, outcome, termination_after
from magnetsim.rules.xinxin.facts import Facts, LaidOut, PutDown, Rested, Searched, ShotResult, Spot
from magnetsim.rules.xinxin.falls import caught_or_dropped, collected_by, draw_catches, given_to_next
from magnetsim.rules.xinxin.legal import legal
from magnetsim.rules.xinxin.moves import (
    Catch,
    Collect,
    Deal,
    Decline,
    Forfeit,
    LayOut,
    LiftShooter,
    Move,
    NoStart,
    PutBack,
    SetAside,
    Shoot,
    TakeShooter,
)
from magnetsim.rules.xinxin.options import Options, Seat, Way, teams_of, way_of
from magnetsim.rules.xinxin.seats import lay_out_again, new_game, reach_of, seats_around, start_point
from magnetsim.rules.xinxin.state import Cluster, Phase, State, Termination
from magnetsim.shot import Exit, Settled
from magnetsim.table import Table

__all__ = [
    "Catch",
    "Cluster",
    "Collect",
    "Deal",
    "Decline",
    "Facts",
    "Forfeit",
    "LaidOut",
    "LayOut",
    "LiftShooter",
    "Move",
    "NoStart",
    "Options",
    "Phase",
    "PutBack",
    "PutDown",
    "Rested",
    "Searched",
    "Seat",
    "SetAside",
    "Shoot",
    "ShotResult",
    "Spot",
    "State",
    "TakeShooter",
    "Termination",
    "Way",
    "apply",
    "chance",
    "forfeit",
    "legal",
    "magnets_accounted_for",
    "new_game",
    "outcome",
    "reach_of",
    "seats_around",
    "start_point",
    "teams_of",
    "to_move",
    "turn",
    "view",
    "way_of",
]

_CHANCE_PHASES = (Phase.LAY_OUT, Phase.DEAL, Phase.CATCH)
_Next = tuple[State, tuple[Event, ...]]


def to_move(state: State) -> int | None:
    """The seat that decides next, CHANCE when nobody does, None when the match is over."""
    if state.phase is Phase.OVER:
        return None
    return CHANCE if state.phase in _CHANCE_PHASES else state.seat


def turn(state: State) -> int:
    """The number of the turn, from 1, over the whole match."""
    return state.turn


def chance(state: State, generator: np.random.Generator) -> Move:
    """The draw that is due: a layout's seed (X2.3), shooters and starting player (X1.3, X1.5), or catches (X4.4)."""
    if state.phase is Phase.LAY_OUT:
        return LayOut(int(generator.integers(2**32)))
    if state.phase is Phase.CATCH:
        return draw_catches(state, generator)
    drawn = generator.choice(state.table.magnet, size=len(state.playing), replace=False)
    return Deal(tuple(int(magnet) for magnet in drawn), int(generator.choice(state.playing)))


def forfeit(state: State, refusals: int) -> Move | None:
    """The forfeit, once enough moves were refused (X4.5)."""
    return Forfeit() if refusals >= state.options.refusals else None


def view(state: State, seat: int) -> State:  # noqa: ARG001 - nothing is hidden in this game
    """The state: all lies open."""
    return state


def apply(state: State, move: Move, facts: Facts | None) -> _Next:
    """The next state and what happened; IllegalShot for a refused move, ValueError for facts of the wrong kind."""
    reason = legal(state, move, facts)
    if reason is not None:
        raise IllegalShot(reason.name, reason.message)
    made = _drawn(state, move, facts) if state.phase in _CHANCE_PHASES else _chosen(state, move, facts)
    if made is None:
        got = type(facts).__name__ if facts is not None else "no facts"
        raise ValueError(f"{type(move).__name__} needs other facts than {got}; see facts.py")
    return made


def _drawn(state: State, move: Move, facts: Facts | None) -> _Next | None:
    """What a draw does; None for facts of the wrong kind."""
    match move, facts:
        case LayOut(), LaidOut():
            return lay_out_again(state, facts.table)
        case Deal(), Rested():
            return _deal(state, move, facts)
        case Catch(), None:
            decided, events = caught_or_dropped(state, move)
            return _after(events, _go_on(decided, state.then))
        case _:
            return None


def _chosen(state: State, move: Move, facts: Facts | None) -> _Next | None:
    """What a player's move does; None for facts of the wrong kind."""
    match move, facts:
        case LiftShooter() | TakeShooter(), Rested():
            return _take(state, move, facts.settled)
        case Shoot(), ShotResult():
            return _shoot(state, move, facts)
        case NoStart(), Searched():
            return _after((Event("X3.1", "no-start", state.seat),), _put_back(state))
        case Collect(), Rested():
            return _collect(state, move.cluster, facts.settled)
        case Decline(), None:
            return _after((Event("X3.3", "declined", state.seat),), _put_back(state))
        case PutBack(), PutDown():
            return _placed(state, move, facts.table)
        case SetAside(), Searched():
            return _set_aside(state, move.magnet)
        case Forfeit(), None:
            return _forfeit(state)
        case _:
            return None


# Set-up


def _deal(state: State, move: Deal, facts: Rested) -> _Next:
    moved = {*facts.moved, *(fallen.magnet for fallen in facts.settled.exits)}
    if moved:
        named = ", ".join(map(str, sorted(moved)))
        raise ScenarioError(
            f"layout: expected all magnets to stay at rest once the shooters are drawn, but {named} moved; "
            "lay them farther apart, or raise friction_static (X1.2)"
        )
    shooter: list[int | None] = [None] * len(state.players)
    for seat, magnet in zip(state.playing, move.shooters, strict=True):
        shooter[seat] = magnet
    table = lifted(state, facts.settled, move.shooters)
    dealt = replace(state, table=table, shooter=tuple(shooter), hand=tuple(shooter), seat=move.start)
    drawn = tuple(
        Event("X1.3", "drew-shooter", seat, {"magnet": magnet})
        for seat, magnet in zip(state.playing, move.shooters, strict=True)
    )
    return _after((*drawn, Event("X1.5", "starts", move.start)), _begin_turn(dealt))


# A turn, from its start to its end


def _begin_turn(state: State) -> _Next:
    """The turn of `state.seat` starts; set-aside magnets are tried first (X4.4)."""
    begun = (Event("X1.5", "turn", state.seat, {"turn": state.turn}),)
    if state.aside:
        return replace(state, phase=Phase.RETURN, waiting=state.aside, aside=()), begun
    return _after(begun, _make_ready(state))


def _make_ready(state: State) -> _Next:
    """To shoot, a player needs the shooter in hand; one with nothing to shoot is skipped (X3.6)."""
    if state.hand[state.seat] is not None:
        return _go_on(state, Phase.AIM)
    if state.can_shoot(state.seat):
        return replace(state, phase=Phase.TAKE), ()
    return _after((Event("X3.6", "skipped", state.seat),), _end_turn(state, skipped=True))


def _take(state: State, move: LiftShooter | TakeShooter, settled: Settled) -> _Next:
    """The shooter comes into the hand; what moves then, moves before the shot (X3.1, X3.5)."""
    seat = state.seat
    if isinstance(move, TakeShooter):
        state = replace(state, shooter=_with(state.shooter, seat, move.magnet))
    magnet = state.shooter[seat]
    if magnet is None:
        raise ValueError(f"seat {seat} has no shooter to lift")
    clause, name = ("X3.5", "took-shooter") if isinstance(move, TakeShooter) else ("X3.1", "lifted")
    taken = replace(state, table=lifted(state, settled, (magnet,)), hand=_with(state.hand, seat, magnet))
    event = Event(clause, name, seat, {"magnet": magnet})
    return _after((event, *_limit_reached(settled, seat)), _fall(taken, settled.exits, Phase.AIM))


def _shoot(state: State, move: Shoot, facts: ShotResult) -> _Next:
    settled = facts.settled
    if settled is None:
        raise ValueError("the start spot is good, so the facts must say what the shot did; got settled=None")
    seat, magnet = state.seat, move.shot.magnet
    known = {*(int(number) for number in state.table.magnet), magnet}
    check_settled(settled, known)
    for cluster in facts.clusters:
        if not cluster <= {int(number) for number in settled.table.magnet}:
            raise ValueError(f"cluster {sorted(cluster)} holds magnets that are not on the table")
    shot = replace(state, table=settled.table, hand=_with(state.hand, seat, None), clusters=facts.clusters)
    sent = Event("X3.2", "shot", seat, {"magnet": magnet, "way": way_of(move.shot).value, "duration": settled.duration})
    return _after((sent, *_limit_reached(settled, seat)), _fall(shot, settled.exits, Phase.CHOOSE))


def _fall(state: State, exits: tuple[Exit, ...], then: Phase) -> _Next:
    """Falls are decided before anything else goes on (X3.2, X4.4)."""
    if not exits:
        return _go_on(state, then)
    fell = tuple(Event("X4.4", "fell", None, {"magnet": fallen.magnet}) for fallen in exits)
    if state.options.falls_to_next:
        given, events = given_to_next(state, exits)
        return _after(
            (*fell, *events), _read_clusters(given, fell=True) if then is Phase.CHOOSE else _go_on(given, then)
        )
    return replace(state, phase=Phase.CATCH, falling=exits, then=then), fell


def _go_on(state: State, phase: Phase) -> _Next:
    """Into a phase that follows on falls."""
    if phase is Phase.AIM:
        return replace(state, phase=Phase.AIM, bonds_before=state.table.bonds), ()
    if phase is Phase.CHOOSE:
        return _read_clusters(state)
    return _put_back(state)


def _read_clusters(state: State, *, fell: bool = False) -> _Next:
    """Which clusters this shot made (X4.3); without one the turn goes on to its end (X3.4)."""
    events, offered = told(state), on_offer(state)
    if not offered:
        return _after(events, _put_back(state))
    if fell:
        forgone = Event("X4.4", "forgone", state.seat, {"clusters": tuple(tuple(sorted(one)) for one in offered)})
        return _after((*events, forgone), _put_back(state))
    return replace(state, phase=Phase.CHOOSE, on_offer=offered, lively_turn=state.game_turn), events


def _collect(state: State, cluster: Cluster, settled: Settled) -> _Next:
    magnets = tuple(sorted(cluster))
    taken = collected_by(replace(state, table=lifted(state, settled, magnets)), state.seat, magnets)
    events = [Event("X3.3", "collected", state.seat, {"magnets": magnets})]
    left = tuple(tuple(sorted(other)) for other in state.on_offer if other != cluster)
    if left:
        events.append(Event("X4.2", "left", state.seat, {"clusters": left}))
    limit = _limit_reached(settled, state.seat)
    return _after((*events, *limit), _fall(replace(taken, on_offer=()), settled.exits, Phase.PUT_BACK))


def _put_back(state: State) -> _Next:
    """What fell and was not caught goes back before the turn ends (X4.4)."""
    if state.waiting:
        return replace(state, phase=Phase.PUT_BACK, on_offer=()), ()
    return _end_turn(state)


def _placed(state: State, move: PutBack, table: Table | None) -> _Next:
    if table is None:
        raise ValueError("the spot is good, so the facts must have the table with the magnet on it; got table=None")
    check_magnets(table, {*(int(number) for number in state.table.magnet), move.magnet})
    waiting = tuple(magnet for magnet in state.waiting if magnet != move.magnet)
    event = Event("X4.4", "put-back", state.seat, {"magnet": move.magnet})
    return _after((event,), _resume(replace(state, table=table, waiting=waiting)))


def _set_aside(state: State, magnet: int) -> _Next:
    waiting = tuple(other for other in state.waiting if other != magnet)
    event = Event("X4.4", "set-aside", state.seat, {"magnet": magnet})
    return _after((event,), _resume(replace(state, waiting=waiting, aside=(*state.aside, magnet))))


def _resume(state: State) -> _Next:
    """On from a magnet put back or set aside, at the start of the turn or at its end."""
    if state.waiting:
        return state, ()
    return _make_ready(state) if state.phase is Phase.RETURN else _end_turn(state)


def _forfeit(state: State) -> _Next:
    """The turn is lost; magnets that wait are still put back, unless it was that which went wrong (X4.5)."""
    lost = (Event("X4.5", "forfeited", state.seat, {"phase": state.phase.value}),)
    if state.phase in (Phase.RETURN, Phase.PUT_BACK):
        return _after(lost, _end_turn(replace(state, waiting=(), aside=(*state.aside, *state.waiting))))
    return _after(lost, _put_back(state))


# The end


def _end_turn(state: State, *, skipped: bool = False) -> _Next:
    """End test, then the turn passes to the left (X3.3, X3.6)."""
    state = replace(state, on_offer=(), bonds_before=frozenset())
    termination = termination_after(state, skipped=skipped)
    if termination is not None:
        return finish(state, termination)
    passed = replace(
        state, seat=next_seat(state.playing, state.seat), turn=state.turn + 1, game_turn=state.game_turn + 1
    )
    return _begin_turn(passed)


# Small parts


def _after(events: tuple[Event, ...], following: _Next) -> _Next:
    """What follows, with these events before its own."""
    state, later = following
    return state, (*events, *later)


def _with(by_seat: tuple[int | None, ...], seat: int, magnet: int | None) -> tuple[int | None, ...]:
    return tuple(magnet if other == seat else own for other, own in enumerate(by_seat))


def _limit_reached(settled: Settled, seat: int) -> tuple[Event, ...]:
    """The flag on a table that was read as it lay at the time limit (X3.2)."""
    return () if settled.at_rest else (Event("X3.2", "time-limit", seat, {"duration": settled.duration}),)
