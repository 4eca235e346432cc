"""A person's turns at the window: aimed with keys and mouse, foreseen as they come, refused in words, taken back."""

import math
import threading
from dataclasses import replace

import numpy as np
import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from magnetsim.errors import PhysicsError
from magnetsim.language import words_of
from magnetsim.rules.xinxin import game as xinxin
from magnetsim.rules.xinxin.game import Phase, Shoot, Way
from magnetsim.scenario import parse_scenario
from magnetsim.session import new_session
from magnetsim.viewer.aim import Aim, drawn_back, first_aim, moved, next_way, shoot_of, slid_to, start_of
from magnetsim.viewer.app import open_window
from magnetsim.viewer.live import LiveMatch
from magnetsim.viewer.person import Leave, Person
from magnetsim.viewer.preview import Odds, Preview, foresee, odds_of
from magnetsim.viewer.show import match_show
from magnetsim.viewer.taking import Taking
from tests.viewer.clocks import Recorded
from tests.viewer.conftest import SCENARIO


def with_person(seats):
    session, person = new_session(parse_scenario(SCENARIO, "few")), Person()
    participants = tuple(
        replace(one, strategy=person, hand=None) if seat in seats else one
        for seat, one in enumerate(session.participants)
    )
    return replace(session, participants=participants), person


class Table:
    """A window on a match that is played, with what belongs to it."""

    def __init__(self, seats):
        self.session, self.person = with_person(seats)
        self.live = LiveMatch(self.session, None, self.person)
        self.preview = Preview(self.session.world)
        self.live.start()
        show = match_show(self.session, [self.live.first()], words_of("en"))
        taking = Taking(self.session, self.person, self.preview)
        self.window = open_window(show, "en", self.live.grow, (900, 640), taking, self.session)

    def wait(self):
        """Until something is asked or the match is over."""
        while self.window.grow is not None:
            self.window.tick(0.05)
            self.window.head = replace(self.window.head, time=self.window.show.film.length)
            if self.window.asked is not None:
                return self.window.asked.request.view
        return None

    def key(self, pressed, mod=0):
        self.window.take(pygame.event.Event(pygame.KEYDOWN, key=pressed, mod=mod))

    def close(self):
        self.person.answer(Leave())
        self.live.finish()
        self.preview.close()
        self.window.close()


@pytest.fixture
def table(monkeypatch, request):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    opened = Table(getattr(request, "param", (0,)))
    yield opened
    opened.close()
    pygame.display.quit()


def aiming(table):
    state = table.wait()
    while state.phase is not Phase.AIM:
        table.key(pygame.K_RETURN)
        state = table.wait()
    return state


@pytest.mark.parametrize("table", [(0, 1)], indirect=True)
def test_a_whole_match_is_played_with_keys_alone(table):
    moves = 0
    while (state := table.wait()) is not None:
        moves += 1
        assert moves < 400
        table.window.draw()
        if state.phase is Phase.AIM:
            table.key(pygame.K_TAB)
            table.key(pygame.K_w)
            table.key(pygame.K_LEFT)
        table.key(pygame.K_RETURN)
    assert table.live.finish() == table.session.match.outcome
    assert len(table.window.show.steps) == len(table.session.match.steps)
    assert any(isinstance(step.move, Shoot) for step in table.session.match.steps)


def test_the_shot_is_the_one_that_was_foreseen(table):
    state = aiming(table)
    table.window.asked.aim = Aim(state.options.ways[0], share=0.1, direction=0.05, speed=1.1)
    wanted = shoot_of(table.window.asked.aim, state)
    seen = foresee(table.session.world, state, wanted)
    table.key(pygame.K_RETURN)
    table.wait()
    step = next(step for step in table.session.match.steps if isinstance(step.move, Shoot) and step.mover == 0)
    assert step.move == wanted
    assert np.array_equal(step.facts.settled.trajectory.position, seen.settled.trajectory.position)


def test_a_sling_drawn_back_with_the_mouse_aims_away_from_it(table):
    state = aiming(table)
    window = table.window
    taking, camera = window.asked, window.camera
    (x, y), inward = start_of(taking.aim, state)
    pixel = tuple(round(value) for value in camera.project(np.array([(x, y)]))[0].tolist())
    window.take(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=pixel, button=1))
    behind = camera.project(np.array([(x - 0.05 * inward[0] - 0.02, y - 0.05 * inward[1])]))[0]
    back = tuple(map(round, behind.tolist()))
    window.take(pygame.event.Event(pygame.MOUSEMOTION, pos=back, rel=(0, 0), buttons=(1, 0, 0)))
    window.take(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=pixel, button=1))
    assert taking.aim.speed == pytest.approx(12 * math.hypot(0.05, 0.02), rel=0.1)
    move = shoot_of(taking.aim, state)
    assert math.cos(move.shot.direction - math.atan2(0.05 * inward[1], 0.02)) > 0.98
    window.draw()


