"""The reference page of the tables."""

from pathlib import Path

from magnetsim.results.reference import results_page
from magnetsim.results.schema import COLUMNS

PAGE = Path(__file__).parents[2] / "docs" / "results.md"


def test_the_page_is_current():
    assert PAGE.read_text(encoding="utf-8") == results_page(), "write results_page() to docs/results.md"


def test_the_page_has_every_column():
    page = results_page()
    for columns in COLUMNS.values():
        for column in columns:
            assert f"| `{column.name}` | {column.meaning}" in page
