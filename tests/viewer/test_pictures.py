"""The pictures of docs/images/window: all there, each drawn by the script, and no other."""

from pathlib import Path

from PIL import Image

from scripts.pictures import LANGUAGES, SITUATIONS, SIZES

FOLDER = Path(__file__).parents[2] / "docs" / "images" / "window"


def test_every_situation_is_there_in_every_language_and_size():
    wanted = {
        f"{name}-{language}-{width}.webp": (width, height)
        for name in (*SITUATIONS, "aiming")
        for language in LANGUAGES
        for width, height in SIZES
    }
    assert {path.name for path in FOLDER.iterdir()} == set(wanted)
    for name, size in wanted.items():
        with Image.open(FOLDER / name) as picture:
            assert picture.size == size


def test_the_page_shows_pictures_that_are_there():
    page = (FOLDER.parents[1] / "window.md").read_text(encoding="utf-8")
    shown = [part.split(")")[0] for part in page.split("](images/")[1:]]
    assert shown
    assert all((FOLDER.parent / name).is_file() for name in shown)
