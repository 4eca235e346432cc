"""A person's seat with nobody in it: a record is read and told without them."""

from __future__ import annotations

from typing import NoReturn

import numpy as np

from magnetsim.errors import ScenarioError
from magnetsim.language import Phrase
from magnetsim.match import Request
from magnetsim.players.tools import Tools
from magnetsim.rules.xinxin.game import Move, State


class Absent:
    """Decides nothing."""

    def __init__(self, tools: Tools) -> None:
        del tools

    def choose(self, request: Request[State, Move], generator: np.random.Generator) -> NoReturn:
        """ScenarioError: there is nobody to ask."""
        del generator
        name = request.view.players[request.seat].name
        raise ScenarioError(Phrase("{player} is a person, and nobody is here to ask: magnetsim play", player=name))
