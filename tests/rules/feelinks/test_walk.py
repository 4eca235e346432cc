"""Games of random moves over all options (five thousand in the slow suite), held against a book kept from events."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from magnetsim.rules.base import CHANCE
from magnetsim.rules.feelinks import game
from magnetsim.rules.feelinks.moves import SAME, Keep, Pick, Predict, Read, Redraw, Swap
from magnetsim.rules.feelinks.options import Options
from magnetsim.rules.feelinks.state import HIDDEN, NUMBERS, Phase

NAMES = tuple("ABCDEFGH")
PHASE_OF_EVENT = {
    "host": 1,
    "introduced": 2,
    "reshuffled": 3,
    "drew": 3,
    "redrew": 3,
    "read": 3,
    "picked": 4,
    "partners": 5,
    "predicted": 6,
    "showed": 7,
    "turned": 7,
    "beginners": 7,
    "scored": 8,
    "swapped": 9,
    "kept": 9,
}


def drawn_options(draw, players):
    open_end = draw.random() < 0.4
    return Options(
        rounds=None if open_end or draw.random() < 0.5 else players + draw.randrange(3),
        open_end=open_end,
        track=draw.choice([3, 6, 12, 30]),
        max_rounds=draw.choice([2, 5, 9]),
        beginners_round=draw.random() < 0.4,
        cooperative=not open_end and draw.random() < 0.2,
    )


def drawn_move(draw, state, seat):
    """Any move of the phase; some of them are refused."""
    match state.phase:
        case Phase.SITUATION:
            return Redraw(seat) if draw.random() < 0.3 else Read(seat, draw.randint(1, 3))
        case Phase.PICK:
            return Pick(seat, draw.randint(1, 8))
        case Phase.PREDICT:
            return Predict(seat, draw.choice([SAME, *range(1, 9)]))
        case _:
            return Keep(seat) if draw.random() < 0.3 else Swap(seat, draw.randint(1, 8))


def secrets_hold(state, view, seat):
    """Nothing in the view tells what others have put face down."""
    now, seen = state.round, view.round
    for votes, shown in ((now.picks, seen.picks), (now.predictions, seen.predictions)):
        for other, (vote, told) in enumerate(zip(votes, shown, strict=True)):
            secret = state.phase in (Phase.PICK, Phase.PARTNERS, Phase.PREDICT) and other != seat and vote is not None
            assert told == (HIDDEN if secret else vote)
    assert set(view.stock.deck) | {card for pile in view.stock.piles for card in pile} <= {HIDDEN}
    if now.phase is Phase.SITUATION and seat != now.host:
        assert seen.card == HIDDEN


def cards_are_all_there(state, cards):
    board, stock = state.board, state.stock
    emotions = [*board.emotions, *board.removed, *(card for pile in stock.piles for card in pile)]
    assert sorted(emotions) == list(range(len(cards.emotions)))
    assert tuple(cards.emotions[i].symbol for i in board.emotions) == cards.positions
    for symbol, pile in enumerate(stock.piles):
        assert all(cards.emotions[i].symbol == symbol for i in pile)
    held = [state.round.card] if state.round.card is not None and state.round.card not in board.discards else []
    assert sorted([*stock.deck, *board.discards, *held]) == list(range(len(cards.cards)))


def phases_in_order(events, players, options):
    """Each round's events go through the phases as the rulebook has them."""
    rounds, current = [], []
    for event in events:
        if event.name == "host" and current:
            rounds.append(current)
            current = []
        if event.name in PHASE_OF_EVENT:
            current.append(event)
    rounds.append(current)
    for number, told in enumerate(rounds, start=1):
        phases = [PHASE_OF_EVENT[event.name] for event in told]
        assert phases == sorted(phases)
        names = Counter(event.name for event in told)
        beginners = number == 1 and options.beginners_round
        assert names["host"] == names["introduced"] == names["read"] == 1
        assert names["redrew"] <= 1
        assert names["drew"] == 1 + names["redrew"]
        assert names["picked"] == names["showed"] == players
        assert names["partners"] == names["scored"] == (0 if beginners else 1)
        assert names["predicted"] == names["turned"] == (0 if beginners else players)
        last = number == len(rounds)
        assert names["swapped"] + names["kept"] == (0 if last and options.open_end and phases[-1] == 8 else 1)
        host = told[0].seat
        for kind in ("picked", "predicted", "showed", "turned"):
            seats = [event.seat for event in told if event.name == kind]
            assert seats == [(host + i) % players for i in range(players)][: len(seats)]
    hosts = [told[0].seat for told in rounds]
    assert hosts == [(hosts[0] + i) % players for i in range(len(rounds))]
    return len(rounds)


