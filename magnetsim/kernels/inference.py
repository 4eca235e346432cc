"""How numba finds the types of a compiled function's variables, with less looking through its rules.

For a product of two numbers numba looks through its rules for arrays, sets and strings, each time it comes by one; it
comes by everything at least twice; and it asks all that is loaded for new rules, twice for every function.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import setitem
from typing import Any

import numba
from numba.core import ir as numba_ir
from numba.core import typeinfer
from numba.core.typing import templates

# Some versions of numba ship types, some do not.
types: Any = numba.types

_found: dict[Any, Any] = {}
"""Signatures of operators and the like, by function and arguments."""
_propagate_one: Any = typeinfer.ConstraintNetwork.propagate
_known_rules: dict[int, list[int]] = {}
"""How many rules there were at the last refresh, by the address of what keeps them in a context."""


def is_extreme(function: Any, kinds: Any) -> bool:
    """Whether a call is for the greatest or least of several numbers of one type."""
    called = getattr(function, "typing_key", None)
    return called in (max, min) and len(kinds) > 1 and kinds[0] in (types.float64, types.int64) and len(set(kinds)) == 1


class Typing:
    """numba's typing context, but that it remembers what it found of operators."""

    def __init__(self, context: Any) -> None:
        self._context = context

    def __getattr__(self, name: str) -> Any:
        return getattr(self._context, name)

    def resolve_setitem(self, target: Any, index: Any, value: Any) -> Any:
        """As numba's."""
        return self.resolve_function_type(self._context.resolve_value_type(setitem), (target, index, value), {})

    def resolve_function_type(self, function: Any, arguments: Any, named: Any) -> Any:
        """As numba's."""
        # numba takes a number written in the code for a type of its own.
        plain = tuple(
            argument if isinstance(argument, types.StringLiteral) else types.unliteral(argument)
            for argument in arguments
        )
        if is_extreme(function, plain) and not named:
            return templates.signature(plain[0], *plain)
        if arguments and isinstance(arguments[0], types.Array):
            arguments = plain
        key = self._context, function, arguments, tuple(dict(named).items())
        if key not in _found:
            signature = self._context.resolve_function_type(function, arguments, named)
            kind = function if isinstance(function, types.Function) else self._context._lookup_global(function)
            if signature is None or not isinstance(kind, types.Function):
                return signature
            # Else it is compiled with the options of its first caller.
            if kind._impl_keys.get(signature.args) is not kind.typing_key:
                return signature
            _found[key] = signature
        return _found[key]


def propagate(network: Any, inferer: Any) -> list[Any]:
    """As numba's, which goes through all constraints until no type changes; here only through those it may change.

    network : numba's ConstraintNetwork, inferer : its TypeInferer; gives what errors there were
    """
    every, errors = network.constraints, []
    settled = vars(network).setdefault("settled", {})
    for constraint in every:
        names, before = settled.get(constraint, ((), None))
        if before == _types_of(names, inferer):
            continue
        network.constraints = [constraint]
        found = _propagate_one(network, inferer)
        errors += found
        if not found:
            names = names or tuple(_names(list(vars(constraint).values()), inferer.typevars))
            settled[constraint] = names, _types_of(names, inferer)
    network.constraints = every
    return errors


def _types_of(names: tuple[str, ...], inferer: Any) -> list[Any]:
    return [dict.__getitem__(inferer.typevars, name).type for name in names]


def _names(values: Any, known: Any) -> Iterator[str]:
    """Of all variables among some values."""
    for value in values:
        name = value.name if isinstance(value, numba_ir.Var) else value
        if isinstance(name, str) and name in known:
            yield name
        elif isinstance(value, list | tuple):
            yield from _names(value, known)
        elif isinstance(value, dict):
            yield from _names(value.values(), known)


def refreshing(whole: Callable[[Any], None]) -> Callable[[Any], None]:
    """A refresh of numba's, of a typing or a target context, that does nothing while there are no new rules."""

    def refresh(context: Any) -> None:
        registries = id(context._registries)
        if _known_rules.get(registries) != _count_rules(context):
            whole(context)
            _known_rules[registries] = _count_rules(context)

    return refresh


def _count_rules(context: Any) -> list[int]:
    registries = [*context._registries, *getattr(context, "typing_context", context)._registries]
    return [len(rules) for registry in registries for rules in vars(registry).values() if isinstance(rules, list)]
