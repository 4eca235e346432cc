"""Where magnets have just been: on the way that they went, no farther back, no longer than it is shown."""

import numpy as np
import pytest

from magnetsim.language import words_of
from magnetsim.rules.xinxin.game import Shoot
from magnetsim.viewer.overlays import Overlays
from magnetsim.viewer.render import Studio
from magnetsim.viewer.show import match_show
from magnetsim.viewer.trails import recent_ways
from tests.viewer.films import match_film


@pytest.fixture(scope="module")
def shot(session):
    film = match_film(session, session.match.steps)
    at = max(
        (at for at, step in enumerate(session.match.steps) if isinstance(step.move, Shoot)),
        key=lambda at: film.motion(at).duration,
    )
    return film.start(at) + film.clips[at].hand, film.motion(at), session.match.steps[at].move.shot.magnet


@pytest.mark.parametrize("share", [0.05, 0.3, 0.7, 1.0])
def test_it_is_the_way_of_the_last_moments(shot, share):
    _, settled, magnet = shot
    way, since = settled.trajectory, share * settled.duration
    row = way.magnet.tolist().index(magnet)
    for one, path in recent_ways(settled, since).items():
        whole = way.position[:, way.magnet.tolist().index(one)]
        assert np.abs(path[:, None] - whole[None]).min(axis=1).max() < 0.01
    path = recent_ways(settled, since).get(magnet)
    if path is not None and way.present[:, row].all():
        now = [np.interp(since, way.time, way.position[:, row, axis]) for axis in (0, 1)]
        assert path[-1] == pytest.approx(now, abs=1e-6)


def test_before_the_motion_and_long_after_it_there_is_none(shot):
    _, settled, _ = shot
    assert recent_ways(settled, -0.1) == {}
    assert recent_ways(settled, 0.0) == {}
    assert recent_ways(settled, settled.duration + 1.0) == {}


def test_it_is_drawn_only_where_it_is_asked_for(session, shot):
    start, settled, _ = shot
    show = match_show(session, session.match.steps, words_of("en"))
    plain, more = (
        Studio(show, (800, 600), words_of("en"), overlays=Overlays(trails=trails)) for trails in (False, True)
    )
    moving = start + 0.4 * settled.duration
    assert plain.picture(moving).tobytes() != more.picture(moving).tobytes()
    still = start - 0.2
    assert plain.picture(still).tobytes() == more.picture(still).tobytes()
