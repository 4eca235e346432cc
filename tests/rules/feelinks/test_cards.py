"""The cards that the package brings, and what is said of a set that cannot be played with."""

import tomllib
from importlib.resources import files

import pytest

from magnetsim.errors import ScenarioError
from magnetsim.rules.feelinks.card_files import load_cards, themes_in
from magnetsim.rules.feelinks.cards import check_cards

EMOTIONS = """\
positions = ["sun", "rain", "cloud", "sun", "rain", "cloud", "sun", "rain"]
[symbols]
sun = { zh = "晴", en = "sun" }
rain = { zh = "雨", en = "rain" }
cloud = { zh = "云", en = "cloud" }
"""
DECK = """\
title = { zh = "街坊", en = "Neighbours" }
[[cards]]
situations = [
  { zh = "甲", en = "A", feels = [0.5, -1] },
  { zh = "乙", en = "B" },
  { zh = "丙", en = "C" },
]
"""


def emotion(number, symbol):
    return f"""
[[emotions]]
symbol = "{symbol}"
name = {{ zh = "情{number}", en = "e{number}" }}
meaning = {{ zh = "意{number}", en = "m{number}" }}
"""


def folder(path, emotions=None, deck=DECK):
    """A folder with ten emotions, three of them spare or so, and a deck of one card."""
    symbols = ["sun", "rain", "cloud"] * 3 + ["sun"]
    text = EMOTIONS + "".join(emotion(i, symbol) for i, symbol in enumerate(symbols))
    (path / "emotions.toml").write_text(text if emotions is None else emotions, encoding="utf-8")
    (path / "neighbours.toml").write_text(deck, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def own():
    return load_cards(None, themes_in(None))


@pytest.mark.rule("F1.3")
def test_there_are_emotions_enough(own):
    assert len(own.emotions) >= 45
    assert [name.en for name in own.symbols] == ["sun", "rain", "cloud"]
    for symbol in range(3):
        assert len(own.piles[symbol]) >= own.positions.count(symbol) + 10


@pytest.mark.rule("F1.5")
def test_there_are_four_themes_of_thirty_cards_of_three(own):
    assert themes_in(None) == ("family", "friends", "school", "work")
    assert [title.en for _, title in own.themes] == ["Family", "Friends", "School", "Work"]
    for theme in themes_in(None):
        one = load_cards(None, [theme])
        assert len(one.cards) >= 30
        assert {card.theme for card in one.cards} == {theme}
        assert all(len(card.situations) == 3 for card in one.cards)


@pytest.mark.rule("F1.5")
def test_themes_may_be_mixed(own):
    assert len(own.cards) == sum(len(load_cards(None, [theme]).cards) for theme in themes_in(None))
    mixed = load_cards(None, ["work", "family"])
    assert [theme for theme, _ in mixed.themes] == ["work", "family"]
    assert {card.theme for card in mixed.cards} == {"work", "family"}


def test_all_is_short_and_in_both_languages(own):
    for one in own.emotions:
        assert 1 <= len(one.name.zh) <= 5
        assert len(one.name.en) <= 16
        assert len(one.meaning.zh) <= 16
        assert len(one.meaning.en) <= 50
    texts = [one.text for card in own.cards for one in card.situations]
    for text in texts:
        assert len(text.zh) <= 32, text.zh
        assert len(text.en) <= 80, text.en
        assert text.zh[-1] in "。？！", text.zh
        assert text.en[-1] in '.?!"', text.en
        assert text.en.isascii() or "…" in text.en, text.en
        assert not any("a" <= letter <= "z" for letter in text.zh.lower()), text.zh
    assert len({text.zh for text in texts}) == len({text.en for text in texts}) == len(texts)


def test_situations_are_varied(own):
    feels = [one.feels for card in own.cards for one in card.situations]
    assert 0.3 < sum(pleasant > 0 for pleasant, _ in feels) / len(feels) < 0.7
    assert sum(lively < 0 for _, lively in feels) > 50
    assert all(-1 <= value <= 1 for pair in feels for value in pair)
    assert all(-1 <= value <= 1 for one in own.emotions for value in one.feels)


def test_texts_are_chosen_by_language(own):
    joy = own.emotions[0].name
    assert (joy.said("zh"), joy.said("en")) == ("喜悦", "joy")


def test_a_set_of_ones_own(tmp_path):
    made = load_cards(folder(tmp_path), ["neighbours"])
    assert [title.zh for _, title in made.themes] == ["街坊"]
    assert len(made.emotions) == 10
    first, second, _ = made.cards[0].situations
    assert (first.text.en, first.feels) == ("A", (0.5, -1.0))
    assert second.feels == (0.0, 0.0)
    assert made.emotions[1].symbol == 1


def broken(path, *, emotions=None, deck=DECK, themes=("neighbours",)):
    with pytest.raises(ScenarioError) as caught:
        load_cards(folder(path, emotions, deck), themes)
    return str(caught.value)


def whole(path):
    return (folder(path) / "emotions.toml").read_text(encoding="utf-8")


def test_too_few_of_a_symbol_are_named(tmp_path):
    text = whole(tmp_path).replace('symbol = "cloud"', 'symbol = "sun"', 2)
    said = broken(tmp_path, emotions=text)
    assert said.startswith(f'{tmp_path}: emotions with the symbol "cloud": expected at least 2')
    assert "got 1;" in said


def test_a_doubled_name_is_named(tmp_path):
    said = broken(tmp_path, emotions=whole(tmp_path).replace('en = "e4"', 'en = "E2"'))
    assert said == f'{tmp_path}: emotions: expected each once, got "e2" twice; take one of them out'
    said = broken(tmp_path, emotions=whole(tmp_path).replace('zh = "情4"', 'zh = "情2"'))
    assert '"情2" twice' in said
    assert 'situations: expected each once, got "a" twice' in broken(tmp_path, deck=DECK.replace('"B"', '"A"'))


def test_a_missing_language_is_named(tmp_path):
    said = broken(tmp_path, deck=DECK.replace('zh = "乙", ', ""))
    assert said == f"{tmp_path / 'neighbours.toml'}: cards[0].situations[1].zh: expected a value, got nothing"
    said = broken(tmp_path, emotions=whole(tmp_path).replace('{ zh = "情3", en = "e3" }', '{ zh = "情3" }'))
    assert said == f"{tmp_path / 'emotions.toml'}: emotions[3].name.en: expected a value, got nothing"
    said = broken(tmp_path, deck=DECK.replace('zh = "甲"', 'zh = ""'))
    assert "cards[0].situations[0].zh" in said
    assert said.endswith("got ''")


def test_other_mistakes_are_named(tmp_path):
    assert "expected a known key" in broken(tmp_path, deck=DECK.replace("title", "headline"))
    assert "feels[1]: expected" in broken(tmp_path, deck=DECK.replace("-1]", "-2]"))
    assert broken(tmp_path, deck="x = [").startswith(f"{tmp_path / 'neighbours.toml'}: expected TOML")
    assert 'expected one of [symbols], sun, rain, cloud, got "fog"' in broken(
        tmp_path, emotions=whole(tmp_path).replace('symbol = "rain"', 'symbol = "fog"', 1)
    )
    assert 'theme: expected one of neighbours, got "sea"' in broken(tmp_path, themes=["sea"])
    assert "themes: expected at least one of neighbours, got none" in broken(tmp_path, themes=[])
    assert "expected each once" in broken(tmp_path, themes=["neighbours", "neighbours"])
    said = broken(tmp_path, deck=DECK.replace('  { zh = "丙", en = "C" },\n', ""))
    assert "card 1 (neighbours): expected 3 situations, got 2 (F1.5)" in said
    assert "positions: expected 8 symbols, got 7" in broken(
        tmp_path, emotions=whole(tmp_path).replace('["sun", "rain", ', '["rain", ')
    )
    assert "at least one situation card" in broken(tmp_path, deck='title = { zh = "空", en = "Empty" }\ncards = []\n')
    assert "symbols: expected three, got 4" in broken(
        tmp_path, emotions=whole(tmp_path).replace("[symbols]", '[symbols]\nfog = { zh = "雾", en = "fog" }')
    )


def test_files_that_cannot_be_read_are_named(tmp_path):
    with pytest.raises(
        ScenarioError, match=r"expected a folder with emotions\.toml and a file for each theme, got none"
    ):
        load_cards(tmp_path / "nowhere", ["family"])
    place = folder(tmp_path)
    (place / "emotions.toml").unlink()
    with pytest.raises(ScenarioError, match=r"emotions\.toml: cannot be read: there is no such file"):
        load_cards(place, ["neighbours"])
    (place / "emotions.toml").write_bytes("名".encode("gbk"))
    with pytest.raises(ScenarioError, match="expected text in UTF-8"):
        load_cards(place, ["neighbours"])


def test_the_cards_of_a_game_are_checked_again(cards):
    check_cards(cards(), "cards")
    data = tomllib.loads((files("magnetsim") / "data" / "feelinks" / "emotions.toml").read_text(encoding="utf-8"))
    assert len(data["positions"]) == 8
