"""Letters of both languages in matplotlib's pictures: those of the font that the package carries."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from importlib.resources import as_file, files

_FONT = files("magnetsim") / "data" / "fonts" / "NotoSansSC-subset.otf"
_UNKNOWN = "?"


@contextmanager
def in_our_letters() -> Iterator[None]:
    """Within it, pictures are written in the font that has both languages; outside, all is as it was."""
    import matplotlib as mpl

    with mpl.rc_context({"font.family": [_family()], "font.size": 10.5}):
        yield


def drawable(text: str) -> str:
    """The text, with a question mark for what the font has no letter for: names may hold anything."""
    letters = _letters()
    return "".join(one if ord(one) in letters else _UNKNOWN for one in text)


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
