"""From a file's bytes to a Scenario, or to one clear refusal: file, key, what was expected, what was got."""

from __future__ import annotations

import difflib
import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import ValidationError

from magnetsim.errors import ScenarioError, reason
from magnetsim.language import Phrase, joined, message
from magnetsim.scenario.keys import (
    choice,
    describe,
    fields,
    heading,
    name_slot_at,
    section_at,
    slot_at,
    tag_values,
    walk,
)
from magnetsim.scenario.model import Scenario

LARGEST_FILE = 2 * 1024 * 1024
"""bytes; 5,000 magnets take a third of it."""
DEEPEST = 12
"""Levels of tables and lists that are looked into; a scenario needs seven."""
MOST_REPORTED = 8
TOML_MISTAKES = (
    message("Cannot overwrite a value"),
    message("Expected '=' after a key in a key/value pair"),
    message("Expected ']' at the end of a table declaration"),
    message("Expected ']]' at the end of an array declaration"),
    message("Expected newline or end of document after a statement"),
    message("Invalid date or datetime"),
    message("Invalid hex value"),
    message("Invalid initial character for a key part"),
    message("Invalid statement"),
    message("Invalid value"),
    message("Unclosed array"),
    message("Unclosed inline table"),
    message("Unescaped '\\' in a string"),
    message("Unterminated string"),
)
"""What the reader of TOML says, where it holds no value; the rest is quoted as it is."""
RECORD_BEGINS = '{"line":"header",'
"""What the record of a match begins with: one may be taken for a scenario."""

_BYTE_ORDER_MARKS = {
    b"\xff\xfe\x00\x00": "UTF-32",
    b"\x00\x00\xfe\xff": "UTF-32",
    b"\xff\xfe": "UTF-16",
    b"\xfe\xff": "UTF-16",
}

Location = tuple[int | str, ...]
"""The keys and places in lists that lead to a value."""


class Problem(NamedTuple):
    """One thing that is wrong: the key's path, and what is wrong with it."""

    path: str
    text: Phrase

    def phrase(self) -> Phrase:
        """One line."""
        return Phrase("{path}: {problem}", path=self.path, problem=self.text) if self.path else self.text


def mismatch(path: str, expected: Phrase | str, got: Phrase | str, hint: Phrase | None = None) -> Problem:
    """The problem that something else was expected."""
    if hint is None:
        return Problem(path, Phrase("expected {expected}, got {got}", expected=expected, got=got))
    return Problem(path, Phrase("expected {expected}, got {got}; {hint}", expected=expected, got=got, hint=hint))


def read_scenario(path: Path) -> Scenario:
    """The scenario in a file; ScenarioError when it cannot be read or is not one."""
    return parse_scenario(_decode_toml(_text(path), str(path)), str(path))


def parse_scenario(data: Mapping[str, Any], source: str) -> Scenario:
    """The scenario that plain data makes, as TOML or JSON hold it; ScenarioError, calling it `source`, if none."""
    plain = _with_tuples(data, 0, source)
    try:
        return Scenario.model_validate(plain)
    except ValidationError as error:
        found = _found(error, plain)
    problems = [_problem(location, detail, plain) for location, detail in found[:MOST_REPORTED]]
    raise refusal(source, problems, plain, len(found))


def refusal(source: str, problems: list[Problem], data: Mapping[str, Any], count: int) -> ScenarioError:
    """The error that reports the first of so many problems of the data, a line each."""
    lines = [_of(source, _with_name(problem, data)) for problem in problems[:MOST_REPORTED]]
    if count > len(lines):
        lines.append(_of(source, Phrase("and {count} more problems", count=count - len(lines))))
    return ScenarioError(joined("\n", lines))


def _of(source: str, problem: Phrase) -> Phrase:
    return Phrase("{path}: {problem}", path=source, problem=problem)


def _refused(source: str | Path, problem: Phrase) -> ScenarioError:
    return ScenarioError(_of(str(source), problem))


def _with_name(problem: Problem, data: Mapping[str, Any]) -> Phrase:
    """The problem with the name of the player or magnet that it is about, for lists count from 0 and people from 1."""
    said = problem.phrase()
    found = re.match(r"((players|magnets)\[(\d+)\])(?!\.name)", problem.path)
    listed = data.get(found[2]) if found else None
    if found is None or not isinstance(listed, list | tuple) or int(found[3]) >= len(listed):
        return said
    entry = listed[int(found[3])]
    name = entry.get("name") if isinstance(entry, Mapping) else None
    if not isinstance(name, str):
        return said
    return Phrase("{problem} ({place} is {name})", problem=said, place=found[1], name=shown(name))


