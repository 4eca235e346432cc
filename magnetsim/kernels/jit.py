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
from weakref import WeakSet

import numba
from numba._dynfunc import make_function
from numba.core import caching, codegen, compiler
from numba.extending import register_jitable

Function = TypeVar("Function", bound=Callable[..., Any])

# Some versions of numba ship types, some do not.
JITCodeLibrary: Any = codegen.JITCodeLibrary
Compiler: Any = compiler.Compiler
FunctionCache: Any = caching.FunctionCache

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
    compiled function, found on disk or compiled just now, it gives the same bits.

    fast_sums : allow the reordering of floating-point sums (FAST_SUMS)
    fused : allow what FUSED allows
    inlined : put into every function that calls it and optimised with it, so that a copy may round as no other does;
        else it is called
    counted : count references to arrays; without, a small function is twice as quick, but may make no arrays
    parallel : spread its prange loops over threads
    """
    flags: set[str] | bool = set(FAST_SUMS) if fast_sums else set(FUSED) if fused else False
    # Known to numba's users from register_jitable, but not to its type stubs; unset, the caller's would hold.
    options: dict[str, Any] = {"_nrt": counted, "forceinline": inlined, "parallel": parallel, "no_cfunc_wrapper": True}
    pipeline = _InlinedCompiler if inlined else _CalledCompiler

    def compile_lazily(function: Function) -> Function:
        dispatcher = numba.njit(
            function, nogil=True, error_model="numpy", fastmath=flags, pipeline_class=pipeline, **options
        )
        _keep_on_disk(dispatcher, Path(function.__code__.co_filename).parent, called=not inlined)
        return cast(Function, dispatcher)

    return compile_lazily


def inner(*, fast_sums: bool = False, counted: bool = False, inlined: bool = False) -> Callable[[Function], Function]:
    """A decorator for what compiled functions call: it is compiled with each of them, as a part of it.

    From Python it is the plain function. To compile it costs a half to a tenth of `jit`: it needs no way in from
    Python, nor is it kept on disk by itself. Options as of `jit`.
    """
    options: dict[str, Any] = {
        "nogil": True,
        "error_model": "numpy",
        "fastmath": set(FAST_SUMS) if fast_sums else False,
        "_nrt": counted,
        "forceinline": inlined,
        "no_cpython_wrapper": True,
        "no_cfunc_wrapper": True,
    }
    if not fast_sums:
        options["pipeline_class"] = _PartCompiler
    return cast(Callable[[Function], Function], register_jitable(**options))


_called: WeakSet[Any] = WeakSet()
"""The code of functions that are called as they are, by whatever compiled function."""


class _Library(JITCodeLibrary):  # type: ignore[misc]
    """Code that is optimised before what it calls is linked into it.

    numba links first, and so optimises a function anew within each that calls it, where sums and products may come to
    be fused otherwise. Of such copies a process runs the one that it loads first: another when it has just compiled
    the function than when it finds the caller on disk.
    """

    _final_module: Any

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.calls: dict[Any, None] = {}
        self._alone: Any = None

    def add_linking_library(self, library: Any) -> None:
        if library in _called:
            self.calls[library] = None
        else:
            super().add_linking_library(library)

    def finalize(self) -> None:
        for library in self._linking_libraries:
            self.calls.update(getattr(library, "calls", {}))
        super().finalize()

    def _optimize_final_module(self) -> None:
        super()._optimize_final_module()
        if self.calls:
            self._alone = self._final_module.clone()
            for library in self.calls:
                self._final_module.link_in(library._get_module_for_linking(), preserve=True)

    def _get_module_for_linking(self) -> Any:
        """What calls others and is no function of its own, as the body of a parallel loop, is linked without them."""
        whole = self._final_module
        if self._alone is not None and self not in _called:
            self._final_module = self._alone
        try:
            return super()._get_module_for_linking()
        finally:
            self._final_module = whole


class _Part(_Library):
    """Code that waits to be linked into what calls it, which is optimised whole. numba makes machine code of each."""

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalized = True


class _InlinedCompiler(Compiler):  # type: ignore[misc]
    def compile_extra(self, function: Any) -> Any:
        # Also of what is compiled on the way: parallel loops have libraries of their own.
        code = self.state.targetctx.codegen()
        before, code._library_class = code._library_class, _Library
        try:
            return super().compile_extra(function)
        finally:
            code._library_class = before


class _CalledCompiler(_InlinedCompiler):
    def compile_extra(self, function: Any) -> Any:
        compiled = super().compile_extra(function)
        _called.add(compiled.library)
        return compiled


class _PartCompiler(Compiler):  # type: ignore[misc]
    def compile_extra(self, function: Any) -> Any:
        state = self.state
        state.library = _Part(state.targetctx.codegen(), function.__qualname__)
        state.flags.no_compile = True
        part = super().compile_extra(function)
        # numba finds a function by its way in from Python; this one leads nowhere, and nobody is given it.
        key = make_function(part.fndesc.lookup_module(), function.__name__, "", 0, part.environment, (part.library,))
        state.targetctx.insert_user_function(key, part.fndesc, [part.library])
        return part._replace(entry_point=key)


class _CalledCache(FunctionCache):  # type: ignore[misc]
    def load_overload(self, signature: Any, context: Any) -> Any:
        found = super().load_overload(signature, context)
        if found is not None:
            _called.add(found.library)
        return found


def _keep_on_disk(dispatcher: Any, folder: Path, *, called: bool) -> None:
    if not hasattr(dispatcher, "enable_caching"):  # NUMBA_DISABLE_JIT leaves the plain function
        return
    try:
        kept = (_CalledCache if called else FunctionCache)(dispatcher.py_func)
    except RuntimeError:
        _warn_uncached()
        return
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
