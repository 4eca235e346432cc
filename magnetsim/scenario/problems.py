"""What is wrong with a scenario, as messages say it: key, what was expected, what was got, what to do."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from magnetsim.errors import ScenarioError
from magnetsim.language import Phrase, joined

MOST_REPORTED = 8

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


def refusal(source: str, problems: list[Problem], data: Mapping[str, Any], count: int) -> ScenarioError:
    """The error that reports the first of so many problems of the data, a line each."""
    lines = [of_source(source, _with_name(problem, data)) for problem in problems[:MOST_REPORTED]]
    if count > len(lines):
        lines.append(of_source(source, Phrase("and {count} more problems", count=count - len(lines))))
    return ScenarioError(joined("\n", lines))


def of_source(source: str, problem: Phrase) -> Phrase:
    """What is wrong, and in which file."""
    return Phrase("{path}: {problem}", path=source, problem=problem)


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
