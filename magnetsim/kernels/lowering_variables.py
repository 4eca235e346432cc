"""How the variables of a compiled function are kept: as the values they are, wherever they are assigned once.

numba keeps what more than one block of a function uses in memory, and what only one does as the value. Here all that is
assigned once is a value; and of some values LLVM need not be told, as long as their parts are all that is asked for.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any, TypeVar

import numba
from numba.core import analysis, lowering
from numba.core import ir as numba_ir

from magnetsim.kernels.known import Known

Sort = TypeVar("Sort", bound=Known)

# Some versions of numba ship types, some do not.
types: Any = numba.types
Lower: Any = lowering.Lower


class VariableLowering(Lower):  # type: ignore[misc]
    """numba's writer, with variables kept so where no references are counted."""

    plain = False
    """No references are counted, no debugger is told, and nothing is caught."""

    def _find_singly_assigned_variable(self) -> None:
        catches = self.func_ir.func_id.code.co_exceptiontable
        self.plain = not (self.context.enable_nrt or self.context.enable_debuginfo or self.generator_info or catches)
        special = analysis.ir_extension_usedefs
        if not self.plain or any(type(one) in special for block in self.blocks.values() for one in block.body):
            super()._find_singly_assigned_variable()
            return
        self._singly_assigned_vars = _assigned_once(self.blocks)
        self._blk_local_varmap: dict[str, Any] = {}

    def memory(self, kind: Any, name: str = "") -> Any:
        """The address of room for a value of a type of LLVM's."""
        with self.builder.goto_entry_block():
            return self.builder.alloca(kind, name=name)

    def alloca_lltype(self, name: str, kind: Any, datamodel: Any = None) -> Any:
        """As numba's, which asks LLVM for the size of each variable, to tell a debugger, and fills it with zeros."""
        return self.memory(kind, name) if self.plain else super().alloca_lltype(name, kind, datamodel)

    def storevar(self, value: Any, name: str, argidx: int | None = None) -> None:
        """As numba's, which reads what was there, to count it."""
        if not self.plain or name in self._singly_assigned_vars:
            super().storevar(value, name, argidx)
            return
        self._alloca_var(name, self.typeof(name))
        self.builder.store(value, self.varmap[name])

    def delvar(self, name: str) -> None:
        """As numba's; where no references are counted nothing is to be done."""
        if self.context.enable_nrt:
            super().delvar(name)

    def loadvar(self, name: str) -> Any:
        """As numba's; what is known by its parts is put together."""
        value = super().loadvar(name)
        return value.whole(self.context, self.builder, self.typeof(name)) if isinstance(value, Known) else value

    def load_as(self, variable: Any, kind: Any) -> Any:
        """A variable's value, as one of another type."""
        return self.context.cast(self.builder, self.loadvar(variable.name), self.typeof(variable.name), kind)

    def known(self, variable: Any, sort: type[Sort]) -> Sort | None:
        """What is known of a variable, if it is of that sort."""
        value = self._blk_local_varmap.get(variable.name)
        return value if isinstance(value, sort) else None

    def lower_assign(self, kind: Any, statement: Any) -> Any:
        """As numba's; of what is assigned for good parts may do, and of a compiled function its type."""
        found = None
        if self.plain and statement.target.name in self._singly_assigned_vars:
            is_function = isinstance(kind, types.Dispatcher)
            found = self.context.get_dummy_value() if is_function else self.find_parts(kind, statement.value)
        return super().lower_assign(kind, statement) if found is None else found

    def find_parts(self, kind: Any, value: Any) -> Any:
        """What is assigned to a variable of a type, if it is known by its parts or is a part of what is; else None.

        Here another variable; each kind of writer below knows more.
        """
        is_same = isinstance(value, numba_ir.Var) and self.typeof(value.name) == kind
        return self.known(value, Known) if is_same else None


def _assigned_once(blocks: Any) -> set[str]:
    """The variables that are assigned once, and always before they are used, whichever way the program takes."""
    first: dict[str, int] = {}
    others, elsewhere = set(), defaultdict(set)
    for offset, block in sorted(blocks.items()):
        for statement in block.body:
            target = statement.target.name if isinstance(statement, numba_ir.Assign) else None
            for name in {variable.name for variable in statement.list_vars()} - {target}:
                if name not in first:
                    others.add(name)
                elif first[name] != offset:
                    elsewhere[name].add(offset)
            if target in first:
                others.add(target)
            elif target:
                first[target] = offset
    dominators = analysis.compute_cfg_from_blocks(blocks).dominators()
    return {
        name
        for name, offset in first.items()
        if name not in others and all(offset in dominators.get(user, ()) for user in elsewhere[name])
    }
