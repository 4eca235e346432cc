"""The reference page of the scenario format, and its JSON Schema, both made from the models."""

from __future__ import annotations

import json
from typing import Any

from pydantic import TypeAdapter
from pydantic.fields import FieldInfo

from magnetsim.scenario.feelinks import FeelinksScenario
from magnetsim.scenario.keys import TAGS, Slot, describe, fields, heading, unit, walk
from magnetsim.scenario.model import SCHEMA, Scenario
from magnetsim.scenario.quantities import Section

EXAMPLE = """\
schema = 1
name = "nine hearts"
game = "xinxin"
seed = 7
kinds.heart = { outline = "heart" }
layout = { pattern = "jittered-grid", kind = "heart", count = 9 }

[[players]]
name = "小红"
strategy = "greedy"

[[players]]
name = "小明"
strategy = "random"
hand = "shaky"
"""

_OPENING = f"""# Scenario files

A scenario is a [TOML](https://toml.io) file in UTF-8 that says what lies on the table and what happens there: a game
of 《心心相引》 (`game = "xinxin"`) or an experiment (`game = "physics"`). Lengths are in mm, masses in g, angles in
degrees counter-clockwise from +x; x points right, y up, and `[0, 0]` is the table's centre. A magnet's angle is the
direction of its moment, for a heart from tip to notch.

- `magnetsim scenario new` prints a file to start from, `magnetsim scenario check FILE` says what is wrong in one, and
  `magnetsim scenario schema` prints the JSON Schema that editors use.
- A key that is not listed here, a value of another kind or out of its range, `nan` and `inf` are refused.
- Every file in `scenarios/` is an example.

A whole one, two players who take turns at nine hearts:

```toml
{EXAMPLE}```

- A game needs `schema`, `name`, `game`, two or more `[[players]]`, and magnets: `[layout]`, or `[[magnets]]` singly,
  of `[kinds]` that the file names. `[table]`, `[physics]` and `[rules]` change what goes without saying; `[deal]` and
  `[expect]` make a puzzle, whose `expect.clauses` name the rules' clauses that it shows.
- A game may be taken up in its middle: a file with `schema`, `name`, `game` and `position`, the code of a place in a
  game, needs nothing more, and may say otherwise who plays, under which `[rules]`, with what `seed`. The window writes
  such files ([window.md](window.md)), and `magnetsim replay RECORD --codes TURN` prints codes; line breaks in one are
  nothing.
- A key in other letters than a to z stands in quotes, as in what is expected of the file above:
  `scores = {{ "小红" = 8, "小明" = 0 }}` under `[expect]`.
- An experiment needs `schema`, `name`, `game` and `[[magnets]]`, may have `[kinds]`, `[table]`, `[physics]` and
  `[expect]`, and none of the other sections.

This page describes version {SCHEMA} of the format. It is made from the program's own models by
`magnetsim.scenario.reference_page`; a test holds it current.
"""


_FEELINKS = """\
# Scenarios of 《同感》

A file with `game = "feelinks"` has the sections below and none of those above: `schema`, `name`, `game` and three to
eight `[[players]]`, and what else it likes. Nothing in it has a unit. [feelinks.md](feelinks.md) tells how simulated
friends feel and guess, and how to write cards.
"""


def reference_page() -> str:
    """The page, as Markdown."""
    parts = [_OPENING]
    parts += [_part(path, section) for path, section in walk()]
    parts.append(_FEELINKS)
    parts += [_part(path, section) for path, section in walk(FeelinksScenario)]
    return "\n".join(parts)


def scenario_schema() -> dict[str, Any]:
    """The JSON Schema of scenario files: of 《同感》 where a file says that it is one, else of the others."""
    cards = {"properties": {"game": {"const": "feelinks"}}, "required": ["game"]}
    both = TypeAdapter(Scenario | FeelinksScenario).json_schema(by_alias=True)
    magnets, friends = (both["anyOf"][i] for i in (0, 1))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$defs": both["$defs"],
        "if": cards,
        "then": friends,
        "else": magnets,
    }


def _part(path: str, section: type[Section]) -> str:
    return f"## {_title(path, section)}\n\n{_meaning(section)}\n\n{_rows(section)}"


def _title(path: str, section: type[Section]) -> str:
    header, _, tag = heading(path, section).partition(" with ")
    if not path:
        return header.capitalize()
    return f"`{header}` with `{tag}`" if tag else f"`{header}`"


def _meaning(section: type[Section]) -> str:
    return " ".join((section.__doc__ or "").split())


def _rows(section: type[Section]) -> str:
    lines = ["| key | meaning | value | unit | default |", "|---|---|---|---|---|"]
    # The key that chooses comes first.
    for key, field in sorted(fields(section).items(), key=lambda entry: entry[0] not in TAGS):
        value = str(describe(Slot(field.annotation, tuple(field.metadata))))
        cells = [f"`{key}`", field.description or "", value, unit(key), _default(field)]
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(lines) + "\n"


def _default(field: FieldInfo) -> str:
    if field.is_required():
        return "must be given"
    value: Any = field.default
    if value in (None, (), {}, "") or isinstance(value, Section):
        return ""
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    return f"`{json.dumps(value, ensure_ascii=False)}`"
