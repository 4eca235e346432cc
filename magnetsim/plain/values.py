"""Values as plain data for strict JSON, and back: classes with fields by field, tuples as lists, sets in order.

Reading is lenient: what is read is written again and compared, which finds every key and value that is not as it was.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import lru_cache
from typing import Any

from pydantic import TypeAdapter, ValidationError

from magnetsim.language import Phrase

Data = dict[str, Any]


def plain(value: Any) -> Any:
    """The value as dicts, lists, strings, numbers, booleans and None; TypeError for what has no such form."""
    if value is None or type(value) in (str, bool, int, float):
        return value
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, frozenset):
        return [plain(one) for one in sorted(value)]
    if hasattr(value, "_asdict"):
        return {name: plain(one) for name, one in value._asdict().items()}
    if isinstance(value, tuple | list):
        return [plain(one) for one in value]
    if isinstance(value, Mapping):
        return {str(key): plain(one) for key, one in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value) if field.init}
    raise TypeError(f"a record holds plain values only, got {type(value).__module__}.{type(value).__name__}")


def read(kind: Any, data: Any, what: str) -> Any:
    """The value of a kind (a type, or what stands for one) that the data means.

    ValueError, calling the data `what`, when it means none.
    """
    try:
        return _adapter(kind).validate_python(data)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        path = ".".join([what, *map(str, first["loc"])])
        if first["type"] == "missing":
            raise ValueError(Phrase("{path}: expected a value, got nothing", path=path)) from error
        text = Phrase("{path}: {problem}, got {got}", path=path, problem=first["msg"], got=shown(first["input"]))
        raise ValueError(text) from error


def entry(data: Any, key: str, what: str) -> Any:
    """The value under a key; ValueError, calling the data `what`, when there is none."""
    if not isinstance(data, dict) or key not in data:
        text = Phrase("{what}: expected a key {key}, got {got}", what=what, key=repr(key), got=shown(data))
        raise ValueError(text)
    return data[key]


def first_difference(expected: Any, got: Any, path: str = "") -> tuple[str, Any, Any] | None:
    """Where two plain values first differ: the path there, what was expected and what was got; None when equal."""
    if type(expected) is not type(got):
        return path, expected, got
    if isinstance(expected, dict):
        for key in [*expected, *(key for key in got if key not in expected)]:
            below = f"{path}.{key}" if path else str(key)
            if key not in got or key not in expected:
                return below, expected.get(key, "nothing"), got.get(key, "nothing")
            found = first_difference(expected[key], got[key], below)
            if found:
                return found
        return None
    if isinstance(expected, list):
        for at, (one, other) in enumerate(zip(expected, got, strict=False)):
            found = first_difference(one, other, f"{path}[{at}]")
            if found:
                return found
        return None if len(expected) == len(got) else (f"{path}", f"{len(expected)} entries", f"{len(got)} entries")
    return None if expected == got else (path, expected, got)


def compare(written: Any, data: Any) -> None:
    """Hold data against what it means, written again; ValueError with the first difference."""
    difference = first_difference(written, data)
    if difference is not None:
        path, expected, got = difference
        # Alike in value: -5 for -5.0, or 1 for true.
        alike = type(expected) is not type(got) and expected == got
        raise mismatch(
            path, Phrase("{value}, written so", value=shown(expected)) if alike else shown(expected), shown(got)
        )


def mismatch(path: str, expected: object, got: object) -> ValueError:
    """The error that something else was expected at a path of the data."""
    return ValueError(Phrase("{path}: expected {expected}, got {got}", path=path, expected=expected, got=got))


def compact(data: Any) -> str:
    """Strict JSON on one line; floats in the shortest form that reads back the same."""
    return json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def shown(value: Any) -> str:
    """The value as a message shows it: short."""
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:77]}..."


@lru_cache(maxsize=100)
def _adapter(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)
