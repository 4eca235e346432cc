"""On from a moment in another way: what was seen stays, a seat is taken over, a position is saved and taken up."""

from dataclasses import replace

import pygame
import pytest

from magnetsim.codes import read_position, read_shot
from magnetsim.language import words_of
from magnetsim.plain.states import state_data
from magnetsim.record import read_record, save
from magnetsim.record.verifying import verify
from magnetsim.rules.xinxin.game import Shoot
from magnetsim.scenario import load_scenario
from magnetsim.session import new_session
from magnetsim.viewer.app import open_window
from magnetsim.viewer.forking import codes_at, forked, position_after, seen_moves
from magnetsim.viewer.menu import Menu, item_at, keyed
from magnetsim.viewer.person import Person
from magnetsim.viewer.saving import position_text, save_beside
from magnetsim.viewer.seating import seat_person, with_people


@pytest.fixture
def window(session, show, monkeypatch, tmp_path):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.chdir(tmp_path)
    opened = open_window(show, "en", size=(900, 640), session=session)
    yield opened
    opened.close()
    pygame.display.quit()


def key(window, pressed):
    window.take(pygame.event.Event(pygame.KEYDOWN, key=pressed, mod=0))


def shots(session):
    return [at for at, step in enumerate(session.match.steps) if isinstance(step.move, Shoot)]


def at_clip(window, clip, since=0.0):
    window.head = replace(window.head, time=window.show.film.start(clip) + since, running=False)


def test_a_move_under_way_has_not_been_seen(session, show):
    shot = shots(session)[1]
    start, clip = show.film.start(shot), show.film.clips[shot]
    assert seen_moves(show, 0.0) == 0
    assert seen_moves(show, start + clip.hand + 0.5 * clip.moving) == shot
    assert seen_moves(show, start + clip.hand + clip.moving + 1e-6) == shot + 1
    assert seen_moves(show, show.film.length) == len(session.match.steps)


def test_all_before_the_moment_stays_and_nobody_notices_but_who_takes_over(session):
    moves = shots(session)[2]
    again = forked(session, session.match.steps[:moves], {0})
    assert again.match.steps == session.match.steps[:moves]
    assert [player.strategy for player in again.scenario.players] == ["person", "greedy"]
    # The other player meets the same draws: with the same moves from the first the match is the same.
    same = forked(session, session.match.steps[:moves], set())
    same.play()
    assert [step.move for step in same.match.steps] == [step.move for step in session.match.steps]


def test_the_record_of_a_fork_is_confirmed(session, tmp_path):
    again = forked(session, session.match.steps[: shots(session)[2]], {1})
    save(tmp_path / "fork.jsonl", again)
    record = read_record(tmp_path / "fork.jsonl")
    assert all(difference is None for _turn, difference in verify(record))


def test_one_person_plays_all_seats_that_are_peoples(session):
    person = Person()
    seated = seat_person(replace(session, scenario=with_people(session.scenario, {1})), person)
    assert seated.participants[1].strategy is person
    assert seated.participants[1].hand is None
    assert seated.participants[0] == session.participants[0]


def test_a_key_offers_the_seats_the_one_whose_turn_it_is_first(window, session):
    at_clip(window, shots(session)[1], 0.1)
    key(window, pygame.K_t)
    menu = window._offers.menu
    mover = session.match.steps[shots(session)[1]].mover
    assert menu.items[0] == f"take over {session.scenario.players[mover].name}"
    assert len(menu.items) == 3
    window.draw()
    key(window, pygame.K_RETURN)
    assert not window.running
    assert (window.fork.moves, window.fork.seats) == (shots(session)[1], (mover,))


def test_nothing_is_offered_after_the_end_and_escape_closes_the_menu_alone(window):
    at_clip(window, 0)
    key(window, pygame.K_t)
    key(window, pygame.K_ESCAPE)
    assert window.running
    assert window._offers.menu is None
    window.head = replace(window.head, time=window.show.film.length)
    key(window, pygame.K_t)
    assert window._offers.menu is None
    assert window.said[0].startswith("the game is over here")


