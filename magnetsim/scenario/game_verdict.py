"""A game's expectations held against how it was played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from magnetsim.match import Turn
from magnetsim.rules.base import Event, Outcome
from magnetsim.scenario.expect import ExpectTurn
from magnetsim.scenario.feelinks import AnyScenario, FeelinksScenario, check_feelinks
from magnetsim.scenario.magnet_numbers import magnet_label
from magnetsim.scenario.model import Scenario
from magnetsim.scenario.verdict import Check, same, same_groups


def check_game(scenario: AnyScenario, outcome: Outcome, turns: Sequence[Turn[Any, Any, Any]]) -> tuple[Check, ...]:
    """The scenario's expectations, each with its verdict; none when it has none."""
    if isinstance(scenario, FeelinksScenario):
        return check_feelinks(scenario, outcome, len(turns))
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
    steps = [step for turn in turns if turn.number == wanted.turn for step in turn.steps]
    events = [event for step in steps for event in step.events]
    if not events:
        yield Check(where, "to be played", "the end before it", passed=False)
        return
    for key, groups, names in (
        ("new_clusters", wanted.new_clusters, ("new-cluster",)),
        ("old_clusters", wanted.old_clusters, ("old-cluster", "unchanged-cluster")),
    ):
        if groups is not None:
            told = [_magnets(scenario, event) for event in events if event.name in names]
            clusters = [[magnet_label(scenario, reference) for reference in group] for group in groups]
            yield same_groups(f"{where}, {key}", clusters, told)
    for key, references, name in (("taken", wanted.taken, "collected"), ("fallen", wanted.fallen, "fell")):
        if references is not None:
            got = [magnet for event in events if event.name == name for magnet in _magnets(scenario, event)]
            yield same(f"{where}, {key}", sorted(magnet_label(scenario, one) for one in references), sorted(got))
    if wanted.refused is not None:
        reasons = [refusal.reason.name for step in steps for refusal in step.refused]
        yield same(f"{where}, refused", list(wanted.refused), reasons)
    happened = [event.name for event in events]
    for name in wanted.events:
        yield Check(f"{where}, events", name, happened, passed=name in happened)


def _magnets(scenario: Scenario, event: Event) -> list[str]:
    """The magnets that an event is about, as the scenario calls them."""
    several = event.data.get("magnets")
    numbers = several if isinstance(several, tuple) else (event.data["magnet"],)
    return [magnet_label(scenario, number) for number in numbers if isinstance(number, int)]
