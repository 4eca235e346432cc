"""The match, on a toy game: who says a number moves so far, chance may double it, ten ends it."""

from dataclasses import dataclass, replace
from types import SimpleNamespace

import numpy as np
import pytest

from magnetsim.errors import IllegalShot
from magnetsim.match import Match, Participant, Stream, advance, drawing, late_drawing, play
from magnetsim.rules.base import CHANCE, Event, Outcome, Reason


@dataclass(frozen=True)
class Place:
    """Where both stand; after each move a coin is tossed, which belongs to the same turn."""

    at: tuple[int, int] = (0, 0)
    seat: int = 0
    turn: int = 0
    toss: bool = False


def to_move(state):
    if max(state.at) >= 10:
        return None
    return CHANCE if state.toss else state.seat


def legal(state, move, facts=None):
    if facts is not None and facts["blocked"]:
        return Reason("blocked", "T2", "the way is blocked")
    return None if move in ("head", "tail", "lost") or move in (1, 2, 3) else Reason("far", "T1", "move 1, 2 or 3")


def apply(state, move, facts):
    if reason := legal(state, move, facts):
        raise IllegalShot(reason.name, reason.message)
    if state.toss:
        return replace(state, toss=False, seat=1 - state.seat, turn=state.turn + 1), (Event("T3", move),)
    step = move if isinstance(move, int) else 0
    at = tuple(place + step * (seat == state.seat) for seat, place in enumerate(state.at))
    return replace(state, at=at, toss=True), (Event("T1", "moved", state.seat, {"by": step}),)


RACE = SimpleNamespace(
    to_move=to_move,
    turn=lambda state: state.turn,
    chance=lambda state, generator: "head" if generator.random() < 0.5 else "tail",
    legal=legal,
    forfeit=lambda state, refusals: "lost" if refusals >= 3 else None,
    apply=apply,
    view=lambda state, seat: ("seen by", seat, state),
    outcome=lambda state: (
        Outcome("arrived", (state.at.index(max(state.at)),), state.at) if to_move(state) is None else None
    ),
)


def open_way(state, move):
    return None


class Says:
    """Says what it was told to say, in that order, then 1 for ever; keeps what it was asked."""

    def __init__(self, *moves):
        self.moves = list(moves)
        self.asked = []

    def choose(self, request, generator):
        self.asked.append(request)
        return self.moves.pop(0) if self.moves else 1


class Draws:
    def choose(self, request, generator):
        return int(generator.integers(1, 4))


def seated(*strategies, hand=None):
    return [Participant(strategy, hand) for strategy in strategies]


def moves(match):
    return [step.move for step in match.steps]


def test_a_match_is_played_to_its_end_in_turn():
    match = Match(RACE, Place(), 1)
    seen = []
    result = play(match, seated(Says(3, 3, 3, 3), Says()), open_way, seen.append)
    assert result == Outcome("arrived", (0,), (12, 3))
    assert match.outcome == result
    assert [step.mover for step in match.steps[:5]] == [0, CHANCE, 1, CHANCE, 0]
    assert seen == match.steps
    assert [turn.number for turn in match.turns] == list(range(7))
    assert [len(turn.steps) for turn in match.turns] == [2] * 6 + [1]
    assert [event.clause for event in match.turns[0].events] == ["T1", "T3"]
    assert match.turns[-1].after is match.state


def test_nothing_is_made_once_it_is_over():
    match = Match(RACE, Place((10, 0)), 1)
    assert play(match, [], open_way).winners == (0,)
    with pytest.raises(ValueError, match="the match is over"):
        advance(match, [], open_way)
    with pytest.raises(ValueError, match="the match is over"):
        match.make(1, None)


def test_a_player_is_asked_with_what_the_seat_may_see():
    strategy = Says()
    match = Match(RACE, Place(seat=1), 1)
    advance(match, seated(Says(), strategy), open_way)
    request = strategy.asked[0]
    assert request.seat == 1
    assert request.view == ("seen by", 1, match.start)
    assert request.legal(2) is None
    assert request.legal(4).name == "far"
    assert request.refused == ()


def test_a_refused_move_is_asked_for_again_and_changes_nothing():
    strategy = Says(7, 2)
    match = Match(RACE, Place(), 1)
    step = advance(match, seated(strategy, Says()), open_way)
    assert step.move == 2
    assert [(refusal.move, refusal.reason.name) for refusal in step.refused] == [(7, "far")]
    assert match.steps == [step]
    assert strategy.asked[1].view == strategy.asked[0].view
    assert strategy.asked[1].refused == step.refused