def test_a_click_by_the_rim_slides_the_shooter_there(table):
    state = aiming(table)
    window = table.window
    target = start_of(replace(window.asked.aim, share=0.6), state)[0]
    pixel = tuple(round(value) for value in window.camera.project(np.array([target]))[0].tolist())
    window.take(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=pixel, button=1))
    assert window.asked.aim.share == pytest.approx(0.6, abs=0.05)


def test_what_is_refused_is_told_and_asked_again(table):
    state = aiming(table)
    other = next(int(one) for one in state.table.magnet)
    row = state.table.row(other)
    table.person.answer(
        replace(shoot_of(table.window.asked.aim, state), position=tuple(state.table.position[row].tolist()))
    )
    table.window.asked.request = None
    again = table.wait()
    assert again.phase is Phase.AIM
    assert table.window.asked.said.startswith("X4.5: refused: it does not start at the rim")


@pytest.mark.parametrize("table", [(0, 1)], indirect=True)
@pytest.mark.parametrize("turns", [1, 2, 4])
def test_a_turn_is_taken_back_and_played_again(table, turns):
    """Also when a lift came before it, which the window makes by itself."""
    state = aiming(table)
    for _ in range(turns):
        before = state.turn
        table.key(pygame.K_s)
        table.key(pygame.K_RETURN)
        state = aiming(table)
    assert state.turn > before
    for left in range(turns, 0, -1):
        # A new shooter that the person chose is taken back by itself.
        while state.turn > left:
            table.key(pygame.K_u)
            state = table.wait()
        assert state.turn == left
    assert len(table.window.show.steps) == len(table.session.match.steps)
    assert table.window.show.film.length == table.window.show.film.ends[-1]


def test_only_the_newest_wish_is_ever_shown(state):
    """A world that is slow for the old wish and knows which it answers."""
    begun, go_on = threading.Event(), threading.Event()
    session = new_session(parse_scenario(SCENARIO, "few"))
    aim = first_aim(state)
    old, new = shoot_of(aim, state), shoot_of(moved(aim, state, speed=0.4), state)

    def world(before, move):
        if move == old:
            begun.set()
            go_on.wait(20)
        return session.world(before, move)

    preview = Preview(world)
    preview.wish(state, old, session.participants[0].hand)
    assert begun.wait(20)
    preview.wish(state, new)
    go_on.set()
    for _ in range(800):
        if preview.foreseen is not None:
            break
        assert preview.odds is None
        pygame.time.wait(10)
    assert preview.foreseen.move == new
    assert preview.odds is None
    preview.close()


def test_physics_that_fails_is_no_end_of_the_previews(state):
    def world(before, move):
        raise PhysicsError("a state left the finite numbers")

    move = shoot_of(first_aim(state), state)
    hand = new_session(parse_scenario(SCENARIO, "few")).participants[0].hand
    assert foresee(world, state, move).settled is None
    assert odds_of(world, state, move, hand, 5).refused == 5


def test_chances_are_told_on_demand(table):
    aiming(table)
    table.key(pygame.K_g)
    for _ in range(400):
        if table.preview.odds is not None:
            break
        pygame.time.wait(25)
    odds = table.preview.odds
    assert sum(count for _, count in odds.taken) + odds.refused == odds.shots == 32
    table.window.draw()


def test_the_enter_key_of_the_number_pad_shoots(table):
    aiming(table)
    table.key(pygame.K_KP_ENTER)
    table.wait()
    assert any(isinstance(step.move, Shoot) and step.mover == 0 for step in table.session.match.steps)


def test_the_arrow_keys_move_the_shooter_to_the_left_and_right_of_who_sits_there(table):
    state = aiming(table)
    _, (ahead_x, ahead_y) = start_of(table.window.asked.aim, state)
    before, _ = start_of(table.window.asked.aim, state)
    table.key(pygame.K_LEFT)
    after, _ = start_of(table.window.asked.aim, state)
    assert ahead_x * (after[1] - before[1]) - ahead_y * (after[0] - before[0]) > 0


