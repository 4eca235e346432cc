"""How long whole games take: of greedy players with magnets, of simulated friends with cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from magnetsim.benchmark.hearts import HEARTS
from magnetsim.benchmark.measure import Measure, processor_clock, spread_of
from magnetsim.feelinks_session import feelinks_session
from magnetsim.scenario import FeelinksScenario, parse_scenario
from magnetsim.session import new_session

GAMES, RUNS = 8, 9
COMPANIES = range(3, 9)
EVENINGS = 40


def games(watch: Callable[[float], None]) -> Iterator[Measure]:
    """A game of two greedy players, of points and of finite magnets; a game of 《同感》 by the number of friends."""
    magnetisms = {"greedy against greedy, points": "dipole", "greedy against greedy, finite magnets": "finite"}
    taken: dict[str, list[float]] = {name: [] for name in magnetisms}
    for seed in range(GAMES + 1):
        for name, magnetism in magnetisms.items():
            used = _a_game(magnetism, seed)
            # The first one loads what is compiled.
            if seed > 0:
                taken[name].append(used)
        watch((seed + 1) / (GAMES + 2))
    for name, seconds in taken.items():
        yield Measure("game", name, HEARTS, spread_of(seconds))
    for players in COMPANIES:
        _an_evening(players)
        yield Measure("game", "《同感》", players, spread_of([_an_evening(players) for _ in range(RUNS)]))
    watch(1.0)


def _a_game(magnetism: str, seed: int) -> float:
    """Seconds of the processor that a game takes, from its scenario to its end."""
    scenario = parse_scenario(
        {
            "schema": 1,
            "name": "greedy",
            "game": "xinxin",
            "seed": seed,
            "magnetism": magnetism,
            "kinds": {"heart": {"outline": "heart"}},
            "layout": {"pattern": "jittered-grid", "kind": "heart", "count": HEARTS},
            "players": [{"name": name, "strategy": "greedy", "hand": "steady"} for name in ("A", "B")],
        },
        "greedy",
    )
    begun = processor_clock()
    new_session(scenario).play()
    return processor_clock() - begun


def _an_evening(players: int) -> float:
    """Seconds of the processor for one of EVENINGS games, played out as a batch does, with natures drawn anew."""
    names = tuple({"name": name} for name in "ABCDEFGH"[:players])
    data = {"schema": 1, "name": "evening", "game": "feelinks", "players": names}
    scenario = FeelinksScenario.model_validate(data)
    begun = processor_clock()
    for seed in range(EVENINGS):
        feelinks_session(scenario.model_copy(update={"seed": seed})).play_out()
    return (processor_clock() - begun) / EVENINGS
