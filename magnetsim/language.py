"""The two languages a user reads: Chinese and English, from gettext catalogues.

Messages are written in English in the code and looked up in the catalogue of the language asked for. An error is made
from a Phrase, which keeps its words and its values apart until somebody says in which language they are told.
"""

from __future__ import annotations

import gettext
import locale
import re
from collections.abc import Iterable, Mapping
from importlib.resources import as_file, files
from typing import Final

LANGUAGES: Final = ("en", "zh")
DOMAIN: Final = "magnetsim"

Words = gettext.NullTranslations
"""What looks messages up: its methods gettext and ngettext."""


def choose_language(asked: str | None, environment: Mapping[str, str]) -> str:
    """The language to speak: the one asked for, else what the environment says, else English.

    asked : a language of ours or None; anything else is a ValueError
    environment : of a POSIX program: LANGUAGE (a list, heeded unless the locale is C), LC_ALL, LC_MESSAGES, LANG
    """
    if asked is not None:
        if asked not in LANGUAGES:
            raise ValueError(f"language must be one of {', '.join(LANGUAGES)}, got {asked!r}")
        return asked
    settled = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
    if not settled:
        settled = locale.getlocale()[0] or ""
    if _name(settled) in ("c", "posix"):
        return "en"
    for entry in (*environment.get("LANGUAGE", "").split(":"), settled):
        if _name(entry) in LANGUAGES:
            return _name(entry)
    return "en"


def words_of(language: str) -> Words:
    """The catalogue of a language of ours."""
    with as_file(files("magnetsim") / "data" / "locale") as folder:
        return gettext.translation(DOMAIN, folder, languages=[language])


def language_of(words: Words) -> str:
    """The language that these words are in."""
    return words.info().get("language", "en")


def message(text: str) -> str:
    """The text itself: marks a message for the catalogues that is looked up later."""
    return text


class Phrase:
    """Words with places for values, such as an error is made from: English as a text, `told` in any language.

    values : by place; phrases and errors among them are told in the same language
    """

    __slots__ = ("template", "values")

    def __init__(self, template: str, /, **values: object) -> None:
        self.template = template
        self.values = values

    def __str__(self) -> str:
        return told(self, gettext.NullTranslations())


def joined(separator: str, parts: Iterable[object]) -> Phrase:
    """The parts as one phrase, the separator (words as well) between them."""
    values = {f"part{i}": part for i, part in enumerate(parts)}
    between = dict.fromkeys((f"between{i}" for i in range(1, len(values))), Phrase(separator))
    template = "".join(f"{{between{i}}}{{part{i}}}" if i else "{part0}" for i in range(len(values)))
    return Phrase(template, **values, **between)


def listed(parts: Iterable[object], *, none: Phrase | str = "") -> Phrase | str:
    """The parts as one phrase, one after the other as a language enumerates; where there are none, what says so."""
    parts = list(parts)
    return joined(message(", "), parts) if parts else none


def told(what: object, words: Words) -> str:
    """What is said, in the language of these words: a phrase, an error made from one, or anything that is a text."""
    if isinstance(what, BaseException) and len(what.args) == 1 and isinstance(what.args[0], Phrase):
        what = what.args[0]
    if not isinstance(what, Phrase):
        return str(what)
    values = {name: told(value, words) for name, value in what.values.items()}
    # An empty text would be answered with what the catalogue says of itself.
    return _closed_up(words.gettext(what.template), values).format(**values) if what.template else ""


_CHINESE = "[\u3000-\u303f\u3400-\u9fff\uff00-\uffef“”]"
"""A pattern of one Chinese letter or mark."""


def _closed_up(template: str, values: Mapping[str, str]) -> str:
    """The template without spaces that would part Chinese from a value in Chinese: 应为 3, but 应为整数."""
    template = re.sub(
        rf"(?<={_CHINESE}) (?=\{{(\w+)\}})",
        lambda found: "" if re.match(_CHINESE, values[found[1]]) else " ",
        template,
    )
    return re.sub(
        rf"(\{{(\w+)\}}) (?={_CHINESE})",
        lambda found: found[1] if re.match(_CHINESE, values[found[2]][-1:]) else found[0],
        template,
    )


_WINDOWS_NAMES = {"chinese (simplified)": "zh", "chinese (traditional)": "zh", "chinese": "zh", "english": "en"}


def _name(entry: str) -> str:
    """`zh` of `zh_CN.GBK`, of `zh-Hans` and of `Chinese (Simplified)_China`."""
    name = re.split(r"[.@_-]", entry, maxsplit=1)[0].strip().lower()
    return _WINDOWS_NAMES.get(name, name)
