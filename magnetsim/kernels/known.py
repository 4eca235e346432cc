"""Values that compiled code knows by their parts, so that LLVM need not be told of them as a whole."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numba
from llvmlite import ir
from numba.core import cgutils
from numba.np.numpy_support import as_dtype

# Some versions of numba ship types, some do not.
types: Any = numba.types

WORD = ir.IntType(64)


class Known:
    """A value of which parts may do. kind : the type that numba gives it; all else is LLVM's."""

    def whole(self, context: Any, builder: Any, kind: Any) -> Any:
        """The value as numba keeps it."""
        raise NotImplementedError(f"{type(self).__name__} serves a loop over range() only")


@dataclass(frozen=True)
class Limits(Known):
    """Of a range or a slice that counts up by one."""

    start: Any
    stop: Any

    def whole(self, context: Any, builder: Any, kind: Any) -> Any:
        return _struct(context, builder, kind, ("start", self.start), ("stop", self.stop), ("step", self.stop.type(1)))


@dataclass(frozen=True)
class Counter(Known):
    """Of a loop over a range: the address at which it keeps the next number."""

    address: Any
    limits: Limits


@dataclass(frozen=True)
class Step(Known):
    """Of such a loop: the number, and whether there is one."""

    first: Any
    second: Any

    def whole(self, context: Any, builder: Any, kind: Any) -> Any:
        return _struct(context, builder, kind, ("first", self.first), ("second", self.second))


@dataclass(frozen=True)
class Items(Known):
    """Whole numbers in a tuple, each with its type."""

    items: list[tuple[Any, Any]]

    def of(self, context: Any, builder: Any, kinds: Iterable[Any]) -> list[Any]:
        """The numbers as ones of other types."""
        return [context.cast(builder, item, own, kind) for (item, own), kind in zip(self.items, kinds, strict=True)]

    def whole(self, context: Any, builder: Any, kind: Any) -> Any:
        return context.make_tuple(builder, kind, self.of(context, builder, kind))


class KnownArray(Known):
    """An array that lies in one piece."""

    def data(self, builder: Any) -> Any:
        """The address of its first element."""
        raise NotImplementedError

    def length(self, builder: Any, axis: int) -> Any:
        """How many elements it has along an axis."""
        raise NotImplementedError

    def members(self, builder: Any, kind: Any) -> tuple[Any, Any, Any, list[Any], list[Any]]:
        """What numba wants to know of it: how many elements, of which size, where; lengths and strides."""
        lengths = [self.length(builder, axis) for axis in range(kind.ndim)]
        item = WORD(as_dtype(kind.dtype).itemsize)
        strides, count = [item], lengths[0]
        for length in lengths[:0:-1]:
            strides.insert(0, builder.mul(strides[0], length))
            count = builder.mul(count, length)
        return count, item, self.data(builder), lengths, strides

    def argument(self, builder: Any, kind: Any) -> list[Any]:
        """What numba passes for it; no references are counted."""
        count, item, data, lengths, strides = self.members(builder, kind)
        nothing = ir.Constant(cgutils.voidptr_t, None)
        return [nothing, nothing, count, item, data, *lengths, *strides]

    def whole(self, context: Any, builder: Any, kind: Any) -> Any:
        count, item, data, *others = self.members(builder, kind)
        lengths, strides = (cgutils.pack_array(builder, numbers) for numbers in others)
        members = ("nitems", count), ("itemsize", item), ("data", data), ("shape", lengths), ("strides", strides)
        return _struct(context, builder, kind, *members)


@dataclass(frozen=True)
class View(KnownArray):
    """What lies in one piece from an address on: most often a piece of another array."""

    address: Any
    lengths: list[Any]

    def data(self, _: Any) -> Any:
        return self.address

    def length(self, _: Any, axis: int) -> Any:
        return self.lengths[axis]


@dataclass(frozen=True)
class BundledArray(KnownArray):
    """An array of a bundle: from a word on, the block has its data's address and its lengths."""

    block: Any
    word: int
    item: Any

    def data(self, builder: Any) -> Any:
        return read_word(builder, self.block, self.word, self.item)

    def length(self, builder: Any, axis: int) -> Any:
        return read_word(builder, self.block, self.word + 1 + axis)


def read_word(builder: Any, block: Any, word: int, kind: Any = WORD) -> Any:
    """What the block of a bundle has at a word, which nobody changes as long as it is used."""
    words = block if kind is WORD else builder.bitcast(block, kind.as_pointer())
    read = builder.load(builder.gep(words, [WORD(word)]))
    read.set_metadata("invariant.load", builder.module.add_metadata([]))
    return read


def _struct(context: Any, builder: Any, kind: Any, *members: tuple[str, Any]) -> Any:
    model = context.data_model_manager[kind]
    whole = ir.Constant(model.get_value_type(), None)
    for name, value in members:
        whole = builder.insert_value(whole, value, model.get_field_position(name))
    return whole
