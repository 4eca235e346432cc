"""Text in both languages: the bundled font, lines broken where either language allows it."""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.resources import files
from io import BytesIO

import pygame

from magnetsim.viewer.palette import Colour

_FONT = "NotoSansSC-subset.otf"
# A Latin word or any one other character, with the marks before and after it that may not end or begin a line.
_CLOSING = "，。；：！？、）》」』…”’"
_OPENING = "（《「『“‘"
_PIECES = re.compile(rf"[{_OPENING}]*(?:[!-~\u00a0-\u024f\u2013\u2212]+[{_CLOSING}]* *|.[{_CLOSING}]*)", re.DOTALL)


@lru_cache
def font(size: int) -> pygame.font.Font:
    """The font at a height in px."""
    pygame.font.init()
    return pygame.font.Font(BytesIO(_font_file()), size)


@lru_cache
def _font_file() -> bytes:
    return (files("magnetsim") / "data" / "fonts" / _FONT).read_bytes()


@lru_cache(maxsize=600)
def lettered(text: str, size: int, colour: Colour) -> pygame.Surface:
    """A line of text as a picture with a clear ground."""
    return font(size).render(text, antialias=True, color=colour)


@lru_cache(maxsize=2000)
def wrapped(text: str, size: int, width: int) -> tuple[str, ...]:
    """A text broken into lines that fit a width in px; a word that is too long is broken anywhere."""
    lines, line = [], ""
    for piece in _PIECES.findall(text):
        for part in _short_enough(piece, size, width):
            if line and font(size).size((line + part).rstrip())[0] > width:
                lines.append(line.rstrip())
                line = ""
            line += part
    return (*lines, line.rstrip())


def cut(text: str, size: int, width: int) -> str:
    """As much of a line as fits a width in px, with an ellipsis where some is missing."""
    if font(size).size(text)[0] <= width:
        return text
    while text and font(size).size(text + "…")[0] > width:
        text = text[:-1]
    return text + "…"


def _short_enough(piece: str, size: int, width: int) -> list[str]:
    return [piece] if font(size).size(piece.rstrip())[0] <= width else list(piece)
