"""《同感》 as it is seen: what lies face down is in no frame, markers are where the scores say, nothing is cut."""

import numpy as np
import pygame
import pytest

from magnetsim.feelinks_session import feelinks_session
from magnetsim.language import words_of
from magnetsim.rules.base import CHANCE
from magnetsim.rules.feelinks.moves import Pick, Predict, Swap
from magnetsim.rules.feelinks.state import Phase
from magnetsim.scenario import parse_scenario
from magnetsim.viewer.app import open_window
from magnetsim.viewer.feelinks_clip import scene_at
from magnetsim.viewer.feelinks_layout import card_layout, fitted_cards
from magnetsim.viewer.feelinks_picture import track_cells
from magnetsim.viewer.feelinks_show import feelinks_show
from magnetsim.viewer.keys import OF_MAGNETS, Action
from magnetsim.viewer.lettering import lettered
from magnetsim.viewer.overlays import Overlays
from magnetsim.viewer.palette import seat_colour
from magnetsim.viewer.playhead import Playhead, turn_on

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eli", "Flo", "Gil", "Hal")
SIZE = (800, 600)


def session_of(players=4, **rules):
    data = {
        "schema": 1,
        "name": "cards",
        "game": "feelinks",
        "seed": 3,
        "players": [{"name": name} for name in NAMES[:players]],
        "rules": rules,
    }
    return feelinks_session(parse_scenario(data, "cards"))


def played(players=4, **rules):
    session = session_of(players, **rules)
    session.play()
    return session


@pytest.fixture(scope="module")
def show():
    session = played()
    return feelinks_show(session, session.match.steps, words_of("en"))


class Drawn:
    """Frames of a show at one size."""

    def __init__(self, show, language="en", size=SIZE):
        self.show, self.words = show, words_of(language)
        self.where = show.layout(*size)
        self.camera = show.fitted(self.where.table)
        self.surface = pygame.Surface(size)

    def frame(self, time):
        self.show.draw(self.surface, self.camera, self.where, self.show.status(time), self.words, Overlays())
        return pygame.image.tobytes(self.surface, "RGB")


# Secrets


def with_other_votes(session, until):
    """The same match with each vote another, and only the votes, up to so many moves."""
    other = session_of(len(session.match.start.scores))
    for step in session.match.steps[:until]:
        move = step.move
        state = other.match.state
        if isinstance(move, Pick):
            move = Pick(move.seat, move.vote % 8 + 1)
        elif isinstance(move, Predict):
            own = state.round.picks[move.seat]
            move = Predict(move.seat, next(vote for vote in (2, 5, 7) if vote not in (own, move.vote)))
        other.match.make(move, None)
    return other


@pytest.mark.parametrize("players", [3, 4, 5])
def test_what_is_voted_is_in_no_frame_before_it_is_turned_over(players):
    session = played(players)
    last = next(at for at, step in enumerate(session.match.steps) if step.after.phase is Phase.SWAP)
    other = with_other_votes(session, last + 1)
    one, two = (feelinks_show(match, match.match.steps[: last + 1], words_of("en")) for match in (session, other))
    clip = one.film.clips[last]
    hidden, drawn = one.film.start(last) + clip.act, [Drawn(one), Drawn(two)]
    assert clip.turned == 2 * players
    for time in np.linspace(0, hidden, 16):
        assert drawn[0].frame(time) == drawn[1].frame(time)
        at, since = one.film.place(time)
        assert scene_at(one.film.clips[at], since) == scene_at(two.film.clips[at], since)
    end = one.film.start(last) + clip.told_from
    assert drawn[0].frame(end) != drawn[1].frame(end)


def test_votes_are_turned_over_host_first_and_predictions_after_all_own_votes(show):
    at = next(at for at, clip in enumerate(show.film.clips) if clip.turned)
    clip = show.film.clips[at]
    order = [(clip.before.round.host + step) % 4 for step in range(4)]
    seen = []
    for since in np.arange(clip.act, clip.told_from + 0.05, 0.02):
        for kind in ("own", "about"):
            for seat, one in enumerate(scene_at(clip, since).seats):
                vote = getattr(one, kind)
                if vote is not None and vote.number is not None and (kind, seat) not in seen:
                    seen.append((kind, seat))
    assert seen == [("own", seat) for seat in order] + [("about", seat) for seat in order]


def test_points_and_verdicts_are_those_of_the_rules(show):
    for clip in show.film.clips:
        scored = [event for event in clip.step.events if event.name == "scored"]
        if not scored:
            continue
        end = scene_at(clip, clip.length)
        assert tuple(one.points for one in end.seats) == scored[0].data["points"]
        turned = {event.seat: event.data["right"] for event in clip.step.events if event.name == "turned"}
        assert {seat: one.about.right for seat, one in enumerate(end.seats)} == turned
        before = scene_at(clip, clip.told_from - 0.01)
        assert {one.points for one in before.seats} == {None}


# What is seen


def test_a_marker_is_on_the_cell_that_its_score_says(show):
    drawn = Drawn(show)
    cells = track_cells(show.session.match.start.setup)
    where = card_layout(drawn.camera, drawn.where.letter, 4, cells)
    for at, clip in enumerate(show.film.clips):
        scores = clip.after.scores
        alone = [seat for seat in range(4) if scores.count(scores[seat]) == 1]
        if not clip.turned or not alone:
            continue
        drawn.frame(show.film.ends[at] - 1e-6)
        for seat in alone:
            x, y = where.track[scores[seat]]
            assert drawn.surface.get_at((round(x), round(y)))[:3] == seat_colour(seat)


