"""What --set and --sweep mean: values by key path, written as in a scenario file; a bare word is a text."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from magnetsim.cli.usage import UsageError
from magnetsim.language import Phrase

MOST_VALUES = 10_000
"""Values of one sweep."""


def settings_of(texts: Sequence[str]) -> dict[str, Any]:
    """The values that --set gives, by key path."""
    return {path: _value(text) for path, text in (_split("--set", "KEY=VALUE", text) for text in texts)}


def sweeps_of(texts: Sequence[str]) -> dict[str, tuple[Any, ...]]:
    """The values that --sweep goes through, by key path; UsageError also for a key that changes no game."""
    split = [_split("--sweep", "KEY=A:B:STEP", text) for text in texts]
    for path, _ in split:
        if path == "seed":
            text = Phrase(
                "--sweep: seed: every game has a seed of its own, so each value would play the same scenario again; "
                "--games plays more of them, --seed others"
            )
            raise UsageError(text)
        if path == "expect" or path.startswith("expect."):
            raise UsageError(Phrase("--sweep: {path}: a batch does not look at what is expected", path=path))
    return {path: _values(path, text) for path, text in split}


def _split(option: str, form: str, text: str) -> tuple[str, str]:
    path, equals, value = text.partition("=")
    if not equals or not path.strip() or not value.strip():
        raise UsageError(Phrase("{option}: expected {form}, got {got}", option=option, form=form, got=repr(text)))
    return path.strip(), value.strip()


def _value(text: str) -> Any:
    try:
        data = tomllib.loads(f"value = {text}")
    except tomllib.TOMLDecodeError:
        return text
    return data["value"] if len(data) == 1 else text


def _values(path: str, text: str) -> tuple[Any, ...]:
    """The values of a range, both ends included, or those between commas, each once."""
    values = _ranged(path, text) if text.count(":") == 2 else _listed(text)
    if len(values) > MOST_VALUES:
        raise UsageError(
            Phrase("--sweep: {path}: expected at most {most} values, got more", path=path, most=MOST_VALUES)
        )
    return tuple(values)


def _ranged(path: str, text: str) -> list[int | float]:
    """The numbers of a range, at most one more than are allowed."""
    try:
        first, last, step = map(Decimal, text.split(":"))
        # In tens, as they are written, so that 0.1:0.3:0.1 ends with 0.3. What is not finite leads nowhere.
        steps = math.floor((last - first) / step)
    except (ArithmeticError, ValueError):
        steps = -1
    if steps < 0:
        problem = Phrase("--sweep: {path}: expected A:B:STEP, which leads from A to B, got {got}", path=path, got=text)
        raise UsageError(problem)
    return [_number(first + step * i) for i in range(min(steps, MOST_VALUES) + 1)]


def _number(value: Decimal) -> int | float:
    return int(value) if value.as_tuple().exponent == 0 else float(value)


def _listed(text: str) -> list[Any]:
    try:
        values = tomllib.loads(f"values = [{text}]")["values"]
    except tomllib.TOMLDecodeError:
        values = [_value(part.strip()) for part in text.split(",")]
    # 1 and true are equal, and are not the same.
    return list({(type(value).__name__, repr(value)): value for value in values}.values())
