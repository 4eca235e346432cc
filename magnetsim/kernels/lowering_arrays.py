"""How elements, rows and slices of arrays that lie in one piece are found: in few lines, where numba writes twenty."""

from __future__ import annotations

from typing import Any

import numba
from llvmlite import ir
from numba.core import ir as numba_ir
from numba.np import arrayobj

from magnetsim.kernels.bundle import BundleType
from magnetsim.kernels.known import WORD, Items, KnownArray, Limits, View
from magnetsim.kernels.lowering_variables import VariableLowering

# Some versions of numba ship types, some do not.
types: Any = numba.types


class ArrayLowering(VariableLowering):
    """numba's writer, with variables kept so and the plain cases of arrays by hand."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.natural: set[Any] = set()
        """Whole numbers that are not below zero, as far as is known."""

    def is_natural(self, number: Any) -> bool:
        """Whether a whole number is known not to be below zero."""
        if number.type != WORD:
            return False
        return number.constant >= 0 if isinstance(number, ir.Constant) else number in self.natural

    def lower_inst(self, statement: Any) -> Any:
        """As numba's; that the index of an element is known beforehand makes no difference."""
        static = isinstance(statement, numba_ir.StaticSetItem) and self._has_known_index(statement.target, statement)
        if not static:
            return super().lower_inst(statement)
        signature = self.fndesc.calltypes[statement]
        return self.lower_setitem(statement.target, statement.index_var, statement.value, signature)

    def lower_expr(self, wanted: Any, expression: Any) -> Any:
        """As numba's; that the index of an element is known beforehand makes no difference."""
        if expression.op != "static_getitem" or not self._has_known_index(expression.value, expression):
            return super().lower_expr(wanted, expression)
        signature = self.fndesc.calltypes[expression]
        return self.lower_getitem(wanted, expression, expression.value, expression.index_var, signature)

    def _has_known_index(self, array: Any, element: Any) -> bool:
        in_array = isinstance(self.typeof(array.name), types.Array)
        return in_array and isinstance(element.index, int | tuple) and element.index_var is not None

    def lower_getitem(self, wanted: Any, expression: Any, array: Any, index: Any, signature: Any) -> Any:
        """As numba's; an element of an array that lies in one piece is read where it is."""
        kind = signature.args[0]
        address = self._element(kind, array, index, signature)
        if address is None:
            return super().lower_getitem(wanted, expression, array, index, signature)
        found = arrayobj.load_item(self.context, self.builder, kind, address)
        return self.context.cast(self.builder, found, signature.return_type, wanted)

    def lower_setitem(self, array: Any, index: Any, value: Any, signature: Any) -> Any:
        """As numba's; an element of an array that lies in one piece is written where it is."""
        kind = signature.args[0]
        address = self._element(kind, array, index, signature)
        if address is None:
            return super().lower_setitem(array, index, value, signature)
        return arrayobj.store_item(self.context, self.builder, kind, self.load_as(value, kind.dtype), address)

    def _element(self, kind: Any, array: Any, index: Any, signature: Any) -> Any:
        """The address of an element; None if it is not one, or of another kind of array."""
        given, builder = signature.args[1], self.builder
        several = isinstance(given, types.BaseTuple)
        kinds = tuple(given) if several else (given,)
        if not self._lies_in_one_piece(kind, array) or len(kinds) != kind.ndim:
            return None
        if not all(isinstance(one, types.Integer) for one in kinds):
            return None
        if known := self.known(index, Items):
            numbers = known.of(self.context, builder, kinds)
        else:
            at = self.load_as(index, given)
            numbers = [builder.extract_value(at, axis) for axis in range(kind.ndim)] if several else [at]
        offset = None
        for axis, (one, number) in enumerate(zip(kinds, numbers, strict=True)):
            step = self._from_start(one, number, array, axis)
            offset = step if offset is None else builder.add(builder.mul(offset, self.length(array, axis)), step)
        return builder.gep(self._data(array), [offset])

    def _lies_in_one_piece(self, kind: Any, array: Any) -> bool:
        if not isinstance(kind, types.Array) or kind.layout != "C" or not kind.ndim:
            return False
        return self.typeof(array.name) == kind and not self.context.enable_boundscheck

    def _from_start(self, kind: Any, number: Any, array: Any, axis: int) -> Any:
        """An index along an axis; one below zero is counted from the end."""
        if self.is_natural(number):
            return number
        return arrayobj.fix_integer_index(self.context, self.builder, kind, number, self.length(array, axis))

    def find_parts(self, kind: Any, value: Any) -> Any:
        """Also arrays of a bundle, rows and slices of arrays, and tuples to find elements by."""
        match getattr(value, "op", None):
            case "getattr" if isinstance(kind, types.Array):
                bundle = self.typeof(value.value.name)
                if isinstance(bundle, BundleType):
                    return bundle.array(self.context, self.loadvar(value.value.name), value.attr)
            case "getitem" if isinstance(kind, types.Array) and kind.layout == "C":
                return self._view(value)
            case "build_tuple" if all(isinstance(self.typeof(one.name), types.Integer) for one in value.items):
                return Items([(self.loadvar(one.name), self.typeof(one.name)) for one in value.items])
        return super().find_parts(kind, value)

    def _view(self, expression: Any) -> View | None:
        """A row, or some rows after each other, of an array."""
        array, builder = expression.value, self.builder
        whole, given = self.fndesc.calltypes[expression].args
        if not self._lies_in_one_piece(whole, array):
            return None
        if isinstance(given, types.Integer):
            start, counted = self._from_start(given, self.load_as(expression.index, given), array, 0), []
        elif given == types.slice2_type and (limits := self.known(expression.index, Limits)):
            start, stop = (self._clamped(limit, array) for limit in (limits.start, limits.stop))
            counted = [self._at_least_none(builder.sub(stop, start))]
        else:
            return None
        lengths = [self.length(array, axis) for axis in range(1, whole.ndim)]
        for length in lengths:
            start = builder.mul(start, length)
        return View(builder.gep(self._data(array), [start]), counted + lengths)

    def _clamped(self, limit: Any, array: Any) -> Any:
        """A limit of a slice; one below zero is counted from the end."""
        builder, rows = self.builder, self.length(array, 0)
        limit = self._at_least_none(self._from_start(types.intp, limit, array, 0))
        return builder.select(builder.icmp_signed("<", limit, rows), limit, rows)

    def _at_least_none(self, number: Any) -> Any:
        none = number.type(0)
        return self.builder.select(self.builder.icmp_signed(">", number, none), number, none)

    def length(self, array: Any, axis: int) -> Any:
        """How many elements a variable has along an axis."""
        known = self.known(array, KnownArray)
        return known.length(self.builder, axis) if known else self._member(array, "shape", axis)

    def _data(self, array: Any) -> Any:
        known = self.known(array, KnownArray)
        return known.data(self.builder) if known else self._member(array, "data")

    def _member(self, array: Any, name: str, *axis: int) -> Any:
        position = self.context.data_model_manager[self.typeof(array.name)].get_field_position(name)
        return self.builder.extract_value(self.loadvar(array.name), (position, *axis))