def test_what_only_the_world_can_tell_is_refused_too():
    def blocked_for_three(state, move):
        return {"blocked": move == 3}

    match = Match(RACE, Place(), 1)
    step = advance(match, seated(Says(3, 2), Says()), blocked_for_three)
    assert (step.move, step.facts) == (2, {"blocked": False})
    assert [refusal.reason.name for refusal in step.refused] == ["blocked"]


@pytest.mark.rule("X4.5")
def test_after_three_refusals_in_a_turn_the_move_is_imposed():
    match = Match(RACE, Place(), 1)
    strategy = Says(9, 9, 9, 9)
    step = advance(match, seated(strategy, Says()), open_way)
    assert (step.move, step.imposed, len(step.refused)) == ("lost", True, 3)
    assert len(strategy.asked) == 3
    advance(match, seated(strategy, Says()), open_way)
    # A new turn starts with a clean slate, and so does what follows on an imposed move.
    assert match.refusals() == 0
    step = advance(match, seated(strategy, Says(9, 9, 2)), open_way)
    assert (step.move, step.imposed, len(step.refused)) == (2, False, 2)
    assert match.refusals() == 2


def test_a_move_that_was_imposed_is_known_as_such_when_it_is_made_again():
    """Else the refusals before it would be counted twice, and the next move imposed as well."""
    match = Match(RACE, Place(), 1)
    step = advance(match, seated(Says(9, 9, 9), Says()), open_way)
    again = Match(RACE, Place(), 1)
    assert again.make(step.move, step.facts, refused=step.refused).imposed
    assert again.refusals() == match.refusals() == 0
    assert not Match(RACE, Place(), 1).make("lost", None).imposed


def test_the_hand_errs_between_the_aim_and_the_move():
    match = Match(RACE, Place(), 1)
    step = advance(match, seated(Says(1), Says(), hand=lambda move, generator: move + 1), open_way)
    assert (step.aim, step.move) == (1, 2)
    assert match.state.at == (2, 0)


def test_what_the_hand_made_illegal_is_refused():
    def shaky(move, generator):
        return move + 3 * (move == 3)

    match = Match(RACE, Place(), 1)
    step = advance(match, seated(Says(3, 1), Says(), hand=shaky), open_way)
    assert step.move == 1
    assert [refusal.move for refusal in step.refused] == [6]


def noisy(move, generator):
    return int(generator.integers(1, 4))


def test_the_seed_decides_and_nothing_else():
    def run(seed):
        match = Match(RACE, Place(), seed)
        play(match, seated(Draws(), Draws(), hand=noisy), open_way)
        return moves(match), [step.aim for step in match.steps]

    assert run(5) == run(5)
    assert len({str(run(seed)) for seed in range(20)}) == 20
    assert len({str(run(seed)) for seed in (0, 2**32 - 1, 2**32, 2**64 + 5)}) == 4


def test_a_match_taken_up_at_any_of_its_moves_goes_on_the_same():
    people = seated(Draws(), Draws(), hand=noisy)
    whole = Match(RACE, Place(), 11)
    play(whole, people, open_way)
    for kept in range(len(whole.steps)):
        again = Match(RACE, Place(), 11)
        for step in whole.steps[:kept]:
            again.make(step.move, step.facts, aim=step.aim, refused=step.refused)
        play(again, people, open_way)
        assert moves(again) == moves(whole)
        assert again.state == whole.state


@pytest.fixture
def whole():
    """A match played to its end, and who played it; now and then a move is refused."""

    class Careless:
        def choose(self, request, generator):
            return int(generator.integers(1, 6))

    people = seated(Careless(), Careless(), hand=noisy)
    match = Match(RACE, Place(), 11)
    play(match, people, open_way)
    assert any(step.refused for step in match.steps)
    assert any(step.imposed for step in match.steps)
    return match, people


def refused(step):
    return tuple((one.move, one.reason) for one in step.refused)


def inputs(match):
    """All that went into a match and came out of it."""
    return [
        (step.turn, step.mover, step.aim, step.move, step.facts, step.imposed, step.after, refused(step))
        for step in match.steps
    ]


def test_turns_are_taken_back_and_played_again_the_same(whole):
    match, people = whole
    before = inputs(match)
    for turns in range(len(match.turns) + 1):
        kept = sum(len(turn.steps) for turn in match.turns[: len(match.turns) - turns])
        taken = match.undo(turns)
        assert inputs(match) == before[:kept]
        assert match.state == (before[kept - 1][6] if kept else match.start)
        assert (match.outcome is None) == (turns > 0)
        assert len(taken) == len(before) - kept
        play(match, people, open_way)
        assert inputs(match) == before


