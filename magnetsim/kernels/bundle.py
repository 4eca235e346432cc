"""Many arrays and numbers handed to compiled functions as one pointer.

numba passes a named tuple by its parts, an array in seven: a function that is given forty arrays takes four times as
long to compile as one that is given a bundle of them, and what calls it eight times. A bundle is passed as the address
of a block of words in which each array has its data's address and its lengths.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

import numba
import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba.core.typing import templates

if TYPE_CHECKING:
    from magnetsim.kernels.known import BundledArray

# Some versions of numba ship types, some do not.
types: Any = numba.types
extending: Any = numba.extending
AttributeTemplate: Any = templates.AttributeTemplate
typeof: Any = numba.typeof

_BLOCK = ir.IntType(64).as_pointer()
"""What a bundle is to LLVM: the address of its words."""


class Bundle:
    """What frozen dataclasses inherit from whose fields are C-contiguous arrays, floats, ints, bools and bundles.

    Compiled functions read the fields by name and write into the arrays, never into the fields. The block of words is
    made with the object: where an array lies is fixed from then on.
    """

    __slots__ = ("_numba_type_", "_words", "address")
    __dataclass_fields__: ClassVar[dict[str, Any]]
    _numba_type_: BundleType
    _words: npt.NDArray[np.int64]
    address: int

    def __post_init__(self) -> None:
        words: list[int] = []
        kinds: list[tuple[str, Any]] = []
        for name in self.__dataclass_fields__:
            value = getattr(self, name)
            match value:
                case np.ndarray():
                    if not (value.ndim and value.flags.c_contiguous and value.flags.aligned):
                        raise ValueError(f"{name}: expected a C-contiguous array of one axis or more")
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
class Place:
    """Where in the block, in words, a field is, and its type in compiled code."""

    word: int
    type: Any


class BundleType(types.Type):  # type: ignore[misc]
    """The type of bundles of one class whose fields have the same types."""

    def __init__(self, name: str, places: dict[str, Place]) -> None:
        self.places = places
        super().__init__(name=name)

    def array(self, context: Any, block: Any, name: str) -> BundledArray:
        """An array of the bundle whose block is at an address, for compiled code."""
        # Late, as whatever only those need who compile.
        from magnetsim.kernels.known import BundledArray

        place = self.places[name]
        return BundledArray(block, place.word, context.get_data_type(place.type.dtype).as_pointer())

    @property
    def literal_type(self) -> BundleType:
        """By this numba knows of an argument that it is not None, and compiles no branch for that it were."""
        return self


@lru_cache(maxsize=64)
def _type_of(name: str, kinds: tuple[tuple[str, Any], ...]) -> BundleType:
    places, word = {}, 0
    for field, kind in kinds:
        if isinstance(kind, tuple):
            dtype, dimensions, writeable = kind
            example = np.empty((0,) * dimensions, dtype)
            example.setflags(write=writeable)
            places[field] = Place(word, typeof(example))
            word += 1 + dimensions
        else:
            places[field] = Place(word, kind)
            word += 1
    # The name is what tells types apart, in kept code as well.
    told = repr([(field, place.word, str(place.type)) for field, place in places.items()])
    return BundleType(f"{name}_{hashlib.sha256(told.encode()).hexdigest()[:16]}", places)


@extending.register_model(BundleType)
class _Address(extending.models.PrimitiveModel):  # type: ignore[misc]
    """That of the block of words."""

    def __init__(self, manager: Any, kind: BundleType) -> None:
        super().__init__(manager, kind, _BLOCK)


def _unbox(_: BundleType, bundle: Any, c: Any) -> Any:
    number = c.pyapi.object_getattr_string(bundle, "address")
    address = c.builder.bitcast(c.pyapi.long_as_voidptr(number), _BLOCK)
    c.pyapi.decref(number)
    return extending.NativeValue(address, is_error=c.pyapi.c_api_error())


@extending.infer_getattr
class _Fields(AttributeTemplate):  # type: ignore[misc]
    key = BundleType

    def generic_resolve(self, bundle: BundleType, name: str) -> Any:
        place = bundle.places.get(name)
        return place and place.type


def _read(context: Any, builder: Any, bundle: BundleType, block: Any, name: str) -> Any:
    # Late, as above.
    from magnetsim.kernels.known import read_word

    place = bundle.places[name]
    if isinstance(place.type, types.Array):
        return bundle.array(context, block, name).whole(context, builder, place.type)
    if place.type is types.boolean:
        return builder.trunc(read_word(builder, block, place.word), ir.IntType(1))
    return read_word(builder, block, place.word, context.get_value_type(place.type))


extending.unbox(BundleType)(_unbox)
extending.lower_getattr_generic(BundleType)(_read)
