"""Magnets as a file refers to them: by number or by name."""

from __future__ import annotations

from magnetsim.scenario.magnets import label
from magnetsim.scenario.model import Scenario


def magnet_number(scenario: Scenario, reference: int | str) -> int | None:
    """The number of a magnet given by number or name; None when there is none such on the table."""
    if scenario.magnets is None:
        total = scenario.layout.total if scenario.layout is not None else 0
        return reference if isinstance(reference, int) and reference < total else None
    for number, magnet in enumerate(scenario.magnets):
        if reference in (number, magnet.name) and not magnet.damaged:
            return number
    return None


def magnet_label(scenario: Scenario, reference: int | str) -> str:
    """How results call a magnet given by number or name: by its name, where the file gives it one."""
    number = magnet_number(scenario, reference)
    if number is None or scenario.magnets is None:
        return str(reference)
    return label(number, scenario.magnets[number])


def old_clusters(scenario: Scenario) -> tuple[frozenset[int], ...]:
    """The clusters that lie on the table before the first turn, by number."""
    if scenario.deal is None:
        return ()
    groups = [[magnet_number(scenario, reference) for reference in group] for group in scenario.deal.clusters]
    return tuple(frozenset(number for number in group if number is not None) for group in groups)
