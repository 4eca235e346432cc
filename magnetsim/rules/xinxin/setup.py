"""Set-up of 《心心相引》: a game ready for its deal, the deal, a whole new game among the tied (X1.1-X1.5, X2.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from magnetsim.clusters import touching_pairs
from magnetsim.errors import ScenarioError
from magnetsim.language import Phrase, listed
from magnetsim.rules.base import Event, Player, leaders
from magnetsim.rules.xinxin.count import lifted
from magnetsim.rules.xinxin.facts import Rested
from magnetsim.rules.xinxin.moves import Deal
from magnetsim.rules.xinxin.options import Options, teams_of
from magnetsim.rules.xinxin.seats import seats_around
from magnetsim.rules.xinxin.state import Next, Phase, State
from magnetsim.rules.xinxin.turn import begin_turn
from magnetsim.table import Table


def new_game(
    table: Table, names: Sequence[str], options: Options | None = None, skills: Sequence[float] | None = None
) -> State:
    """A game laid out and ready for the deal (X1.1-X1.4, X4.6); ScenarioError when it cannot be played."""
    options = Options() if options is None else options
    if options.teams:
        check_teams(len(names))
    seats = seats_around(table.board, len(names), options, skills)
    playing = tuple(range(len(names)))
    check_layout(table, len(playing), options.touch_gap)
    return State(
        options=options,
        players=tuple(Player(name) for name in names),
        seats=seats,
        playing=playing,
        laid=table,
        table=table,
        phase=Phase.DEAL,
        seat=0,
        turn=1,
        shooter=(None,) * len(names),
        hand=(None,) * len(names),
        collected=((),) * len(names),
    )


def lay_out_again(state: State, table: Table) -> Next:
    """A whole new game among the tied, teams whole, in the same order, with the same options (X2.3, X5.4)."""
    if len(table) != len(state.laid):
        raise ValueError(f"a replay has as many magnets as the game: expected {len(state.laid)}, got {len(table)}")
    tied = tuple(sorted(seat for side in leaders(state.scores, state.sides) for seat in side))
    check_layout(table, len(tied), state.options.touch_gap)
    nobody = (None,) * len(state.players)
    again = State(
        options=state.options,
        players=state.players,
        seats=state.seats,
        playing=tied,
        laid=table,
        table=table,
        phase=Phase.DEAL,
        seat=tied[0],
        turn=state.turn,
        shooter=nobody,
        hand=nobody,
        collected=((),) * len(state.players),
        earlier=(*state.earlier, state.scores),
    )
    return again, (Event("X2.3", "replay", None, {"seats": tied, "replay": len(again.earlier)}),)


def check_teams(players: int) -> None:
    """Refuse, with ScenarioError, players who do not divide into teams of two (X4.6)."""
    try:
        teams_of(players)
    except ValueError as error:
        text = Phrase("players: {error}; add or take away [[players]], or set teams = false (X4.6)", error=error)
        raise ScenarioError(text) from error


def check_layout(table: Table, players: int, touch_gap: float) -> None:
    """Refuse, with ScenarioError, a layout without a target (X1.4) or with magnets that touch (X1.2).

    Magnets that hold together from the start, where a game is taken up in its middle, may.
    touch_gap : m, at most this far apart magnets touch
    """
    if len(table) <= players:
        text = Phrase(
            "magnets: expected at least {least}, a shooter for each of {players} players and a target, got {got}; "
            "lay more magnets (X1.4)",
            least=players + 1,
            players=players,
            got=len(table),
        )
        raise ScenarioError(text)
    bonded = {magnet for bond in table.bonds for magnet in bond}
    touching = [pair for pair in touching_pairs(table, touch_gap) if not bonded.issuperset(pair)]
    if touching:
        first, second = touching[0]
        text = Phrase(
            "magnets {one} and {other} touch at the start; expected no two to touch; move them apart (X1.2)",
            one=first,
            other=second,
        )
        raise ScenarioError(text)
    moving = [int(number) for number, row in zip(table.magnet, table.velocity, strict=True) if row.any()]
    if moving:
        text = Phrase(
            "magnet {magnet} moves at the start; expected all at rest; give it no velocity (X1.2)", magnet=moving[0]
        )
        raise ScenarioError(text)


def deal(state: State, move: Deal, facts: Rested) -> Next:
    """Each has drawn a shooter, one of them starts (X1.3, X1.5); ScenarioError when others moved meanwhile (X1.2)."""
    moved = {*facts.moved, *(fallen.magnet for fallen in facts.settled.exits)}
    if moved:
        text = Phrase(
            "layout: expected all magnets to stay at rest once the shooters are drawn, but {magnets} moved; "
            "lay them farther apart, or raise friction_static (X1.2)",
            magnets=listed(sorted(moved)),
        )
        raise ScenarioError(text)
    shooter: list[int | None] = [None] * len(state.players)
    for seat, magnet in zip(state.playing, move.shooters, strict=True):
        shooter[seat] = magnet
    table = lifted(state, facts.settled, move.into_hands)
    hand = tuple(magnet if magnet in move.into_hands else None for magnet in shooter)
    dealt = replace(state, table=table, shooter=tuple(shooter), hand=hand, seat=move.start)
    drawn = tuple(
        Event("X1.3", "drew-shooter", seat, {"magnet": magnet})
        for seat, magnet in zip(state.playing, move.shooters, strict=True)
    )
    begun, events = begin_turn(dealt)
    return begun, (*drawn, Event("X1.5", "starts", move.start), *events)
