"""A game of 《心心相引》 in words: a line a turn, and how it ended."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from magnetsim.language import Words, message
from magnetsim.narration.explanation import explained, refused

if TYPE_CHECKING:
    from magnetsim.rules.base import Event, Outcome
    from magnetsim.rules.xinxin.state import State
    from magnetsim.session import Session, XinxinStep

# What is told of an event, by its name; an empty text: nothing, for another event or the line itself tells it.
EVENTS = {
    "drew-shooter": message("{player} draws magnet {magnet}"),
    "starts": message("{player} starts"),
    "turn": "",
    "skipped": message("has nothing to shoot"),
    "lifted": "",
    "took-shooter": message("takes magnet {magnet} as shooter"),
    "no-start": message("finds no spot to shoot from"),
    "shot": "",
    "time-limit": message("not at rest at the time limit of {duration:g} s"),
    "fell": message("{magnet} falls off the table"),
    "caught": message("{player} catches {magnet}"),
    "dropped": "",
    "given": message("{magnet} goes to {player}"),
    "old-cluster": "",
    "unchanged-cluster": "",
    "no-new-cluster": message("no new cluster"),
    "new-cluster": message("new cluster {magnets}"),
    "smaller-cluster": message("{magnets} is not the largest"),
    "forgone": message("takes none after a fall"),
    "collected": message("takes {magnets}"),
    "left": "",
    "declined": message("takes none"),
    "put-back": message("{magnet} is put back"),
    "set-aside": message("{magnet} is set aside"),
    "forfeited": message("loses the turn after too many refused moves"),
    "ended": "",
    "won": "",
    "team-won": "",
    "tied": message("{players} are tied with {score}"),
    "undecided": "",
    "replay": message("Replay {replay}: {players} play again"),
}
SHOTS = {
    "flick": message("flicks {magnet}"),
    "push": message("pushes {magnet}"),
    "deliver": message("delivers {magnet}"),
}
STRATEGIES = {
    "random": message("random"),
    "greedy": message("greedy"),
    "scripted": message("scripted"),
    "person": message("person"),
}
HANDS = {
    "perfect": message("perfect"),
    "steady": message("steady"),
    "normal": message("normal"),
    "shaky": message("shaky"),
}
WAYS = {"flick": message("flick"), "push": message("push"), "deliver": message("deliver")}
TERMINATIONS = {
    "collected": message("all magnets are collected"),
    "no-shooter": message("nobody has a shooter left"),
    "too-few": message("fewer than two magnets are left"),
    "stalemate": message("too many rounds without a new cluster or a catch"),
    "turn-limit": message("the limit of turns is reached"),
    "undecided": message("still tied after all replays"),
}
NO_REPLAYS = message("a tie, and no replay was agreed on")
"""Instead of "undecided", where no tied game was to be played again."""

EXPLAINED = "      "
"""What stands before an explanation, below the turn's number and name."""


class Narrator:
    """Tells a match as its moves are made; a turn is told when it is over.

    players : their names, by seat
    tell : takes each line
    begun : the state that the match begins with, where a player is to shoot in it: it was taken up in its middle
    explain : tell after a turn each of its events and refused moves as well, with the clause that it comes from
    """

    def __init__(
        self,
        players: Sequence[str],
        words: Words,
        tell: Callable[[str], None],
        *,
        begun: State | None = None,
        explain: bool = False,
    ) -> None:
        self.players = players
        self.words = words
        self.tell = tell
        self.explain = explain
        self._head = "" if begun is None or begun.phase.value != "aim" else self._head_of(begun.turn, begun.seat)
        self._parts: list[str] = []
        self._reasons: list[str] = []
        self._scores: tuple[int, ...] = ()

    def watch(self, step: XinxinStep) -> None:
        """Take in a move that was made."""
        refusals = [refused(one.reason, self.words) for one in step.refused]
        if self.explain:
            self._reasons += refusals
        else:
            self._parts += refusals
        for event in step.events:
            if event.name == "turn":
                self._scores = step.after.scores
            if event.name in ("turn", "replay"):
                self.finish()
            if event.name == "turn" and event.seat is not None:
                self._head = self._head_of(int(str(event.data["turn"])), event.seat)
                self._parts = []
            told = said(event, self.players, self.words)
            if told:
                self._parts.append(told)
            if self.explain:
                self._reasons.append(explained(event, told_values(event, self.players, self.words), self.words))
        self._scores = step.after.scores

    def _head_of(self, turn: int, seat: int) -> str:
        return f"{turn:>4}  {self.players[seat]}"

    def finish(self) -> None:
        """Tell what has not been told yet."""
        if self._parts:
            said = self.words.gettext("; ").join(self._parts)
            if not self._head:
                self.tell(said)
            else:
                scores = " : ".join(map(str, self._scores))
                self.tell(
                    self.words.gettext("{turn}: {said}  [{scores}]").format(turn=self._head, said=said, scores=scores)
                )
        for reason in self._reasons:
            self.tell(EXPLAINED + reason)
        self._head = ""
        self._parts = []
        self._reasons = []


