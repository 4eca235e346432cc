"""Errors from below speak English; what returns in all of them is said in the user's language."""

from __future__ import annotations

import re

from magnetsim.language import Words, message

FRAMES = (
    message("expected {expected}, got {got}"),
    message("did you mean {word}?"),
    message("known here: {keys}"),
    message("a known key"),
    message("one that does not exist"),
    message("and {count} more problems"),
    message("cannot be read: {reason}"),
    message("save the file as UTF-8"),
    message(", line {number}: "),
    message("No such file or directory"),
    message("Is a directory"),
    message("Permission denied"),
    message("No such option: {option}"),
    message("the record of another match, seed or version is there"),
    message("a file that is no record is there"),
    message("name another file, or move this one away"),
    message("the hash does not fit either: this line, or one before it, is not as it was written"),
)
"""What returns, with the values that it holds in braces."""


def framed(text: str, words: Words) -> str:
    """The text of an error, line by line, with the frames in the language of these words; what they hold stays."""
    return "\n".join(_framed(line, words) for line in text.split("\n"))


def _framed(line: str, words: Words) -> str:
    for frame in FRAMES:
        said = words.gettext(frame)
        if said != frame:
            found = re.search(_pattern(frame), line)
            if found:
                line = line[: found.start()] + said.format(**found.groupdict()) + line[found.end() :]
    return line


def _pattern(frame: str) -> str:
    """A frame as a pattern: a value ends at the next word of the frame, or at a hint, or with the line."""
    parts = re.split(r"\{(\w+)\}", frame)
    pattern = "".join(f"(?P<{part}>.+?)" if i % 2 else re.escape(part) for i, part in enumerate(parts))
    return pattern if parts[-1] else rf"{pattern}(?=; |$)"
