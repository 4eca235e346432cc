"""A game's expectations held against how it was played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from magnetsim.match import Turn
from magnetsim.rules.base import Event, Outcome
from magnetsim.scenario.consistency import magnet_number
from magnetsim.scenario.expect import ExpectTurn
from magnetsim.scenario.magnets import label
from magnetsim.scenario.model import Scenario
from magnetsim.scenario.verdict import Check, same, same_groups


def check_game(scenario: Scenario, outcome: Outcome, turns: Sequence[Turn[Any, Any, Any]]) -> tuple[Check, ...]:
    """The scenario's expectations, each with its verdict; none when it has none."""
    expect = scenario.expect
    if expect is None:
        return ()
    names = [player.name for player in scenario.players]
    found: list[Check] = []
    if expect.winner is not None:
        winners = [names[seat] for seat in outcome.winners]
        got = " and ".join(winners) or "nobody"
        found.append(Check("winner", expect.winner, got, passed=expect.winner in winners))
    if expect.termination is not None:
        found.append(same("termination", expect.termination, outcome.termination))
    for name, score in (expect.scores or {}).items():
        found.append(same(f"scores.{name}", score, outcome.scores[names.index(name)]))
    if expect.turns is not None:
        found.append(same("turns", expect.turns, len(turns)))
    for wanted in expect.ruling:
        found.extend(_turn_checks(scenario, wanted, turns))
    return tuple(found)


def _turn_checks(scenario: Scenario, wanted: ExpectTurn, turns: Sequence[Turn[Any, Any, Any]]) -> Iterator[Check]:
    where = f"turn {wanted.turn}"
    events = [event for turn in turns if turn.number == wanted.turn for event in turn.events]
    if not events:
        yield Check(where, "to be played", "the end before it", passed=False)
        return
    if wanted.new_clusters is not None:
        made = [_magnets(scenario, event) for event in events if event.name == "new-cluster"]
        clusters = [[_named(scenario, reference) for reference in group] for group in wanted.new_clusters]
        yield same_groups(f"{where}, new_clusters", clusters, made)
    for key, references, name in (("taken", wanted.taken, "collected"), ("fallen", wanted.fallen, "fell")):
        if references is not None:
            got = [magnet for event in events if event.name == name for magnet in _magnets(scenario, event)]
            yield same(f"{where}, {key}", sorted(_named(scenario, one) for one in references), sorted(got))


def _magnets(scenario: Scenario, event: Event) -> list[str]:
    """The magnets that an event is about, as the scenario calls them."""
    several = event.data.get("magnets")
    numbers = several if isinstance(several, tuple) else (event.data["magnet"],)
    return [_named(scenario, number) for number in numbers if isinstance(number, int)]


def _named(scenario: Scenario, reference: int | str) -> str:
    number = magnet_number(scenario, reference)
    if number is None or scenario.magnets is None:
        return str(reference)
    return label(number, scenario.magnets[number])
