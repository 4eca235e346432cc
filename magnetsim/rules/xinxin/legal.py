"""What the rules of 《心心相引》 refuse, and why (X4.5): nothing changes by a refused move."""

from __future__ import annotations

import math

from magnetsim.rim import leads_in, rim_depth
from magnetsim.rules.base import Reason
from magnetsim.rules.xinxin.clusters import new_of
from magnetsim.rules.xinxin.facts import Facts, PutDown, Searched, ShotResult, Spot
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
from magnetsim.rules.xinxin.options import Way, way_of
from magnetsim.rules.xinxin.seats import at_rim, within_reach
from magnetsim.rules.xinxin.state import Phase, State
from magnetsim.shot import Delivery, Flick, Push

MOST_TURN = 1e6
"""rad of an angle; of a far greater one, what a whole turn leaves is no more than rounding."""

_PHASES: dict[type[Move], tuple[Phase, ...]] = {
    LayOut: (Phase.LAY_OUT,),
    Deal: (Phase.DEAL,),
    Catch: (Phase.CATCH,),
    LiftShooter: (Phase.TAKE,),
    TakeShooter: (Phase.TAKE,),
    Shoot: (Phase.AIM,),
    NoStart: (Phase.AIM,),
    Collect: (Phase.CHOOSE,),
    Decline: (Phase.CHOOSE,),
    PutBack: (Phase.RETURN, Phase.PUT_BACK),
    SetAside: (Phase.RETURN, Phase.PUT_BACK),
    Forfeit: (Phase.RETURN, Phase.TAKE, Phase.AIM, Phase.CHOOSE, Phase.PUT_BACK),
}


def legal(state: State, move: Move, facts: Facts | None = None) -> Reason | None:
    """Why the move is refused, None when it is not; without facts, as far as can be said before the world is asked."""
    if state.phase not in _PHASES.get(type(move), ()):
        return Reason("wrong-phase", "X3.1", f"{type(move).__name__} is no move of the phase {state.phase.value}")
    match move:
        case Deal():
            return _deal(state, move)
        case Catch():
            return _catch(state, move)
        case LiftShooter() | TakeShooter():
            return _take(state, move)
        case Shoot():
            return _start(state, move) or _strength(state, move) or _start_spot(facts)
        case Collect():
            return _collect(state, move)
        case Decline() if state.options.must_take:
            return Reason("must-take", "X3.3", "it was agreed that who makes a new cluster takes one; choose one")
        case PutBack():
            return _put_back(state, move) or _put_back_spot(facts)
        case SetAside() if move.magnet not in state.waiting:
            return Reason("not-waiting", "X4.4", f"magnet {move.magnet} does not wait to be put back")
        case SetAside():
            return _spot_exists(facts, "X4.4")
        case NoStart():
            return _spot_exists(facts, "X3.1")
        case _:
            return None


def _deal(state: State, move: Deal) -> Reason | None:
    drawn = set(move.shooters)
    known = drawn <= {int(magnet) for magnet in state.table.magnet}
    if not known or len(drawn) != len(state.playing) or len(move.shooters) != len(drawn):
        return Reason("not-one-each", "X1.3", f"each player draws one magnet of their own, got {move.shooters}")
    if not drawn.issuperset(move.lying) or len(set(move.lying)) != len(move.lying):
        return Reason("not-one-each", "X1.3", f"of the shooters some may lie on the table already, got {move.lying}")
    if move.start not in state.playing:
        return Reason("not-playing", "X1.5", f"seat {move.start} does not play; it cannot start")
    return None


def _catch(state: State, move: Catch) -> Reason | None:
    if len(move.catchers) != len(state.falling):
        return Reason("not-one-each", "X4.4", f"{len(state.falling)} magnets fall, got {len(move.catchers)} catchers")
    for catcher in move.catchers:
        if catcher is None:
            continue
        if catcher == state.seat or catcher not in state.playing:
            return Reason("not-another", "X4.4", f"only another player may catch, got seat {catcher}")
        if not state.holds_magnet(catcher):
            return Reason("bare-hand", "X4.4", f"seat {catcher} has no magnet in hand to catch with")
    return None


def _take(state: State, move: LiftShooter | TakeShooter) -> Reason | None:
    own = state.shooter[state.seat]
    if isinstance(move, LiftShooter):
        if own is None:
            return Reason("no-shooter", "X3.5", "the own shooter was collected; take a magnet from the table instead")
        return None
    if own is not None:
        return Reason("has-shooter", "X3.5", f"magnet {own} is still the own shooter; lift it instead")
    if move.magnet not in state.table.magnet:
        return Reason("not-on-table", "X3.5", f"magnet {move.magnet} is not on the table; take one that is")
    if move.magnet in state.shooter:
        owner = state.shooter.index(move.magnet)
        return Reason("anothers-shooter", "X3.5", f"magnet {move.magnet} is the shooter of seat {owner}; take another")
    return None


def _start(state: State, move: Shoot) -> Reason | None:
    """Who shoots what, in which way, from where, and which way it goes."""
    own, shot = state.hand[state.seat], move.shot
    if shot.magnet != own:
        return Reason("not-own-shooter", "X3.1", f"the own shooter is magnet {own}, got {shot.magnet}")
    if not all(map(math.isfinite, _numbers(move))):
        return Reason("not-finite", "X4.5", "every number of a shot is finite; one is not")
    if max(abs(move.angle), abs(shot.direction)) > MOST_TURN:
        return Reason("too-many-turns", "X4.5", f"an angle is at most {MOST_TURN:g} rad either way; one is more")
    if way_of(shot) not in state.options.ways:
        return _way(state, way_of(shot))
    board, position = state.table.board, move.position
    if not at_rim(state, position, delivered=isinstance(shot, Delivery)):
        where = "behind" if isinstance(shot, Delivery) else "inside"
        return Reason(
            "not-at-rim",
            "X4.5",
            f"a shot starts at most {1e3 * state.options.start_depth:.0f} mm {where} the rim, "
            f"got {1e3 * rim_depth(board, position):.1f} mm inside",
        )
    if not within_reach(state, state.seat, position):
        return Reason("out-of-reach", "X4.5", "the start is beyond what the seated player reaches; move along the rim")
    ahead = math.cos(shot.direction), math.sin(shot.direction)
    if not leads_in(board, position, ahead, state.options.start_depth):
        return Reason("not-inward", "X4.5", "a shot is sent in from the rim; turn its direction inward")
    return None


