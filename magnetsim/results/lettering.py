"""Letters of both languages in matplotlib's pictures: those of the font that the package carries."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from importlib.resources import as_file, files
from itertools import accumulate
from unicodedata import east_asian_width

_FONT = files("magnetsim") / "data" / "fonts" / "NotoSansSC-subset.otf"
_UNKNOWN, _LEFT_OUT = "?", "…"


@contextmanager
def in_our_letters() -> Iterator[None]:
    """Within it, pictures are written in the font that has both languages; outside, all is as it was."""
    import matplotlib as mpl

    with mpl.rc_context({"font.family": [_family()], "font.size": 10.5, "text.parse_math": False}):
        yield


def drawable(text: str, longest: int | None = None) -> str:
    """The text, with a question mark for what the font has no letter for: names may hold anything.

    longest : columns that it may take, of which a Chinese letter takes two; of more the middle is left out
    """
    letters = _letters()
    shown = "".join(one if ord(one) in letters else _UNKNOWN for one in text)
    if longest is None or sum(map(_columns, shown)) <= longest:
        return shown
    head = _beginning(shown, longest // 2)
    return head + _LEFT_OUT + _beginning(shown[::-1], longest - longest // 2 - _columns(_LEFT_OUT))[::-1]


def _beginning(text: str, columns: int) -> str:
    """As many of the first letters as so many columns have room for."""
    ends = accumulate(map(_columns, text))
    return text[: sum(end <= columns for end in ends)]


def _columns(letter: str) -> int:
    return 2 if east_asian_width(letter) in "WF" else 1


@lru_cache
def _family() -> str:
    """The font's name, once matplotlib knows its file."""
    from matplotlib import font_manager

    with as_file(_FONT) as path:
        font_manager.fontManager.addfont(str(path))
        return font_manager.FontProperties(fname=str(path)).get_name()


@lru_cache
def _letters() -> frozenset[int]:
    """The characters that the font has."""
    from matplotlib.ft2font import FT2Font

    with as_file(_FONT) as path:
        return frozenset(FT2Font(str(path)).get_charmap())
