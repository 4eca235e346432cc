"""The match, on a toy game: who says a number moves so far, chance may double it, ten ends it."""

from dataclasses import dataclass, replace
from types import SimpleNamespace

import pytest

from magnetsim.errors import IllegalShot
from magnetsim.match import Match, Participant, advance, play
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
