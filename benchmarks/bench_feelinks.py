"""How many games of 《同感》 simulated friends play in a second of one core, by the number of players.

`played out` keeps the end alone; `a match` keeps every step and event, as a record needs them. Seconds are of the
processor, the best of several runs, and natures are drawn anew for every game. The last column is the time of a game
in steps of a bare Python loop, measured in the same breath: it says more than the times on a machine that is shared.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from magnetsim.friends import Friend, company, play_out
from magnetsim.match import Match, Participant, play
from magnetsim.rules.feelinks import game
from magnetsim.rules.feelinks.card_files import load_cards
from magnetsim.rules.feelinks.options import Options, fixed_rounds

NAMES = "ABCDEFGH"
GAMES = 60
RUNS = 7
LOOP = 100_000
CARDS = load_cards(None, ["family"])


def played_out(players: int, seed: int) -> int:
    generator = np.random.default_rng(seed)
    friend = Friend(company(CARDS, seed, [None] * players), (0.5,) * players)
    end = play_out(game.new_game(CARDS, NAMES[:players]), [friend] * players, generator)
    return len(end.history)


def a_match(players: int, seed: int) -> int:
    friend = Friend(company(CARDS, seed, [None] * players), (0.5,) * players)
    match = Match(game, game.new_game(CARDS, NAMES[:players]), seed)
    play(match, [Participant(friend)] * players, nothing)
    return len(match.state.history)


def nothing(_state: object, _move: object) -> None:
    """No world reports anything here."""


def bare_loop() -> float:
    """Seconds of the processor that a step of a bare loop takes."""
    begun, total = time.process_time(), 0
    for i in range(LOOP):
        total += i * i
    return (time.process_time() - begun) / LOOP


def measured(play_one: Callable[[int, int], int], players: int) -> tuple[float, float]:
    """Seconds a game, and the same in steps of a bare loop."""
    seconds, steps, rounds = [], [], fixed_rounds(Options(), players)
    for _ in range(RUNS):
        step, begun = bare_loop(), time.process_time()
        for seed in range(GAMES):
            assert play_one(players, seed) == rounds
        each = (time.process_time() - begun) / GAMES
        seconds.append(each)
        steps.append(each / (0.5 * (step + bare_loop())))
    return min(seconds), sorted(steps)[RUNS // 2]


def main() -> None:
    print(f"{'players':>7}  {'how':<10}  {'games/s':>8}  {'loop steps a game':>17}")
    for players in range(3, 9):
        for name, play_one in (("played out", played_out), ("a match", a_match)):
            seconds, steps = measured(play_one, players)
            print(f"{players:>7}  {name:<10}  {1 / seconds:>8.0f}  {steps:>17.0f}")


if __name__ == "__main__":
    main()
