"""Force kernels, ours and those of other libraries that are installed, checked and timed side by side."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import cast

import numpy as np

from magnetsim.benchmark.definition import Dipoles, Floats, dipoles, error_of
from magnetsim.benchmark.measure import PAUSE, SLICE, Calls, Measure, Spread, processor_clock, taken_in_turns
from magnetsim.errors import MagnetsimError
from magnetsim.language import Phrase, listed

SAME = 1e-12
"""How far kernels that count every pair may be off, over the sum of the sizes of the pairs' forces."""
SHORTEST, PER_KERNEL = 1.0, 0.7
"""s, how long one number of magnets is timed: at least, and for each kernel."""


class KernelError(MagnetsimError):
    """A kernel that does not keep the contract, or computes something else."""


@dataclass(frozen=True, slots=True)
class Contender:
    """A kernel among others.

    kernel : keeps the contract of kernels: kernel(x, y, mx, my, mz, fx, fy, torque)
    repeated : from such arrays, what calls it many times, with as little cost beside its own as can be
    largest : the largest number of magnets that it is asked for        allowed : how far it may be off, see `error_of`
    turns : a word; those with the same one are timed in turns, by the clock on the wall, because threads work for one
        of them. Empty: in turns with all that keep to one thread, in seconds of the processor
    """

    name: str
    kernel: Callable[..., object]
    repeated: Callable[[Dipoles, Floats], Calls]
    largest: int = 1_000_000_000
    allowed: float = SAME
    turns: str = ""


@dataclass(frozen=True, slots=True)
class Checked:
    """A kernel found to be right for some number of magnets: how much it was off, what its first call took longer.

    seconds : what a call took, about
    """

    name: str
    calls: Calls
    seconds: float
    error: float
    compiled: float | None
    turns: str


def checked(contender: Contender, given: Dipoles, *, first: bool) -> Checked:
    """Run it; KernelError when what it fills in is not right, or when it changes what it was given.

    first : whether it has not been called before, and may have to be compiled
    """
    filled = np.full((3, len(given[0])), np.nan)
    arrays: Dipoles = tuple(array.copy() for array in given)  # type: ignore[assignment]
    taken = []
    for _ in range(2 if first else 1):
        begun = time.perf_counter()
        with failing_as_wrong(contender.name, len(given[0])):
            contender.kernel(*arrays, *filled)
        taken.append(time.perf_counter() - begun)
    hold_to_contract(contender, given, arrays, filled)
    error = error_of(given, (filled[0], filled[1], filled[2]))
    if not error <= contender.allowed:
        off = {"error": f"{error:.1e}", "allowed": f"{contender.allowed:.1e}", "count": len(given[0])}
        raise KernelError(
            Phrase(
                "{kernel}: wrong by {error} of the sum of the pairs' forces with {count} magnets;"
                " expected at most {allowed}",
                kernel=contender.name,
                **off,
            )
        )
    calls = contender.repeated(arrays, filled)
    if taken[-1] < SLICE:
        with failing_as_wrong(contender.name, len(given[0])):
            calls(1)
    compiled = max(0.0, taken[0] - taken[1]) if first else None
    return Checked(contender.name, calls, taken[-1], error, compiled, contender.turns)


@contextmanager
def failing_as_wrong(names: str, count: int) -> Iterator[None]:
    """Whatever a kernel raises inside, also to end the process, is a KernelError."""
    try:
        yield
    except (Exception, SystemExit) as failure:
        text = Phrase(
            "{kernel}: it failed with {count} magnets: {problem}",
            kernel=names,
            count=count,
            problem=first_line(failure),
        )
        raise KernelError(text) from failure


def first_line(error: BaseException) -> str:
    """What an error says, in one line."""
    lines = str(error).strip().splitlines()
    return f"{type(error).__name__}: {lines[0]}" if lines else type(error).__name__


def hold_to_contract(contender: Contender, given: Dipoles, arrays: Dipoles, filled: Floats) -> None:
    """KernelError when the arrays are not what was given any more, or something was not filled in."""
    if any(not np.array_equal(now, before) for now, before in zip(arrays, given, strict=True)):
        raise KernelError(
            Phrase(
                "{kernel}: it changed its input; expected only fx, fy and torque to be filled", kernel=contender.name
            )
        )
    missing = [
        name for name, values in zip(("fx", "fy", "torque"), filled, strict=True) if not np.isfinite(values).all()
    ]
    if missing:
        raise KernelError(
            Phrase(
                "{kernel}: it left {names} of {count} magnets unfilled, nan or infinite; expected finite numbers",
                kernel=contender.name,
                names=listed(missing),
                count=len(given[0]),
            )
        )


def compared(
    contenders: Sequence[Contender],
    counts: Sequence[int],
    watch: Callable[[int, str, float], None],
    refuse: Callable[[KernelError], None],
) -> Iterator[Measure]:
    """What each costs with each number of magnets; those that are found wrong are refused and left out.

    watch : is told the number of magnets, what is done and what part of it is done
    """
    called: set[str] = set()
    for count in counts:
        given, right = dipoles(count), []
        for contender in contenders:
            if count > contender.largest:
                continue
            watch(count, contender.name, 0.0)
            try:
                right.append(checked(contender, given, first=contender.name not in called))
                called.add(contender.name)
            except KernelError as error:
                refuse(error)
        times: dict[str, Spread] = {}
        for together in _timed_together(right):

            def tell(done: float, count: int = count, names: str = ", ".join(one.name for one in together)) -> None:
                watch(count, names, done)

            seconds = SHORTEST + PER_KERNEL * len(together)
            clock, pause = (time.perf_counter, PAUSE) if together[0].turns else (processor_clock, 0.0)
            calls = {one.name: one.calls for one in together}
            slow = [one.name for one in together if one.seconds > SLICE]
            try:
                with failing_as_wrong(", ".join(calls), count):
                    times |= taken_in_turns(calls, seconds=seconds, watch=tell, clock=clock, slow=slow, pause=pause)
            except KernelError as error:
                refuse(error)
        for one in (one for one in right if one.name in times):
            yield Measure("kernels", one.name, count, times[one.name], one.error, one.compiled)


def _timed_together(right: Sequence[Checked]) -> list[list[Checked]]:
    """Those with the same word for their turns, in order."""
    return [[one for one in right if one.turns == turns] for turns in sorted({one.turns for one in right})]


def in_python(kernel: Callable[..., object]) -> Callable[[Dipoles, Floats], Calls]:
    """Called from the interpreter, as a function of Python has to be."""

    def repeated(given: Dipoles, filled: Floats) -> Calls:
        def calls(times: int) -> None:
            for _ in range(times):
                kernel(*given, *filled)

        return calls

    return repeated


def in_compiled_loop(kernel: Callable[..., object]) -> Callable[[Dipoles, Floats], Calls]:
    """Called from a compiled loop, as the physics does."""

    def repeated(given: Dipoles, filled: Floats) -> Calls:
        loop = _loop_over(kernel)
        # The loop's own compiling is nobody's time.
        loop(0, *given, *filled)

        def calls(times: int) -> None:
            loop(times, *given, *filled)

        return calls

    return repeated


@cache
def _loop_over(kernel: Callable[..., object]) -> Callable[..., None]:
    import numba

    def loop(
        times: int, x: Floats, y: Floats, mx: Floats, my: Floats, mz: Floats, fx: Floats, fy: Floats, torque: Floats
    ) -> None:
        for _ in range(times):
            kernel(x, y, mx, my, mz, fx, fy, torque)

    return cast(Callable[..., None], numba.njit(loop, nogil=True))
