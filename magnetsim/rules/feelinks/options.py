"""What a table of 《同感》 agrees on before the start."""

from __future__ import annotations

from dataclasses import dataclass

from magnetsim.errors import ScenarioError
from magnetsim.language import Phrase

FEWEST, MOST = 3, 8
"""Players (F1.1)."""


@dataclass(frozen=True, slots=True)
class Options:
    """What is agreed on before the start.

    rounds : how many are played when they are fixed (F5.1); None: two for each player of 3 or 4, one of 5 to 8
    open_end : the game ends when a marker reaches the last cell, instead of after fixed rounds (F5.2)
    track : cells of the track behind the start cell (F1.2)
    max_rounds : rounds after which an open-ended game that never arrives is over; a bound of our own
    beginners_round : the first round is played without partners, predictions and points (F4.4)
    cooperative : all play together for one sum, as in the game's second edition; docs/feelinks.md says how
    """

    rounds: int | None = None
    open_end: bool = False
    track: int = 30
    max_rounds: int = 100
    beginners_round: bool = False
    cooperative: bool = False


def check_options(options: Options, players: int) -> None:
    """Refuse, with ScenarioError, what no game can be played with (F1.1, F1.2, F5.1, F5.2)."""
    if not FEWEST <= players <= MOST:
        raise ScenarioError(
            Phrase("players: expected {fewest} to {most}, got {got} (F1.1)", fewest=FEWEST, most=MOST, got=players)
        )
    if options.track < 1:
        raise ScenarioError(
            Phrase("track: expected at least 1 cell behind the start, got {got} (F1.2)", got=options.track)
        )
    if options.open_end:
        if options.cooperative:
            raise ScenarioError(Phrase("cooperative: expected false with an open end; leave out one of the two"))
        if options.rounds is not None:
            raise ScenarioError(Phrase("rounds: expected none with an open end; leave out one of the two (F5.2)"))
        if options.max_rounds < 1:
            raise ScenarioError(Phrase("max_rounds: expected at least 1, got {got} (F5.2)", got=options.max_rounds))
    elif options.rounds is not None and options.rounds < players:
        raise ScenarioError(
            Phrase(
                "rounds: expected at least {least}, so that each player is host once, got {got} (F5.1)",
                least=players,
                got=options.rounds,
            )
        )


def fixed_rounds(options: Options, players: int) -> int:
    """How many rounds a game of fixed rounds has, the beginner's round not counted (F5.1)."""
    if options.rounds is not None:
        return options.rounds
    return 2 * players if players <= 4 else players
