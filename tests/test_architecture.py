"""docs/architecture.md names every part of the package, and all that holds state."""

from __future__ import annotations

import ast
import re
from importlib.resources import files
from pathlib import Path

PACKAGE = Path(str(files("magnetsim")))
PAGE = (Path(__file__).parents[1] / "docs" / "architecture.md").read_text(encoding="utf-8")
IN_NO_TABLE = {"__init__.py", "__main__.py", "data/"}
UNCHANGED = {"Phrase"}
"""Made once and never changed, though no dataclass."""


def section(title):
    return re.split(r"\n## ", PAGE.split(f"## {title}\n", 1)[1], maxsplit=1)[0]


def in_first_column(text):
    rows = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
    return {name for row in rows for name in re.findall("`(.*?)`", row)}


def holds_state(made):
    """Whether a class is changed after it is made: its fields are set by its methods, or may be by anybody."""
    decorators = [ast.unparse(one) for one in made.decorator_list]
    if any(one.startswith("dataclass") for one in decorators):
        return not any("frozen=True" in one for one in decorators)
    return any(
        isinstance(node, ast.Attribute)
        and isinstance(node.ctx, ast.Store)
        and isinstance(node.value, ast.Name)
        and node.value.id == "self"
        for node in ast.walk(made)
    )


def stateful():
    """The public classes that hold state, errors aside."""
    for path in PACKAGE.rglob("*.py"):
        nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        classes = [node for node in nodes if isinstance(node, ast.ClassDef) and path.name != "errors.py"]
        yield from (one.name for one in classes if holds_state(one) and not one.name.startswith("_"))


def test_every_part_of_the_package_is_in_the_house():
    parts = {
        path.name if path.suffix == ".py" else f"{path.name}/"
        for path in PACKAGE.iterdir()
        if path.suffix == ".py" or (path.is_dir() and path.name != "__pycache__")
    }
    house, _ = section("The house").split("\nBeside the package:\n")
    assert in_first_column(house) == parts - IN_NO_TABLE


def test_what_holds_state_is_named():
    named = set(re.findall(r"`([A-Z]\w+)`", section("Values, and the few things that change")))
    assert set(stateful()) - UNCHANGED == named
