"""A turn of 《心心相引》 from start to end: what each phase does, and which follows (X3.1-X3.6, X4.4, X4.5)."""

from __future__ import annotations

from dataclasses import replace

from magnetsim.rules.base import Event, next_seat
from magnetsim.rules.xinxin.clusters import on_offer, told
from magnetsim.rules.xinxin.count import check_magnets, check_settled, lifted
from magnetsim.rules.xinxin.ending import finish, termination_after
from magnetsim.rules.xinxin.facts import ShotResult
from magnetsim.rules.xinxin.falls import caught_or_dropped, collected_by, given_to_next
from magnetsim.rules.xinxin.moves import Catch, LiftShooter, PutBack, Shoot, TakeShooter
from magnetsim.rules.xinxin.options import way_of
from magnetsim.rules.xinxin.state import Next, Phase, State
from magnetsim.shot import Exit, Settled
from magnetsim.table import Cluster, Table


def begin_turn(state: State) -> Next:
    """The turn of `state.seat` starts; set-aside magnets are tried first (X4.4)."""
    begun = (Event("X1.5", "turn", state.seat, {"turn": state.turn}),)
    if state.aside:
        return replace(state, phase=Phase.RETURN, waiting=state.aside, aside=()), begun
    return _after(begun, _make_ready(state))


def _make_ready(state: State) -> Next:
    """To shoot, a player needs the shooter in hand; one with nothing to shoot is skipped (X3.6)."""
    if state.hand[state.seat] is not None:
        return _go_on(state, Phase.AIM)
    if state.can_shoot(state.seat):
        return replace(state, phase=Phase.TAKE), ()
    return _after((Event("X3.6", "skipped", state.seat),), _end_turn(state, skipped=True))


def take(state: State, move: LiftShooter | TakeShooter, settled: Settled) -> Next:
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


def no_start(state: State) -> Next:
    """Nowhere to shoot from: the turn passes (X3.1)."""
    return _after((Event("X3.1", "no-start", state.seat),), _put_back(state))


def shoot(state: State, move: Shoot, facts: ShotResult) -> Next:
    """The one shot of the turn, and where everything came to rest (X3.2)."""
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


def _fall(state: State, exits: tuple[Exit, ...], then: Phase) -> Next:
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


def after_catches(state: State, move: Catch) -> Next:
    """The falls are decided, and what was to follow follows (X4.4)."""
    decided, events = caught_or_dropped(state, move)
    return _after(events, _go_on(decided, state.then))


def _go_on(state: State, phase: Phase) -> Next:
    """Into a phase that follows on falls."""
    if phase is Phase.AIM:
        return replace(state, phase=Phase.AIM, bonds_before=state.table.bonds), ()
    if phase is Phase.CHOOSE:
        return _read_clusters(state)
    return _put_back(state)


def _read_clusters(state: State, *, fell: bool = False) -> Next:
    """Which clusters this shot made (X4.3); without one the turn goes on to its end (X3.4)."""
    events, offered = told(state), on_offer(state)
    if not offered:
        return _after(events, _put_back(state))
    if fell:
        forgone = Event("X4.4", "forgone", state.seat, {"clusters": tuple(tuple(sorted(one)) for one in offered)})
        return _after((*events, forgone), _put_back(state))
    return replace(state, phase=Phase.CHOOSE, on_offer=offered, lively_turn=state.game_turn), events


def declined(state: State) -> Next:
    """None of the new clusters is taken (X3.3)."""
    return _after((Event("X3.3", "declined", state.seat),), _put_back(state))


def collect(state: State, cluster: Cluster, settled: Settled) -> Next:
    """One new cluster, whole, is the shooting player's (X3.3); the others stay (X4.2)."""
    magnets = tuple(sorted(cluster))
    taken = collected_by(replace(state, table=lifted(state, settled, magnets)), state.seat, magnets)
    events = [Event("X3.3", "collected", state.seat, {"magnets": magnets})]
    left = tuple(tuple(sorted(other)) for other in state.on_offer if other != cluster)
    if left:
        events.append(Event("X4.2", "left", state.seat, {"clusters": left}))
    limit = _limit_reached(settled, state.seat)
    return _after((*events, *limit), _fall(replace(taken, on_offer=()), settled.exits, Phase.PUT_BACK))


def _put_back(state: State) -> Next:
    """What fell and was not caught goes back before the turn ends (X4.4)."""
    if state.waiting:
        return replace(state, phase=Phase.PUT_BACK, on_offer=()), ()
    return _end_turn(state)


def placed(state: State, move: PutBack, table: Table | None) -> Next:
    """A magnet that fell is on the table again (X4.4)."""
    if table is None:
        raise ValueError("the spot is good, so the facts must have the table with the magnet on it; got table=None")
    check_magnets(table, {*(int(number) for number in state.table.magnet), move.magnet})
    waiting = tuple(magnet for magnet in state.waiting if magnet != move.magnet)
    event = Event("X4.4", "put-back", state.seat, {"magnet": move.magnet})
    return _after((event,), _resume(replace(state, table=table, waiting=waiting)))


def set_aside(state: State, magnet: int) -> Next:
    """There is no spot for a magnet that fell: it lies beside the table for now (X4.4)."""
    waiting = tuple(other for other in state.waiting if other != magnet)
    event = Event("X4.4", "set-aside", state.seat, {"magnet": magnet})
    return _after((event,), _resume(replace(state, waiting=waiting, aside=(*state.aside, magnet))))


def _resume(state: State) -> Next:
    """On from a magnet put back or set aside, at the start of the turn or at its end."""
    if state.waiting:
        return state, ()
    return _make_ready(state) if state.phase is Phase.RETURN else _end_turn(state)


def forfeited(state: State) -> Next:
    """The turn is lost; magnets that wait are still put back, unless it was that which went wrong (X4.5)."""
    lost = (Event("X4.5", "forfeited", state.seat, {"phase": state.phase.value}),)
    if state.phase in (Phase.RETURN, Phase.PUT_BACK):
        return _after(lost, _end_turn(replace(state, waiting=(), aside=(*state.aside, *state.waiting))))
    return _after(lost, _put_back(state))


def _end_turn(state: State, *, skipped: bool = False) -> Next:
    """End test, then the turn passes to the left (X3.3, X3.6)."""
    state = replace(state, on_offer=(), bonds_before=frozenset())
    termination = termination_after(state, skipped=skipped)
    if termination is not None:
        return finish(state, termination)
    passed = replace(
        state, seat=next_seat(state.playing, state.seat), turn=state.turn + 1, game_turn=state.game_turn + 1
    )
    return begin_turn(passed)


def _after(events: tuple[Event, ...], following: Next) -> Next:
    """What follows, with these events before its own."""
    state, later = following
    return state, (*events, *later)


def _with(by_seat: tuple[int | None, ...], seat: int, magnet: int | None) -> tuple[int | None, ...]:
    return tuple(magnet if other == seat else own for other, own in enumerate(by_seat))


def _limit_reached(settled: Settled, seat: int) -> tuple[Event, ...]:
    """The flag on a table that was read as it lay at the time limit (X3.2)."""
    return () if settled.at_rest else (Event("X3.2", "time-limit", seat, {"duration": settled.duration}),)
