"""Who plays 《同感》 without a person: simulated friends, and one who votes at random."""

from __future__ import annotations

from magnetsim.friends.company import company
from magnetsim.friends.friend import Friend
from magnetsim.friends.persona import Persona
from magnetsim.friends.playout import PlayedOut, play_out
from magnetsim.friends.random_votes import RandomVotes

__all__ = ["Friend", "Persona", "PlayedOut", "RandomVotes", "company", "play_out"]
