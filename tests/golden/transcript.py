"""A match of 《心心相引》 as text that is read: every ruling with its clause, positions to 0.1 mm, angles to 0.1°."""

from __future__ import annotations

import math
from collections import Counter

from magnetsim.language import words_of
from magnetsim.narration.explanation import explained, refused
from magnetsim.narration.xinxin import outcome_text, told_values
from magnetsim.rules.xinxin.facts import table_of
from magnetsim.rules.xinxin.game import Shoot, start_point, teams_of, way_of
from magnetsim.shot import Delivery, Flick, Push

WORDS = words_of("en")
MM = 1e3
TURNING_POINTS = "turn", "replay", "ended"
"""Events with which a move's own story is over, so that what came of it is told before them."""
HOUSE_RULES = "only_largest", "changed_is_new", "must_take", "falls_to_next"


def transcript(session):
    """The whole match that a session has played, one line an event."""
    players = [player.name for player in session.scenario.players]
    yield f"{session.scenario.name}: {session.scenario.about}"
    yield ""
    yield from _set_up(session, players)
    before = session.match.start
    for step in session.match.steps:
        yield from _step(step, before, players)
        before = step.after
    outcome = session.match.outcome
    if outcome is not None:
        yield ""
        yield from outcome_text(players, outcome, len(session.match.turns), WORDS).split("\n")


def _set_up(session, players):
    """What is settled before the first move, clause by clause."""
    state = session.match.start
    options, laid = state.options, state.table
    kinds = Counter(laid.kinds[index].name for index in laid.kind.tolist())
    yield f"X1.1: {len(laid)} magnets: {', '.join(f'{count} {name}' for name, count in kinds.items())}"
    damaged = [number for number, magnet in enumerate(session.scenario.magnets or ()) if magnet.damaged]
    if damaged:
        yield f"X4.7: damaged, so not placed: {_numbers(damaged)}"
    yield "X1.2: no two touch, all are at rest"
    for seat, name in enumerate(players):
        (x, y), _ = start_point(state, seat, 0.0, 0.0)
        yield f"X1.4: {name} sits at ({_mm(x)}, {_mm(y)})"
    if len(options.ways) == 1:
        yield f"X1.7: agreed for the whole game: {options.ways[0].value}"
    else:
        yield f"X1.6: ways of shooting: {', '.join(way.value for way in options.ways)}"
    if options.teams:
        teams = ", ".join(" with ".join(players[seat] for seat in team) for team in teams_of(len(players)))
        yield f"X4.6: teams: {teams}"
    if options.free_movement:
        yield "X4.6: all may shoot from anywhere on the rim"
    house = [name for name in HOUSE_RULES if getattr(options, name)]
    if house:
        yield f"house rules: {', '.join(house)}"
    yield from _lying(laid, laid.magnet.tolist())


def _step(step, before, players):
    """A move: what was refused, what was done, what came of it, and where magnets lie that lay elsewhere."""
    for one in step.refused:
        yield from _shot(one.move)
        yield refused(one.reason, WORDS)
    yield from _shot(step.move)
    cut = next((at for at, event in enumerate(step.events) if event.name in TURNING_POINTS), len(step.events))
    yield from (_told(event, players) for event in step.events[:cut])
    yield from _came_of_it(step.facts, before)
    yield from _earned(before, step.after, players, step.events)
    for event in step.events[cut:]:
        if event.name != "ended" and event.name in TURNING_POINTS:
            yield ""
        yield _told(event, players)
        if event.name == "ended":
            yield from _counted(step.after, players)


def _told(event, players):
    return explained(event, told_values(event, players, WORDS), WORDS)


def _shot(move):
    """What a hand did, of a shot."""
    if not isinstance(move, Shoot):
        return
    shot, (x, y) = move.shot, move.position
    match shot:
        case Flick():
            way = f"offset {_mm(shot.offset)}"
        case Push():
            way = f"offset {_mm(shot.offset)}, stroke {_mm(shot.stroke)}"
        case Delivery():
            way = f"spin {shot.spin:.2f} rad/s"
    yield (
        f"  {way_of(shot).value} {shot.magnet} from ({_mm(x)}, {_mm(y)}) {_degrees(move.angle)}"
        f" towards {_degrees(shot.direction)}, {shot.speed:.3f} m/s, {way}"
    )


def _came_of_it(facts, before):
    """Where the magnets lie that lie elsewhere than before, and all bonds where they are others."""
    after = table_of(facts)
    if after is None:
        return
    was = {number: pose for number, *pose in _poses(before.table)}
    yield from _lying(after, [number for number, *pose in _poses(after) if was.get(number) != pose])
    if after.bonds != before.table.bonds:
        yield f"  bonds: {', '.join(f'{a}–{b}' for a, b in sorted(after.bonds)) or 'none'}"


def _earned(before, after, players, events):
    """What the shot earned, by the number of magnets that each has."""
    if any(event.name == "collected" for event in events):
        gained = len(after.collected[before.seat]) - len(before.collected[before.seat])
        yield f"X2.1: the shot has earned {players[before.seat]} a new cluster, {gained} magnets"
    if any(event.name in ("collected", "caught", "given") for event in events):
        yield f"  score: {' : '.join(map(str, after.scores))}"


def _counted(state, players):
    """What counts at the end of the last game, and what is nobody's."""
    for seat in state.playing:
        mine = state.collected[seat]
        yield f"X5.2: {players[seat]} has {len(mine)}: {_numbers(mine) or 'none'}"
    left = sorted([*state.table.magnet.tolist(), *state.aside])
    if left:
        yield f"X5.2: left on or beside the table, nobody's: {_numbers(left)}"
    held = [magnet for magnet in state.hand if magnet is not None]
    if not left:
        yield f"X2.2: every magnet on the table has been collected; in hand, nobody's: {_numbers(held) or 'none'}"


def _poses(table):
    for number, (x, y), angle in zip(table.magnet.tolist(), table.position.tolist(), table.angle.tolist(), strict=True):
        yield number, x, y, angle


def _lying(table, numbers):
    for number, x, y, angle in _poses(table):
        if number in numbers:
            yield f"  {number:>2} at ({_mm(x)}, {_mm(y)}) {_degrees(angle)}"


def _numbers(magnets):
    return ", ".join(map(str, magnets))


def _mm(metres):
    return f"{round(MM * metres, 1) + 0.0:.1f}"


def _degrees(angle):
    text = f"{math.degrees(math.remainder(angle, 2 * math.pi)):.1f}"
    return {"-0.0": "0.0", "-180.0": "180.0"}.get(text, text) + "°"
