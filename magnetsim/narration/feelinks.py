"""A game of 《同感》 in words: what each round has shown, and how it ended."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from magnetsim.language import Words, language_of, message

if TYPE_CHECKING:
    from magnetsim.feelinks_session import FeelinksSession, FeelinksStep
    from magnetsim.rules.base import Event, Outcome, Reason
    from magnetsim.rules.feelinks.cards import CardSet
    from magnetsim.rules.feelinks.state import State

# By the event's name.
EVENTS = {
    "laid-out": message("the eight emotions: {emotions}"),
    "first-host": message("chance has it that {player} is the first host"),
    "host": message("{player} is the host"),
    "introduced": message("{player} goes through the emotions; new: {positions}"),
    "drew": message("{player} draws a situation card"),
    "redrew": message("{player} puts the card under the deck and draws another"),
    "reshuffled": message("the deck is empty: the discards are shuffled, cards in it: {cards}"),
    "read": message("{player} reads: {situation}"),
    "picked": message("{player} has picked"),
    "partners": message("partners: {groups}"),
    "predicted": message("{player} has predicted"),
    "showed": message("{player}: {emotion}"),
    "turned": message("{predictor} about {player}: {emotion}, {verdict}"),
    "beginners": message("a beginner's round: no partners, no points"),
    "scored": message("points: {points}"),
    "swapped": message("{player} takes {removed} out of the game; {emotion} is new at {position}"),
    "kept": message("{player} leaves the emotions as they are"),
    "ended": message("the game is over: {why}"),
    "won": message("farthest, on cell {score}: {players}"),
    "stars": message("together {right} of {predictions} predictions right: {stars} of 4 stars"),
}
# What is told without --explain, in this order.
TOLD = ("reshuffled", "redrew", "beginners", "swapped")
TERMINATIONS = {
    "rounds": message("all rounds are played"),
    "last-cell": message("the last cell is reached"),
    "round-limit": message("the limit of rounds is reached"),
}
STRATEGIES = {
    "friend": message("simulated friend"),
    "random": message("votes at random"),
    "person": message("person"),
}
# By the reason's name; people and programs are asked again.
REFUSALS = {
    "wrong-phase": message("it is not the time for such a move"),
    "wrong-player": message("it is another player's turn"),
    "twice": message("that vote is cast already"),
    "redrawn": message("the card was put back once already; read one of this card's situations"),
    "no-other-card": message("there is no other card"),
    "no-such-situation": message("there are the situations 1 to 3"),
    "no-such-emotion": message("there are the emotions 1 to 8"),
    "own-number": message('that is your own card, and it lies down already: say "same" instead'),
    "empty-pile": message("no card with this symbol is left"),
}

INDENT = "      "


class Narrator:
    """Tells a match as its moves are made; a round is told when it is over.

    session : of the match, for its players and cards
    tell : takes each line
    explain : tell after a round each of its events and refused moves as well, with the clause that it comes from
    """

    def __init__(
        self, session: FeelinksSession, words: Words, tell: Callable[[str], None], *, explain: bool = False
    ) -> None:
        self.players = [player.name for player in session.scenario.players]
        self.cards = session.match.start.setup.cards
        self.words = words
        self.tell = tell
        self.explain = explain
        self._lines: list[str] = []
        self._reasons: list[str] = []

    def watch(self, step: FeelinksStep) -> None:
        """Take in a move that was made."""
        if self.explain:
            self._reasons += [refused(one.reason, self.words) for one in step.refused]
        for event in step.events:
            if event.name == "host":
                self.finish()
                self._lines.append(self._head(message("{turn}  {player} is the host"), step, event))
            elif event.name in TOLD:
                self._lines.append(INDENT + said(event, self.players, self.cards, step.after, self.words))
            elif event.name == "read":
                # In place of who is the host.
                head = self._head(message("{turn}  {player} reads: "), step, event)
                self._lines[0] = head + situation_text(
                    self.cards, event.data["card"], event.data["situation"], self.words
                )
            if self.explain:
                text = self.words.gettext("{clause}: {said}")
                told = said(event, self.players, self.cards, step.after, self.words)
                self._reasons.append(text.format(clause=event.clause, said=told))
        self._sum_up(step)

    def finish(self) -> None:
        """Tell what has not been told yet."""
        for line in self._lines:
            self.tell(line)
        for reason in self._reasons:
            self.tell(INDENT + reason)
        self._lines = []
        self._reasons = []

    def _head(self, text: str, step: FeelinksStep, event: Event) -> str:
        turn, player = step.after.round.turn, self.players[event.seat or 0]
        return self.words.gettext(text).format(turn=f"{turn:>4}", player=player)

    def _sum_up(self, step: FeelinksStep) -> None:
        """What was shown, what was turned and what it earned, a line each."""
        for name in ("showed", "turned", "scored"):
            events = [event for event in step.events if event.name == name]
            told = [said(event, self.players, self.cards, step.after, self.words) for event in events]
            if told:
                self._lines.append(INDENT + self.words.gettext("; ").join(told))


def said(event: Event, players: list[str], cards: CardSet, state: State, words: Words) -> str:
    """What an event says; state : the one after it."""
    return words.gettext(EVENTS[event.name]).format(**dict(_values(event, players, cards, state, words)))


def _values(event: Event, players: list[str], cards: CardSet, state: State, words: Words) -> Iterator[tuple[str, Any]]:
    """The event's data and names, as they are told."""
    data: dict[str, Any] = dict(event.data)
    if event.seat is not None:
        yield "player", players[event.seat]
    if "by" in data:
        yield "predictor", players[data["by"]]
        yield "verdict", words.gettext("right") if data["right"] else words.gettext("wrong")
    if "situation" in data:
        yield "situation", situation_text(cards, data["card"], data["situation"], words)
    if "termination" in data:
        yield "why", words.gettext(TERMINATIONS[data["termination"]])
    if "vote" in data:
        yield "emotion", vote_text(cards, state, data["vote"], words)
    yield from _particular(event.name, data, players, cards, words)