def said(event: Event, players: Sequence[str], words: Words) -> str:
    """What is told of an event; nothing where another event, or the turn itself, tells it."""
    text = SHOTS[str(event.data["way"])] if event.name == "shot" else EVENTS[event.name]
    return words.gettext(text).format(**told_values(event, players, words)) if text else ""


def told_values(event: Event, players: Sequence[str], words: Words) -> dict[str, Any]:
    """What an event says, as it is told: its data, with names for seats and words for short names.

    players : their names, by seat
    """
    values: dict[str, Any] = dict(event.data)
    if event.seat is not None:
        values["player"] = players[event.seat]
    if "magnets" in values:
        values["magnets"] = "–".join(map(str, values["magnets"]))
    if "seats" in values:
        values["players"] = words.gettext(", ").join(players[seat] for seat in values["seats"])
    if "way" in values:
        values["way"] = words.gettext(WAYS[values["way"]])
    if "termination" in values:
        values["why"] = words.gettext(TERMINATIONS[values["termination"]])
    return values


def opening_text(session: Session, words: Words) -> str:
    """What is about to be played: the scenario, its seed, who plays how, the magnets' numbers."""
    _ = words.gettext
    scenario, laid = session.scenario, session.match.start.table.magnet.tolist()
    players = [
        _("{player} ({strategy}, hand: {hand})").format(
            player=player.name,
            strategy=_(STRATEGIES[player.strategy]),
            hand=_(HANDS[player.hand]) if isinstance(player.hand, str) else _("its own"),
        )
        for player in scenario.players
    ]
    return _("{name}, seed {seed}: {players}; magnets {first}–{last}").format(
        name=scenario.name, seed=scenario.seed, players=_(", ").join(players), first=laid[0], last=laid[-1]
    )


def outcome_text(players: Sequence[str], outcome: Outcome, turns: int, words: Words) -> str:
    """How a match ended: why, the score, who won."""
    _ = words.gettext
    undecided = outcome.termination == "undecided" and not outcome.earlier
    why = _(NO_REPLAYS if undecided else TERMINATIONS[outcome.termination])
    count = words.ngettext("Over after {turns} turn: {why}.", "Over after {turns} turns: {why}.", turns)
    lines = [count.format(turns=turns, why=why)]
    for game, scores in enumerate((*outcome.earlier, outcome.scores), start=1):
        listed = _(", ").join(f"{name} {score}" for name, score in zip(players, scores, strict=True))
        if outcome.earlier:
            lines.append(_("Game {game}: {scores}").format(game=game, scores=listed))
        else:
            lines.append(_("Score: {scores}").format(scores=listed))
        if outcome.teams:
            sums = _(", ").join(
                f"{' + '.join(players[seat] for seat in team)} {sum(scores[seat] for seat in team)}"
                for team in outcome.teams
            )
            lines.append(_("Teams: {scores}").format(scores=sums))
    if outcome.winners:
        named = _(", ").join(players[seat] for seat in outcome.winners)
        lines.append(words.ngettext("{players} wins.", "{players} win.", len(outcome.winners)).format(players=named))
    else:
        lines.append(_("Nobody wins."))
    return "\n".join(lines)
