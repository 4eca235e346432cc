"""Calls of C functions by address from compiled code.

Addresses come in as arguments, not as constants, so that the machine code can be kept and serves other processes.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

def _call(builder: Any, address: Any, arguments: list[Any]) -> None:
    """Emit void (*address)(arguments…); a returned pointer, if there is one, is left alone."""
    kind = ir.FunctionType(ir.VoidType(), [argument.type for argument in arguments])
    builder.call(builder.inttoptr(address, kind.as_pointer()), arguments)


@intrinsic  # type: ignore[untyped-decorator]
def call_pointers(typing_context: Any, address: Any, first: Any, second: Any) -> Any:
    """void f(void *, void *)."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        _call(builder, arguments[0], list(arguments[1:]))
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def call_three_pointers(typing_context: Any, address: Any, first: Any, second: Any, third: Any) -> Any:
    """void f(void *, void *, void *)."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        _call(builder, arguments[0], list(arguments[1:]))
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64, types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def call_number(typing_context: Any, address: Any, first: Any, number: Any) -> Any:
    """void f(void *, double)."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        _call(builder, arguments[0], list(arguments[1:]))
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.float64), generate


@intrinsic  # type: ignore[untyped-decorator]
def call_integer(typing_context: Any, address: Any, first: Any, number: Any) -> Any:
    """void f(void *, int)."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        _call(builder, arguments[0], list(arguments[1:]))
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.int32), generate
