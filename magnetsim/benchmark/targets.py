"""What the measurements are to show: how much longer, or shorter, one thing takes than another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from magnetsim.benchmark.measure import Measure
from magnetsim.language import message


@dataclass(frozen=True, slots=True)
class Target:
    """A quotient of times, or a time, that is to be no more, or no less, than some number.

    what, case : messages, or a number of magnets or of players
    over, under : keys of measures; the sum of the first over the sum of the second, or in s where there is no second
    threads : how many it takes; where there are fewer it is not judged
    """

    what: str
    case: str
    over: tuple[str, ...]
    under: tuple[str, ...] = ()
    at_most: float | None = None
    at_least: float | None = None
    threads: int = 1


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of a target: the quotient of the medians, or the median in s; None where threads were too few."""

    target: Target
    value: float | None

    @property
    def met(self) -> bool | None:
        """Whether it is as it is to be; None where that was not measured."""
        if self.value is None:
            return None
        most, least = self.target.at_most, self.target.at_least
        return (most is None or self.value <= most) and (least is None or self.value >= least)


def verdicts(measures: Sequence[Measure], threads: int) -> Iterator[Verdict]:
    """What came of every target that these measures answer, which were made with so many threads."""
    known = {one.key: one.time.median for one in measures}
    for target in TARGETS:
        if not all(key in known for key in (*target.over, *target.under)):
            continue
        if target.threads > threads:
            yield Verdict(target, None)
        else:
            under = sum(known[key] for key in target.under) if target.under else 1.0
            yield Verdict(target, sum(known[key] for key in target.over) / under)


def _kernels(
    what: str,
    over: str,
    under: str,
    counts: Sequence[int],
    *,
    at_most: float | None = None,
    at_least: float | None = None,
    threads: int = 1,
) -> Iterator[Target]:
    for count in counts:
        keys = (f"kernels/{over}/{count}",), (f"kernels/{under}/{count}",)
        yield Target(what, f"{count:,}", *keys, at_most, at_least, threads)


def _steps(
    what: str, over: str, under: Sequence[str], *, at_most: float | None = None, at_least: float | None = None
) -> Iterator[Target]:
    for lie in (message("spread"), message("packed")):
        keys = (f"step/{over}, {lie}/25",), tuple(f"step/{part}, {lie}/25" for part in under)
        yield Target(what, lie, *keys, at_most, at_least)


def _times(bench: str, what: str, cases: Mapping[str, float]) -> Iterator[Target]:
    for case, most in cases.items():
        yield Target(what, case, (f"{bench}/{what}, {case}/25",), at_most=most)


MEASURES = (
    message("whole step, spread"),
    message("whole step, packed"),
    message("Chipmunk alone, spread"),
    message("Chipmunk alone, packed"),
    message("force kernel alone, spread"),
    message("force kernel alone, packed"),
    message("pymunk, body by body, spread"),
    message("pymunk, body by body, packed"),
    message("pymunk.batch, spread"),
    message("pymunk.batch, packed"),
    message("flick to rest, points"),
    message("flick to rest, finite magnets"),
    message("greedy against greedy, points"),
    message("greedy against greedy, finite magnets"),
    message("first start, points"),
    message("first start, finite magnets"),
    message("later start, points"),
    message("later start, finite magnets"),
)
"""What is measured beside kernels, in words that can be told in any language."""

TARGETS = (
    *_kernels(
        message("the kernel on one thread ÷ the same loop in C"), "vectorised", "C", (25, 1_000, 10_000), at_most=1.1
    ),
    *_kernels(
        message("the kernel on one thread ÷ on two"),
        "vectorised (wall)",
        "parallel",
        (1_000, 10_000),
        threads=2,
        at_least=1.8,
    ),
    *_kernels(message("numpy ÷ the kernel"), "numpy", "vectorised", (25, 1_000), at_least=30.0),
    *_kernels(message("jax.jit ÷ the kernel"), "jax.jit", "vectorised", (25,), at_least=20.0),
    *_kernels(
        message("lfmm3d ÷ the multipole kernel, both to 1e-6"),
        "lfmm3d 1e-06",
        "multipole 1e-06",
        (10_000, 100_000),
        at_least=5.0,
    ),
    *_steps(
        message("a whole step ÷ Chipmunk and the kernel alone"),
        "whole step",
        ("Chipmunk alone", "force kernel alone"),
        at_most=1.3,
    ),
    *_steps(message("pymunk, body by body ÷ a whole step"), "pymunk, body by body", ("whole step",), at_least=8.0),
    *_steps(message("pymunk.batch ÷ a whole step"), "pymunk.batch", ("whole step",), at_least=2.0),
    *_times("shot", message("flick to rest"), {message("points"): 5e-3, message("finite magnets"): 8e-3}),
    *_times("game", message("greedy against greedy"), {"points": 0.25, "finite magnets": 0.25}),
    *_times("start", message("first start"), {"points": 5.0, "finite magnets": 5.0}),
    *_times("start", message("later start"), {"points": 1.5, "finite magnets": 1.5}),
    *(
        Target(message("a game of 《同感》, by players"), f"{players}", (f"game/《同感》/{players}",), at_most=1e-3)
        for players in range(3, 9)
    ),
)