def _particular(
    name: str, data: dict[str, Any], players: list[str], cards: CardSet, words: Words
) -> Iterator[tuple[str, Any]]:
    """What only this event has to tell."""
    comma = words.gettext(", ")
    match name:
        case "laid-out":
            yield "emotions", comma.join(emotion_name(cards, emotion, words) for emotion in data["emotions"])
        case "introduced":
            yield "positions", comma.join(map(str, data["positions"])) or words.gettext("none")
        case "partners":
            yield "groups", comma.join(" + ".join(players[seat] for seat in group) for group in data["groups"])
        case "scored":
            told = zip(players, data["points"], data["scores"], strict=True)
            yield "points", comma.join(f"{player} +{points} = {score}" for player, points, score in told)
        case "swapped":
            yield "removed", emotion_name(cards, data["removed"], words)
            yield "emotion", emotion_name(cards, data["emotion"], words)
            yield "position", data["position"]
        case "won":
            yield "players", comma.join(players[seat] for seat in data["seats"])
            yield "score", data["score"]
        case "reshuffled" | "stars":
            yield from data.items()


def emotion_name(cards: CardSet, emotion: int, words: Words) -> str:
    """An emotion as it is called in this language."""
    return cards.emotions[emotion].name.said(language_of(words))


def vote_text(cards: CardSet, state: State, vote: int | None, words: Words) -> str:
    """A vote as it is told: the emotion at its position, with its number; or "same"."""
    if not vote:
        return words.gettext('"same"')
    return f"{emotion_name(cards, state.board.emotions[vote - 1], words)} ({vote})"


def situation_text(cards: CardSet, card: Any, situation: Any, words: Words) -> str:
    """A situation of a card, from 1, in this language."""
    text: str = cards.cards[card].situations[situation - 1].text.said(language_of(words))
    return text


def refused(reason: Reason, words: Words) -> str:
    """The clause by which a move was refused, and why."""
    text = words.gettext("refused: {why}").format(why=words.gettext(REFUSALS[reason.name]))
    return words.gettext("{clause}: {said}").format(clause=reason.clause, said=text)


def opening_text(session: FeelinksSession, words: Words) -> str:
    """What is about to be played: the scenario, its seed, who plays how, the decks."""
    _, code = words.gettext, language_of(words)
    scenario, cards = session.scenario, session.match.start.setup.cards
    players = [
        _("{player} ({strategy})").format(player=player.name, strategy=_(STRATEGIES[player.strategy]))
        for player in scenario.players
    ]
    return _("{name}, seed {seed}: {players}; {themes}, {cards} cards").format(
        name=scenario.name,
        seed=scenario.seed,
        players=_(", ").join(players),
        themes=_(", ").join(title.said(code) for _name, title in cards.themes),
        cards=len(cards.cards),
    )


def outcome_text(session: FeelinksSession, outcome: Outcome, turns: int, words: Words) -> str:
    """How a match ended: why, the cells, who won."""
    _ = words.gettext
    players = [player.name for player in session.scenario.players]
    why = _(TERMINATIONS[outcome.termination])
    count = words.ngettext("Over after {turns} round: {why}.", "Over after {turns} rounds: {why}.", turns)
    # A number may end a player's name as well: Chinese says of this one that it counts cells.
    cells = [
        _("{player} {score}").format(player=player, score=score)
        for player, score in zip(players, outcome.scores, strict=True)
    ]
    lines = [count.format(turns=turns, why=why), _("Cells: {scores}").format(scores=_(", ").join(cells))]
    last = session.match.steps[-1].events[-1]
    if last.name == "stars":
        text = said(last, players, session.match.start.setup.cards, session.match.state, words)
        lines.append(text[:1].upper() + text[1:])
    else:
        named = _(", ").join(players[seat] for seat in outcome.winners)
        lines.append(words.ngettext("{players} wins.", "{players} win.", len(outcome.winners)).format(players=named))
    return "\n".join(lines)
