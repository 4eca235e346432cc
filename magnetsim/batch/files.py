"""Files that are there whole or not at all, and that one process alone works on."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from io import FileIO
from pathlib import Path

from magnetsim.errors import OutputError, naming_file
from magnetsim.language import Phrase
from magnetsim.record.writing import rename

UNFINISHED = ".unfinished"
"""What the names of files end with that are being written."""


def put(path: Path, content: bytes) -> None:
    """Put a file in its place once all of it is on the disk; OutputError, and all is as before, when it cannot be."""
    unfinished = path.with_name(f".{path.name}{UNFINISHED}")
    with naming_file(path):
        try:
            with unfinished.open("wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            rename(unfinished, path)
        except BaseException:
            with suppress(OSError):
                unfinished.unlink()
            raise
        sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Have a folder's names on the disk, where the system knows that of folders."""
    if os.name == "posix":
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


class Claim:
    """A file that says that a process is at work in a folder; a process that dies gives it up."""

    def __init__(self, path: Path) -> None:
        """Claim the folder; OutputError when another process has."""
        self._path = path
        with naming_file(path):
            self._file = FileIO(path, "a+")
        if not _locked(self._file) or not _is_named(path, self._file):
            self._file.close()
            raise OutputError(Phrase("{path}: another process is at work on this batch", path=path.parent))

    def give_up(self) -> None:
        """Let others work there."""
        # While it is locked: once it is given up, one of that name may be another's. Windows removes no open file.
        if sys.platform != "win32":
            with suppress(OSError):
                self._path.unlink()
        self._file.close()
        if sys.platform == "win32":
            with suppress(OSError):
                self._path.unlink()


def _is_named(path: Path, file: FileIO) -> bool:
    """Whether a file still has its name: a process that gave it up between our opening and our locking removed it."""
    try:
        return os.path.samestat(path.stat(), os.fstat(file.fileno()))
    except FileNotFoundError:
        return False


def _locked(file: FileIO) -> bool:
    """Lock a file for this process; whether that could be done."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
