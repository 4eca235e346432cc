"""A folder of card files made into the cards of a game, or refused: file, place, what was expected, what was got.

The folder holds `emotions.toml` and a file a deck, named as its theme: `family.toml`. The package brings its own,
and a user's folder of the same make takes their place.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from magnetsim.errors import ScenarioError, reason
from magnetsim.language import Phrase, joined, listed
from magnetsim.rules.feelinks.cards import CardSet, Emotion, Situation, SituationCard, Wording, check_cards

EMOTIONS = "emotions.toml"
MOST_REPORTED = 8


class _File(NamedTuple):
    path: str
    text: str


class _Part(BaseModel):
    """A table of a card file: every key known, no value of a wrong kind."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


_Text = Annotated[str, Field(min_length=1, max_length=400)]
_Degree = Annotated[float, Field(ge=-1, le=1)]


_Made = TypeVar("_Made", bound=_Part)


class _Wording(_Part):
    zh: _Text
    en: _Text

    def made(self) -> Wording:
        return Wording(self.zh, self.en)


class _Emotion(_Part):
    symbol: str
    name: _Wording
    meaning: _Wording
    feels: tuple[_Degree, _Degree] = (0.0, 0.0)


class _Emotions(_Part):
    positions: list[str]
    symbols: dict[str, _Wording]
    emotions: list[_Emotion]


class _Situation(_Wording):
    feels: tuple[_Degree, _Degree] = (0.0, 0.0)


class _Card(_Part):
    situations: list[_Situation]


class _Deck(_Part):
    title: _Wording
    cards: list[_Card]


def load_cards(folder: Path | None, themes: Sequence[str]) -> CardSet:
    """The emotions and the decks of these themes in a folder, the package's own when it is None.

    Several themes make one deck (F1.5). ScenarioError when a file cannot be read or breaks the format, when a theme has
    no file, or when no game can be laid out with the cards.
    """
    return _own_cards(tuple(themes)) if folder is None else _cards_in(folder, themes)


@lru_cache(maxsize=16)
def _own_cards(themes: tuple[str, ...]) -> CardSet:
    return _cards_in(None, themes)


def _cards_in(folder: Path | None, themes: Sequence[str]) -> CardSet:
    place: Traversable | Path = files("magnetsim") / "data" / "feelinks" if folder is None else folder
    known = themes_in(folder)

    def refused(problem: Phrase) -> ScenarioError:
        # Where our own cards are kept is nothing to a user.
        return ScenarioError(problem) if folder is None else _refused(folder, problem)

    if not themes:
        raise refused(Phrase("themes: expected at least one of {names}, got none (F1.5)", names=_listed(known)))
    missing = [theme for theme in themes if theme not in known]
    if missing:
        raise refused(
            Phrase('theme: expected one of {names}, got "{got}" (F1.5)', names=_listed(known), got=missing[0])
        )
    if len(set(themes)) < len(themes):
        raise refused(Phrase("themes: expected each once, got {got} (F1.5)", got=_listed(themes)))
    emotions = _File(str(place / EMOTIONS), _text(place / EMOTIONS))
    paths = [(theme, place / f"{theme}.toml") for theme in themes]
    return _card_set(str(place), emotions, tuple((theme, _File(str(path), _text(path))) for theme, path in paths))


# A batch plays thousands of games with the same cards, and to read TOML takes longer than to play.
@lru_cache(maxsize=16)
def _card_set(place: str, emotions: _File, decks: tuple[tuple[str, _File], ...]) -> CardSet:
    """The cards that files of a folder mean; decks : by theme."""
    path = emotions.path
    made = _read(emotions, _Emotions)
    symbols = list(made.symbols)
    titles, deck = [], []
    for theme, file in decks:
        read = _read(file, _Deck)
        titles.append((theme, read.title.made()))
        deck += [SituationCard(theme, tuple(_situation(one) for one in card.situations)) for card in read.cards]
    whole = CardSet(
        symbols=tuple(wording.made() for wording in made.symbols.values()),
        positions=tuple(_symbol(symbols, name, f"{path}: positions") for name in made.positions),
        emotions=tuple(
            _emotion(one, _symbol(symbols, one.symbol, f"{path}: emotions[{i}].symbol"))
            for i, one in enumerate(made.emotions)
        ),
        themes=tuple(titles),
        cards=tuple(deck),
    )
    check_cards(whole, place)
    return whole


def themes_in(folder: Path | None) -> tuple[str, ...]:
    """The themes that a folder has decks of, in the order of their names; ScenarioError when it is no folder."""
    if folder is None:
        names = [entry.name for entry in (files("magnetsim") / "data" / "feelinks").iterdir()]
    elif folder.is_dir():
        names = [path.name for path in folder.iterdir()]
    else:
        raise _refused(folder, Phrase("expected a folder with emotions.toml and a file for each theme, got none"))
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml") and name != EMOTIONS))


def _emotion(one: _Emotion, symbol: int) -> Emotion:
    return Emotion(one.name.made(), one.meaning.made(), symbol, one.feels)


def _situation(one: _Situation) -> Situation:
    return Situation(one.made(), one.feels)


def _symbol(symbols: list[str], name: str, where: str) -> int:
    if name not in symbols:
        raise _refused(
            where, Phrase('expected one of [symbols], {names}, got "{got}"', names=_listed(symbols), got=name)
        )
    return symbols.index(name)


def _text(path: Traversable | Path) -> str:
    try:
        return path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise _refused(path, Phrase("cannot be read: {reason}", reason=reason(error))) from error
    except UnicodeDecodeError as error:
        raise _refused(path, Phrase("expected text in UTF-8, got none; save the file as UTF-8")) from error


def _read(file: _File, kind: type[_Made]) -> _Made:
    path = file.path
    try:
        return kind.model_validate(tomllib.loads(file.text))
    except tomllib.TOMLDecodeError as error:
        raise _refused(path, Phrase("expected TOML, got a mistake in it: {error}", error=error)) from error
    except ValidationError as error:
        problems = error.errors(include_url=False)[:MOST_REPORTED]
        raise ScenarioError(joined("\n", [_of(path, _problem(one)) for one in problems])) from error


def _refused(place: object, problem: Phrase) -> ScenarioError:
    return ScenarioError(_of(place, problem))


def _of(place: object, problem: Phrase) -> Phrase:
    return Phrase("{path}: {problem}", path=place, problem=problem)


def _listed(names: Sequence[str]) -> Phrase | str:
    return listed(names, none=Phrase("none"))


def _problem(detail: Any) -> Phrase:
    """One thing that is wrong, with its place; a missing language is named by its key."""
    place = ""
    for step in detail["loc"]:
        place += f"[{step}]" if isinstance(step, int) else f".{step}" if place else str(step)
    if detail["type"] == "missing":
        return _of(place, Phrase("expected a value, got nothing"))
    if detail["type"] == "extra_forbidden":
        return _of(place, Phrase("expected a known key, got one that does not exist"))
    got = repr(detail["input"])
    text = detail["msg"].replace("Input should be", "expected", 1)
    return _of(place, Phrase("{problem}, got {got}", problem=text, got=got if len(got) <= 60 else f"{got[:57]}..."))
