"""A recorded match held against the present code, each move from the state in which it was recorded.

Nothing is chained: what one move leaves is compared, and the next starts from the record again, so that the last
digits, in which another machine may differ, never add up.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from magnetsim.match import Match
from magnetsim.rules.base import CHANCE
from magnetsim.rules.xinxin import game as xinxin
from magnetsim.rules.xinxin.facts import table_of
from magnetsim.table import with_arrays

POSITION_TOLERANCE = 0.05e-3
"""m that a magnet may come to rest off its recorded place: half of the last digit of a transcript."""
ANGLE_TOLERANCE = np.radians(0.5)
DURATION_TOLERANCE = 0.05
"""s that a shot may take longer or shorter: when a group counts as at rest hangs on its last digits."""


def differences(session):
    """All that the present code does otherwise than was recorded, one line each."""
    before = session.match.start
    for place, step in enumerate(session.match.steps):
        for what in _step_differences(session, place, step, before):
            yield f"turn {step.turn}, {type(step.move).__name__}: {what}"
        before = step.after


def _step_differences(session, place, step, before):
    if step.mover == CHANCE:
        drawn = _drawn_again(session, place)
        if drawn != step.move:
            yield f"drawn {drawn}, recorded {step.move}"
    for one in step.refused:
        reason = _refusal(session, before, one.move)
        if reason is None or (reason.name, reason.clause) != (one.reason.name, one.reason.clause):
            yield f"refused for {reason}, recorded {one.reason}"
    facts = session.world(before, step.move)
    yield from _ruling_differences(step, before, facts)
    yield from _table_differences(table_of(step.facts), table_of(facts))


def _ruling_differences(step, before, facts):
    """What the rules say otherwise of these facts than was recorded."""
    reason = xinxin.legal(before, step.move, facts)
    if reason is not None:
        yield f"refused: {reason.message}"
        return
    after, events = xinxin.apply(before, step.move, facts)
    if _exact(events) != _exact(step.events):
        yield f"ruled {_exact(events)}, recorded {_exact(step.events)}"
    elif not np.allclose(_durations(events), _durations(step.events), rtol=0, atol=DURATION_TOLERANCE):
        yield f"took {_durations(events)} s, recorded {_durations(step.events)} s"
    for field in ("phase", "seat", "scores", "on_offer", "waiting", "aside", "termination"):
        if getattr(after, field) != getattr(step.after, field):
            yield f"{field} {getattr(after, field)}, recorded {getattr(step.after, field)}"
    if after.table.bonds != step.after.table.bonds:
        yield f"bonds {sorted(after.table.bonds)}, recorded {sorted(step.after.table.bonds)}"


def _table_differences(recorded, found):
    if recorded is None or found is None:
        if recorded is not found:
            yield "one has a table, the other has none"
        return
    if recorded.magnet.tolist() != found.magnet.tolist():
        yield f"magnets {found.magnet.tolist()}, recorded {recorded.magnet.tolist()}"
        return
    off = np.hypot(*(found.position - recorded.position).T)
    turned = np.abs(np.remainder(found.angle - recorded.angle + np.pi, 2 * np.pi) - np.pi)
    for row, magnet in enumerate(recorded.magnet.tolist()):
        if off[row] > POSITION_TOLERANCE or turned[row] > ANGLE_TOLERANCE:
            yield f"magnet {magnet} lies {1e3 * off[row]:.3f} mm and {np.degrees(turned[row]):.2f}° off"


def flips_when_nudged(session, nudge, generator):
    """Rulings that are others when every magnet lies up to `nudge` (m) elsewhere: such a game has no margin."""
    before = session.match.start
    for step in session.match.steps:
        by = generator.uniform(-nudge, nudge, before.table.position.shape)
        nudged = replace(before, table=with_arrays(before.table, position=before.table.position + by))
        for what in _ruling_differences(step, nudged, session.world(nudged, step.move)):
            yield f"turn {step.turn}, {type(step.move).__name__}: {what}"
        before = step.after


def _drawn_again(session, place):
    """What chance makes of a move's place: the draw hangs on the seed and the place alone."""
    again = replace(session, match=Match(session.match.game, session.match.start, session.match.seed))
    again.match.steps.extend(session.match.steps[:place])
    return again.advance().move


def _refusal(session, before, move):
    reason = xinxin.legal(before, move)
    return reason if reason is not None else xinxin.legal(before, move, session.world(before, move))


def _exact(events):
    return [(e.clause, e.name, e.seat, {k: v for k, v in e.data.items() if k != "duration"}) for e in events]


def _durations(events):
    return [event.data["duration"] for event in events if "duration" in event.data]
