"""The cards of 《同感》: emotions on the board, situations in the deck; each says its words in both languages."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from magnetsim.errors import ScenarioError
from magnetsim.language import Phrase

POSITIONS = 8
"""Places for emotions around the board, and number cards that each player votes with."""
SITUATIONS = 3
"""Situations on a card."""


@dataclass(frozen=True, slots=True)
class Wording:
    """A text in both languages."""

    zh: str
    en: str

    def said(self, language: str) -> str:
        """The text in a language of ours (its code)."""
        return self.zh if language == "zh" else self.en


@dataclass(frozen=True, slots=True)
class Emotion:
    """An emotion card.

    symbol : index of the symbol on its back, which says to what positions it may be laid
    feels : how pleasant and how lively it is to most people, from −1 to 1; only simulated friends go by it
    """

    name: Wording
    meaning: Wording
    symbol: int
    feels: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Situation:
    """One of a card's situations; feels : how most people would feel in it, as of an Emotion."""

    text: Wording
    feels: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class SituationCard:
    """A card of the deck; theme : the deck's short name, such as "family"."""

    theme: str
    situations: tuple[Situation, ...]


@dataclass(frozen=True, slots=True)
class CardSet:
    """All cards of one game; a card is named by its index.

    symbols : the three symbols on the emotions' backs
    positions : the symbol's index of each of the eight positions
    themes : titles of the decks, by their short names
    piles : by symbol, the emotions with it on their backs
    feels : of each emotion, how pleasant and how lively it is, and half the sum of their squares, which tells with
        little arithmetic what is nearest
    """

    symbols: tuple[Wording, ...]
    positions: tuple[int, ...]
    emotions: tuple[Emotion, ...]
    themes: tuple[tuple[str, Wording], ...]
    cards: tuple[SituationCard, ...]
    # Read in every game, and worked out once.
    piles: tuple[tuple[int, ...], ...] = field(init=False, repr=False, compare=False)
    feels: tuple[tuple[float, float, float], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        piles: list[list[int]] = [[] for _ in self.symbols]
        for i, emotion in enumerate(self.emotions):
            piles[emotion.symbol].append(i)
        object.__setattr__(self, "piles", tuple(tuple(pile) for pile in piles))
        feels = [emotion.feels for emotion in self.emotions]
        object.__setattr__(self, "feels", tuple((x, y, (x * x + y * y) / 2) for x, y in feels))


def check_cards(cards: CardSet, source: str) -> None:
    """Refuse, with ScenarioError, cards that cannot be played or told apart (F1.3, F1.5); calls them `source`."""
    check_layout(cards, source)
    for language in ("zh", "en"):
        _refuse_doubled(source, "emotions", [emotion.name.said(language) for emotion in cards.emotions])
        texts = [one.text.said(language) for card in cards.cards for one in card.situations]
        _refuse_doubled(source, "situations", texts)


def check_layout(cards: CardSet, source: str) -> None:
    """Refuse, with ScenarioError, cards that no game can be laid out with (F1.3, F1.5); calls them `source`."""
    if len(cards.symbols) != 3:
        raise ScenarioError(
            Phrase("{source}: symbols: expected three, got {got} (F1.3)", source=source, got=len(cards.symbols))
        )
    if len(cards.positions) != POSITIONS:
        raise ScenarioError(
            Phrase("{source}: positions: expected 8 symbols, got {got} (F1.3)", source=source, got=len(cards.positions))
        )
    for symbol, name in enumerate(cards.symbols):
        needed, there = cards.positions.count(symbol), len(cards.piles[symbol])
        if there < needed:
            raise ScenarioError(
                Phrase(
                    '{source}: emotions with the symbol "{symbol}": expected at least {least}, one for each of its '
                    "positions, got {got}; write more of them, or change the positions (F1.3)",
                    source=source,
                    symbol=name.en,
                    least=needed,
                    got=there,
                )
            )
    if not cards.cards:
        raise ScenarioError(
            Phrase("{source}: cards: expected at least one situation card, got none (F1.5)", source=source)
        )
    for number, card in enumerate(cards.cards, start=1):
        if len(card.situations) != SITUATIONS:
            raise ScenarioError(
                Phrase(
                    "{source}: card {number} ({theme}): expected {expected} situations, got {got} (F1.5)",
                    source=source,
                    number=number,
                    theme=card.theme,
                    expected=SITUATIONS,
                    got=len(card.situations),
                )
            )


def _refuse_doubled(source: str, what: str, texts: list[str]) -> None:
    doubled = [text for text, times in Counter(text.casefold() for text in texts).items() if times > 1]
    if doubled:
        raise ScenarioError(
            Phrase(
                '{source}: {what}: expected each once, got "{text}" twice; take one of them out',
                source=source,
                what=what,
                text=doubled[0],
            )
        )
