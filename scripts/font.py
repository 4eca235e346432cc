"""Make the font that the window carries: the characters we need of Noto Sans CJK SC, from a font file you have.

Noto Sans CJK is free (SIL Open Font License 1.1) and comes with most systems as fonts-noto-cjk or noto-fonts-cjk.
For example: python scripts/font.py NotoSansCJK-Regular.ttc
"""

from __future__ import annotations

import sys
from pathlib import Path

from babel.messages.pofile import read_po
from fontTools import subset
from fontTools.ttLib import TTCollection, TTFont

PACKAGE = Path(__file__).parent.parent / "magnetsim"
OUT = PACKAGE / "data" / "fonts" / "NotoSansSC-subset.otf"
FAMILY = "Noto Sans CJK SC"


def characters() -> set[str]:
    """What our messages and cards hold, and what names are written in: Latin, Greek, punctuation, 6,763 hanzi."""
    found = {
        chr(code) for first, last in ((0x20, 0x7E), (0xA0, 0x17F), (0x391, 0x3C9)) for code in range(first, last + 1)
    }
    found |= set(
        "‘’“”–—…·•†′″←↑→↓↔⇄−×÷±≤≥≈°µ∞√∑∫∂½¼¾§©®™✓✗♥♡★☆■□▲△▶▷▼◀●○◆◇　"
        "、。〈〉《》「」『』【】（），：；？！～％＋－＝／｜＠＃＆＊"
    )
    # Rows 16 to 87 of GB 2312: its commonest characters, and those that names and users' own cards are likely to have.
    found |= {
        bytes((0xA0 + row, 0xA0 + cell)).decode("gb2312", errors="ignore")
        for row in range(16, 88)
        for cell in range(1, 95)
    }
    for path in sorted(PACKAGE.glob("data/feelinks/*.toml")):
        found |= set(path.read_text(encoding="utf-8"))
    for path in sorted(PACKAGE.glob("data/locale/*/LC_MESSAGES/*.po")):
        with path.open("rb") as file:
            for entry in read_po(file):
                strings = entry.string if isinstance(entry.string, tuple) else (entry.string,)
                found |= {character for text in strings for character in text}
    return {character for character in found if character and character.isprintable()}


def main() -> int:
    """Write the font; exit code 2 when the source is none of ours."""
    if len(sys.argv) != 2:
        print(__doc__)
        return 2
    path = Path(sys.argv[1])
    fonts = TTCollection(path).fonts if path.suffix == ".ttc" else [TTFont(path)]
    font = next((one for one in fonts if one["name"].getDebugName(1) == FAMILY), None)
    if font is None:
        print(f"{path}: expected a font file that holds {FAMILY}")
        return 2
    options = subset.Options(layout_features=["kern", "locl"], name_IDs=[0, 1, 2, 3, 4, 6, 13, 14], hinting=False)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=[ord(character) for character in characters()])
    cutter.subset(font)
    OUT.parent.mkdir(exist_ok=True)
    subset.save_font(font, str(OUT), options)
    print(f"{OUT.relative_to(PACKAGE.parent)}: {len(font.getBestCmap())} characters, {OUT.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
