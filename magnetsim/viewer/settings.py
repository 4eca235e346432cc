"""What the window remembers from one time to the next, for this user; none of it changes physics or rules."""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from magnetsim.errors import OutputError, reason
from magnetsim.language import LANGUAGES, Phrase
from magnetsim.viewer.layout import LEAST
from magnetsim.viewer.overlays import Overlays
from magnetsim.viewer.playhead import SPEEDS
from magnetsim.viewer.screen import SIZE

CONFIG_VARIABLE = "MAGNETSIM_CONFIG_DIR"
"""The environment variable that names another folder for what is remembered."""
FILE = "window.json"
_LARGEST = 8192
"""Pixels, either way."""
_ALLOWED: dict[str, tuple[Any, ...]] = {
    "language": (None, *LANGUAGES),
    "speed": SPEEDS,
    "muted": (False, True),
    "preview": (False, True),
}


@dataclass(frozen=True, slots=True)
class Settings:
    """How a window is.

    language : None: the environment's        speed : one of SPEEDS        size : points
    muted : no sound        preview : whether a shot that is aimed is foreseen        overlays : what is shown
    """

    language: str | None = None
    speed: float = 1.0
    size: tuple[int, int] = SIZE
    muted: bool = False
    preview: bool = True
    overlays: Overlays = field(default_factory=Overlays)


def settings_file(environment: Mapping[str, str], platform: str = sys.platform) -> Path | None:
    """Where the user's settings are kept: in the folder of CONFIG_VARIABLE, else in the system's place for such.

    None where the variable is empty, or where there is no home folder.
    """
    if CONFIG_VARIABLE in environment:
        given = environment[CONFIG_VARIABLE]
        return Path(given) / FILE if given else None
    try:
        home = Path.home()
    except RuntimeError:
        return None
    if platform == "win32":
        base = Path(environment.get("APPDATA") or home / "AppData" / "Roaming")
    elif platform == "darwin":
        base = home / "Library" / "Application Support"
    else:
        base = Path(environment.get("XDG_CONFIG_HOME") or home / ".config")
    return base / "magnetsim" / FILE


def remembered(path: Path | None) -> tuple[Settings, Phrase | None]:
    """The settings of a file, the usual ones where there is none; and what is wrong with it, if anything is."""
    if path is None:
        return Settings(), None
    try:
        text = path.read_bytes().decode("utf-8")
        data = json.loads(text)
    except FileNotFoundError:
        return Settings(), None
    except OSError as error:
        return Settings(), Phrase("{path}: settings cannot be read: {reason}", path=path, reason=reason(error))
    except (ValueError, RecursionError):
        return Settings(), _damaged(path)
    if not isinstance(data, dict):
        return Settings(), _damaged(path)
    settings, whole = _read(data)
    return settings, None if whole else _damaged(path)


def remember(path: Path, settings: Settings) -> None:
    """Write settings in one go, so that a reader finds the old ones or the new; OutputError when that fails."""
    text = json.dumps(asdict(settings), ensure_ascii=False, indent=2) + "\n"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{FILE}.", dir=path.parent)
        try:
            with open(handle, "w", encoding="utf-8", newline="\n") as file:  # noqa: PTH123  a handle
                file.write(text)
            Path(name).replace(path)
        except BaseException:
            with suppress(OSError):
                Path(name).unlink()
            raise
    except OSError as error:
        problem = Phrase("{path}: settings cannot be written: {reason}", path=path, reason=reason(error))
        raise OutputError(problem) from error


def _read(data: Mapping[str, Any]) -> tuple[Settings, bool]:
    """The settings that data says, each that is none left as it goes without saying; whether all were good."""
    settings, whole = Settings(), True
    for key, values in _ALLOWED.items():
        if key in data:
            if data[key] in values:
                settings = replace(settings, **{key: values[values.index(data[key])]})
            else:
                whole = False
    size, shown = data.get("size", list(SIZE)), data.get("overlays", {})
    if _is_size(size):
        settings = replace(settings, size=(size[0], size[1]))
    else:
        whole = False
    if not isinstance(shown, dict):
        return settings, False
    names = {one.name for one in fields(Overlays)}
    chosen = {name: value for name, value in shown.items() if name in names and isinstance(value, bool)}
    return replace(settings, overlays=Overlays(**chosen)), whole


def _is_size(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(value) == len(LEAST)
        and all(type(one) is int and least <= one <= _LARGEST for one, least in zip(value, LEAST, strict=True))
    )


def _damaged(path: Path) -> Phrase:
    return Phrase("{path}: some of it is no setting, and is left aside", path=path)
