"""The one decorator through which the project compiles.

A cached kernel is recompiled when any source file beside it, or any kernel, has changed: numba by itself
watches only the file of the function, and would go on using an old helper or constant of another file.
"""

from __future__ import annotations

import hashlib
import os
import warnings
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba

Function = TypeVar("Function", bound=Callable[..., Any])

FAST_SUMS = frozenset({"reassoc", "contract", "arcp", "nsz", "afn"})
"""Lets sums be reordered and vectorised, and leaves nan and inf what they are."""


def jit(*, fast_sums: bool = False, counted: bool = True, inlined: bool = False) -> Callable[[Function], Function]:
    """A decorator that compiles a function at its first call, without the interpreter lock.

    Division by zero gives inf or nan as in numpy. The machine code is kept on disk where a cache can be
    written; elsewhere it is compiled anew in each process, after one warning.

    fast_sums : allow the reordering of floating-point sums (FAST_SUMS)
    inlined : put into every function that calls it. Else a process that has just compiled a function runs that one, and
        a process that finds its caller on disk runs the copy that was kept there, which may round otherwise
    counted : count references to arrays; without, a small function is twice as quick, but may make no arrays
    """
    flags = set(FAST_SUMS) if fast_sums else False
    # Known to numba's users from register_jitable, but not to its type stubs; unset, the caller's would hold.
    references: dict[str, Any] = {"_nrt": counted, "forceinline": inlined}

    def compile_lazily(function: Function) -> Function:
        dispatcher = numba.njit(function, nogil=True, error_model="numpy", fastmath=flags, **references)
        _keep_on_disk(dispatcher, Path(function.__code__.co_filename).parent)
        return cast(Function, dispatcher)

    return compile_lazily


def _keep_on_disk(dispatcher: Any, folder: Path) -> None:
    if not hasattr(dispatcher, "enable_caching"):  # NUMBA_DISABLE_JIT leaves the plain function
        return
    try:
        dispatcher.enable_caching()
    except RuntimeError:
        _warn_uncached()
        return
    # numba has no public way to make a cache depend on more than one file.
    stored = dispatcher._cache._cache_file
    stored._source_stamp = (stored._source_stamp, _digest(folder), _digest(Path(__file__).parent))


@cache
def _digest(folder: Path) -> str:
    text = hashlib.sha256()
    for path in sorted(folder.glob("*.py")):
        text.update(os.fsencode(path.name))
        text.update(path.read_bytes())
    return text.hexdigest()


@cache
def _warn_uncached() -> None:
    warnings.warn(
        "no folder to keep compiled code in: every start compiles anew (set NUMBA_CACHE_DIR to a writable folder)",
        RuntimeWarning,
        stacklevel=4,
    )
