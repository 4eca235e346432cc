"""The film of a match: what is seen at each moment of it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from magnetsim.experiment import run_experiment
from magnetsim.language import words_of
from magnetsim.record import RecordWriter, read_record
from magnetsim.rules.xinxin.game import Collect, Shoot
from magnetsim.scenario import parse_scenario
from magnetsim.session import new_session
from magnetsim.viewer.clip import scene_at
from magnetsim.viewer.playhead import FRAME, SPEEDS, Playhead, advanced, clip_on, faster, moved_to, stepped, turn_on
from magnetsim.viewer.show import experiment_show
from tests.viewer.films import match_film


@pytest.fixture(scope="module")
def film(session):
    return match_film(session, session.match.steps)


def clip_of(film, session, move):
    return next(at for at, step in enumerate(session.match.steps) if isinstance(step.move, move))


def test_a_clip_ends_as_the_move_did(film, session):
    for at, step in enumerate(session.match.steps):
        seen = film.scene(film.ends[at] - 1e-9)
        assert seen.magnet.tolist() == step.after.table.magnet.tolist()
        assert np.array_equal(seen.pose[:, :2], step.after.table.position)
        assert np.array_equal(seen.pose[:, 2], step.after.table.angle)


def test_a_shot_is_seen_on_its_way(film, session):
    at = clip_of(film, session, Shoot)
    clip, way = film.clips[at], film.motion(at).trajectory
    for sample in range(len(way.time)):
        seen = scene_at(clip, film.motion(at), clip.hand + float(way.time[sample]) * (1 - 1e-12))
        here = way.present[sample]
        rows = np.flatnonzero(here & (seen.opacity > 0))
        assert np.allclose(seen.pose[rows, :2], way.position[sample][rows], atol=1e-6)


def test_turns_are_marked_as_the_film_grows_and_is_cut(session):
    steps = session.match.steps
    whole, film = match_film(session, steps), match_film(session, steps[:3])
    for clip in whole.clips[3:]:
        film.marks()
        film.add(clip)
    assert film.marks() == whole.marks()
    assert film.marks() is film.marks()
    assert [share for share, _ in film.marks()] == [
        film.start(film.first_of_turn(turn)) / film.length for turn in film.turns
    ]
    film.keep(3)
    assert film.marks() == match_film(session, steps[:3]).marks()


def test_a_shooter_is_set_down_where_it_starts(film, session):
    at = clip_of(film, session, Shoot)
    move = session.match.steps[at].move
    early, late = (film.scene(film.start(at) + share * film.clips[at].hand) for share in (0.3, 0.999))
    row = early.magnet.tolist().index(move.shot.magnet)
    assert early.pose[row, :2] == pytest.approx(move.position)
    assert early.pose[row, 3] > 0.01 > late.pose[row, 3]
    assert early.opacity[row] < 0.5 < late.opacity[row]


def test_what_is_collected_rises_and_fades(film, session):
    at = clip_of(film, session, Collect)
    taken = session.match.steps[at].move.cluster
    start, half = (film.scene(film.start(at) + share * film.clips[at].hand) for share in (0.0, 0.6))
    before = film.scene(film.start(at) - 1e-9)
    lit = [group for group in before.groups if {int(before.magnet[row]) for row in group.members} == set(taken)]
    assert [group.new for group in lit] == [True]
    left = {frozenset(int(start.magnet[row]) for row in group.members) for group in start.groups}
    assert left == {
        frozenset(int(before.magnet[row]) for row in group.members) for group in before.groups if group not in lit
    }
    for magnet in taken:
        row = half.magnet.tolist().index(magnet)
        assert half.pose[row, 3] > 0
        assert half.opacity[row] < 1


def test_clusters_on_offer_are_lit(film, session):
    at = clip_of(film, session, Collect) - 1
    offered = session.match.steps[at].after.on_offer
    seen = film.scene(film.ends[at] - 1e-9)
    lit = {frozenset(int(seen.magnet[row]) for row in group.members) for group in seen.groups if group.new}
    assert lit == set(offered)


def test_a_record_is_seen_as_the_match_was(film, session, tmp_path):
    path, again = tmp_path / "few.jsonl", new_session(session.scenario)
    with RecordWriter(path, again) as writer:
        writer.finish(again.play(writer.watch))
    record = read_record(path)
    seen = match_film(record.session, record.match.steps)
    assert seen.ends == film.ends
    for time in np.linspace(0, film.length, 60):
        one, other = film.scene(time), seen.scene(time)
        assert np.array_equal(one.pose, other.pose)
        assert np.array_equal(one.opacity, other.opacity)


def test_an_experiment_is_a_film_of_one_clip():
    scenario = parse_scenario(
        {
            "schema": 1,
            "name": "slide",
            "game": "physics",
            "seed": 0,
            "table": {"shape": "rectangle", "size_mm": [600, 600], "friction_static": 0.3, "friction_kinetic": 0.24},
            "kinds": {"d": {"outline": "disc", "diameter_mm": 10, "height_mm": 5, "density_kg_m3": 5000}},
            "magnets": [{"kind": "d", "position_mm": [0, 0], "angle_deg": 0, "velocity_m_s": [3.0, 0]}],
        },
        "slide",
    )
    show = experiment_show(run_experiment(scenario))
    (clip,) = show.film.clips
    falling = show.film.scene(clip.moving - 0.2)
    assert falling.pose[0, 0] > 0.3
    assert falling.pose[0, 3] < 0
    assert len(show.film.scene(show.film.length).magnet) == 0
    assert show.status(0.1).sitters == []


# The playhead


@given(st.floats(-10, 1e3), st.sampled_from(SPEEDS), st.booleans())
def test_time_stays_within_the_film(film, time, speed, growing):
    head = advanced(Playhead(film.length / 2, running=True, speed=speed), film, 5.0, growing=growing)
    assert 0 <= head.time <= film.length
    assert 0 <= moved_to(head, film, time).time <= film.length
    at, since = film.place(time)
    assert 0 <= since <= film.clips[at].length


def test_it_stops_at_the_end_and_waits_where_more_is_to_come(film):
    assert not advanced(Playhead(film.length), film, 1.0, growing=False).running
    assert advanced(Playhead(film.length), film, 1.0, growing=True).running


def test_a_frame_on_and_back_is_where_it_was(film):
    head = Playhead(1.0)
    assert stepped(stepped(head, film, 1), film, -1).time == pytest.approx(1.0)
    assert stepped(head, film, 3).time == pytest.approx(1.0 + 3 * FRAME)


def test_turn_by_turn_on_and_back(film):
    head, turns = Playhead(0.0), []
    while head.time < film.length:
        turns.append(film.clips[film.place(head.time)[0]].turn)
        head = turn_on(head, film, 1)
    assert turns == sorted({clip.turn for clip in film.clips})
    back = []
    while head.time > 0:
        head = turn_on(head, film, -1)
        back.append(film.clips[film.place(head.time)[0]].turn)
    assert back == turns[::-1]


def test_move_by_move_on_and_back(film):
    head, seen = Playhead(0.0), []
    for _ in film.clips:
        seen.append(film.place(head.time)[0])
        head = clip_on(head, film, 1)
    assert seen == list(range(len(film.clips)))
    assert head.time == film.length
    assert clip_on(head, film, -1).time == film.start(len(film.clips) - 1)


def test_a_loop_stays_in_its_clip(film):
    head = Playhead(film.start(2) + 0.01, loop=True)
    for _ in range(50):
        head = advanced(head, film, 0.37, growing=False)
        assert film.place(head.time)[0] == 2


def test_speeds_go_by_twos_and_end():
    head = Playhead()
    assert faster(head, 1).speed == 2
    assert faster(head, -99).speed == 1 / 16
    assert faster(head, 99).speed == 64


def test_a_last_turn_that_is_skipped_counts(show):
    """It has no clip, but is told; one that only begins is still to come."""
    last = show.film.clips[-1].turn
    show.begin(last + 1, 0)
    assert show.status(0.0).turns == last
    show.say("has nothing to shoot", words_of("en"))
    assert show.status(0.0).turns == last + 1
    show.end("Over.")
    assert show.status(show.film.length).turns == last + 1
