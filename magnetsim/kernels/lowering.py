"""How what numba has typed is written down for LLVM: shorter than numba does it, to the same effect.

numba writes each thing in a form that serves any case of it, most of which LLVM finds to be needless: forty lines for
the step of a loop, twenty for an element of an array or for a call. Each of them is made, printed, read and looked at
many times. Written against numba 0.62 to 0.68, whose own code it gives way to wherever a case is not the plain one.
`lowering_variables` has variables, `lowering_arrays` builds arrays upon it, and here are loops, numbers and calls.
"""

from __future__ import annotations

import operator
from typing import Any

import numba
from numba.core import cgutils, typed_passes
from numba.core.compiler_machinery import register_pass
from numba.core.typing import templates

from magnetsim.kernels.inference import is_extreme
from magnetsim.kernels.known import WORD, Counter, KnownArray, Limits, Step
from magnetsim.kernels.lowering_arrays import ArrayLowering

# Some versions of numba ship types, some do not.
types: Any = numba.types
NativeLowering: Any = typed_passes.NativeLowering

_WITH_STATIC_OPERANDS = {operator.pow, operator.ipow}
"""Of these numba has other code where an operand is known beforehand."""


class _LeanLowering(ArrayLowering):
    """numba's writer, with the plain cases of loops, numbers and calls by hand as well."""

    def find_parts(self, kind: Any, value: Any) -> Any:
        """Also loops over range(n) and range(m, n), which count up by one, and lengths of arrays."""
        builder = self.builder
        match getattr(value, "op", None):
            case "call" if not (value.kws or value.vararg):
                return self._known_call(kind, value)
            case "getiter" if limits := self.known(value.value, Limits):
                address = self.memory(limits.start.type)
                builder.store(limits.start, address)
                return Counter(address, limits)
            case "iternext" if counter := self.known(value.value, Counter):
                number = builder.load(counter.address)
                signed = kind.first_type.signed
                compare = builder.icmp_signed if signed else builder.icmp_unsigned
                builder.store(builder.add(number, number.type(1), flags=["nsw" if signed else "nuw"]), counter.address)
                if self.is_natural(counter.limits.start):
                    self.natural.add(number)
                return Step(number, compare("<", number, counter.limits.stop))
            case "pair_first" if step := self.known(value.value, Step):
                return step.first
            case "pair_second" if step := self.known(value.value, Step):
                return step.second
        return super().find_parts(kind, value)

    def _known_call(self, kind: Any, expression: Any) -> Any:
        """A range(n), range(m, n) or slice(m, n), which all count up by one; the length of an array; else None."""
        function, signature = self.typeof(expression.func.name), self.fndesc.calltypes[expression]
        called, given = getattr(function, "typing_key", None), signature.args
        if called is len and isinstance(given[0], types.Array):
            return self.context.cast(self.builder, self.length(expression.args[0], 0), signature.return_type, kind)
        if called is slice and len(given) == 2:
            ends = expression.args
            start, stop = (
                open_end if one == types.none else self.load_as(end, types.intp)
                for end, one, open_end in zip(ends, given, (WORD(0), WORD(2**63 - 1)), strict=True)
            )
            return Limits(start, stop)
        if called is range and len(given) < 3 and all(isinstance(one, types.Integer) for one in given):
            *starts, stop = self.fold_call_args(function, signature, expression.args, None, ())
            return Limits(starts[0] if starts else stop.type(0), stop)
        return None

    def lower_binop(self, wanted: Any, expression: Any, operation: Any) -> Any:
        """As numba's, which looks for code for operands known beforehand: of numbers only powers have it."""
        signature = self.fndesc.calltypes[expression]
        if operation in _WITH_STATIC_OPERANDS or not all(isinstance(one, types.Number) for one in signature.args):
            return super().lower_binop(wanted, expression, operation)
        context, builder = self.context, self.builder
        variables = expression.lhs, expression.rhs
        operands = [self.load_as(operand, kind) for operand, kind in zip(variables, signature.args, strict=True)]
        function = context.typing_context.resolve_value_type(operation)
        if signature.args not in function._impl_keys:  # a += b is lowered as a + b
            signature = function.get_call_type(context.typing_context, signature.args, {})
        result = context.get_function(function, signature)(builder, operands)
        is_sum = operation in (operator.add, operator.iadd) and signature.return_type == types.int64
        if is_sum and all(map(self.is_natural, operands)):
            self.natural.add(result)
        return context.cast(builder, result, signature.return_type, wanted)

    def lower_call(self, wanted: Any, expression: Any) -> Any:
        """As numba's; the greatest or least of numbers is found on the spot, as Python finds it."""
        function, signature = self.typeof(expression.func.name), self.fndesc.calltypes[expression]
        result = None
        if is_extreme(function, signature.args):
            result = self._extreme(function, signature, expression)
        elif self.plain and isinstance(function, types.Dispatcher):
            result = self._call(function, signature, expression)
        if result is None:
            return super().lower_call(wanted, expression)
        return self.context.cast(self.builder, result, signature.return_type, wanted)

    def _extreme(self, function: Any, signature: Any, expression: Any) -> Any:
        builder, kind = self.builder, signature.return_type
        beyond = operator.gt if function.typing_key is max else operator.lt
        compare = self.context.get_function(beyond, templates.signature(types.boolean, kind, kind))
        best, *others = self.fold_call_args(function, signature, expression.args, expression.vararg, ())
        for one in others:
            best = builder.select(compare(builder, (one, best)), one, best)
        return best

    def _call(self, function: Any, signature: Any, expression: Any) -> Any:
        """The result of a function that is compiled already, else None; what fails in it fails the caller."""
        compiled = function.dispatcher.overloads.get(signature.args)
        if compiled is None or isinstance(compiled.fndesc.restype, types.Optional):
            return None
        context, builder, description = self.context, self.builder, compiled.fndesc
        context.active_code_library.add_linking_library(compiled.library)
        callee = context.declare_function(self.module, description)
        kept, failure = self.memory(callee.args[0].type.pointee), builder.function.args[1]
        code = builder.call(callee, [kept, failure, *self._arguments(function, signature, expression)])
        with cgutils.if_unlikely(builder, builder.icmp_unsigned("!=", code, code.type(0))):
            builder.ret(code)
        return context.get_returned_value(builder, description.restype, builder.load(kept))

    def _arguments(self, function: Any, signature: Any, expression: Any) -> list[Any]:
        context, builder, kinds = self.context, self.builder, signature.args
        gathers = any(isinstance(kind, types.StarArgTuple | types.StarArgUniTuple) for kind in kinds)
        if gathers or expression.vararg or expression.kws or len(expression.args) < len(kinds):
            given = self.fold_call_args(function, signature, expression.args, expression.vararg, expression.kws)
            return list(context.get_arg_packer(kinds).as_arguments(builder, given))
        packed: list[Any] = []
        for variable, kind in zip(expression.args, kinds, strict=True):
            known = self.known(variable, KnownArray) if self.typeof(variable.name) == kind else None
            if known:
                packed += known.argument(builder, kind)
            else:
                given = self._cast_var(variable, kind)
                packed += context.get_arg_packer([kind]).as_arguments(builder, [given])
        return packed


@register_pass(mutates_CFG=True, analysis_only=False)
class LeanLoweringPass(NativeLowering):  # type: ignore[misc]
    """numba's last pass, with the code above."""

    _name = "lean_lowering"

    @property
    def lowering_class(self) -> Any:
        """What does it."""
        return _LeanLowering
