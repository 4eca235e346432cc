"""How numba is made to compile what the decorators of `jit` mark, and what it spends on it.

numba's own ways are kept, but for work that nothing here needs. Names of its that are not public are used as numba 0.62
to 0.68 have them.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from functools import cache
from typing import Any

import numba
from llvmlite import binding as llvm
from numba._dynfunc import make_function
from numba.core import base, compiler, compiler_machinery, errors, postproc, transforms, typeinfer
from numba.core.datamodel import models
from numba.core.typing import context

from magnetsim.kernels.inference import Typing, propagate, refreshing
from magnetsim.kernels.linking import Library, Part, Prepared, called
from magnetsim.kernels.lowering import LeanLoweringPass, NativeLowering

# Some versions of numba ship types, some do not.
types: Any = numba.types
Boolean: Any = models.BooleanModel
Compiler: Any = compiler.Compiler
Flags: Any = compiler.Flags
PassManager: Any = compiler_machinery.PassManager
PostProcessor: Any = postproc.PostProcessor
WarningsFixer: Any = vars(errors)["WarningsFixer"]
VariableLifetime: Any = postproc.VariableLifetime

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
_FOR_ARRAYS_MADE = {"NopythonRewrites", "IRLegalization"}
"""What makes one loop of an expression of whole arrays, and says where an array is no longer needed."""

_tidy_whole = PostProcessor.run
_pipelines: dict[Any, list[Any]] = {}
"""Passes, by what numba chooses them by."""


class _Flags(Flags):  # type: ignore[misc]
    """numba's options of a function, which it compares at each rule that it tries, but told all at once."""

    def values(self) -> dict[str, Any]:
        return {**_UNSET, **self._values}


_UNSET = {name: option.default for name, option in Flags.options.items()}


class _LeanCompiler(Compiler):  # type: ignore[misc]
    """numba's compiler without what takes time and finds nothing to do."""

    def define_pipelines(self) -> list[Any]:
        flags = self.state.flags
        kind = flags.nrt, flags.auto_parallel.enabled, flags.force_pyobject, flags.no_rewrites
        if kind not in _pipelines:
            needless = _NEEDLESS if flags.nrt else _NEEDLESS | _FOR_ARRAYS_MADE
            _pipelines[kind] = [_without(whole, needless) for whole in super().define_pipelines()]
        return _pipelines[kind]

    def compile_extra(self, function: Any) -> Any:
        self.state.typingctx = Typing(self.state.typingctx)
        self.state.flags = _Flags(self.state.flags)
        with _leaner(), _undisturbed():
            return super().compile_extra(function)


def _without(whole: Any, needless: set[str]) -> Any:
    """A pipeline of numba's without some passes, and with our last one."""
    passes = PassManager(whole.pipeline_name)
    passes.passes = [
        (LeanLoweringPass, told) if step is NativeLowering else (step, told)
        for step, told in whole.passes
        if step.__name__ not in needless
    ]
    passes.finalize()
    return passes


def _tidy(code: Any, emit_dels: bool = False, extend_lifetimes: bool = False) -> None:
    """As numba's, but which variables are alive where a block begins is left for those who ask."""
    function = code.func_ir
    if function.is_generator:
        _tidy_whole(code, emit_dels, extend_lifetimes)
        return
    function.blocks = transforms.canonicalize_cfg(function.blocks)
    function.variable_lifetime = VariableLifetime(function.blocks)
    function.generator_info = None
    if emit_dels:
        code._insert_var_dels(extend_lifetimes=extend_lifetimes)


def _is_set(_: Any, builder: Any, value: Any) -> Any:
    """As numba's, which makes two branches of it."""
    return builder.icmp_unsigned("!=", value, value.type(0))


def _at_once(*_: Any, **_where: Any) -> Any:
    """As numba's, which gathers what is warned of, to sort it."""
    return nullcontext()


_LEANER = [
    (base, "_has_loc", cache(base._has_loc)),
    (base.BaseContext, "refresh", refreshing(base.BaseContext.refresh)),
    (context.BaseContext, "refresh", refreshing(context.BaseContext.refresh)),
    (typeinfer.ConstraintNetwork, "propagate", propagate),
    (Boolean, "from_data", _is_set),
    (PostProcessor, "run", _tidy),
    (WarningsFixer, "catch_warnings", _at_once),
]
"""What of numba's is done in another way while something is compiled: whose, its name, and ours."""


@contextmanager
def _leaner() -> Iterator[None]:
    """With _LEANER's ways in place of numba's, which are left as they were."""
    before = [(owner, name, getattr(owner, name)) for owner, name, _ in _LEANER]
    for owner, name, own in _LEANER:
        setattr(owner, name, own)
    try:
        yield
    finally:
        for owner, name, whole in before:
            setattr(owner, name, whole)


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Without what would be looked for in vain, or told to nobody; in the midst of numba's lock on its compiler.

    What a compiler makes is kept until it is done, so there is no rubbish to look for; and is old by then, so that
    nobody looks through it soon. At each call of LLVM, of which there are thousands, numba tells all who time it, one
    for every function that is being compiled.
    """
    collecting, lock = gc.isenabled(), llvm.ffi.lib._lock
    told, lock._cblist = lock._cblist, []
    gc.disable()
    try:
        yield
    finally:
        lock._cblist = told
        if collecting:
            if not gc.get_freeze_count():
                gc.freeze()
                gc.unfreeze()
            gc.enable()


class KernelCompiler(_LeanCompiler):
    """Of functions that can be called from Python."""

    def compile_extra(self, function: Any) -> Any:
        """As numba's, with libraries of `linking`; whatever is compiled later calls the function as it is."""
        # Also of what is compiled on the way: parallel loops have libraries of their own.
        state, code = self.state, self.state.targetctx.codegen()
        before, code._library_class = code._library_class, Library
        state.library = code.create_library(function.__qualname__)
        state.library.enable_object_caching()
        freedom = state.flags.fastmath.flags if state.flags.fastmath else set()
        state.library.exact = not freedom
        # Those that are fused would come to be fused otherwise: that is, other bits.
        state.library.plain = not state.flags.nrt and (not freedom or "reassoc" in freedom)
        try:
            compiled = super().compile_extra(function)
        finally:
            code._library_class = before
        if not state.flags.forceinline:
            called.add(compiled.library)
        return compiled


class PartCompiler(_LeanCompiler):
    """Of functions that are parts of the compiled ones that call them."""

    def compile_extra(self, function: Any) -> Any:
        """As numba's, without machine code."""
        state = self.state
        kind = Prepared if state.flags.fastmath else Part
        state.library = kind(state.targetctx.codegen(), function.__qualname__)
        state.flags.no_compile = True
        part = super().compile_extra(function)
        # numba finds a function by its way in from Python; this one leads nowhere, and nobody is given it.
        key = make_function(part.fndesc.lookup_module(), function.__name__, "", 0, part.environment, (part.library,))
        state.targetctx.insert_user_function(key, part.fndesc, [part.library])
        return part._replace(entry_point=key)
