"""Many arrays and numbers handed to compiled functions as one pointer.

numba passes a named tuple by its parts, an array in seven: a function that is given forty arrays takes half a second to
compile, and as long again wherever another one calls it. A bundle is passed as the address of a block of words in which
each array has its data's address and its lengths.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

import numba
import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba.core.typing import templates
from numba.np.numpy_support import as_dtype

# Some versions of numba ship types, some do not.
types: Any = numba.types
extending: Any = numba.extending
AttributeTemplate: Any = templates.AttributeTemplate
typeof: Any = numba.typeof


class Bundle:
    """What frozen dataclasses inherit from whose fields are C-contiguous arrays, floats, ints, bools and bundles.

    Compiled functions read the fields by name and write into the arrays, never into the fields. The block of words is
    made with the object: where an array lies is fixed from then on.
    """

    __slots__ = ("_numba_type_", "_words", "address")
    __dataclass_fields__: ClassVar[dict[str, Any]]
    _numba_type_: _BundleType
    _words: npt.NDArray[np.int64]
    address: int

    def __post_init__(self) -> None:
        words: list[int] = []
        kinds: list[tuple[str, Any]] = []
        for name in self.__dataclass_fields__:
            value = getattr(self, name)
            match value:
                case np.ndarray():
                    if not (value.flags.c_contiguous and value.flags.aligned):
                        raise ValueError(f"{name}: expected a C-contiguous array")
                    words += (value.ctypes.data, *value.shape)
                    kinds.append((name, (value.dtype, value.ndim, value.flags.writeable)))
                case Bundle():
                    words.append(value.address)
                    kinds.append((name, value._numba_type_))
                case float():
                    words.append(int(np.float64(value).view(np.int64)))
                    kinds.append((name, types.float64))
                case _:
                    words.append(int(value))
                    kinds.append((name, types.boolean if isinstance(value, bool) else types.int64))
        block = np.array(words, dtype=np.int64)
        for name, content in (
            ("_words", block),
            ("address", block.ctypes.data),
            ("_numba_type_", _type_of(type(self).__name__, tuple(kinds))),
        ):
            object.__setattr__(self, name, content)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where in the block, in words, a field is, and its type in compiled code."""

    word: int
    type: Any


class _BundleType(types.Type):  # type: ignore[misc]
    """The type of bundles of one class whose fields have the same types."""

    def __init__(self, name: str, places: dict[str, _Place]) -> None:
        self.places = places
        super().__init__(name=name)

    @property
    def literal_type(self) -> _BundleType:
        """By this numba knows of an argument that it is not None, and compiles no branch for that it were."""
        return self


@lru_cache(maxsize=64)
def _type_of(name: str, kinds: tuple[tuple[str, Any], ...]) -> _BundleType:
    places, word = {}, 0
    for field, kind in kinds:
        if isinstance(kind, tuple):
            dtype, dimensions, writeable = kind
            example = np.empty((0,) * dimensions, dtype)
            example.setflags(write=writeable)
            places[field] = _Place(word, typeof(example))
            word += 1 + dimensions
        else:
            places[field] = _Place(word, kind)
            word += 1
    # The name is what tells types apart, in kept code as well.
    told = repr([(field, place.word, str(place.type)) for field, place in places.items()])
    return _BundleType(f"{name}_{hashlib.sha256(told.encode()).hexdigest()[:16]}", places)


def _unbox(_: _BundleType, bundle: Any, c: Any) -> Any:
    number = c.pyapi.object_getattr_string(bundle, "address")
    address = c.pyapi.long_as_voidptr(number)
    c.pyapi.decref(number)
    return extending.NativeValue(address, is_error=c.pyapi.c_api_error())


@extending.infer_getattr
class _Fields(AttributeTemplate):  # type: ignore[misc]
    key = _BundleType

    def generic_resolve(self, bundle: _BundleType, name: str) -> Any:
        place = bundle.places.get(name)
        return place and place.type


def _read_field(context: Any, builder: Any, bundle: _BundleType, address: Any, name: str) -> Any:
    place = bundle.places[name]
    unchanging = builder.module.add_metadata([])

    def word(at: int, kind: Any) -> Any:
        words = builder.bitcast(address, kind.as_pointer())
        loaded = builder.load(builder.gep(words, [ir.Constant(ir.IntType(32), place.word + at)]))
        loaded.set_metadata("invariant.load", unchanging)
        return loaded

    if not isinstance(place.type, types.Array):
        if place.type is types.boolean:
            return builder.trunc(word(0, ir.IntType(64)), ir.IntType(1))
        return word(0, context.get_value_type(place.type))
    return _array(context, builder, place.type, word)


def _array(context: Any, builder: Any, kind: Any, word: Callable[[int, Any], Any]) -> Any:
    """What numba takes an array for: its data's address and lengths from the block, the rest as they imply."""
    number = context.get_value_type(types.intp)
    lengths = [word(1 + axis, number) for axis in range(kind.ndim)]
    item = ir.Constant(number, as_dtype(kind.dtype).itemsize)
    strides, count = [item], ir.Constant(number, 1)
    for length in reversed(lengths):
        strides.insert(0, builder.mul(strides[0], length))
        count = builder.mul(count, length)
    model = context.data_model_manager[kind]
    array = ir.Constant(model.get_value_type(), ir.Undefined)
    nothing = {name: context.get_constant_null(model.get_member_fe_type(name)) for name in ("meminfo", "parent")}
    one = {"nitems": count, "itemsize": item, "data": word(0, context.get_data_type(kind.dtype).as_pointer())}
    for name, value in (nothing | one).items():
        array = builder.insert_value(array, value, model.get_field_position(name))
    for name, numbers in (("shape", lengths), ("strides", strides[1:])):
        for axis, value in enumerate(numbers):
            array = builder.insert_value(array, value, (model.get_field_position(name), axis))
    return array


extending.register_model(_BundleType)(extending.models.OpaqueModel)
extending.unbox(_BundleType)(_unbox)
extending.lower_getattr_generic(_BundleType)(_read_field)
