"""Every magnet of a game is in one place: where each is found, counted."""

from __future__ import annotations


def magnets_accounted_for(state):
    """Every magnet of the game, as often as it is found: it should be once."""
    held = [magnet for magnet in state.hand if magnet is not None]
    taken = [magnet for own in state.collected for magnet in own]
    falling = [fallen.magnet for fallen in state.falling]
    lying = [int(magnet) for magnet in state.table.magnet]
    return tuple(sorted([*lying, *held, *taken, *falling, *state.waiting, *state.aside]))
