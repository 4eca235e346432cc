"""What compiled functions are put together of.

A kernel is optimised once, and what calls it is given its machine code as it is. What only kernels call is linked into
them and optimised with them.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from weakref import WeakSet

from llvmlite import binding as llvm
from numba.core import cgutils, codegen

# Some versions of numba ship types, some do not.
JITCodeLibrary: Any = codegen.JITCodeLibrary

called: WeakSet[Any] = WeakSet()
"""The code of functions that are called as they are, by whatever compiled function."""


class Library(JITCodeLibrary):  # type: ignore[misc]
    """Code that is optimised before what it calls is linked into it.

    numba links first, and so optimises a function anew within each that calls it, where sums and products may come to
    be fused otherwise. Of such copies a process runs the one that it loads first: another when it has just compiled
    the function than when it finds the caller on disk.
    """

    _final_module: Any
    _shared_module: Any
    _linking_libraries: list[Any]
    plain = False
    """No references are counted: without numba's first round, which finds what is counted in vain."""
    exact = False
    """Its numbers are computed in the order given: LLVM vectorises little, and need not try for long."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.calls: dict[Any, None] = {}  # of those that are called as they are, in order
        self._alone: Any = None  # the code without them

    def add_linking_library(self, library: Any) -> None:
        """As numba's; what is called as it is comes in at the end."""
        if library in called:
            self.calls[library] = None
        else:
            super().add_linking_library(library)

    def finalize(self) -> None:
        """As numba's, with the parts of parts, each once."""
        # Callers first: LLVM links what is called by then.
        libraries = _gather(self._linking_libraries, {})[::-1]
        for library in libraries:
            self.calls.update(getattr(library, "calls", {}))
            if isinstance(library, Part):
                self._final_module.link_in(library._final_module, preserve=True)
        self._linking_libraries = [library for library in libraries if not isinstance(library, Part)]
        with _uninterrupted():
            super().finalize()

    def _optimize_functions(self, module: Any) -> None:
        if self.plain:
            module.data_layout = self._codegen._data_layout
        else:
            super()._optimize_functions(module)

    def _optimize_final_module(self) -> None:
        if self.plain:
            lightly = {"opt": 1, "loop_vectorize": False, "slp_vectorize": False} if self.exact else {}
            passes, builder = self._codegen._module_pass_manager(**lightly)
            passes.run(self._final_module, builder)
        else:
            super()._optimize_final_module()
        if self.calls:
            self._alone = self._final_module.clone()
            for library in self.calls:
                self._final_module.link_in(library._get_module_for_linking(), preserve=True)

    def _get_module_for_linking(self) -> Any:
        """What calls others and is no function of its own, as the body of a parallel loop, is linked without them."""
        whole = self._final_module
        if self._alone is not None and self not in called:
            self._final_module = self._alone
        try:
            return super()._get_module_for_linking()
        finally:
            self._final_module = whole


class Prepared(Library):
    """Code that is optimised by itself and linked into what calls it. numba would make machine code of each."""

    def _finalize_final_module(self) -> None:
        self._finalized = True


class Part(Prepared):
    """Code that waits to be linked into what is optimised whole."""

    def add_ir_module(self, module: Any) -> None:
        """As numba's, for a module that stays the only one and that LLVM may throw away wherever nothing calls it."""
        self._final_module = llvm.parse_assembly(cgutils.normalize_ir_text(str(module)))
        self._final_module.name = module.name
        self._final_module.data_layout = self._codegen._data_layout
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == llvm.Linkage.external:
                function.linkage = "linkonce_odr"

    def finalize(self) -> None:
        """Nothing is linked yet."""
        self._finalized = True

    def _get_module_for_linking(self) -> Any:
        """For what numba compiles in its own way: the part with all that it needs."""
        if self._shared_module is None:
            whole = self._final_module.clone()
            for library in _gather(self._linking_libraries, {})[::-1] + list(self.calls):
                part = isinstance(library, Part)
                whole.link_in(library._final_module if part else library._get_module_for_linking(), preserve=True)
            self._shared_module = whole
        return self._shared_module


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Ctrl-C waits: LLVM calls Python back as it makes code, and what is raised there is lost."""
    before = signal.getsignal(signal.SIGINT)
    if not callable(before) or threading.current_thread() is not threading.main_thread():
        yield
        return
    heard: list[int] = []
    signal.signal(signal.SIGINT, lambda number, _: heard.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if heard:
            signal.raise_signal(signal.SIGINT)


def _gather(libraries: list[Any], gathered: dict[Any, None]) -> list[Any]:
    """Libraries, each once, and before it the parts that it calls."""
    for library in libraries:
        if library not in gathered:
            if isinstance(library, Part):
                _gather(library._linking_libraries, gathered)
            gathered[library] = None
    return list(gathered)