def _way(state: State, got: Way) -> Reason:
    ways = state.options.ways
    if len(ways) == 1:
        agreed = f"one way, {ways[0].value}, was agreed for the whole game; got {got.value}"
        return Reason("not-agreed-way", "X1.7", agreed)
    allowed = ", ".join(way.value for way in ways)
    return Reason("way-not-allowed", "X1.6", f"ways of shooting here: {allowed}; got {got.value}")


def _numbers(move: Shoot) -> tuple[float, ...]:
    shot = move.shot
    common = (*move.position, move.angle, shot.direction, shot.speed)
    match shot:
        case Flick():
            return (*common, shot.offset)
        case Push():
            return (*common, shot.offset, shot.stroke)
        case Delivery():
            return (*common, shot.spin)


def _strength(state: State, move: Shoot) -> Reason | None:
    """Whether a hand can do it: speed, lever, stroke, spin."""
    shot, options = move.shot, state.options
    if not 0.0 < shot.speed <= options.speed_limit:
        return Reason(
            "speed", "X4.5", f"speed: expected more than 0, at most {options.speed_limit} m/s; got {shot.speed}"
        )
    if isinstance(shot, Delivery):
        if abs(shot.spin) > options.spin_limit:
            return Reason("spin", "X4.5", f"spin: expected at most {options.spin_limit} rad/s; got {shot.spin}")
        return None
    radius = state.laid.kind_of(shot.magnet).outline.bounding_radius
    if abs(shot.offset) > radius:
        return Reason(
            "offset", "X4.5", f"offset: expected at most {1e3 * radius:.1f} mm; got {1e3 * shot.offset:.1f} mm"
        )
    if isinstance(shot, Push):
        return _stroke(state, move.position, shot)
    return None


def _stroke(state: State, position: tuple[float, float], push: Push) -> Reason | None:
    limit = state.options.stroke_limit
    if not 0.0 < push.stroke <= limit:
        got = f"{1e3 * push.stroke:.1f} mm"
        return Reason("stroke", "X1.6", f"stroke: expected more than 0, at most {1e3 * limit:.0f} mm; got {got}")
    end = (
        position[0] + push.stroke * math.cos(push.direction),
        position[1] + push.stroke * math.sin(push.direction),
    )
    depth, zone = rim_depth(state.table.board, end), state.options.rim_zone
    if not 0.0 <= depth <= zone:
        return Reason(
            "stroke-end",
            "X1.6",
            f"a push lets go at most {1e3 * zone:.0f} mm inside the rim, got {1e3 * depth:.1f} mm; shorten the stroke",
        )
    return None


def _start_spot(facts: Facts | None) -> Reason | None:
    if not isinstance(facts, ShotResult):
        return None
    return _spot(facts.spot, "X3.1", "the shooter")


def _put_back_spot(facts: Facts | None) -> Reason | None:
    if not isinstance(facts, PutDown):
        return None
    return _spot(facts.spot, "X4.4", "the magnet")


def _spot(spot: Spot, clause: str, what: str) -> Reason | None:
    if spot.touches:
        return Reason("touches", clause, f"{what} would touch magnet {spot.touches[0]} there; choose another spot")
    if spot.moves:
        return Reason("disturbs", clause, f"with {what} there, magnet {spot.moves[0]} would move; choose another spot")
    return None


def _spot_exists(facts: Facts | None, clause: str) -> Reason | None:
    if not isinstance(facts, Searched) or facts.found is None:
        return None
    x, y, _ = facts.found
    return Reason("spot-exists", clause, f"there is a legal spot, at ({1e3 * x:.1f}, {1e3 * y:.1f}) mm; use one")


def _collect(state: State, move: Collect) -> Reason | None:
    if move.cluster in state.on_offer:
        return None
    named = sorted(move.cluster)
    if move.cluster in new_of(state):
        return Reason("not-largest", "X4.2", f"cluster {named} is new, but only the largest may be taken here")
    if move.cluster in state.clusters:
        why = "changed no bond of it" if state.options.changed_is_new else "made no bond in it"
        return Reason("old-cluster", "X4.3", f"cluster {named} is not new: this shot {why}")
    return Reason("no-cluster", "X3.3", f"{named} is not one of the new clusters, whole; choose one of those")


def _put_back(state: State, move: PutBack) -> Reason | None:
    if move.magnet not in state.waiting:
        return Reason("not-waiting", "X4.4", f"magnet {move.magnet} does not wait to be put back")
    if not all(map(math.isfinite, (*move.position, move.angle))):
        return Reason("not-finite", "X4.4", "every number of a spot is finite; one is not")
    if abs(move.angle) > MOST_TURN:
        return Reason("too-many-turns", "X4.4", f"an angle is at most {MOST_TURN:g} rad either way; it is more")
    if rim_depth(state.table.board, move.position) < 0.0:
        return Reason(
            "off-table", "X4.4", f"magnet {move.magnet} would stand beyond the rim; choose a spot on the table"
        )
    return None
