"""Bring the catalogues of both languages up to the source: extract, update, compile.

English is what stands in the source, and is filled in. What has no Chinese yet is named: write it into the
.po file and run this again.
"""

from __future__ import annotations

import io
import sys
from contextlib import redirect_stderr
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

PACKAGE = Path(__file__).parent.parent / "magnetsim"
KEYWORDS = {"_": None, "gettext": None, "ngettext": (1, 2), "message": None, "Phrase": None}
# Fixed, so that the same messages make the same files on any day.
DATE = datetime(2026, 1, 1, tzinfo=UTC)


def source_messages() -> list[Message]:
    """All messages in the package's source, in the order of its files."""
    found = Catalog()
    # It warns of values that are f-strings; only words are wanted here.
    with redirect_stderr(io.StringIO()):
        for name, _, text, _, _ in extract_from_dir(PACKAGE, method_map=[("**.py", "python")], keywords=KEYWORDS):
            found.add(text, locations=[(f"magnetsim/{name}", 1)])
    return [entry for entry in found if entry.id]


def catalogue_path(language: str) -> Path:
    """Where the catalogue of a language is kept."""
    return PACKAGE / "data" / "locale" / language / "LC_MESSAGES" / "magnetsim.po"


def updated(language: str) -> Catalog:
    """The catalogue of a language, with all messages of the source and no other."""
    path = catalogue_path(language)
    before = Catalog(locale=language)
    if path.exists():
        with path.open("rb") as file:
            before = read_po(file, locale=language)
    catalog = Catalog(
        locale=language,
        project="magnetsim",
        version="1",
        header_comment=f"# Messages of magnetsim ({language}), kept by `make messages`.",
        creation_date=DATE,
        revision_date=DATE,
        fuzzy=False,
    )
    for entry in source_messages():
        known = before.get(entry.id)
        string = entry.id if language == "en" else known.string if known else ""
        catalog.add(entry.id, string, sorted(set(entry.locations)), flags=entry.flags)
    return catalog


def untranslated(catalog: Catalog) -> list[Message]:
    """The messages of a catalogue that say nothing in its language."""
    return [
        entry
        for entry in catalog
        if entry.id and not all(entry.string if isinstance(entry.string, (list, tuple)) else [entry.string])
    ]


def main() -> int:
    """Update and compile both; 1 when a message has no translation."""
    missing = 0
    for language in ("en", "zh"):
        path = catalogue_path(language)
        catalog = updated(language)
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            write_po(file, catalog, width=120, include_lineno=False, sort_by_file=True)
        with path.with_suffix(".mo").open("wb") as file:
            write_mo(file, catalog)
        for entry in untranslated(catalog):
            print(f"{path.relative_to(PACKAGE.parent)}: no translation of {entry.id!r}")
            missing += 1
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
