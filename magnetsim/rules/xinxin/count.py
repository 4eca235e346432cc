"""The magnets on the table are those that the facts tell of, each once: what is lost or doubled is refused."""

from __future__ import annotations

from magnetsim.rules.xinxin.state import State
from magnetsim.shot import Settled
from magnetsim.table import Table


def lifted(state: State, settled: Settled, magnets: tuple[int, ...]) -> Table:
    """The table after these magnets were lifted off it; ValueError when the facts lose or double a magnet."""
    check_settled(settled, {int(number) for number in state.table.magnet} - set(magnets))
    return settled.table


def check_settled(settled: Settled, expected: set[int]) -> None:
    """Refuse, with ValueError, a settled table and falls that are not these magnets, each once."""
    fallen = [exit_.magnet for exit_ in settled.exits]
    check_magnets(settled.table, expected - set(fallen))
    if len(set(fallen)) != len(fallen) or not set(fallen) <= expected:
        raise ValueError(f"the facts let magnets fall that were not on the table, or twice: {fallen}")


def check_magnets(table: Table, expected: set[int]) -> None:
    """Refuse, with ValueError, a table that does not have just these magnets."""
    found = {int(number) for number in table.magnet}
    if found != expected:
        raise ValueError(f"the facts' table has magnets {sorted(found)}, expected {sorted(expected)}")
