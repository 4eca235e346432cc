"""How what numba has typed is written down for LLVM: shorter than numba does it, to the same effect.

Of a loop over arrays most instructions are for reading and writing elements. numba writes some twenty for each, most of
which LLVM finds to be needless; each of them is made, printed, read and looked at many times. Written against numba
0.62 to 0.68, whose own code it gives way to wherever a case is not the plain one.
"""

from __future__ import annotations

import operator
from typing import Any

import numba
from llvmlite import ir
from numba.core import cgutils, lowering, typed_passes
from numba.core.compiler_machinery import register_pass
from numba.core.ir_utils import get_definition, guard
from numba.core.typing import templates
from numba.np import arrayobj

types: Any = numba.types
Lower: Any = lowering.Lower
NativeLowering: Any = typed_passes.NativeLowering

_WITH_STATIC_OPERANDS = {operator.pow, operator.ipow}
"""Of these numba has other code where an operand is known beforehand."""


class _LeanLower(Lower):  # type: ignore[misc]
    """numba's writer, with the plain cases of arrays, numbers and loops by hand."""

    def lower_getitem(self, wanted: Any, expression: Any, array: Any, index: Any, signature: Any) -> Any:
        """As numba's; an element of an array that lies in one piece is read where it is."""
        kind = signature.args[0]
        place = self._place(kind, array, index, signature)
        if place is None:
            return super().lower_getitem(wanted, expression, array, index, signature)
        found = arrayobj.load_item(self.context, self.builder, kind, place)
        return self.context.cast(self.builder, found, signature.return_type, wanted)

    def lower_setitem(self, array: Any, index: Any, value: Any, signature: Any) -> Any:
        """As numba's; an element of an array that lies in one piece is written where it is."""
        kind = signature.args[0]
        place = self._place(kind, array, index, signature)
        if place is None:
            return super().lower_setitem(array, index, value, signature)
        given = self.context.cast(self.builder, self.loadvar(value.name), self.typeof(value.name), kind.dtype)
        return arrayobj.store_item(self.context, self.builder, kind, given, place)

    def _place(self, kind: Any, array: Any, index: Any, signature: Any) -> Any:
        """The address of an element; None if it is not one, or of another kind of array."""
        if not isinstance(kind, types.Array) or kind.layout != "C" or self.typeof(array.name) != kind:
            return None
        context, builder, given = self.context, self.builder, signature.args[1]
        several = isinstance(given, types.BaseTuple)
        kinds = tuple(given) if several else (given,)
        if len(kinds) != kind.ndim or not all(isinstance(one, types.Integer) for one in kinds):
            return None
        if context.enable_boundscheck:
            return None
        model = context.data_model_manager[kind]
        whole = self.loadvar(array.name)
        at = context.cast(builder, self.loadvar(index.name), self.typeof(index.name), given)
        numbers = [builder.extract_value(at, axis) for axis in range(kind.ndim)] if several else [at]
        place = None
        for axis, (one, number) in enumerate(zip(kinds, numbers, strict=True)):
            length = builder.extract_value(whole, (model.get_field_position("shape"), axis))
            step = arrayobj.fix_integer_index(context, builder, one, number, length)
            place = step if place is None else builder.add(builder.mul(place, length), step)
        return builder.gep(builder.extract_value(whole, model.get_field_position("data")), [place])

    def lower_binop(self, wanted: Any, expression: Any, operation: Any) -> Any:
        """As numba's, which looks for code for operands known beforehand: of numbers only powers have it."""
        signature = self.fndesc.calltypes[expression]
        if operation in _WITH_STATIC_OPERANDS or not all(isinstance(one, types.Number) for one in signature.args):
            return super().lower_binop(wanted, expression, operation)
        context, builder = self.context, self.builder
        operands = [
            context.cast(builder, self.loadvar(operand.name), self.typeof(operand.name), kind)
            for operand, kind in zip((expression.lhs, expression.rhs), signature.args, strict=True)
        ]
        function = context.typing_context.resolve_value_type(operation)
        if signature.args not in function._impl_keys:  # a += b is lowered as a + b
            signature = function.get_call_type(context.typing_context, signature.args, {})
        result = context.get_function(function, signature)(builder, operands)
        return context.cast(builder, result, signature.return_type, wanted)

    def lower_expr(self, wanted: Any, expression: Any) -> Any:
        """As numba's; a loop over range(n) or range(m, n) counts up, whatever range(m, n, k) may need."""
        if expression.op == "getiter" and self._counts_up(expression.value):
            return self._counter(wanted, self.loadvar(expression.value.name))
        return super().lower_expr(wanted, expression)

    def _counts_up(self, iterable: Any) -> bool:
        if not isinstance(self.typeof(iterable.name), types.RangeType):
            return False
        call = guard(get_definition, self.func_ir, iterable)
        if getattr(call, "op", "") != "call" or call.kws or call.vararg or len(call.args) > 2:
            return False
        return bool(getattr(self.typeof(call.func.name), "typing_key", None) is range)

    def _counter(self, kind: Any, limits: Any) -> Any:
        """An iterator of numba's: where it keeps the next number and how many are to come."""
        builder = self.builder
        start, stop, step = (builder.extract_value(limits, part) for part in range(3))
        count = builder.sub(stop, start)
        nothing = count.type(0)
        count = builder.select(builder.icmp_signed(">", count, nothing), count, nothing)
        model = self.context.data_model_manager[kind]
        whole = ir.Constant(model.get_value_type(), ir.Undefined)
        next_at, count_at = (cgutils.alloca_once_value(builder, value) for value in (start, count))
        for name, value in (("iter", next_at), ("stop", stop), ("step", step), ("count", count_at)):
            whole = builder.insert_value(whole, value, model.get_field_position(name))
        return whole

    def lower_call(self, wanted: Any, expression: Any) -> Any:
        """As numba's; the greatest or least of numbers is found on the spot, as Python finds it."""
        function, signature = self.typeof(expression.func.name), self.fndesc.calltypes[expression]
        if not is_extreme(function, signature.args):
            return super().lower_call(wanted, expression)
        builder, kind = self.builder, signature.return_type
        beyond = operator.gt if function.typing_key is max else operator.lt
        compare = self.context.get_function(beyond, templates.signature(types.boolean, kind, kind))
        best, *others = self.fold_call_args(function, signature, expression.args, expression.vararg, ())
        for one in others:
            best = builder.select(compare(builder, (one, best)), one, best)
        return self.context.cast(builder, best, kind, wanted)

    def alloca_lltype(self, name: str, kind: Any, datamodel: Any = None) -> Any:
        """As numba's, which asks LLVM for the size of each variable, to tell a debugger."""
        if self.context.enable_debuginfo:
            return super().alloca_lltype(name, kind, datamodel)
        return cgutils.alloca_once(self.builder, kind, name=name)

    def delvar(self, name: str) -> None:
        """As numba's; where no references are counted nothing is to be done."""
        if self.context.enable_nrt:
            super().delvar(name)


def is_extreme(function: Any, kinds: Any) -> bool:
    """Whether a call is for the greatest or least of several numbers of one type."""
    called = getattr(function, "typing_key", None)
    return called in (max, min) and len(kinds) > 1 and kinds[0] in (types.float64, types.int64) and len(set(kinds)) == 1


@register_pass(mutates_CFG=True, analysis_only=False)
class LeanLowering(NativeLowering):  # type: ignore[misc]
    """numba's last pass, with the code above."""

    _name = "lean_lowering"

    @property
    def lowering_class(self) -> Any:
        """What does it."""
        return _LeanLower
