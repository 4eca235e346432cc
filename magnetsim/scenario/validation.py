"""What the models find wrong with data, as problems: the first few, for there may be as many as the data has keys."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import ValidationError

from magnetsim.language import Phrase, joined, listed
from magnetsim.scenario.keys import (
    choice,
    describe,
    fields,
    heading,
    name_slot_at,
    root_of,
    section_at,
    slot_at,
    tag_values,
    walk,
)
from magnetsim.scenario.problems import MOST_REPORTED, Location, Problem, mismatch, nearest, path_text, shown


def problems_of(error: ValidationError, data: Any) -> tuple[list[Problem], int]:
    """The first problems of the data that the models refused, and how many there are."""
    found = _found(error, data)
    return [_problem(location, detail, data) for location, detail in found[:MOST_REPORTED]], len(found)


def _found(error: ValidationError, data: Any) -> list[tuple[Location, Mapping[str, Any]]]:
    """Where something is wrong, and what, in order, unknown keys first: a misspelt key explains the one missing."""
    found: dict[Location, Mapping[str, Any]] = {}
    details = error.errors(include_url=False)
    outer = _around(detail["loc"] for detail in details)
    for detail in sorted(details, key=lambda one: one["type"] != "extra_forbidden"):
        if detail["type"] == "too_short" and detail["loc"] in outer:
            # Only what was fine so far has been counted; what was not is told by itself.
            continue
        missing = detail["type"] in ("missing", "extra_forbidden")
        found.setdefault(_in_file(detail["loc"], data, missing=missing), detail)
    # Of the ways in which a value may be written, the one that was meant got further.
    outer = _around(found)
    return [(location, detail) for location, detail in found.items() if location not in outer]


def _around(locations: Iterable[Location]) -> set[Location]:
    """All places that some of these locations lie within."""
    return {location[:length] for location in locations for length in range(len(location))}


def _in_file(location: Location, data: Any, *, missing: bool) -> Location:
    """The location without the names of alternatives that pydantic puts between."""
    kept: list[int | str] = []
    for i, step in enumerate(location):
        tag = isinstance(data, dict) and step in [data.get(key) for key in ("shape", "outline", "pattern")]
        last = missing and i == len(location) - 1
        inside = (isinstance(data, dict) and step in data) or (
            isinstance(data, tuple) and isinstance(step, int) and step < len(data)
        )
        if last or (inside and not tag):
            kept.append(step)
            data = data[step] if inside else None
    return tuple(kept)


def _problem(location: Location, detail: Mapping[str, Any], data: Any) -> Problem:
    kind, path = detail["type"], path_text(location)
    if kind == "extra_forbidden":
        return _unknown_key(location, data)
    if kind == "value_error":
        return _own_words(path, detail["ctx"]["error"].args[0], detail["input"])
    value = detail["input"]
    if detail["loc"][-1] == "[key]":
        names = name_slot_at(location[:-1], data)
        text = str(detail["msg"]) if names is None else describe(names)
        return mismatch(path, Phrase("a name: {text}", text=text), shown(value))
    slot = slot_at(location, data)
    if kind in ("union_tag_not_found", "union_tag_invalid"):
        tag = str(detail["ctx"]["discriminator"]).strip("'")
        got = shown(value[tag]) if isinstance(value, dict) and tag in value else Phrase("nothing")
        if not isinstance(value, dict):
            return mismatch(path, Phrase("a table"), shown(value))
        choices = [] if slot is None else tag_values(slot.annotation, tag)
        return mismatch(f"{path}.{tag}", choice([f'"{value}"' for value in choices]), got, _did_you_mean(got, choices))
    expected = describe(slot) if slot is not None else str(detail["msg"])
    if kind == "missing":
        return mismatch(path, expected, Phrase("nothing"))
    if kind in ("too_long", "too_short"):
        length = detail["ctx"].get("actual_length")
        return mismatch(path, expected, Phrase("more") if length is None else str(length))
    choices = re.findall(r'"([^"]*)"', str(expected)) if kind == "literal_error" else []
    return mismatch(path, expected, shown(value), _did_you_mean(shown(value), choices))


def _own_words(path: str, said: Phrase | str, value: Any) -> Problem:
    """The problem in the words of the model's own check, which may name a key below the path, and what it got."""
    if not isinstance(said, Phrase):
        said = joined("", [said])
    below, problem = said.values.get("name"), said.values.get("problem")
    if isinstance(below, str) and isinstance(problem, Phrase):
        path, said = ".".join(part for part in (path, below) if part), problem
    if isinstance(value, dict) or ", got " in said.template:
        return Problem(path, said)
    return Problem(path, Phrase("{problem}, got {got}", problem=said, got=shown(value)))


def _did_you_mean(got: Phrase | str, choices: list[str]) -> Phrase | None:
    close = nearest(str(got).strip('"'), choices)
    return Phrase("did you mean {word}?", word=f'"{close}"') if close else None


def _unknown_key(location: Location, data: Any) -> Problem:
    key = str(location[-1])
    section = section_at(location[:-1], data)
    known = list(fields(section)) if section is not None else []
    homes = [(path, other) for path, other in walk(root_of(data)) if key in fields(other) and other is not section]
    # A key that is right elsewhere is more likely misplaced than a misspelling of something else.
    close = nearest(key, known, similar=0.8 if homes else 0.6)
    if close:
        hint = Phrase("did you mean {word}?", word=close)
    elif homes and homes[0][0]:
        hint = Phrase("{key} belongs in {section}", key=key, section=heading(*homes[0]))
    elif homes:
        hint = Phrase("{key} belongs at the top", key=key)
    else:
        hint = Phrase("known here: {keys}", keys=listed(known))
    return mismatch(path_text(location), Phrase("a known key"), Phrase("one that does not exist"), hint)
