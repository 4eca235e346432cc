"""Whether the kinds of a scenario can be finite bodies: refused where their fits are useless, said where doubtful."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING

from magnetsim.errors import Notice, ScenarioError
from magnetsim.language import Phrase
from magnetsim.scenario.quantities import MM_PER_M
from magnetsim.table import Kind

if TYPE_CHECKING:
    from magnetsim.charges import Shape, Trust


def check_trust(kinds: Iterable[Kind]) -> None:
    """ScenarioError when two of these kinds, fitted already, pull each other all wrong; a Notice when rather wrong."""
    # Late: compiled code, which a file can be read and checked without.
    from magnetsim.charges import DOUBTFUL, USELESS, trust_of

    names, shapes = shapes_of(kinds)
    for trust in trust_of(shapes):
        if trust.worst.force <= DOUBTFUL:
            continue
        said = doubt(trust, names)
        if trust.worst.force > USELESS:
            text = Phrase(
                '{said}; expected at most {most} %: say magnetism = "dipole", or take other sizes (docs/magnetism.md)',
                said=said,
                most=f"{100 * USELESS:g}",
            )
            raise ScenarioError(text)
        _say_once(said)


def shapes_of(kinds: Iterable[Kind]) -> tuple[tuple[str, ...], tuple[Shape, ...]]:
    """Names of the kinds magnetised in the plane, and outline and height of each; of kinds alike in both the first."""
    from magnetsim.charges.store import shape_key

    different: dict[str, tuple[str, Shape]] = {}
    for kind in kinds:
        if kind.moment != 0.0:
            different.setdefault(shape_key(kind.outline, kind.height), (kind.name, (kind.outline, kind.height)))
    found = different.values()
    return tuple(name for name, _ in found), tuple(shape for _, shape in found)


@cache
def doubt(trust: Trust, names: tuple[str, ...]) -> Phrase:
    """By how much two kinds pull each other wrong."""
    one, two = names[trust.first], names[trust.second]
    return Phrase(
        "{kinds}: as finite bodies they pull each other with a force that is {error} % off "
        "(root mean square over poses {gap} mm apart)",
        kinds=f"kinds.{one}" if trust.first == trust.second else f"kinds.{one}, kinds.{two}",
        error=f"{100 * trust.worst.force:.0f}",
        gap=f"{trust.worst.gap * MM_PER_M:.2g}",
    )


@cache
def _say_once(said: Phrase) -> None:
    # The phrase is the same for the same doubt.
    warnings.warn(Notice(said), stacklevel=5)
