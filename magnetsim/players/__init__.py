"""Who decides: strategies by name, and the hand that does what they mean."""

from __future__ import annotations

from collections.abc import Callable

from magnetsim.players.absent import Absent
from magnetsim.players.greedy import Greedy
from magnetsim.players.random_choice import RandomChoice
from magnetsim.players.scripted import Scripted
from magnetsim.players.tools import Ask, Strategist, Tools

STRATEGIES: dict[str, Callable[[Tools], Strategist]] = {
    "random": RandomChoice,
    "greedy": Greedy,
    "scripted": Scripted,
    "person": Absent,
}
"""Every strategy by the name that a scenario calls it."""

__all__ = ["STRATEGIES", "Ask", "Strategist", "Tools"]
