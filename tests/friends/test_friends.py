"""Simulated friends: what they feel, how they read each other, what they learn, and what they cannot see."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from magnetsim.friends import Friend, Persona, RandomVotes, company, play_out
from magnetsim.friends.friend import learned, scene_of
from magnetsim.friends.persona import MOOD, TEMPER, drawn_persona, nearest
from magnetsim.match import Match, Participant, Request, play
from magnetsim.rules.feelinks import game
from magnetsim.rules.feelinks.card_files import load_cards
from magnetsim.rules.feelinks.moves import SAME, Keep, Pick, Predict, Read, Redraw, Swap
from magnetsim.rules.feelinks.options import Options
from magnetsim.rules.feelinks.state import HIDDEN, Phase

NAMES = ("Ann", "Bob", "Cid", "Dee")
DRAWS_NOTHING = None


@pytest.fixture(scope="module")
def family():
    return load_cards(None, ["family"])


def ask(strategy, state, seat=None):
    """The move of a strategy for the seat whose turn it is."""
    seat = game.to_move(state) if seat is None else seat
    return strategy.choose(Request(seat, game.view(state, seat), lambda move: game.legal(state, move)), DRAWS_NOTHING)


def played(cards, friends, seed=0, **options):
    """A whole match of these strategies."""
    names = NAMES[: len(friends)]
    match = Match(game, game.new_game(cards, names, Options(**options)), seed)
    play(match, [Participant(friend) for friend in friends], lambda state, move: None)
    return match


def hits(match):
    """Right predictions and all, by who predicted."""
    right, all_of = np.zeros(4), np.zeros(4)
    for step in match.steps:
        for event in step.events:
            if event.name == "turned":
                right[event.data["by"]] += event.data["right"]
                all_of[event.data["by"]] += 1
    return right, all_of


def test_natures_are_drawn_from_the_seed(family):
    numbers = [None] * 4
    assert company(family, 5, numbers) == company(family, 5, numbers)
    assert company(family, 5, numbers) != company(family, 6, numbers)
    one = company(family, 5, numbers)
    assert len(set(one)) == 4


def test_a_number_is_the_same_person_in_every_game(family):
    first, second = company(family, 5, [7, None, 8]), company(family, 6, [None, 7, 7])
    assert first[0] == second[1] == second[2]
    assert first[0] != first[2]
    assert company(family, 5, [None, None, 8])[1] == first[1]


def test_tempers_and_moods_spread_as_they_should(family):
    personas = [drawn_persona(family, np.random.default_rng(seed)) for seed in range(300)]
    tempers = np.array([persona.temper for persona in personas])
    assert tempers.std() == pytest.approx(TEMPER, rel=0.1)
    moods = np.array(personas[0].moods)
    assert moods.shape == (len(family.cards) * 3 * 2,)
    assert moods.std() == pytest.approx(MOOD, rel=0.15)


def test_a_feeling_is_the_usual_one_with_temper_and_mood(family):
    moods = (0.0, 0.0, 0.1, -0.2, 0.0, 0.0) * len(family.cards)
    persona = Persona((0.3, 0.05), moods)
    pleasant, lively = family.cards[4].situations[1].feels
    assert persona.feelings(family, 4)[1] == pytest.approx((pleasant + 0.4, lively - 0.15))


def test_the_nearest_emotion_is_found(family):
    emotions = tuple(range(0, 40, 5))
    for feeling in ((0.5, 0.5), (-0.9, 0.1), (0.0, -1.0)):
        away = [math.dist(family.emotions[emotion].feels, feeling) for emotion in emotions]
        assert nearest([family.feels[emotion] for emotion in emotions], *feeling) == 1 + away.index(min(away))
    assert nearest([family.feels[3]] * 8, 0.0, 0.0) == 1


@pytest.mark.rule("F3.4")
def test_a_pick_hangs_on_situation_emotions_and_the_own_nature_alone(family):
    personas = company(family, 3, [None] * 4)
    match = played(family, [Friend(personas, (0.5,) * 4)] * 4, seed=3)
    for before, step in zip([match.start, *[step.after for step in match.steps]], match.steps, strict=False):
        if not isinstance(step.move, Pick):
            continue
        seat = step.move.seat
        others = tuple(persona if other == seat else personas[seat] for other, persona in enumerate(personas))
        stranger = Friend(others, (0.0,) * 4, learning=True)
        bare = game.view(before, seat)._replace(scores=(9, 9, 9, 9), history=())
        assert stranger.pick(scene_of(bare), seat) == step.move.vote


def test_whose_empathy_is_whole_is_always_right(family):
    for seed in range(5):
        personas = company(family, seed, [None] * 4)
        seeing, blind = Friend(personas, (1.0,) * 4), Friend(personas, (0.0,) * 4)
        right, all_of = hits(played(family, [seeing, blind, seeing, blind], seed))
        assert right[0] == all_of[0]
        assert right[2] == all_of[2]
        assert right[1] + right[3] < all_of[1] + all_of[3]


def share_of_hits(family, empathy, *, learning=False, rounds=8, games=60):
    right, all_of = np.zeros(4), np.zeros(4)
    for seed in range(games):
        personas = company(family, seed, [None] * 4)
        found = hits(played(family, [Friend(personas, (empathy,) * 4, learning)] * 4, seed, rounds=rounds))
        right, all_of = right + found[0], all_of + found[1]
    return right.sum() / all_of.sum()


def test_more_empathy_is_more_often_right(family):
    shares = [share_of_hits(family, empathy) for empathy in (0.0, 0.4, 0.8, 1.0)]
    assert shares == sorted(shares)
    assert shares[0] > 2 / 8  # better than chance: people are alike
    assert shares[0] < 0.6
    assert shares[-1] == 1.0


def test_learning_makes_better_and_only_where_empathy_does_not_show(family):
    assert share_of_hits(family, 0.0, learning=True, rounds=24) > share_of_hits(family, 0.0, rounds=24) + 0.02
    assert share_of_hits(family, 1.0, learning=True, games=5) == 1.0


def test_what_is_learned_is_the_mean_of_what_was_shown(family):
    personas = company(family, 1, [None] * 4)
    match = played(family, [Friend(personas, (0.5,) * 4)] * 4, 1)
    view = game.view(match.state, 0)
    shown = scene_of(view)
    assert learned(shown._replace(history=()), 2) == (0.0, 0.0)
    off = [
        np.subtract(
            family.emotions[one.emotions[one.picks[2] - 1]].feels,
            family.cards[one.card].situations[one.situation - 1].feels,
        )
        for one in view.history
    ]
    assert learned(shown, 2) == pytest.approx(tuple(np.sum(off, axis=0) / (len(off) + 3)))


@pytest.mark.rule("F3.6")
def test_it_says_same_for_its_own_number(family):
    same = Persona((0.0, 0.0), (0.0,) * 6 * len(family.cards))
    match = played(family, [Friend((same,) * 4, (0.5,) * 4)] * 4)
    predictions = [step.move for step in match.steps if isinstance(step.move, Predict)]
    assert {move.vote for move in predictions} == {SAME}
    assert match.outcome.scores == (24, 24, 24, 24)


def test_a_host_reads_what_moves_it_most_and_puts_back_what_leaves_it_cold(family):
    calm = Persona((0.0, 0.0), (0.0,) * 6 * len(family.cards))
    friend = Friend((calm,) * 4, (0.5,) * 4)
    moves = set()
    for seed in range(40):
        match = Match(game, game.new_game(family, NAMES), seed)
        match.make(game.chance(match.state, np.random.default_rng(seed)), None)
        move = ask(friend, match.state)
        sizes = [math.hypot(*one.feels) for one in family.cards[match.state.round.card].situations]
        if max(sizes) < 0.4:
            assert isinstance(move, Redraw)
        else:
            assert sizes[move.situation - 1] == max(sizes)
        moves.add(type(move))
    again = match.state._replace(round=match.state.round._replace(redrawn=True))
    assert isinstance(ask(friend, again), Read)
    assert moves <= {Read, Redraw}


def test_a_host_swaps_what_nobody_has_picked_for_two_rounds(family):
    personas = company(family, 2, [None] * 4)
    match = played(family, [Friend(personas, (0.5,) * 4)] * 4, 2)
    swaps = [step for step in match.steps if isinstance(step.move, Swap | Keep)]
    assert isinstance(swaps[0].move, Keep)
    states = {step.turn: step for step in swaps}
    befores = dict(zip([id(step) for step in match.steps[1:]], [step.after for step in match.steps], strict=False))
    for step in swaps[1:]:
        before = befores[id(step)]
        used = {shown.emotions[vote - 1] for shown in before.history[-2:] for vote in shown.picks}
        if isinstance(step.move, Swap):
            assert before.board.emotions[step.move.position - 1] not in used
    assert len(states) == len(swaps)


def test_friends_draw_nothing_at_the_table(family):
    personas = company(family, 4, [None] * 4)
    first, second = (played(family, [Friend(personas, (0.5,) * 4)] * 4, 4) for _ in range(2))
    assert first.steps[-1].after == second.steps[-1].after


def test_random_votes_are_all_allowed(family):
    match = played(family, [RandomVotes()] * 4, 1, beginners_round=True)
    assert all(not step.refused for step in match.steps)
    kinds = {type(step.move) for seed in range(6) for step in played(family, [RandomVotes()] * 4, seed).steps}
    assert {Redraw, Read, Pick, Predict, Swap, Keep} <= kinds
    assert match.state.phase is Phase.OVER


def test_a_friend_asked_out_of_time_says_so(family):
    friend = Friend(company(family, 1, [None] * 4), (0.5,) * 4)
    state = game.new_game(family, NAMES)
    with pytest.raises(ValueError, match="no card drawn"):
        friend.situation(state, 0)
    with pytest.raises(ValueError, match="before a situation was read"):
        friend.pick(scene_of(state), 0)
    assert replace(friend, learning=True) != friend


def named(players):
    return tuple("ABCDEFGH"[:players])


@pytest.mark.parametrize("players", range(3, 9))
@pytest.mark.parametrize(
    "options", [{}, {"beginners_round": True, "cooperative": True}, {"open_end": True, "track": 7}]
)
def test_a_game_played_out_is_the_game_of_a_match(family, players, options):
    """Its end and everything that happens in it, whoever plays: friends alone, and friends with one who draws."""
    for seed in range(5):
        personas, empathy = company(family, seed, [None] * players), tuple(np.linspace(0, 1, players).tolist())
        friends = [Friend(personas, empathy, learning=seat % 2 == 1) for seat in range(players)]
        for strategies in (friends, [RandomVotes(), *friends[1:]]):
            start = game.new_game(family, named(players), Options(**options))
            match = Match(game, start, seed)
            outcome = play(match, [Participant(one) for one in strategies], lambda state, move: None)
            state, events = play_out(start, strategies, seed)
            assert state == match.state
            assert events == tuple(event for step in match.steps for event in step.events)
            assert game.outcome(state) == outcome


@given(
    players=st.integers(3, 8),
    seed=st.integers(0, 2**64),
    options=st.fixed_dictionaries({"beginners_round": st.booleans()})
    | st.fixed_dictionaries({"open_end": st.just(True), "track": st.integers(1, 40), "max_rounds": st.integers(1, 9)})
    | st.fixed_dictionaries({"rounds": st.integers(8, 12), "cooperative": st.booleans()}),
    empathy=st.lists(st.floats(0, 1), min_size=8, max_size=8),
    learning=st.booleans(),
)
@settings(max_examples=40, deadline=None)
def test_any_game_played_out_is_the_game_of_a_match(players, seed, options, empathy, learning):
    cards = load_cards(None, ["work"])
    friends = [Friend(company(cards, seed, [None] * players), tuple(empathy[:players]), learning)] * players
    start = game.new_game(cards, named(players), Options(**options))
    match = Match(game, start, seed)
    play(match, [Participant(friend) for friend in friends], lambda state, move: None)
    assert play_out(start, friends, seed) == (match.state, tuple(one for step in match.steps for one in step.events))


def test_a_game_is_played_out_by_what_may_be_seen_alone(family):
    class Peeker:
        def choose(self, request, generator):
            assert set(request.view.stock.deck) <= {-1}
            return RandomVotes().choose(request, generator)

    assert play_out(game.new_game(family, NAMES), [Peeker()] * 4, 1).state.phase is Phase.OVER


@pytest.mark.rule("F3.4", "F3.6")
def test_a_vote_goes_by_what_all_may_see(family):
    """What a friend is shown when all vote together is the same whatever the others have voted."""
    friends = [Friend(company(family, 1, [None] * 4), (0.5,) * 4)] * 4
    match = Match(game, game.new_game(family, NAMES), 1)
    play(match, [Participant(friend) for friend in friends], lambda state, move: None)
    states = [step.after for step in match.steps if step.after.phase in (Phase.PICK, Phase.PREDICT)]
    assert len(states) > 60
    for state in states:
        for seat in range(4):
            assert scene_of(state) == scene_of(game.view(state, seat))
        hidden = state._replace(round=state.round._replace(picks=(HIDDEN,) * 4, predictions=(HIDDEN,) * 4))
        assert scene_of(state) == scene_of(hidden)


def test_who_watches_a_game_played_out_may_stop_it(family):
    friends, calls = [Friend(company(family, 1, [None] * 4), (0.5,) * 4)] * 4, []

    def watch():
        calls.append(1)
        if len(calls) == 10:
            raise TimeoutError

    with pytest.raises(TimeoutError):
        play_out(game.new_game(family, NAMES), friends, 1, watch)
