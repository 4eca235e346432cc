"""Whether a state in which a player is to shoot is one that a match may come to, for states that come from outside."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from itertools import chain

from magnetsim.language import Phrase, listed
from magnetsim.rim import rim_depth
from magnetsim.rules.xinxin.options import teams_of
from magnetsim.rules.xinxin.state import Phase, State

_LAST_TURN = 1_000_000_000
"""No match comes to it, and tables of results hold it."""

Problem = tuple[str, Phrase | str, object]
"""The field's path, what was expected there, and what was got."""


def first_problem(state: State) -> Problem | None:
    """What is wrong first with a state in which a player is to shoot; None when nothing is.

    What the physics refuses, magnets in one another or too far off, it says itself.
    """
    # Each part may lean on those before it.
    for part in (_seats, _turns, _whereabouts, _shooters, _table, _clusters):
        for problem in part(state):
            return problem
    return None


def _seats(state: State) -> Iterator[Problem]:
    players, all_seats = len(state.players), range(len(state.players))
    for name in ("shooter", "hand", "collected"):
        if len(getattr(state, name)) != players:
            expected = Phrase("{count} entries, one a player", count=players)
            yield name, expected, f"{len(getattr(state, name))}"
    if not set(state.playing) <= set(all_seats) or list(state.playing) != sorted(set(state.playing)):
        yield "playing", Phrase("seats from 0 to {most}, in order", most=players - 1), list(state.playing)
    if len(state.playing) < 2:
        yield "playing", Phrase("at least two seats"), list(state.playing)
    if not state.earlier and len(state.playing) < players:
        yield "playing", Phrase("all seats, as no game was tied before"), list(state.playing)
    if state.options.teams and any(
        (one in state.playing) != (mate in state.playing) for one, mate in teams_of(players)
    ):
        yield "playing", Phrase("whole teams"), list(state.playing)
    if state.seat not in state.playing:
        yield "seat", Phrase("one of those that play, {seats}", seats=list(state.playing)), state.seat
    for name in ("shooter", "hand"):
        idle = [seat for seat in all_seats if seat not in state.playing and getattr(state, name)[seat] is not None]
        if idle:
            yield f"{name}[{idle[0]}]", Phrase("none, as this seat does not play"), getattr(state, name)[idle[0]]
    for at, scores in enumerate(state.earlier):
        if len(scores) != players or min(scores) < 0:
            expected = Phrase("{count} scores, one a player, from 0 on", count=players)
            yield f"earlier[{at}]", expected, list(scores)


def _turns(state: State) -> Iterator[Problem]:
    if not 1 <= state.turn <= _LAST_TURN:
        yield "turn", Phrase("from {least} to {most}", least=1, most=_LAST_TURN), state.turn
    if not 0 <= state.game_turn < state.turn:
        yield "game_turn", Phrase("from {least} to {most}", least=0, most=state.turn - 1), state.game_turn
    if not -1 <= state.lively_turn <= state.game_turn:
        yield "lively_turn", Phrase("from {least} to {most}", least=-1, most=state.game_turn), state.lively_turn
    for name in ("falling", "waiting", "on_offer"):
        if getattr(state, name):
            yield name, Phrase("none while a player is to shoot"), list(getattr(state, name))
    if state.termination is not None:
        yield "termination", Phrase("none while a player is to shoot"), state.termination.value
    if state.then not in (Phase.AIM, Phase.CHOOSE, Phase.PUT_BACK):
        names = [phase.value for phase in (Phase.AIM, Phase.CHOOSE, Phase.PUT_BACK)]
        yield "then", Phrase("one of {names}", names=listed(names)), state.then.value


