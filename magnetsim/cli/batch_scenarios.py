"""The scenarios of a batch made ready, and those that cannot be played told, before a game is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from magnetsim.cli.fitting import fit_new_kinds
from magnetsim.cli.output import complain
from magnetsim.cli.usage import UsageError
from magnetsim.errors import MagnetsimError
from magnetsim.language import Phrase, Words

if TYPE_CHECKING:
    from magnetsim.batch.gathering import Refused
    from magnetsim.batch.plan import Casting


def castings_of(
    paths: Sequence[Path],
    settings: Mapping[str, Any],
    sweeps: Mapping[str, Sequence[Any]],
    seed: int | None,
    words: Words,
) -> tuple[list[Casting], list[Refused]]:
    """The scenarios to be played, their new kinds fitted, and those that cannot be, which are named at once.

    settings, sweeps : as of gather        seed : of the batch; None: each scenario's own

    UsageError when none is left.
    """
    from magnetsim.batch.gathering import Refused, gather, scenario_files

    files = scenario_files(paths)
    if not files:
        raise UsageError(Phrase("expected scenario files, got folders without any"))
    castings: list[Casting] = []
    refused: list[Refused] = []
    told: set[str] = set()
    for one in gather(files, settings, sweeps):
        made = one if isinstance(one, Refused) else _made_ready(one, seed, words)
        if not isinstance(made, Refused):
            castings.append(made)
        elif str(made.error) not in told:
            # What is wrong with a file is wrong at every point of a sweep.
            told.add(str(made.error))
            refused.append(made)
            complain(words, made.error)
    if not castings:
        raise UsageError(Phrase("none of the scenarios can be played"))
    return castings, refused


def _made_ready(casting: Casting, seed: int | None, words: Words) -> Casting | Refused:
    """Its new kinds fitted; refused when a fit is of no use, or its games cannot begin."""
    from magnetsim.batch.gathering import Refused, check_start
    from magnetsim.scenario import Scenario, check_magnetism

    scenario = casting.scenario
    fit_new_kinds(scenario, words)
    try:
        if isinstance(scenario, Scenario):
            check_magnetism(scenario)
        check_start(casting, scenario.seed if seed is None else seed)
    except MagnetsimError as error:
        return Refused(Path(casting.file), error)
    return casting