def shown(value: Any) -> Phrase | str:
    """The value as a message shows it: short, on one line, as TOML writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        whole = json.dumps(value if len(value) <= 60 else f"{value[:60]}…", ensure_ascii=False)
        return "".join(letter if letter.isprintable() else json.dumps(letter)[1:-1] for letter in whole)
    if isinstance(value, dict):
        return Phrase("a table")
    if isinstance(value, list | tuple):
        if len(value) > 4 or any(isinstance(item, list | tuple | dict) for item in value):
            return Phrase("a list of {count}", count=len(value))
        return f"[{', '.join(str(shown(item)) for item in value)}]"
    if isinstance(value, int) and value.bit_length() > 200:
        return Phrase("a whole number of {count} bits", count=value.bit_length())
    return str(value)


def nearest(word: str, words: list[str], *, similar: float = 0.6) -> str | None:
    """The most similar of some words, letter case aside; None when none is as similar as asked, 1 being the same."""
    folded = {other.casefold(): other for other in reversed(words)}
    found = difflib.get_close_matches(word.casefold()[:100], folded, n=1, cutoff=similar)
    return folded[found[0]] if found else None


def _text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        raise _refused(path, Phrase("cannot be read: {reason}", reason=reason(error))) from error
    if len(content) > LARGEST_FILE:
        problem = Phrase("expected a file of at most {most} bytes, got a larger one", most=LARGEST_FILE)
        raise _refused(path, problem)
    for mark, encoding in _BYTE_ORDER_MARKS.items():
        if content.startswith(mark):
            problem = Phrase("expected text in UTF-8, got {encoding}; save the file as UTF-8", encoding=encoding)
            raise _refused(path, problem)
    if b"\x00" in content[:4]:
        problem = Phrase("expected text in UTF-8, got UTF-16 or no text at all; save the file as UTF-8")
        raise _refused(path, problem)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        problem = Phrase(
            "expected text in UTF-8, got the byte {byte} in line {line}; save the file as UTF-8",
            byte=f"0x{content[error.start]:02x}",
            line=line,
        )
        raise _refused(path, problem) from error


def _decode_toml(text: str, source: str) -> dict[str, Any]:
    if text.startswith(RECORD_BEGINS):
        problem = Phrase("expected a scenario, got the record of a match: magnetsim replay {record}", record=source)
        raise _refused(source, problem)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _refused(source, _toml_mistake(error, text)) from error
    except RecursionError:
        raise _too_deep(source) from None
    except ValueError as error:
        raise _refused(
            source, Phrase("expected TOML, got a value that cannot be read: {error}", error=error)
        ) from error


def _too_deep(source: str) -> ScenarioError:
    return _refused(source, Phrase("expected lists and tables at most {most} deep, got more", most=DEEPEST))


def _toml_mistake(error: tomllib.TOMLDecodeError, text: str) -> Phrase:
    """What is wrong in the TOML, where, and what to do about the commonest mistake: a Windows path in double quotes."""
    found = re.fullmatch(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", str(error), re.DOTALL)
    if found is None:
        return Phrase("expected TOML, got a mistake in it: {error}", error=error)
    words = Phrase(found[1]) if found[1] in TOML_MISTAKES else found[1]
    if found[2] is None:
        return Phrase("expected TOML, got a mistake in it: {error} (at end of document)", error=words)
    mistake = Phrase(
        "expected TOML, got a mistake in it: {error} (at line {line}, column {column})",
        error=words,
        line=found[2],
        column=found[3],
    )
    line = text.split("\n")[int(found[2]) - 1]
    if "\\" not in line or '"' not in line:
        return mistake
    return Phrase(
        "{mistake}; a backslash between double quotes starts an escape: write the text between single quotes",
        mistake=mistake,
    )


def _with_tuples(value: Any, depth: int, source: str) -> Any:
    """The data with tuples for lists, as the strict models take them."""
    if depth > DEEPEST:
        raise _too_deep(source)
    if isinstance(value, Mapping):
        return {key: _with_tuples(item, depth + 1, source) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return tuple(_with_tuples(item, depth + 1, source) for item in value)
    return value


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
    homes = [(path, other) for path, other in walk() if key in fields(other) and other is not section]
    # A key that is right elsewhere is more likely misplaced than a misspelling of something else.
    close = nearest(key, known, similar=0.8 if homes else 0.6)
    if close:
        hint = Phrase("did you mean {word}?", word=close)
    elif homes and homes[0][0]:
        hint = Phrase("{key} belongs in {section}", key=key, section=heading(*homes[0]))
    elif homes:
        hint = Phrase("{key} belongs at the top", key=key)
    else:
        hint = Phrase("known here: {keys}", keys=", ".join(known))
    return mismatch(path_text(location), Phrase("a known key"), Phrase("one that does not exist"), hint)


def path_text(location: Location) -> str:
    """A location as people write it: magnets[3].position_mm[0]."""
    text = ""
    for step in location:
        if isinstance(step, int):
            text += f"[{step}]"
        else:
            key = step if re.fullmatch(r"[\w-]{1,80}", step) else str(shown(step))
            text += f".{key}" if text else key
    return text