def test_a_swap_shows_the_old_emotion_then_the_new_one(show):
    clip = next(clip for clip in show.film.clips if isinstance(clip.step.move, Swap))
    at = clip.step.move.position - 1
    early, late = scene_at(clip, 0.1), scene_at(clip, clip.act)
    assert early.emotions[at] == clip.before.board.emotions[at]
    assert late.emotions[at] == clip.after.board.emotions[at]
    assert late.voted == clip.before.board.emotions


def test_every_move_has_its_clip_and_the_line_of_time_its_rounds(show):
    assert len(show.film.clips) == len(show.steps)
    assert show.film.turns == list(range(1, 9))
    head, seen = Playhead(0.0), []
    while head.time < show.film.length:
        seen.append(show.film.clips[show.film.place(head.time)[0]].turn)
        head = turn_on(head, show.film, 1)
    assert seen == show.film.turns
    assert {clip.seat for clip in show.film.clips} <= {0, 1, 2, 3}
    assert any(clip.step.mover == CHANCE for clip in show.film.clips)


def test_the_end_names_the_winners(show):
    end = scene_at(show.film.clips[-1], show.film.clips[-1].length)
    scores = show.steps[-1].after.scores
    assert end.winners == tuple(seat for seat in range(4) if scores[seat] == max(scores))
    told = show.status(show.film.length).told
    assert all(NAMES[seat] in told[-1].text for seat in end.winners)


@pytest.mark.parametrize(
    ("players", "rules", "language"),
    [
        (3, {"beginners_round": True}, "en"),
        (8, {"cooperative": True}, "zh"),
        (4, {"open_end": True, "track": 12}, "zh"),
        (5, {}, "en"),
    ],
)
def test_every_kind_of_game_is_drawn_at_every_moment_of_it(players, rules, language):
    session = played(players, **rules)
    show = feelinks_show(session, session.match.steps, words_of(language))
    drawn = Drawn(show, language, (560, 420))
    frames = {drawn.frame(time) for time in np.linspace(0, show.film.length, 24)}
    assert len(frames) > 15


# Places


@pytest.mark.parametrize("table", [(0, 0, 370, 384), (0, 0, 536, 564), (0, 0, 928, 752), (0, 0, 1436, 1014)])
@pytest.mark.parametrize("players", range(3, 9))
def test_cards_and_seats_lie_apart_and_on_the_cloth(table, players):
    letter = max(12, min(30, table[3] // 47))
    where = card_layout(fitted_cards(table), letter, players, 61)
    cell = round(where.cell)
    boxes = [pygame.Rect(box) for box in (*where.emotions, *where.seats, where.line)]
    boxes += [pygame.Rect(round(x - cell / 2), round(y - cell / 2), cell, cell) for x, y in where.track]
    cards = [pygame.Rect(box) for box in (where.situation, where.deck) if box[2] > 0 and box[3] > 0]
    cloth = pygame.Rect(where.cloth)
    for at, box in enumerate([*boxes, *cards]):
        assert cloth.contains(box)
        assert box.collidelist(boxes[at + 1 :]) == -1 or at >= len(boxes) - 61


def test_what_is_seen_is_nearer_when_the_wheel_says_so_and_moves_with_the_mouse(monkeypatch, show):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    window = open_window(show, "en", size=SIZE)
    window.tick(30.0)
    window.draw()
    before, fit = pygame.image.tobytes(window.surface, "RGB"), window.camera
    window.take(pygame.event.Event(pygame.MOUSEMOTION, pos=(200, 200), rel=(0, 0), buttons=(0, 0, 0)))
    window.take(pygame.event.Event(pygame.MOUSEWHEEL, y=5))
    window.draw()
    assert pygame.image.tobytes(window.surface, "RGB") != before
    window.take(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_f, mod=0))
    assert window.camera == fit
    window.draw()
    assert pygame.image.tobytes(window.surface, "RGB") == before
    window.take(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_l, mod=0))
    window.draw()
    assert "；" in show.status(show.film.length).told[3].text
    window.close()


def test_the_help_leaves_out_the_keys_that_do_nothing_to_cards(monkeypatch, show):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    told: list[str] = []
    monkeypatch.setattr(
        "magnetsim.viewer.help.lettered", lambda text, *look: told.append(text) or lettered(text, *look)
    )
    window = open_window(show, "en", size=SIZE)
    window.head = Playhead(time=30.0)
    window.draw()
    before, head = pygame.image.tobytes(window.surface, "RGB"), window.head
    for action in OF_MAGNETS:
        window.do(action)
        window.say("", 0.0)
        window.draw()
        assert (window.head, pygame.image.tobytes(window.surface, "RGB")) == (head, before), action
    window.do(Action.HELP)
    window.draw()
    assert "L" in told
    assert not {"B", "N", "M", "K", "I", "Y", "Z", "T"} & set(told)
    # Nothing is shot.
    assert told[told.index(", .") + 1] == "a move as well: a vote, a card read or changed"
    assert "a shot back, on" not in told
    window.close()