def test_a_position_is_saved_beside_others_and_taken_up(window, session, tmp_path):
    shot = shots(session)[1]
    at_clip(window, shot, 0.1)
    for _ in range(2):
        key(window, pygame.K_t)
        key(window, pygame.K_3)
    files = sorted((tmp_path / "positions").iterdir())
    turn = session.match.steps[shot].turn
    assert [file.name for file in files] == [f"few-5-{turn}-2.toml", f"few-5-{turn}.toml"]
    assert str(files[1].parent) in window.said[0]
    begun = new_session(load_scenario(files[1]))
    assert state_data(begun.match.start) == state_data(session.match.steps[shot - 1].after)
    assert begun.scenario.players == session.scenario.players


@pytest.mark.parametrize("name", ['a/b\\c:*?"<>|', "小红\n", "x" * 300])
def test_any_name_makes_a_file(tmp_path, name):
    path = save_beside(tmp_path / "new", name, ".txt", lambda path: path.write_text("x"))
    assert path.parent == tmp_path / "new"
    assert path.read_text() == "x"


def test_names_and_hands_survive_the_file(session, tmp_path):
    state = position_after(session, session.match.steps, 3)
    players = (
        session.scenario.players[0].model_copy(update={"name": 'a "b" \\ c'}),
        session.scenario.players[1].model_copy(update={"hand": "shaky", "catch_skill": 0.75}),
    )
    scenario = session.scenario.model_copy(update={"players": players})
    path = tmp_path / "p.toml"
    path.write_text(position_text(scenario, state), "utf-8")
    assert load_scenario(path).players == players


def test_codes_name_the_shot_while_it_is_seen_and_the_next_position_after(session, show):
    first, second = shots(session)[:2]
    start, clip = show.film.start(first), show.film.clips[first]
    lines = codes_at(session, show, start + clip.hand + 0.5 * clip.moving)
    assert [line.split()[0] for line in lines] == ["--position", "--shot"]
    assert read_shot(lines[1].split()[1]) == session.match.steps[first].move
    assert state_data(read_position(lines[0].split()[1]).match.state) == state_data(
        session.match.steps[first - 1].after
    )
    (after,) = codes_at(session, show, start + clip.hand + clip.moving + 0.01)
    assert state_data(read_position(after.split()[1]).match.state) == state_data(session.match.steps[second - 1].after)
    assert codes_at(session, show, show.film.length) == ()


def test_c_copies_them(window, session):
    pygame.scrap.put_text("before")
    at_clip(window, shots(session)[1], 0.1)
    key(window, pygame.K_c)
    lines = pygame.scrap.get_text().splitlines()
    assert lines[0] == f"few, seed 5, turn {session.match.steps[shots(session)[1]].turn}"
    assert lines[1].startswith("--position position-1.")
    assert lines[2].startswith("--shot shot-1.")


def test_a_moment_is_named_in_the_language_of_the_window(session, show):
    start, turn = show.film.start(shots(session)[1]), session.match.steps[shots(session)[1]].turn
    assert show.code(start, words_of("zh")) == f"few，种子 5，第 {turn} 回合"


def test_a_menu_goes_by_arrows_numbers_and_mouse(window):
    menu = Menu("title", ("a", "b", "c"))
    assert keyed(menu, pygame.K_UP)[0].at == 2
    assert keyed(keyed(menu, pygame.K_DOWN)[0], pygame.K_RETURN) == (None, 1)
    assert keyed(menu, pygame.K_2) == (None, 1)
    assert keyed(menu, pygame.K_KP_3) == (None, 2)
    assert keyed(menu, pygame.K_9) == (menu, None)
    assert keyed(menu, pygame.K_ESCAPE) == (None, None)
    where = window.layout
    middle = where.size[0] // 2
    hit = [item_at(menu, where, (middle, y)) for y in range(where.size[1])]
    assert [one for at, one in enumerate(hit) if one is not None and hit[at - 1] != one] == [0, 1, 2]
    assert item_at(menu, where, (2, where.size[1] // 2)) is None
    assert position_after(new_session(window.session.scenario), [], 0) is None


def test_what_nobody_plays_has_no_seat(window, show):
    window.session = None
    key(window, pygame.K_t)
    assert window._offers.menu is None
    assert "no seat" in window.said[0]
