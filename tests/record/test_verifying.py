"""Records computed again: confirmed, or the first difference of a turn named."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from magnetsim.errors import PhysicsError, ScenarioError
from magnetsim.match import Refusal
from magnetsim.record import RecordWriter, read_record, verify
from magnetsim.rules.base import Event, Reason
from magnetsim.rules.xinxin.game import Shoot
from magnetsim.session import new_session
from magnetsim.table import with_arrays


def test_verify_confirms_a_record(played):
    found = list(verify(read_record(played.path)))
    assert [turn for turn, _ in found] == [None, *range(1, len(played.session.match.turns) + 1)]
    assert {difference for _, difference in found} == {None}


def test_verify_names_turn_magnet_field_and_amount(scene, tmp_path):
    """One magnet of one turn lies a micrometre off: that is found there, and the other turns are confirmed."""
    session = new_session(scene.small())
    shifted = []

    def shifting(state, move):
        facts = session.world(state, move)
        if isinstance(move, Shoot) and state.turn == 4 and facts.settled is not None:
            table = facts.settled.table
            position = table.position.copy()
            position[1, 0] += 1e-6
            shifted.append(int(table.magnet[1]))
            moved = with_arrays(table, position=position)
            return replace(facts, settled=replace(facts.settled, table=moved))
        return facts

    path = tmp_path / "shifted.jsonl"
    scene.play(path, replace(session, world=shifting))
    found = {turn: difference for turn, difference in verify(read_record(path)) if difference is not None}
    assert set(found) == {4}
    assert found[4].magnet == shifted[0]
    assert found[4].field == "position"
    assert found[4].off_by == pytest.approx(1e-6, rel=1e-6)
    assert found[4].recorded[0] - found[4].found[0] == pytest.approx(1e-6, rel=1e-6)


def test_verify_sees_another_layout_and_another_aim(scene, tmp_path):
    session = new_session(scene.small())
    start = session.match.start
    turned = with_arrays(start.laid, angle=start.laid.angle + math.pi / 7 * (start.laid.magnet == 6))
    session.match.start = replace(start, laid=turned, table=turned)
    path = tmp_path / "turned.jsonl"
    with RecordWriter(path, session) as writer:
        writer.watch(session.advance())
        step = session.advance()
        aim = replace(step.aim, shot=replace(step.aim.shot, speed=step.aim.shot.speed + 0.25))
        writer.watch(replace(step, aim=aim))
        while session.match.state.turn == 1:
            writer.watch(session.advance())
        writer.watch(session.advance())
    layout, first, *_ = verify(read_record(tmp_path / "turned.jsonl.part"))
    assert layout[0] is None
    assert (layout[1].magnet, layout[1].field) == (6, "angle")
    assert layout[1].off_by == pytest.approx(math.pi / 7)
    assert first[1].field == "aim.shot.speed"
    assert first[1].off_by == pytest.approx(0.25)


@pytest.mark.parametrize(
    ("field", "magnet", "change"),
    [
        ("pinned_position", 0, lambda table: with_arrays(table, pinned_position=table.magnet == 0)),
        ("pinned_angle", 2, lambda table: with_arrays(table, pinned_angle=table.magnet == 2)),
        ("touchable", 8, lambda table: with_arrays(table, touchable=table.magnet != 8)),
        ("bonds", None, lambda table: replace(table, bonds=frozenset({(1, 2)}))),
    ],
)
def test_verify_compares_all_of_the_table_that_was_laid(scene, tmp_path, field, magnet, change):
    session = new_session(scene.small())
    laid = change(session.match.start.laid)
    session.match.start = replace(session.match.start, laid=laid, table=laid)
    with RecordWriter(tmp_path / "changed.jsonl", session) as writer:
        while writer.turns < 1:
            writer.watch(session.advance())
    (turn, layout), *_ = verify(read_record(tmp_path / "changed.jsonl.part"))
    assert turn is None
    assert (layout.magnet, layout.field, layout.off_by) == (magnet, field, None)


@pytest.mark.parametrize("field", ["mover", "refused", "events"])
def test_verify_compares_all_of_a_move(played, field):
    """Each in the second turn alone, where nothing else differs."""
    record = read_record(played.path)
    at = next(i for i, step in enumerate(record.match.steps) if step.turn == 2)
    step = record.match.steps[at]
    other = {
        "mover": 1 - step.mover,
        "refused": (Refusal(step.move, Reason("speed", "X4.5", "too fast")),),
        "events": (*step.events, Event("X3.4", "no-new-cluster", step.mover)),
    }
    record.match.steps[at] = replace(step, **{field: other[field]})
    found = [difference for _, difference in verify(record) if difference is not None]
    assert [(difference.turn, difference.field) for difference in found] == [(2, field)]


def test_verify_tells_of_what_cannot_be_computed_any_more(played, monkeypatch):
    """Another version may lay no such table, or break down in a shot: a difference, and no error."""
    record = read_record(played.path)
    world = record.session.world

    def breaking(state, move):
        if isinstance(move, Shoot) and state.turn == 2:
            raise PhysicsError("magnet 3: the force on it is not finite", magnet=3)
        return world(state, move)

    def unlucky(scenario, seed):
        raise ScenarioError("layout: no start at rest found")

    monkeypatch.setattr("magnetsim.record.xinxin.laid_out", unlucky)
    verified = verify(replace(record, session=replace(record.session, world=breaking)))
    found = {turn: difference for turn, difference in verified if difference is not None}
    assert set(found) == {None, 2}
    assert (found[None].field, str(found[None].found)) == ("table", "layout: no start at rest found")
    assert (found[2].field, str(found[2].found)) == ("facts", "magnet 3: the force on it is not finite")


def test_verify_stops_at_no_clock(played):
    """Verifying costs about what playing costs: it plays every move once."""
    record = read_record(played.path)
    calls = []
    world = record.session.world

    def counting(state, move):
        calls.append(move)
        return world(state, move)

    list(verify(replace(record, session=replace(record.session, world=counting))))
    assert calls == [step.move for step in record.match.steps]
