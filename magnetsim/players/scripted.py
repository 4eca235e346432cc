"""Scripted: plays the shots that a scenario lists, one a turn; for all else it does as greedy does."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from magnetsim.match import Request
from magnetsim.players.greedy import Greedy
from magnetsim.players.tools import OWN, Tools
from magnetsim.rules.xinxin.game import Move, Phase, Shoot, State


@dataclass(frozen=True, slots=True)
class Scripted:
    """The strategy `scripted`.

    The shot of the list is the one with the number of the player's own turn in the game, skipped turns counted. It
    is played as it stands, also after a refusal, so that an impossible one forfeits its turn. When the list
    is over, in games played again after a tie, and for every other choice, greedy decides.
    """

    tools: Tools

    def choose(self, request: Request[State, Move], generator: np.random.Generator) -> Move:
        """The shot that the list has for this turn, or greedy's move."""
        scripted = self._listed(request.view)
        return Greedy(self.tools).choose(request, generator) if scripted is None else scripted

    def _listed(self, view: State) -> Shoot | None:
        magnet = view.hand[view.seat]
        own_turn = view.game_turn // len(view.playing)
        if view.phase is not Phase.AIM or view.earlier or magnet is None or own_turn >= len(self.tools.shots):
            return None
        shoot = self.tools.shots[own_turn]
        return replace(shoot, shot=replace(shoot.shot, magnet=magnet)) if shoot.shot.magnet == OWN else shoot