def test_what_was_taken_back_can_be_made_again(whole):
    match, _ = whole
    before = inputs(match)
    for turns in (1, 3, len(match.turns)):
        match.redo(match.undo(turns))
        assert inputs(match) == before


def test_a_turn_that_is_not_over_is_the_first_to_be_taken_back():
    match = Match(RACE, Place(), 1)
    for _ in range(3):
        advance(match, seated(Says(), Says()), open_way)
    assert [len(turn.steps) for turn in match.turns] == [2, 1]
    match.undo()
    assert [len(turn.steps) for turn in match.turns] == [2]
    match.undo()
    assert match.state is match.start


@pytest.mark.parametrize("turns", [-1, 3, 100])
def test_no_more_turns_are_taken_back_than_were_played(turns):
    match = Match(RACE, Place(), 1)
    for _ in range(4):
        advance(match, seated(Says(), Says()), open_way)
    with pytest.raises(ValueError, match=f"expected 0 to 2, as many as were played, got {turns}"):
        match.undo(turns)
    assert len(match.steps) == 4


def test_a_fork_from_any_turn_plays_on_the_same_and_leaves_the_match_alone(whole):
    match, people = whole
    before = inputs(match)
    for turn in match.turns:
        forked = match.fork(turn.number)
        assert [step.turn for step in forked.steps] == [step.turn for step in match.steps if step.turn < turn.number]
        assert RACE.turn(forked.state) == turn.number
        play(forked, people, open_way)
        assert inputs(forked) == before
        assert inputs(match) == before


def test_a_fork_may_go_another_way():
    match = Match(RACE, Place(), 11)
    play(match, seated(Says(3, 3, 3, 3), Says()), open_way)
    forked = match.fork(2)
    play(forked, seated(Says(2, 2, 2, 2, 2), Says(3, 3, 3, 3)), open_way)
    assert forked.outcome.winners == (1,)
    assert match.outcome.winners == (0,)
    assert inputs(forked)[:4] == inputs(match)[:4]
    # What chance does hangs on the place alone.
    assert [step.move for step in forked.steps[5:9:2]] == [step.move for step in match.steps[5:9:2]]


def test_a_fork_from_here_is_a_copy_that_grows_by_itself():
    match = Match(RACE, Place(), 11)
    advance(match, seated(Says(), Says()), open_way)
    forked = match.fork()
    assert inputs(forked) == inputs(match)
    advance(forked, seated(Says(), Says()), open_way)
    assert (len(match.steps), len(forked.steps)) == (1, 2)
    assert match.fork(0).steps == []


@pytest.mark.parametrize("turn", [-1, 3, 50])
def test_a_turn_that_was_not_begun_has_no_fork(turn):
    match = Match(RACE, Place(), 11)
    for _ in range(4):
        advance(match, seated(Says(), Says()), open_way)
    assert RACE.turn(match.state) == 2
    assert len(match.fork(2).steps) == 4
    with pytest.raises(ValueError, match=f"turn: expected one from 0 to 2, got {turn}"):
        match.fork(turn)


@pytest.mark.parametrize("seed", [0, 7, 2**32, 2**70 + 5, 2**200 + 3])
def test_a_draw_hangs_on_seed_and_place_and_not_on_when_its_generator_comes(seed):
    sequence = np.random.SeedSequence(seed, spawn_key=(Stream.CHOICE, 31, 2))
    expected = np.random.default_rng(sequence).random(3).tolist()
    assert drawing(seed, Stream.CHOICE, 31, 2).random(3).tolist() == expected
    late = late_drawing(seed, Stream.CHOICE, 31, 2)
    assert [late.random() for _ in range(3)] == expected


def test_aim_hand_and_chance_draw_apart():
    drawn = []

    class Notes:
        def choose(self, request, generator):
            drawn.append(generator.random())
            return 1

    def hand(move, generator):
        drawn.append(generator.random())
        return move

    game = SimpleNamespace(
        **{**vars(RACE), "chance": lambda state, generator: drawn.append(generator.random()) or "head"}
    )
    match = Match(game, Place(), 3)
    people = seated(Notes(), Notes(), hand=hand)
    for _ in range(10):
        advance(match, people, open_way)
    assert len(set(drawn)) == len(drawn) == 15


def test_a_refused_move_that_is_made_all_the_same_is_an_error():
    match = Match(RACE, Place(), 1)
    with pytest.raises(IllegalShot):
        match.make(9, None)
    assert match.steps == []
