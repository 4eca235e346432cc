"""The choice of language, and the catalogues."""

import re
import string
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

from magnetsim.language import LANGUAGES, Phrase, choose_language, listed, told, words_of

PACKAGE = Path(str(files("magnetsim")))
CHINESE = "[\u3000-\u303f\u3400-\u9fff\uff00-\uffef“”]"


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "zh_CN.GBK"}, "zh"),
        ({"LANG": "zh-Hans"}, "zh"),
        ({"LANG": "zh_TW@x"}, "zh"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "zh_CN", "LC_ALL": "en_US"}, "en"),
        ({"LANG": "en_US", "LC_MESSAGES": "zh_CN"}, "zh"),
        ({"LANG": "en_US", "LC_MESSAGES": ""}, "en"),
        ({"LANG": "de_DE", "LANGUAGE": "de:zh:en"}, "zh"),
        ({"LANG": "C", "LANGUAGE": "zh"}, "en"),
        ({"LC_ALL": "Chinese (Simplified)_China.936"}, "zh"),
    ],
)
def test_the_environment_chooses(environment, language):
    assert choose_language(None, environment) == language


def test_what_is_asked_for_wins():
    assert choose_language("en", {"LANG": "zh_CN"}) == "en"
    assert choose_language("zh", {"LC_ALL": "C"}) == "zh"


def test_no_other_language():
    with pytest.raises(ValueError, match="one of en, zh, got 'fr'"):
        choose_language("fr", {})


def test_english_is_what_the_source_says():
    for text in source_messages():
        assert words_of("en").gettext(text if isinstance(text, str) else text[0]) == (
            text if isinstance(text, str) else text[0]
        )


@pytest.mark.parametrize("language", LANGUAGES)
def test_catalogue_has_just_the_messages_of_the_source(language):
    assert {key(entry) for entry in entries(po(language))} == {
        (text,) if isinstance(text, str) else tuple(text) for text in source_messages()
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_has_words(language):
    for entry in entries(po(language)):
        assert all(strings(entry)), entry.id
        assert not entry.fuzzy, entry.id


def test_chinese_keeps_the_places_for_values():
    for entry in entries(po("zh")):
        wanted = {name for text in key(entry) for _, name, _, _ in string.Formatter().parse(text) if name}
        for text in strings(entry):
            assert {name for _, name, _, _ in string.Formatter().parse(text) if name} == wanted, entry.id


def test_no_space_parts_chinese_from_chinese():
    for entry in entries(po("zh")):
        for text in strings(entry):
            assert not re.search(rf"{CHINESE} +{CHINESE}", text), text


@pytest.mark.parametrize(
    ("expected", "got", "said"),
    [
        (Phrase("a whole number"), "0.5", "应为整数，实为 0.5"),
        (Phrase("a list of {count}", count=3), Phrase("a table"), "应为 3 项的列表，实为表"),
        ("“宽”", "《", "应为“宽”，实为《"),
    ],
)
def test_values_in_chinese_stand_close(expected, got, said):
    phrase = Phrase("expected {expected}, got {got}", expected=expected, got=got)
    assert told(phrase, words_of("zh")) == said


def test_a_value_in_chinese_stands_close_to_what_follows():
    phrase = Phrase("{name}: expected one of {names}", name="--to", names=listed(["小红", "小明"]))
    assert told(phrase, words_of("zh")) == "--to：应为小红、小明之一"
    assert told(phrase, words_of("en")) == "--to: expected one of 小红, 小明"


def test_chinese_has_one_word_for_a_thing():
    told = "\n".join(text for entry in entries(po("zh")) for text in strings(entry))
    assert not [word for word in ("磁石", "情景") if word in told]


@pytest.mark.parametrize("language", LANGUAGES)
def test_compiled_catalogue_agrees_with_its_source(language):
    with po_path(language).with_suffix(".mo").open("rb") as file:
        compiled = {key(entry): strings(entry) for entry in entries(read_mo(file))}
    assert compiled == {key(entry): strings(entry) for entry in entries(po(language))}


def source_messages() -> set[str | tuple[str, ...]]:
    keywords = {"_": None, "gettext": None, "ngettext": (1, 2), "message": None, "Phrase": None}
    found = extract_from_dir(PACKAGE, method_map=[("**.py", "python")], keywords=keywords)
    return {text for _, _, text, _, _ in found}


def po_path(language: str) -> Path:
    return PACKAGE / "data" / "locale" / language / "LC_MESSAGES" / "magnetsim.po"


def po(language: str) -> Catalog:
    with po_path(language).open("rb") as file:
        return read_po(file, locale=language)


def entries(catalog: Catalog) -> Iterator:
    return (entry for entry in catalog if entry.id)


def key(entry) -> tuple[str, ...]:
    return (entry.id,) if isinstance(entry.id, str) else tuple(entry.id)


def strings(entry) -> tuple[str, ...]:
    return (entry.string,) if isinstance(entry.string, str) else tuple(entry.string)
