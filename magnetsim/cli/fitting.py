"""A new kind of magnet is fitted once, which takes seconds and is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magnetsim.cli.waiting import progress_bar
from magnetsim.language import Words

if TYPE_CHECKING:
    from magnetsim.scenario import AnyScenario


def fit_new_kinds(scenario: AnyScenario, words: Words) -> None:
    """Fit charges to the kinds of a scenario that have none yet; its table is laid without a wait then."""
    from magnetsim.scenario import FeelinksScenario, unfitted_kinds, untried_pairs

    if isinstance(scenario, FeelinksScenario):
        return
    for kind in unfitted_kinds(scenario):
        from magnetsim.charges import kept_fit

        text = words.gettext("{kind} is new: fitting its charges, once …").format(kind=kind.name)
        with progress_bar(text) as show:
            kept_fit(kind.outline, kind.height, show)
    pairs = untried_pairs(scenario)
    if pairs:
        from magnetsim.charges import pair_errors

        with progress_bar(words.gettext("New together: trying how kinds pull each other, once …")) as show:
            for done, (one, two) in enumerate(pairs):
                show(done / len(pairs))
                pair_errors(one, two)
