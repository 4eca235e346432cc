"""The window under SDL's dummy driver: events do what they say, nothing is cut, every character has a glyph."""

from dataclasses import replace
from importlib.resources import files

import numpy as np
import pygame
import pytest
from babel.messages.pofile import read_po
from fontTools.ttLib import TTFont

from magnetsim.errors import DisplayError
from magnetsim.language import LANGUAGES, words_of
from magnetsim.viewer.app import Window, open_window
from magnetsim.viewer.help import write_help
from magnetsim.viewer.hud import track, write
from magnetsim.viewer.keys import BINDINGS, Action, action_of
from magnetsim.viewer.layout import layout
from magnetsim.viewer.lettering import cut, font, wrapped
from magnetsim.viewer.live import LiveMatch
from magnetsim.viewer.screen import open_screen
from magnetsim.viewer.settings import Settings
from magnetsim.viewer.show import match_show
from magnetsim.viewer.turn_list import Told, turn_at, write_turns
from tests.viewer.clocks import Recorded

SIZES = [(560, 420), (800, 600), (1280, 800), (2560, 1440)]


@pytest.fixture
def dummy(monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    yield
    pygame.display.quit()


@pytest.fixture
def window(dummy, show):
    opened = open_window(show, "en", size=(900, 640))
    opened.tick(0.0)
    yield opened
    opened.close()


def frame(window):
    window.draw()
    return pygame.image.tobytes(window.surface, "RGB")


def key(window, pressed):
    window.take(pygame.event.Event(pygame.KEYDOWN, key=pressed))


def mouse(window, kind, place, **more):
    window.take(pygame.event.Event(kind, pos=place, **more))


@pytest.mark.parametrize("language", LANGUAGES)
def test_before_anything_is_drawn_the_window_says_that_it_gets_ready(dummy, language):
    screen = open_screen("cold", (560, 420))
    try:
        screen.say_wait(words_of(language))
        said = pygame.surfarray.array2d(screen.surface)
        assert len(np.unique(said)) > 3
        assert len(np.unique(said[:, :190])) == len(np.unique(said[:, 230:])) == 1, "in the middle alone"
        screen.surface.fill("black")
        screen.show()
        screen.say_wait(words_of(language))
        assert not pygame.surfarray.array2d(screen.surface).any(), "what is drawn stays"
    finally:
        screen.close()


def test_space_plays_and_pauses(window):
    window.tick(0.5)
    assert window.head.time == pytest.approx(0.5)
    key(window, pygame.K_SPACE)
    window.tick(0.5)
    assert window.head.time == pytest.approx(0.5)


@pytest.mark.parametrize(("frame", "seen"), [(17, 0.017), (500, 0.5), (3_600_000, 1.0)])
def test_a_slow_machine_keeps_time_and_one_that_slept_does_not_leap(window, monkeypatch, frame, seen):
    class Clock:
        def tick(self, _frames):
            if window.head.time > 0:
                window.running = False
            return frame

    monkeypatch.setattr(pygame.time, "Clock", Clock)
    window.run()
    assert window.head.time == pytest.approx(seen)


def test_a_click_on_the_line_of_time_goes_there_and_a_drag_scrubs(window):
    start, end = track(window.layout)
    y = window.layout.bar[1] + window.layout.bar[3] // 2
    mouse(window, pygame.MOUSEBUTTONDOWN, ((start + end) // 2, y), button=1)
    assert window.head.time == pytest.approx(window.show.film.length / 2, rel=0.01)
    mouse(window, pygame.MOUSEMOTION, (end + 500, y), rel=(1, 0), buttons=(1, 0, 0))
    assert window.head.time == window.show.film.length
    mouse(window, pygame.MOUSEBUTTONUP, (end, y), button=1)
    mouse(window, pygame.MOUSEMOTION, (start, y), rel=(1, 0), buttons=(0, 0, 0))
    assert window.head.time == window.show.film.length


def test_scrubbed_back_and_forth_it_is_the_same_frame(window):
    key(window, pygame.K_SPACE)
    times = np.linspace(0, window.show.film.length, 40)

    def seen(time):
        window.head = type(window.head)(float(time), running=False)
        return frame(window)

    first = [seen(time) for time in times]
    assert [seen(time) for time in times[::-1]] == first[::-1]
    assert len(set(first)) > 30


def test_a_drag_on_the_table_moves_it_and_f_fits_it_again(window):
    fit = window.camera
    mouse(window, pygame.MOUSEBUTTONDOWN, (300, 200), button=1)
    mouse(window, pygame.MOUSEMOTION, (340, 230), rel=(40, 30), buttons=(1, 0, 0))
    assert window.camera.target[0] < fit.target[0]
    key(window, pygame.K_f)
    assert window.camera == fit


def test_another_size_is_laid_out_anew(window):
    window.screen.window.size = (1200, 700)
    assert len(frame(window)) == 1200 * 700 * 3
    assert window.layout.size == (1200, 700)


def test_the_other_language_tells_all_anew(window):
    window.do(Action.END)
    english = frame(window)
    told = window.show.status(window.show.film.length).told
    key(window, pygame.K_l)
    assert window.language == "zh"
    assert frame(window) != english
    anew = window.show.status(window.show.film.length).told
    assert [turn.turn for turn in anew] == [turn.turn for turn in told]
    assert "wins." in told[-1].text
    assert all(a.text != b.text for a, b in zip(anew, told, strict=True))
    key(window, pygame.K_l)
    assert frame(window) == english


def test_escape_leaves_the_help_first_and_then_the_window(window):
    key(window, pygame.K_h)
    assert window.help
    key(window, pygame.K_ESCAPE)
    assert window.running
    assert not window.help
    key(window, pygame.K_ESCAPE)
    assert not window.running


def test_marks_are_drawn_on_demand(window):
    window.head = type(window.head)(window.show.film.length / 3, running=False)
    plain = frame(window)
    key(window, pygame.K_n)
    assert frame(window) != plain
    key(window, pygame.K_n)
    assert frame(window) == plain


def test_a_picture_is_saved_beside_earlier_ones(window, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    window.draw()
    key(window, pygame.K_p)
    key(window, pygame.K_p)
    assert sorted(path.name for path in (tmp_path / "pictures").iterdir()) == ["few-5-2.png", "few-5.png"]
    assert str(tmp_path / "pictures" / "few-5-2.png") in window.said[0]


def test_every_key_does_one_thing():
    keys = [key for _action, keys, _name, _told in BINDINGS for key in keys]
    assert len(set(keys)) == len(keys)
    assert {action for action, *_ in BINDINGS} == set(Action)
    assert action_of(pygame.K_F7) is None


def test_without_a_screen_it_says_so_at_once(monkeypatch, show):
    monkeypatch.delenv("SDL_VIDEODRIVER", raising=False)
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(DisplayError, match="magnetsim render"):
        open_window(show, "en")


def test_a_live_match_grows_to_the_match_that_was_played(session, dummy):
    from magnetsim.session import new_session

    live = LiveMatch(new_session(session.scenario))
    live.start()
    show = match_show(live.session, [live.first()], words_of("en"))
    window = open_window(show, "en", live.grow, (800, 600))
    while window.grow is not None:
        window.tick(0.01)
    window.close()
    live.finish()
    assert show.film.ends == match_show(session, session.match.steps, words_of("en")).film.ends


# Nothing is cut, no box is shown


@pytest.mark.parametrize("size", SIZES)
def test_the_parts_of_a_window_do_not_overlap_and_fill_it(size):
    where = layout(*size)
    parts = [pygame.Rect(part) for part in (where.table, where.panel, where.energy, where.bar)]
    assert all(one.collidelist(parts[at + 1 :]) == -1 for at, one in enumerate(parts))
    assert sum(part.width * part.height for part in parts) == size[0] * size[1]
    assert where.table[2] >= 0.6 * size[0]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("playing", [False, True])
def test_the_help_fits_any_window(size, language, playing):
    surface = pygame.Surface(size)
    surface.fill((9, 9, 9))
    write_help(surface, layout(*size), words_of(language), "", whole=True, playing=playing)
    border = pygame.surfarray.array3d(surface)
    shade = border[0, 0]
    assert (border[0] == shade).all()
    assert (border[:, 0] == shade).all()
    assert (border[:, -1] == shade).all()
    assert (border != shade).any()


@pytest.mark.parametrize("width", [40, 120, 400])
@pytest.mark.parametrize(
    "text",
    [
        "takes 4–5–6; new cluster 17–19–22, unbreakableunbreakableunbreakable",
        "取 0 号作射手；弹 0 号；新簇 0–2–7；收走。",
        "取 2 号作射手；弹 2 号；新簇 2–17–18–23；收走 2–17–18–23",
        "小恩把“烦躁”换下，2 号位换上“疲惫”",
    ],
)
def test_broken_lines_fit_and_lose_nothing(text, width):
    lines = wrapped(text, 16, width)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert all(font(16).size(line)[0] <= width for line in lines)
    assert not any(line.startswith(("，", "。", "；", "”")) for line in lines)
    assert width < 60 or not any(line.endswith("“") for line in lines)


def test_a_line_that_is_cut_says_so():
    assert cut("short", 16, 400) == "short"
    assert cut("a long line of text", 16, 60).endswith("…")
    assert font(16).size(cut("a long line of text", 16, 60))[0] <= 60


def test_ticks_of_many_turns_leave_room_between_them(window):
    status = replace(window.show.status(0.0), marks=[(n / 2000, n % 2) for n in range(2000)])
    write(window.surface, window.layout, status, window.words)
    (start, end), (_, top, _, height) = track(window.layout), window.layout.bar
    above = pygame.surfarray.array2d(window.surface)[
        start + 20 : end - 20, top + height // 2 - window.layout.letter // 2 + 1
    ]
    ticks = np.flatnonzero(above != np.bincount(above).argmax())
    assert (end - start) / 5 < len(ticks) < (end - start) / 3
    assert np.diff(ticks).min() == 4


def test_of_a_turn_that_is_too_long_for_the_list_the_beginning_is_told(dummy):
    where, place = layout(560, 420), (0, 0, 160, 90)
    turns = [Told(1, 0, "before"), Told(2, 1, "a very long name " * 30)]
    surface = pygame.Surface((200, 120))
    write_turns(surface, place, where, turns)
    assert pygame.surfarray.array2d(surface)[:, :90].any()
    assert not pygame.surfarray.array2d(surface)[:, 96:].any(), "nothing far below its place"
    assert [turn_at(place, where, turns, (50, y)) for y in (80, 30)] == [2, 2]
    assert turn_at(place, where, [*turns, Told(3, 0, "after")], (50, 80)) == 3
    assert turn_at((0, 0, 160, 5), where, turns, (50, 4)) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_character_of_every_message_and_card_has_a_glyph(language):
    from tests.test_language import po_path

    with po_path(language).open("rb") as file:
        found = [entry.string for entry in read_po(file)]
    strings = [text for one in found for text in ([one] if isinstance(one, str) else one)]
    text = {character for string in strings for character in string if character.isprintable()}
    text |= {character for _a, _k, name, told in BINDINGS for character in name + told}
    for path in (files("magnetsim") / "data" / "feelinks").iterdir():
        text |= {character for character in path.read_text(encoding="utf-8") if character.isprintable()}
    known = TTFont(files("magnetsim") / "data" / "fonts" / "NotoSansSC-subset.otf").getBestCmap()
    assert not {character for character in text if ord(character) not in known}


# Steps, turns, what is remembered


def test_digits_go_to_a_turn_while_they_are_typed(window):
    film = window.show.film
    last = film.clips[-1].turn
    key(window, pygame.K_2)
    assert window.head.time == film.start(film.first_of_turn(2))
    key(window, pygame.K_KP_0)
    assert window.head.time == film.length
    window.tick(2.0)
    key(window, pygame.K_KP_0 if last < 1 else pygame.K_KP_1)
    assert window.head.time == film.start(film.first_of_turn(1))


def test_steps_go_by_shots(window):
    film, shots = window.show.film, window.show.shots
    key(window, pygame.K_HOME)
    for shot in shots:
        key(window, pygame.K_PERIOD)
        assert window.head.time == film.start(shot)
    key(window, pygame.K_PERIOD)
    assert window.head.time == film.length
    for shot in shots[::-1]:
        key(window, pygame.K_COMMA)
        assert window.head.time == film.start(shot)
    key(window, pygame.K_COMMA)
    assert window.head.time == film.start(shots[0])


def test_how_it_is_left_is_what_is_remembered(window):
    assert window.settings == Settings(language="en", size=(900, 640))
    for pressed in (pygame.K_l, pygame.K_EQUALS, pygame.K_n, pygame.K_z):
        key(window, pressed)
    left = window.settings
    assert (left.language, left.speed, left.muted, left.overlays.numbers) == ("zh", 2.0, True, True)
    again = Window(window.screen, window.show, left)
    assert again.settings == left
    assert again.language == "zh"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
def test_the_names_of_the_energies_stay_in_their_strip_also_where_a_picture_ends_with_it(show, size, language):
    where = layout(*size, controls=False)
    surface = pygame.Surface((size[0], size[1] + 40))
    write(surface, where, show.status(0.0), words_of(language))
    below = pygame.surfarray.array2d(surface)[:, size[1] :]
    assert not below.any(), "a tail hangs out"


def test_what_stays_the_same_is_not_drawn_anew_and_what_changes_is(window, session, monkeypatch):
    def pressed(key):
        return lambda: pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0))

    def nothing():
        pass

    def moved():
        window.head = replace(window.head, time=2.0)

    def grown():
        window.show.add(session, session.match.steps[-1], window.words)

    def cut():
        window.show.keep(3)

    def no_more():
        window.grow = None

    def resized():
        window.screen.window.size = (800, 600)

    window.head = replace(window.head, running=False)
    window.grow = lambda *_: True
    pygame.event.clear()
    things = [nothing, nothing, moved, nothing, grown, cut, lambda: window.say("a word", 0.25), nothing, nothing]
    clock = Recorded(window, monkeypatch, [*things, nothing, no_more, pressed(pygame.K_h), nothing, resized])
    window.run()
    assert clock.shown[:1] == [1]
    assert clock.shown[1:3] == [0, 0]
    assert clock.shown[3:8] == [1, 0, 1, 1, 1]
    assert sum(clock.shown[8:11]) == 1, "when the word is gone"
    assert clock.shown[11:13] == [1, 1]
    assert clock.shown[14] == 1


def test_at_rest_it_is_drawn_once_a_second(window, monkeypatch):
    window.head = replace(window.head, running=False)
    pygame.event.clear()
    clock = Recorded(window, monkeypatch, [lambda: None] * 35)
    window.run()
    assert sum(clock.shown) == 1 + 3