def _whereabouts(state: State) -> Iterator[Problem]:
    """Every magnet of the game is in just one place."""
    held = [magnet for magnet in state.hand if magnet is not None]
    found = Counter(chain(state.table.magnet.tolist(), held, *state.collected, state.aside))
    every = set(state.laid.magnet.tolist())
    for magnet, times in sorted(found.items()):
        if magnet not in every:
            yield "table, hand, collected, aside", Phrase("magnets of the game, {all}", all=_listed(every)), magnet
        if times > 1:
            expected = Phrase("each magnet once")
            yield (
                "table, hand, collected, aside",
                expected,
                Phrase("{magnet}, {times} times", magnet=magnet, times=times),
            )
    missing = every - set(found)
    if missing:
        expected = Phrase("all magnets of the game, {all}", all=_listed(every))
        yield "table, hand, collected, aside", expected, Phrase("none of {missing}", missing=_listed(missing))
    for magnet, kind in zip(state.table.magnet.tolist(), state.table.kind.tolist(), strict=True):
        laid = int(state.laid.kind[state.laid.row(magnet)])
        if kind != laid:
            yield "table.kind", Phrase("{kind} of magnet {magnet}, as it was laid", kind=laid, magnet=magnet), kind


def _shooters(state: State) -> Iterator[Problem]:
    on_table = set(state.table.magnet.tolist())
    for seat, (own, held) in enumerate(zip(state.shooter, state.hand, strict=True)):
        if held is not None and held != own:
            yield f"hand[{seat}]", Phrase("none, or this seat's shooter, {own}", own=own), held
        if own is not None and held is None and own not in on_table and own not in state.aside:
            yield f"shooter[{seat}]", Phrase("a magnet in this seat's hand, on the table or beside it"), own
        if own is not None and own in state.shooter[:seat]:
            yield f"shooter[{seat}]", Phrase("another magnet than the other seats' shooters"), own
    if state.hand[state.seat] is None:
        yield f"hand[{state.seat}]", Phrase("the shooter, as this seat is to shoot"), None


def _table(state: State) -> Iterator[Problem]:
    table = state.table
    for magnet, (x, y) in zip(table.magnet.tolist(), table.position.tolist(), strict=True):
        if not rim_depth(table.board, (x, y)) >= 0.0:
            yield "table.position", Phrase("magnet {magnet} on the table", magnet=magnet), [x, y]
    # What still moves was read at the time limit; a strike makes a light magnet at most twice as fast as a heavy one.
    fastest = 2 * state.options.speed_limit
    for magnet, velocity, spin in zip(table.magnet.tolist(), table.velocity.tolist(), table.spin.tolist(), strict=True):
        rim_speed = abs(spin) * table.kind_of(magnet).outline.bounding_radius
        for name, speed, got in (("velocity", math.hypot(*velocity), velocity), ("spin", rim_speed, spin)):
            if not speed <= fastest:
                expected = Phrase("magnet {magnet} nowhere faster than {most} m/s", magnet=magnet, most=f"{fastest:g}")
                yield f"table.{name}", expected, got
    for name in ("pinned_position", "pinned_angle"):
        if getattr(table, name).any():
            yield f"table.{name}", Phrase("free magnets, as in any game"), True
    if not table.touchable.all():
        yield "table.touchable", Phrase("magnets that meet each other, as in any game"), False
    if state.bonds_before != table.bonds:
        yield (
            "bonds_before",
            Phrase("the table's bonds, {bonds}", bonds=sorted(table.bonds)),
            sorted(state.bonds_before),
        )


def _clusters(state: State) -> Iterator[Problem]:
    every = set(state.laid.magnet.tolist())
    together = Counter(chain(*state.clusters))
    if any(len(cluster) < 2 for cluster in state.clusters) or not set(together) <= every:
        expected = Phrase("two or more magnets of the game in each cluster")
        yield "clusters", expected, [sorted(cluster) for cluster in state.clusters]
    if together and max(together.values()) > 1:
        yield "clusters", Phrase("each magnet once"), [sorted(cluster) for cluster in state.clusters]


def _listed(magnets: set[int]) -> Phrase | str:
    return listed(sorted(magnets))