def points_of_events(events, players, options):
    """Scores kept from what was turned over alone."""
    scores, right, by = [0] * players, {}, {}
    for event in events:
        if event.name == "turned":
            right[event.data["by"]] = event.data["right"]
            by[event.seat] = event.data["by"]
        if event.name == "scored":
            for seat in range(players):
                hits = right[seat] + right[by[seat]]
                scores[seat] += sum(right.values()) if options.cooperative else (0, 1, 3)[hits]
                if options.open_end:
                    scores[seat] = min(scores[seat], options.track)
            assert event.data["scores"] == tuple(scores)
            right, by = {}, {}
    return tuple(scores)


def play(number, cards):
    """One game of random moves; what happened in it, for the sum over all games."""
    draw, generator = random.Random(number), np.random.default_rng(number)  # noqa: S311
    players = 3 + number % 6
    options = drawn_options(draw, players)
    spare = tuple(draw.choice([0, 1, 3]) for _ in range(3))
    made = cards(spare=spare, cards=draw.choice([1, 2, 5, 12]))
    state = game.new_game(made, NAMES[:players], options)
    events, found, secret_seat = [], Counter(), draw.randrange(players)
    while (mover := game.to_move(state)) is not None:
        before = state
        move = game.chance(state, generator) if mover == CHANCE else drawn_move(draw, state, mover)
        reason = game.legal(state, move)
        if reason is not None:
            found[reason.name] += 1
            assert f"phase {NUMBERS[state.phase]} ({state.phase.value}), {NAMES[mover]}: " in reason.message
            continue
        for seat in {mover, secret_seat} - {CHANCE}:
            secrets_hold(state, game.view(state, seat), seat)
        state, told = game.apply(state, move, None)
        events += told
        assert game.apply(before, move, None) == (state, told)
        cards_are_all_there(state, made)
    outcome = game.outcome(state)
    rounds = phases_in_order(events, players, options)
    assert outcome.scores == state.scores == points_of_events(events, players, options)
    best = max(outcome.scores)
    assert outcome.winners == tuple(seat for seat in range(players) if outcome.scores[seat] == best)
    assert rounds == game.turn(state)
    counted = rounds - options.beginners_round
    if outcome.termination == "rounds":
        default = {3: 6, 4: 8}.get(players, players)
        assert counted == (options.rounds or default)
    elif outcome.termination == "last-cell":
        assert best == options.track
    else:
        assert counted == options.max_rounds
        assert best < options.track
    found[outcome.termination] += 1
    found["shared"] += len(outcome.winners) > 1
    found["reshuffled"] += any(event.name == "reshuffled" for event in events)
    return found


HAPPENS = {
    "rounds",
    "last-cell",
    "round-limit",
    "shared",
    "reshuffled",
    "own-number",
    "empty-pile",
    "redrawn",
    "no-other-card",
}
"""What random games come to, and what they are refused."""


@pytest.mark.rule("F3.1", "F3.2", "F3.3", "F3.4", "F3.5", "F3.6", "F3.7", "F3.8", "F3.9")
@pytest.mark.parametrize("games", [range(300), pytest.param(range(300, 5000), marks=pytest.mark.slow)], ids=len)
def test_random_games_keep_every_law(cards, games):
    found = Counter()
    for number in games:
        found += play(number, cards)
    assert set(found) == HAPPENS
