"""The one decorator through which the project compiles.

A cached kernel is recompiled when any source file beside it, or any kernel, has changed: numba by itself
watches only the file of the function, and would go on using an old helper or constant of another file.
"""

from __future__ import annotations

import hashlib
import os
import warnings
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba.core import caching

from magnetsim.kernels.linking import called

Function = TypeVar("Function", bound=Callable[..., Any])

# Some versions of numba ship types, some do not.
FunctionCache: Any = caching.FunctionCache
extending: Any = numba.extending
types: Any = numba.types

FAST_SUMS = frozenset({"reassoc", "contract", "arcp", "nsz", "afn"})
"""Lets sums be reordered and vectorised, and leaves nan and inf what they are."""
FUSED = FAST_SUMS - {"reassoc"}
"""The same, but sums keep their order: products and sums become one operation, roots and quotients estimates."""


def jit(
    *,
    fast_sums: bool = False,
    fused: bool = False,
    counted: bool = True,
    inlined: bool = False,
    parallel: bool = False,
) -> Callable[[Function], Function]:
    """A decorator that compiles a function at its first call, without the interpreter lock.

    Division by zero gives inf or nan as in numpy. The machine code is kept on disk where a cache can be
    written; elsewhere it is compiled anew in each process, after one warning. Called from Python or from whatever
    function of this package, found on disk or compiled just now, it gives the same bits. (What others compile with
    numba's own decorator optimises its copy anew, and if found on disk first its copy is what the process runs.)

    fast_sums : allow the reordering of floating-point sums (FAST_SUMS)
    fused : allow what FUSED allows
    inlined : put into every function that calls it and optimised with it, so that a copy may round as no other does;
        else it is called
    counted : count references to arrays; without, it compiles in two thirds of the time, but may make no arrays
    parallel : spread its prange loops over threads
    """
    flags: set[str] | bool = set(FAST_SUMS) if fast_sums else set(FUSED) if fused else False
    # Known to numba, but not to its type stubs; unset, the caller's would hold.
    options: dict[str, Any] = {"_nrt": counted, "forceinline": inlined, "parallel": parallel, "no_cfunc_wrapper": True}

    def compile_lazily(function: Function) -> Function:
        dispatcher = numba.njit(
            function,
            nogil=True,
            error_model="numpy",
            fastmath=flags,
            pipeline_class=_late("KernelCompiler"),
            **options,
        )
        _keep_on_disk(dispatcher, Path(function.__code__.co_filename).parent, alone=not inlined, counted=counted)
        return cast(Function, dispatcher)

    return compile_lazily


def inner(*, fast_sums: bool = False) -> Callable[[Function], Function]:
    """A decorator for what compiled functions call: it is compiled with each of them, as a part of it.

    From Python it is the plain function. To compile it costs a quarter of `jit` for a line, half or more for loops: it
    needs no way in from Python, nor is it kept on disk by itself. It may make no arrays.

    fast_sums : as of `jit`; such a part is inlined
    """
    options: dict[str, Any] = {
        "nogil": True,
        "error_model": "numpy",
        "fastmath": set(FAST_SUMS) if fast_sums else False,
        "_nrt": False,
        "forceinline": fast_sums,
        "no_cpython_wrapper": True,
        "no_cfunc_wrapper": True,
    }

    def compile_in_callers(function: Function) -> Function:
        dispatcher = numba.njit(function, pipeline_class=_late("PartCompiler"), **options)
        if dispatcher is not function:  # NUMBA_DISABLE_JIT leaves the plain function
            cast(Any, function)._numba_type_ = _InnerType(dispatcher)
        return function

    return compile_in_callers


def _late(name: str) -> Any:
    """One of the compilers of `compiling`, which who finds everything on disk does not load, nor what it needs."""

    def compiler(*arguments: Any) -> Any:
        return getattr(import_module("magnetsim.kernels.compiling"), name)(*arguments)

    return compiler


class _InnerType(types.Dispatcher):  # type: ignore[misc]
    """The type of a function that only compiled ones call; numba asks for that of each call several times."""

    def __init__(self, dispatcher: Any) -> None:
        super().__init__(dispatcher)
        self._kept = dispatcher  # numba's own type holds it weakly
        self._signatures: dict[Any, Any] = {}

    def get_call_type(self, context: Any, arguments: Any, named: Any) -> Any:
        arguments = tuple(types.unliteral(argument) for argument in arguments)
        key = arguments, tuple(named.items())
        if key not in self._signatures:
            self._signatures[key] = super().get_call_type(context, arguments, named)
        return self._signatures[key]


extending.register_model(_InnerType)(extending.models.OpaqueModel)


class _Cache(FunctionCache):  # type: ignore[misc]
    """numba's, which tells the linker what it finds; a file that is damaged counts as none.

    alone : of a function that is called as it is        counted : of one that counts references
    """

    alone = counted = True

    def load_overload(self, signature: Any, context: Any) -> Any:
        try:
            found = self._load(signature, context)
        except Exception:  # noqa: BLE001  whatever damaged bytes may raise
            with suppress(OSError):
                self.flush()
            return None
        if found is not None and self.alone:
            called.add(found.library)
        return found

    def _load(self, signature: Any, context: Any) -> Any:
        if self.counted:
            return super().load_overload(signature, context)
        # numba would load all that it knows of arrays, strings and random numbers first, and what counts.
        with self._guard_against_spurious_io_errors():
            return self._load_overload(signature, context)


def _keep_on_disk(dispatcher: Any, folder: Path, *, alone: bool, counted: bool) -> None:
    if not hasattr(dispatcher, "enable_caching"):  # NUMBA_DISABLE_JIT leaves the plain function
        return
    try:
        kept = _Cache(dispatcher.py_func)
    except RuntimeError:
        _warn_uncached()
        return
    kept.alone, kept.counted = alone, counted
    dispatcher._cache = kept
    # numba has no public way to make a cache depend on more than one file.
    stored = kept._cache_file
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
