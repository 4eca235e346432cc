"""Every magnet of a game is in one place: the count of a state, and of the facts that lead to the next."""

from __future__ import annotations

from magnetsim.rules.xinxin.state import State
from magnetsim.shot import Settled
from magnetsim.table import Table


def magnets_accounted_for(state: State) -> tuple[int, ...]:
    """Every magnet of the game, as often as it is found: it should be once."""
    held = [magnet for magnet in state.hand if magnet is not None]
    taken = [magnet for own in state.collected for magnet in own]
    falling = [fallen.magnet for fallen in state.falling]
    lying = [int(magnet) for magnet in state.table.magnet]
    return tuple(sorted([*lying, *held, *taken, *falling, *state.waiting, *state.aside]))


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
