"""`magnetsim render`, `watch` and `play`: pictures without a screen, what is said when there is none, what is kept."""

import os
from dataclasses import replace

import pygame
import pytest
from PIL import Image

from magnetsim.viewer.palette import NEW, SEATS
from tests.viewer.conftest import FEW


@pytest.fixture(scope="module")
def record(tmp_path_factory):
    from magnetsim.cli.app import start

    folder = tmp_path_factory.mktemp("rendered")
    (folder / "few.toml").write_text(FEW, encoding="utf-8")
    path = folder / "few.jsonl"
    assert start(["run", str(folder / "few.toml"), "--quiet", "--record", str(path)]) == 0
    return path


@pytest.mark.parametrize("ending", ["png", "jpg"])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_picture_of_a_turns_end(command, record, tmp_path, ending, language):
    out = tmp_path / f"a.{ending}"
    answer = command("render", record, "-o", out, "--turn", 1, "--size", "800x600", "--lang", language)
    assert answer.code == 0, answer.err
    with Image.open(out) as picture:
        assert picture.size == (800, 600)
        assert len(set(picture.convert("RGB").resize((80, 60)).get_flattened_data())) > 200


@pytest.mark.parametrize("ending", ["gif", "webp"])
def test_a_moving_picture_of_a_turn(command, record, tmp_path, ending):
    out = tmp_path / f"a.{ending}"
    answer = command("render", record, "-o", out, "--turn", 1, "--size", "560x420", "--fps", 10, "--bare")
    assert answer.code == 0, answer.err
    with Image.open(out) as picture:
        assert picture.size == (560, 420)
        assert picture.n_frames > 5
    assert sorted(path.name for path in tmp_path.iterdir()) == [out.name]


def test_a_gif_keeps_the_colours_that_mark_something(command, record, tmp_path):
    """Also those that the first frame has not: of a new cluster, say."""
    out = tmp_path / "a.gif"
    assert command("render", record, "-o", out, "--size", "800x600", "--fps", 5, "--speed", 4).code == 0
    with Image.open(out) as picture:
        frames = [picture.convert("RGB").copy() for number in range(picture.n_frames) if not picture.seek(number)]
    seen = {colour for frame in frames for _, colour in frame.getcolors(1 << 24)}
    for wanted in (NEW, *SEATS[:2]):
        assert min(sum(abs(a - b) for a, b in zip(colour, wanted, strict=True)) for colour in seen) < 24


def test_a_sheet_of_all_turns(command, record, tmp_path):
    out = tmp_path / "sheet.png"
    assert command("render", record, "-o", out, "--contact-sheet", "--size", "800x600").code == 0
    with Image.open(out) as picture:
        assert picture.size[0] == 5 * 800 // 4
        assert picture.size[1] % 150 == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["-o", "a.bmp"], "expected an ending of .png, .jpg, .webp, .gif or .mp4, got '.bmp'"),
        (["-o", "nowhere/a.png"], "there is no folder nowhere"),
        (["-o", "a.png", "--turn", "99"], "turn: expected one from 1 to"),
        (["-o", "a.png", "--size", "big"], "expected WIDTHxHEIGHT in pixels"),
        (["-o", "a.png", "--size", "²x600"], "expected WIDTHxHEIGHT in pixels"),
        (
            ["-o", "a.mp4", "--size", "601x421"],
            "--size: .mp4 takes an even width and height, such as 602x422, got 601x421",
        ),
        (["-o", "a.png", "--size", "10x10"], "size: expected 560x420 or more, got 10x10"),
        (["-o", "a.gif", "--contact-sheet"], "for one picture"),
        (["-o", "a.mp4", "--still"], "for one picture"),
        (["-o", "a.png", "--contact-sheet", "--turn", "1"], "leave out --turn"),
    ],
)
def test_what_cannot_be_drawn_is_told(command, record, tmp_path, monkeypatch, arguments, said):
    monkeypatch.chdir(tmp_path)
    answer = command("render", record, *arguments)
    assert answer.code == 2
    assert said in answer.err.replace("\n", " ")
    assert list(tmp_path.iterdir()) == []


def test_a_record_is_not_drawn_over_something_that_cannot_be_written(command, record, tmp_path):
    (tmp_path / "a.png").mkdir()
    answer = command("render", record, "-o", tmp_path / "a.png")
    assert answer.code == 2
    assert "cannot be written" in answer.err


