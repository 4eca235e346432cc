"""A game that is taken up in its middle, as it is seen: where it begins, what is told, what is forgotten."""

import pytest

from magnetsim.codes import position_code
from magnetsim.language import words_of
from magnetsim.rules.xinxin.game import Phase
from magnetsim.scenario import parse_scenario
from magnetsim.session import new_session
from magnetsim.viewer.show import match_show


@pytest.fixture(scope="module")
def taken_up(session):
    state = next(step.after for step in session.match.steps if step.after.phase is Phase.AIM and any(step.after.scores))
    code = position_code(session.scenario, state)
    return new_session(parse_scenario({"schema": 1, "name": "m", "game": "xinxin", "position": code}, "m"))


def test_it_is_seen_before_anybody_moves(taken_up):
    show = match_show(taken_up, [], words_of("en"))
    start, status = taken_up.match.start, show.status(0.0)
    assert (status.turn, status.seat) == (start.turn, start.seat)
    assert tuple(sitter.score for sitter in status.sitters) == start.scores
    assert set(show.film.scene(0.0).magnet.tolist()) == set(start.table.magnet.tolist())


def test_moves_are_told_under_the_turn_that_it_begins_in_and_forgotten_again(taken_up):
    words, played = words_of("en"), taken_up.anew()
    played.play()
    show = match_show(played, [], words)
    empty = show.status(0.0).told
    for step in played.match.steps:
        show.add(played, step, words)
    told = show.status(show.film.length).told
    assert (told[0].turn, told[0].seat) == (played.match.start.turn, played.match.start.seat)
    assert told[0].text
    show.tell_in(words_of("zh"))
    assert len(show.status(show.film.length).told) == len(told)
    show.tell_in(words)
    assert show.status(show.film.length).told == told
    show.keep(0)
    assert show.status(0.0).told == empty
    assert len(show.film.clips) == 1
