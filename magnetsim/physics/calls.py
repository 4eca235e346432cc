"""Calls of C functions by address from compiled code.

Addresses come in as arguments, not as constants, so that the machine code can be kept and serves other processes.
Only pointers and numbers are passed, so that no platform's way of passing structures matters.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic


def _caller(*arguments: Any) -> Any:
    """What numba needs to emit void (*address)(arguments…); a returned pointer, if there is one, is left alone."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        address, *passed = values
        kind = ir.FunctionType(ir.VoidType(), [value.type for value in passed])
        builder.call(builder.inttoptr(address, kind.as_pointer()), passed)
        return context.get_dummy_value()

    return types.void(types.int64, *arguments), generate


def _two_pointers(_: Any, address: Any, first: Any, second: Any) -> Any:
    return _caller(types.int64, types.int64)


def _three_pointers(_: Any, address: Any, first: Any, second: Any, third: Any) -> Any:
    return _caller(types.int64, types.int64, types.int64)


def _pointer_and_number(_: Any, address: Any, first: Any, number: Any) -> Any:
    return _caller(types.int64, types.float64)


def _pointer_and_integer(_: Any, address: Any, first: Any, number: Any) -> Any:
    return _caller(types.int64, types.int32)


call_pointers: Any = intrinsic(_two_pointers)
"""(address, first, second): void f(void *, void *)."""
call_three_pointers: Any = intrinsic(_three_pointers)
"""(address, first, second, third): void f(void *, void *, void *)."""
call_number: Any = intrinsic(_pointer_and_number)
"""(address, first, number): void f(void *, double)."""
call_integer: Any = intrinsic(_pointer_and_integer)
"""(address, first, number): void f(void *, int)."""