def test_watch_without_a_screen_says_what_to_do(process, record):
    gone = dict.fromkeys(("DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR", "SDL_VIDEODRIVER"))
    answer = process("watch", record, **gone)
    assert answer.returncode == 2
    assert b"expected a screen, got none" in answer.stderr
    assert b"magnetsim render" in answer.stderr
    assert b"Traceback" not in answer.stderr
    assert answer.stdout == b""


@pytest.mark.parametrize("words", [("watch",), ("play",), ("render", "-o", "a.png")])
def test_without_the_compiler_one_sentence_says_so(process, record, words):
    answer = process(*words, record, NUMBA_DISABLE_JIT="1")
    assert answer.returncode == 2
    assert b"unset it" in answer.stderr
    assert b"Traceback" not in answer.stderr


@pytest.fixture
def closed_at_once(monkeypatch):
    """A window that is drawn once and then closed, or left by Ctrl-C."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    from magnetsim.viewer.app import Window

    def close_by(leave):
        def run(window):
            window.tick(0.0)
            window.draw()
            leave(window)

        monkeypatch.setattr(Window, "run", run)

    return close_by


def interrupt(window):
    raise KeyboardInterrupt


def shoot_twice(window):
    """Two turns of the person, then Ctrl-C."""
    shots = 0
    while shots < 2 and window.grow is not None:
        window.tick(0.05)
        window.head = replace(window.head, time=window.show.film.length)
        if window.asked is not None:
            shots += window.asked.request.view.phase.value == "aim"
            window.take(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0))
    raise KeyboardInterrupt


@pytest.mark.parametrize(("leave", "code"), [(lambda window: None, 0), (interrupt, 130)])
def test_a_match_that_is_watched_is_recorded_whole(command, record, tmp_path, monkeypatch, closed_at_once, leave, code):
    monkeypatch.chdir(tmp_path)
    closed_at_once(leave)
    answer = command("watch", record.with_suffix(".toml"))
    assert answer.code == code, answer.err
    assert [path.name for path in (tmp_path / "records").iterdir()] == ["few-5.jsonl"]
    assert command("replay", "records/few-5.jsonl", "--verify").code == 0


def test_a_game_of_cards_is_drawn_and_watched(command, tmp_path, monkeypatch, closed_at_once):
    monkeypatch.chdir(tmp_path)
    players = "".join(f'[[players]]\nname = "{name}"\n' for name in ("Ann", "Bob", "Cid"))
    (tmp_path / "three.toml").write_text(f'schema = 1\nname = "three"\ngame = "feelinks"\n{players}', encoding="utf-8")
    for out, more in (("a.png", ("--turn", 2)), ("a.gif", ("--turn", 1, "--fps", 2)), ("s.webp", ("--contact-sheet",))):
        answer = command("render", "three.toml", "-o", out, "--size", "800x600", "--lang", "zh", *more)
        assert answer.code == 0, answer.err
        with Image.open(out) as picture:
            assert (picture.size == (800, 600)) == (out != "s.webp")
    closed_at_once(lambda window: None)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    answer = command("watch", "three.toml")
    assert answer.code == 0, answer.err
    assert [path.name for path in (tmp_path / "records").iterdir()] == ["three-0.jsonl"]
    assert command("replay", "records/three-0.jsonl", "--verify").code == 0
    assert command("watch", "records/three-0.jsonl").code == 0
    # Nothing was changed in the window, so there is nothing to remember.
    assert not (tmp_path / "settings").exists()


def test_a_match_that_is_left_by_ctrl_c_keeps_its_turns(command, record, tmp_path, monkeypatch, closed_at_once):
    monkeypatch.chdir(tmp_path)
    closed_at_once(shoot_twice)
    answer = command("play", record.with_suffix(".toml"), "--seat", "小红", "--seat", "Zoë")
    assert answer.code == 130
    assert "few-5.jsonl.part" in answer.err
    replayed = command("replay", "records/few-5.jsonl.part")
    assert replayed.code == 0
    assert "breaks off after" in replayed.out


def test_a_seat_that_nobody_has_is_named(command, record):
    answer = command("play", record.with_suffix(".toml"), "--seat", "Nobody")
    assert answer.code == 2
    assert "expected one of 小红, Zoë, got 'Nobody'" in answer.err


def play_to_the_end(window):
    while window.grow is not None:
        window.tick(0.05)
        window.head = replace(window.head, time=window.show.film.length)
        if window.asked is not None:
            window.draw()
            window.take(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0))
    window.tick(0.0)
    window.draw()


def test_a_match_with_people_is_verified_and_never_overwritten(command, record, tmp_path, monkeypatch, closed_at_once):
    monkeypatch.chdir(tmp_path)
    closed_at_once(play_to_the_end)
    file = record.with_suffix(".toml")
    played = command("play", file, "--seat", "小红")
    assert played.code == 0, played.err
    verified = command("replay", "records/few-5.jsonl", "--verify")
    assert verified.code == 0, verified.err
    assert "小红 (person" in command("replay", "records/few-5.jsonl").out
    before = (tmp_path / "records" / "few-5.jsonl").read_bytes()
    for words in (("play", file), ("run", file, "--quiet")):
        assert command(*words).code == 0
    assert (tmp_path / "records" / "few-5.jsonl").read_bytes() == before
    assert len(list((tmp_path / "records").iterdir())) == 3


def test_a_person_is_not_asked_where_nobody_is(command, record, tmp_path):
    file = tmp_path / "asked.toml"
    text = record.with_suffix(".toml").read_text(encoding="utf-8")
    file.write_text(text.replace('strategy = "greedy"', 'strategy = "person"', 1), encoding="utf-8")
    answer = command("run", file, "--quiet", "--record", tmp_path / "asked.jsonl")
    assert answer.code == 2
    assert "小红 is a person, and nobody is here to ask: magnetsim play" in answer.err


def test_a_seat_is_taken_over_from_the_middle_of_a_record(command, record, tmp_path, monkeypatch, closed_at_once):
    from magnetsim.viewer.forking import Fork

    monkeypatch.chdir(tmp_path)
    windows = []

    def leave(window):
        windows.append(window)
        if len(windows) == 1:
            window.take(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_l, mod=0))
            window.fork = Fork(6, (0,))
        else:
            # The turn that one takes over may be told in part.
            *told, last = [turn.text for turn in window.show.turns]
            *before, whole = [turn.text for turn in windows[0].show.turns[: len(told) + 1]]
            assert told == before
            assert whole.startswith(last)
            play_to_the_end(window)

    closed_at_once(leave)
    answer = command("watch", record)
    assert answer.code == 0, answer.err
    first, second = windows
    assert second.show.steps[:6] == first.show.steps[:6]
    assert second.screen is first.screen
    assert second.session.scenario.players[0].strategy == "person"
    (made,) = (tmp_path / "records").iterdir()
    assert command("replay", made, "--verify").code == 0


def test_a_match_that_is_watched_goes_on_beside_the_one_that_leaves_it(
    command, record, tmp_path, monkeypatch, closed_at_once
):
    from magnetsim.viewer.forking import Fork

    monkeypatch.chdir(tmp_path)
    windows = []

    def leave(window):
        windows.append(window)
        if len(windows) == 1:
            window.fork = Fork(0, (1,))

    closed_at_once(leave)
    answer = command("watch", record.with_suffix(".toml"))
    assert answer.code == 0, answer.err
    assert "Record: records/few-5.jsonl" in answer.out
    assert command("replay", tmp_path / "records" / "few-5.jsonl", "--verify").code == 0


def test_a_game_is_played_on_from_a_saved_position(command, record, tmp_path, monkeypatch, closed_at_once):
    from magnetsim.record import read_record
    from magnetsim.rules.xinxin.game import Phase
    from magnetsim.viewer.saving import position_text

    monkeypatch.chdir(tmp_path)
    match = read_record(record)
    state = [step.after for step in match.match.steps if step.after.phase is Phase.AIM][1]
    (tmp_path / "middle.toml").write_text(position_text(match.session.scenario, state), encoding="utf-8")
    closed_at_once(play_to_the_end)
    answer = command("play", "middle.toml", "--seat", state.players[state.seat].name)
    assert answer.code == 0, answer.err
    assert command("replay", "records/middle-5.jsonl", "--verify").code == 0
    told = command("replay", "records/middle-5.jsonl").out
    assert told.splitlines()[1].startswith(f"{state.turn:>4}  {state.players[state.seat].name}: ")


def test_the_window_opens_as_it_was_left(command, record, tmp_path, monkeypatch, closed_at_once):
    monkeypatch.setenv("MAGNETSIM_CONFIG_DIR", str(tmp_path / "settings"))
    seen, ends = [], []

    def leave(window):
        seen.append(window.settings)
        ends.append(window.show.status(window.show.film.length).told[-1].text)
        keys = (pygame.K_l, pygame.K_n, pygame.K_MINUS) if len(seen) == 1 else ()
        for key in keys:
            window.take(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0))

    closed_at_once(leave)
    for options in ((), ("--fresh",), ("--mute",), ("--lang", "en"), ()):
        assert command("watch", record, *options).code == 0
    # What the command line says is for once.
    assert [one.language for one in seen] == ["en", "en", "zh", "en", "zh"]
    assert ["win" in end for end in ends] == [True, True, False, True, False], "turns are told in that language"
    assert [one.overlays.numbers for one in seen] == [False, False, True, True, True]
    assert [one.speed for one in seen] == [1.0, 1.0, 0.5, 0.5, 0.5]
    assert [one.muted for one in seen] == [False, False, True, False, False]
    (tmp_path / "settings" / "window.json").write_text("{", encoding="utf-8")
    answer = command("watch", record)
    assert answer.code == 0
    assert "is no setting" in answer.err


def test_the_end_of_a_turn_names_no_turn_that_is_still_to_come(record):
    from magnetsim.language import words_of
    from magnetsim.record import read_record
    from magnetsim.viewer.games import any_show
    from magnetsim.viewer.render import frame_times, span_of_turn

    session = read_record(record).session
    show = any_show(session, session.match.steps, words_of("en"))
    for turn in show.film.turns:
        start, end = span_of_turn(show, turn)
        status = show.status(frame_times(start, end, 20, 1.0)[-1])
        assert status.turn == turn
        assert status.told[-1].text
        assert turn < 2 or show.status(start).told[-1].turn == turn


def test_a_video_has_the_size_that_was_asked_for(command, record, tmp_path):
    imageio_ffmpeg = pytest.importorskip("imageio_ffmpeg", reason="the extra named video is not installed")
    out = tmp_path / "a.mp4"
    answer = command("render", record, "-o", out, "--turn", 1, "--size", "562x422", "--fps", 2, "--bare")
    assert answer.code == 0, answer.err
    assert next(imageio_ffmpeg.read_frames(str(out)))["size"] == (562, 422)
    assert [path.name for path in tmp_path.iterdir()] == ["a.mp4"]


def test_a_video_that_cannot_be_written_is_told_in_our_words(command, record, tmp_path, monkeypatch):
    imageio_ffmpeg = pytest.importorskip("imageio_ffmpeg", reason="the extra named video is not installed")
    long = tmp_path / f"{'a' * 250}.mp4"
    answer = command("render", record, "-o", long, "--turn", 1, "--size", "560x420", "--fps", 2)
    assert (answer.code, "cannot be written: its name is too long" in answer.err) == (2, True)

    def ends_early(*_given, **_named):
        yield
        raise BrokenPipeError

    monkeypatch.setattr(imageio_ffmpeg, "write_frames", ends_early)
    answer = command("render", record, "-o", tmp_path / "a.mp4", "--turn", 1, "--size", "560x420", "--fps", 2)
    assert (answer.code, "the encoder of .mp4 ended" in answer.err) == (2, True)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="writes a program for sh")
@pytest.mark.parametrize("program", [None, "exit 0", "echo ------; echo ' V. other'"], ids=["none", "other", "poor"])
def test_an_encoder_that_is_none_is_told(command, record, tmp_path, monkeypatch, program):
    io = pytest.importorskip("imageio_ffmpeg._io", reason="the extra named video is not installed")
    io.get_first_available_h264_encoder.cache_clear()
    encoder = tmp_path / "encoder"
    if program is not None:
        encoder.write_text(f"#!/bin/sh\n{program}\n", encoding="utf-8")
        encoder.chmod(0o755)
    monkeypatch.setenv("IMAGEIO_FFMPEG_EXE", str(encoder))
    answer = command("render", record, "-o", tmp_path / "a.mp4", "--turn", 1, "--size", "560x420", "--fps", 2)
    assert answer.code == 2
    assert f"expected an ffmpeg that encodes H.264, got '{encoder}'" in answer.err.replace("\n", " ")
    assert [path.name for path in tmp_path.iterdir()] == ["encoder"] * (program is not None)
