"""From a file's bytes to a Scenario, or to one clear refusal: file, key, what was expected, what was got."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from magnetsim.errors import ScenarioError, reason
from magnetsim.language import Phrase, message
from magnetsim.scenario.changes import changed
from magnetsim.scenario.feelinks import AnyScenario
from magnetsim.scenario.keys import root_of
from magnetsim.scenario.position import with_position
from magnetsim.scenario.problems import of_source, refusal
from magnetsim.scenario.validation import problems_of

LARGEST_FILE = 2 * 1024 * 1024
"""bytes; 5,000 magnets take a third of it."""
DEEPEST = 12
"""Levels of tables and lists that are looked into; a scenario needs seven."""
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


def read_scenario(path: Path, changes: Mapping[str, Any]) -> AnyScenario:
    """The scenario in a file, with changes by key path; ScenarioError when it cannot be read or is not one."""
    return parse_scenario(changed(_decode_toml(_text(path), str(path)), changes, str(path)), str(path))


def parse_scenario(data: Mapping[str, Any], source: str) -> AnyScenario:
    """The scenario that plain data makes, as TOML or JSON hold it; ScenarioError, calling it `source`, if none."""
    plain = _with_tuples(with_position(data, source), 0, source)
    try:
        return root_of(plain).model_validate(plain)
    except ValidationError as error:
        problems, count = problems_of(error, plain)
    raise refusal(source, problems, plain, count)


def _refused(source: str | Path, problem: Phrase) -> ScenarioError:
    return ScenarioError(of_source(str(source), problem))


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
