"""The finished games of one part that is not whole yet: a line a game, each written out at once and sealed."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from io import FileIO
from pathlib import Path
from typing import Any

from magnetsim.errors import OutputError, naming_file
from magnetsim.language import Phrase
from magnetsim.results.layout import sealed, unsealed


class Journal:
    """A file to which games are added as they finish.

    What a killed process, a full disk or a damaged sector left of a line counts as not written: that game is played
    again.

    games : those in it, each with where its line begins and how long it is
    """

    def __init__(self, path: Path) -> None:
        """Open it, or begin it; OutputError when it cannot be written."""
        self.path = path
        self.games: dict[int, tuple[int, int]] = {}
        with naming_file(path):
            self._file = FileIO(path, "a+")
            self._end = self._read()
            # What is added next begins a line of its own.
            self._file.truncate(self._end)

    def add(self, game: int, data: dict[str, Any]) -> None:
        """Write a game out; OutputError when that cannot be."""
        line = sealed(json.dumps({"game": game, **data}, ensure_ascii=False, separators=(",", ":")).encode())
        with naming_file(self.path):
            # A disk that takes a part only says at the next attempt what is wrong.
            left = line
            while left:
                left = left[self._file.write(left) :]
        self.games[game] = self._end, len(line)
        self._end += len(line)

    def read(self) -> Iterator[dict[str, Any]]:
        """What was added, in the order of the games' numbers; OutputError when some of it is not as it was written."""
        for game in sorted(self.games):
            start, length = self.games[game]
            with naming_file(self.path):
                self._file.seek(start)
                text = unsealed(self._file.read(length))
            if text is None:
                raise OutputError(
                    Phrase("{path}: is damaged since it was written; --resume plays what is lost again", path=self.path)
                )
            yield json.loads(text)

    def sync(self) -> None:
        """Have it on the disk, so that no power failure takes it; OutputError when that cannot be."""
        with naming_file(self.path):
            os.fsync(self._file.fileno())

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def remove(self) -> None:
        """Close the file and delete it: its games are in a part."""
        self._file.close()
        with naming_file(self.path):
            self.path.unlink(missing_ok=True)

    def _read(self) -> int:
        """Find the games that are whole; returns where the last whole line ends."""
        self._file.seek(0)
        end = 0
        for line in self._file.readlines():
            if not line.endswith(b"\n"):
                break
            text = unsealed(line)
            if text is not None:
                self.games[json.loads(text)["game"]] = end, len(line)
            end += len(line)
        return end
