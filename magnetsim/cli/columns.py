"""Tables to read: columns of words to the left, numbers to the right."""

from __future__ import annotations

import io
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text


def columns(head: Sequence[str], rows: Sequence[Sequence[str]], words: int) -> str:
    """A table: the first columns, so many, hold words, the others numbers."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for i, title in enumerate(head):
        table.add_column(Text(title), justify="left" if i < words else "right", no_wrap=True)
    for row in rows:
        table.add_row(*map(Text, row))
    # As wide as it needs: lines are for programs as well.
    console = Console(file=io.StringIO(), width=1000, color_system=None)
    with console.capture() as captured:
        console.print(table)
    return "\n".join(line.rstrip() for line in captured.get().splitlines())
