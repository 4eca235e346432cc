"""How numba is made to compile what the decorators of `jit` mark, and what it spends on it.

A kernel is optimised once, and what calls it is given its machine code as it is. What only kernels call is linked into
them and optimised with them. numba's own ways are kept, but for work that nothing here needs.
"""

from __future__ import annotations

import gc
from typing import Any
from weakref import WeakSet

import numba
from numba._dynfunc import make_function
from numba.core import codegen, compiler, compiler_machinery

from magnetsim.kernels.lowering import LeanLowering, NativeLowering

# Some versions of numba ship types, some do not.
types: Any = numba.types
JITCodeLibrary: Any = codegen.JITCodeLibrary
Compiler: Any = compiler.Compiler
Flags: Any = compiler.Flags
PassManager: Any = compiler_machinery.PassManager

called: WeakSet[Any] = WeakSet()
"""The code of functions that are called as they are, by whatever compiled function."""

_NEEDLESS = {
    "WithLifting",
    "InlineClosureLikes",
    "RewriteDynamicRaises",
    "MakeFunctionToJitFunction",
    "InlineInlinables",
    "FindLiterallyCalls",
    "LiteralUnroll",
    "LiteralPropagationSubPipelinePass",
    "InlineOverloads",
    "DumpParforDiagnostics",
}
"""numba's passes for closures, `with`, messages made as an error is raised, and literals asked for by name."""
_FOR_ARRAYS_MADE = {"NopythonRewrites"}
"""What makes one loop of an expression of whole arrays."""

_found: dict[Any, Any] = {}
"""Signatures of operators and the like, by function and arguments."""


class _Library(JITCodeLibrary):  # type: ignore[misc]
    """Code that is optimised before what it calls is linked into it.

    numba links first, and so optimises a function anew within each that calls it, where sums and products may come to
    be fused otherwise. Of such copies a process runs the one that it loads first: another when it has just compiled
    the function than when it finds the caller on disk.
    """

    _final_module: Any
    plain = False
    """Its numbers are computed in the order given, and no references are counted."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.calls: dict[Any, None] = {}
        self._alone: Any = None

    def add_linking_library(self, library: Any) -> None:
        if library in called:
            self.calls[library] = None
        else:
            super().add_linking_library(library)

    def finalize(self) -> None:
        for library in self._linking_libraries:
            self.calls.update(getattr(library, "calls", {}))
        super().finalize()

    def _optimize_final_module(self) -> None:
        if self.plain:
            # Without numba's first round, which finds what is counted in vain.
            passes, builder = self._codegen._module_pass_manager()
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


class _Part(_Library):
    """Code that waits to be linked into what calls it, which is optimised whole. numba makes machine code of each."""

    def _optimize_functions(self, module: Any) -> None:
        module.data_layout = self._codegen._data_layout

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalized = True


class _Typing:
    """numba's typing context, but that it remembers what it found of operators.

    For a product of two numbers numba looks through the rules of arrays, sets and strings, each time it comes by.
    """

    def __init__(self, context: Any) -> None:
        self._context = context

    def __getattr__(self, name: str) -> Any:
        return getattr(self._context, name)

    def resolve_function_type(self, function: Any, arguments: Any, named: Any) -> Any:
        key = self._context, function, arguments, tuple(named.items())
        if key not in _found:
            signature = self._context.resolve_function_type(function, arguments, named)
            kind = function if isinstance(function, types.Function) else self._context._lookup_global(function)
            if signature is None or not isinstance(kind, types.Function):
                return signature
            # Else it is compiled with the options of its first caller.
            if kind._impl_keys.get(signature.args) is not kind.typing_key:
                return signature
            _found[key] = signature
        return _found[key]


class _Flags(Flags):  # type: ignore[misc]
    """numba's options of a function, which it compares at each rule that it tries, but told all at once."""

    def values(self) -> dict[str, Any]:
        return {**_UNSET, **self._values}


_UNSET = {name: option.default for name, option in Flags.options.items()}


class _LeanCompiler(Compiler):  # type: ignore[misc]
    """numba's compiler without what takes time and finds nothing to do."""

    def define_pipelines(self) -> list[Any]:
        needless = _NEEDLESS if self.state.flags.nrt else _NEEDLESS | _FOR_ARRAYS_MADE
        lean = []
        for whole in super().define_pipelines():
            passes = PassManager(whole.pipeline_name)
            passes.passes = [
                (LeanLowering, told) if step is NativeLowering else (step, told)
                for step, told in whole.passes
                if step.__name__ not in needless
            ]
            passes.finalize()
            lean.append(passes)
        return lean

    def compile_extra(self, function: Any) -> Any:
        self.state.typingctx = _Typing(self.state.typingctx)
        self.state.flags = _Flags(self.state.flags)
        # What a compiler makes is kept until it is done: to look through it for rubbish is a tenth of the time.
        collecting = gc.isenabled()
        gc.disable()
        try:
            return super().compile_extra(function)
        finally:
            if collecting:
                gc.enable()


class InlinedCompiler(_LeanCompiler):
    """Of functions that are put into every function that calls them."""

    def compile_extra(self, function: Any) -> Any:
        """As numba's, with libraries of the kind above."""
        # Also of what is compiled on the way: parallel loops have libraries of their own.
        state, code = self.state, self.state.targetctx.codegen()
        before, code._library_class = code._library_class, _Library
        state.library = code.create_library(function.__qualname__)
        state.library.enable_object_caching()
        state.library.plain = not state.flags.nrt and not state.flags.fastmath
        try:
            return super().compile_extra(function)
        finally:
            code._library_class = before


class CalledCompiler(InlinedCompiler):
    """Of functions that are called as they are."""

    def compile_extra(self, function: Any) -> Any:
        """As numba's; whatever is compiled later knows the function as one that is called."""
        compiled = super().compile_extra(function)
        called.add(compiled.library)
        return compiled


class PartCompiler(_LeanCompiler):
    """Of what is compiled as a part of its callers."""

    def compile_extra(self, function: Any) -> Any:
        """As numba's, without machine code."""
        state = self.state
        state.library = _Part(state.targetctx.codegen(), function.__qualname__)
        state.flags.no_compile = True
        part = super().compile_extra(function)
        # numba finds a function by its way in from Python; this one leads nowhere, and nobody is given it.
        key = make_function(part.fndesc.lookup_module(), function.__name__, "", 0, part.environment, (part.library,))
        state.targetctx.insert_user_function(key, part.fndesc, [part.library])
        return part._replace(entry_point=key)