def test_leaving_ends_the_match_where_it_stands(table):
    aiming(table)
    table.key(pygame.K_ESCAPE)
    assert not table.window.running
    table.person.answer(Leave())
    assert table.live.finish() is None


# The aim


@pytest.fixture(scope="module")
def state():
    session = new_session(parse_scenario(SCENARIO, "few"))
    while session.match.state.phase is not Phase.AIM:
        session.advance()
    return session.match.state


@given(
    way=st.sampled_from(list(Way)),
    share=st.floats(-1, 1),
    direction=st.floats(-1.2, 1.2),
    speed=st.floats(0.05, 5),
    turn=st.floats(-7, 7),
    offset=st.floats(-0.9, 0.9),
)
def test_whatever_can_be_meant_is_a_shot_that_the_rules_know(state, way, share, direction, speed, turn, offset):
    """What may be refused is only where it stands, or a corner's other side."""
    reason = xinxin.legal(state, shoot_of(Aim(way, share, direction, speed, turn, offset), state))
    assert reason is None or reason.name in ("not-inward", "stroke-end")


def test_keys_stop_at_the_bounds(state):
    aim = first_aim(state)
    for _ in range(200):
        aim = moved(aim, state, share=0.1, speed=0.3, direction=0.1, offset=0.2)
    assert (aim.share, aim.speed, aim.offset) == (1.0, state.options.speed_limit, 0.9)
    assert aim.direction < math.pi / 2


def test_ways_go_round(state):
    aim, seen = first_aim(state), []
    for _ in state.options.ways:
        seen.append(aim.way)
        aim = next_way(aim, state)
    assert seen == list(state.options.ways)
    assert aim.way is seen[0]


@pytest.mark.parametrize("share", [-0.9, -0.3, 0.0, 0.4, 1.0])
def test_a_point_at_the_rim_is_reached_by_sliding(state, share):
    target = start_of(replace(first_aim(state), share=share), state)[0]
    assert slid_to(first_aim(state), state, target).share == pytest.approx(share, abs=1e-6)


@given(st.floats(-1.0, 1.0), st.floats(0.01, 0.3))
def test_drawn_back_and_shot_ahead_are_opposite(state, direction, length):
    aim = first_aim(state)
    (x, y), inward = start_of(aim, state)
    ahead = math.atan2(inward[1], inward[0]) + direction
    shot = drawn_back(aim, state, (x - length * math.cos(ahead), y - length * math.sin(ahead)))
    assert shot.direction == pytest.approx(direction, abs=1e-9)
    assert shot.speed == pytest.approx(min(state.options.speed_limit, 12 * length))


def test_odds_are_the_same_for_the_same_shot(state):
    session = new_session(parse_scenario(SCENARIO, "few"))
    move = shoot_of(first_aim(state), state)
    hand = session.participants[0].hand
    assert odds_of(session.world, state, move, hand, 6) == odds_of(session.world, state, move, hand, 6)


def test_a_seat_may_be_without_preview(table):
    state = aiming(table)
    taking = table.window.asked
    players = table.session.scenario.players
    blind = (players[0].model_copy(update={"preview": False}), *players[1:])
    taking.session = replace(table.session, scenario=table.session.scenario.model_copy(update={"players": blind}))
    for pressed in (pygame.K_w, pygame.K_v, pygame.K_g):
        table.key(pressed)
        assert not taking.foresees
        assert table.preview.foreseen is None
    assert taking.show_path
    assert "preview = false" in taking.said
    assert table.window.asked.request.view is state


def test_while_a_person_thinks_nothing_is_drawn_but_what_becomes_known(table, monkeypatch):
    aiming(table)
    taking, preview = table.window.asked, table.preview
    while preview.foreseen is None:
        threading.Event().wait(0.01)
    seen, asked = preview.foreseen, taking.request

    def nothing():
        pass

    def foreseen(what):
        return lambda: setattr(preview, "foreseen", what)

    def chances():
        preview.odds = Odds(32, ((3, 8),), 1, 0)

    def asked_anew():
        preview.clear()
        taking.show_path = False
        table.person._requests.put(asked)

    pygame.event.clear()
    things = [nothing, nothing, foreseen(None), nothing, foreseen(seen), chances, nothing, asked_anew, nothing]
    clock = Recorded(table.window, monkeypatch, things)
    table.window.run()
    assert clock.shown[1:] == [0, 0, 1, 0, 1, 1, 0, 1, 0]
